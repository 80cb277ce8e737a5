/* SPDX-License-Identifier: Apache-2.0 */
/* Types of the driver API that programs for the runtime API mention. */
#ifndef WL_CUDA_H
#define WL_CUDA_H

#include <stddef.h>

#include "driver_types.h"

#define CUDA_VERSION 13000

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;

#endif
