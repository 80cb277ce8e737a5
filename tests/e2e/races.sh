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
exit $failed
