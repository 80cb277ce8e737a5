#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What never ends is named, and told from what only takes long.
# usage: endless.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
build=$1
. tests/lib.sh
scratch
source=tests/endless/kinds.cu

# kind KIND BUDGET ANSWER FINDING: at the line marked [KIND] or the next
kind() {
    "$build/warplings" run $source --json --budget "$2" -- "$1" \
        >"$tmp/out" 2>"$tmp/err"
    expect "$1: answer" "$3" "$(q "$tmp/out" 'j["output"].strip()')"
    expect "$1: finding" "$4" "$(q "$tmp/out" '" ".join(f["id"]
        for f in j["findings"] if f["severity"] != "advice")')"
    [ -z "$4" ] && return
    line=$(grep -n "// \[$1\]" $source | cut -d: -f1)
    expect "$1: line" True "$(q "$tmp/out" "$line <= j['findings'][0]['line'] \
        <= $line + 3")"
}

timeout=cudaErrorLaunchTimeout
kind flag 8G $timeout endless-kernel
kind count 5M $timeout endless-kernel
has "count: says how to go on" "--budget" "$tmp/out"
kind everywhere 20M $timeout endless-kernel
kind slow 1M $timeout endless-kernel
kind slow 100M cudaSuccess ""
kind fits 8G cudaSuccess ""
kind backwards 8G cudaSuccess ""
kind grid_wait 8G $timeout deadlock
has "grid_wait: why" "waits for blocks that cannot start" "$tmp/out"
kind grid_sleep 200M $timeout deadlock

# However many host threads begin it.
for threads in 1 3; do
    "$build/warplings" run $source --json --budget 20M --threads $threads \
        -- everywhere >"$tmp/threads.$threads" 2>"$tmp/err"
done
cmp -s "$tmp/threads.1" "$tmp/threads.3"
expect "everywhere: the same bytes with 3 threads" 0 $?

"$build/warplings" run $source --budget 5x >"$tmp/out" 2>"$tmp/err"
expect "a bad budget is refused" 2 $?
exit $failed
