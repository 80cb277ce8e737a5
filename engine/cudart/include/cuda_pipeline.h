/* SPDX-License-Identifier: Apache-2.0 */
/* Asynchronous copies from global to shared memory, one thread at a time. */
#ifndef WL_CUDA_PIPELINE_H
#define WL_CUDA_PIPELINE_H

#include "cuda_runtime.h"

#ifdef __CUDA__

#define WL_CP_ASYNC(kind, n)                                               \
    __asm__ volatile("cp.async." kind ".shared.global [%0], [%1], " n      \
                     ", %2;" ::"r"((unsigned)__cvta_generic_to_shared(to)), \
                     "l"(__cvta_generic_to_global(from)), "r"(bytes)       \
                     : "memory")

/*
 * Start to copy size bytes (4, 8 or 16, both addresses aligned to it); the
 * last zfill of them become 0 and are not read.
 */
WL_DEV void __pipeline_memcpy_async(void *to, const void *from, size_t size,
                                    size_t zfill = 0)
{
    unsigned bytes = (unsigned)(size - zfill);

    if (zfill > size)
        __trap();
    if (size == 16)
        WL_CP_ASYNC("cg", "16");
    else if (size == 8)
        WL_CP_ASYNC("ca", "8");
    else if (size == 4)
        WL_CP_ASYNC("ca", "4");
    else
        __trap();
}
#undef WL_CP_ASYNC

/* What this thread started since its last commit becomes one batch. */
WL_DEV void __pipeline_commit()
{
    __asm__ volatile("cp.async.commit_group;" ::: "memory");
}

#define WL_CP_WAIT(n)                                                 \
    case n:                                                           \
        __asm__ volatile("cp.async.wait_group " #n ";" ::: "memory"); \
        break;
/* Wait for all but the n latest batches; more than 7 count as 7. */
WL_DEV void __pipeline_wait_prior(size_t n)
{
    switch (n) {
        WL_CP_WAIT(0)
        WL_CP_WAIT(1)
        WL_CP_WAIT(2)
        WL_CP_WAIT(3)
        WL_CP_WAIT(4)
        WL_CP_WAIT(5)
        WL_CP_WAIT(6)
    default:
        __asm__ volatile("cp.async.wait_group 7;" ::: "memory");
    }
}
#undef WL_CP_WAIT

#endif
#endif
