// SPDX-License-Identifier: Apache-2.0
// Saxpy with a grid-stride loop, timed with events, std::vector on the host.
#include <cmath>
#include <cstdio>
#include <vector>

__global__ void saxpy(int n, float a, const float *__restrict__ x,
                      float *__restrict__ y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += blockDim.x * gridDim.x)
        y[i] = a * x[i] + y[i];
}

int main()
{
    const int n = 1 << 18;
    std::vector<float> x(n), y(n);
    float *dx, *dy, ms = -1;
    cudaEvent_t start, stop;

    for (int i = 0; i < n; i++) {
        x[i] = i % 1000;
        y[i] = 2.0f * (i % 77);
    }
    cudaMalloc(&dx, n * sizeof(float));
    cudaMalloc(&dy, n * sizeof(float));
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    cudaEventRecord(start);
    saxpy<<<64, 256>>>(n, 2.5f, dx, dy);
    cudaEventRecord(stop);

    std::vector<float> out(n);
    cudaMemcpy(out.data(), dy, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&ms, start, stop);

    float worst = 0;
    for (int i = 0; i < n; i++)
        worst = std::fmax(worst, std::fabs(out[i] - (2.5f * x[i] + y[i])));
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaFree(dx);
    cudaFree(dy);
    printf("%s\n", worst < 1e-3f && ms > 0 ? "PASS" : "FAIL");
    return !(worst < 1e-3f && ms > 0);
}
