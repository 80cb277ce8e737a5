/* SPDX-License-Identifier: Apache-2.0 */
/* Floating-point intrinsics: one rounding per call, fast approximations. */
#ifndef WL_FLOAT_H
#define WL_FLOAT_H

/* One instruction of one, two or three operands of one type. */
#define WL_OP1(name, type, op, c)                                         \
    WL_DEV type name(type x)                                              \
    {                                                                     \
        type r;                                                           \
        __asm__(op " %0, %1;" : "=" c(r) : c(x));                         \
        return r;                                                         \
    }
#define WL_OP2(name, type, op, c)                                         \
    WL_DEV type name(type x, type y)                                      \
    {                                                                     \
        type r;                                                           \
        __asm__(op " %0, %1, %2;" : "=" c(r) : c(x), c(y));               \
        return r;                                                         \
    }
#define WL_OP3(name, type, op, c)                                         \
    WL_DEV type name(type x, type y, type z)                              \
    {                                                                     \
        type r;                                                           \
        __asm__(op " %0, %1, %2, %3;" : "=" c(r) : c(x), c(y), c(z));     \
        return r;                                                         \
    }

/* All four roundings of one operation. */
#define WL_ROUND(OPN, name, type, op, suffix, c) \
    OPN(name##_rn, type, op ".rn." suffix, c)    \
    OPN(name##_rz, type, op ".rz." suffix, c)    \
    OPN(name##_ru, type, op ".rp." suffix, c)    \
    OPN(name##_rd, type, op ".rm." suffix, c)

WL_ROUND(WL_OP2, __fadd, float, "add", "f32", "f")
WL_ROUND(WL_OP2, __fsub, float, "sub", "f32", "f")
WL_ROUND(WL_OP2, __fmul, float, "mul", "f32", "f")
WL_ROUND(WL_OP2, __fdiv, float, "div", "f32", "f")
WL_ROUND(WL_OP3, __fmaf, float, "fma", "f32", "f")
WL_ROUND(WL_OP1, __frcp, float, "rcp", "f32", "f")
WL_ROUND(WL_OP1, __fsqrt, float, "sqrt", "f32", "f")
WL_ROUND(WL_OP2, __dadd, double, "add", "f64", "d")
WL_ROUND(WL_OP2, __dsub, double, "sub", "f64", "d")
WL_ROUND(WL_OP2, __dmul, double, "mul", "f64", "d")
WL_ROUND(WL_OP2, __ddiv, double, "div", "f64", "d")
WL_ROUND(WL_OP3, __fma, double, "fma", "f64", "d")
WL_ROUND(WL_OP1, __drcp, double, "rcp", "f64", "d")
WL_ROUND(WL_OP1, __dsqrt, double, "sqrt", "f64", "d")
#undef WL_ROUND

WL_OP1(__frsqrt_rn, float, "rsqrt.approx.f32", "f")
WL_OP1(__saturatef, float, "cvt.sat.f32.f32", "f")
WL_OP1(__sinf, float, "sin.approx.f32", "f")
WL_OP1(__cosf, float, "cos.approx.f32", "f")
WL_OP1(__tanhf, float, "tanh.approx.f32", "f")
WL_OP1(__log2f, float, "lg2.approx.f32", "f")
WL_OP1(__exp2f, float, "ex2.approx.f32", "f")
WL_OP2(__fdividef, float, "div.approx.f32", "f")
#undef WL_OP1
#undef WL_OP2
#undef WL_OP3

WL_DEV float __expf(float x)
{
    return __exp2f(x * 1.44269504f);
}
WL_DEV float __exp10f(float x)
{
    return __exp2f(x * 3.32192809f);
}
WL_DEV float __logf(float x)
{
    return __log2f(x) * 0.693147181f;
}
WL_DEV float __log10f(float x)
{
    return __log2f(x) * 0.301029996f;
}
WL_DEV float __powf(float x, float y)
{
    return __exp2f(y * __log2f(x));
}
WL_DEV float __tanf(float x)
{
    return __fdividef(__sinf(x), __cosf(x));
}
WL_DEV void __sincosf(float x, float *s, float *c)
{
    *s = __sinf(x);
    *c = __cosf(x);
}

#endif
