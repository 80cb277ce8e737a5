/* SPDX-License-Identifier: Apache-2.0 */
/* Copies by a whole group, asynchronous from global to shared memory. */
#ifndef WL_CG_MEMCPY_ASYNC_H
#define WL_CG_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"
#include "../cuda_pipeline.h"

#ifdef __CUDA__
namespace cooperative_groups
{
namespace wl
{
/* Pieces of the type's size, shared out among the group's threads. */
template <class Piece, class Group>
WL_DEV void copy_pieces(const Group &g, char *to, const char *from, size_t n,
                        bool async)
{
    size_t step = (size_t)g.size() * sizeof(Piece);

    for (size_t i = g.thread_rank() * sizeof(Piece); i < n; i += step) {
        if (sizeof(Piece) > 1 && async)
            __pipeline_memcpy_async(to + i, from + i, sizeof(Piece));
        else
            *(Piece *)(to + i) = *(const Piece *)(from + i);
    }
}
}

/* Copy n bytes as one batch; every thread of the group calls it alike. */
template <class Group>
WL_DEV void memcpy_async(const Group &g, void *to, const void *from, size_t n)
{
    bool async = __isShared(to) && __isGlobal(from);
    size_t odd = (size_t)to | (size_t)from | n;

    if (odd % 16 == 0)
        wl::copy_pieces<int4>(g, (char *)to, (const char *)from, n, async);
    else if (odd % 8 == 0)
        wl::copy_pieces<int2>(g, (char *)to, (const char *)from, n, async);
    else if (odd % 4 == 0)
        wl::copy_pieces<int>(g, (char *)to, (const char *)from, n, async);
    else
        wl::copy_pieces<char>(g, (char *)to, (const char *)from, n, false);
    __pipeline_commit();
}

/* The same for elements: as many as both sides have. */
template <class Group, class T>
WL_DEV void memcpy_async(const Group &g, T *to, size_t to_count, const T *from,
                         size_t from_count)
{
    size_t n = to_count < from_count ? to_count : from_count;

    memcpy_async(g, (void *)to, (const void *)from, n * sizeof(T));
}

/* Wait for all but the Stages latest batches of the whole group. */
template <unsigned Stages, class Group> WL_DEV void wait_prior(const Group &g)
{
    __pipeline_wait_prior(Stages);
    g.sync();
}
template <class Group> WL_DEV void wait(const Group &g)
{
    wait_prior<0>(g);
}
}
#endif
#endif
