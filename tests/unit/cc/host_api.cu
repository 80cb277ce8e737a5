// SPDX-License-Identifier: Apache-2.0
// Host calls as programs write them, typed forms included. Only compiled.
#include <cuda_runtime.h>
#include <cuda.h>
#include <device_launch_parameters.h>

struct pair {
    float a, b;
};

__constant__ float table[16];
__device__ pair state;
__managed__ int shared_by_both = 7;
__device__ int counts[4] = { 1, 2, 3, 4 };

template <class T> __global__ void fill(T *out, T v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = v + (T)table[i % 16] + (T)counts[i % 4] + (T)shared_by_both;
}

__global__ void __launch_bounds__(256, 2) bounded(float *out)
{
    extern __shared__ float dynamic[];

    dynamic[threadIdx.x] = state.a;
    __syncthreads();
    out[threadIdx.x] = dynamic[255 - threadIdx.x];
}

#define CHECK(call)                          \
    do {                                     \
        cudaError_t e = (call);              \
        if (e != cudaSuccess)                \
            throw cudaGetErrorString(e);     \
    } while (0)

static void memory(float *host)
{
    float *d = nullptr, *p = nullptr, *m = nullptr, *z = nullptr;
    pair *q;
    void *v;
    size_t pitch, free_bytes, total;
    cudaPointerAttributes at;

    CHECK(cudaMalloc(&d, 64));
    CHECK(cudaMalloc((void **)&d, 64));
    CHECK(cudaMalloc(&q, sizeof *q));
    CHECK(cudaMalloc(&v, 64));
    CHECK(cudaMallocHost(&p, 64));
    CHECK(cudaMallocHost((void **)&p, 64));
    CHECK(cudaHostAlloc(&p, 64, cudaHostAllocMapped));
    CHECK(cudaHostGetDevicePointer(&d, p, 0));
    CHECK(cudaHostRegister(host, 64, cudaHostRegisterDefault));
    CHECK(cudaMallocManaged(&m, 64));
    CHECK(cudaMallocManaged(&m, 64, cudaMemAttachHost));
    CHECK(cudaMallocPitch(&z, &pitch, 64, 4));
    CHECK(cudaMallocAsync(&z, 64, (cudaStream_t)0));
    CHECK(cudaMemcpy(d, host, 64, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy2D(z, pitch, host, 64, 64, 4, cudaMemcpyDefault));
    CHECK(cudaMemcpyAsync(d, host, 64, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d, 0, 64));
    CHECK(cudaMemsetAsync(d, 0, 64));
    CHECK(cudaMemcpyToSymbol(table, host, sizeof table));
    CHECK(cudaMemcpyToSymbol(state, host, sizeof state, 0));
    CHECK(cudaMemcpyToSymbolAsync(counts, host, 4));
    CHECK(cudaMemcpyFromSymbol(host, state, sizeof state));
    CHECK(cudaGetSymbolAddress(&v, table));
    CHECK(cudaGetSymbolAddress((void **)&d, counts));
    CHECK(cudaGetSymbolSize(&total, state));
    CHECK(cudaMemGetInfo(&free_bytes, &total));
    CHECK(cudaPointerGetAttributes(&at, d));
    CHECK(cudaFreeAsync(z, 0));
    CHECK(cudaFreeHost(p));
    CHECK(cudaFree(d));
    cudaMemcpy3DParms parms = {};
    parms.extent = make_cudaExtent(1, 2, 3);
    parms.srcPtr = make_cudaPitchedPtr(host, 1, 2, 3);
    parms.dstPos = make_cudaPos(0, 0, 0);
    CHECK(cudaMemcpy3D(&parms));
}

static void kernels(float *d, cudaStream_t s)
{
    int n = 3, blocks, grid, block;
    float f = 1;
    void *args[] = { &d, &f, &n };
    cudaFuncAttributes fa;

    fill<<<dim3(2, 1), 32>>>(d, 1.f, n);
    fill<float><<<2, dim3(8, 4), 16, s>>>(d, 1.f, n);
    bounded<<<1, 256, 1024, s>>>(d);
    CHECK(cudaGetLastError());
    CHECK(cudaLaunchKernel(fill<float>, dim3(1), dim3(32), args));
    CHECK(cudaLaunchKernel((const void *)fill<int>, 1, 32, args, 0, s));
    CHECK(cudaLaunchCooperativeKernel((void *)bounded, 1, 32, args, 0, s));
    CHECK(cudaFuncSetAttribute(
        bounded, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
    CHECK(cudaFuncGetAttributes(&fa, bounded));
    CHECK(cudaFuncSetCacheConfig(bounded, cudaFuncCachePreferL1));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 256,
                                                        0));
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded));
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, fill<int>, 0, 128));
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(2);
    config.blockDim = 64;
    CHECK(cudaLaunchKernelEx(&config, fill<float>, d, 2.f, n));
}

static void devices()
{
    cudaDeviceProp p;
    int count, value;

    CHECK(cudaGetDeviceCount(&count));
    CHECK(cudaGetDeviceProperties(&p, 0));
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0));
    CHECK(cudaSetDevice(0));
    CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaDeviceReset());
    shared_by_both = p.multiProcessorCount + p.major + p.warpSize;
}

static void streams(float *d, float *h)
{
    cudaStream_t s;
    cudaEvent_t a, b;
    float ms;
    cudaGraph_t g;
    cudaGraphExec_t x;

    CHECK(cudaStreamCreate(&s));
    CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    CHECK(cudaEventCreate(&a));
    CHECK(cudaEventCreate(&b, cudaEventDisableTiming));
    CHECK(cudaEventRecord(a));
    CHECK(cudaEventRecord(b, s));
    CHECK(cudaStreamWaitEvent(s, a));
    CHECK(cudaEventSynchronize(b));
    CHECK(cudaEventElapsedTime(&ms, a, b));
    CHECK(cudaLaunchHostFunc(s, [](void *) {}, nullptr));
    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    CHECK(cudaMemcpyAsync(d, h, 64, cudaMemcpyHostToDevice, s));
    CHECK(cudaStreamEndCapture(s, &g));
    CHECK(cudaGraphInstantiate(&x, g));
    CHECK(cudaGraphInstantiate(&x, g, nullptr, nullptr, 0));
    CHECK(cudaGraphLaunch(x, s));
    CHECK(cudaGraphExecDestroy(x));
    CHECK(cudaGraphDestroy(g));
    CHECK(cudaEventDestroy(a));
    CHECK(cudaStreamDestroy(s));
    cudaMemLocation l = { cudaMemLocationTypeDevice, 0 };
    CHECK(cudaMemPrefetchAsync(d, 64, l, 0, s));
    CHECK(cudaMemAdvise(d, 64, cudaMemAdviseSetReadMostly, l));
}

int main(int argc, char **)
{
    float h[16] = {};
    float4 v = make_float4(1, 2, 3, 4);
    int3 i = make_int3(1, 2, 3);
    dim3 one, two(i.x, i.y), three = uint3{ 1, 2, 3 };

    static_assert(sizeof(float3) == 12 && alignof(float4) == 16, "layout");
    static_assert(sizeof(dim3) == 12 && alignof(double2) == 16, "layout");
    if (argc > 1) {
        memory(h);
        kernels(h, 0);
        devices();
        streams(h, h);
    }
    return one.x + two.z + three.x + (int)v.w + max(1, 2) - 9;
}
