/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/libm.h"

#include <math.h>
#include <string.h>

#include "sim/mathcore.h"

static double double_of(uint64_t u)
{
    double x;

    memcpy(&x, &u, sizeof x);
    return x;
}

static float float_of(uint64_t u)
{
    uint32_t v = (uint32_t)u;
    float x;

    memcpy(&x, &v, sizeof x);
    return x;
}

/* NaNs are canonical, so that a result's bits depend on its value alone. */
static uint64_t bits_of_double(double x)
{
    uint64_t u;

    if (x != x)
        return 0x7ff8000000000000ull;
    memcpy(&u, &x, sizeof u);
    return u;
}

static uint64_t bits_of_float(float x)
{
    uint32_t u;

    if (x != x)
        return 0x7fffffff;
    memcpy(&u, &x, sizeof u);
    return u;
}

#define D1(name, expr)                                      \
    static void name##_d(const uint64_t *in, uint64_t *out) \
    {                                                       \
        const double x = double_of(in[0]);                  \
                                                            \
        out[0] = bits_of_double(expr);                      \
    }                                                       \
    static void name##_f(const uint64_t *in, uint64_t *out) \
    {                                                       \
        const double x = float_of(in[0]);                   \
                                                            \
        out[0] = bits_of_float((float)(expr));              \
    }
#define D2(name, expr)                                           \
    static void name##_d(const uint64_t *in, uint64_t *out)      \
    {                                                            \
        const double x = double_of(in[0]), y = double_of(in[1]); \
                                                                 \
        out[0] = bits_of_double(expr);                           \
    }                                                            \
    static void name##_f(const uint64_t *in, uint64_t *out)      \
    {                                                            \
        const double x = float_of(in[0]), y = float_of(in[1]);   \
                                                                 \
        out[0] = bits_of_float((float)(expr));                   \
    }
#include "sim/libm.def"
#undef D1
#undef D2

static void fma_d(const uint64_t *in, uint64_t *out)
{
    out[0] = bits_of_double(
        fma(double_of(in[0]), double_of(in[1]), double_of(in[2])));
}

static void fma_f(const uint64_t *in, uint64_t *out)
{
    out[0] =
        bits_of_float(fmaf(float_of(in[0]), float_of(in[1]), float_of(in[2])));
}

static void sincos_d(const uint64_t *in, uint64_t *out)
{
    out[0] = 0;
    out[1] = bits_of_double(math_sin(double_of(in[0])));
    out[2] = bits_of_double(math_cos(double_of(in[0])));
}

static void sincos_f(const uint64_t *in, uint64_t *out)
{
    out[0] = 0;
    out[1] = bits_of_float((float)math_sin(float_of(in[0])));
    out[2] = bits_of_float((float)math_cos(float_of(in[0])));
}

static void sincospi_d(const uint64_t *in, uint64_t *out)
{
    out[0] = 0;
    out[1] = bits_of_double(math_sinpi(double_of(in[0])));
    out[2] = bits_of_double(math_cospi(double_of(in[0])));
}

static void sincospi_f(const uint64_t *in, uint64_t *out)
{
    out[0] = 0;
    out[1] = bits_of_float((float)math_sinpi(float_of(in[0])));
    out[2] = bits_of_float((float)math_cospi(float_of(in[0])));
}

static void modf_d(const uint64_t *in, uint64_t *out)
{
    double whole, part = modf(double_of(in[0]), &whole);

    out[0] = bits_of_double(part);
    out[1] = bits_of_double(whole);
}

static void modf_f(const uint64_t *in, uint64_t *out)
{
    float whole, part = modff(float_of(in[0]), &whole);

    out[0] = bits_of_float(part);
    out[1] = bits_of_float(whole);
}

static void frexp_d(const uint64_t *in, uint64_t *out)
{
    int e = 0;
    double m = frexp(double_of(in[0]), &e);

    out[0] = bits_of_double(m);
    out[1] = (uint32_t)e;
}

static void frexp_f(const uint64_t *in, uint64_t *out)
{
    int e = 0;
    float m = frexpf(float_of(in[0]), &e);

    out[0] = bits_of_float(m);
    out[1] = (uint32_t)e;
}

static void ldexp_d(const uint64_t *in, uint64_t *out)
{
    out[0] = bits_of_double(ldexp(double_of(in[0]), (int32_t)in[1]));
}

static void ldexp_f(const uint64_t *in, uint64_t *out)
{
    out[0] = bits_of_float(ldexpf(float_of(in[0]), (int32_t)in[1]));
}

static void ilogb_d(const uint64_t *in, uint64_t *out)
{
    out[0] = (uint32_t)ilogb(double_of(in[0]));
}

static void ilogb_f(const uint64_t *in, uint64_t *out)
{
    out[0] = (uint32_t)ilogbf(float_of(in[0]));
}

static void nextafter_d(const uint64_t *in, uint64_t *out)
{
    out[0] = bits_of_double(nextafter(double_of(in[0]), double_of(in[1])));
}

static void nextafter_f(const uint64_t *in, uint64_t *out)
{
    out[0] = bits_of_float(nextafterf(float_of(in[0]), float_of(in[1])));
}

static void llrint_d(const uint64_t *in, uint64_t *out)
{
    double x = rint(double_of(in[0]));

    out[0] = x >= 0x1p63    ? (uint64_t)INT64_MAX
             : x <= -0x1p63 ? (uint64_t)INT64_MIN
             : x != x       ? 0x8000000000000000ull
                            : (uint64_t)(int64_t)x;
}

/* A function of an integer and a number. */
#define DN(name, call)                                                        \
    static void name##_d(const uint64_t *in, uint64_t *out)                   \
    {                                                                         \
        out[0] = bits_of_double(call((int32_t)in[0], double_of(in[1])));      \
    }                                                                         \
    static void name##_f(const uint64_t *in, uint64_t *out)                   \
    {                                                                         \
        out[0] = bits_of_float((float)call((int32_t)in[0], float_of(in[1]))); \
    }
DN(jn, math_jn)
DN(yn, math_yn)
#undef DN

static void llrint_f(const uint64_t *in, uint64_t *out)
{
    uint64_t wide = bits_of_double(float_of(in[0]));

    llrint_d(&wide, out);
}

static void llround_d(const uint64_t *in, uint64_t *out)
{
    uint64_t rounded = bits_of_double(round(double_of(in[0])));

    llrint_d(&rounded, out);
}

static void llround_f(const uint64_t *in, uint64_t *out)
{
    uint64_t rounded = bits_of_double(round(float_of(in[0])));

    llrint_d(&rounded, out);
}

static void abs_i(const uint64_t *in, uint64_t *out)
{
    uint32_t x = (uint32_t)in[0];

    out[0] = x >> 31 ? 0u - x : x;
}

static const struct libm_function table[] = {
#define D1(name, expr) \
    { #name, "d(d)", name##_d }, { #name "f", "f(f)", name##_f },
#define D2(name, expr) \
    { #name, "d(dd)", name##_d }, { #name "f", "f(ff)", name##_f },
#include "sim/libm.def"
#undef D1
#undef D2
    { "fma", "d(ddd)", fma_d },
    { "fmaf", "f(fff)", fma_f },
    { "sincos", "v(dDD)", sincos_d },
    { "sincosf", "v(fFF)", sincos_f },
    { "sincospi", "v(dDD)", sincospi_d },
    { "sincospif", "v(fFF)", sincospi_f },
    { "modf", "d(dD)", modf_d },
    { "modff", "f(fF)", modf_f },
    { "frexp", "d(dI)", frexp_d },
    { "frexpf", "f(fI)", frexp_f },
    { "ldexp", "d(di)", ldexp_d },
    { "ldexpf", "f(fi)", ldexp_f },
    { "scalbn", "d(di)", ldexp_d },
    { "scalbnf", "f(fi)", ldexp_f },
    { "ilogb", "i(d)", ilogb_d },
    { "ilogbf", "i(f)", ilogb_f },
    { "nextafter", "d(dd)", nextafter_d },
    { "nextafterf", "f(ff)", nextafter_f },
    { "llrint", "l(d)", llrint_d },
    { "llrintf", "l(f)", llrint_f },
    { "lrint", "l(d)", llrint_d },
    { "lrintf", "l(f)", llrint_f },
    { "llround", "l(d)", llround_d },
    { "llroundf", "l(f)", llround_f },
    { "lround", "l(d)", llround_d },
    { "lroundf", "l(f)", llround_f },
    { "abs", "i(i)", abs_i },
    { "jn", "d(id)", jn_d },
    { "jnf", "f(if)", jn_f },
    { "yn", "d(id)", yn_d },
    { "ynf", "f(if)", yn_f },
};

const struct libm_function *libm_at(int i)
{
    const int n = (int)(sizeof table / sizeof *table);

    return i >= 0 && i < n ? &table[i] : NULL;
}

const struct libm_function *libm_find(const char *name)
{
    for (int i = 0; libm_at(i); i++)
        if (!strcmp(table[i].name, name))
            return &table[i];
    return NULL;
}

float libm_ex2(float x)
{
    return (float)math_exp2(x);
}

float libm_lg2(float x)
{
    return (float)math_log2(x);
}

float libm_sin_approx(float x)
{
    return (float)math_sin(x);
}

float libm_cos_approx(float x)
{
    return (float)math_cos(x);
}

float libm_tanh_approx(float x)
{
    return (float)math_tanh(x);
}
