#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# One program compiled for each generation of cards, and what only the newer
# ones have: integer triples (sm_90) and float pairs (sm_100).
# usage: arches.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
build=$1
. tests/lib.sh
scratch

case " $(compilers | tr '\n' ' ')" in
*" nvcc "*) ;;
*) skip arches "no nvcc here"; exit 0 ;;
esac
cat >"$tmp/pairs.cu" <<'EOF'
#include <cstdio>

__global__ void pairs(int *out, float2 *f)
{
    out[0] = __vimax3_s32_relu(-3, -2, -1);
    out[1] = __vimax3_s16x2(0x0001ffff, 0x7fff0003, 0x00028000);
    out[2] = __viaddmin_u16x2(0xffff0001, 0x00020003, 0x00050009);
#ifdef __CUDA_ARCH__
    out[3] = __CUDA_ARCH__ / 10;
#endif
#if __CUDA_ARCH__ >= 1000
    f[0] = __ffma2_rn(make_float2(2, 3), make_float2(4, 5),
                      make_float2(0.5f, -1));
#else
    f[0] = make_float2(8.5f, 14);
#endif
}

int main()
{
    int *out, h[4];
    float2 *f, g;

    cudaMalloc(&out, sizeof h);
    cudaMalloc(&f, sizeof g);
    pairs<<<1, 1>>>(out, f);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(&g, f, sizeof g, cudaMemcpyDeviceToHost);
    printf("sm_%d %d %x %x %g %g", h[3], h[0], h[1], h[2], g.x, g.y);
    cudaFree(out);
    cudaFree(f);
}
EOF
for arch in 75 80 90 100 120; do
    for f in tests/programs/language.cu "$tmp/pairs.cu"; do
        want="sm_$arch 0 7fff0003 10004 8.5 14"
        [ "$f" = "$tmp/pairs.cu" ] || want=PASS
        "$build/warplings" run "$f" --compiler nvcc "-arch=sm_$arch" \
            --json >"$tmp/out" 2>"$tmp/err"
        expect "$(basename "$f") for sm_$arch" "0 $want []" \
            "$(q "$tmp/out" '"%s %s %s" % (j["exit"], j["output"].strip(),
            [f["id"] for f in j["findings"] if f["severity"] != "advice"])')"
    done
done
exit $failed
