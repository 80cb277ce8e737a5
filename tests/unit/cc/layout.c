/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Facts that a program compiled by nvcc and our library must agree on. Built
 * against our headers and, where there is a toolkit, against its own: both
 * must print the same.
 */
#include <stddef.h>
#include <stdio.h>

#include <cuda_runtime_api.h>

#define SIZE(type) printf("%s %zu %zu\n", #type, sizeof(type), _Alignof(type))
#define AT(type, field) \
    printf("%s.%s %zu\n", #type, #field, offsetof(type, field))

typedef struct cudaDeviceProp prop;
typedef struct cudaFuncAttributes func;
typedef struct cudaPointerAttributes pointer;
typedef struct cudaMemcpy3DParms copy;
typedef struct cudaMemcpy3DPeerParms peer;
typedef struct cudaKernelNodeParams kernel;
typedef struct cudaMemsetParams set;
typedef struct cudaHostNodeParams host;
typedef struct cudaMemPoolProps pool;
typedef struct cudaGraphNodeParams node;
typedef struct cudaMemAllocNodeParams alloc;

static void errors(void)
{
#define CUDA_ERROR(name, value) printf("%s %d %d\n", #name, name, value);
#include "engine/cudart/include/wl/errors.def"
#undef CUDA_ERROR
    printf("%d %d %d\n", cudaMemcpyDefault, cudaDevAttrMax,
           cudaFuncAttributeMax);
    printf("%d %d %d\n", cudaDevAttrCooperativeLaunch, cudaDevAttrL2CacheSize,
           cudaGraphNodeTypeEmpty);
}

static void vectors(void)
{
    SIZE(char2);
    SIZE(uchar3);
    SIZE(char4);
    SIZE(short2);
    SIZE(ushort4);
    SIZE(int2);
    SIZE(uint3);
    SIZE(int4);
    SIZE(long2);
    SIZE(long4);
    SIZE(ulonglong2);
    SIZE(float1);
    SIZE(float2);
    SIZE(float3);
    SIZE(float4);
    SIZE(double2);
    SIZE(double3);
    SIZE(double4_16a);
    SIZE(double4_32a);
    SIZE(dim3);
}

int main(void)
{
    errors();
    vectors();
    SIZE(prop);
    SIZE(func);
    SIZE(pointer);
    SIZE(copy);
    SIZE(peer);
    SIZE(kernel);
    SIZE(set);
    SIZE(host);
    SIZE(pool);
    SIZE(node);
    SIZE(alloc);
    SIZE(cudaLaunchConfig_t);
    SIZE(cudaLaunchAttribute);
    SIZE(cudaGraphEdgeData);
    SIZE(cudaGraphInstantiateParams);
    SIZE(cudaGraphExecUpdateResultInfo);
    AT(prop, uuid);
    AT(prop, totalGlobalMem);
    AT(prop, warpSize);
    AT(prop, maxGridSize);
    AT(prop, major);
    AT(prop, multiProcessorCount);
    AT(prop, maxTexture3DAlt);
    AT(prop, maxSurfaceCubemapLayered);
    AT(prop, surfaceAlignment);
    AT(prop, concurrentKernels);
    AT(prop, pciBusID);
    AT(prop, asyncEngineCount);
    AT(prop, memoryBusWidth);
    AT(prop, l2CacheSize);
    AT(prop, maxThreadsPerMultiProcessor);
    AT(prop, sharedMemPerMultiprocessor);
    AT(prop, cooperativeLaunch);
    AT(prop, sharedMemPerBlockOptin);
    AT(prop, maxBlocksPerMultiProcessor);
    AT(prop, reservedSharedMemPerBlock);
    AT(prop, clusterLaunch);
    AT(prop, hostNumaMultinodeIpcSupported);
    AT(prop, reserved);
    AT(func, numRegs);
    AT(func, maxDynamicSharedSizeBytes);
    AT(func, reserved);
    AT(pointer, hostPointer);
    AT(copy, dstPtr);
    AT(copy, kind);
    AT(peer, extent);
    AT(kernel, sharedMemBytes);
    AT(kernel, extra);
    AT(set, height);
    AT(pool, location);
    AT(pool, usage);
    AT(node, reserved1);
    AT(alloc, dptr);
    AT(cudaLaunchConfig_t, stream);
    AT(cudaLaunchConfig_t, numAttrs);
    AT(cudaLaunchAttribute, val);
    return 0;
}
