/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bessel functions and the inverses of the error functions; see mathcore.h.
 * CUDA promises absolute errors of 5e-12 for the former (CUDA C++ Programming
 * Guide, mathematical functions); these stay below 1e-14 times the size.
 */
#include <math.h>

#include "sim/mathcore.h"

#define PI          0x1.921fb54442d18p+1
#define TWO_OVER_PI 0x1.45f306dc9c883p-1
#define EULER       0x1.2788cfc6fb619p-1

enum { ORDERS = 128 }; /* of the recurrence, for arguments up to FAR */
#define FAR  25.0
#define NEAR 0x1p-14

/* J_0 .. J_(ORDERS-1) of 0 < x < FAR by the recurrence from above (DLMF 3.6):
   the sum J_0 + 2 J_2 + 2 J_4 + ... is one. */
static void orders(double x, double j[ORDERS])
{
    double sum = 0;

    j[ORDERS - 1] = 0;
    j[ORDERS - 2] = 0x1p-900;
    for (int n = ORDERS - 2; n > 0; n--) {
        j[n - 1] = 2 * n / x * j[n] - j[n + 1];
        if (fabs(j[n - 1]) > 0x1p500)
            for (int k = n - 1; k < ORDERS; k++)
                j[k] *= 0x1p-500;
    }
    for (int n = 2; n < ORDERS; n += 2)
        sum += 2 * j[n];
    sum += j[0];
    for (int n = 0; n < ORDERS; n++)
        j[n] /= sum;
}

/* For large x: sqrt(2 / (pi x)) (P cos - Q sin) of the phase x - (n/2 + 1/4)
   pi, and the same turned by a quarter (DLMF 10.17.3, 10.17.4). */
static void far_away(int n, double x, double *j, double *y)
{
    double mu = 4.0 * n * n, term = 1, p = 1, q = 0, c, s, cp, sp;

    for (int k = 1; k < 40; k++) {
        double odd = 2.0 * k - 1, next = term * (mu - odd * odd) / (8 * k * x);

        if (fabs(next) >= fabs(term) && k > n)
            break;
        term = next;
        if (k % 2)
            q += k % 4 == 1 ? term : -term;
        else
            p += k % 4 == 2 ? -term : term;
    }
    /* cos and sin of the phase from those of x: no bit is lost in x - phase */
    c = math_cos(x), s = math_sin(x);
    cp = math_cospi(0.5 * n + 0.25), sp = math_sinpi(0.5 * n + 0.25);
    {
        double cosine = c * cp + s * sp, sine = s * cp - c * sp;
        double size = sqrt(TWO_OVER_PI / x);

        *j = size * (p * cosine - q * sine);
        *y = size * (p * sine + q * cosine);
    }
}

/* x below NEAR: what comes after the leading terms is below an ulp. */
static void close_by(double x, double j[2], double y[2])
{
    double half = 0.5 * x, l = math_log_dd(half).hi;

    j[0] = 1 - half * half;
    j[1] = half * (1 - 0.5 * half * half);
    y[0] = TWO_OVER_PI * ((l + EULER) * j[0] + half * half);
    y[1] =
        -TWO_OVER_PI / x + TWO_OVER_PI * l * j[1] - half / PI * (1 - 2 * EULER);
}

/* J_0, J_1, Y_0, Y_1 of x > 0. */
static void first_two(double x, double j[2], double y[2])
{
    double all[ORDERS], log2x, s0 = 0, s1 = 0;

    if (x < NEAR) {
        close_by(x, j, y);
        return;
    }
    if (x >= FAR) {
        far_away(0, x, &j[0], &y[0]);
        far_away(1, x, &j[1], &y[1]);
        return;
    }
    orders(x, all);
    log2x = math_log_dd(0.5 * x).hi + EULER;
    for (int k = 1; 2 * k + 1 < ORDERS; k++) { /* A&S 9.1.88, 9.1.89 */
        double sign = k % 2 ? -1 : 1;

        s0 += sign * all[2 * k] / k;
        s1 += sign * (2 * k + 1) * all[2 * k + 1] / ((double)k * (k + 1));
    }
    j[0] = all[0];
    j[1] = all[1];
    y[0] = TWO_OVER_PI * log2x * all[0] - 2 * TWO_OVER_PI * s0;
    y[1] = -TWO_OVER_PI / x * all[0] + TWO_OVER_PI * (log2x - 1) * all[1] -
           TWO_OVER_PI * s1;
}

double math_jn(int n, double x)
{
    double a = fabs(x), all[ORDERS], j[2], y[2], sign = 1;

    if (x != x)
        return x;
    if (n < 0) {
        n = -n;
        sign = n % 2 ? -1 : 1;
    }
    if (x < 0 && n % 2)
        sign = -sign;
    if (a > 0x1p1000)
        return 0;
    if (a < NEAR) { /* the leading terms of the power series */
        double term = 1;

        for (int k = 1; k <= n && term > 0; k++)
            term *= 0.5 * a / k;
        return sign * term * (1 - a * a / (4 * (n + 1.0)));
    }
    if (a < FAR) {
        orders(a, all);
        return n < ORDERS ? sign * all[n] : 0;
    }
    first_two(a, j, y);
    if (n < 2)
        return sign * j[n];
    if (n < a) { /* upwards is stable here */
        for (int k = 1; k < n; k++) {
            double next = 2 * k / a * j[1] - j[0];

            j[0] = j[1];
            j[1] = next;
        }
        return sign * j[1];
    }
    { /* downwards by the continued fraction of J_n / J_(n-1) */
        double ratio = 0, f;
        int top = n + (int)a + 60;

        for (int k = top; k >= n; k--)
            ratio = 1 / (2 * k / a - ratio);
        f = ratio;
        for (int k = n - 1; k > 0; k--) {
            ratio = 1 / (2 * k / a - ratio);
            f *= ratio;
        }
        return sign * f * j[0];
    }
}

double math_yn(int n, double x)
{
    double j[2], y[2], sign = 1;

    if (x != x || x < 0)
        return (double)NAN;
    if (n < 0) {
        n = -n;
        sign = n % 2 ? -1 : 1;
    }
    if (x == 0)
        return sign * -(double)INFINITY;
    if (x > 0x1p1000)
        return 0;
    first_two(x, j, y);
    if (n < 2)
        return sign * y[n];
    for (int k = 1; k < n && y[1] > -(double)INFINITY; k++) {
        double next = 2 * k / x * y[1] - y[0];

        y[0] = y[1];
        y[1] = next;
    }
    return sign * y[1];
}

/* I_0 and I_1: a series of positive terms (DLMF 10.25.2), far away the
   asymptotic one (10.40.1). */
double math_bessel_i(int n, double x)
{
    double a = fabs(x), term = n ? 0.5 * a : 1, sum, mu = 4.0 * n * n;

    if (x != x)
        return x;
    if (a > 714)
        return n && x < 0 ? -(double)INFINITY : (double)INFINITY;
    sum = term;
    if (a < 30) {
        for (int k = 1; k < 200 && term > 0x1p-60 * sum; k++) {
            term *= 0.25 * a * a / ((double)k * (k + n));
            sum += term;
        }
    } else {
        sum = term = 1;
        for (int k = 1; k < 30; k++) {
            double odd = 2.0 * k - 1;

            term *= -(mu - odd * odd) / (8 * k * a);
            sum += term;
        }
        sum *= math_exp_dd((struct dd){ a / 2, 0 }) / sqrt(2 * PI * a) *
               math_exp_dd((struct dd){ a / 2, 0 });
    }
    return n && x < 0 ? -sum : sum;
}

double math_erfcinv(double y)
{
    double x, tail = y > 1 ? 2 - y : y;

    if (y != y || y < 0 || y > 2)
        return (double)NAN;
    if (tail == 0)
        return y > 1 ? -(double)INFINITY : (double)INFINITY;
    if (tail == 1)
        return 0;
    /* A start from below by the leading behaviour; then Newton's method with
       the second derivative (Halley), which triples the digits each time. */
    x = tail > 0.3
            ? (1 - tail) * 0.886226925452758
            : sqrt(-math_log_dd(tail * sqrt(PI * -math_log_dd(tail).hi)).hi);
    if (!(x > 0))
        x = 0.5;
    for (int i = 0; i < 6; i++) {
        double slope = -2 / sqrt(PI) * math_exp_dd((struct dd){ -x * x, 0 });
        double step = (math_erfc(x) - tail) / slope;

        x -= step / (1 + x * step);
    }
    return y > 1 ? -x : x;
}

double math_erfinv(double y)
{
    double x = y * 0.886226925452758, a = fabs(y);

    if (y != y || a > 1)
        return (double)NAN;
    if (a > 0.5)
        return y > 0 ? math_erfcinv(1 - y) : -math_erfcinv(1 + y);
    if (a < 0x1p-500)
        return x;
    for (int i = 0; i < 4; i++) {
        double slope = 2 / sqrt(PI) * math_exp_dd((struct dd){ -x * x, 0 });
        double step = (math_erf(x) - y) / slope;

        x -= step / (1 + x * step);
    }
    return x;
}
