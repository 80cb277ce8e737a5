/* SPDX-License-Identifier: Apache-2.0 */
/* Devices, errors, streams and events. */
#include <stdio.h>
#include <string.h>

#include "cudart/api.h"
#include "cudart/client.h"
#include "cudart/graph.h"

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

/* Is there such a card? 0 or the error. */
static int good(int device)
{
    int e = client_open();

    return e ? e
           : device < 0 || device >= client_device()->gpus
               ? cudaErrorInvalidDevice
               : 0;
}

API(cudaGetDeviceCount, (int *count))
{
    int e = client_open();

    if (!count)
        return client_error(cudaErrorInvalidValue);
    *count = e ? 0 : client_device()->gpus;
    return client_error(e);
}

API(cudaSetDevice, (int device))
{
    int e = good(device);

    if (!e)
        client_set_gpu((uint32_t)device);
    return client_error(e);
}

API(cudaGetDevice, (int *device))
{
    if (!device)
        return client_error(cudaErrorInvalidValue);
    *device = (int)client_gpu();
    return client_error(client_open());
}

static unsigned device_flags = cudaDeviceMapHost;

API(cudaSetDeviceFlags, (unsigned flags))
{
    int e = client_open();

    if (!e && flags & ~(unsigned)cudaDeviceMask)
        e = cudaErrorInvalidValue;
    if (!e)
        device_flags = flags | cudaDeviceMapHost;
    return client_error(e);
}

API(cudaGetDeviceFlags, (unsigned *flags))
{
    if (!flags)
        return client_error(cudaErrorInvalidValue);
    *flags = device_flags;
    return client_error(client_open());
}

API(cudaInitDevice, (int device, unsigned flags, unsigned valid))
{
    int e = good(device);

    if (!e && valid & cudaInitDeviceFlagsAreValid)
        device_flags = flags | cudaDeviceMapHost;
    return client_error(e);
}

/* All cards are equal here: the first one fits as well as any. */
API(cudaChooseDevice, (int *device, const struct cudaDeviceProp *wanted))
{
    int e = client_open();

    if (!e && (!device || !wanted))
        e = cudaErrorInvalidValue;
    if (!e)
        *device = 0;
    return client_error(e);
}

API(cudaSetValidDevices, (int *list, int count))
{
    int e = client_open();

    for (int i = 0; i < count && !e; i++)
        e = list ? good(list[i]) : cudaErrorInvalidValue;
    return client_error(e);
}

API(cudaDeviceGetPCIBusId, (char *out, int size, int device))
{
    int e = good(device);

    if (!e && (!out || size < 13))
        e = cudaErrorInvalidValue;
    if (!e)
        snprintf(out, (size_t)size, "0000:%02x:00.0", device + 1);
    return client_error(e);
}

API(cudaDeviceGetByPCIBusId, (int *device, const char *id))
{
    unsigned domain, bus, slot;
    int e = client_open();

    if (e)
        return client_error(e);
    if (!device || !id || sscanf(id, "%x:%x:%x", &domain, &bus, &slot) != 3 ||
        bus < 1 || good((int)bus - 1))
        return client_error(cudaErrorInvalidValue);
    *device = (int)bus - 1;
    return 0;
}

/* ---- limits and preferences ---------------------------------------------- */

/* Kept for whoever asks; the simulator grows what it needs. */
static size_t limits[] = {
    [cudaLimitStackSize] = 1024,
    [cudaLimitPrintfFifoSize] = 1 << 20,
    [cudaLimitMallocHeapSize] = 8 << 20,
    [cudaLimitDevRuntimeSyncDepth] = 2,
    [cudaLimitDevRuntimePendingLaunchCount] = 2048,
    [cudaLimitMaxL2FetchGranularity] = 64,
    [cudaLimitPersistingL2CacheSize] = 0,
};
enum { LIMITS = sizeof limits / sizeof *limits };

API(cudaDeviceSetLimit, (int limit, size_t value))
{
    int e = client_open();

    if (!e && (limit < 0 || limit >= LIMITS))
        e = cudaErrorUnsupportedLimit;
    if (!e && limit == cudaLimitMallocHeapSize && value > limits[limit])
        e = cudaErrorNotSupported; /* the heap is 8 MiB here */
    if (!e)
        limits[limit] = value;
    return client_error(e);
}

API(cudaDeviceGetLimit, (size_t * value, int limit))
{
    int e = client_open();

    if (!e && (limit < 0 || limit >= LIMITS))
        e = cudaErrorUnsupportedLimit;
    if (!e && !value)
        e = cudaErrorInvalidValue;
    if (!e)
        *value = limits[limit];
    return client_error(e);
}

/* Preferences that cards since Volta may ignore, as this one does. */
static int cache_config = cudaFuncCachePreferNone;

API(cudaDeviceSetCacheConfig, (int config))
{
    int e = client_open();

    if (!e &&
        (config < cudaFuncCachePreferNone || config > cudaFuncCachePreferEqual))
        e = cudaErrorInvalidValue;
    if (!e)
        cache_config = config;
    return client_error(e);
}

API(cudaDeviceGetCacheConfig, (int *config))
{
    int e = client_open();

    if (!e && !config)
        e = cudaErrorInvalidValue;
    if (!e)
        *config = cache_config;
    return client_error(e);
}

API(cudaCtxResetPersistingL2Cache, (void))
{
    return client_error(client_open());
}

/* ---- other cards --------------------------------------------------------- */

API(cudaDeviceCanAccessPeer, (int *can, int device, int other))
{
    int e = good(device);

    if (!e)
        e = good(other);
    if (!e && !can)
        e = cudaErrorInvalidValue;
    if (!e)
        *can = device != other;
    return client_error(e);
}

static int peer(int other, bool on)
{
    uint64_t arg[BUS_ARGS] = { (uint64_t)other, on };
    int e = good(other);

    return client_error(e ? e
                          : client_call(BUS_PEER, arg, NULL, 0, NULL, NULL, 0));
}

API(cudaDeviceEnablePeerAccess, (int other, unsigned flags))
{
    ENTER(cudaDeviceEnablePeerAccess);
    return flags ? client_error(cudaErrorInvalidValue) : peer(other, true);
}

API(cudaDeviceDisablePeerAccess, (int other))
{
    ENTER(cudaDeviceDisablePeerAccess);
    return peer(other, false);
}

API(cudaDeviceGetP2PAttribute, (int *value, int attribute, int from, int to))
{
    int e = good(from);

    if (!e)
        e = good(to);
    if (!e && (!value || from == to))
        e = cudaErrorInvalidValue;
    if (!e)
        *value = attribute == cudaDevP2PAttrAccessSupported ||
                 attribute == cudaDevP2PAttrNativeAtomicSupported;
    return client_error(e);
}

/* ---- what a card is ------------------------------------------------------ */

API(cudaGetDeviceProperties, (struct cudaDeviceProp * p, int device))
{
    const struct bus_device *d = client_device();
    int e = good(device);

    if (e)
        return client_error(e);
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
    p->pciBusID = device + 1;
    p->managedMemory = 1;
    p->concurrentManagedAccess = 1;
    p->computePreemptionSupported = 1;
    p->cooperativeLaunch = 1;
    p->hostRegisterSupported = 1;
    p->memoryPoolsSupported = 1;
    p->streamPrioritiesSupported = 1;
    p->globalL1CacheSupported = 1;
    p->localL1CacheSupported = 1;
    p->reservedSharedMemPerBlock = 1024;
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
    int e = good(device);

    if (e)
        return client_error(e);
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
    case cudaDevAttrManagedMemory:
    case cudaDevAttrConcurrentManagedAccess:
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrHostRegisterSupported:
    case cudaDevAttrMemoryPoolsSupported:
    case cudaDevAttrStreamPrioritiesSupported:
    case cudaDevAttrGlobalL1CacheSupported:
    case cudaDevAttrLocalL1CacheSupported:
    case cudaDevAttrComputePreemptionSupported:
        *value = 1;
        break;
    case cudaDevAttrMaxPitch:
        *value = 0x7fffffff;
        break;
    case cudaDevAttrTextureAlignment:
        *value = 512;
        break;
    case cudaDevAttrPciBusId:
        *value = device + 1;
        break;
    case cudaDevAttrReservedSharedMemoryPerBlock:
        *value = 1024;
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

API(cudaDeviceSynchronize, (void))
{
    ENTER(cudaDeviceSynchronize);
    int e = client_open();

    if (!e)
        e = capture_allows();
    return client_error(
        e ? e : client_call(BUS_DEVICE_SYNC, NULL, NULL, 0, NULL, NULL, 0));
}

API(cudaDeviceReset, (void))
{
    ENTER(cudaDeviceReset);
    int e = client_call(BUS_RESET, NULL, NULL, 0, NULL, NULL, 0);

    client_last(true);
    return client_error(e);
}

API(cudaProfilerStart, (void))
{
    return 0;
}

API(cudaProfilerStop, (void))
{
    return 0;
}
