/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What half and bfloat16 have in common, made once for each. The includer
 * defines, and takes back:
 *
 *   WL_T, WL_T2        the number and the pair of two
 *   WL_OF              a number from its bits
 *   WL_CAT(a, b)       a, the number's name in conversions, b
 *   WL_INF             the bits of infinity
 *   WL_MODES(name, type, kind, con)  conversions from an integer type
 *
 * Sums, products and quotients go by float and are rounded once more, which
 * for so short numbers gives the same as rounding once.
 */

/* ---- saturating to 0 .. 1, never contracted ----------------------------- */

WL_HD WL_T wl_saturate(WL_T v)
{
    float x = v;

    return x > 0 ? WL_T(x < 1 ? x : 1.f) : WL_T(0.f);
}
#define WL_ALSO(name)                                \
    WL_HD WL_T name##_sat(WL_T a, WL_T b)            \
    {                                                \
        return wl_saturate(name(a, b));              \
    }                                                \
    WL_HD WL_T name##_rn(WL_T a, WL_T b)             \
    {                                                \
        return name(a, b);                           \
    }                                                \
    WL_HD WL_T2 name##2_sat(WL_T2 a, WL_T2 b)        \
    {                                                \
        return WL_T2(name##_sat(a.x, b.x), name##_sat(a.y, b.y)); \
    }                                                \
    WL_HD WL_T2 name##2_rn(WL_T2 a, WL_T2 b)         \
    {                                                \
        return name##2(a, b);                        \
    }
WL_ALSO(__hadd)
WL_ALSO(__hsub)
WL_ALSO(__hmul)
#undef WL_ALSO

WL_HD WL_T __hfma_sat(WL_T a, WL_T b, WL_T c)
{
    return wl_saturate(__hfma(a, b, c));
}
WL_HD WL_T __hfma_relu(WL_T a, WL_T b, WL_T c)
{
    WL_T v = __hfma(a, b, c);

    return (v.__x & 0x7fffu) > WL_INF ? WL_OF(0x7fff)
           : v.__x >> 15              ? WL_OF(0)
                                      : v;
}
#define WL_PAIR(name)                                               \
    WL_HD WL_T2 __hfma2_##name(WL_T2 a, WL_T2 b, WL_T2 c)           \
    {                                                               \
        return WL_T2(__hfma_##name(a.x, b.x, c.x),                  \
                     __hfma_##name(a.y, b.y, c.y));                 \
    }
WL_PAIR(sat)
WL_PAIR(relu)
#undef WL_PAIR

/* Complex a * b + c, the real part in x. */
WL_HD WL_T2 __hcmadd(WL_T2 a, WL_T2 b, WL_T2 c)
{
    WL_T re = __hfma(a.x, b.x, c.x), im = __hfma(a.x, b.y, c.y);

    return WL_T2(__hfma(__hneg(a.y), b.y, re), __hfma(a.y, b.x, im));
}

/* ---- comparisons -------------------------------------------------------- */

#define WL_NAN_WINS(name)                                           \
    WL_HD WL_T name##_nan(WL_T a, WL_T b)                           \
    {                                                               \
        return __hisnan(a) || __hisnan(b) ? WL_OF(0x7fff)           \
                                          : name(a, b);             \
    }                                                               \
    WL_HD WL_T2 name##2_nan(WL_T2 a, WL_T2 b)                       \
    {                                                               \
        return WL_T2(name##_nan(a.x, b.x), name##_nan(a.y, b.y));   \
    }
WL_NAN_WINS(__hmax)
WL_NAN_WINS(__hmin)
#undef WL_NAN_WINS

/* Forms ending in u hold with a NaN. */
#define WL_UNORDERED(name, ordered)                                 \
    WL_HD bool name##u(WL_T a, WL_T b)                              \
    {                                                               \
        return __hisnan(a) || __hisnan(b) || ordered(a, b);         \
    }                                                               \
    WL_HD WL_T2 name##u2(WL_T2 a, WL_T2 b)                          \
    {                                                               \
        return WL_T2(WL_T(name##u(a.x, b.x) ? 1.f : 0.f),           \
                     WL_T(name##u(a.y, b.y) ? 1.f : 0.f));          \
    }
WL_UNORDERED(__heq, __heq)
WL_UNORDERED(__hne, __hne)
WL_UNORDERED(__hlt, __hlt)
WL_UNORDERED(__hle, __hle)
WL_UNORDERED(__hgt, __hgt)
WL_UNORDERED(__hge, __hge)
#undef WL_UNORDERED

#define WL_BOTH(name)                                               \
    WL_HD bool __hb##name##2(WL_T2 a, WL_T2 b)                      \
    {                                                               \
        return __h##name(a.x, b.x) && __h##name(a.y, b.y);          \
    }                                                               \
    WL_HD bool __hb##name##u2(WL_T2 a, WL_T2 b)                     \
    {                                                               \
        return __h##name##u(a.x, b.x) && __h##name##u(a.y, b.y);    \
    }                                                               \
    WL_HD unsigned __h##name##2_mask(WL_T2 a, WL_T2 b)              \
    {                                                               \
        return (__h##name(a.x, b.x) ? 0xffffu : 0u) |               \
               (__h##name(a.y, b.y) ? 0xffff0000u : 0u);            \
    }                                                               \
    WL_HD unsigned __h##name##u2_mask(WL_T2 a, WL_T2 b)             \
    {                                                               \
        return (__h##name##u(a.x, b.x) ? 0xffffu : 0u) |            \
               (__h##name##u(a.y, b.y) ? 0xffff0000u : 0u);         \
    }
WL_BOTH(eq)
WL_BOTH(ne)
WL_BOTH(lt)
WL_BOTH(le)
WL_BOTH(gt)
WL_BOTH(ge)
#undef WL_BOTH

#define WL_OP(sym, name)                                            \
    WL_HD bool operator sym(WL_T2 a, WL_T2 b)                       \
    {                                                               \
        return __hb##name##2(a, b);                                 \
    }
WL_OP(==, eq)
WL_OP(<, lt)
WL_OP(<=, le)
WL_OP(>, gt)
WL_OP(>=, ge)
#undef WL_OP
WL_HD bool operator!=(WL_T2 a, WL_T2 b)
{
    return __hbneu2(a, b);
}
WL_HD WL_T2 __hisnan2(WL_T2 a)
{
    return WL_T2(WL_T(__hisnan(a.x) ? 1.f : 0.f),
                 WL_T(__hisnan(a.y) ? 1.f : 0.f));
}

/* ---- to integers: cut off at the ends, NaN as the card has it ----------- */

#define WL_TO_INT(name, type, kind, con)                                    \
    WL_TO_INT1(name, type, rn, "cvt.rni." kind ".f32 %0, %1;", con)         \
    WL_TO_INT1(name, type, rd, "cvt.rmi." kind ".f32 %0, %1;", con)         \
    WL_TO_INT1(name, type, ru, "cvt.rpi." kind ".f32 %0, %1;", con)
#define WL_TO_INT1(name, type, mode, op, con)                               \
    WL_DEV type WL_CAT(__, 2##name##_##mode)(WL_T v)                        \
    {                                                                       \
        type r;                                                             \
        __asm__(op : con(r) : "f"((float)v));                               \
        return r;                                                           \
    }
WL_TO_INT(int, int, "s32", "=r")
WL_TO_INT(uint, unsigned, "u32", "=r")
WL_TO_INT(short, short, "s16", "=h")
WL_TO_INT(ushort, unsigned short, "u16", "=h")
WL_TO_INT(ll, long long, "s64", "=l")
WL_TO_INT(ull, unsigned long long, "u64", "=l")
#undef WL_TO_INT
/* Towards zero the host converts too; beyond the ends it has no rule. */
#ifdef __CUDA_ARCH__
#define WL_TO_RZ(name, type, kind, con)                                     \
    WL_HD type WL_CAT(__, 2##name##_rz)(WL_T v)                             \
    {                                                                       \
        type r;                                                             \
        __asm__("cvt.rzi." kind ".f32 %0, %1;" : con(r) : "f"((float)v));   \
        return r;                                                           \
    }
#else
#define WL_TO_RZ(name, type, kind, con)                                     \
    WL_HD type WL_CAT(__, 2##name##_rz)(WL_T v)                             \
    {                                                                       \
        return (type)(float)v;                                              \
    }
#endif
WL_TO_RZ(int, int, "s32", "=r")
WL_TO_RZ(uint, unsigned, "u32", "=r")
WL_TO_RZ(short, short, "s16", "=h")
WL_TO_RZ(ushort, unsigned short, "u16", "=h")
WL_TO_RZ(ll, long long, "s64", "=l")
WL_TO_RZ(ull, unsigned long long, "u64", "=l")
#undef WL_TO_RZ
#undef WL_TO_INT1

WL_MODES(int, int, "s32", "r")
WL_MODES(uint, unsigned, "u32", "r")
WL_MODES(short, short, "s16", "h")
WL_MODES(ushort, unsigned short, "u16", "h")
WL_MODES(ll, long long, "s64", "l")
WL_MODES(ull, unsigned long long, "u64", "l")

/* ---- functions: by float, rounded once ---------------------------------- */

#define WL_HF(name, expr)                                \
    WL_DEV WL_T h##name(WL_T v)                          \
    {                                                    \
        float x = v;                                     \
        return WL_T(expr);                               \
    }                                                    \
    WL_DEV WL_T2 h2##name(WL_T2 v)                       \
    {                                                    \
        return WL_T2(h##name(v.x), h##name(v.y));        \
    }
WL_HF(sqrt, sqrtf(x))
WL_HF(rsqrt, rsqrtf(x))
WL_HF(rcp, 1 / x)
WL_HF(exp, expf(x))
WL_HF(exp2, exp2f(x))
WL_HF(exp10, exp10f(x))
WL_HF(log, logf(x))
WL_HF(log2, log2f(x))
WL_HF(log10, log10f(x))
WL_HF(sin, sinf(x))
WL_HF(cos, cosf(x))
WL_HF(tanh, tanhf(x))
WL_HF(floor, floorf(x))
WL_HF(ceil, ceilf(x))
WL_HF(trunc, truncf(x))
WL_HF(rint, rintf(x))
#undef WL_HF
WL_DEV WL_T htanh_approx(WL_T v)
{
    return htanh(v);
}
WL_DEV WL_T2 h2tanh_approx(WL_T2 v)
{
    return h2tanh(v);
}
