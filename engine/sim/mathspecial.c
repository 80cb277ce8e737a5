/* SPDX-License-Identifier: Apache-2.0 */
/* Error and gamma functions; see mathcore.h. */
#include <math.h>

#include "sim/mathcore.h"

#define TWO_OVER_SQRT_PI 0x1.20dd750429b6dp+0
#define LOG_SQRT_2PI     0x1.d67f1c864beb5p-1
#define PI               0x1.921fb54442d18p+1

/* exp(-x*x) with the square's rounding error put back */
static double exp_minus_square(double x)
{
    double s = x * x;

    return math_exp_dd((struct dd){ -s, -fma(x, x, -s) });
}

/* erf by the series with positive terms (DLMF 7.6.2); 0 <= x <= 1 */
static double erf_series(double x)
{
    double z = 2 * x * x, p = 0;

    for (int n = 24; n >= 1; n--)
        p = (1 + p) * z / (2 * n + 1);
    return TWO_OVER_SQRT_PI * x * exp_minus_square(x) * (1 + p);
}

/* erfc times exp(x*x) by its continued fraction (DLMF 7.9.1), from the tail;
   x >= 3/4 */
static double erfc_part(double x)
{
    int terms = x > 6 ? 30 : x > 2 ? 90 : 400;
    double f = x;

    for (int n = terms; n >= 1; n--)
        f = x + 0.5 * n / f;
    return 0.5 * TWO_OVER_SQRT_PI / f;
}

static double erfc_fraction(double x)
{
    return exp_minus_square(x) * erfc_part(x);
}

double math_erf(double x)
{
    double a = fabs(x);

    if (x != x || a < 0x1p-1000)
        return x != x ? x : x * TWO_OVER_SQRT_PI;
    return copysign(a <= 1  ? erf_series(a)
                    : a < 6 ? 1 - erfc_fraction(a)
                            : 1,
                    x);
}

double math_erfcx(double x)
{
    if (x != x)
        return x;
    if (x < 0.75) /* the square's rounding error is put back */
        return math_exp_dd((struct dd){ x * x, fma(x, x, -x * x) }) *
               math_erfc(x);
    return erfc_part(x);
}

double math_erfc(double x)
{
    if (x != x)
        return x;
    if (x <= 0.75)
        return x < -6 ? 2 : x >= -1 ? 1 - math_erf(x) : 2 - erfc_fraction(-x);
    return x > 28 ? 0 : erfc_fraction(x);
}

/* Stirling's correction of log gamma (DLMF 5.11.1), x >= 12 */
static double stirling(double x)
{
    static const double c[] = {
        1.0 / 12,   -1.0 / 360,      1.0 / 1260, -1.0 / 1680,
        1.0 / 1188, -691.0 / 360360, 1.0 / 156,  -3617.0 / 122400,
    };
    double z = 1 / (x * x), p = 0;

    for (int i = 7; i >= 0; i--)
        p = fma(p, z, c[i]);
    return p / x;
}

/* log gamma(x) for x >= 12, as a double-double */
static struct dd lgamma_large(double x)
{
    struct dd l = math_log_dd(x);
    double a = x - 0.5, p = a * l.hi;
    double lo = fma(a, l.hi, -p) + a * l.lo;
    double hi = p - x;

    lo += (p - hi) - x + (LOG_SQRT_2PI + stirling(x));
    p = hi + lo;
    return (struct dd){ p, lo - (p - hi) };
}

/*
 * log gamma(2 + z) for |z| <= 1/2 (DLMF 5.7.3): z (1 - Euler's constant) +
 * sum over k >= 2 of (-1)^k (zeta(k) - 1) z^k / k. Exact zero at z = 0.
 */
static double lgamma_near_2(double z)
{
    static const double c[] = {
        0x1.4a34cc4a60fa6p-2,   -0x1.13e001a557607p-4,  0x1.51322ac7d8483p-6,
        -0x1.e404fc218f5f2p-8,  0x1.7add6eadb6c30p-9,   -0x1.38ac5c2bf8e08p-10,
        0x1.0b36af86396e9p-11,  -0x1.d3fd4c76d2fc8p-13, 0x1.a127b0f17d65ap-14,
        -0x1.78de5bd7c81efp-15, 0x1.580dcee66eb02p-16,  -0x1.3cbc963ce2243p-17,
        0x1.2597a39f34aacp-18,  -0x1.11b2eb7679541p-19, 0x1.0064cdeb22f0fp-20,
        -0x1.e2600d93cfd2fp-22, 0x1.c76bbb3f07a4dp-23,  -0x1.af5a6cbbf8a97p-24,
        0x1.99b93c2070b0fp-25,  -0x1.862c734df3eacp-26, 0x1.7469daccfadcdp-27,
        -0x1.6434a8447aeadp-28, 0x1.555a877ffd2c3p-29,  -0x1.47b1679258d0ep-30,
        0x1.3b15d2b2fc10cp-31,  -0x1.2f69a9fabe3e0p-32, 0x1.24932a337434cp-33,
        -0x1.1a7c26ec2523cp-34, 0x1.11116e693ed98p-35,
    };
    double p = 0;

    for (int i = (int)(sizeof c / sizeof *c) - 1; i >= 0; i--)
        p = fma(p, z, c[i]);
    return z * fma(p, z, 0x1.b0ee6072093cep-2);
}

/* gamma(x) = *product * gamma(2 + z) for 1/2 <= x < 12, |z| <= 1/2 */
static double shift_near_2(double x, double *product)
{
    *product = 1;
    while (x > 2.5) {
        x -= 1;
        *product *= x;
    }
    if (x < 1.5) {
        *product = 1 / x;
        return x - 1;
    }
    return x - 2;
}

double math_tgamma(double x)
{
    double product, z;

    if (x != x || x == INFINITY)
        return x;
    if (x == 0)
        return copysign(INFINITY, x);
    if (x < 0 && (x == -INFINITY || rint(x) == x))
        return NAN;
    if (x < -185)
        return fmod(floor(x), 2) == 0 ? 0.0 : -0.0;
    if (x < 0.5) {
        /* Reflection. 1 - x rounds; what it lost is put back with the
           derivative, log y - 1/2y. */
        double sine = math_sinpi(x), y = 1 - x, lost = (1 - y) - x;
        double mend = 1 + lost * (math_log(y) - 0.5 / y);

        if (x > -170)
            return PI / (sine * math_tgamma(y) * mend);
        z = math_exp(-0.5 * math_lgamma(y));
        return PI / sine * z * z / mend;
    }
    if (x >= 12)
        return x > 172 ? INFINITY : math_exp_dd(lgamma_large(x));
    z = shift_near_2(x, &product);
    return math_exp(lgamma_near_2(z)) * product;
}

double math_lgamma(double x)
{
    double product, z;
    struct dd l;

    if (x != x)
        return x;
    if (fabs(x) == INFINITY || (x <= 0 && rint(x) == x))
        return INFINITY;
    if (x < 0.5)
        return math_log(PI / fabs(math_sinpi(x))) - math_lgamma(1 - x);
    if (x >= 12) {
        l = lgamma_large(x);
        return l.hi + l.lo;
    }
    z = shift_near_2(x, &product);
    if (x < 1.5)
        return lgamma_near_2(z) - math_log1p(z);
    return lgamma_near_2(z) + math_log(product);
}
