/* SPDX-License-Identifier: Apache-2.0 */
/*
 * half and half2. Arithmetic is the device's own f16 instructions; on the
 * host it goes by float and rounds once more.
 */
#ifndef WL_CUDA_FP16_H
#define WL_CUDA_FP16_H

#include "cuda_runtime.h"

#ifdef __CUDA__

struct __half_raw {
    unsigned short x;
};
struct __half2_raw {
    unsigned short x, y;
};

/* ---- conversions of bits ------------------------------------------------ */

/* IEEE binary16 to binary32: exact. */
static __inline__ __host__ float wl_half_to_float(unsigned short h)
{
    unsigned sign = (unsigned)(h & 0x8000u) << 16, e = h >> 10 & 31,
             m = h & 0x3ffu, bits;

    if (e == 31) {
        bits = sign | 0x7f800000u | m << 13;
    } else if (e) {
        bits = sign | (e + 112) << 23 | m << 13;
    } else if (m) {
        int shift = __builtin_clz(m) - 21;

        bits = sign | (unsigned)(113 - shift) << 23 |
               (m << (shift + 13) & 0x7fffffu);
    } else {
        bits = sign;
    }
    return __builtin_bit_cast(float, bits);
}

/* The upper 64 - shift bits of m, rounded to nearest even. */
static __inline__ __host__ unsigned wl_round_even(unsigned long long m,
                                                  int shift)
{
    unsigned long long half = 1ull << (shift - 1), rest = m & (2 * half - 1);
    unsigned long long up = m >> shift;

    return (unsigned)(up + (rest > half || (rest == half && (up & 1))));
}

/* Binary64 to binary16, to nearest even. */
static __inline__ __host__ unsigned short wl_double_to_half(double d)
{
    unsigned long long bits = __builtin_bit_cast(unsigned long long, d);
    unsigned sign = (unsigned)(bits >> 48) & 0x8000u;
    int e = (int)(bits >> 52 & 2047) - 1023;
    unsigned long long m = bits & 0xfffffffffffffull;

    if (e == 1024)
        return (unsigned short)(m ? 0x7fffu : sign | 0x7c00u);
    if (e > 15)
        return (unsigned short)(sign | 0x7c00u);
    if (e >= -14)
        return (unsigned short)(sign |
                                (((unsigned)(e + 15) << 10) +
                                 wl_round_even(m, 42)));
    if (e < -26)
        return (unsigned short)sign;
    return (unsigned short)(sign |
                            wl_round_even(m | 1ull << 52, 42 - 14 - e));
}

/* ---- half --------------------------------------------------------------- */

WL_HD float wl_h2f(unsigned short x)
{
#ifdef __CUDA_ARCH__
    float r;
    __asm__("cvt.f32.f16 %0, %1;" : "=f"(r) : "h"(x));
    return r;
#else
    return wl_half_to_float(x);
#endif
}
WL_HD unsigned short wl_f2h(float x)
{
#ifdef __CUDA_ARCH__
    unsigned short r;
    __asm__("cvt.rn.f16.f32 %0, %1;" : "=h"(r) : "f"(x));
    return r;
#else
    return wl_double_to_half(x);
#endif
}
WL_HD unsigned short wl_d2h(double x)
{
#ifdef __CUDA_ARCH__
    unsigned short r;
    __asm__("cvt.rn.f16.f64 %0, %1;" : "=h"(r) : "d"(x));
    return r;
#else
    return wl_double_to_half(x);
#endif
}

struct __half {
    unsigned short __x;

    __half() = default; /* else none may be __shared__ */
    WL_NODEBUG __host__ __device__ constexpr __half(__half_raw r) : __x(r.x)
    {
    }
    WL_NODEBUG __host__ __device__ __half(float v) : __x(wl_f2h(v))
    {
    }
    WL_NODEBUG __host__ __device__ __half(double v) : __x(wl_d2h(v))
    {
    }
#define WL_FROM(type)                                                  \
    WL_NODEBUG __host__ __device__ __half(type v) : __x(wl_d2h((double)v)) \
    {                                                                  \
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
        return wl_h2f(__x);
    }
    WL_NODEBUG __host__ __device__ operator __half_raw() const
    {
        return __half_raw{ __x };
    }
    WL_NODEBUG __host__ __device__ explicit operator bool() const
    {
        return (__x & 0x7fffu) != 0;
    }
#define WL_TO(type)                                                 \
    WL_NODEBUG __host__ __device__ explicit operator type() const   \
    {                                                               \
        return (type)wl_h2f(__x);                                   \
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
typedef __half half;

WL_HD __half wl_half_of(unsigned short bits)
{
    return __half(__half_raw{ bits });
}

struct __attribute__((aligned(4))) __half2 {
    __half x, y;

    __half2() = default; /* else none may be __shared__ */
    WL_NODEBUG __host__ __device__ constexpr __half2(__half a, __half b)
        : x(a), y(b)
    {
    }
};
typedef __half2 half2;

WL_HD unsigned wl_bits2(__half2 v)
{
    return __builtin_bit_cast(unsigned, v);
}
WL_HD __half2 wl_half2_of(unsigned bits)
{
    return __builtin_bit_cast(__half2, bits);
}

/* ---- arithmetic --------------------------------------------------------- */

/*
 * A pair of functions, on half and on half2: one instruction on the device, by
 * float on the host.
 */
#ifdef __CUDA_ARCH__
#define WL_H2(name, op, expr)                                             \
    WL_HD __half name(__half a, __half b)                                 \
    {                                                                     \
        unsigned short r;                                                 \
        __asm__(op ".f16 %0, %1, %2;"                                     \
                : "=h"(r)                                                 \
                : "h"(a.__x), "h"(b.__x));                                \
        return wl_half_of(r);                                             \
    }                                                                     \
    WL_HD __half2 name##2(__half2 a, __half2 b)                           \
    {                                                                     \
        unsigned r;                                                       \
        __asm__(op ".f16x2 %0, %1, %2;"                                   \
                : "=r"(r)                                                 \
                : "r"(wl_bits2(a)), "r"(wl_bits2(b)));                    \
        return wl_half2_of(r);                                            \
    }
#else
#define WL_H2(name, op, expr)                                             \
    WL_HD __half name(__half a, __half b)                                 \
    {                                                                     \
        float x = a, y = b;                                               \
        return __half(expr);                                              \
    }                                                                     \
    WL_HD __half2 name##2(__half2 a, __half2 b)                           \
    {                                                                     \
        return __half2(name(a.x, b.x), name(a.y, b.y));                   \
    }
#endif
WL_H2(__hadd, "add", x + y)
WL_H2(__hsub, "sub", x - y)
WL_H2(__hmul, "mul", x *y)
WL_H2(__hmin, "min", __builtin_fminf(x, y))
WL_H2(__hmax, "max", __builtin_fmaxf(x, y))
#undef WL_H2

WL_HD __half __hdiv(__half a, __half b)
{
    return __half((float)a / (float)b);
}
WL_HD __half2 __h2div(__half2 a, __half2 b)
{
    return __half2(__hdiv(a.x, b.x), __hdiv(a.y, b.y));
}
/* A card's own instructions: a NaN becomes the one NaN. */
#ifdef __CUDA_ARCH__
#define WL_SIGN(name, op, expr)                                          \
    WL_HD __half name(__half a)                                                  \
    {                                                                    \
        unsigned short r;                                                \
        __asm__(op ".f16 %0, %1;" : "=h"(r) : "h"(a.__x));                \
        return wl_half_of(r);                                                    \
    }
#else
#define WL_SIGN(name, op, expr)                                          \
    WL_HD __half name(__half a)                                                  \
    {                                                                    \
        return wl_half_of((unsigned short)(expr));                               \
    }
#endif
WL_SIGN(__hneg, "neg", a.__x ^ 0x8000u)
WL_SIGN(__habs, "abs", a.__x & 0x7fffu)
#undef WL_SIGN
WL_HD __half2 __hneg2(__half2 a)
{
    return __half2(__hneg(a.x), __hneg(a.y));
}
WL_HD __half2 __habs2(__half2 a)
{
    return __half2(__habs(a.x), __habs(a.y));
}
WL_HD __half __hfma(__half a, __half b, __half c)
{
#ifdef __CUDA_ARCH__
    unsigned short r;
    __asm__("fma.rn.f16 %0, %1, %2, %3;"
            : "=h"(r)
            : "h"(a.__x), "h"(b.__x), "h"(c.__x));
    return wl_half_of(r);
#else
    return __half((double)(float)a * (double)(float)b + (double)(float)c);
#endif
}
WL_HD __half2 __hfma2(__half2 a, __half2 b, __half2 c)
{
#ifdef __CUDA_ARCH__
    unsigned r;
    __asm__("fma.rn.f16x2 %0, %1, %2, %3;"
            : "=r"(r)
            : "r"(wl_bits2(a)), "r"(wl_bits2(b)), "r"(wl_bits2(c)));
    return wl_half2_of(r);
#else
    return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
#endif
}

#define WL_OP(sym, name)                                   \
    WL_HD __half operator sym(__half a, __half b)          \
    {                                                      \
        return name(a, b);                                 \
    }                                                      \
    WL_HD __half &operator sym##=(__half &a, __half b)     \
    {                                                      \
        return a = name(a, b);                             \
    }
WL_OP(+, __hadd)
WL_OP(-, __hsub)
WL_OP(*, __hmul)
WL_OP(/, __hdiv)
#undef WL_OP
#define WL_OP(sym, name)                                   \
    WL_HD __half2 operator sym(__half2 a, __half2 b)       \
    {                                                      \
        return name(a, b);                                 \
    }                                                      \
    WL_HD __half2 &operator sym##=(__half2 &a, __half2 b)  \
    {                                                      \
        return a = name(a, b);                             \
    }
WL_OP(+, __hadd2)
WL_OP(-, __hsub2)
WL_OP(*, __hmul2)
WL_OP(/, __h2div)
#undef WL_OP
WL_HD __half operator-(__half a)
{
    return __hneg(a);
}
WL_HD __half operator+(__half a)
{
    return a;
}
WL_HD __half2 operator-(__half2 a)
{
    return __hneg2(a);
}

/* Comparisons; with a NaN only != holds, and the forms ending in u. */
#define WL_CMP(name, sym)                                  \
    WL_HD bool name(__half a, __half b)                    \
    {                                                      \
        return (float)a sym(float) b;                      \
    }                                                      \
    WL_HD bool operator sym(__half a, __half b)            \
    {                                                      \
        return (float)a sym(float) b;                      \
    }                                                      \
    WL_HD __half2 name##2(__half2 a, __half2 b)            \
    {                                                      \
        return __half2(__half(name(a.x, b.x) ? 1.f : 0.f), \
                       __half(name(a.y, b.y) ? 1.f : 0.f)); \
    }
WL_CMP(__heq, ==)
/* Ordered, as all of them but the operator. */
#define WL_NE(a, b) ((float)(a) < (float)(b) || (float)(a) > (float)(b))
WL_HD bool __hne(__half a, __half b)
{
    return WL_NE(a, b);
}
WL_HD __half2 __hne2(__half2 a, __half2 b)
{
    return __half2(__half(WL_NE(a.x, b.x) ? 1.f : 0.f),
               __half(WL_NE(a.y, b.y) ? 1.f : 0.f));
}
#undef WL_NE
WL_HD bool operator!=(__half a, __half b)
{
    return (float)a != (float)b;
}
WL_CMP(__hlt, <)
WL_CMP(__hle, <=)
WL_CMP(__hgt, >)
WL_CMP(__hge, >=)
#undef WL_CMP
WL_HD bool __hisnan(__half a)
{
    return (a.__x & 0x7fffu) > 0x7c00u;
}
WL_HD int __hisinf(__half a)
{
    return (a.__x & 0x7fffu) != 0x7c00u ? 0 : a.__x >> 15 ? -1 : 1;
}

/* ---- conversions -------------------------------------------------------- */

WL_HD __half __float2half(float v)
{
    return __half(v);
}
WL_HD __half __float2half_rn(float v)
{
    return __half(v);
}
WL_HD __half __double2half(double v)
{
    return __half(v);
}
WL_HD float __half2float(__half v)
{
    return v;
}
WL_HD __half2 __floats2half2_rn(float a, float b)
{
    return __half2(__half(a), __half(b));
}
WL_HD __half2 __float2half2_rn(float a)
{
    return __half2(__half(a), __half(a));
}
WL_HD __half2 __float22half2_rn(float2 a)
{
    return __half2(__half(a.x), __half(a.y));
}
WL_HD float2 __half22float2(__half2 a)
{
    return make_float2((float)a.x, (float)a.y);
}
WL_HD float __low2float(__half2 a)
{
    return a.x;
}
WL_HD float __high2float(__half2 a)
{
    return a.y;
}
WL_HD __half __low2half(__half2 a)
{
    return a.x;
}
WL_HD __half __high2half(__half2 a)
{
    return a.y;
}
WL_HD __half2 __halves2half2(__half a, __half b)
{
    return __half2(a, b);
}
WL_HD __half2 make_half2(__half a, __half b)
{
    return __half2(a, b);
}
WL_HD __half2 __half2half2(__half a)
{
    return __half2(a, a);
}
WL_HD __half2 __lows2half2(__half2 a, __half2 b)
{
    return __half2(a.x, b.x);
}
WL_HD __half2 __highs2half2(__half2 a, __half2 b)
{
    return __half2(a.y, b.y);
}
WL_HD __half2 __lowhigh2highlow(__half2 a)
{
    return __half2(a.y, a.x);
}
WL_HD unsigned short __half_as_ushort(__half a)
{
    return a.__x;
}
WL_HD short __half_as_short(__half a)
{
    return (short)a.__x;
}
WL_HD __half __ushort_as_half(unsigned short a)
{
    return wl_half_of(a);
}
WL_HD __half __short_as_half(short a)
{
    return wl_half_of((unsigned short)a);
}
/* Rounded as the ending says: to nearest even, to zero, down, up. */
#define WL_MODE(name, type, op, con)                            \
    WL_DEV __half name(type v)                                  \
    {                                                           \
        unsigned short r;                                       \
        __asm__(op " %0, %1;" : "=h"(r) : con(v));              \
        return wl_half_of(r);                                   \
    }
WL_MODE(__float2half_rz, float, "cvt.rz.f16.f32", "f")
WL_MODE(__float2half_rd, float, "cvt.rm.f16.f32", "f")
WL_MODE(__float2half_ru, float, "cvt.rp.f16.f32", "f")
#define WL_MODES(name, type, kind, con)                               \
    WL_HD __half __##name##2half_rn(type v)                           \
    {                                                                 \
        return __half(v);                                             \
    }                                                                 \
    WL_MODE(__##name##2half_rz, type, "cvt.rz.f16." kind, con)        \
    WL_MODE(__##name##2half_rd, type, "cvt.rm.f16." kind, con)        \
    WL_MODE(__##name##2half_ru, type, "cvt.rp.f16." kind, con)
#define WL_T        __half
#define WL_T2       __half2
#define WL_OF(x)    wl_half_of(x)
#define WL_INF      0x7c00u
#define WL_CAT(a, b) a##half##b
#include "wl/half_more.h"
#undef WL_MODE
#undef WL_MODES
#undef WL_T
#undef WL_T2
#undef WL_OF
#undef WL_INF
#undef WL_CAT

WL_HD __half2 __low2half2(__half2 a)
{
    return __half2(a.x, a.x);
}
WL_HD __half2 __high2half2(__half2 a)
{
    return __half2(a.y, a.y);
}

/* ---- between lanes, atomic, cached -------------------------------------- */

#define WL_SHFL(name, arg)                                                \
    WL_DEV __half name(unsigned mask, __half v, arg, int width = 32)      \
    {                                                                     \
        return wl_half_of((unsigned short)name(mask, (unsigned)v.__x,     \
                                               lane, width));             \
    }                                                                     \
    WL_DEV __half2 name(unsigned mask, __half2 v, arg, int width = 32)    \
    {                                                                     \
        return wl_half2_of(name(mask, wl_bits2(v), lane, width));         \
    }
WL_SHFL(__shfl_sync, int lane)
WL_SHFL(__shfl_up_sync, unsigned lane)
WL_SHFL(__shfl_down_sync, unsigned lane)
WL_SHFL(__shfl_xor_sync, int lane)
#undef WL_SHFL

WL_DEV __half atomicAdd(__half *p, __half v)
{
    unsigned short r;
    __asm__ volatile("atom.add.noftz.f16 %0, [%1], %2;"
                     : "=h"(r)
                     : "l"(p), "h"(v.__x)
                     : "memory");
    return wl_half_of(r);
}
WL_DEV __half2 atomicAdd(__half2 *p, __half2 v)
{
    unsigned r;
    __asm__ volatile("atom.add.noftz.f16x2 %0, [%1], %2;"
                     : "=r"(r)
                     : "l"(p), "r"(wl_bits2(v))
                     : "memory");
    return wl_half2_of(r);
}
WL_DEV __half __ldg(const __half *p)
{
    return wl_half_of(__ldg((const unsigned short *)p));
}
WL_DEV __half2 __ldg(const __half2 *p)
{
    return wl_half2_of(__ldg((const unsigned *)p));
}

#endif
#endif
