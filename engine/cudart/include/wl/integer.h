/* SPDX-License-Identifier: Apache-2.0 */
/* Integer intrinsics. */
#ifndef WL_INTEGER_H
#define WL_INTEGER_H

/* One instruction of one, two or three operands. */
#define WL_OP1(name, to, from, op, out, in)                          \
    WL_DEV to name(from x)                                           \
    {                                                                \
        to r;                                                        \
        __asm__(op " %0, %1;" : out(r) : in(x));                     \
        return r;                                                    \
    }
#define WL_OP2(name, to, a, b, op, out, in)                          \
    WL_DEV to name(a x, b y)                                         \
    {                                                                \
        to r;                                                        \
        __asm__(op " %0, %1, %2;" : out(r) : in(x), in(y));          \
        return r;                                                    \
    }
#define WL_OP3(name, to, a, b, c, op, out, in)                       \
    WL_DEV to name(a x, b y, c z)                                    \
    {                                                                \
        to r;                                                        \
        __asm__(op " %0, %1, %2, %3;"                                \
                : out(r)                                             \
                : in(x), in(y), in(z));                              \
        return r;                                                    \
    }

WL_OP1(__clz, int, int, "clz.b32", "=r", "r")
WL_OP1(__clzll, int, long long, "clz.b64", "=r", "l")
WL_OP1(__popc, int, unsigned, "popc.b32", "=r", "r")
WL_OP1(__popcll, int, unsigned long long, "popc.b64", "=r", "l")
WL_OP1(__brev, unsigned, unsigned, "brev.b32", "=r", "r")
WL_OP1(__brevll, unsigned long long, unsigned long long, "brev.b64", "=l",
       "l")
WL_DEV int __ffs(int x)
{
    return __builtin_ffs(x);
}
WL_DEV int __ffsll(long long x)
{
    return __builtin_ffsll(x);
}
WL_DEV unsigned __fns(unsigned mask, unsigned base, int offset)
{
    unsigned r;

    __asm__("fns.b32 %0, %1, %2, %3;"
            : "=r"(r)
            : "r"(mask), "r"(base), "r"(offset));
    return r;
}

WL_OP2(__mul24, int, int, int, "mul24.lo.s32", "=r", "r")
WL_OP2(__umul24, unsigned, unsigned, unsigned, "mul24.lo.u32", "=r", "r")
WL_OP2(__mulhi, int, int, int, "mul.hi.s32", "=r", "r")
WL_OP2(__umulhi, unsigned, unsigned, unsigned, "mul.hi.u32", "=r", "r")
WL_OP2(__mul64hi, long long, long long, long long, "mul.hi.s64", "=l", "l")
WL_OP2(__umul64hi, unsigned long long, unsigned long long, unsigned long long,
       "mul.hi.u64", "=l", "l")
WL_OP3(__sad, unsigned, int, int, unsigned, "sad.s32", "=r", "r")
WL_OP3(__usad, unsigned, unsigned, unsigned, unsigned, "sad.u32", "=r", "r")
WL_OP3(wl_prmt, unsigned, unsigned, unsigned, unsigned, "prmt.b32", "=r", "r")
/* The sign bits that prmt knows are not part of the intrinsic. */
WL_DEV unsigned __byte_perm(unsigned x, unsigned y, unsigned s)
{
    return wl_prmt(x, y, s & 0x7777);
}
WL_OP3(__funnelshift_l, unsigned, unsigned, unsigned, unsigned,
       "shf.l.wrap.b32", "=r", "r")
WL_OP3(__funnelshift_lc, unsigned, unsigned, unsigned, unsigned,
       "shf.l.clamp.b32", "=r", "r")
WL_OP3(__funnelshift_r, unsigned, unsigned, unsigned, unsigned,
       "shf.r.wrap.b32", "=r", "r")
WL_OP3(__funnelshift_rc, unsigned, unsigned, unsigned, unsigned,
       "shf.r.clamp.b32", "=r", "r")
WL_OP3(__dp4a, int, int, int, int, "dp4a.s32.s32", "=r", "r")
WL_OP3(__dp4a, unsigned, unsigned, unsigned, unsigned, "dp4a.u32.u32", "=r",
       "r")
WL_OP3(__dp2a_lo, int, int, int, int, "dp2a.lo.s32.s32", "=r", "r")
WL_OP3(__dp2a_hi, int, int, int, int, "dp2a.hi.s32.s32", "=r", "r")
WL_OP3(__dp2a_lo, unsigned, unsigned, unsigned, unsigned, "dp2a.lo.u32.u32",
       "=r", "r")
WL_OP3(__dp2a_hi, unsigned, unsigned, unsigned, unsigned, "dp2a.hi.u32.u32",
       "=r", "r")
#undef WL_OP1
#undef WL_OP2
#undef WL_OP3

/* Averages that cannot overflow. */
WL_DEV int __hadd(int x, int y)
{
    return (int)(((long long)x + y) >> 1);
}
WL_DEV int __rhadd(int x, int y)
{
    return (int)(((long long)x + y + 1) >> 1);
}
WL_DEV unsigned __uhadd(unsigned x, unsigned y)
{
    return (unsigned)(((unsigned long long)x + y) >> 1);
}
WL_DEV unsigned __urhadd(unsigned x, unsigned y)
{
    return (unsigned)(((unsigned long long)x + y + 1) >> 1);
}

#endif
