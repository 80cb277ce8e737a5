/* SPDX-License-Identifier: Apache-2.0 */
/* The same bits under another type; numbers to numbers with a rounding. */
#ifndef WL_CAST_H
#define WL_CAST_H

#define WL_BITS(name, to, from)           \
    WL_DEV to name(from x)                \
    {                                     \
        return __builtin_bit_cast(to, x); \
    }
WL_BITS(__float_as_int, int, float)
WL_BITS(__float_as_uint, unsigned, float)
WL_BITS(__int_as_float, float, int)
WL_BITS(__uint_as_float, float, unsigned)
WL_BITS(__double_as_longlong, long long, double)
WL_BITS(__longlong_as_double, double, long long)
#undef WL_BITS

WL_DEV int __double2hiint(double x)
{
    return (int)(__double_as_longlong(x) >> 32);
}
WL_DEV int __double2loint(double x)
{
    return (int)__double_as_longlong(x);
}
WL_DEV double __hiloint2double(int hi, int lo)
{
    return __longlong_as_double((long long)hi << 32 | (unsigned)lo);
}

/* One conversion instruction: name, C types, the instruction, constraints. */
#define WL_CVT(name, to, from, op, out, in)                   \
    WL_DEV to name(from x)                                    \
    {                                                         \
        to r;                                                 \
        __asm__(op " %0, %1;" : out(r) : in(x));              \
        return r;                                             \
    }

/* From floating point to integers: the i in rni says "to an integer". */
#define WL_TO_INT(name, to, from, suffix, out, in)            \
    WL_CVT(name##_rn, to, from, "cvt.rni." suffix, out, in)   \
    WL_CVT(name##_rz, to, from, "cvt.rzi." suffix, out, in)   \
    WL_CVT(name##_ru, to, from, "cvt.rpi." suffix, out, in)   \
    WL_CVT(name##_rd, to, from, "cvt.rmi." suffix, out, in)
WL_TO_INT(__float2int, int, float, "s32.f32", "=r", "f")
WL_TO_INT(__float2uint, unsigned, float, "u32.f32", "=r", "f")
WL_TO_INT(__float2ll, long long, float, "s64.f32", "=l", "f")
WL_TO_INT(__float2ull, unsigned long long, float, "u64.f32", "=l", "f")
WL_TO_INT(__double2int, int, double, "s32.f64", "=r", "d")
WL_TO_INT(__double2uint, unsigned, double, "u32.f64", "=r", "d")
WL_TO_INT(__double2ll, long long, double, "s64.f64", "=l", "d")
WL_TO_INT(__double2ull, unsigned long long, double, "u64.f64", "=l", "d")
#undef WL_TO_INT

#define WL_TO_FP(name, to, from, suffix, out, in)             \
    WL_CVT(name##_rn, to, from, "cvt.rn." suffix, out, in)    \
    WL_CVT(name##_rz, to, from, "cvt.rz." suffix, out, in)    \
    WL_CVT(name##_ru, to, from, "cvt.rp." suffix, out, in)    \
    WL_CVT(name##_rd, to, from, "cvt.rm." suffix, out, in)
WL_TO_FP(__int2float, float, int, "f32.s32", "=f", "r")
WL_TO_FP(__uint2float, float, unsigned, "f32.u32", "=f", "r")
WL_TO_FP(__ll2float, float, long long, "f32.s64", "=f", "l")
WL_TO_FP(__ull2float, float, unsigned long long, "f32.u64", "=f", "l")
WL_TO_FP(__ll2double, double, long long, "f64.s64", "=d", "l")
WL_TO_FP(__ull2double, double, unsigned long long, "f64.u64", "=d", "l")
WL_TO_FP(__double2float, float, double, "f32.f64", "=f", "d")
#undef WL_TO_FP
WL_CVT(__int2double_rn, double, int, "cvt.rn.f64.s32", "=d", "r")
WL_CVT(__uint2double_rn, double, unsigned, "cvt.rn.f64.u32", "=d", "r")
#undef WL_CVT

#endif
