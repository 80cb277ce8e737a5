/* SPDX-License-Identifier: Apache-2.0 */
/* Complex numbers of two floats or two doubles. */
#ifndef WL_CUCOMPLEX_H
#define WL_CUCOMPLEX_H

#include <math.h>

#include "vector_functions.h"

#define WL_COMPLEX(C, R, name, suffix, root)                              \
    WL_HD C make_##C(R re, R im)                                          \
    {                                                                     \
        C z;                                                              \
        z.x = re;                                                         \
        z.y = im;                                                         \
        return z;                                                         \
    }                                                                     \
    WL_HD R cuCreal##suffix(C z)                                          \
    {                                                                     \
        return z.x;                                                       \
    }                                                                     \
    WL_HD R cuCimag##suffix(C z)                                          \
    {                                                                     \
        return z.y;                                                       \
    }                                                                     \
    WL_HD C cuConj##suffix(C z)                                           \
    {                                                                     \
        return make_##C(z.x, -z.y);                                       \
    }                                                                     \
    WL_HD C cuCadd##suffix(C a, C b)                                      \
    {                                                                     \
        return make_##C(a.x + b.x, a.y + b.y);                            \
    }                                                                     \
    WL_HD C cuCsub##suffix(C a, C b)                                      \
    {                                                                     \
        return make_##C(a.x - b.x, a.y - b.y);                            \
    }                                                                     \
    WL_HD C cuCmul##suffix(C a, C b)                                      \
    {                                                                     \
        return make_##C(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);    \
    }                                                                     \
    WL_HD C cuCdiv##suffix(C a, C b)                                      \
    {                                                                     \
        R s = 1 / (b.x * b.x + b.y * b.y);                                \
        return make_##C((a.x * b.x + a.y * b.y) * s,                      \
                        (a.y * b.x - a.x * b.y) * s);                     \
    }                                                                     \
    WL_HD R cuCabs##suffix(C z)                                           \
    {                                                                     \
        return root(z.x, z.y);                                            \
    }

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
WL_COMPLEX(cuFloatComplex, float, , f, hypotf)
WL_COMPLEX(cuDoubleComplex, double, , , hypot)
#undef WL_COMPLEX

WL_HD cuComplex make_cuComplex(float re, float im)
{
    return make_cuFloatComplex(re, im);
}

#endif
