/* SPDX-License-Identifier: Apache-2.0 */
/* Launches: the configuration that <<<>>> pushes, checks, the message. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cudart/api.h"
#include "cudart/client.h"
#include "cudart/launch.h"

struct dimensions {
    unsigned x, y, z;
};

static __thread struct configuration {
    struct dimensions grid, block;
    size_t shared;
    void *stream;
} pushed;

PUBLIC unsigned __cudaPushCallConfiguration(struct dimensions grid,
                                            struct dimensions block,
                                            size_t shared, void *stream);
PUBLIC unsigned __cudaPushCallConfiguration(struct dimensions grid,
                                            struct dimensions block,
                                            size_t shared, void *stream)
{
    pushed = (struct configuration){ grid, block, shared, stream };
    entry_launch_site(__builtin_return_address(0));
    return 0;
}

PUBLIC int __cudaPopCallConfiguration(struct dimensions *grid,
                                      struct dimensions *block, size_t *shared,
                                      void *stream);
PUBLIC int __cudaPopCallConfiguration(struct dimensions *grid,
                                      struct dimensions *block, size_t *shared,
                                      void *stream)
{
    *grid = pushed.grid;
    *block = pushed.block;
    *shared = pushed.shared;
    *(void **)stream = pushed.stream;
    return 0;
}

/* A limit the launch breaks: the error, and what to report. */
struct broken {
    int error;
    const char *what;
    uint64_t value, limit;
};

static struct broken check(const struct kernel *k, struct dimensions g,
                           struct dimensions b, size_t shared)
{
    const struct bus_device *d = client_device();
    uint64_t threads = (uint64_t)b.x * b.y * b.z;
    uint64_t total = shared + (uint64_t)k->info.shared_bytes;
    uint64_t most = (uint64_t)(shared > 49152 - (uint64_t)k->info.shared_bytes
                                   ? k->dynamic_limit
                                   : 49152);

    if (!g.x || !g.y || !g.z)
        return (struct broken){ cudaErrorInvalidConfiguration,
                                ": blocks in the grid", 0, INT_MAX };
    if (g.x > INT_MAX || g.y > 65535 || g.z > 65535)
        return (struct broken){ cudaErrorInvalidConfiguration,
                                ": blocks in the grid",
                                g.x > INT_MAX ? g.x
                                : g.y > 65535 ? g.y
                                              : g.z,
                                g.x > INT_MAX ? INT_MAX : 65535 };
    if (!threads || b.x > 1024 || b.y > 1024 || b.z > 64 || threads > 1024)
        return (struct broken){ cudaErrorInvalidConfiguration,
                                ": threads in a block", threads, 1024 };
    if (k->info.max_threads && threads > (uint64_t)k->info.max_threads)
        return (struct broken){ cudaErrorInvalidValue,
                                ": threads in a block, by __launch_bounds__",
                                threads, (uint64_t)k->info.max_threads };
    if (total > most)
        return (struct broken){ cudaErrorInvalidValue,
                                ": bytes of shared memory in a block", total,
                                most };
    if ((threads + 31) / 32 * 32 * (uint64_t)k->info.registers >
        (uint64_t)d->registers_per_block)
        return (struct broken){ cudaErrorLaunchOutOfResources,
                                ": registers in a block",
                                (threads + 31) / 32 * 32 *
                                    (uint64_t)k->info.registers,
                                (uint64_t)d->registers_per_block };
    return (struct broken){ 0 };
}

/* Resident blocks of an SM, by warps, blocks, registers and shared memory. */
static int resident(const struct kernel *k, int threads, size_t shared)
{
    const struct bus_device *d = client_device();
    int warps = (threads + 31) / 32, n = d->blocks_per_sm;
    int regs = (k->info.registers + 7) / 8 * 8 * 32 * warps;
    size_t bytes = shared + (size_t)k->info.shared_bytes;

    if (!warps || threads > 1024)
        return 0;
    if (d->threads_per_sm / 32 / warps < n)
        n = d->threads_per_sm / 32 / warps;
    if (regs && d->registers_per_block / regs < n)
        n = d->registers_per_block / regs;
    if (bytes && (int)((size_t)d->shared_per_sm / (bytes + 1024)) < n)
        n = (int)((size_t)d->shared_per_sm / (bytes + 1024));
    return n;
}

int launch_work(const void *host, const struct launch_shape *l, void **args,
                struct submission *out)
{
    struct dimensions grid = { l->grid[0], l->grid[1], l->grid[2] };
    struct dimensions block = { l->block[0], l->block[1], l->block[2] };
    struct kernel *k;
    struct broken why;
    char *params;
    int e = client_kernel(host, &k);

    if (e)
        return e;
    why = check(k, grid, block, l->shared);
    if (why.error) {
        client_report("launch-config", why.value, why.limit, 1, why.what);
        return why.error;
    }
    if (l->together &&
        (uint64_t)grid.x * grid.y * grid.z >
            (uint64_t)resident(k, (int)(block.x * block.y * block.z),
                               l->shared) *
                (uint64_t)client_device()->sm_count)
        return cudaErrorCooperativeLaunchTooLarge;
    params = calloc(1, (size_t)k->info.params_bytes + 1);
    if (!params)
        return cudaErrorMemoryAllocation;
    for (int i = 0; i < k->info.params; i++)
        memcpy(params + k->layout[2 * i], args[i],
               (size_t)k->layout[2 * i + 1]);
    *out = (struct submission){
        .kind = BUS_LAUNCH,
        .async = true,
        .bytes = params,
        .size = (size_t)k->info.params_bytes,
        .arg = { k->handle, (uint64_t)grid.x | (uint64_t)grid.y << 32,
                 (uint64_t)grid.z | (uint64_t)block.x << 32,
                 (uint64_t)block.y | (uint64_t)block.z << 32, l->shared, 0,
                 l->together },
    };
    return 0;
}

static int launch_host(const void *host, struct dimensions grid,
                       struct dimensions block, void **args, size_t shared,
                       void *stream, bool together)
{
    const struct launch_shape l = { { grid.x, grid.y, grid.z },
                                    { block.x, block.y, block.z },
                                    shared,
                                    together };
    struct submission s;
    int e = client_open();

    client_goes_on();
    if (!e)
        e = launch_work(host, &l, args, &s);
    if (!e) {
        e = submit(&s, stream);
        free(s.bytes);
    }
    return client_launch_error(e);
}

API(cudaLaunchKernel,
    (const void *host, struct dimensions grid, struct dimensions block,
     void **args, size_t shared, void *stream))
{
    ENTER(cudaLaunchKernel);
    return launch_host(host, grid, block, args, shared, stream, false);
}

API(cudaLaunchCooperativeKernel,
    (const void *host, struct dimensions grid, struct dimensions block,
     void **args, size_t shared, void *stream))
{
    ENTER(cudaLaunchCooperativeKernel);
    return launch_host(host, grid, block, args, shared, stream, true);
}

API(cudaLaunchKernelExC,
    (const cudaLaunchConfig_t *c, const void *host, void **args))
{
    ENTER(cudaLaunchKernelExC);
    bool together = false;

    if (!c)
        return client_error(cudaErrorInvalidValue);
    for (unsigned i = 0; i < c->numAttrs; i++) {
        const cudaLaunchAttribute *a = &c->attrs[i];

        if (a->id == cudaLaunchAttributeCooperative)
            together = a->val.cooperative != 0;
        else if (a->id == cudaLaunchAttributeClusterDimension &&
                 a->val.clusterDim.x * a->val.clusterDim.y *
                         a->val.clusterDim.z >
                     1)
            return client_error(cudaErrorNotSupported);
    }
    return launch_host(
        host, (struct dimensions){ c->gridDim.x, c->gridDim.y, c->gridDim.z },
        (struct dimensions){ c->blockDim.x, c->blockDim.y, c->blockDim.z },
        args, c->dynamicSmemBytes, c->stream, together);
}

/* nvcc 13 looks a kernel up once and launches by its handle. */
API(__cudaGetKernel, (void **out, const void *host))
{
    *out = (void *)(uintptr_t)host;
    return 0;
}

API(__cudaLaunchKernel,
    (void *handle, struct dimensions grid, struct dimensions block, void **args,
     size_t shared, void *stream))
{
    ENTER(cudaLaunchKernel);
    return launch_host(handle, grid, block, args, shared, stream, false);
}

API(cudaFuncGetAttributes, (struct cudaFuncAttributes * out, const void *host))
{
    struct kernel *k;
    int e = client_kernel(host, &k);

    if (e)
        return client_error(e);
    memset(out, 0, sizeof *out);
    out->sharedSizeBytes = (size_t)k->info.shared_bytes;
    out->localSizeBytes = (size_t)k->info.local_bytes;
    out->maxThreadsPerBlock = k->info.max_threads ? k->info.max_threads : 1024;
    out->numRegs = k->info.registers;
    out->ptxVersion = out->binaryVersion =
        client_device()->major * 10 + client_device()->minor;
    out->maxDynamicSharedSizeBytes = 49152 - k->info.shared_bytes;
    return 0;
}

API(cudaFuncSetAttribute, (const void *host, int attribute, int value))
{
    struct kernel *k;
    int e = client_kernel(host, &k);

    if (e)
        return client_error(e);
    if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) {
        if (value < 0 || value + k->info.shared_bytes >
                             client_device()->shared_per_block_optin)
            return client_error(cudaErrorInvalidValue);
        k->dynamic_limit = value + k->info.shared_bytes;
    }
    return 0;
}

API(cudaFuncSetCacheConfig, (const void *host, int config))
{
    struct kernel *k;

    (void)config;
    return client_error(client_kernel(host, &k));
}

API(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
    (int *out, const void *host, int threads, size_t shared, unsigned flags))
{
    struct kernel *k;
    int e = client_kernel(host, &k);

    (void)flags;
    if (!e)
        *out = resident(k, threads, shared);
    return client_error(e);
}

API(cudaOccupancyMaxActiveBlocksPerMultiprocessor,
    (int *out, const void *host, int threads, size_t shared))
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        out, host, threads, shared, 0);
}

API(cudaOccupancyAvailableDynamicSMemPerBlock,
    (size_t * out, const void *host, int blocks, int threads))
{
    const struct bus_device *d = client_device();
    struct kernel *k;
    int e = client_kernel(host, &k);
    long long bytes;

    if (e)
        return client_error(e);
    if (!out || blocks < 1 || resident(k, threads, 0) < blocks)
        return client_error(cudaErrorInvalidValue);
    /* Each block's share, less 1 KiB that the system keeps. */
    bytes = d->shared_per_sm / blocks - 1024 - k->info.shared_bytes;
    *out = bytes < 0 ? 0
           : bytes > d->shared_per_block_optin - k->info.shared_bytes
               ? (size_t)(d->shared_per_block_optin - k->info.shared_bytes)
               : (size_t)bytes;
    return 0;
}

API(cudaFuncGetName, (const char **out, const void *host))
{
    struct kernel *k;
    int e = client_kernel(host, &k);

    if (!e && !out)
        e = cudaErrorInvalidValue;
    if (!e)
        *out = k->name;
    return client_error(e);
}

API(cudaFuncGetParamInfo,
    (const void *host, size_t index, size_t *offset, size_t *size))
{
    struct kernel *k;
    int e = client_kernel(host, &k);

    if (!e && (!offset || index >= (size_t)k->info.params))
        e = cudaErrorInvalidValue;
    if (e)
        return client_error(e);
    *offset = (size_t)k->layout[2 * index];
    if (size)
        *size = (size_t)k->layout[2 * index + 1];
    return 0;
}

/* A function's handle is the address it was registered by. */
API(cudaGetFuncBySymbol, (void **out, const void *host))
{
    struct kernel *k;
    int e = client_kernel(host, &k);

    if (!e && !out)
        e = cudaErrorInvalidValue;
    if (!e)
        *out = (void *)(uintptr_t)host;
    return client_error(e);
}

API(cudaGetKernel, (void **out, const void *host))
{
    return cudaGetFuncBySymbol(out, host);
}
