/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions a kernel may call by name that PTX has no instruction for: clang
 * leaves libm calls external (`call expf`), and the device supplies them.
 * nvcc expands them itself and never asks.
 */
#ifndef SIM_LIBM_H
#define SIM_LIBM_H

#include <stdint.h>

/*
 * sig: result, then parameters. f float, d double, i int32, l int64; F, D and
 * I are pointers through which the function returns a float, double or int32.
 * "f(f)", "d(dd)", "f(fi)", "v(fFF)" (v: no result).
 *
 * call reads in[]: one word per parameter, its bits in the low end; entries of
 * pointer parameters are not read. It fills out[0] with the result's bits (0
 * for v), then out[1], out[2] with what goes through the pointers, in order.
 */
struct libm_function {
    const char *name, *sig;
    void (*call)(const uint64_t *in, uint64_t *out);
};

enum { LIBM_ARGS_MAX = 4, LIBM_OUT_MAX = 3 };

/* The function of that name; NULL if there is none. */
const struct libm_function *libm_find(const char *name);

/* The i-th function, for tests; NULL past the end. */
const struct libm_function *libm_at(int i);

/*
 * The approximate instructions ex2.approx.f32, lg2.approx.f32, sin.approx.f32,
 * cos.approx.f32 and tanh.approx.f32. A card's last bits are not documented;
 * these are correctly rounded to within an ulp, and the book says so.
 */
float libm_ex2(float x);
float libm_lg2(float x);
float libm_sin_approx(float x);
float libm_cos_approx(float x);
float libm_tanh_approx(float x);

#endif
