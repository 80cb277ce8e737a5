// SPDX-License-Identifier: Apache-2.0
// N-body: all pairs, float4 positions tiled through shared memory, rsqrtf.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define TILE 64
#define EPS2 0.01f

__device__ float3 bodyBodyInteraction(float4 bi, float4 bj, float3 ai)
{
    float3 r;

    r.x = bj.x - bi.x;
    r.y = bj.y - bi.y;
    r.z = bj.z - bi.z;
    float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + EPS2;
    float inv = rsqrtf(distSqr);
    float s = bj.w * inv * inv * inv;
    ai.x += r.x * s;
    ai.y += r.y * s;
    ai.z += r.z * s;
    return ai;
}

__global__ void forces(const float4 *pos, float4 *acc, int n)
{
    extern __shared__ float4 shPosition[];
    int gtid = blockIdx.x * blockDim.x + threadIdx.x;
    float4 mine = pos[gtid];
    float3 a = make_float3(0.0f, 0.0f, 0.0f);

    for (int tile = 0; tile < n / TILE; tile++) {
        shPosition[threadIdx.x] = pos[tile * TILE + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int i = 0; i < TILE; i++)
            a = bodyBodyInteraction(mine, shPosition[i], a);
        __syncthreads();
    }
    acc[gtid] = make_float4(a.x, a.y, a.z, 0.0f);
}

int main()
{
    const int n = 512;
    float4 *pos = (float4 *)malloc(n * sizeof(float4)), *d_pos, *d_acc;
    float4 *acc = (float4 *)malloc(n * sizeof(float4));
    double worst = 0;

    srand(7);
    for (int i = 0; i < n; i++) {
        pos[i].x = rand() / (float)RAND_MAX * 2 - 1;
        pos[i].y = rand() / (float)RAND_MAX * 2 - 1;
        pos[i].z = rand() / (float)RAND_MAX * 2 - 1;
        pos[i].w = 1.0f + i % 3;
    }
    cudaMalloc(&d_pos, n * sizeof(float4));
    cudaMalloc(&d_acc, n * sizeof(float4));
    cudaMemcpy(d_pos, pos, n * sizeof(float4), cudaMemcpyHostToDevice);
    forces<<<n / TILE, TILE, TILE * sizeof(float4)>>>(d_pos, d_acc, n);
    cudaMemcpy(acc, d_acc, n * sizeof(float4), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        double ax = 0, ay = 0, az = 0;
        for (int j = 0; j < n; j++) {
            double x = (double)pos[j].x - pos[i].x;
            double y = (double)pos[j].y - pos[i].y;
            double z = (double)pos[j].z - pos[i].z;
            double d = x * x + y * y + z * z + EPS2;
            double s = pos[j].w / (d * sqrt(d));
            ax += x * s, ay += y * s, az += z * s;
        }
        worst = fmax(worst, fabs(acc[i].x - ax) / (fabs(ax) + 1));
        worst = fmax(worst, fabs(acc[i].y - ay) / (fabs(ay) + 1));
        worst = fmax(worst, fabs(acc[i].z - az) / (fabs(az) + 1));
    }
    cudaFree(d_pos);
    cudaFree(d_acc);
    free(pos);
    free(acc);
    printf("%s\n", worst < 1e-3 ? "PASS" : "FAIL");
    return !(worst < 1e-3);
}
