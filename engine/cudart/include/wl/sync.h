/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Barriers, votes, fences, clocks. Barriers and fences are asm that clobbers
 * memory: clang believes that its own built-in ones leave alone a variable
 * whose address is never taken, and moves a read of a __shared__ scalar ahead
 * of the barrier.
 */
#ifndef WL_SYNC_H
#define WL_SYNC_H

WL_DEV void __wl_syncthreads()
{
    __asm__ volatile("bar.sync 0;" ::: "memory");
}
#define __syncthreads() __wl_syncthreads()

WL_DEV int __syncthreads_count(int predicate)
{
    int n;

    __asm__ volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; "
                     "bar.red.popc.u32 %0, 0, p; }"
                     : "=r"(n)
                     : "r"(predicate)
                     : "memory");
    return n;
}
WL_DEV int __syncthreads_and(int predicate)
{
    int all;

    __asm__ volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; "
                     "bar.red.and.pred q, 0, p; selp.s32 %0, 1, 0, q; }"
                     : "=r"(all)
                     : "r"(predicate)
                     : "memory");
    return all;
}
WL_DEV int __syncthreads_or(int predicate)
{
    int any;

    __asm__ volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; "
                     "bar.red.or.pred q, 0, p; selp.s32 %0, 1, 0, q; }"
                     : "=r"(any)
                     : "r"(predicate)
                     : "memory");
    return any;
}
WL_DEV void __syncwarp(unsigned mask = 0xffffffffu)
{
    __asm__ volatile("bar.warp.sync %0;" ::"r"(mask) : "memory");
}

WL_DEV int __all_sync(unsigned mask, int predicate)
{
    return __nvvm_vote_all_sync(mask, predicate);
}
WL_DEV int __any_sync(unsigned mask, int predicate)
{
    return __nvvm_vote_any_sync(mask, predicate);
}
WL_DEV int __uni_sync(unsigned mask, int predicate)
{
    return __nvvm_vote_uni_sync(mask, predicate);
}
WL_DEV unsigned __ballot_sync(unsigned mask, int predicate)
{
    return __nvvm_vote_ballot_sync(mask, predicate);
}
WL_DEV unsigned __activemask()
{
    unsigned mask;

    __asm__ volatile("activemask.b32 %0;" : "=r"(mask));
    return mask;
}

WL_DEV void __threadfence()
{
    __asm__ volatile("membar.gl;" ::: "memory");
}
WL_DEV void __threadfence_block()
{
    __asm__ volatile("membar.cta;" ::: "memory");
}
WL_DEV void __threadfence_system()
{
    __asm__ volatile("membar.sys;" ::: "memory");
}

WL_DEV clock_t clock()
{
    int ticks;

    __asm__ volatile("mov.u32 %0, %%clock;" : "=r"(ticks)::"memory");
    return ticks;
}
WL_DEV long long clock64()
{
    long long ticks;

    __asm__ volatile("mov.u64 %0, %%clock64;" : "=l"(ticks)::"memory");
    return ticks;
}
WL_DEV void __nanosleep(unsigned ns)
{
    __asm__ volatile("nanosleep.u32 %0;" ::"r"(ns) : "memory");
}
WL_DEV void __trap()
{
    __asm__ volatile("trap;");
}
WL_DEV void __brkpt()
{
    __asm__ volatile("brkpt;");
}

/* Which kind of memory does a generic address belong to? */
WL_DEV unsigned __isGlobal(const void *p)
{
    return __nvvm_isspacep_global(p);
}
WL_DEV unsigned __isShared(const void *p)
{
    return __nvvm_isspacep_shared(p);
}
WL_DEV unsigned __isConstant(const void *p)
{
    return __nvvm_isspacep_const(p);
}
WL_DEV unsigned __isLocal(const void *p)
{
    return __nvvm_isspacep_local(p);
}

#define WL_TO_SPACE(name, space)                                          \
    WL_DEV __SIZE_TYPE__ name(const void *p)                              \
    {                                                                     \
        __SIZE_TYPE__ r;                                                  \
        __asm__("cvta.to." space ".u64 %0, %1;" : "=l"(r) : "l"(p));      \
        return r;                                                         \
    }
#define WL_FROM_SPACE(name, space)                                        \
    WL_DEV void *name(__SIZE_TYPE__ p)                                    \
    {                                                                     \
        void *r;                                                          \
        __asm__("cvta." space ".u64 %0, %1;" : "=l"(r) : "l"(p));         \
        return r;                                                         \
    }
WL_TO_SPACE(__cvta_generic_to_global, "global")
WL_TO_SPACE(__cvta_generic_to_shared, "shared")
WL_TO_SPACE(__cvta_generic_to_constant, "const")
WL_TO_SPACE(__cvta_generic_to_local, "local")
WL_FROM_SPACE(__cvta_global_to_generic, "global")
WL_FROM_SPACE(__cvta_shared_to_generic, "shared")
WL_FROM_SPACE(__cvta_constant_to_generic, "const")
WL_FROM_SPACE(__cvta_local_to_generic, "local")
#undef WL_TO_SPACE
#undef WL_FROM_SPACE

#endif
