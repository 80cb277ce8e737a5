#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The programs and the learners' mistakes once more, as clang 19 compiles them.
# usage: clang19.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
build=$1
. tests/lib.sh

clang=$(tests/clang19.sh "$build")
if [ -z "$clang" ]; then
    skip "programs and cases under clang 19" "no clang 19 here"
    exit 0
fi
export WARPLINGS_CLANG="$clang" WARPLINGS_COMPILERS=clang
expect "clang 19 is the compiler" 1 \
    "$("$build/warplings" doctor 2>&1 | grep -c 'clang 19')"
tests/e2e/programs.sh "$build" || failed=1
tests/e2e/cases.sh "$build" || failed=1
tests/e2e/races.sh "$build" || failed=1
exit $failed
