/* SPDX-License-Identifier: Apache-2.0 */
/* Memory: allocation, copies, memset, variables. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cudart/api.h"
#include "cudart/client.h"

/* Pinned host memory handed out; a list, since programs have few. */
static struct pinned {
    struct pinned *next;
    char *base;
    size_t bytes;
} * pinned_list;
static pthread_mutex_t pinned_lock = PTHREAD_MUTEX_INITIALIZER;

bool client_is_pinned(const void *p)
{
    bool found = false;

    pthread_mutex_lock(&pinned_lock);
    for (struct pinned *q = pinned_list; q && !found; q = q->next)
        found =
            (const char *)p >= q->base && (const char *)p < q->base + q->bytes;
    pthread_mutex_unlock(&pinned_lock);
    return found;
}

API(cudaMalloc, (void **out, size_t bytes))
{
    uint64_t arg[BUS_ARGS] = { bytes }, value[BUS_VALUES] = { 0 };
    int e;

    if (!out)
        return client_error(cudaErrorInvalidValue);
    *out = NULL;
    e = client_call(BUS_MALLOC, arg, NULL, 0, value, NULL, 0);
    if (!e)
        *out = (void *)(uintptr_t)value[0];
    return client_error(e);
}

API(cudaMallocPitch, (void **out, size_t *pitch, size_t width, size_t height))
{
    if (!pitch)
        return client_error(cudaErrorInvalidValue);
    *pitch = (width + 511) / 512 * 512;
    return cudaMalloc(out, *pitch * height);
}

API(cudaFree, (void *p))
{
    uint64_t arg[BUS_ARGS] = { (uint64_t)(uintptr_t)p };

    return client_error(client_call(BUS_FREE, arg, NULL, 0, NULL, NULL, 0));
}

API(cudaHostAlloc, (void **out, size_t bytes, unsigned flags))
{
    struct pinned *q = malloc(sizeof *q);
    void *p = NULL;

    (void)flags;
    if (!out || !q || posix_memalign(&p, 4096, bytes ? bytes : 1)) {
        free(q);
        return client_error(out ? cudaErrorMemoryAllocation
                                : cudaErrorInvalidValue);
    }
    *q = (struct pinned){ NULL, p, bytes };
    pthread_mutex_lock(&pinned_lock);
    q->next = pinned_list;
    pinned_list = q;
    pthread_mutex_unlock(&pinned_lock);
    *out = p;
    return client_error(client_open());
}

API(cudaMallocHost, (void **out, size_t bytes))
{
    return cudaHostAlloc(out, bytes, 0);
}

API(cudaFreeHost, (void *p))
{
    struct pinned **link = &pinned_list, *q = NULL;

    if (!p)
        return 0;
    pthread_mutex_lock(&pinned_lock);
    while (*link && (*link)->base != p)
        link = &(*link)->next;
    if (*link) {
        q = *link;
        *link = q->next;
    }
    pthread_mutex_unlock(&pinned_lock);
    if (!q)
        return client_error(cudaErrorInvalidValue);
    free(q->base);
    free(q);
    return 0;
}

/* The direction of a copy; -1 if the kind contradicts the pointers. */
static int direction_of(const void *dst, const void *src, int kind)
{
    bool to = is_device_address(dst), from = is_device_address(src);
    int real = to ? (from ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice)
                  : (from ? cudaMemcpyDeviceToHost : cudaMemcpyHostToHost);

    return kind == cudaMemcpyDefault || kind == real ? real : -1;
}

static int copy_in(uint64_t dst, const char *src, size_t bytes, uint64_t flags,
                   uint64_t stream)
{
    int e = 0;
    size_t done = 0;

    flags |= BUS_COPY_FIRST;
    do {
        size_t n = bytes - done < BUS_COPY_MAX ? bytes - done : BUS_COPY_MAX;
        uint64_t arg[BUS_ARGS] = {
            dst + done, bytes, 0, flags, stream, (uint64_t)(uintptr_t)src
        };

        e = client_call(BUS_COPY_IN, arg, src + done, n, NULL, NULL, 0);
        done += n;
        flags &= ~(uint64_t)BUS_COPY_FIRST;
    } while (!e && done < bytes);
    return e;
}

static int copy_out(char *dst, uint64_t src, size_t bytes, uint64_t flags,
                    uint64_t stream)
{
    int e = 0;
    size_t done = 0;

    flags |= BUS_COPY_FIRST;
    do {
        size_t n = bytes - done < BUS_COPY_MAX ? bytes - done : BUS_COPY_MAX;
        uint64_t arg[BUS_ARGS] = {
            src + done, bytes,  n,
            flags,      stream, (uint64_t)(uintptr_t)(dst + done)
        };

        e = client_call(BUS_COPY_OUT, arg, NULL, 0, NULL, dst + done, n);
        done += n;
        flags &= ~(uint64_t)BUS_COPY_FIRST;
    } while (!e && done < bytes);
    return e;
}

static int copy(void *dst, const void *src, size_t bytes, int kind,
                uint64_t flags, uint64_t stream)
{
    uint64_t d = (uint64_t)(uintptr_t)dst, s = (uint64_t)(uintptr_t)src;
    uint64_t arg[BUS_ARGS] = { d, s, bytes, flags, stream };
    int e = client_open();

    if (e)
        return e;
    if (kind < 0 || kind > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    if (bytes == 0)
        return 0;
    switch (direction_of(dst, src, kind)) {
    case cudaMemcpyHostToHost:
        if (!dst || !src)
            return cudaErrorInvalidValue;
        memmove(dst, src, bytes);
        return 0;
    case cudaMemcpyHostToDevice:
        if (client_is_pinned(src))
            flags |= BUS_COPY_PINNED;
        return src ? copy_in(d, src, bytes, flags, stream)
                   : cudaErrorInvalidValue;
    case cudaMemcpyDeviceToHost:
        if (client_is_pinned(dst))
            flags |= BUS_COPY_PINNED;
        return dst ? copy_out(dst, s, bytes, flags, stream)
                   : cudaErrorInvalidValue;
    case cudaMemcpyDeviceToDevice:
        return client_call(BUS_COPY_DEVICE, arg, NULL, 0, NULL, NULL, 0);
    default:
        client_report("copy-direction", (uint64_t)kind,
                      (uint64_t)direction_of(dst, src, cudaMemcpyDefault),
                      NULL);
        return cudaErrorInvalidValue;
    }
}

API(cudaMemcpy, (void *dst, const void *src, size_t bytes, int kind))
{
    return client_error(copy(dst, src, bytes, kind, 0, 0));
}

API(cudaMemcpyAsync,
    (void *dst, const void *src, size_t bytes, int kind, void *stream))
{
    return client_error(copy(dst, src, bytes, kind, BUS_COPY_ASYNC,
                             (uint64_t)(uintptr_t)stream));
}

API(cudaMemcpy2D, (void *dst, size_t dpitch, const void *src, size_t spitch,
                   size_t width, size_t height, int kind))
{
    int e = 0;

    if (width > dpitch || width > spitch)
        return client_error(cudaErrorInvalidPitchValue);
    for (size_t y = 0; y < height && !e; y++)
        e = copy((char *)dst + y * dpitch, (const char *)src + y * spitch,
                 width, kind, 0, 0);
    return client_error(e);
}

static int set(void *p, int value, size_t bytes, uint64_t stream)
{
    uint64_t arg[BUS_ARGS] = { (uint64_t)(uintptr_t)p, (uint64_t)(value & 0xff),
                               bytes, 0, stream };

    if (bytes == 0)
        return client_open();
    if (!is_device_address(p))
        return cudaErrorInvalidValue;
    return client_call(BUS_MEMSET, arg, NULL, 0, NULL, NULL, 0);
}

API(cudaMemset, (void *p, int value, size_t bytes))
{
    return client_error(set(p, value, bytes, 0));
}

API(cudaMemsetAsync, (void *p, int value, size_t bytes, void *stream))
{
    return client_error(set(p, value, bytes, (uint64_t)(uintptr_t)stream));
}

API(cudaMemset2D,
    (void *p, size_t pitch, int value, size_t width, size_t height))
{
    int e = 0;

    for (size_t y = 0; y < height && !e; y++)
        e = set((char *)p + y * pitch, value, width, 0);
    return client_error(e);
}

API(cudaMemGetInfo, (size_t * free_bytes, size_t *total))
{
    uint64_t value[BUS_VALUES] = { 0 };
    int e = client_call(BUS_MEM_INFO, NULL, NULL, 0, value, NULL, 0);

    if (free_bytes)
        *free_bytes = value[0];
    if (total)
        *total = value[1];
    return client_error(e);
}

static int variable_copy(const void *symbol, void *to, const void *from,
                         size_t bytes, size_t offset, int kind)
{
    struct variable *v;
    int e = client_variable(symbol, &v);
    char *at;

    if (e)
        return e;
    if (offset > v->bytes || bytes > v->bytes - offset)
        return cudaErrorInvalidValue;
    at = (char *)(uintptr_t)(v->address + offset);
    return to ? copy(to, at, bytes, kind, 0, 0)
              : copy(at, from, bytes, kind, 0, 0);
}

API(cudaMemcpyToSymbol, (const void *symbol, const void *src, size_t bytes,
                         size_t offset, int kind))
{
    return client_error(variable_copy(symbol, NULL, src, bytes, offset, kind));
}

API(cudaMemcpyFromSymbol,
    (void *dst, const void *symbol, size_t bytes, size_t offset, int kind))
{
    return client_error(variable_copy(symbol, dst, NULL, bytes, offset, kind));
}

API(cudaGetSymbolAddress, (void **out, const void *symbol))
{
    struct variable *v;
    int e = client_variable(symbol, &v);

    if (!e)
        *out = (void *)(uintptr_t)v->address;
    return client_error(e);
}

API(cudaGetSymbolSize, (size_t * out, const void *symbol))
{
    struct variable *v;
    int e = client_variable(symbol, &v);

    if (!e)
        *out = v->bytes;
    return client_error(e);
}

API(cudaPointerGetAttributes,
    (struct cudaPointerAttributes * out, const void *p))
{
    if (!out)
        return client_error(cudaErrorInvalidValue);
    memset(out, 0, sizeof *out);
    if (is_device_address(p)) {
        out->type = cudaMemoryTypeDevice;
        out->devicePointer = (void *)(uintptr_t)p;
    } else if (client_is_pinned(p)) {
        out->type = cudaMemoryTypeHost;
        out->hostPointer = (void *)(uintptr_t)p;
    }
    return client_error(client_open());
}
