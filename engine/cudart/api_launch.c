/* SPDX-License-Identifier: Apache-2.0 */
/* Launches: the configuration that <<<>>> pushes, checks, the message. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cudart/api.h"
#include "cudart/client.h"

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

static int launch(struct kernel *k, struct dimensions grid,
                  struct dimensions block, void **args, size_t shared,
                  void *stream, bool together)
{
    struct broken why = check(k, grid, block, shared);
    uint64_t arg[BUS_ARGS] = {
        k->handle,
        (uint64_t)grid.x | (uint64_t)grid.y << 32,
        (uint64_t)grid.z | (uint64_t)block.x << 32,
        (uint64_t)block.y | (uint64_t)block.z << 32,
        shared,
        (uint64_t)(uintptr_t)stream,
        together,
    };
    char small[512], *params = small;
    size_t bytes = (size_t)k->info.params_bytes;
    int e;

    if (why.error) {
        client_report("launch-config", why.value, why.limit, why.what);
        return why.error;
    }
    if (bytes > sizeof small && !(params = malloc(bytes)))
        return cudaErrorMemoryAllocation;
    memset(params, 0, bytes);
    for (int i = 0; i < k->info.params; i++)
        memcpy(params + k->layout[2 * i], args[i],
               (size_t)k->layout[2 * i + 1]);
    e = client_call(BUS_LAUNCH, arg, params, bytes, NULL, NULL, 0);
    if (params != small)
        free(params);
    return e;
}

static int launch_host(const void *host, struct dimensions grid,
                       struct dimensions block, void **args, size_t shared,
                       void *stream, bool together)
{
    struct kernel *k;
    int e = client_kernel(host, &k);

    return client_error(
        e ? e : launch(k, grid, block, args, shared, stream, together));
}

API(cudaLaunchKernel,
    (const void *host, struct dimensions grid, struct dimensions block,
     void **args, size_t shared, void *stream))
{
    return launch_host(host, grid, block, args, shared, stream, false);
}

API(cudaLaunchCooperativeKernel,
    (const void *host, struct dimensions grid, struct dimensions block,
     void **args, size_t shared, void *stream))
{
    return launch_host(host, grid, block, args, shared, stream, true);
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
    return launch_host(handle, grid, block, args, shared, stream, false);
}

API(__cudaLaunchKernel_ptsz,
    (void *handle, struct dimensions grid, struct dimensions block, void **args,
     size_t shared, void *stream))
{
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
