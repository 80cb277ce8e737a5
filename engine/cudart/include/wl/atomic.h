/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Atomic operations, each for the device, for the block (_block) and for all
 * devices and the host (_system).
 */
#ifndef WL_ATOMIC_H
#define WL_ATOMIC_H

/* A builtin on `type`, used for arguments of type `as` of the same size. */
#define WL_ATOM(name, type, as, builtin)                            \
    WL_DEV as name(as *p, as v)                                     \
    {                                                               \
        return (as)builtin((type *)p, (type)v);                     \
    }
#define WL_ATOM3(name, type, as, op, suffix)                        \
    WL_ATOM(name, type, as, __nvvm_atom_##op##_gen_##suffix)        \
    WL_ATOM(name##_block, type, as, __nvvm_atom_cta_##op##_gen_##suffix) \
    WL_ATOM(name##_system, type, as, __nvvm_atom_sys_##op##_gen_##suffix)

WL_ATOM3(atomicAdd, int, int, add, i)
WL_ATOM3(atomicAdd, int, unsigned, add, i)
WL_ATOM3(atomicAdd, long long, unsigned long long, add, ll)
WL_ATOM3(atomicAdd, float, float, add, f)
WL_ATOM3(atomicAdd, double, double, add, d)
WL_ATOM3(atomicExch, int, int, xchg, i)
WL_ATOM3(atomicExch, int, unsigned, xchg, i)
WL_ATOM3(atomicExch, long long, unsigned long long, xchg, ll)
WL_ATOM3(atomicMin, int, int, min, i)
WL_ATOM3(atomicMin, unsigned, unsigned, min, ui)
WL_ATOM3(atomicMin, long long, long long, min, ll)
WL_ATOM3(atomicMin, unsigned long long, unsigned long long, min, ull)
WL_ATOM3(atomicMax, int, int, max, i)
WL_ATOM3(atomicMax, unsigned, unsigned, max, ui)
WL_ATOM3(atomicMax, long long, long long, max, ll)
WL_ATOM3(atomicMax, unsigned long long, unsigned long long, max, ull)
WL_ATOM3(atomicInc, unsigned, unsigned, inc, ui)
WL_ATOM3(atomicDec, unsigned, unsigned, dec, ui)
WL_ATOM3(atomicAnd, int, int, and, i)
WL_ATOM3(atomicAnd, int, unsigned, and, i)
WL_ATOM3(atomicAnd, long long, unsigned long long, and, ll)
WL_ATOM3(atomicOr, int, int, or, i)
WL_ATOM3(atomicOr, int, unsigned, or, i)
WL_ATOM3(atomicOr, long long, unsigned long long, or, ll)
WL_ATOM3(atomicXor, int, int, xor, i)
WL_ATOM3(atomicXor, int, unsigned, xor, i)
WL_ATOM3(atomicXor, long long, unsigned long long, xor, ll)
#undef WL_ATOM3
#undef WL_ATOM

#define WL_ATOM_VIA(scope)                                             \
    WL_DEV int atomicSub##scope(int *p, int v)                         \
    {                                                                  \
        return atomicAdd##scope(p, (int)(0u - (unsigned)v));           \
    }                                                                  \
    WL_DEV unsigned atomicSub##scope(unsigned *p, unsigned v)          \
    {                                                                  \
        return atomicAdd##scope(p, 0u - v);                            \
    }                                                                  \
    WL_DEV float atomicExch##scope(float *p, float v)                  \
    {                                                                  \
        return __int_as_float(                                         \
            atomicExch##scope((int *)p, __float_as_int(v)));           \
    }
WL_ATOM_VIA()
WL_ATOM_VIA(_block)
WL_ATOM_VIA(_system)
#undef WL_ATOM_VIA

/* ---- compare and swap --------------------------------------------------- */

#define WL_CAS(name, type, as, builtin)                             \
    WL_DEV as name(as *p, as compare, as v)                         \
    {                                                               \
        return (as)builtin((type *)p, (type)compare, (type)v);      \
    }
#define WL_CAS3(type, as, suffix)                                   \
    WL_CAS(atomicCAS, type, as, __nvvm_atom_cas_gen_##suffix)       \
    WL_CAS(atomicCAS_block, type, as, __nvvm_atom_cta_cas_gen_##suffix) \
    WL_CAS(atomicCAS_system, type, as, __nvvm_atom_sys_cas_gen_##suffix)
WL_CAS3(int, int, i)
WL_CAS3(int, unsigned, i)
WL_CAS3(long long, unsigned long long, ll)
#undef WL_CAS3
#undef WL_CAS

#define WL_CAS16(name, scope)                                             \
    WL_DEV unsigned short name(unsigned short *p, unsigned short compare, \
                               unsigned short v)                          \
    {                                                                     \
        unsigned short r;                                                 \
        __asm__ volatile("atom." scope "cas.b16 %0, [%1], %2, %3;"        \
                         : "=h"(r)                                        \
                         : "l"(p), "h"(compare), "h"(v)                   \
                         : "memory");                                     \
        return r;                                                         \
    }
WL_CAS16(atomicCAS, "")
WL_CAS16(atomicCAS_block, "cta.")
WL_CAS16(atomicCAS_system, "sys.")
#undef WL_CAS16

#endif
