/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CUDA C++ for clang, without a toolkit. Included before the first line of
 * every .cu file, as nvcc does: the device's math must be known before the
 * standard library's headers are read.
 */
#ifndef WL_CUDA_RUNTIME_H
#define WL_CUDA_RUNTIME_H
#define __CUDA_RUNTIME_H__ /* programs ask for it, so that helpers show */

#include "wl/macros.h"

#ifdef __CUDA__
#include "wl/libc.h"
#include "wl/math.h"

#include <cstddef>
/* Device new and delete come with clang's <new>: without line numbers too. */
#pragma push_macro("inline")
#define inline __inline__ WL_NODEBUG
#include <new>
#pragma pop_macro("inline")

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#endif

#include "cuda_runtime_api.h"
#include "vector_functions.h"

#ifdef __CUDA__
#include "wl/builtin_vars.h"
#include "wl/cast.h"
#include "wl/integer.h"
#include "wl/simd.h"
#include "wl/float.h"
#include "wl/sync.h"
#include "wl/shuffle.h"
#include "wl/atomic.h"
#include "wl/cache.h"
#endif
#ifdef __cplusplus
#include "wl/host_templates.h"
#endif

#endif
