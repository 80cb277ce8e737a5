/* SPDX-License-Identifier: Apache-2.0 */
/* Short vectors: float4 and its family, dim3. */
#ifndef WL_VECTOR_TYPES_H
#define WL_VECTOR_TYPES_H

#include "wl/macros.h"

/* Name, element, alignment of the vectors of two and of four. */
#define WL_VECTOR(name, type, align2, align4)                     \
    struct name##1 {                                              \
        type x;                                                   \
    };                                                            \
    struct __attribute__((aligned(align2))) name##2 {             \
        type x, y;                                                \
    };                                                            \
    struct name##3 {                                              \
        type x, y, z;                                             \
    };                                                            \
    struct __attribute__((aligned(align4))) name##4 {             \
        type x, y, z, w;                                          \
    };                                                            \
    typedef struct name##1 name##1;                               \
    typedef struct name##2 name##2;                               \
    typedef struct name##3 name##3;                               \
    typedef struct name##4 name##4;

WL_VECTOR(char, signed char, 2, 4)
WL_VECTOR(uchar, unsigned char, 2, 4)
WL_VECTOR(short, short, 4, 8)
WL_VECTOR(ushort, unsigned short, 4, 8)
WL_VECTOR(int, int, 8, 16)
WL_VECTOR(uint, unsigned int, 8, 16)
WL_VECTOR(long, long, 16, 16)
WL_VECTOR(ulong, unsigned long, 16, 16)
WL_VECTOR(longlong, long long, 16, 16)
WL_VECTOR(ulonglong, unsigned long long, 16, 16)
WL_VECTOR(float, float, 8, 16)
WL_VECTOR(double, double, 16, 16)
#undef WL_VECTOR

/* The four-element 64-bit types with their alignment in the name. */
#define WL_ALIGNED4(name, type)                              \
    struct __attribute__((aligned(16))) name##4_16a {        \
        type x, y, z, w;                                     \
    };                                                       \
    struct __attribute__((aligned(32))) name##4_32a {        \
        type x, y, z, w;                                     \
    };                                                       \
    typedef struct name##4_16a name##4_16a;                  \
    typedef struct name##4_32a name##4_32a;

WL_ALIGNED4(long, long)
WL_ALIGNED4(ulong, unsigned long)
WL_ALIGNED4(longlong, long long)
WL_ALIGNED4(ulonglong, unsigned long long)
WL_ALIGNED4(double, double)
#undef WL_ALIGNED4

struct dim3 {
    unsigned int x, y, z;
#ifdef __cplusplus
#if __cplusplus >= 201103L
#define WL_CONSTEXPR constexpr
#else
#define WL_CONSTEXPR
#endif
    WL_NODEBUG __host__ __device__ WL_CONSTEXPR
    dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
        : x(vx), y(vy), z(vz)
    {
    }
    WL_NODEBUG __host__ __device__ WL_CONSTEXPR dim3(uint3 v)
        : x(v.x), y(v.y), z(v.z)
    {
    }
    WL_NODEBUG __host__ __device__ WL_CONSTEXPR
    operator uint3() const
    {
        return uint3{ x, y, z };
    }
#undef WL_CONSTEXPR
#endif
};
typedef struct dim3 dim3;

#endif
