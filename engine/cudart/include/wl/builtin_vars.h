/* SPDX-License-Identifier: Apache-2.0 */
/*
 * threadIdx and its family. Each member is a property that reads a special
 * register; nothing is stored, and no line of this file reaches the PTX.
 */
#ifndef WL_BUILTIN_VARS_H
#define WL_BUILTIN_VARS_H

#include "vector_types.h"

#define WL_SREG(member, builtin)                                       \
    __declspec(property(get = wl_get_##member)) unsigned int member;   \
    static __inline__ WL_NODEBUG __device__ unsigned int wl_get_##member() \
    {                                                                  \
        return builtin();                                              \
    }

#define WL_SREG3(name, reg)                                            \
    struct wl_##name {                                                 \
        WL_SREG(x, __nvvm_read_ptx_sreg_##reg##_x)                     \
        WL_SREG(y, __nvvm_read_ptx_sreg_##reg##_y)                     \
        WL_SREG(z, __nvvm_read_ptx_sreg_##reg##_z)                     \
        WL_NODEBUG __device__ operator uint3() const                   \
        {                                                              \
            return uint3{ wl_get_x(), wl_get_y(), wl_get_z() };        \
        }                                                              \
        WL_NODEBUG __device__ operator dim3() const                    \
        {                                                              \
            return dim3(wl_get_x(), wl_get_y(), wl_get_z());           \
        }                                                              \
    };                                                                 \
    extern const __device__ __attribute__((weak)) wl_##name name;

WL_SREG3(threadIdx, tid)
WL_SREG3(blockIdx, ctaid)
WL_SREG3(blockDim, ntid)
WL_SREG3(gridDim, nctaid)
#undef WL_SREG3
#undef WL_SREG

static __device__ const int warpSize = 32;

#endif
