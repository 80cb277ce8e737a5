/* SPDX-License-Identifier: Apache-2.0 */
/* Memory: allocation of every kind, and what is known of a pointer. */
#include <stdlib.h>
#include <string.h>

#include "cudart/api.h"
#include "cudart/graph.h"
#include "cudart/pool.h"

enum { PITCH = 512 };

/* The calls that a capture forbids. */
static int may_allocate(void)
{
    int e = client_open();

    return e ? e : capture_allows();
}

static int allocate(void **out, size_t bytes)
{
    uint64_t arg[BUS_ARGS] = { bytes }, value[BUS_VALUES] = { 0 };
    int e = may_allocate();

    if (!out)
        return cudaErrorInvalidValue;
    *out = NULL;
    if (!e)
        e = client_call(BUS_MALLOC, arg, NULL, 0, value, NULL, 0);
    if (!e)
        *out = (void *)(uintptr_t)value[0];
    return e;
}

API(cudaMalloc, (void **out, size_t bytes))
{
    ENTER(cudaMalloc);
    return client_error(allocate(out, bytes));
}

static int allocate_rows(void **out, size_t *pitch, size_t width, size_t rows)
{
    const size_t wide = (width + PITCH - 1) / PITCH * PITCH;
    size_t bytes;
    int e;

    if (!pitch || __builtin_mul_overflow(wide, rows, &bytes))
        return pitch ? cudaErrorMemoryAllocation : cudaErrorInvalidValue;
    e = allocate(out, bytes);
    *pitch = wide;
    return e;
}

API(cudaMallocPitch, (void **out, size_t *pitch, size_t width, size_t height))
{
    ENTER(cudaMallocPitch);
    return client_error(allocate_rows(out, pitch, width, height));
}

API(cudaMalloc3D, (struct cudaPitchedPtr * out, struct cudaExtent extent))
{
    ENTER(cudaMalloc3D);
    struct cudaPitchedPtr p = { NULL, 0, extent.width, extent.height };
    size_t rows;
    int e;

    if (!out || __builtin_mul_overflow(extent.height, extent.depth, &rows))
        return client_error(cudaErrorInvalidValue);
    e = allocate_rows(&p.ptr, &p.pitch, extent.width, rows);
    *out = p;
    return client_error(e);
}

API(cudaFree, (void *p))
{
    ENTER(cudaFree);
    uint64_t arg[BUS_ARGS] = { (uint64_t)(uintptr_t)p };
    int e = may_allocate();

    if (e)
        return client_error(e);
    if (p && hosted_find(p).kind == HOSTED_MANAGED)
        return client_error(hosted_free(p, true));
    pool_forget(p);
    return client_error(client_call(BUS_FREE, arg, NULL, 0, NULL, NULL, 0));
}

/* ---- pinned -------------------------------------------------------------- */

enum { HOST_FLAGS = 0x07, REGISTER_FLAGS = 0x0f };

static int pinned(void **out, size_t bytes, unsigned flags)
{
    int e = may_allocate();

    if (!out || flags & ~(unsigned)HOST_FLAGS)
        return cudaErrorInvalidValue;
    *out = NULL;
    return e ? e : hosted_alloc(bytes, false, flags, out);
}

API(cudaHostAlloc, (void **out, size_t bytes, unsigned flags))
{
    ENTER(cudaHostAlloc);
    return client_error(pinned(out, bytes, flags));
}

API(cudaMallocHost, (void **out, size_t bytes))
{
    ENTER(cudaMallocHost);
    return client_error(pinned(out, bytes, 0));
}

API(cudaFreeHost, (void *p))
{
    ENTER(cudaFreeHost);
    int e = may_allocate();

    return client_error(e || !p ? e : hosted_free(p, false));
}

API(cudaHostRegister, (void *p, size_t bytes, unsigned flags))
{
    ENTER(cudaHostRegister);
    int e = may_allocate();

    if (!e && flags & ~(unsigned)REGISTER_FLAGS)
        e = cudaErrorInvalidValue;
    return client_error(e ? e : hosted_register(p, bytes, flags));
}

API(cudaHostUnregister, (void *p))
{
    ENTER(cudaHostUnregister);
    int e = may_allocate();

    return client_error(e ? e : hosted_unregister(p));
}

API(cudaHostGetDevicePointer, (void **out, void *host, unsigned flags))
{
    const struct hosted h = hosted_find(host);
    int e = client_open();

    if (e)
        return client_error(e);
    if (!out || flags || h.kind == HOSTED_NONE || h.kind == HOSTED_MANAGED)
        return client_error(cudaErrorInvalidValue);
    *out = (void *)(uintptr_t)(h.device + (uint64_t)((char *)host - h.base));
    return 0;
}

API(cudaHostGetFlags, (unsigned *flags, void *host))
{
    const struct hosted h = hosted_find(host);
    int e = client_open();

    if (e)
        return client_error(e);
    if (!flags || h.kind == HOSTED_NONE || h.kind == HOSTED_MANAGED)
        return client_error(cudaErrorInvalidValue);
    *flags = h.flags | cudaHostAllocMapped; /* as with unified addresses */
    return 0;
}

/* ---- managed ------------------------------------------------------------- */

API(cudaMallocManaged, (void **out, size_t bytes, unsigned flags))
{
    ENTER(cudaMallocManaged);
    int e = may_allocate();

    if (e)
        return client_error(e);
    if (!out || !bytes ||
        (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost))
        return client_error(cudaErrorInvalidValue);
    *out = NULL;
    return client_error(hosted_alloc(bytes, true, flags, out));
}

API(cudaMemPrefetchAsync,
    (const void *p, size_t bytes, struct cudaMemLocation to, unsigned flags,
     void *stream))
{
    ENTER(cudaMemPrefetchAsync);
    const struct hosted h = hosted_find(p);
    struct submission s = { .kind = BUS_PREFETCH, .async = true };
    const bool to_device = to.type == cudaMemLocationTypeDevice;
    int e = client_open();

    if (e)
        return client_error(e);
    if (h.kind != HOSTED_MANAGED || flags || !bytes)
        return client_error(cudaErrorInvalidValue);
    if (to_device && (to.id < 0 || to.id >= client_device()->gpus))
        return client_error(cudaErrorInvalidDevice);
    s.arg[0] = hosted_device(p);
    s.arg[1] = bytes;
    s.arg[2] = to_device;
    return client_error(submit(&s, stream));
}

/* Advice changes where pages would best be, never what a program computes: the
   model goes by who touches them. */
API(cudaMemAdvise,
    (const void *p, size_t bytes, int advice, struct cudaMemLocation location))
{
    const struct hosted h = hosted_find(p);
    int e = client_open();

    (void)location;
    if (!e && (h.kind != HOSTED_MANAGED || !bytes ||
               bytes > h.bytes - (size_t)((const char *)p - h.base) ||
               advice < cudaMemAdviseSetReadMostly ||
               advice > cudaMemAdviseUnsetAccessedBy))
        e = cudaErrorInvalidValue;
    return client_error(e);
}

API(cudaStreamAttachMemAsync,
    (void *stream, void *p, size_t bytes, unsigned flags))
{
    int e = client_open();

    (void)bytes;
    if (!e && !stream_info(stream))
        e = cudaErrorInvalidResourceHandle;
    if (!e && (hosted_find(p).kind != HOSTED_MANAGED ||
               (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost &&
                flags != cudaMemAttachSingle)))
        e = cudaErrorInvalidValue;
    return client_error(e);
}

/* ---- what is known ------------------------------------------------------- */

API(cudaMemGetInfo, (size_t * free_bytes, size_t *total))
{
    ENTER(cudaMemGetInfo);
    uint64_t value[BUS_VALUES] = { 0 };
    int e = client_call(BUS_MEM_INFO, NULL, NULL, 0, value, NULL, 0);

    if (free_bytes)
        *free_bytes = value[0];
    if (total)
        *total = value[1];
    return client_error(e);
}

API(cudaPointerGetAttributes,
    (struct cudaPointerAttributes * out, const void *p))
{
    const struct hosted h = hosted_find(p);
    int e = client_open();

    if (!out)
        return client_error(cudaErrorInvalidValue);
    memset(out, 0, sizeof *out);
    if (e)
        return client_error(e);
    out->device = -2;
    if (is_device_address(p)) {
        out->type = cudaMemoryTypeDevice;
        out->device = (int)client_gpu();
        out->devicePointer = (void *)(uintptr_t)p;
    } else if (h.kind != HOSTED_NONE) {
        out->type = h.kind == HOSTED_MANAGED ? cudaMemoryTypeManaged
                                             : cudaMemoryTypeHost;
        out->device = (int)client_gpu();
        out->devicePointer = (void *)(uintptr_t)hosted_device(p);
        out->hostPointer = (void *)(uintptr_t)p;
    }
    return 0;
}

API(cudaGetSymbolAddress, (void **out, const void *symbol))
{
    struct variable *v;
    int e = client_variable(symbol, &v);

    if (!e && !out)
        e = cudaErrorInvalidValue;
    if (!e)
        *out = v->managed ? *v->managed : (void *)(uintptr_t)v->address;
    return client_error(e);
}

API(cudaGetSymbolSize, (size_t * out, const void *symbol))
{
    struct variable *v;
    int e = client_variable(symbol, &v);

    if (!e && !out)
        e = cudaErrorInvalidValue;
    if (!e)
        *out = v->bytes;
    return client_error(e);
}
