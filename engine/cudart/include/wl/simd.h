/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Intrinsics on the parts of a word: two of 16 bits or four of 8. In the
 * expressions sx, sy are the parts as signed numbers, ux, uy as unsigned ones;
 * a result is cut to the part.
 */
#ifndef WL_SIMD_H
#define WL_SIMD_H

#define WL_PARTS(name, bits, args, b, expr)                              \
    WL_DEV unsigned name args                                            \
    {                                                                    \
        const int smax = (1 << (bits - 1)) - 1, smin = -smax - 1;        \
        const int umax = (1 << bits) - 1;                                \
        unsigned r = 0;                                                  \
        (void)smin, (void)smax, (void)umax;                              \
        for (int i = 0; i < 32; i += bits) {                             \
            const int ux = (int)(a >> i & (unsigned)umax);               \
            const int uy = (int)((b) >> i & (unsigned)umax);             \
            const int sx = (ux ^ (1 << (bits - 1))) + smin;              \
            const int sy = (uy ^ (1 << (bits - 1))) + smin;              \
            (void)ux, (void)uy, (void)sx, (void)sy;                      \
            r |= ((unsigned)(expr) & (unsigned)umax) << i;               \
        }                                                                \
        return r;                                                        \
    }
#define WL_SIMD1(name, expr)                       \
    WL_PARTS(name##2, 16, (unsigned a), 0u, expr)  \
    WL_PARTS(name##4, 8, (unsigned a), 0u, expr)
#define WL_SIMD2(name, expr)                                  \
    WL_PARTS(name##2, 16, (unsigned a, unsigned b), b, expr)  \
    WL_PARTS(name##4, 8, (unsigned a, unsigned b), b, expr)
#define WL_SIMD_SUM(name, bits, expr)                                    \
    WL_DEV unsigned name(unsigned a, unsigned b)                         \
    {                                                                    \
        const int half = 1 << (bits - 1), umax = (1 << bits) - 1;        \
        unsigned r = 0;                                                  \
        for (int i = 0; i < 32; i += bits) {                             \
            const int ux = (int)(a >> i & (unsigned)umax);               \
            const int uy = (int)(b >> i & (unsigned)umax);               \
            const int sx = (ux ^ half) - half, sy = (uy ^ half) - half;  \
            (void)sx, (void)sy, (void)ux, (void)uy;                      \
            r += (unsigned)(expr);                                       \
        }                                                                \
        return r;                                                        \
    }
#define WL_BETWEEN(low, v, high) \
    ((v) < (low) ? (low) : (v) > (high) ? (high) : (v))
#define WL_APART(v, w) ((v) > (w) ? (v) - (w) : (w) - (v))

WL_SIMD1(__vabs, sx < 0 ? -sx : sx)
WL_SIMD1(__vabsss, sx < 0 ? (sx == smin ? smax : -sx) : sx)
WL_SIMD1(__vneg, -sx)
WL_SIMD1(__vnegss, sx == smin ? smax : -sx)
WL_SIMD2(__vabsdiffs, WL_APART(sx, sy))
WL_SIMD2(__vabsdiffu, WL_APART(ux, uy))
WL_SIMD2(__vadd, ux + uy)
WL_SIMD2(__vaddss, WL_BETWEEN(smin, sx + sy, smax))
WL_SIMD2(__vaddus, WL_BETWEEN(0, ux + uy, umax))
WL_SIMD2(__vavgs, (sx + sy + (sx + sy >= 0)) >> 1)
WL_SIMD2(__vavgu, (ux + uy + 1) >> 1)
WL_SIMD2(__vhaddu, (ux + uy) >> 1)
WL_SIMD2(__vmaxs, sx > sy ? sx : sy)
WL_SIMD2(__vmaxu, ux > uy ? ux : uy)
WL_SIMD2(__vmins, sx < sy ? sx : sy)
WL_SIMD2(__vminu, ux < uy ? ux : uy)
WL_SIMD2(__vsub, ux - uy)
WL_SIMD2(__vsubss, WL_BETWEEN(smin, sx - sy, smax))
WL_SIMD2(__vsubus, WL_BETWEEN(0, ux - uy, umax))
WL_SIMD_SUM(__vsads2, 16, WL_APART(sx, sy))
WL_SIMD_SUM(__vsads4, 8, WL_APART(sx, sy))
WL_SIMD_SUM(__vsadu2, 16, WL_APART(ux, uy))
WL_SIMD_SUM(__vsadu4, 8, WL_APART(ux, uy))

/* Comparisons: vcmp gives all ones, vset gives one. */
#define WL_SIMD_CMP(how, expr)            \
    WL_SIMD2(__vcmp##how, (expr) ? -1 : 0) \
    WL_SIMD2(__vset##how, (expr) ? 1 : 0)
WL_SIMD_CMP(eq, ux == uy)
WL_SIMD_CMP(ne, ux != uy)
WL_SIMD_CMP(ges, sx >= sy)
WL_SIMD_CMP(geu, ux >= uy)
WL_SIMD_CMP(gts, sx > sy)
WL_SIMD_CMP(gtu, ux > uy)
WL_SIMD_CMP(les, sx <= sy)
WL_SIMD_CMP(leu, ux <= uy)
WL_SIMD_CMP(lts, sx < sy)
WL_SIMD_CMP(ltu, ux < uy)

/* Sums and extremes in one call, as dynamic programming wants them. */
#define WL_DPX(kind, t)                                                     \
    WL_DEV t __viaddmax_##kind(t a, t b, t c)                               \
    {                                                                       \
        return __wl_max_##kind((t)(__wl_add_##kind(a, b)), c);              \
    }                                                                       \
    WL_DEV t __viaddmin_##kind(t a, t b, t c)                               \
    {                                                                       \
        return __wl_min_##kind((t)(__wl_add_##kind(a, b)), c);              \
    }                                                                       \
    WL_DEV t __vimax3_##kind(t a, t b, t c)                                 \
    {                                                                       \
        return __wl_max_##kind(__wl_max_##kind(a, b), c);                   \
    }                                                                       \
    WL_DEV t __vimin3_##kind(t a, t b, t c)                                 \
    {                                                                       \
        return __wl_min_##kind(__wl_min_##kind(a, b), c);                   \
    }
#define WL_DPX_RELU(kind, t)                                                \
    WL_DEV t __vimax_##kind##_relu(t a, t b)                                \
    {                                                                       \
        return __wl_max_##kind(__wl_max_##kind(a, b), 0);                   \
    }                                                                       \
    WL_DEV t __vimin_##kind##_relu(t a, t b)                                \
    {                                                                       \
        return __wl_max_##kind(__wl_min_##kind(a, b), 0);                   \
    }                                                                       \
    WL_DEV t __viaddmax_##kind##_relu(t a, t b, t c)                        \
    {                                                                       \
        return __wl_max_##kind(__viaddmax_##kind(a, b, c), 0);              \
    }                                                                       \
    WL_DEV t __viaddmin_##kind##_relu(t a, t b, t c)                        \
    {                                                                       \
        return __wl_max_##kind(__viaddmin_##kind(a, b, c), 0);              \
    }                                                                       \
    WL_DEV t __vimax3_##kind##_relu(t a, t b, t c)                          \
    {                                                                       \
        return __wl_max_##kind(__vimax3_##kind(a, b, c), 0);                \
    }                                                                       \
    WL_DEV t __vimin3_##kind##_relu(t a, t b, t c)                          \
    {                                                                       \
        return __wl_max_##kind(__vimin3_##kind(a, b, c), 0);                \
    }
#define WL_DPX_PARTS(kind, t, add, most, least) \
    WL_DEV t __wl_add_##kind(t a, t b)          \
    {                                           \
        return (t)add;                          \
    }                                           \
    WL_DEV t __wl_max_##kind(t a, t b)          \
    {                                           \
        return most;                            \
    }                                           \
    WL_DEV t __wl_min_##kind(t a, t b)          \
    {                                           \
        return least;                           \
    }
WL_DPX_PARTS(s32, int, ((unsigned)a + (unsigned)b), a > b ? a : b,
             a < b ? a : b)
WL_DPX_PARTS(u32, unsigned, (a + b), a > b ? a : b, a < b ? a : b)
WL_DPX_PARTS(s16x2, unsigned, __vadd2(a, b), __vmaxs2(a, b), __vmins2(a, b))
WL_DPX_PARTS(u16x2, unsigned, __vadd2(a, b), __vmaxu2(a, b), __vminu2(a, b))
WL_DPX(s32, int)
WL_DPX(u32, unsigned)
WL_DPX(s16x2, unsigned)
WL_DPX(u16x2, unsigned)
WL_DPX_RELU(s32, int)
WL_DPX_RELU(s16x2, unsigned)

/* The larger or smaller, and whether it was the first. */
#define WL_DPX_BOTH(kind, t)                                       \
    WL_DEV t __vibmax_##kind(const t a, const t b, bool *first)    \
    {                                                              \
        *first = a >= b;                                           \
        return a >= b ? a : b;                                     \
    }                                                              \
    WL_DEV t __vibmin_##kind(const t a, const t b, bool *first)    \
    {                                                              \
        *first = a <= b;                                           \
        return a <= b ? a : b;                                     \
    }
WL_DPX_BOTH(s32, int)
WL_DPX_BOTH(u32, unsigned)
#define WL_DPX_BOTH2(name, kind, ge)                                         \
    WL_DEV unsigned name##_##kind(const unsigned a, const unsigned b,        \
                                  bool *high, bool *low)                     \
    {                                                                        \
        const unsigned m = ge(a, b);                                         \
        *high = (m >> 16) != 0;                                              \
        *low = (m & 0xffff) != 0;                                            \
        return (a & m) | (b & ~m);                                           \
    }
WL_DPX_BOTH2(__vibmax, s16x2, __vcmpges2)
WL_DPX_BOTH2(__vibmax, u16x2, __vcmpgeu2)
WL_DPX_BOTH2(__vibmin, s16x2, __vcmples2)
WL_DPX_BOTH2(__vibmin, u16x2, __vcmpleu2)

#endif
