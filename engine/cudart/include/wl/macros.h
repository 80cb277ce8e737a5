/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The words of CUDA C: as attributes for clang's CUDA mode, empty elsewhere
 * (a plain C or C++ file may include our headers too).
 */
#ifndef WL_MACROS_H
#define WL_MACROS_H

#ifdef __CUDA__
#define __host__     __attribute__((host))
#define __device__   __attribute__((device))
#define __global__   __attribute__((global))
#define __shared__   __attribute__((shared))
#define __constant__ __attribute__((constant))
/*
 * Clang knows no managed variables. On the host they get whole pages of their
 * own, which the runtime replaces with memory that both sides see.
 */
#ifdef __CUDA_ARCH__
#define __managed__ __attribute__((device))
#else
#define __managed__ \
    __attribute__((device, section("wl_managed"), aligned(4096)))
extern "C" char __start_wl_managed[]
    __attribute__((weak, visibility("hidden")));
extern "C" char __stop_wl_managed[]
    __attribute__((weak, visibility("hidden")));
extern "C" void __cudaManagedSection(char *start, char *end);
static __attribute__((constructor(101), used)) void wl_managed_section(void)
{
    __cudaManagedSection(__start_wl_managed, __stop_wl_managed);
}
#endif
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __grid_constant__
#define __nv_pure__
#define __CUDACC__            1
#define __CUDACC_VER_MAJOR__  13
#define __CUDACC_VER_MINOR__  0
#define __CUDACC_VER_BUILD__  0
#define __cluster_dims__(...)
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define __grid_constant__
#define __nv_pure__
#endif

#define __forceinline__ __inline__ __attribute__((always_inline))
#define __noinline__    __attribute__((noinline))
#define __align__(n)    __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __device_builtin__
#define __cudart_builtin__
#ifndef CUDARTAPI
#define CUDARTAPI
#endif
#define CUDART_CB
#ifndef __THROW
#define __THROW
#endif

/*
 * Our own wrappers vanish: always inlined, and without line numbers, so that
 * what they do is shown at the line that called them.
 */
#ifdef __clang__
#define WL_NODEBUG __attribute__((always_inline, nodebug))
#else
#define WL_NODEBUG
#endif
#define WL_FN  static __inline__ WL_NODEBUG
#define WL_DEV WL_FN __device__
#define WL_HD  WL_FN __host__ __device__

#ifdef __cplusplus
#define WL_DV(value) = value
#else
#define WL_DV(value)
#endif

#endif
