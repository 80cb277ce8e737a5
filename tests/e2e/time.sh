#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What the timing model must say on every card, for any compiler.
# usage: time.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
build=$1
. tests/lib.sh
scratch

# time_of NAME FILE KEY [ARGS...]: modelled microseconds
run() {
    out=$1
    file=$2
    shift 2
    "$build/warplings" run "$file" --json --card "$card" \
        --compiler "$compiler" -- "$@" >"$tmp/$out" 2>"$tmp/err" ||
        fail "$file on $card" "$(head -c 300 "$tmp/err")"
}
kernel() { q "$tmp/$1" "j['kernels'][$2]['metrics']['time_us']['value']"; }
truth() { python3 -c "import sys; print($1)"; }

for compiler in $(compilers); do
    for card in t4 rtx-4090 h100-sxm; do
        on="($card, $compiler)"
        run naive tests/time/matmul_naive.cu
        run swapped tests/time/matmul_uncoalesced.cu
        ratio=$(truth "$(kernel swapped 0) / $(kernel naive 0)")
        expect "uncoalesced product is 3 to 12 times slower, $ratio $on" True \
            "$(truth "3 <= $ratio <= 12")"
        run copy tests/time/copy.cu
        expect "unit stride is not slower than stride 8 $on" True \
            "$(truth "$(kernel copy 0) <= $(kernel copy 1)")"
        run one tests/time/launches.cu
        run many tests/time/launches.cu many
        expect "1000 tiny launches are slower than one $on" True \
            "$(truth "$(q "$tmp/many" "j['run']['time_us']['value']") > \
                $(q "$tmp/one" "j['run']['time_us']['value']")")"
    done
    if cmp -s "$tmp/one" "$tmp/many"; then
        fail "run --json tells two runs apart" "same bytes"
    fi
done
exit $failed
