/* SPDX-License-Identifier: Apache-2.0 */
/* Exponentials, logarithms, powers and roots; see mathcore.h. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "sim/mathcore.h"

#define LN2_HI    0x1.62e42fee00000p-1 /* 32 bits: k * LN2_HI is exact */
#define LN2_LO    0x1.a39ef35793c76p-33
#define LN2_LO2   0x1.cc01f97b57a08p-87
#define LOG2E     0x1.71547652b82fep+0
#define LOG2E_LO  0x1.777d0ffda0d24p-56
#define LOG10E    0x1.bcb7b1526e50ep-2
#define LOG10E_LO 0x1.95355baaafad3p-57
#define LN10      0x1.26bb1bbb55516p+1
#define LN10_LO   -0x1.f48ad494ea3e9p-53
#define SQRT2     0x1.6a09e667f3bcdp+0

static uint64_t bits_of(double x)
{
    uint64_t u;

    memcpy(&u, &x, sizeof u);
    return u;
}

static double of_bits(uint64_t u)
{
    double x;

    memcpy(&x, &u, sizeof x);
    return x;
}

static struct dd two_sum(double a, double b)
{
    double s = a + b, t = s - a;

    return (struct dd){ s, (a - (s - t)) + (b - t) };
}

static struct dd two_mul(double a, double b)
{
    double p = a * b;

    return (struct dd){ p, fma(a, b, -p) };
}

double math_scale(double x, int n)
{
    if (n > 1023) {
        x *= 0x1p1023;
        n -= 1023;
        if (n > 1023) {
            x *= 0x1p1023;
            n = n - 1023 > 1023 ? 1023 : n - 1023;
        }
    } else if (n < -1022) {
        /* Stay 53 bits above the subnormals so that only the last product
           rounds. */
        x *= 0x1p-969;
        n += 969;
        if (n < -1022) {
            x *= 0x1p-969;
            n = n + 969 < -1022 ? -1022 : n + 969;
        }
    }
    return x * of_bits((uint64_t)(1023 + n) << 52);
}

/* 1/3! .. 1/13! */
static const double inverse_factorial[] = {
    1.0 / 6,        1.0 / 24,        1.0 / 120,          1.0 / 720,
    1.0 / 5040,     1.0 / 40320,     1.0 / 362880,       1.0 / 3628800,
    1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800.0,
};

/* exp(r) - 1 - r for |r| <= 0.35: Taylor, truncated below 2^-57 r. */
static double exp_tail(double r)
{
    double p = 0;

    for (int i = 10; i >= 0; i--)
        p = fma(p, r, inverse_factorial[i]);
    return r * r * fma(p, r, 0.5);
}

/* Reduce x + lo to k ln 2 + r; |r| <= 0.35 */
static int exp_reduce(double x, double lo, struct dd *r)
{
    double k = rint(x * LOG2E);
    double a = fma(-k, LN2_HI, x);
    struct dd b = two_mul(-k, LN2_LO);
    struct dd s = two_sum(a, b.hi);

    s.lo += b.lo + lo - k * LN2_LO2;
    *r = two_sum(s.hi, s.lo);
    return (int)k;
}

double math_exp_dd(struct dd x)
{
    struct dd r;
    double e;
    int k;

    if (x.hi != x.hi)
        return x.hi;
    if (x.hi > 710)
        return INFINITY;
    if (x.hi < -746)
        return 0;
    k = exp_reduce(x.hi, x.lo, &r);
    e = exp_tail(r.hi);
    /* exp(hi + lo) = exp(hi) + lo exp(hi), lo tiny */
    return math_scale(1 + (r.hi + (e + (r.lo + r.lo * r.hi))), k);
}

double math_exp(double x)
{
    return math_exp_dd((struct dd){ x, 0 });
}

double math_exp2(double x)
{
    double k = rint(x);
    struct dd p;

    if (x != x)
        return x;
    if (x >= 1024)
        return INFINITY;
    if (x < -1076)
        return 0;
    p = two_mul(x - k, 0x1.62e42fefa39efp-1);
    p.lo += (x - k) * 0x1.abc9e3b39803fp-56;
    return math_scale(math_exp_dd(p), (int)k);
}

double math_exp10(double x)
{
    struct dd p = two_mul(x, LN10);

    if (x != x)
        return x;
    if (x > 309)
        return INFINITY;
    if (x < -324)
        return 0;
    p.lo += x * LN10_LO;
    return math_exp_dd(p);
}

double math_expm1(double x)
{
    struct dd r;
    int k;
    double scale, e;

    if (x != x || x > 40 || x < -40)
        return x < -40 ? -1 : math_exp(x);
    if (fabs(x) < 0x1p-54)
        return x;
    k = exp_reduce(x, 0, &r);
    e = r.hi + (exp_tail(r.hi) + (r.lo + r.lo * r.hi));
    if (k == 0)
        return e;
    scale = math_scale(1, k);
    return k > 0 && k < 53 ? scale * e + (scale - 1) : (scale * e - 1) + scale;
}

/* x = m 2^k with m in [sqrt(1/2), sqrt(2)); x > 0 and finite. */
static double log_split(double x, int *k)
{
    int e = 0;
    uint64_t u;
    double m;

    if (x < 0x1p-1022) {
        x *= 0x1p54;
        e = -54;
    }
    u = bits_of(x);
    *k = e + (int)(u >> 52) - 1023;
    m = of_bits((u & 0xfffffffffffffull) | 0x3ff0000000000000ull);
    if (m > SQRT2) {
        m *= 0.5;
        ++*k;
    }
    return m;
}

/* log((1+s)/(1-s)) - 2s for |s| <= 0.172; s2 = s * s */
static double log_tail(double s, double s2)
{
    double p = 0;

    for (int i = 25; i >= 3; i -= 2)
        p = fma(p, s2, 2.0 / i);
    return s * s2 * p;
}

struct dd math_log_dd(double x)
{
    int k;
    double m = log_split(x, &k), f = m - 1;
    struct dd den = two_sum(2, f);
    double s = f / den.hi, third, s2;
    double rest = fma(-s, den.hi, f) - s * den.lo;
    double s_lo = rest / den.hi;
    struct dd cube, sum, out;

    /* The cubic term in double-double, what follows in double. */
    s2 = s * s;
    cube = two_mul(s, s);
    cube.lo += 2 * s * s_lo;
    third = s * cube.hi;
    {
        double lo = fma(s, cube.hi, -third) + s * cube.lo + s_lo * cube.hi;
        double q = third * (2.0 / 3);
        double q_lo = fma(third, 2.0 / 3, -q) + lo * (2.0 / 3) +
                      third * 0x1.5555555555555p-55;
        double p = 0;

        for (int i = 25; i >= 5; i -= 2)
            p = fma(p, s2, 2.0 / i);
        sum = two_sum(2 * s, q);
        sum.lo += q_lo + 2 * s_lo + s * s2 * s2 * p;
    }
    out = two_sum(k * LN2_HI, sum.hi);
    {
        struct dd low = two_mul(k, LN2_LO);
        struct dd t = two_sum(out.hi, low.hi);

        t.lo += out.lo + low.lo + sum.lo + k * LN2_LO2;
        out = two_sum(t.hi, t.lo);
    }
    return out;
}

/* The values of log-like functions outside (0, inf); true if x is there. */
static int log_edge(double x, double *out)
{
    if (x > 0 && x < INFINITY)
        return 0;
    *out = x == 0 ? -INFINITY : x > 0 ? x : NAN;
    return 1;
}

double math_log(double x)
{
    double out;

    return log_edge(x, &out) ? out : math_log_dd(x).hi;
}

/* log(x) times a constant given as a double-double */
static double log_times(double x, double c, double c_lo)
{
    double out;
    struct dd l, p;

    if (log_edge(x, &out))
        return out;
    l = math_log_dd(x);
    p = two_mul(l.hi, c);
    return p.hi + (p.lo + l.hi * c_lo + l.lo * c);
}

double math_log2(double x)
{
    int k;

    /* Exact for powers of two, as the hardware's is. */
    if (x > 0 && x < INFINITY && log_split(x, &k) == 1)
        return k;
    return log_times(x, LOG2E, LOG2E_LO);
}

double math_log10(double x)
{
    return log_times(x, LOG10E, LOG10E_LO);
}

double math_log1p(double x)
{
    struct dd u;
    double out;

    if (x != x || x == INFINITY || x == 0)
        return x;
    if (x <= -1)
        return x == -1 ? -INFINITY : NAN;
    if (fabs(x) < 0x1p-54)
        return x;
    if (fabs(x) < 0.25) {
        double s = x / (2 + x);
        double lo = fma(-s, 2 + x, x) - s * (x - ((2 + x) - 2));

        return 2 * s + (2 * (lo / (2 + x)) + log_tail(s, s * s));
    }
    u = two_sum(1, x);
    out = math_log_dd(u.hi).hi;
    return out + u.lo / u.hi;
}

static int is_integer(double y)
{
    return fabs(y) >= 0x1p52 || rint(y) == y;
}

static int is_odd(double y)
{
    return fabs(y) < 0x1p53 && is_integer(y) && fmod(fabs(y), 2) == 1;
}

double math_pow(double x, double y)
{
    double sign = 1, ax = fabs(x);
    struct dd l, p;

    if (y == 0 || x == 1)
        return 1;
    if (x != x || y != y)
        return NAN;
    if (x < 0 && is_odd(y))
        sign = -1;
    if (fabs(y) == INFINITY)
        return ax == 1 ? 1 : (ax > 1) == (y > 0) ? INFINITY : 0;
    if (ax == 0 || ax == INFINITY) {
        if (signbit(x) && is_odd(y))
            sign = -1;
        return (ax == 0) == (y > 0) ? sign * 0.0 : sign * INFINITY;
    }
    if (x < 0 && !is_integer(y))
        return NAN;
    l = math_log_dd(ax);
    if (fabs(y) > 0x1p70)
        return l.hi == 0               ? sign
               : (l.hi > 0) == (y > 0) ? sign * INFINITY
                                       : sign * 0.0;
    p = two_mul(l.hi, y);
    p.lo = fma(l.lo, y, p.lo);
    return sign * math_exp_dd(two_sum(p.hi, p.lo));
}

double math_cbrt(double x)
{
    double a = fabs(x), r, k = 1;

    if (x == 0 || x != x || a == INFINITY)
        return x;
    if (a < 0x1p-960) {
        a *= 0x1p180;
        k = 0x1p-60;
    }
    r = math_exp(math_log(a) / 3);
    /* One Newton step with the cube's error taken exactly. */
    {
        struct dd square = two_mul(r, r);
        struct dd cube = two_mul(square.hi, r);
        double error = ((cube.hi - a) + cube.lo) + square.lo * r;

        r -= error / (3 * square.hi);
    }
    return copysign(r * k, x);
}

double math_hypot(double x, double y)
{
    double a = fabs(x), b = fabs(y), scale = 1;
    struct dd aa, bb;
    double h;

    if (a == INFINITY || b == INFINITY)
        return INFINITY;
    if (x != x || y != y)
        return NAN;
    if (a < b) {
        double t = a;

        a = b;
        b = t;
    }
    if (b == 0 || a / b > 0x1p60)
        return a + b;
    if (a > 0x1p500)
        scale = 0x1p-600;
    else if (b < 0x1p-450)
        scale = 0x1p600;
    a *= scale;
    b *= scale;
    aa = two_mul(a, a);
    bb = two_mul(b, b);
    h = sqrt(aa.hi + bb.hi);
    {
        struct dd hh = two_mul(h, h);
        double rest = ((aa.hi - hh.hi) + bb.hi) + ((aa.lo - hh.lo) + bb.lo);

        h += rest / (2 * h);
    }
    return h / scale;
}
