/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Elementary functions in double, our own: the host's libm differs from one
 * system to the next, and a report must not. Every function is a fixed
 * sequence of IEEE operations (+ - * / sqrt fma and exact roundings), so its
 * bits are the same on every machine. Errors stay within the bounds of the
 * CUDA Programming Guide's table of mathematical functions (most under 2 ulp).
 */
#ifndef SIM_MATHCORE_H
#define SIM_MATHCORE_H

/* A number as an unevaluated sum; |lo| is at most half an ulp of hi. */
struct dd {
    double hi, lo;
};

double math_exp(double x);
double math_exp2(double x);
double math_exp10(double x);
double math_expm1(double x);
double math_log(double x);
double math_log2(double x);
double math_log10(double x);
double math_log1p(double x);
double math_pow(double x, double y);
double math_cbrt(double x);
double math_hypot(double x, double y);

double math_sin(double x);
double math_cos(double x);
double math_tan(double x);
double math_sinpi(double x);
double math_cospi(double x);
double math_asin(double x);
double math_acos(double x);
double math_atan(double x);
double math_atan2(double y, double x);

double math_sinh(double x);
double math_cosh(double x);
double math_tanh(double x);
double math_asinh(double x);
double math_acosh(double x);
double math_atanh(double x);

double math_erf(double x);
double math_erfc(double x);
double math_erfcx(double x); /* exp(x*x) erfc(x) */
double math_erfinv(double y);
double math_erfcinv(double y);
double math_jn(int n, double x);
double math_yn(int n, double x);
double math_bessel_i(int n, double x); /* I_0, I_1 */
double math_tgamma(double x);
double math_lgamma(double x);

/* x * 2^n, rounded once. */
double math_scale(double x, int n);

/* log(x) for finite x > 0, to about 100 bits. */
struct dd math_log_dd(double x);

/* exp(hi + lo), with overflow and underflow. */
double math_exp_dd(struct dd x);

#endif
