#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The Chrome/Perfetto trace: valid, and its sums are the report's.
# usage: perfetto.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
build=$PWD/$1
case $1 in /*) build=$1 ;; esac
. tests/lib.sh
scratch
lab=$build/warplings
export XDG_CACHE_HOME="$tmp/cache" XDG_STATE_HOME="$tmp/state"

for program in reduction saxpy histogram; do
    source=tests/programs/$program.cu
    "$lab" run "$source" -o "$tmp/record" --json >"$tmp/run.json"
    "$lab" trace "$tmp/record" -o "$tmp/record.json"
    expect "trace of a record, $program: exit" 0 $?
    "$lab" trace "$source" -o "$tmp/t.json" 2>"$tmp/err"
    expect "trace of $program: exit" 0 $?
    expect "$program: the format and the sums" ok \
        "$(python3 tests/perfetto_check.py "$tmp/t.json" "$tmp/run.json" 2>&1)"
    sed 1,2d "$tmp/t.json" >"$tmp/a"
    sed 1,2d "$tmp/record.json" >"$tmp/b"
    cmp -s "$tmp/a" "$tmp/b"
    expect "$program: record and program give the same" 0 $?
done
"$lab" trace tests/programs/saxpy.cu -o /nowhere/t.json >"$tmp/out" 2>&1
expect "trace to nowhere: exit" 4 $?
"$lab" trace >"$tmp/out" 2>&1
expect "trace of nothing: exit" 2 $?
"$lab" trace "$tmp/absent.cu" >"$tmp/out" 2>&1
expect "trace of an absent file: exit" 2 $?
echo 'int main( { }' >"$tmp/bad.cu"
"$lab" trace "$tmp/bad.cu" >"$tmp/out" 2>&1
expect "trace of what does not compile: exit" 3 $?
exit $failed
