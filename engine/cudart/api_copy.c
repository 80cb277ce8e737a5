/* SPDX-License-Identifier: Apache-2.0 */
/* Copies and memsets, of one to three dimensions. */
#include <string.h>

#include "cudart/api.h"
#include "cudart/submit.h"

static struct bus_shape flat(size_t bytes)
{
    return (struct bus_shape){ .width = bytes,
                               .height = 1,
                               .depth = 1,
                               .dst_pitch = bytes,
                               .src_pitch = bytes,
                               .dst_slice = bytes,
                               .src_slice = bytes };
}

static int copy(void *dst, const void *src, const struct bus_shape *shape,
                int kind, bool async, void *stream)
{
    struct submission s;
    int e = client_open();

    if (!e)
        e = submission_copy(&s, shape, dst, src, kind, async);
    if (!e && s.kind != BUS_LOOK) {
        client_goes_on();
        e = submit(&s, stream);
    }
    return client_failed("a copy", e);
}

API(cudaMemcpy, (void *dst, const void *src, size_t bytes, int kind))
{
    ENTER(cudaMemcpy);
    const struct bus_shape shape = flat(bytes);

    return copy(dst, src, &shape, kind, false, NULL);
}

API(cudaMemcpyAsync,
    (void *dst, const void *src, size_t bytes, int kind, void *stream))
{
    ENTER(cudaMemcpyAsync);
    const struct bus_shape shape = flat(bytes);

    return copy(dst, src, &shape, kind, true, stream);
}

/* Unified addresses: the pointers say which card. */
API(cudaMemcpyPeer,
    (void *dst, int to, const void *src, int from, size_t bytes))
{
    ENTER(cudaMemcpyPeer);
    const struct bus_shape shape = flat(bytes);
    int e = client_open();

    if (!e && (to < 0 || from < 0 || to >= client_device()->gpus ||
               from >= client_device()->gpus))
        e = cudaErrorInvalidDevice;
    return e ? client_error(e)
             : copy(dst, src, &shape, cudaMemcpyDeviceToDevice, false, NULL);
}

API(cudaMemcpyPeerAsync,
    (void *dst, int to, const void *src, int from, size_t bytes, void *stream))
{
    ENTER(cudaMemcpyPeerAsync);
    const struct bus_shape shape = flat(bytes);
    int e = client_open();

    if (!e && (to < 0 || from < 0 || to >= client_device()->gpus ||
               from >= client_device()->gpus))
        e = cudaErrorInvalidDevice;
    return e ? client_error(e)
             : copy(dst, src, &shape, cudaMemcpyDeviceToDevice, true, stream);
}

/* ---- two dimensions ------------------------------------------------------ */

static int copy_rows(void *dst, size_t dpitch, const void *src, size_t spitch,
                     size_t width, size_t height, int kind, bool async,
                     void *stream)
{
    const struct bus_shape shape = { .width = width,
                                     .height = height,
                                     .depth = 1,
                                     .dst_pitch = dpitch,
                                     .src_pitch = spitch,
                                     .dst_slice = dpitch * height,
                                     .src_slice = spitch * height };

    if (width > dpitch || width > spitch)
        return client_error(cudaErrorInvalidPitchValue);
    return copy(dst, src, &shape, kind, async, stream);
}

API(cudaMemcpy2D, (void *dst, size_t dpitch, const void *src, size_t spitch,
                   size_t width, size_t height, int kind))
{
    ENTER(cudaMemcpy2D);
    return copy_rows(dst, dpitch, src, spitch, width, height, kind, false,
                     NULL);
}

API(cudaMemcpy2DAsync,
    (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
     size_t height, int kind, void *stream))
{
    ENTER(cudaMemcpy2DAsync);
    return copy_rows(dst, dpitch, src, spitch, width, height, kind, true,
                     stream);
}

/* ---- three dimensions ---------------------------------------------------- */

/* Where a box begins, in bytes. */
static char *corner(const struct cudaPitchedPtr *p, const struct cudaPos *at)
{
    return (char *)p->ptr + at->z * p->pitch * p->ysize + at->y * p->pitch +
           at->x;
}

static int copy_box(const struct cudaMemcpy3DParms *p, bool async, void *stream)
{
    struct bus_shape shape;

    if (!p)
        return client_error(cudaErrorInvalidValue);
    if (p->srcArray || p->dstArray)
        return client_error(cudaErrorNotSupported);
    if (p->extent.width > p->srcPtr.pitch || p->extent.width > p->dstPtr.pitch)
        return client_error(cudaErrorInvalidPitchValue);
    shape = (struct bus_shape){
        .width = p->extent.width,
        .height = p->extent.height,
        .depth = p->extent.depth,
        .dst_pitch = p->dstPtr.pitch,
        .src_pitch = p->srcPtr.pitch,
        .dst_slice = p->dstPtr.pitch * p->dstPtr.ysize,
        .src_slice = p->srcPtr.pitch * p->srcPtr.ysize,
    };
    return copy(corner(&p->dstPtr, &p->dstPos), corner(&p->srcPtr, &p->srcPos),
                &shape, (int)p->kind, async, stream);
}

API(cudaMemcpy3D, (const struct cudaMemcpy3DParms *p))
{
    ENTER(cudaMemcpy3D);
    return copy_box(p, false, NULL);
}

API(cudaMemcpy3DAsync, (const struct cudaMemcpy3DParms *p, void *stream))
{
    ENTER(cudaMemcpy3DAsync);
    return copy_box(p, true, stream);
}

static struct cudaMemcpy3DParms
without_cards(const struct cudaMemcpy3DPeerParms *p)
{
    return (struct cudaMemcpy3DParms){
        .srcArray = p->srcArray,
        .srcPos = p->srcPos,
        .srcPtr = p->srcPtr,
        .dstArray = p->dstArray,
        .dstPos = p->dstPos,
        .dstPtr = p->dstPtr,
        .extent = p->extent,
        .kind = cudaMemcpyDefault,
    };
}

API(cudaMemcpy3DPeer, (const struct cudaMemcpy3DPeerParms *p))
{
    ENTER(cudaMemcpy3D);
    struct cudaMemcpy3DParms q = { 0 };

    if (p)
        q = without_cards(p);
    return copy_box(p ? &q : NULL, false, NULL);
}

API(cudaMemcpy3DPeerAsync,
    (const struct cudaMemcpy3DPeerParms *p, void *stream))
{
    ENTER(cudaMemcpy3DAsync);
    struct cudaMemcpy3DParms q = { 0 };

    if (p)
        q = without_cards(p);
    return copy_box(p ? &q : NULL, true, stream);
}

/* ---- variables ----------------------------------------------------------- */

static int copy_variable(const void *symbol, void *to, const void *from,
                         size_t bytes, size_t offset, int kind, bool async,
                         void *stream)
{
    const struct bus_shape shape = flat(bytes);
    struct variable *v;
    int e = client_variable(symbol, &v);
    char *at;

    if (!e && (offset > v->bytes || bytes > v->bytes - offset))
        e = cudaErrorInvalidValue;
    if (e)
        return client_error(e);
    at = (v->managed ? (char *)*v->managed : (char *)(uintptr_t)v->address) +
         offset;
    return to ? copy(to, at, &shape, kind, async, stream)
              : copy(at, from, &shape, kind, async, stream);
}

API(cudaMemcpyToSymbol, (const void *symbol, const void *src, size_t bytes,
                         size_t offset, int kind))
{
    ENTER(cudaMemcpyToSymbol);
    return copy_variable(symbol, NULL, src, bytes, offset, kind, false, NULL);
}

API(cudaMemcpyFromSymbol,
    (void *dst, const void *symbol, size_t bytes, size_t offset, int kind))
{
    ENTER(cudaMemcpyFromSymbol);
    return copy_variable(symbol, dst, NULL, bytes, offset, kind, false, NULL);
}

API(cudaMemcpyToSymbolAsync, (const void *symbol, const void *src, size_t bytes,
                              size_t offset, int kind, void *stream))
{
    ENTER(cudaMemcpyToSymbolAsync);
    return copy_variable(symbol, NULL, src, bytes, offset, kind, true, stream);
}

API(cudaMemcpyFromSymbolAsync, (void *dst, const void *symbol, size_t bytes,
                                size_t offset, int kind, void *stream))
{
    ENTER(cudaMemcpyFromSymbolAsync);
    return copy_variable(symbol, dst, NULL, bytes, offset, kind, true, stream);
}

/* ---- memsets ------------------------------------------------------------- */

static int set(void *p, int value, size_t pitch, size_t slice, size_t width,
               size_t height, size_t depth, void *stream)
{
    struct submission s = { .kind = BUS_MEMSET, .async = true };
    int e = client_open();

    if (e || !width || !height || !depth)
        return client_error(e);
    if (width > pitch)
        return client_error(cudaErrorInvalidPitchValue);
    s.shape = (struct bus_shape){ .width = width,
                                  .height = height,
                                  .depth = depth,
                                  .dst_pitch = pitch,
                                  .dst_slice = slice };
    s.shape.dst = is_device_address(p) || is_hosted_address(p)
                      ? (uint64_t)(uintptr_t)p
                      : hosted_device(p);
    if (!s.shape.dst)
        return client_error(cudaErrorInvalidValue);
    s.arg[BUS_COPY_VALUE] = (uint64_t)(value & 0xff);
    s.arg[BUS_COPY_SIZE] = 1;
    return client_error(submit(&s, stream));
}

API(cudaMemset, (void *p, int value, size_t bytes))
{
    ENTER(cudaMemset);
    return set(p, value, bytes, bytes, bytes, 1, 1, NULL);
}

API(cudaMemsetAsync, (void *p, int value, size_t bytes, void *stream))
{
    ENTER(cudaMemsetAsync);
    return set(p, value, bytes, bytes, bytes, 1, 1, stream);
}

API(cudaMemset2D,
    (void *p, size_t pitch, int value, size_t width, size_t height))
{
    ENTER(cudaMemset2D);
    return set(p, value, pitch, pitch * height, width, height, 1, NULL);
}

API(cudaMemset2DAsync, (void *p, size_t pitch, int value, size_t width,
                        size_t height, void *stream))
{
    ENTER(cudaMemset2DAsync);
    return set(p, value, pitch, pitch * height, width, height, 1, stream);
}

API(cudaMemset3D,
    (struct cudaPitchedPtr p, int value, struct cudaExtent extent))
{
    ENTER(cudaMemset3D);
    return set(p.ptr, value, p.pitch, p.pitch * p.ysize, extent.width,
               extent.height, extent.depth, NULL);
}

API(cudaMemset3DAsync, (struct cudaPitchedPtr p, int value,
                        struct cudaExtent extent, void *stream))
{
    ENTER(cudaMemset3DAsync);
    return set(p.ptr, value, p.pitch, p.pitch * p.ysize, extent.width,
               extent.height, extent.depth, stream);
}
