/* SPDX-License-Identifier: Apache-2.0 */
/* The runtime API's typed forms in C++, and calls older than CUDA 13. */
#ifndef WL_HOST_TEMPLATES_H
#define WL_HOST_TEMPLATES_H

#define WL_T template <class T> static __inline__ __host__ cudaError_t

/* ---- memory ------------------------------------------------------------- */

WL_T cudaMalloc(T **ptr, size_t size)
{
    return cudaMalloc((void **)(void *)ptr, size);
}

WL_T cudaMallocHost(T **ptr, size_t size, unsigned int flags = 0)
{
    return cudaHostAlloc((void **)(void *)ptr, size, flags);
}

WL_T cudaHostAlloc(T **ptr, size_t size, unsigned int flags)
{
    return cudaHostAlloc((void **)(void *)ptr, size, flags);
}

WL_T cudaHostGetDevicePointer(T **device, void *host, unsigned int flags)
{
    return cudaHostGetDevicePointer((void **)(void *)device, host, flags);
}

WL_T cudaMallocManaged(T **ptr, size_t size,
                       unsigned int flags = cudaMemAttachGlobal)
{
    return cudaMallocManaged((void **)(void *)ptr, size, flags);
}

WL_T cudaMallocPitch(T **ptr, size_t *pitch, size_t width, size_t height)
{
    return cudaMallocPitch((void **)(void *)ptr, pitch, width, height);
}

WL_T cudaMallocAsync(T **ptr, size_t size, cudaStream_t stream)
{
    return cudaMallocAsync((void **)(void *)ptr, size, stream);
}

WL_T cudaMallocAsync(T **ptr, size_t size, cudaMemPool_t pool,
                     cudaStream_t stream)
{
    return cudaMallocFromPoolAsync((void **)(void *)ptr, size, pool, stream);
}

WL_T cudaMallocFromPoolAsync(T **ptr, size_t size, cudaMemPool_t pool,
                             cudaStream_t stream)
{
    return cudaMallocFromPoolAsync((void **)(void *)ptr, size, pool, stream);
}

/* ---- variables of the device -------------------------------------------- */

WL_T cudaMemcpyToSymbol(const T &symbol, const void *src, size_t count,
                        size_t offset = 0,
                        cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return cudaMemcpyToSymbol((const void *)&symbol, src, count, offset, kind);
}

WL_T cudaMemcpyToSymbolAsync(const T &symbol, const void *src, size_t count,
                             size_t offset = 0,
                             cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                             cudaStream_t stream = 0)
{
    return cudaMemcpyToSymbolAsync((const void *)&symbol, src, count, offset,
                                   kind, stream);
}

WL_T cudaMemcpyFromSymbol(void *dst, const T &symbol, size_t count,
                          size_t offset = 0,
                          cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return cudaMemcpyFromSymbol(dst, (const void *)&symbol, count, offset,
                                kind);
}

WL_T cudaMemcpyFromSymbolAsync(void *dst, const T &symbol, size_t count,
                               size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                               cudaStream_t stream = 0)
{
    return cudaMemcpyFromSymbolAsync(dst, (const void *)&symbol, count, offset,
                                     kind, stream);
}

WL_T cudaGetSymbolAddress(void **ptr, const T &symbol)
{
    return cudaGetSymbolAddress(ptr, (const void *)&symbol);
}

WL_T cudaGetSymbolSize(size_t *size, const T &symbol)
{
    return cudaGetSymbolSize(size, (const void *)&symbol);
}

/* ---- kernels ------------------------------------------------------------ */

WL_T cudaLaunchKernel(T *kernel, dim3 gridDim, dim3 blockDim, void **args,
                      size_t sharedBytes = 0, cudaStream_t stream = 0)
{
    return cudaLaunchKernel((const void *)kernel, gridDim, blockDim, args,
                            sharedBytes, stream);
}

WL_T cudaLaunchCooperativeKernel(T *kernel, dim3 gridDim, dim3 blockDim,
                                 void **args, size_t sharedBytes = 0,
                                 cudaStream_t stream = 0)
{
    return cudaLaunchCooperativeKernel((const void *)kernel, gridDim, blockDim,
                                       args, sharedBytes, stream);
}

WL_T cudaFuncSetAttribute(T *kernel, cudaFuncAttribute attr, int value)
{
    return cudaFuncSetAttribute((const void *)kernel, attr, value);
}

WL_T cudaFuncGetAttributes(cudaFuncAttributes *attr, T *kernel)
{
    return cudaFuncGetAttributes(attr, (const void *)kernel);
}

WL_T cudaFuncSetCacheConfig(T *kernel, cudaFuncCache config)
{
    return cudaFuncSetCacheConfig((const void *)kernel, config);
}

WL_T cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T kernel,
                                                   int blockSize,
                                                   size_t dynamicBytes)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        blocks, (const void *)kernel, blockSize, dynamicBytes);
}

WL_T cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, T kernel, int blockSize, size_t dynamicBytes,
    unsigned int flags)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks, (const void *)kernel, blockSize, dynamicBytes, flags);
}

WL_T cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, T *kernel,
                                               int blocks, int blockSize)
{
    return cudaOccupancyAvailableDynamicSMemPerBlock(
        bytes, (const void *)kernel, blocks, blockSize);
}

/*
 * The block size, a multiple of a warp, with which most threads are resident;
 * of equals the largest. bytesOf gives a block's dynamic shared memory.
 */
template <class Bytes, class T>
static __inline__ __host__ cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int *gridSize, int *blockSize, T kernel, Bytes bytesOf, int limit = 0,
    unsigned int flags = 0)
{
    cudaFuncAttributes fa;
    int device, sms, threads, best = 0;
    cudaError_t e = cudaGetDevice(&device);

    if (!gridSize || !blockSize)
        return cudaErrorInvalidValue;
    if (e == cudaSuccess)
        e = cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount,
                                   device);
    if (e == cudaSuccess)
        e = cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerBlock,
                                   device);
    if (e == cudaSuccess)
        e = cudaFuncGetAttributes(&fa, (const void *)kernel);
    if (e != cudaSuccess)
        return e;
    if (fa.maxThreadsPerBlock < threads)
        threads = fa.maxThreadsPerBlock;
    if (limit > 0 && limit < threads)
        threads = limit;
    *gridSize = *blockSize = 0;
    for (int next, size = threads; size > 0; size = next) {
        int blocks = 0;

        next = (size - 1) / 32 * 32;
        e = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
            &blocks, (const void *)kernel, size, bytesOf(size), flags);
        if (e != cudaSuccess)
            return e;
        if (blocks * size > best) {
            best = blocks * size;
            *blockSize = size;
            *gridSize = blocks * sms;
        }
    }
    return cudaSuccess;
}

template <class Bytes, class T>
static __inline__ __host__ cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *gridSize, int *blockSize,
                                               T kernel, Bytes bytesOf,
                                               int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
        gridSize, blockSize, kernel, bytesOf, limit);
}

struct wl_same_bytes {
    size_t size;
    __host__ size_t operator()(int) const
    {
        return size;
    }
};

WL_T cudaOccupancyMaxPotentialBlockSize(int *gridSize, int *blockSize,
                                        T kernel, size_t dynamicBytes = 0,
                                        int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
        gridSize, blockSize, kernel, wl_same_bytes{ dynamicBytes }, limit);
}

WL_T cudaOccupancyMaxPotentialBlockSizeWithFlags(int *gridSize, int *blockSize,
                                                 T kernel,
                                                 size_t dynamicBytes = 0,
                                                 int limit = 0,
                                                 unsigned int flags = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
        gridSize, blockSize, kernel, wl_same_bytes{ dynamicBytes }, limit,
        flags);
}

#if __cplusplus >= 201103L
template <class... Want, class... Have>
static __inline__ __host__ cudaError_t
cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Want...),
                   Have &&...args)
{
    return [&](Want... exact) {
        void *at[sizeof...(Want) + 1] = { (void *)&exact..., nullptr };

        return cudaLaunchKernelExC(config, (const void *)kernel, at);
    }(static_cast<Have &&>(args)...);
}
#endif

WL_T cudaStreamAttachMemAsync(cudaStream_t stream, T *ptr, size_t length = 0,
                              unsigned int flags = cudaMemAttachSingle)
{
    return cudaStreamAttachMemAsync(stream, (void *)ptr, length, flags);
}

#undef WL_T

/* ---- overloads, and forms from before CUDA 13 --------------------------- */

static __inline__ __host__ cudaError_t cudaEventCreate(cudaEvent_t *event,
                                                       unsigned int flags)
{
    return cudaEventCreateWithFlags(event, flags);
}

static __inline__ __host__ cudaError_t cudaMallocHost(void **ptr, size_t size,
                                                      unsigned int flags)
{
    return cudaHostAlloc(ptr, size, flags);
}

static __inline__ __host__ cudaError_t
cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                     cudaGraphNode_t *errorNode, char *log, size_t logSize)
{
    if (errorNode)
        *errorNode = 0;
    if (log && logSize)
        *log = '\0';
    return cudaGraphInstantiate(exec, graph, 0ull);
}

static __inline__ __host__ cudaMemLocation wl_location(int device)
{
    cudaMemLocation l = { cudaMemLocationTypeDevice, device };

    if (device == cudaCpuDeviceId) {
        l.type = cudaMemLocationTypeHost;
        l.id = 0;
    }
    return l;
}

static __inline__ __host__ cudaError_t
cudaMemPrefetchAsync(const void *ptr, size_t count, int device,
                     cudaStream_t stream = 0)
{
    return cudaMemPrefetchAsync(ptr, count, wl_location(device), 0u, stream);
}

static __inline__ __host__ cudaError_t cudaMemAdvise(const void *ptr,
                                                     size_t count,
                                                     cudaMemoryAdvise advice,
                                                     int device)
{
    return cudaMemAdvise(ptr, count, advice, wl_location(device));
}

static __inline__ __host__ cudaError_t cudaThreadSynchronize()
{
    return cudaDeviceSynchronize();
}

static __inline__ __host__ cudaError_t cudaThreadExit()
{
    return cudaDeviceReset();
}

#endif
