#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every device function of the CUDA Math API: our headers under clang give
# what NVIDIA's give under nvcc. usage: headers.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
build=$1
. tests/lib.sh
scratch

python3 tests/headers/make.py "$tmp" || exit 1
for name in simd half bf16 floats doubles; do
    for compiler in $(compilers); do
        "$build/warplings" run "$tmp/$name.cu" --compiler "$compiler" --json \
            >"$tmp/$name.$compiler" 2>"$tmp/err"
        expect "headers, $name ($compiler): builds and runs" 0 $?
    done
    if [ -s "$tmp/$name.clang" ] && [ -s "$tmp/$name.nvcc" ]; then
        expect "headers, $name: as nvcc has it" ok \
            "$(python3 tests/headers/compare.py "$tmp/$name.txt" \
                "$tmp/$name.clang" "$tmp/$name.nvcc" 2>&1)"
    else
        skip "headers, $name: as nvcc has it" "one compiler only"
    fi
done
exit $failed
