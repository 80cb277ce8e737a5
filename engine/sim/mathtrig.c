/* SPDX-License-Identifier: Apache-2.0 */
/* Circular and hyperbolic functions and their inverses; see mathcore.h. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "sim/mathcore.h"

#define PI          0x1.921fb54442d18p+1
#define PI_LO       0x1.1a62633145c07p-53
#define PIO2        0x1.921fb54442d18p+0
#define PIO2_LO     0x1.1a62633145c07p-54
#define TWO_OVER_PI 0x1.45f306dc9c883p-1

/* pi/2 in three pieces of 33 bits and a rest: k * piece is exact for k of up
   to 20 bits. */
#define PIO2_A 0x1.921fb54400000p+0
#define PIO2_B 0x1.0b4611a600000p-34
#define PIO2_C 0x1.3198a2e000000p-69
#define PIO2_D 0x1.b839a252049c1p-104

/* Products of 64 bits by 64; gcc and clang both have it, ISO C does not. */
__extension__ typedef unsigned __int128 wide;

/* The first 1280 bits of 2/pi after the point. */
static const uint64_t two_over_pi[20] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
    0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c,
    0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41,
    0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08,
    0x56033046fc7b6bab, 0xf0cfbc209af4361d,
};

static struct dd two_sum(double a, double b)
{
    double s = a + b, t = s - a;

    return (struct dd){ s, (a - (s - t)) + (b - t) };
}

/* 64 bits of 2/pi from bit `at` on (0 is the first after the point); bits
   before the point are zero. */
static uint64_t pi_bits(int at)
{
    int word, shift;

    if (at <= -64)
        return 0;
    if (at < 0)
        return two_over_pi[0] >> -at;
    word = at / 64;
    shift = at % 64;
    return shift ? two_over_pi[word] << shift |
                       two_over_pi[word + 1] >> (64 - shift)
                 : two_over_pi[word];
}

/*
 * Payne and Hanek: x = m 2^e with a 53-bit integer m; only the bits of 2/pi
 * whose product with x lies below 4 and above 2^-128 matter.
 */
static int reduce_huge(double x, struct dd *r)
{
    uint64_t u, m, w[3];
    wide sum;
    int e, q, zeros = 0;
    double sign = 1, a, b, p;

    memcpy(&u, &x, sizeof u);
    m = (u & 0xfffffffffffffull) | 0x10000000000000ull;
    e = (int)(u >> 52 & 0x7ff) - 1075;
    for (int i = 0; i < 3; i++)
        w[i] = pi_bits(e - 2 + 64 * i);
    /* The top 128 of the 192 bits of m * w; the first two are k mod 4. */
    sum = ((wide)m * w[0] << 64) + (wide)m * w[1] + ((wide)m * w[2] >> 64);
    q = (int)(sum >> 126);
    sum <<= 2;
    if (sum >> 127) {
        q++;
        sum = -sum;
        sign = -1;
    }
    while (zeros < 100 && !(sum >> 127)) {
        sum <<= 1;
        zeros++;
    }
    /* The fraction as two doubles of 53 bits, then times pi/2. */
    a = math_scale((double)(uint64_t)(sum >> 75), -53 - zeros);
    b = math_scale((double)(uint64_t)(sum >> 22 & 0x1fffffffffffffull),
                   -106 - zeros);
    p = a * PIO2;
    *r = two_sum(sign * p, sign * (fma(a, PIO2, -p) + a * PIO2_LO + b * PIO2));
    return q & 3;
}

/* x = k pi/2 + r, |r| <= pi/4; returns k mod 4. x is finite. */
static int reduce(double x, struct dd *r)
{
    double ax = fabs(x), k;
    int q;

    if (ax <= 0x1.921fb54442d18p-1) {
        *r = (struct dd){ x, 0 };
        return 0;
    }
    if (ax < 0x1p19) {
        struct dd s, t;

        k = rint(ax * TWO_OVER_PI);
        s = two_sum(fma(-k, PIO2_A, ax), -k * PIO2_B);
        t = two_sum(s.hi, -k * PIO2_C);
        t.lo += s.lo - k * PIO2_D;
        *r = two_sum(t.hi, t.lo);
        q = (int)((long)k & 3);
    } else {
        q = reduce_huge(ax, r);
    }
    if (x < 0) {
        r->hi = -r->hi;
        r->lo = -r->lo;
        q = -q & 3;
    }
    return q;
}

static double sin_kernel(struct dd r)
{
    static const double c[] = {
        -1.0 / 6,
        1.0 / 120,
        -1.0 / 5040,
        1.0 / 362880,
        -1.0 / 39916800,
        1.0 / 6227020800.0,
        -1.0 / 1307674368000.0,
        1.0 / 355687428096000.0,
    };
    double z = r.hi * r.hi, p = 0;

    for (int i = 7; i >= 1; i--)
        p = fma(p, z, c[i]);
    /* sin(hi + lo) = sin(hi) + lo cos(hi) */
    return r.hi + (r.hi * z * fma(p, z, c[0]) + r.lo * (1 - 0.5 * z));
}

static double cos_kernel(struct dd r)
{
    static const double c[] = {
        1.0 / 24,
        -1.0 / 720,
        1.0 / 40320,
        -1.0 / 3628800,
        1.0 / 479001600,
        -1.0 / 87178291200.0,
        1.0 / 20922789888000.0,
        -1.0 / 6402373705728000.0,
    };
    double z = r.hi * r.hi, p = 0, w = 1 - 0.5 * z;
    double lost = (1 - w) - 0.5 * z;

    for (int i = 7; i >= 0; i--)
        p = fma(p, z, c[i]);
    return w + (lost + (z * z * p - r.hi * r.lo));
}

static double quadrant(int q, struct dd r)
{
    double v = q & 1 ? cos_kernel(r) : sin_kernel(r);

    return q & 2 ? -v : v;
}

double math_sin(double x)
{
    struct dd r;
    int q;

    if (x == 0)
        return x;
    if (!(fabs(x) < INFINITY))
        return NAN;
    q = reduce(x, &r);
    return quadrant(q, r);
}

double math_cos(double x)
{
    struct dd r;
    int q;

    if (!(fabs(x) < INFINITY))
        return NAN;
    q = reduce(x, &r);
    return quadrant((q + 1) & 3, r);
}

double math_tan(double x)
{
    struct dd r;
    int q;
    double s, c;

    if (x == 0)
        return x;
    if (!(fabs(x) < INFINITY))
        return NAN;
    q = reduce(x, &r);
    s = sin_kernel(r);
    c = cos_kernel(r);
    return q & 1 ? -c / s : s / c;
}

/* x = k/2 + r exactly; r pi as a double-double */
static int reduce_pi(double x, struct dd *r)
{
    double two = x - 2 * trunc(x / 2); /* exact, |two| < 2 */
    double k = rint(two * 2), f = two - k / 2;
    struct dd t = { f * PI, 0 };

    t.lo = fma(f, PI, -t.hi) + f * PI_LO;
    *r = two_sum(t.hi, t.lo);
    return (int)k & 3;
}

double math_sinpi(double x)
{
    struct dd r;
    int q;

    if (!(fabs(x) < INFINITY))
        return NAN;
    if (x == 0 || rint(x) == x)
        return copysign(0, x);
    q = reduce_pi(x, &r);
    return quadrant(q, r);
}

double math_cospi(double x)
{
    struct dd r;
    int q;

    if (!(fabs(x) < INFINITY))
        return NAN;
    q = reduce_pi(x, &r);
    if ((q & 1) && r.hi == 0)
        return 0;
    return quadrant((q + 1) & 3, r);
}

/* atan(k/8), k = 0..8 */
static const struct dd atan_table[9] = {
    { 0, 0 },
    { 0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59 },
    { 0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57 },
    { 0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56 },
    { 0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56 },
    { 0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58 },
    { 0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56 },
    { 0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56 },
    { 0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55 },
};

/* atan(y / x) for 0 <= y <= x, x > 0, as a double-double of about 60 bits */
static struct dd atan_ratio(double y, double x)
{
    double q = y / x, c = rint(q * 8) / 8;
    /* t = (q - c)/(1 + q c) = (y - c x)/(x + c y), exact enough by fma */
    double num = fma(-c, x, y), den = fma(c, y, x);
    double t = num / den, z = t * t, p = 0;
    double rest = fma(-t, den, num) / den;
    struct dd base = atan_table[(int)(c * 8)], s;

    for (int i = 19; i >= 3; i -= 2)
        p = fma(p, z, (i & 2 ? -1.0 : 1.0) / i);
    s = two_sum(base.hi, t);
    s.lo += base.lo + rest + t * z * p;
    return two_sum(s.hi, s.lo);
}

double math_atan2(double y, double x)
{
    double ay = fabs(y), ax = fabs(x);
    struct dd a;

    if (x != x || y != y)
        return NAN;
    if (ay == INFINITY && ax == INFINITY)
        ay = ax = 1;
    if (ay == INFINITY || ax == INFINITY) {
        a = ax == INFINITY ? (struct dd){ 0, 0 } : (struct dd){ PIO2, PIO2_LO };
    } else if (ay == 0 && ax == 0) {
        a = (struct dd){ 0, 0 };
    } else {
        /* Away from overflow and underflow of the products inside. */
        double big = fmax(ax, ay);
        double s = big > 0x1p1000 ? 0x1p-100 : big < 0x1p-900 ? 0x1p120 : 1;
        double u = ay * s, v = ax * s;

        if (u <= v) {
            a = atan_ratio(u, v);
            if (!signbit(x) && a.hi < 0x1p-1000)
                return copysign(ay / ax, y); /* rounds once, subnormal */
        } else {
            a = atan_ratio(v, u);
            a = two_sum(PIO2 - a.hi,
                        (PIO2 - (PIO2 - a.hi) - a.hi) + (PIO2_LO - a.lo));
        }
    }
    if (signbit(x)) {
        double h = PI - a.hi;

        a = two_sum(h, ((PI - h) - a.hi) + (PI_LO - a.lo));
    }
    return copysign(a.hi + a.lo, y);
}

double math_atan(double x)
{
    return x == 0 ? x : math_atan2(x, 1);
}

double math_asin(double x)
{
    if (!(fabs(x) <= 1))
        return NAN;
    if (fabs(x) < 0x1p-27)
        return x;
    return math_atan2(x, sqrt((1 - x) * (1 + x)));
}

double math_acos(double x)
{
    if (!(fabs(x) <= 1))
        return NAN;
    return 2 * math_atan2(sqrt(1 - x), sqrt(1 + x));
}

double math_sinh(double x)
{
    double a = fabs(x), e, h = copysign(0.5, x);

    if (!(a < INFINITY) || a < 0x1p-28)
        return x;
    if (a > 709) {
        e = math_exp(0.5 * a);
        return h * e * e;
    }
    e = math_expm1(a);
    return a < 1 ? h * (2 * e - e * e / (e + 1)) : h * (e + e / (e + 1));
}

double math_cosh(double x)
{
    double a = fabs(x), e;

    if (!(a < INFINITY))
        return a;
    if (a > 709) {
        e = math_exp(0.5 * a);
        return 0.5 * e * e;
    }
    e = math_exp(a);
    return 0.5 * e + 0.5 / e;
}

double math_tanh(double x)
{
    double a = fabs(x), t;

    if (x != x || a < 0x1p-28)
        return x;
    if (a > 22)
        return copysign(1, x);
    if (a < 1) {
        t = math_expm1(-2 * a);
        return copysign(-t / (t + 2), x);
    }
    t = math_expm1(2 * a);
    return copysign(1 - 2 / (t + 2), x);
}

double math_asinh(double x)
{
    double a = fabs(x), v;

    if (!(a < INFINITY) || a < 0x1p-28)
        return x;
    if (a > 0x1p28)
        v = math_log(a) + 0x1.62e42fefa39efp-1;
    else
        v = math_log1p(a + a * a / (1 + sqrt(1 + a * a)));
    return copysign(v, x);
}

double math_acosh(double x)
{
    double t = x - 1;

    if (!(x >= 1))
        return NAN;
    if (x > 0x1p28)
        return math_log(x) + 0x1.62e42fefa39efp-1;
    return math_log1p(t + sqrt(2 * t + t * t));
}

double math_atanh(double x)
{
    double a = fabs(x);

    if (x != x || a > 1)
        return NAN;
    if (a < 0x1p-28)
        return x;
    return copysign(0.5 * math_log1p(2 * a / (1 - a)), x);
}
