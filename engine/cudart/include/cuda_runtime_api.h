/* SPDX-License-Identifier: Apache-2.0 */
/* The runtime API, for C and C++. */
#ifndef WL_CUDA_RUNTIME_API_H
#define WL_CUDA_RUNTIME_API_H
#define __CUDA_RUNTIME_API_H__

#include "driver_types.h"

#define CUDART_VERSION 13000

#ifdef __cplusplus
extern "C" {
#endif

#define CUDA_API(name, parameters) extern cudaError_t name parameters;
#include "wl/api.def"
#undef CUDA_API

extern const char *cudaGetErrorName(cudaError_t error);
extern const char *cudaGetErrorString(cudaError_t error);

/* Called by what the compiler makes of a .cu file. */
extern void **__cudaRegisterFatBinary(void *wrapper);
extern void __cudaRegisterFatBinaryEnd(void **handle);
extern void __cudaUnregisterFatBinary(void **handle);
extern unsigned int __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim,
                                                size_t sharedBytes WL_DV(0),
                                                struct CUstream_st *stream
                                                    WL_DV(0));
extern cudaError_t __cudaPopCallConfiguration(dim3 *gridDim, dim3 *blockDim,
                                              size_t *sharedBytes,
                                              void *stream);

#ifdef __cplusplus
}
#endif

static __inline__ struct cudaExtent make_cudaExtent(size_t w, size_t h,
                                                    size_t d)
{
    struct cudaExtent e = { w, h, d };
    return e;
}

static __inline__ struct cudaPos make_cudaPos(size_t x, size_t y, size_t z)
{
    struct cudaPos p = { x, y, z };
    return p;
}

static __inline__ struct cudaPitchedPtr make_cudaPitchedPtr(void *ptr,
                                                            size_t pitch,
                                                            size_t xsize,
                                                            size_t ysize)
{
    struct cudaPitchedPtr p = { ptr, pitch, xsize, ysize };
    return p;
}

#endif
