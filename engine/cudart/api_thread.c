/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The names that a program built with per-thread default streams calls: the
 * same functions, in which stream 0 is the thread's own.
 */
#include "cudart/api.h"
#include "cudart/handles.h"

#define P(...) (__VA_ARGS__)
#define THREAD(name, suffix, parameters, arguments) \
    extern int name parameters;                     \
    API(name##suffix, parameters)                   \
    {                                               \
        int error_;                                 \
                                                    \
        stream_default_is_thread(true);             \
        error_ = name arguments;                    \
        stream_default_is_thread(false);            \
        return error_;                              \
    }

struct dimensions {
    unsigned x, y, z;
};
struct graph_exec;
struct graph;
struct pool;

THREAD(cudaMemcpy, _ptds, P(void *d, const void *s, size_t n, int k),
       P(d, s, n, k))
THREAD(cudaMemcpyAsync, _ptsz,
       P(void *d, const void *s, size_t n, int k, void *t), P(d, s, n, k, t))
THREAD(cudaMemcpy2D, _ptds,
       P(void *d, size_t dp, const void *s, size_t sp, size_t w, size_t h,
         int k),
       P(d, dp, s, sp, w, h, k))
THREAD(cudaMemcpy2DAsync, _ptsz,
       P(void *d, size_t dp, const void *s, size_t sp, size_t w, size_t h,
         int k, void *t),
       P(d, dp, s, sp, w, h, k, t))
THREAD(cudaMemcpy3D, _ptds, P(const struct cudaMemcpy3DParms *p), P(p))
THREAD(cudaMemcpy3DAsync, _ptsz, P(const struct cudaMemcpy3DParms *p, void *t),
       P(p, t))
THREAD(cudaMemcpyToSymbol, _ptds,
       P(const void *v, const void *s, size_t n, size_t o, int k),
       P(v, s, n, o, k))
THREAD(cudaMemcpyFromSymbol, _ptds,
       P(void *d, const void *v, size_t n, size_t o, int k), P(d, v, n, o, k))
THREAD(cudaMemcpyToSymbolAsync, _ptsz,
       P(const void *v, const void *s, size_t n, size_t o, int k, void *t),
       P(v, s, n, o, k, t))
THREAD(cudaMemcpyFromSymbolAsync, _ptsz,
       P(void *d, const void *v, size_t n, size_t o, int k, void *t),
       P(d, v, n, o, k, t))
THREAD(cudaMemset, _ptds, P(void *p, int v, size_t n), P(p, v, n))
THREAD(cudaMemsetAsync, _ptsz, P(void *p, int v, size_t n, void *t),
       P(p, v, n, t))
THREAD(cudaMemset2D, _ptds, P(void *p, size_t pi, int v, size_t w, size_t h),
       P(p, pi, v, w, h))
THREAD(cudaMemset2DAsync, _ptsz,
       P(void *p, size_t pi, int v, size_t w, size_t h, void *t),
       P(p, pi, v, w, h, t))
THREAD(cudaMemset3D, _ptds,
       P(struct cudaPitchedPtr p, int v, struct cudaExtent x), P(p, v, x))
THREAD(cudaMemset3DAsync, _ptsz,
       P(struct cudaPitchedPtr p, int v, struct cudaExtent x, void *t),
       P(p, v, x, t))
THREAD(cudaMallocAsync, _ptsz, P(void **o, size_t n, void *t), P(o, n, t))
THREAD(cudaMallocFromPoolAsync, _ptsz,
       P(void **o, size_t n, struct pool *p, void *t), P(o, n, p, t))
THREAD(cudaFreeAsync, _ptsz, P(void *p, void *t), P(p, t))
THREAD(cudaMemPrefetchAsync, _ptsz,
       P(const void *p, size_t n, struct cudaMemLocation l, unsigned f,
         void *t),
       P(p, n, l, f, t))
THREAD(cudaLaunchKernel, _ptsz,
       P(const void *k, struct dimensions g, struct dimensions b, void **a,
         size_t n, void *t),
       P(k, g, b, a, n, t))
THREAD(__cudaLaunchKernel, _ptsz,
       P(void *k, struct dimensions g, struct dimensions b, void **a, size_t n,
         void *t),
       P(k, g, b, a, n, t))
THREAD(cudaLaunchCooperativeKernel, _ptsz,
       P(const void *k, struct dimensions g, struct dimensions b, void **a,
         size_t n, void *t),
       P(k, g, b, a, n, t))
THREAD(cudaLaunchKernelExC, _ptsz,
       P(const cudaLaunchConfig_t *c, const void *k, void **a), P(c, k, a))
THREAD(cudaLaunchHostFunc, _ptsz, P(void *t, cudaHostFn_t f, void *d),
       P(t, f, d))
THREAD(cudaStreamAddCallback, _ptsz,
       P(void *t, void (*f)(void *, int, void *), void *d, unsigned g),
       P(t, f, d, g))
THREAD(cudaStreamSynchronize, _ptsz, P(void *t), P(t))
THREAD(cudaStreamQuery, _ptsz, P(void *t), P(t))
THREAD(cudaStreamWaitEvent, _ptsz, P(void *t, void *e, unsigned f), P(t, e, f))
THREAD(cudaStreamGetPriority, _ptsz, P(void *t, int *p), P(t, p))
THREAD(cudaStreamGetFlags, _ptsz, P(void *t, unsigned *f), P(t, f))
THREAD(cudaStreamGetId, _ptsz, P(void *t, unsigned long long *i), P(t, i))
THREAD(cudaStreamGetDevice, _ptsz, P(void *t, int *d), P(t, d))
THREAD(cudaStreamAttachMemAsync, _ptsz,
       P(void *t, void *p, size_t n, unsigned f), P(t, p, n, f))
THREAD(cudaEventRecord, _ptsz, P(void *e, void *t), P(e, t))
THREAD(cudaEventRecordWithFlags, _ptsz, P(void *e, void *t, unsigned f),
       P(e, t, f))
THREAD(cudaGraphLaunch, _ptsz, P(struct graph_exec *x, void *t), P(x, t))
THREAD(cudaGraphUpload, _ptsz, P(struct graph_exec *x, void *t), P(x, t))
THREAD(cudaStreamBeginCapture, _ptsz, P(void *t, int m), P(t, m))
THREAD(cudaStreamEndCapture, _ptsz, P(void *t, struct graph **o), P(t, o))
THREAD(cudaStreamIsCapturing, _ptsz, P(void *t, int *s), P(t, s))
