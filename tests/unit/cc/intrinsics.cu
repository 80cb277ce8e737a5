// SPDX-License-Identifier: Apache-2.0
// Every group of intrinsics, one use per line. "ptx: TEXT" says what must be
// among the instructions that carry this very line's number.
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <math_constants.h>

namespace cg = cooperative_groups;

__global__ void vars(unsigned *o)
{
    o[0] = threadIdx.x;                    // ptx: %tid.x
    o[1] = blockIdx.y;                     // ptx: %ctaid.y
    o[2] = blockDim.z;                     // ptx: %ntid.z
    o[3] = gridDim.x;                      // ptx: %nctaid.x
    uint3 t = threadIdx;                   // ptx: %tid.y
    dim3 b = blockDim;                     // ptx: %ntid.y
    o[4] = t.y + b.y;                      // ptx: st.global.u32
    auto same = threadIdx;
    o[5] = same.z + warpSize;              // ptx: st.global.u32
    o[6] = (unsigned)clock();              // ptx: %clock
    o[7] = (unsigned)clock64();            // ptx: %clock64
    __nanosleep(100);                      // ptx: nanosleep.u32
}

__global__ void math(float *f, double *d)
{
    f[0] = sqrtf(f[0]);                    // ptx: sqrt.rn.f32
    f[1] = std::sqrt(f[1]);                // ptx: sqrt.rn.f32
    f[2] = sqrt(f[2]);                     // ptx: sqrt.rn.f32
    d[0] = sqrt(d[0]);                     // ptx: sqrt.rn.f64
    f[3] = rsqrtf(f[3]);                   // ptx: rsqrt.approx.f32
    f[4] = fabsf(f[4]);                    // ptx: abs.f32
    f[5] = floorf(f[5]);                   // ptx: cvt.rmi.f32.f32
    f[6] = ceilf(f[6]);                    // ptx: cvt.rpi.f32.f32
    f[7] = truncf(f[7]);                   // ptx: cvt.rzi.f32.f32
    f[8] = rintf(f[8]);                    // ptx: cvt.rni.f32.f32
    f[9] = fminf(f[9], f[10]);             // ptx: min.f32
    f[10] = fmaxf(f[9], f[11]);            // ptx: max.f32
    f[11] = fmaf(f[1], f[2], f[3]);        // ptx: fma.rn.f32
    d[1] = fma(d[1], d[2], d[3]);          // ptx: fma.rn.f64
    f[12] = expf(f[12]);                   // ptx: expf
    f[13] = exp(f[13]);                    // ptx: expf
    f[14] = std::exp(f[14]);               // ptx: expf
    d[2] = exp(d[2]);                      // ptx: exp,
    f[15] = powf(f[15], 2.5f);             // ptx: powf
    f[16] = std::pow(f[16], f[17]);        // ptx: powf
    f[17] = sinf(f[17]);                   // ptx: sinf
    f[18] = tanhf(f[18]);                  // ptx: tanhf
    f[19] = log2f(f[19]) + logf(f[20]);    // ptx: log2f
    sincosf(f[20], &f[21], &f[22]);        // ptx: sincosf
    f[23] = fmodf(f[23], 3);               // ptx: fmodf
    f[24] = roundf(f[24]);                 // ptx: cvt.rzi
    f[25] = min(f[25], f[26]);             // ptx: min.f32
    f[26] = std::abs(f[26]);               // ptx: abs.f32
    f[27] = abs(f[27]);                    // ptx: abs.f32
    f[28] = max((int)f[28], 3);            // ptx: max.s32
    f[29] = norm3df(f[1], f[2], f[3]);     // ptx: sqrt.rn.f32
    f[30] = isnan(f[30]) || std::isinf(f[31]); // ptx: setp
    d[4] = std::pow(f[5], 2);              // ptx: pow,
    f[31] = lrintf(f[31]);                 // ptx: cvt.rni.s64.f32
    f[32] = cbrtf(f[32]) + erff(f[33]);    // ptx: cbrtf
    f[33] = CUDART_PI_F + CUDART_INF_F;
}

__global__ void rounded(float *f, double *d, int *i)
{
    f[0] = __fadd_rn(f[0], f[1]);          // ptx: add.rn.f32
    f[1] = __fmul_rz(f[0], f[1]);          // ptx: mul.rz.f32
    f[2] = __fmaf_rn(f[0], f[1], f[2]);    // ptx: fma.rn.f32
    f[3] = __fdiv_ru(f[0], f[1]);          // ptx: div.rp.f32
    f[4] = __frcp_rn(f[4]);                // ptx: rcp.rn.f32
    f[5] = __fsqrt_rd(f[5]);               // ptx: sqrt.rm.f32
    d[0] = __dadd_rn(d[0], d[1]);          // ptx: add.rn.f64
    d[1] = __dmul_rn(d[0], d[1]);          // ptx: mul.rn.f64
    d[2] = __fma_rn(d[0], d[1], d[2]);     // ptx: fma.rn.f64
    f[6] = __fdividef(f[6], f[7]);         // ptx: div.approx.f32
    f[7] = __expf(f[7]);                   // ptx: ex2.approx.f32
    f[8] = __logf(f[8]);                   // ptx: lg2.approx.f32
    f[9] = __sinf(f[9]) + __cosf(f[10]);   // ptx: sin.approx.f32
    f[10] = __powf(f[10], f[11]);          // ptx: ex2.approx.f32
    f[11] = __saturatef(f[11]);            // ptx: cvt.sat.f32.f32
    i[0] = __float2int_rn(f[0]);           // ptx: cvt.rni.s32.f32
    i[1] = __float2int_rz(f[1]);           // ptx: cvt.rzi.s32.f32
    i[2] = __double2int_rd(d[0]);          // ptx: cvt.rmi.s32.f64
    f[12] = __int2float_rn(i[3]);          // ptx: cvt.rn.f32.s32
    f[13] = __double2float_rn(d[1]);       // ptx: cvt.rn.f32.f64
    i[4] = __float_as_int(f[14]);          // ptx: st.global
    f[15] = __int_as_float(i[5]);          // ptx: st.global
    d[3] = __hiloint2double(i[6], i[7]);   // ptx: st.global
}

__global__ void integers(int *i, unsigned *u, unsigned long long *l)
{
    i[0] = __popc(u[0]) + __popcll(l[0]);  // ptx: popc.b32
    i[1] = __clz(i[1]) + __clzll(l[1]);    // ptx: clz.b32
    i[2] = __ffs(i[2]);                    // ptx: selp
    u[0] = __brev(u[0]);                   // ptx: brev.b32
    u[1] = __byte_perm(u[1], u[2], 0x12);  // ptx: prmt.b32
    u[2] = __funnelshift_l(u[0], u[1], 3); // ptx: shf.l.wrap.b32
    u[3] = __funnelshift_rc(u[0], u[1], 3); // ptx: shf.r.clamp.b32
    i[3] = __mul24(i[3], i[4]);            // ptx: mul24.lo.s32
    i[4] = __mulhi(i[4], i[5]);            // ptx: mul.hi.s32
    u[4] = __umulhi(u[4], u[5]);           // ptx: mul.hi.u32
    l[2] = __umul64hi(l[2], l[3]);         // ptx: mul.hi.u64
    u[5] = __sad(i[5], i[6], u[5]);        // ptx: sad.s32
    i[6] = __dp4a(i[6], i[7], i[8]);       // ptx: dp4a.s32.s32
    i[7] = __hadd(i[7], i[8]);             // ptx: st.global
    i[8] = abs(i[8]);                      // ptx: abs.s32
    l[4] = llabs((long long)l[4]);         // ptx: abs.s64
}

__global__ void warps(int *i, unsigned *u, float *f, double *d,
                      unsigned long long *l)
{
    __syncthreads();                       // ptx: bar.sync
    i[0] = __syncthreads_count(i[0]);      // ptx: bar.red.popc
    i[1] = __syncthreads_and(i[1]);        // ptx: bar.red.and
    i[2] = __syncthreads_or(i[2]);         // ptx: bar.red.or
    __syncwarp();                          // ptx: bar.warp.sync
    i[3] = __shfl_sync(~0u, i[3], 2);      // ptx: shfl.sync.idx.b32
    f[0] = __shfl_down_sync(~0u, f[0], 1); // ptx: shfl.sync.down.b32
    f[1] = __shfl_up_sync(~0u, f[1], 1, 8); // ptx: shfl.sync.up.b32
    d[0] = __shfl_xor_sync(~0u, d[0], 4);  // ptx: shfl.sync.bfly.b32
    l[0] = __shfl_xor_sync(~0u, l[0], 4);  // ptx: shfl.sync.bfly.b32
    u[0] = __ballot_sync(~0u, i[4]);       // ptx: vote.sync.ballot.b32
    i[4] = __any_sync(~0u, i[5]);          // ptx: vote.sync.any.pred
    i[5] = __all_sync(~0u, i[6]);          // ptx: vote.sync.all.pred
    u[1] = __activemask();                 // ptx: activemask.b32
    u[2] = __match_any_sync(~0u, i[6]);    // ptx: match.any.sync.b32
    u[3] = __match_all_sync(~0u, l[1], i); // ptx: match.all.sync.b64
    i[6] = __reduce_add_sync(~0u, i[7]);   // ptx: redux.sync.add.s32
    u[4] = __reduce_max_sync(~0u, u[5]);   // ptx: redux.sync.max.u32
    u[5] = __reduce_xor_sync(~0u, u[6]);   // ptx: redux.sync.xor.b32
    __threadfence();                       // ptx: membar.gl
    __threadfence_block();                 // ptx: membar.cta
    __threadfence_system();                // ptx: membar.sys
}

__global__ void atomics(int *i, unsigned *u, unsigned long long *l, float *f,
                        double *d, unsigned short *s, long long *q)
{
    __shared__ int sh[4];
    i[9] = atomicAdd(&i[0], 1);            // ptx: atom.global.add.u32
    atomicAdd(&sh[1], 2);                  // ptx: atom.shared.add.u32
    f[9] = atomicAdd(&f[0], 1.f);          // ptx: atom.global.add.f32
    d[9] = atomicAdd(&d[0], 1.);           // ptx: atom.global.add.f64
    l[9] = atomicAdd(&l[0], 1ull);         // ptx: atom.global.add.u64
    i[8] = atomicSub(&i[1], i[7]);         // ptx: atom.global.add.u32
    i[7] = atomicExch(&i[2], 5);           // ptx: atom.global.exch.b32
    f[8] = atomicExch(&f[1], 5.f);         // ptx: atom.global.exch.b32
    i[6] = atomicMin(&i[3], 5);            // ptx: atom.global.min.s32
    u[9] = atomicMax(&u[0], 5u);           // ptx: atom.global.max.u32
    q[9] = atomicMin(&q[0], 5ll);          // ptx: atom.global.min.s64
    u[8] = atomicInc(&u[1], 5u);           // ptx: inc.u32
    u[7] = atomicDec(&u[2], 5u);           // ptx: dec.u32
    i[5] = atomicAnd(&i[4], 5);            // ptx: atom.global.and.b32
    u[6] = atomicOr(&u[3], 5u);            // ptx: atom.global.or.b32
    l[8] = atomicXor(&l[1], 5ull);         // ptx: atom.global.xor.b64
    i[4] = atomicCAS(&i[5], 1, 2);         // ptx: atom.global.cas.b32
    l[7] = atomicCAS(&l[2], 1ull, 2ull);   // ptx: atom.global.cas.b64
    s[9] = atomicCAS(&s[0], s[1], s[2]);   // ptx: cas.b16
    i[3] = atomicAdd_block(&i[6], 1);      // ptx: .cta.
    i[2] = atomicAdd_system(&i[7], 1);     // ptx: .sys.
    i[1] = sh[0];
}

__global__ void cached(const float *f, float *o, const float4 *v, float4 *w,
                       const unsigned char *c)
{
    o[0] = __ldg(&f[0]);                   // ptx: ld.global.nc.f32
    w[0] = __ldg(&v[0]);                   // ptx: ld.global.nc.v4.f32
    o[1] = __ldcg(&f[1]);                  // ptx: ld.global.cg.f32
    o[2] = __ldcs(&c[1]);                  // ptx: ld.global.cs.u8
    __stcs(&o[3], 1.f);                    // ptx: st.global.cs.f32
    __stcg(&w[1], v[2]);                   // ptx: st.global.cg.v4.f32
}

__global__ void halves(half *h, half2 *p, __nv_bfloat16 *b, float *f)
{
    h[0] = h[1] + h[2];                    // ptx: add.f16
    h[1] = __hfma(h[1], h[2], h[3]);       // ptx: fma.rn.f16
    p[0] = p[1] * p[2];                    // ptx: mul.f16x2
    p[1] = __hfma2(p[1], p[2], p[3]);      // ptx: fma.rn.f16x2
    f[0] = __half2float(h[4]);             // ptx: cvt.f32.f16
    h[5] = __float2half(f[1]);             // ptx: cvt.rn.f16.f32
    p[2] = __floats2half2_rn(f[2], f[3]);  // ptx: cvt.rn.f16.f32
    h[6] = atomicAdd(&h[7], h[8]);         // ptx: atom.add.noftz.f16
    h[7] = __shfl_down_sync(~0u, h[7], 1); // ptx: shfl.sync.down.b32
    b[0] = b[1] + b[2];                    // ptx: add.f32
    b[1] = __hfma(b[1], b[2], b[3]);       // ptx: fma.rn.bf16
    f[4] = h[8] < h[9] ? 1.f : 2.f;        // ptx: cvt.f32.f16
}

__global__ void groups(float *f, unsigned *u)
{
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    auto here = cg::coalesced_threads();   // ptx: activemask.b32
    block.sync();                          // ptx: bar.sync
    tile.sync();                           // ptx: bar.warp.sync
    f[0] = tile.shfl_down(f[0], 2);        // ptx: shfl.sync.down.b32
    u[0] = tile.ballot(u[1]) + tile.any(1); // ptx: vote.sync.ballot.b32
    f[1] = cg::reduce(tile, f[1], cg::plus<float>()); // ptx: shfl.sync.bfly.b32
    u[2] = here.size() + here.thread_rank(); // ptx: %lanemask_lt
    cg::thread_block_tile<16> plain = tile;
    cg::thread_group any = plain;
    any.sync();                            // ptx: bar.warp.sync
    u[3] = any.size() + any.thread_rank();
    cg::this_grid().sync();                // ptx: nanosleep.u32
}

struct node {
    int value;
};

__global__ void library(int *i, float *f)
{
    printf("%d %f\n", i[0], f[0]);         // ptx: vprintf
    assert(i[1] > 0);                      // ptx: __assert_fail
    int *m = (int *)malloc(16);            // ptx: malloc
    m[0] = i[2];
    free(m);                               // ptx: free
    node *n = new node[4];                 // ptx: malloc
    n[0].value = i[3];
    delete[] n;                            // ptx: free
    memcpy(i, f, 8);                       // ptx: st.global
    if (i[4])
        __trap();                          // ptx: trap
}

int main()
{
    vars<<<1, 1>>>(nullptr);
    return 0;
}
