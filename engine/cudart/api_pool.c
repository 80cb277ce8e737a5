/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stream-ordered allocation. Memory is there when the call returns, and goes
 * when the stream comes to its free; that is within what CUDA promises. Pools
 * count what they gave out; what they keep back costs nothing here.
 */
#include "cudart/pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cudart/api.h"
#include "cudart/graph.h"

enum { POOL_MAGIC = 0x706f6f6c, GPUS_MAX = 8 };

struct pool {
    unsigned magic;
    bool is_default;
    int gpu;
    uint64_t threshold, used, used_high, reserved_high;
    int follow, opportunistic, internal;
    int access[GPUS_MAX];
};

struct piece {
    struct piece *next;
    const void *p;
    size_t bytes;
    struct pool *pool;
};

static struct pool defaults[GPUS_MAX];
static struct pool *current[GPUS_MAX];
static struct piece *pieces;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void make(struct pool *p, int gpu, bool is_default)
{
    *p = (struct pool){ .magic = POOL_MAGIC,
                        .is_default = is_default,
                        .gpu = gpu,
                        .follow = 1,
                        .opportunistic = 1,
                        .internal = 1 };
    p->access[gpu] = cudaMemAccessFlagsProtReadWrite;
}

static struct pool *default_pool(int gpu)
{
    if (!defaults[gpu].magic)
        make(&defaults[gpu], gpu, true);
    return &defaults[gpu];
}

static struct pool *pool_of(int gpu)
{
    return current[gpu] ? current[gpu] : default_pool(gpu);
}

static bool is_pool(const struct pool *p)
{
    return p && (uintptr_t)p % sizeof(void *) == 0 && p->magic == POOL_MAGIC;
}

static int good_gpu(int gpu)
{
    int e = client_open();

    return e                                         ? e
           : gpu < 0 || gpu >= client_device()->gpus ? cudaErrorInvalidDevice
                                                     : 0;
}

/* ---- memory -------------------------------------------------------------- */

static int take(void **out, size_t bytes, struct pool *pool, void *stream)
{
    uint64_t arg[BUS_ARGS] = { bytes, 0 }, value[BUS_VALUES] = { 0 };
    const struct stream_info *s = stream_info(stream);
    struct piece *piece;
    int e;

    if (!out || !bytes)
        return cudaErrorInvalidValue;
    if (!s)
        return cudaErrorInvalidResourceHandle;
    if (s->capture)
        return cudaErrorNotSupported;
    arg[1] = stream_number(stream);
    e = client_call(BUS_MALLOC, arg, NULL, 0, value, NULL, 0);
    *out = e ? NULL : (void *)(uintptr_t)value[0];
    piece = e ? NULL : malloc(sizeof *piece);
    if (e || !piece)
        return e;
    pthread_mutex_lock(&lock);
    *piece = (struct piece){ pieces, *out, bytes, pool };
    pieces = piece;
    pool->used += bytes;
    if (pool->used > pool->used_high)
        pool->used_high = pool->reserved_high = pool->used;
    pthread_mutex_unlock(&lock);
    return 0;
}

void pool_forget(const void *p)
{
    pthread_mutex_lock(&lock);
    for (struct piece **link = &pieces; *link; link = &(*link)->next)
        if ((*link)->p == p) {
            struct piece *gone = *link;

            gone->pool->used -= gone->bytes;
            *link = gone->next;
            free(gone);
            break;
        }
    pthread_mutex_unlock(&lock);
}

API(cudaMallocAsync, (void **out, size_t bytes, void *stream))
{
    ENTER(cudaMallocAsync);
    int e = client_open();

    return client_error(
        e ? e : take(out, bytes, pool_of((int)client_gpu()), stream));
}

API(cudaMallocFromPoolAsync,
    (void **out, size_t bytes, struct pool *pool, void *stream))
{
    ENTER(cudaMallocFromPoolAsync);
    int e = client_open();

    if (!e && !is_pool(pool))
        e = cudaErrorInvalidValue;
    return client_error(e ? e : take(out, bytes, pool, stream));
}

API(cudaFreeAsync, (void *p, void *stream))
{
    ENTER(cudaFreeAsync);
    uint64_t arg[BUS_ARGS] = { (uint64_t)(uintptr_t)p };
    const struct stream_info *s;
    int e = client_open();

    if (e)
        return client_error(e);
    s = stream_info(stream);
    if (!s || !p)
        return client_error(s ? cudaErrorInvalidValue
                              : cudaErrorInvalidResourceHandle);
    if (s->capture)
        return client_error(cudaErrorNotSupported);
    arg[1] = stream_number(stream);
    pool_forget(p);
    return client_error(client_call(BUS_FREE, arg, NULL, 0, NULL, NULL, 0));
}

/* ---- pools --------------------------------------------------------------- */

API(cudaMemPoolCreate,
    (struct pool * *out, const struct cudaMemPoolProps *props))
{
    struct pool *p;
    int e = client_open();

    if (e)
        return client_error(e);
    if (!out || !props || props->location.type != cudaMemLocationTypeDevice)
        return client_error(cudaErrorInvalidValue);
    e = good_gpu(props->location.id);
    p = e ? NULL : malloc(sizeof *p);
    if (!p)
        return client_error(e ? e : cudaErrorMemoryAllocation);
    make(p, props->location.id, false);
    *out = p;
    return 0;
}

API(cudaMemPoolDestroy, (struct pool * p))
{
    if (!is_pool(p) || p->is_default)
        return client_error(cudaErrorInvalidValue);
    for (int i = 0; i < GPUS_MAX; i++)
        if (current[i] == p)
            current[i] = NULL;
    /* Memory of it may still be out: it goes when that has. */
    if (!p->used) {
        p->magic = 0;
        free(p);
    }
    return 0;
}

API(cudaDeviceGetDefaultMemPool, (struct pool * *out, int gpu))
{
    int e = good_gpu(gpu);

    if (!e && out)
        *out = default_pool(gpu);
    return client_error(e ? e : out ? 0 : cudaErrorInvalidValue);
}

API(cudaDeviceGetMemPool, (struct pool * *out, int gpu))
{
    int e = good_gpu(gpu);

    if (!e && out)
        *out = pool_of(gpu);
    return client_error(e ? e : out ? 0 : cudaErrorInvalidValue);
}

API(cudaDeviceSetMemPool, (int gpu, struct pool *p))
{
    int e = good_gpu(gpu);

    if (!e && (!is_pool(p) || p->gpu != gpu))
        e = cudaErrorInvalidValue;
    if (!e)
        current[gpu] = p;
    return client_error(e);
}

API(cudaMemPoolTrimTo, (struct pool * p, size_t keep))
{
    (void)keep; /* nothing is kept back */
    return client_error(is_pool(p) ? 0 : cudaErrorInvalidValue);
}

/* Where an attribute is kept; *wide: it has 64 bits. */
static void *attribute(struct pool *p, int which, bool *wide)
{
    *wide = which >= cudaMemPoolAttrReleaseThreshold;
    switch (which) {
    case cudaMemPoolReuseFollowEventDependencies:
        return &p->follow;
    case cudaMemPoolReuseAllowOpportunistic:
        return &p->opportunistic;
    case cudaMemPoolReuseAllowInternalDependencies:
        return &p->internal;
    case cudaMemPoolAttrReleaseThreshold:
        return &p->threshold;
    case cudaMemPoolAttrReservedMemCurrent:
    case cudaMemPoolAttrUsedMemCurrent:
        return &p->used;
    case cudaMemPoolAttrReservedMemHigh:
        return &p->reserved_high;
    case cudaMemPoolAttrUsedMemHigh:
        return &p->used_high;
    default:
        return NULL;
    }
}

API(cudaMemPoolGetAttribute, (struct pool * p, int which, void *value))
{
    bool wide;
    const void *at = is_pool(p) ? attribute(p, which, &wide) : NULL;

    if (!at || !value)
        return client_error(cudaErrorInvalidValue);
    memcpy(value, at, wide ? sizeof(uint64_t) : sizeof(int));
    return 0;
}

API(cudaMemPoolSetAttribute, (struct pool * p, int which, void *value))
{
    bool wide;
    void *at = is_pool(p) ? attribute(p, which, &wide) : NULL;
    const bool high = which == cudaMemPoolAttrReservedMemHigh ||
                      which == cudaMemPoolAttrUsedMemHigh;
    uint64_t v = 0;

    if (!at || !value || which == cudaMemPoolAttrReservedMemCurrent ||
        which == cudaMemPoolAttrUsedMemCurrent)
        return client_error(cudaErrorInvalidValue);
    memcpy(&v, value, wide ? sizeof(uint64_t) : sizeof(int));
    if (high && v) /* high-water marks can only be reset */
        return client_error(cudaErrorInvalidValue);
    if (high)
        v = p->used;
    memcpy(at, &v, wide ? sizeof(uint64_t) : sizeof(int));
    return 0;
}

API(cudaMemPoolSetAccess,
    (struct pool * p, const struct cudaMemAccessDesc *list, size_t count))
{
    if (!is_pool(p) || (count && !list))
        return client_error(cudaErrorInvalidValue);
    for (size_t i = 0; i < count; i++) {
        const int gpu = list[i].location.id;

        if (list[i].location.type != cudaMemLocationTypeDevice || gpu < 0 ||
            gpu >= client_device()->gpus)
            return client_error(cudaErrorInvalidValue);
        p->access[gpu] = (int)list[i].flags;
    }
    return 0;
}

API(cudaMemPoolGetAccess,
    (int *flags, struct pool *p, struct cudaMemLocation *at))
{
    if (!is_pool(p) || !flags || !at || at->id < 0 || at->id >= GPUS_MAX)
        return client_error(cudaErrorInvalidValue);
    *flags = p->access[at->id];
    return 0;
}
