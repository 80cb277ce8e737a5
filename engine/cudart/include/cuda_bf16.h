/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bfloat16: the upper half of a float. sm_80 multiplies and adds it by fma;
 * everything else goes by float and rounds once.
 */
#ifndef WL_CUDA_BF16_H
#define WL_CUDA_BF16_H

#include "cuda_runtime.h"

#ifdef __CUDA__

struct __nv_bfloat16_raw {
    unsigned short x;
};

/* To nearest even; a NaN stays one. */
WL_HD unsigned short wl_f2b(float v)
{
    unsigned bits = __builtin_bit_cast(unsigned, v);

    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return 0x7fffu;
    return (unsigned short)((bits + 0x7fffu + (bits >> 16 & 1)) >> 16);
}
WL_HD float wl_b2f(unsigned short x)
{
    return __builtin_bit_cast(float, (unsigned)x << 16);
}

/* A double to a float that says by its last bit that it is not exact: what is
   rounded from it next is rounded right. */
WL_HD float wl_d2f_odd(double d)
{
    float f = (float)d;
    unsigned bits = __builtin_bit_cast(unsigned, f);

    if ((double)f != d && (bits & 0x7f800000u) != 0x7f800000u) {
        if (__builtin_fabs((double)f) > __builtin_fabs(d))
            bits--;
        bits |= 1;
    }
    return __builtin_bit_cast(float, bits);
}

/* Integers in a mode: 0 to nearest even, 1 to zero, 2 down, 3 up. */
WL_HD unsigned short wl_i2b(unsigned long long v, bool negative, int mode)
{
    int top = v ? 63 - __builtin_clzll(v) : 0, shift = top - 7;
    unsigned long long m, rest, half;

    if (!v)
        return 0;
    if (shift <= 0) {
        m = v << -shift;
        rest = 0;
        half = 1;
    } else {
        m = v >> shift;
        rest = v & ((1ull << shift) - 1);
        half = 1ull << (shift - 1);
    }
    if (mode == 0)
        m += rest > half || (shift > 0 && rest == half && (m & 1));
    else if (rest)
        m += negative ? mode == 2 : mode == 3;
    return (unsigned short)((negative ? 0x8000u : 0u) |
                            (unsigned)(((top + 126ull) << 7) + m));
}

/* The same for a float: 1 to zero, 2 down, 3 up. */
WL_HD unsigned short wl_f2b_mode(float v, int mode)
{
    unsigned bits = __builtin_bit_cast(unsigned, v), up = bits >> 31 ? 2 : 3;

    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return 0x7fffu;
    return (unsigned short)((bits >> 16) +
                            ((bits & 0xffffu) && mode == (int)up));
}

struct __nv_bfloat16 {
    unsigned short __x;

    __nv_bfloat16() = default; /* else none may be __shared__ */
    WL_NODEBUG __host__ __device__ constexpr
    __nv_bfloat16(__nv_bfloat16_raw r)
        : __x(r.x)
    {
    }
    WL_NODEBUG __host__ __device__ __nv_bfloat16(float v) : __x(wl_f2b(v))
    {
    }
    WL_NODEBUG __host__ __device__ __nv_bfloat16(double v)
        : __x(wl_f2b(wl_d2f_odd(v)))
    {
    }
#define WL_FROM(type)                                                      \
    WL_NODEBUG __host__ __device__ __nv_bfloat16(type v)                   \
        : __x(wl_i2b(v < 0 ? 0ull - (unsigned long long)v                  \
                           : (unsigned long long)v,                        \
                     v < 0, 0))                                            \
    {                                                                      \
    }
    WL_FROM(short)
    WL_FROM(unsigned short)
    WL_FROM(int)
    WL_FROM(unsigned)
    WL_FROM(long)
    WL_FROM(unsigned long)
    WL_FROM(long long)
    WL_FROM(unsigned long long)
#undef WL_FROM
    WL_NODEBUG __host__ __device__ operator float() const
    {
        return wl_b2f(__x);
    }
    WL_NODEBUG __host__ __device__ explicit operator bool() const
    {
        return (__x & 0x7fffu) != 0;
    }
#define WL_TO(type)                                               \
    WL_NODEBUG __host__ __device__ explicit operator type() const \
    {                                                             \
        return (type)wl_b2f(__x);                                 \
    }
    WL_TO(double)
    WL_TO(short)
    WL_TO(unsigned short)
    WL_TO(int)
    WL_TO(unsigned)
    WL_TO(long)
    WL_TO(unsigned long)
    WL_TO(long long)
    WL_TO(unsigned long long)
#undef WL_TO
};
typedef __nv_bfloat16 nv_bfloat16;

struct __attribute__((aligned(4))) __nv_bfloat162 {
    __nv_bfloat16 x, y;

    __nv_bfloat162() = default; /* else none may be __shared__ */
    WL_NODEBUG __host__ __device__ constexpr
    __nv_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b)
        : x(a), y(b)
    {
    }
};
typedef __nv_bfloat162 nv_bfloat162;

WL_HD __nv_bfloat16 wl_bf16_of(unsigned short bits)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ bits });
}

/* ---- arithmetic --------------------------------------------------------- */

#define WL_B2(name, sym, expr)                                            \
    WL_HD __nv_bfloat16 name(__nv_bfloat16 a, __nv_bfloat16 b)            \
    {                                                                     \
        float x = a, y = b;                                               \
        return __nv_bfloat16(expr);                                       \
    }                                                                     \
    WL_HD __nv_bfloat162 name##2(__nv_bfloat162 a, __nv_bfloat162 b)      \
    {                                                                     \
        return __nv_bfloat162(name(a.x, b.x), name(a.y, b.y));            \
    }
#define WL_OP(sym, name)                                                  \
    WL_HD __nv_bfloat16 operator sym(__nv_bfloat16 a, __nv_bfloat16 b)    \
    {                                                                     \
        return name(a, b);                                                \
    }                                                                     \
    WL_HD __nv_bfloat16 &operator sym##=(__nv_bfloat16 &a,                \
                                         __nv_bfloat16 b)                 \
    {                                                                     \
        return a = name(a, b);                                            \
    }                                                                     \
    WL_HD __nv_bfloat162 operator sym(__nv_bfloat162 a, __nv_bfloat162 b) \
    {                                                                     \
        return name##2(a, b);                                             \
    }
WL_B2(__hadd, +, x + y)
WL_B2(__hsub, -, x - y)
WL_B2(__hmul, *, x *y)
WL_B2(__hdiv, /, x / y)
WL_B2(__hmin, , __builtin_fminf(x, y))
WL_B2(__hmax, , __builtin_fmaxf(x, y))
WL_OP(+, __hadd)
WL_OP(-, __hsub)
WL_OP(*, __hmul)
WL_OP(/, __hdiv)
#undef WL_B2
#undef WL_OP

/* A card's own instructions: a NaN becomes the one NaN. */
#ifdef __CUDA_ARCH__
#define WL_SIGN(name, op, expr)                                          \
    WL_HD __nv_bfloat16 name(__nv_bfloat16 a)                                                  \
    {                                                                    \
        unsigned short r;                                                \
        __asm__(op ".bf16 %0, %1;" : "=h"(r) : "h"(a.__x));                \
        return wl_bf16_of(r);                                                    \
    }
#else
#define WL_SIGN(name, op, expr)                                          \
    WL_HD __nv_bfloat16 name(__nv_bfloat16 a)                                                  \
    {                                                                    \
        return wl_bf16_of((unsigned short)(expr));                               \
    }
#endif
WL_SIGN(__hneg, "neg", a.__x ^ 0x8000u)
WL_SIGN(__habs, "abs", a.__x & 0x7fffu)
#undef WL_SIGN
WL_HD __nv_bfloat16 operator-(__nv_bfloat16 a)
{
    return __hneg(a);
}
WL_HD __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c)
{
#ifdef __CUDA_ARCH__
    unsigned short r;
    __asm__("fma.rn.bf16 %0, %1, %2, %3;"
            : "=h"(r)
            : "h"(a.__x), "h"(b.__x), "h"(c.__x));
    return wl_bf16_of(r);
#else
    return __nv_bfloat16(__builtin_fmaf(a, b, c));
#endif
}
WL_HD __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b,
                             __nv_bfloat162 c)
{
    return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}

WL_HD __nv_bfloat162 __h2div(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __nv_bfloat162(__hdiv(a.x, b.x), __hdiv(a.y, b.y));
}
WL_HD __nv_bfloat162 __hneg2(__nv_bfloat162 a)
{
    return __nv_bfloat162(__hneg(a.x), __hneg(a.y));
}
WL_HD __nv_bfloat162 __habs2(__nv_bfloat162 a)
{
    return __nv_bfloat162(__habs(a.x), __habs(a.y));
}
WL_HD __nv_bfloat162 operator-(__nv_bfloat162 a)
{
    return __hneg2(a);
}

#define WL_CMP(name, sym)                                              \
    WL_HD __nv_bfloat162 name##2(__nv_bfloat162 a, __nv_bfloat162 b)   \
    {                                                                  \
        return __nv_bfloat162(                                         \
            __nv_bfloat16((float)a.x sym(float) b.x ? 1.f : 0.f),      \
            __nv_bfloat16((float)a.y sym(float) b.y ? 1.f : 0.f));     \
    }                                                                  \
    WL_HD bool name(__nv_bfloat16 a, __nv_bfloat16 b)                  \
    {                                                                  \
        return (float)a sym(float) b;                                  \
    }                                                                  \
    WL_HD bool operator sym(__nv_bfloat16 a, __nv_bfloat16 b)          \
    {                                                                  \
        return (float)a sym(float) b;                                  \
    }
WL_CMP(__heq, ==)
/* Ordered, as all of them but the operator. */
#define WL_NE(a, b) ((float)(a) < (float)(b) || (float)(a) > (float)(b))
WL_HD bool __hne(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return WL_NE(a, b);
}
WL_HD __nv_bfloat162 __hne2(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __nv_bfloat162(__nv_bfloat16(WL_NE(a.x, b.x) ? 1.f : 0.f),
               __nv_bfloat16(WL_NE(a.y, b.y) ? 1.f : 0.f));
}
#undef WL_NE
WL_HD bool operator!=(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return (float)a != (float)b;
}
WL_CMP(__hlt, <)
WL_CMP(__hle, <=)
WL_CMP(__hgt, >)
WL_CMP(__hge, >=)
#undef WL_CMP
WL_HD bool __hisnan(__nv_bfloat16 a)
{
    return (a.__x & 0x7fffu) > 0x7f80u;
}

WL_HD int __hisinf(__nv_bfloat16 a)
{
    return (a.__x & 0x7fffu) != 0x7f80u ? 0 : a.__x >> 15 ? -1 : 1;
}

/* ---- conversions -------------------------------------------------------- */

WL_HD __nv_bfloat16 __float2bfloat16(float v)
{
    return __nv_bfloat16(v);
}
WL_HD __nv_bfloat16 __float2bfloat16_rn(float v)
{
    return __nv_bfloat16(v);
}
WL_HD __nv_bfloat16 __double2bfloat16(double v)
{
    return __nv_bfloat16(v);
}
WL_HD float __bfloat162float(__nv_bfloat16 v)
{
    return v;
}
WL_HD __nv_bfloat162 __floats2bfloat162_rn(float a, float b)
{
    return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(b));
}
WL_HD __nv_bfloat162 __float2bfloat162_rn(float a)
{
    return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(a));
}
WL_HD float2 __bfloat1622float2(__nv_bfloat162 v)
{
    return make_float2((float)v.x, (float)v.y);
}
WL_HD float __low2float(__nv_bfloat162 v)
{
    return v.x;
}
WL_HD float __high2float(__nv_bfloat162 v)
{
    return v.y;
}
WL_HD __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __nv_bfloat162(a, b);
}
WL_HD __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __nv_bfloat162(a, b);
}
WL_HD __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a)
{
    return __nv_bfloat162(a, a);
}
WL_HD unsigned short __bfloat16_as_ushort(__nv_bfloat16 a)
{
    return a.__x;
}
WL_HD __nv_bfloat16 __ushort_as_bfloat16(unsigned short a)
{
    return wl_bf16_of(a);
}

WL_HD short __bfloat16_as_short(__nv_bfloat16 a)
{
    return (short)a.__x;
}
WL_HD __nv_bfloat16 __short_as_bfloat16(short a)
{
    return wl_bf16_of((unsigned short)a);
}
WL_HD __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a)
{
    return a.x;
}
WL_HD __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a)
{
    return a.y;
}
WL_HD __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a)
{
    return __nv_bfloat162(a.x, a.x);
}
WL_HD __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a)
{
    return __nv_bfloat162(a.y, a.y);
}
WL_HD __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __nv_bfloat162(a.x, b.x);
}
WL_HD __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __nv_bfloat162(a.y, b.y);
}
WL_HD __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a)
{
    return __nv_bfloat162(a.y, a.x);
}
WL_HD __nv_bfloat162 __float22bfloat162_rn(float2 a)
{
    return __floats2bfloat162_rn(a.x, a.y);
}
WL_HD __nv_bfloat16 __float2bfloat16_rz(float v)
{
    return wl_bf16_of(wl_f2b_mode(v, 1));
}
WL_HD __nv_bfloat16 __float2bfloat16_rd(float v)
{
    return wl_bf16_of(wl_f2b_mode(v, 2));
}
WL_HD __nv_bfloat16 __float2bfloat16_ru(float v)
{
    return wl_bf16_of(wl_f2b_mode(v, 3));
}

#define WL_MODE(name, type, mode)                                         \
    WL_HD __nv_bfloat16 name(type v)                                      \
    {                                                                     \
        return wl_bf16_of(wl_i2b(v < 0 ? 0ull - (unsigned long long)v     \
                                       : (unsigned long long)v,           \
                                 v < 0, mode));                           \
    }
#define WL_MODES(name, type, kind, con)             \
    WL_MODE(__##name##2bfloat16_rn, type, 0)        \
    WL_MODE(__##name##2bfloat16_rz, type, 1)        \
    WL_MODE(__##name##2bfloat16_rd, type, 2)        \
    WL_MODE(__##name##2bfloat16_ru, type, 3)
#define WL_T         __nv_bfloat16
#define WL_T2        __nv_bfloat162
#define WL_OF(x)     wl_bf16_of(x)
#define WL_INF       0x7f80u
#define WL_CAT(a, b) a##bfloat16##b
#include "wl/half_more.h"
#undef WL_MODE
#undef WL_MODES
#undef WL_T
#undef WL_T2
#undef WL_OF
#undef WL_INF
#undef WL_CAT

/* ---- between lanes, atomic ---------------------------------------------- */

#define WL_SHFL(name, arg)                                                \
    WL_DEV __nv_bfloat16 name(unsigned mask, __nv_bfloat16 v, arg,        \
                              int width = 32)                             \
    {                                                                     \
        return wl_bf16_of((unsigned short)name(mask, (unsigned)v.__x,     \
                                               lane, width));             \
    }
#define WL_SHFL2(name, arg)                                               \
    WL_DEV __nv_bfloat162 name(unsigned mask, __nv_bfloat162 v, arg,      \
                               int width = 32)                            \
    {                                                                     \
        return __builtin_bit_cast(                                        \
            __nv_bfloat162,                                               \
            name(mask, __builtin_bit_cast(unsigned, v), lane, width));    \
    }
WL_SHFL2(__shfl_sync, int lane)
WL_SHFL2(__shfl_up_sync, unsigned lane)
WL_SHFL2(__shfl_down_sync, unsigned lane)
WL_SHFL2(__shfl_xor_sync, int lane)
#undef WL_SHFL2
WL_SHFL(__shfl_sync, int lane)
WL_SHFL(__shfl_up_sync, unsigned lane)
WL_SHFL(__shfl_down_sync, unsigned lane)
WL_SHFL(__shfl_xor_sync, int lane)
#undef WL_SHFL

/* sm_80 has no such atomic: compare and swap until nobody was in between. */
WL_DEV __nv_bfloat16 atomicAdd(__nv_bfloat16 *p, __nv_bfloat16 v)
{
    unsigned short *bits = (unsigned short *)p, old = *bits, seen;

    do {
        seen = old;
        old = atomicCAS(bits, seen, __hadd(wl_bf16_of(seen), v).__x);
    } while (old != seen);
    return wl_bf16_of(old);
}

#endif
#endif
