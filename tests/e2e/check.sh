#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A solution passes, with the same bytes in every run and for any number of
# workers. usage: check.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
build=$1
. tests/lib.sh
scratch

for compiler in $(compilers); do
    runs=10
    [ "$compiler" = nvcc ] && runs=2
    i=0
    while [ $i -lt $runs ]; do
        threads=$((1 + i % 2))
        "$build/warplings" check 11 --file solutions/11-tiling.cu --json \
            --compiler "$compiler" --threads $threads >"$tmp/$i" 2>"$tmp/err"
        status=$?
        if [ $i = 0 ]; then
            expect "check 11 ($compiler): exit" 0 $status
            expect "check 11 ($compiler): verdict" pass \
                "$(q "$tmp/0" 'j["verdict"]')"
        elif ! cmp -s "$tmp/0" "$tmp/$i"; then
            fail "check 11 ($compiler): run $i, $threads threads" \
                "other bytes than run 0"
        else
            pass "check 11 ($compiler): run $i, $threads threads, same bytes"
        fi
        i=$((i + 1))
    done
    "$build/warplings" check 02 --file solutions/02-guard.cu --json \
        --compiler "$compiler" >"$tmp/02" 2>"$tmp/err"
    expect "check 02 ($compiler): exit" 0 $?
done
exit $failed
