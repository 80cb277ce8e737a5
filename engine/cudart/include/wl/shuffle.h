/* SPDX-License-Identifier: Apache-2.0 */
/* Shuffles, matches and reductions between the lanes of a warp. */
#ifndef WL_SHUFFLE_H
#define WL_SHUFFLE_H

/*
 * The last operand of shfl: the highest (for up: lowest) lane that may be
 * read, and above it the bits of a lane number that stay, which make groups.
 */
#define WL_CLAMP(width, edge) (((32 - (width)) << 8) | (edge))

/* All types of one kind of shuffle. 64 bits go in two halves. */
#define WL_SHFL(name, builtin, edge, arg)                                 \
    WL_DEV int name(unsigned mask, int v, arg, int width = 32)            \
    {                                                                     \
        return builtin##_i32(mask, v, lane, WL_CLAMP(width, edge));       \
    }                                                                     \
    WL_DEV float name(unsigned mask, float v, arg, int width = 32)        \
    {                                                                     \
        return builtin##_f32(mask, v, lane, WL_CLAMP(width, edge));       \
    }                                                                     \
    WL_DEV unsigned name(unsigned mask, unsigned v, arg, int width = 32)  \
    {                                                                     \
        return (unsigned)builtin##_i32(mask, (int)v, lane,                \
                                       WL_CLAMP(width, edge));            \
    }                                                                     \
    WL_DEV unsigned long long name(unsigned mask, unsigned long long v,   \
                                   arg, int width = 32)                   \
    {                                                                     \
        unsigned lo = (unsigned)builtin##_i32(                            \
            mask, (int)(unsigned)v, lane, WL_CLAMP(width, edge));         \
        unsigned hi = (unsigned)builtin##_i32(                            \
            mask, (int)(v >> 32), lane, WL_CLAMP(width, edge));           \
        return (unsigned long long)hi << 32 | lo;                         \
    }                                                                     \
    WL_DEV long long name(unsigned mask, long long v, arg,                \
                          int width = 32)                                 \
    {                                                                     \
        return (long long)name(mask, (unsigned long long)v, lane, width); \
    }                                                                     \
    WL_DEV unsigned long name(unsigned mask, unsigned long v, arg,        \
                              int width = 32)                             \
    {                                                                     \
        return name(mask, (unsigned long long)v, lane, width);            \
    }                                                                     \
    WL_DEV long name(unsigned mask, long v, arg, int width = 32)          \
    {                                                                     \
        return (long)name(mask, (unsigned long long)v, lane, width);      \
    }                                                                     \
    WL_DEV double name(unsigned mask, double v, arg, int width = 32)      \
    {                                                                     \
        return __longlong_as_double((long long)name(                      \
            mask, (unsigned long long)__double_as_longlong(v), lane,      \
            width));                                                      \
    }

WL_SHFL(__shfl_sync, __nvvm_shfl_sync_idx, 0x1f, int lane)
WL_SHFL(__shfl_up_sync, __nvvm_shfl_sync_up, 0, unsigned lane)
WL_SHFL(__shfl_down_sync, __nvvm_shfl_sync_down, 0x1f, unsigned lane)
WL_SHFL(__shfl_xor_sync, __nvvm_shfl_sync_bfly, 0x1f, int lane)
#undef WL_SHFL
#undef WL_CLAMP

/* ---- match -------------------------------------------------------------- */

#define WL_MATCH(type, bits, c, as)                                       \
    WL_DEV unsigned __match_any_sync(unsigned mask, type v)               \
    {                                                                     \
        unsigned r;                                                       \
        __asm__ volatile("match.any.sync." bits " %0, %1, %2;"            \
                         : "=r"(r)                                        \
                         : c(as(v)), "r"(mask));                          \
        return r;                                                         \
    }                                                                     \
    WL_DEV unsigned __match_all_sync(unsigned mask, type v, int *all)     \
    {                                                                     \
        unsigned r;                                                       \
        int same;                                                         \
        __asm__ volatile("{ .reg .pred p;\n\t"                            \
                         "match.all.sync." bits " %0|p, %2, %3;\n\t"      \
                         "selp.s32 %1, 1, 0, p; }"                        \
                         : "=r"(r), "=r"(same)                            \
                         : c(as(v)), "r"(mask));                          \
        *all = same;                                                      \
        return r;                                                         \
    }
WL_MATCH(int, "b32", "r", )
WL_MATCH(unsigned, "b32", "r", )
WL_MATCH(long, "b64", "l", )
WL_MATCH(unsigned long, "b64", "l", )
WL_MATCH(long long, "b64", "l", )
WL_MATCH(unsigned long long, "b64", "l", )
WL_MATCH(float, "b32", "r", __float_as_int)
WL_MATCH(double, "b64", "l", __double_as_longlong)
#undef WL_MATCH

/* ---- reduce ------------------------------------------------------------- */

#define WL_REDUX(name, type, op)                                          \
    WL_DEV type name(unsigned mask, type v)                               \
    {                                                                     \
        type r;                                                           \
        __asm__ volatile("redux.sync." op " %0, %1, %2;"                  \
                         : "=r"(r)                                        \
                         : "r"(v), "r"(mask));                            \
        return r;                                                         \
    }
WL_REDUX(__reduce_add_sync, int, "add.s32")
WL_REDUX(__reduce_add_sync, unsigned, "add.u32")
WL_REDUX(__reduce_min_sync, int, "min.s32")
WL_REDUX(__reduce_min_sync, unsigned, "min.u32")
WL_REDUX(__reduce_max_sync, int, "max.s32")
WL_REDUX(__reduce_max_sync, unsigned, "max.u32")
WL_REDUX(__reduce_and_sync, unsigned, "and.b32")
WL_REDUX(__reduce_or_sync, unsigned, "or.b32")
WL_REDUX(__reduce_xor_sync, unsigned, "xor.b32")
#undef WL_REDUX

#endif
