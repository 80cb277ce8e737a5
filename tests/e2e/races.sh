#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Races on global memory: each is found at its lines, and a program whose
# threads are in order has none. usage: races.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
build=$1
. tests/lib.sh
scratch

for compiler in $(compilers); do
    "$build/warplings" run tests/races/ordered.cu --compiler "$compiler" \
        --json >"$tmp/out" 2>"$tmp/err"
    expect "ordered ($compiler): answer" PASS "$(q "$tmp/out" \
        'j["output"].strip()')"
    expect "ordered ($compiler): no finding" "[]" "$(q "$tmp/out" \
        '[f["id"] + ":" + str(f["line"]) for f in j["findings"]
          if f["severity"] != "advice"]')"
    "$build/warplings" run tests/races/racy.cu --compiler "$compiler" \
        --json >"$tmp/out" 2>"$tmp/err"
    expect "racy ($compiler): every race, nothing else" ok \
        "$(python3 tests/races/check.py tests/races/racy.cu "$tmp/out" 2>&1)"
done

# One meaning, whatever the number of host threads: also for launches whose
# blocks race, and speculation fails.
for source in tests/races/threads.cu tests/races/racy.cu kernels/*/*.cu; do
    for threads in 1 2 5; do
        "$build/warplings" run "$source" --threads $threads --json \
            >"$tmp/threads.$threads" 2>"$tmp/err"
    done
    for threads in 2 5; do
        cmp -s "$tmp/threads.1" "$tmp/threads.$threads"
        expect "$source: the same bytes with $threads threads" 0 $?
    done
done
"$build/warplings" run tests/races/threads.cu --json >"$tmp/out" 2>"$tmp/err"
expect "threads.cu: findings" "chain:race-global look_back:race-global \
past_end:oob-global say:idle-threads sums:atomic-contention \
sums:float-atomic-order unread:uninitialised-read" \
    "$(q "$tmp/out" '" ".join(sorted({f["kernel"] + ":" + f["id"]
        for f in j["findings"]}))')"
exit $failed
