/* SPDX-License-Identifier: Apache-2.0 */
/* Devices, errors, streams and events. */
#include <stdio.h>
#include <string.h>

#include "cudart/api.h"
#include "cudart/client.h"

enum { VERSION = 13000 };

API(cudaGetLastError, (void))
{
    return client_last(true);
}

API(cudaPeekAtLastError, (void))
{
    return client_last(false);
}

static const struct {
    int number;
    const char *name, *text;
} names[] = {
#define CUDA_ERROR(id, number) { number, #id, NULL },
#include "cudart/include/wl/errors.def"
#undef CUDA_ERROR
};

static const struct {
    int number;
    const char *text;
} texts[] = {
#define TEXT(id, text) { id, text },
#include "cudart/texts.def"
#undef TEXT
};

PUBLIC const char *cudaGetErrorName(int error);
PUBLIC const char *cudaGetErrorName(int error)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].number == error)
            return names[i].name;
    return "unrecognized error code";
}

PUBLIC const char *cudaGetErrorString(int error);
PUBLIC const char *cudaGetErrorString(int error)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].number == error)
            return texts[i].text;
    return cudaGetErrorName(error);
}

API(cudaGetDeviceCount, (int *count))
{
    int e = client_open();

    *count = e ? 0 : 1;
    return client_error(e);
}

API(cudaSetDevice, (int device))
{
    int e = client_open();

    return client_error(e ? e : device ? cudaErrorInvalidDevice : 0);
}

API(cudaGetDevice, (int *device))
{
    *device = 0;
    return client_error(client_open());
}

API(cudaSetDeviceFlags, (unsigned flags))
{
    (void)flags;
    return client_error(client_open());
}

API(cudaInitDevice, (int device, unsigned device_flags, unsigned flags))
{
    (void)device_flags, (void)flags;
    return cudaSetDevice(device);
}

API(cudaGetDeviceProperties, (struct cudaDeviceProp * p, int device))
{
    const struct bus_device *d = client_device();
    int e = client_open();

    if (e || device)
        return client_error(e ? e : cudaErrorInvalidDevice);
    memset(p, 0, sizeof *p);
    memcpy(p->name, d->name,
           sizeof p->name < sizeof d->name ? sizeof p->name : sizeof d->name);
    p->totalGlobalMem = d->total_memory;
    p->sharedMemPerBlock = (size_t)d->shared_per_block;
    p->regsPerBlock = d->registers_per_block;
    p->warpSize = 32;
    p->memPitch = 0x7fffffff;
    p->maxThreadsPerBlock = 1024;
    p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024;
    p->maxThreadsDim[2] = 64;
    p->maxGridSize[0] = 0x7fffffff;
    p->maxGridSize[1] = p->maxGridSize[2] = 65535;
    p->totalConstMem = 65536;
    p->major = d->major;
    p->minor = d->minor;
    p->textureAlignment = 512;
    p->multiProcessorCount = d->sm_count;
    p->canMapHostMemory = 1;
    p->concurrentKernels = 1;
    p->asyncEngineCount = 2;
    p->unifiedAddressing = 1;
    p->memoryBusWidth = d->bus_bits;
    p->l2CacheSize = d->l2_bytes;
    p->maxThreadsPerMultiProcessor = d->threads_per_sm;
    p->sharedMemPerMultiprocessor = (size_t)d->shared_per_sm;
    p->regsPerMultiprocessor = d->registers_per_block;
    p->sharedMemPerBlockOptin = (size_t)d->shared_per_block_optin;
    p->maxBlocksPerMultiProcessor = d->blocks_per_sm;
    p->clockRate = d->clock_khz;
    p->memoryClockRate = d->memory_clock_khz;
    return 0;
}

API(cudaGetDeviceProperties_v2, (struct cudaDeviceProp * p, int device))
{
    return cudaGetDeviceProperties(p, device);
}

API(cudaDeviceGetAttribute, (int *value, int attribute, int device))
{
    const struct bus_device *d = client_device();
    int e = client_open();

    if (e || device)
        return client_error(e ? e : cudaErrorInvalidDevice);
    switch (attribute) { /* lint: dispatch switch */
    case cudaDevAttrMaxThreadsPerBlock:
        *value = 1024;
        break;
    case cudaDevAttrMaxBlockDimX:
        *value = 1024;
        break;
    case cudaDevAttrMaxBlockDimY:
        *value = 1024;
        break;
    case cudaDevAttrMaxBlockDimZ:
        *value = 64;
        break;
    case cudaDevAttrMaxGridDimX:
        *value = 0x7fffffff;
        break;
    case cudaDevAttrMaxGridDimY:
        *value = 65535;
        break;
    case cudaDevAttrMaxGridDimZ:
        *value = 65535;
        break;
    case cudaDevAttrMaxSharedMemoryPerBlock:
        *value = d->shared_per_block;
        break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
        *value = d->shared_per_block_optin;
        break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
        *value = d->shared_per_sm;
        break;
    case cudaDevAttrWarpSize:
        *value = 32;
        break;
    case cudaDevAttrMaxRegistersPerBlock:
    case cudaDevAttrMaxRegistersPerMultiprocessor:
        *value = d->registers_per_block;
        break;
    case cudaDevAttrClockRate:
        *value = d->clock_khz;
        break;
    case cudaDevAttrMemoryClockRate:
        *value = d->memory_clock_khz;
        break;
    case cudaDevAttrGlobalMemoryBusWidth:
        *value = d->bus_bits;
        break;
    case cudaDevAttrL2CacheSize:
        *value = d->l2_bytes;
        break;
    case cudaDevAttrMultiProcessorCount:
        *value = d->sm_count;
        break;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
        *value = d->threads_per_sm;
        break;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
        *value = d->blocks_per_sm;
        break;
    case cudaDevAttrComputeCapabilityMajor:
        *value = d->major;
        break;
    case cudaDevAttrComputeCapabilityMinor:
        *value = d->minor;
        break;
    case cudaDevAttrTotalConstantMemory:
        *value = 65536;
        break;
    case cudaDevAttrAsyncEngineCount:
        *value = 2;
        break;
    case cudaDevAttrUnifiedAddressing:
        *value = 1;
        break;
    case cudaDevAttrConcurrentKernels:
        *value = 1;
        break;
    case cudaDevAttrCooperativeLaunch:
        *value = 1;
        break;
    default:
        *value = 0;
        break;
    }
    return 0;
}

API(cudaDriverGetVersion, (int *version))
{
    *version = VERSION;
    return 0;
}

API(cudaRuntimeGetVersion, (int *version))
{
    *version = VERSION;
    return 0;
}

static int plain(enum bus_kind kind, uint64_t a, uint64_t b)
{
    uint64_t arg[BUS_ARGS] = { a, b };

    return client_error(client_call(kind, arg, NULL, 0, NULL, NULL, 0));
}

API(cudaDeviceSynchronize, (void))
{
    return plain(BUS_DEVICE_SYNC, 0, 0);
}

API(cudaDeviceReset, (void))
{
    return plain(BUS_DEVICE_SYNC, 0, 0);
}

API(cudaProfilerStart, (void))
{
    return 0;
}

API(cudaProfilerStop, (void))
{
    return 0;
}

static int create(enum bus_kind kind, void **out, uint64_t flags)
{
    uint64_t arg[BUS_ARGS] = { flags }, value[BUS_VALUES] = { 0 };
    int e = client_call(kind, arg, NULL, 0, value, NULL, 0);

    *out = e ? NULL : (void *)(uintptr_t)value[0];
    return client_error(e);
}

API(cudaStreamCreateWithFlags, (void **out, unsigned flags))
{
    return create(BUS_STREAM_CREATE, out, flags);
}

API(cudaStreamCreate, (void **out))
{
    return create(BUS_STREAM_CREATE, out, 0);
}

API(cudaStreamCreateWithPriority, (void **out, unsigned flags, int priority))
{
    (void)priority;
    return create(BUS_STREAM_CREATE, out, flags);
}

API(cudaStreamDestroy, (void *stream))
{
    return plain(BUS_STREAM_DESTROY, (uint64_t)(uintptr_t)stream, 0);
}

API(cudaStreamSynchronize, (void *stream))
{
    return plain(BUS_STREAM_SYNC, (uint64_t)(uintptr_t)stream, 0);
}

API(cudaStreamWaitEvent, (void *stream, void *event, unsigned flags))
{
    (void)flags;
    return plain(BUS_STREAM_WAIT, (uint64_t)(uintptr_t)stream,
                 (uint64_t)(uintptr_t)event);
}

API(cudaEventCreateWithFlags, (void **out, unsigned flags))
{
    return create(BUS_EVENT_CREATE, out, flags);
}

API(cudaEventCreate, (void **out))
{
    return create(BUS_EVENT_CREATE, out, 0);
}

API(cudaEventDestroy, (void *event))
{
    return plain(BUS_EVENT_DESTROY, (uint64_t)(uintptr_t)event, 0);
}

API(cudaEventRecord, (void *event, void *stream))
{
    return plain(BUS_EVENT_RECORD, (uint64_t)(uintptr_t)event,
                 (uint64_t)(uintptr_t)stream);
}

API(cudaEventSynchronize, (void *event))
{
    return plain(BUS_EVENT_SYNC, (uint64_t)(uintptr_t)event, 0);
}

API(cudaEventQuery, (void *event))
{
    uint64_t arg[BUS_ARGS] = { (uint64_t)(uintptr_t)event };
    int e = client_call(BUS_EVENT_QUERY, arg, NULL, 0, NULL, NULL, 0);

    return e == cudaErrorNotReady ? e : client_error(e);
}

API(cudaEventElapsedTime, (float *ms, void *start, void *end))
{
    uint64_t arg[BUS_ARGS] = { (uint64_t)(uintptr_t)start,
                               (uint64_t)(uintptr_t)end };
    uint64_t value[BUS_VALUES] = { 0 };
    int e = client_call(BUS_EVENT_ELAPSED, arg, NULL, 0, value, NULL, 0);

    if (!e)
        *ms = (float)((double)value[0] / 1e6);
    return client_error(e);
}

API(cudaEventElapsedTime_v2, (float *ms, void *start, void *end))
{
    return cudaEventElapsedTime(ms, start, end);
}
