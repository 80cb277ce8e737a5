/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Math in kernels. What is one instruction is written in place; the rest is a
 * call of the C function by name (expf), which the device knows. The names
 * without f are overloaded for float in the global namespace only: the
 * standard library takes them from there.
 */
#ifndef WL_MATH_H
#define WL_MATH_H

#include "wl/float.h"

/* ---- called by name ----------------------------------------------------- */

/* double f(double), float ff(float), float f(float). */
#define WL_M1(name)                              \
    extern "C" __device__ double name(double x); \
    extern "C" __device__ float name##f(float x); \
    WL_DEV float name(float x)                   \
    {                                            \
        return name##f(x);                       \
    }
#define WL_M2(name)                                        \
    extern "C" __device__ double name(double x, double y); \
    extern "C" __device__ float name##f(float x, float y); \
    WL_DEV float name(float x, float y)                    \
    {                                                      \
        return name##f(x, y);                              \
    }

WL_M1(exp2)
WL_M1(expm1)
WL_M1(log1p)
WL_M1(sinpi)
WL_M1(cospi)
WL_M1(asin)
WL_M1(acos)
WL_M1(atan)
WL_M1(sinh)
WL_M1(cosh)
WL_M1(tanh)
WL_M1(asinh)
WL_M1(acosh)
WL_M1(atanh)
WL_M1(erf)
WL_M1(erfc)
WL_M1(erfcx)
WL_M1(tgamma)
WL_M1(lgamma)
WL_M1(cbrt)
WL_M1(rcbrt)
WL_M1(normcdf)
WL_M1(logb)
WL_M1(normcdfinv)
WL_M1(erfinv)
WL_M1(erfcinv)
WL_M1(cyl_bessel_i0)
WL_M1(cyl_bessel_i1)
WL_M1(j0)
WL_M1(j1)
WL_M1(y0)
WL_M1(y1)
WL_M2(atan2)
WL_M2(hypot)
WL_M2(rhypot)
WL_M2(fmod)
WL_M2(remainder)
WL_M2(nextafter)

/* With -use_fast_math the float form is an approximation in place. */
#ifdef __USE_FAST_MATH__
#define WL_FAST(name, fast)                      \
    extern "C" __device__ double name(double x); \
    WL_DEV float name##f(float x)                \
    {                                            \
        return fast(x);                          \
    }                                            \
    WL_DEV float name(float x)                   \
    {                                            \
        return fast(x);                          \
    }
extern "C" __device__ double pow(double x, double y);
WL_DEV float powf(float x, float y)
{
    return __powf(x, y);
}
WL_DEV float pow(float x, float y)
{
    return __powf(x, y);
}
#else
#define WL_FAST(name, fast) WL_M1(name)
WL_M2(pow)
#endif
WL_FAST(exp, __expf)
WL_FAST(exp10, __exp10f)
WL_FAST(log, __logf)
WL_FAST(log2, __log2f)
WL_FAST(log10, __log10f)
WL_FAST(sin, __sinf)
WL_FAST(cos, __cosf)
WL_FAST(tan, __tanf)
#undef WL_FAST
#undef WL_M1
#undef WL_M2

/* Functions of other shapes: prefix, double and float form, float overload. */
#define WL_MX(result_d, result_f, name, params_d, params_f, args) \
    extern "C" __device__ result_d name params_d;                 \
    extern "C" __device__ result_f name##f params_f;              \
    WL_DEV result_f name params_f                                 \
    {                                                             \
        return name##f args;                                      \
    }

WL_MX(void, void, sincos, (double x, double *s, double *c),
      (float x, float *s, float *c), (x, s, c))
WL_MX(void, void, sincospi, (double x, double *s, double *c),
      (float x, float *s, float *c), (x, s, c))
WL_MX(double, float, modf, (double x, double *whole), (float x, float *whole),
      (x, whole))
WL_MX(double, float, frexp, (double x, int *e), (float x, int *e), (x, e))
WL_MX(double, float, ldexp, (double x, int e), (float x, int e), (x, e))
WL_MX(double, float, scalbn, (double x, int e), (float x, int e), (x, e))
WL_MX(double, float, jn, (int n, double x), (int n, float x), (n, x))
WL_MX(double, float, yn, (int n, double x), (int n, float x), (n, x))
WL_MX(int, int, ilogb, (double x), (float x), (x))
WL_MX(long, long, lround, (double x), (float x), (x))
WL_MX(long long, long long, llround, (double x), (float x), (x))
#undef WL_MX

/* ---- in place ----------------------------------------------------------- */

/* The double form, the float form with f, the float overload. */
#define WL_I1(name, expr_d, expr_f) \
    WL_DEV double name(double x)    \
    {                               \
        return expr_d;              \
    }                               \
    WL_DEV float name##f(float x)   \
    {                               \
        return expr_f;              \
    }                               \
    WL_DEV float name(float x)      \
    {                               \
        return expr_f;              \
    }
#define WL_I2(name, expr_d, expr_f)           \
    WL_DEV double name(double x, double y)    \
    {                                         \
        return expr_d;                        \
    }                                         \
    WL_DEV float name##f(float x, float y)    \
    {                                         \
        return expr_f;                        \
    }                                         \
    WL_DEV float name(float x, float y)       \
    {                                         \
        return expr_f;                        \
    }

extern "C" {
WL_DEV float wl_rsqrtf(float x)
{
    float r;
    __asm__("rsqrt.approx.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}
WL_DEV double wl_rsqrt(double x)
{
    double r;
    __asm__("rsqrt.approx.f64 %0, %1;" : "=d"(r) : "d"(x));
    return r;
}
WL_DEV long long wl_llrintf(float x)
{
    long long r;
    __asm__("cvt.rni.s64.f32 %0, %1;" : "=l"(r) : "f"(x));
    return r;
}
WL_DEV long long wl_llrint(double x)
{
    long long r;
    __asm__("cvt.rni.s64.f64 %0, %1;" : "=l"(r) : "d"(x));
    return r;
}
}

WL_I1(sqrt, __nvvm_sqrt_rn_d(x), __nvvm_sqrt_rn_f(x))
WL_I1(rsqrt, wl_rsqrt(x), wl_rsqrtf(x))
WL_I1(fabs, __builtin_fabs(x), __builtin_fabsf(x))
WL_I1(floor, __builtin_floor(x), __builtin_floorf(x))
WL_I1(ceil, __builtin_ceil(x), __builtin_ceilf(x))
WL_I1(trunc, __builtin_trunc(x), __builtin_truncf(x))
WL_I1(rint, __builtin_rint(x), __builtin_rintf(x))
WL_I1(nearbyint, __builtin_rint(x), __builtin_rintf(x))
WL_I1(round, __builtin_round(x), __builtin_roundf(x))
WL_I2(fmin, __builtin_fmin(x, y), __builtin_fminf(x, y))
WL_I2(fmax, __builtin_fmax(x, y), __builtin_fmaxf(x, y))
WL_I2(copysign, __builtin_copysign(x, y), __builtin_copysignf(x, y))
WL_I2(fdim, x > y ? x - y : x <= y ? 0 : x + y,
      x > y ? x - y : x <= y ? 0 : x + y)
#undef WL_I1
#undef WL_I2

WL_DEV double fma(double x, double y, double z)
{
    return __nvvm_fma_rn_d(x, y, z);
}
WL_DEV float fmaf(float x, float y, float z)
{
    return __nvvm_fma_rn_f(x, y, z);
}
WL_DEV float fma(float x, float y, float z)
{
    return __nvvm_fma_rn_f(x, y, z);
}
WL_DEV float fdividef(float x, float y)
{
    return x / y;
}

#define WL_RINT(name, type)                 \
    WL_DEV type name(double x)              \
    {                                       \
        return (type)wl_llrint(x);          \
    }                                       \
    WL_DEV type name##f(float x)            \
    {                                       \
        return (type)wl_llrintf(x);         \
    }                                       \
    WL_DEV type name(float x)               \
    {                                       \
        return (type)wl_llrintf(x);         \
    }
WL_RINT(lrint, long)
WL_RINT(llrint, long long)
#undef WL_RINT

/* The payload is the text's number, as in C. */
WL_DEV unsigned long long wl_payload(const char *text)
{
    unsigned base = 10;
    unsigned long long n = 0;

    if (*text == '0') {
        base = text[1] == 'x' || text[1] == 'X' ? 16 : 8;
        text += base == 16 ? 2 : 1;
    }
    for (; *text; text++) {
        unsigned digit = *text >= '0' && *text <= '9'   ? *text - '0'
                         : *text >= 'a' && *text <= 'f' ? *text - 'a' + 10
                         : *text >= 'A' && *text <= 'F' ? *text - 'A' + 10
                                                        : base;

        if (digit >= base)
            return 0;
        n = n * base + digit;
    }
    return n;
}
WL_DEV double nan(const char *text)
{
    unsigned long long bits =
        0x7ff8000000000000ull | (wl_payload(text) & 0x7ffffffffffffull);
    double v;

    __builtin_memcpy(&v, &bits, sizeof v);
    return v;
}
WL_DEV float nanf(const char *text)
{
    unsigned bits = 0x7fc00000u | ((unsigned)wl_payload(text) & 0x3fffffu);
    float v;

    __builtin_memcpy(&v, &bits, sizeof v);
    return v;
}
WL_DEV int abs(int x)
{
    return __builtin_abs(x);
}
WL_DEV long abs(long x)
{
    return __builtin_labs(x);
}
WL_DEV long long abs(long long x)
{
    return __builtin_llabs(x);
}
WL_DEV double abs(double x)
{
    return __builtin_fabs(x);
}
WL_DEV float abs(float x)
{
    return __builtin_fabsf(x);
}
WL_DEV long labs(long x)
{
    return __builtin_labs(x);
}
WL_DEV long long llabs(long long x)
{
    return __builtin_llabs(x);
}

/* Mixed arguments: as double, like the standard library's templates. */
WL_DEV double pow(float x, int y)
{
    return pow((double)x, (double)y);
}
WL_DEV double pow(double x, int y)
{
    return pow(x, (double)y);
}

#define WL_TEST(name, builtin)       \
    WL_DEV bool name(float x)        \
    {                                \
        return builtin(x);           \
    }                                \
    WL_DEV bool name(double x)       \
    {                                \
        return builtin(x);           \
    }
WL_TEST(isnan, __builtin_isnan)
WL_TEST(isinf, __builtin_isinf)
WL_TEST(isfinite, __builtin_isfinite)
WL_TEST(signbit, __builtin_signbit)
#undef WL_TEST

/* ---- lengths ------------------------------------------------------------ */

#define WL_NORM(type, f)                                             \
    WL_DEV type norm3d##f(type a, type b, type c)                    \
    {                                                                \
        return sqrt(fma(a, a, fma(b, b, c * c)));                    \
    }                                                                \
    WL_DEV type norm4d##f(type a, type b, type c, type d)            \
    {                                                                \
        return sqrt(fma(a, a, fma(b, b, fma(c, c, d * d))));         \
    }
WL_NORM(double, )
WL_NORM(float, f)
#undef WL_NORM

/* ---- min and max, on both sides ----------------------------------------- */

#define WL_MINMAX(type, a, b)                \
    WL_HD type min(a x, b y)                 \
    {                                        \
        return (type)x < (type)y ? (type)x : (type)y; \
    }                                        \
    WL_HD type max(a x, b y)                 \
    {                                        \
        return (type)x > (type)y ? (type)x : (type)y; \
    }
WL_MINMAX(int, int, int)
WL_MINMAX(unsigned, unsigned, unsigned)
WL_MINMAX(unsigned, int, unsigned)
WL_MINMAX(unsigned, unsigned, int)
WL_MINMAX(long, long, long)
WL_MINMAX(unsigned long, unsigned long, unsigned long)
WL_MINMAX(unsigned long, long, unsigned long)
WL_MINMAX(unsigned long, unsigned long, long)
WL_MINMAX(long long, long long, long long)
WL_MINMAX(unsigned long long, unsigned long long, unsigned long long)
WL_MINMAX(unsigned long long, long long, unsigned long long)
WL_MINMAX(unsigned long long, unsigned long long, long long)
#undef WL_MINMAX

/* A NaN gives way to the number, as fmin and fmax have it. */
#define WL_MINMAXF(type, a, b, f)                                 \
    WL_HD type min(a x, b y)                                      \
    {                                                             \
        return __builtin_fmin##f((type)x, (type)y);               \
    }                                                             \
    WL_HD type max(a x, b y)                                      \
    {                                                             \
        return __builtin_fmax##f((type)x, (type)y);               \
    }
WL_MINMAXF(float, float, float, f)
WL_MINMAXF(double, double, double, )
WL_MINMAXF(double, float, double, )
WL_MINMAXF(double, double, float, )
#undef WL_MINMAXF

WL_HD unsigned umin(unsigned x, unsigned y)
{
    return x < y ? x : y;
}
WL_HD unsigned umax(unsigned x, unsigned y)
{
    return x > y ? x : y;
}
WL_HD long long llmin(long long x, long long y)
{
    return x < y ? x : y;
}
WL_HD long long llmax(long long x, long long y)
{
    return x > y ? x : y;
}
WL_HD unsigned long long ullmin(unsigned long long x, unsigned long long y)
{
    return x < y ? x : y;
}
WL_HD unsigned long long ullmax(unsigned long long x, unsigned long long y)
{
    return x > y ? x : y;
}

/* ---- made of others ----------------------------------------------------- */

WL_DEV int wl_long_to_int(long n)
{
    return n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n;
}
WL_DEV double scalbln(double x, long n)
{
    return scalbn(x, wl_long_to_int(n));
}
WL_DEV float scalblnf(float x, long n)
{
    return scalbnf(x, wl_long_to_int(n));
}
WL_DEV float scalbln(float x, long n)
{
    return scalblnf(x, n);
}

/* The remainder, and the low bits of the quotient with its sign. x less n * y
   is exact where n is the quotient's whole part and y is doubled until it
   would pass x. */
#define WL_REMQUO(name, t, rem, mod, abs, inf)                             \
    WL_DEV t name(t x, t y, int *quotient)                                 \
    {                                                                      \
        const t a = abs(x), b = abs(y), r = mod(a, 8 * b);                 \
        t left = b < inf / 8 && r == r ? r : a;                            \
        int n = 0;                                                         \
        for (int step = 4; step; step >>= 1)                               \
            if (b < inf / 8 && left >= step * b) {                         \
                left -= step * b;                                          \
                n += step;                                                 \
            }                                                              \
        if (left > b - left || (left == b - left && (n & 1)))              \
            n++;                                                           \
        *quotient = (x < 0) != (y < 0) ? -(n & 7) : n & 7;                 \
        return rem(x, y);                                                  \
    }
WL_REMQUO(remquo, double, remainder, fmod, fabs, 1.7976931348623157e308)
WL_REMQUO(remquof, float, remainderf, fmodf, fabsf, 3.402823466e38f)
WL_DEV float remquo(float x, float y, int *quotient)
{
    return remquof(x, y, quotient);
}
#undef WL_REMQUO

/* Lengths, scaled by the largest part so that no square overflows. */
#define WL_NORM(name, t, abs, root, inf)                            \
    WL_DEV t name(int n, const t *v)                                \
    {                                                               \
        t most = 0, sum = 0;                                        \
        for (int i = 0; i < n; i++)                                 \
            most = abs(v[i]) > most ? abs(v[i]) : most;             \
        for (int i = 0; i < n && most > 0 && most <= inf; i++)      \
            sum += (v[i] / most) * (v[i] / most);                   \
        for (int i = 0; i < n; i++)                                 \
            if (v[i] != v[i] && most <= inf)                        \
                return v[i];                                        \
        return most > inf ? most : most * root(sum);                \
    }                                                               \
    WL_DEV t r##name(int n, const t *v)                             \
    {                                                               \
        return 1 / name(n, v);                                      \
    }
WL_NORM(norm, double, fabs, sqrt, 1.7976931348623157e308)
WL_NORM(normf, float, fabsf, sqrtf, 3.402823466e38f)
WL_DEV double rnorm3d(double a, double b, double c)
{
    const double v[3] = { a, b, c };

    return rnorm(3, v);
}
WL_DEV double rnorm4d(double a, double b, double c, double d)
{
    const double v[4] = { a, b, c, d };

    return rnorm(4, v);
}
WL_DEV float rnorm3df(float a, float b, float c)
{
    return (float)rnorm3d(a, b, c);
}
WL_DEV float rnorm4df(float a, float b, float c, float d)
{
    return (float)rnorm4d(a, b, c, d);
}
#undef WL_NORM

/* ---- on the host: what CUDA has and C has not --------------------------- */

#define WL_HOST(name, expr_d, expr_f)                          \
    static __inline__ __host__ double name(double x)           \
    {                                                          \
        return expr_d;                                         \
    }                                                          \
    static __inline__ __host__ float name##f(float x)          \
    {                                                          \
        return expr_f;                                         \
    }                                                          \
    static __inline__ __host__ float name(float x)             \
    {                                                          \
        return expr_f;                                         \
    }
WL_HOST(rsqrt, 1 / __builtin_sqrt(x), 1 / __builtin_sqrtf(x))
WL_HOST(rcbrt, 1 / __builtin_cbrt(x), 1 / __builtin_cbrtf(x))
WL_HOST(sinpi, __builtin_sin(3.14159265358979323846 * x),
        (float)__builtin_sin(3.14159265358979323846 * x))
WL_HOST(cospi, __builtin_cos(3.14159265358979323846 * x),
        (float)__builtin_cos(3.14159265358979323846 * x))
WL_HOST(normcdf, 0.5 * __builtin_erfc(x * -0.70710678118654752440),
        (float)(0.5 * __builtin_erfc(x * -0.70710678118654752440)))
#undef WL_HOST

#endif
