/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Our elementary functions against the host's long double ones, over random
 * arguments of their whole range, and at the edges by value.
 */
#include <check.h>
#include <math.h>
#include <string.h>

#include "sim/libm.h"
#include "sim/mathcore.h"

enum { TRIES = 20000 };

enum sweep { LINEAR, LOGARITHMIC, BOTH_SIGNS };

static const struct {
    const char *name;
    double (*ours)(double);
    long double (*reference)(long double);
    enum sweep sweep;
    double low, high, ulps;
} functions[] = {
    { "exp", math_exp, expl, LINEAR, -708, 709, 1 },
    { "exp2", math_exp2, exp2l, LINEAR, -1020, 1023, 1 },
    { "exp10", math_exp10, exp10l, LINEAR, -307, 308, 1 },
    { "expm1", math_expm1, expm1l, BOTH_SIGNS, 1e-10, 30, 1.5 },
    { "log", math_log, logl, LOGARITHMIC, 1e-300, 1e300, 0.6 },
    { "log near 1", math_log, logl, LINEAR, 0.5, 2, 0.6 },
    { "log2", math_log2, log2l, LOGARITHMIC, 1e-300, 1e300, 0.6 },
    { "log10", math_log10, log10l, LOGARITHMIC, 1e-300, 1e300, 0.6 },
    { "log1p", math_log1p, log1pl, LINEAR, -0.9999, 3, 1.1 },
    { "sin", math_sin, sinl, LINEAR, -10, 10, 0.9 },
    { "cos", math_cos, cosl, LINEAR, -10, 10, 0.9 },
    { "tan", math_tan, tanl, LINEAR, -10, 10, 2.5 },
    { "sin, large", math_sin, sinl, LOGARITHMIC, 1e5, 1e18, 0.9 },
    { "cos, large", math_cos, cosl, LOGARITHMIC, 1e5, 1e18, 0.9 },
    { "asin", math_asin, asinl, LINEAR, -1, 1, 2 },
    { "acos", math_acos, acosl, LINEAR, -1, 1, 2 },
    { "atan", math_atan, atanl, BOTH_SIGNS, 1e-10, 1e10, 1.5 },
    { "sinh", math_sinh, sinhl, BOTH_SIGNS, 1e-10, 709, 2 },
    { "cosh", math_cosh, coshl, BOTH_SIGNS, 1e-10, 709, 1.5 },
    { "tanh", math_tanh, tanhl, BOTH_SIGNS, 1e-10, 25, 3 },
    { "asinh", math_asinh, asinhl, BOTH_SIGNS, 1e-10, 1e100, 2 },
    { "acosh", math_acosh, acoshl, LOGARITHMIC, 1, 1e10, 2 },
    { "atanh", math_atanh, atanhl, LINEAR, -0.9999, 0.9999, 2 },
    { "erf", math_erf, erfl, BOTH_SIGNS, 1e-10, 6, 3.5 },
    { "erfc", math_erfc, erfcl, LINEAR, -6, 26, 5 },
    { "tgamma", math_tgamma, tgammal, LOGARITHMIC, 0.01, 170, 6 },
    { "tgamma < 0", math_tgamma, tgammal, LINEAR, -20.01, -0.1, 8 },
    { "lgamma", math_lgamma, lgammal, LOGARITHMIC, 3, 1e10, 3 },
    { "lgamma near 1", math_lgamma, lgammal, LINEAR, 0.6, 3, 9 },
    { "cbrt", math_cbrt, cbrtl, BOTH_SIGNS, 1e-300, 1e300, 0.6 },
};

/* Whose host counterparts are long double too, but whose zeros make relative
   errors meaningless: bounds are absolute, as CUDA's own are. */
static const struct {
    const char *name;
    int order;
    double (*ours)(int n, double x);
    long double (*reference)(int n, long double x);
    double low, high, bound;
} bessel[] = {
    { "j0", 0, math_jn, jnl, 1e-8, 1000, 1e-14 },
    { "j1", 1, math_jn, jnl, 1e-8, 1000, 1e-14 },
    { "j2, tiny", 2, math_jn, jnl, 1e-8, 1e-3, 1e-14 },
    { "j7", 7, math_jn, jnl, 1e-3, 300, 1e-13 },
    { "j40", 40, math_jn, jnl, 1, 200, 1e-12 },
    { "y0", 0, math_yn, ynl, 1e-8, 1000, 2e-14 },
    { "y1", 1, math_yn, ynl, 0.01, 1000, 1e-13 },
    { "y3", 3, math_yn, ynl, 3, 300, 1e-13 },
};

static double next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(*state >> 11) * 0x1p-53;
}

static double ulp_of(long double v)
{
    int e;

    frexpl(v, &e);
    return e < -1021 ? 0x1p-1074 : ldexp(1, e - 53);
}

START_TEST(function_is_within_its_bound)
{
    uint64_t state = 42;

    for (int i = 0; i < TRIES; i++) {
        double t = next_random(&state), low = functions[_i].low;
        double high = functions[_i].high;
        double x = functions[_i].sweep == LINEAR
                       ? low + t * (high - low)
                       : exp(log(low) + t * (log(high) - log(low)));

        if (functions[_i].sweep == BOTH_SIGNS && (i & 1))
            x = -x;
        long double want = functions[_i].reference(x);
        double got = functions[_i].ours(x);

        ck_assert_msg(fabsl(got - want) <= functions[_i].ulps * ulp_of(want),
                      "%s(%a) = %a, want %La: %.2Lf ulp", functions[_i].name, x,
                      got, want, fabsl(got - want) / ulp_of(want));
    }
}
END_TEST

START_TEST(pow_atan2_hypot_are_within_an_ulp)
{
    uint64_t state = 7;

    for (int i = 0; i < TRIES; i++) {
        double x = exp(40 * (next_random(&state) - 0.5));
        double y = exp(40 * (next_random(&state) - 0.5));
        double p = 70 * (next_random(&state) - 0.5);
        long double want = powl(x, p);

        ck_assert(fabsl(math_pow(x, p) - want) <= ulp_of(want));
        x = i & 1 ? -x : x;
        want = atan2l(y, x);
        ck_assert(fabsl(math_atan2(y, x) - want) <= ulp_of(want));
        want = hypotl(x, y);
        ck_assert(fabsl(math_hypot(x, y) - want) <= ulp_of(want));
    }
}
END_TEST

#define SAME(call, want) ck_assert_msg((call) == (want), #call " = %a", call)

START_TEST(edges_have_the_values_of_the_C_standard)
{
    SAME(math_exp(-INFINITY), 0);
    SAME(math_exp(INFINITY), INFINITY);
    SAME(math_exp(-745.1), 0x1p-1074);
    SAME(math_exp2(-3), 0.125);
    SAME(math_exp2(1024), INFINITY);
    SAME(math_log(0), -INFINITY);
    SAME(math_log2(0x1p-1074), -1074);
    SAME(math_log2(8), 3);
    SAME(math_log10(1000), 3);
    SAME(math_pow(-2, 3), -8);
    SAME(math_pow(-8, -INFINITY), 0);
    SAME(math_pow(0, -1), INFINITY);
    SAME(1 / math_pow(-0.0, -1), -0.0);
    SAME(math_pow(NAN, 0), 1);
    SAME(math_pow(1, NAN), 1);
    SAME(math_sinpi(1), 0);
    SAME(math_cospi(0.5), 0);
    SAME(math_atan2(0, -1), 0x1.921fb54442d18p+1);
    SAME(math_atan2(-0.0, -1), -0x1.921fb54442d18p+1);
    SAME(math_sin(0x1.fffffffffffffp1023), 0x1.452fc98b34e97p-8);
    SAME(math_tgamma(5), 24);
    SAME(math_lgamma(2), 0);
    SAME(math_cbrt(27), 3);
    SAME(math_erfc(-7), 2);
    ck_assert(isnan(math_log(-1)) && isnan(math_pow(-2, 0.5)));
    ck_assert(isnan(math_sin(INFINITY)) && isnan(math_acos(1.5)));
    ck_assert(signbit(math_sin(-0.0)) && signbit(math_atan(-0.0)));
}
END_TEST

START_TEST(libm_table_is_unique_and_well_formed)
{
    int n = 0;

    for (; libm_at(n); n++) {
        const struct libm_function *f = libm_at(n);
        uint64_t in[LIBM_ARGS_MAX] = { 0 }, out[LIBM_OUT_MAX] = { 0 };

        ck_assert_ptr_eq(libm_find(f->name), f);
        ck_assert_int_eq(f->sig[1], '(');
        ck_assert_uint_le(strlen(f->sig), 3 + LIBM_ARGS_MAX);
        f->call(in, out);
    }
    ck_assert_int_gt(n, 100);
    ck_assert_ptr_null(libm_find("no_such_function"));
}
END_TEST

START_TEST(libm_works_on_bits_and_canonical_nans)
{
    uint64_t in[LIBM_ARGS_MAX] = { 0 }, out[LIBM_OUT_MAX] = { 0 };

    in[0] = 0x3f800000; /* 1.0f */
    libm_find("expf")->call(in, out);
    ck_assert_uint_eq(out[0], 0x402df854);
    in[0] = 0xbf800000;
    libm_find("logf")->call(in, out);
    ck_assert_uint_eq(out[0], 0x7fffffff);
    in[0] = 0xc000000000000000ull; /* -2.0 */
    libm_find("modf")->call(in, out);
    ck_assert_uint_eq(out[1], in[0]);
    in[0] = 0x41000000; /* 8.0f */
    libm_find("frexpf")->call(in, out);
    ck_assert_uint_eq(out[0], 0x3f000000);
    ck_assert_uint_eq(out[1], 4);
    ck_assert(libm_ex2(3) == 8 && libm_lg2(0.25f) == -2);
}
END_TEST

START_TEST(bessel_functions_are_near)
{
    uint64_t state = 11;

    for (int i = 0; i < 4000; i++) {
        const double u = next_random(&state);
        const double x =
            bessel[_i].low * pow(bessel[_i].high / bessel[_i].low, u);
        const double got = bessel[_i].ours(bessel[_i].order, x);
        const long double want = bessel[_i].reference(bessel[_i].order, x);

        ck_assert_msg(fabsl(got - want) <= bessel[_i].bound * (1 + fabsl(want)),
                      "%s(%.17g) = %.17g, not %.17Lg", bessel[_i].name, x, got,
                      want);
    }
}
END_TEST

START_TEST(bessel_i_is_near_its_integral)
{
    /* I_n(x) = 1/pi times the integral of exp(x cos t) cos(n t) over 0 .. pi:
       for so smooth a function the trapezoid rule is exact to the last bit. */
    for (int n = 0; n < 2; n++)
        for (double x = 0.125; x < 600; x *= 1.7) {
            long double sum = 0, want;
            const int steps = 400;
            const double got = math_bessel_i(n, x);

            for (int k = 0; k < steps; k++) {
                const long double t = (k + 0.5L) * M_PIl / steps;

                sum += expl(x * (cosl(t) - 1)) * cosl(n * t);
            }
            want = sum / steps * expl(x);
            ck_assert_msg(fabsl(got / want - 1) < 2e-14L,
                          "I%d(%g) = %.17g, not %.17Lg", n, x, got, want);
        }
}
END_TEST

START_TEST(inverses_invert)
{
    uint64_t state = 3;

    for (int i = 0; i < 20000; i++) {
        const double y = 2 * next_random(&state) - 1;
        const double tail = pow(10, -300 * next_random(&state));

        /* The slope of erf near its ends loses what the argument gains. */
        ck_assert_double_le(fabs(math_erf(math_erfinv(y)) - y), 4e-16);
        ck_assert_double_le(fabs(math_erfc(math_erfcinv(tail)) / tail - 1),
                            4e-13);
    }
    ck_assert(isinf(math_erfcinv(0)) && isnan(math_erfcinv(-1)));
    ck_assert(isnan(math_erfinv(1.5)) && math_erfinv(1) > 1e300);
    ck_assert_double_eq_tol(math_erfinv(0.5), 0.47693627620446987, 1e-16);
    ck_assert_double_eq_tol(math_erfcx(30), 0.018795888861416751, 1e-17);
}
END_TEST

Suite *math_suite(void)
{
    Suite *s = suite_create("math");
    TCase *tc = tcase_create("libm");

    tcase_add_loop_test(tc, function_is_within_its_bound, 0,
                        (int)(sizeof functions / sizeof *functions));
    tcase_add_test(tc, pow_atan2_hypot_are_within_an_ulp);
    tcase_add_test(tc, edges_have_the_values_of_the_C_standard);
    tcase_add_test(tc, libm_table_is_unique_and_well_formed);
    tcase_add_test(tc, libm_works_on_bits_and_canonical_nans);
    tcase_add_loop_test(tc, bessel_functions_are_near, 0,
                        sizeof bessel / sizeof *bessel);
    tcase_add_test(tc, bessel_i_is_near_its_integral);
    tcase_add_test(tc, inverses_invert);
    suite_add_tcase(s, tc);
    return s;
}
