#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What `make lab` does without a terminal: the first lessons, checked as they
# are shipped, with the reason why each fails. usage: lab.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
build=$1
. tests/lib.sh
scratch

WARPLINGS_WORK=$tmp/work tests/lab.sh "$build" </dev/null >"$tmp/out" 2>&1
expect "make lab without a terminal: exit" 0 $?
has "it says why lesson 02 fails" "oob-global" "$tmp/out"
has "it shows the line of lesson 02" "out[i] = a[i] + b[i]" "$tmp/out"
has "it says why lesson 11 fails" "global_load_sectors is" "$tmp/out"
has "it says what to do next" "check 02" "$tmp/out"
exit $failed
