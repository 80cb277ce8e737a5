/* SPDX-License-Identifier: Apache-2.0 */
/* Loads and stores with a cache hint: __ldg, __ldcg, __stcs, ... */
#ifndef WL_CACHE_H
#define WL_CACHE_H

/* Loads and stores of one scalar type; `reg` is the type of the register. */
#define WL_LD1(name, op, type, reg, suffix, c)                           \
    WL_DEV type name(const type *p)                                      \
    {                                                                    \
        reg r;                                                           \
        __asm__(op "." suffix " %0, [%1];" : "=" c(r) : "l"(p));         \
        return (type)r;                                                  \
    }
#define WL_LD2(name, op, type, suffix, c)                                \
    WL_DEV type name(const type *p)                                      \
    {                                                                    \
        type r;                                                          \
        __asm__(op ".v2." suffix " {%0, %1}, [%2];"                      \
                : "=" c(r.x), "=" c(r.y)                                 \
                : "l"(p));                                               \
        return r;                                                        \
    }
#define WL_LD4(name, op, type, suffix, c)                                \
    WL_DEV type name(const type *p)                                      \
    {                                                                    \
        type r;                                                          \
        __asm__(op ".v4." suffix " {%0, %1, %2, %3}, [%4];"              \
                : "=" c(r.x), "=" c(r.y), "=" c(r.z), "=" c(r.w)         \
                : "l"(p));                                               \
        return r;                                                        \
    }
#define WL_LD(name, op)                                                  \
    WL_LD1(name, op, char, int, "s8", "r")                               \
    WL_LD1(name, op, signed char, int, "s8", "r")                        \
    WL_LD1(name, op, unsigned char, unsigned, "u8", "r")                 \
    WL_LD1(name, op, short, short, "s16", "h")                           \
    WL_LD1(name, op, unsigned short, unsigned short, "u16", "h")         \
    WL_LD1(name, op, int, int, "s32", "r")                               \
    WL_LD1(name, op, unsigned, unsigned, "u32", "r")                     \
    WL_LD1(name, op, long, long, "s64", "l")                             \
    WL_LD1(name, op, unsigned long, unsigned long, "u64", "l")           \
    WL_LD1(name, op, long long, long long, "s64", "l")                   \
    WL_LD1(name, op, unsigned long long, unsigned long long, "u64", "l") \
    WL_LD1(name, op, float, float, "f32", "f")                           \
    WL_LD1(name, op, double, double, "f64", "d")                         \
    WL_LD2(name, op, int2, "s32", "r")                                   \
    WL_LD2(name, op, uint2, "u32", "r")                                  \
    WL_LD2(name, op, float2, "f32", "f")                                 \
    WL_LD2(name, op, double2, "f64", "d")                                \
    WL_LD2(name, op, longlong2, "s64", "l")                              \
    WL_LD2(name, op, ulonglong2, "u64", "l")                             \
    WL_LD4(name, op, int4, "s32", "r")                                   \
    WL_LD4(name, op, uint4, "u32", "r")                                  \
    WL_LD4(name, op, float4, "f32", "f")

WL_LD(__ldg, "ld.global.nc")
WL_LD(__ldca, "ld.global.ca")
WL_LD(__ldcg, "ld.global.cg")
WL_LD(__ldcs, "ld.global.cs")
WL_LD(__ldlu, "ld.global.lu")
WL_LD(__ldcv, "ld.global.cv")
#undef WL_LD
#undef WL_LD1
#undef WL_LD2
#undef WL_LD4

#define WL_ST1(name, op, type, reg, suffix, c)                           \
    WL_DEV void name(type *p, type v)                                    \
    {                                                                    \
        __asm__ volatile(op "." suffix " [%0], %1;" ::"l"(p), c((reg)v)  \
                         : "memory");                                    \
    }
#define WL_ST2(name, op, type, suffix, c)                                \
    WL_DEV void name(type *p, type v)                                    \
    {                                                                    \
        __asm__ volatile(op ".v2." suffix " [%0], {%1, %2};" ::"l"(p),   \
                         c(v.x), c(v.y)                                  \
                         : "memory");                                    \
    }
#define WL_ST4(name, op, type, suffix, c)                                \
    WL_DEV void name(type *p, type v)                                    \
    {                                                                    \
        __asm__ volatile(op ".v4." suffix " [%0], {%1, %2, %3, %4};" ::  \
                             "l"(p),                                     \
                         c(v.x), c(v.y), c(v.z), c(v.w)                  \
                         : "memory");                                    \
    }
#define WL_ST(name, op)                                                  \
    WL_ST1(name, op, char, int, "s8", "r")                               \
    WL_ST1(name, op, signed char, int, "s8", "r")                        \
    WL_ST1(name, op, unsigned char, unsigned, "u8", "r")                 \
    WL_ST1(name, op, short, short, "s16", "h")                           \
    WL_ST1(name, op, unsigned short, unsigned short, "u16", "h")         \
    WL_ST1(name, op, int, int, "s32", "r")                               \
    WL_ST1(name, op, unsigned, unsigned, "u32", "r")                     \
    WL_ST1(name, op, long, long, "s64", "l")                             \
    WL_ST1(name, op, unsigned long, unsigned long, "u64", "l")           \
    WL_ST1(name, op, long long, long long, "s64", "l")                   \
    WL_ST1(name, op, unsigned long long, unsigned long long, "u64", "l") \
    WL_ST1(name, op, float, float, "f32", "f")                           \
    WL_ST1(name, op, double, double, "f64", "d")                         \
    WL_ST2(name, op, int2, "s32", "r")                                   \
    WL_ST2(name, op, uint2, "u32", "r")                                  \
    WL_ST2(name, op, float2, "f32", "f")                                 \
    WL_ST2(name, op, double2, "f64", "d")                                \
    WL_ST4(name, op, int4, "s32", "r")                                   \
    WL_ST4(name, op, uint4, "u32", "r")                                  \
    WL_ST4(name, op, float4, "f32", "f")

WL_ST(__stwb, "st.global.wb")
WL_ST(__stcg, "st.global.cg")
WL_ST(__stcs, "st.global.cs")
WL_ST(__stwt, "st.global.wt")
#undef WL_ST
#undef WL_ST1
#undef WL_ST2
#undef WL_ST4

#endif
