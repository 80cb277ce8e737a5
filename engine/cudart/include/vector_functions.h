/* SPDX-License-Identifier: Apache-2.0 */
/* make_float4 and its family. */
#ifndef WL_VECTOR_FUNCTIONS_H
#define WL_VECTOR_FUNCTIONS_H

#include "vector_types.h"

#define WL_MAKE(name, type)                                              \
    WL_HD struct name##1 make_##name##1(type x)                          \
    {                                                                    \
        struct name##1 v = { x };                                        \
        return v;                                                        \
    }                                                                    \
    WL_HD struct name##2 make_##name##2(type x, type y)                  \
    {                                                                    \
        struct name##2 v = { x, y };                                     \
        return v;                                                        \
    }                                                                    \
    WL_HD struct name##3 make_##name##3(type x, type y, type z)          \
    {                                                                    \
        struct name##3 v = { x, y, z };                                  \
        return v;                                                        \
    }                                                                    \
    WL_HD struct name##4 make_##name##4(type x, type y, type z, type w)  \
    {                                                                    \
        struct name##4 v = { x, y, z, w };                               \
        return v;                                                        \
    }

WL_MAKE(char, signed char)
WL_MAKE(uchar, unsigned char)
WL_MAKE(short, short)
WL_MAKE(ushort, unsigned short)
WL_MAKE(int, int)
WL_MAKE(uint, unsigned int)
WL_MAKE(long, long)
WL_MAKE(ulong, unsigned long)
WL_MAKE(longlong, long long)
WL_MAKE(ulonglong, unsigned long long)
WL_MAKE(float, float)
WL_MAKE(double, double)
#undef WL_MAKE

#define WL_MAKE4A(name, type)                                   \
    WL_HD struct name make_##name(type x, type y, type z, type w) \
    {                                                           \
        struct name v = { x, y, z, w };                         \
        return v;                                               \
    }

WL_MAKE4A(long4_16a, long)
WL_MAKE4A(long4_32a, long)
WL_MAKE4A(ulong4_16a, unsigned long)
WL_MAKE4A(ulong4_32a, unsigned long)
WL_MAKE4A(longlong4_16a, long long)
WL_MAKE4A(longlong4_32a, long long)
WL_MAKE4A(ulonglong4_16a, unsigned long long)
WL_MAKE4A(ulonglong4_32a, unsigned long long)
WL_MAKE4A(double4_16a, double)
WL_MAKE4A(double4_32a, double)
#undef WL_MAKE4A

#endif
