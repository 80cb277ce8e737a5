/* SPDX-License-Identifier: Apache-2.0 */
/* Barriers, votes, fences, clocks. __syncthreads is built into clang. */
#ifndef WL_SYNC_H
#define WL_SYNC_H

WL_DEV int __syncthreads_count(int predicate)
{
    return __nvvm_bar0_popc(predicate);
}
WL_DEV int __syncthreads_and(int predicate)
{
    return __nvvm_bar0_and(predicate);
}
WL_DEV int __syncthreads_or(int predicate)
{
    return __nvvm_bar0_or(predicate);
}
WL_DEV void __syncwarp(unsigned mask = 0xffffffffu)
{
    __nvvm_bar_warp_sync(mask);
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
    __nvvm_membar_gl();
}
WL_DEV void __threadfence_block()
{
    __nvvm_membar_cta();
}
WL_DEV void __threadfence_system()
{
    __nvvm_membar_sys();
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
