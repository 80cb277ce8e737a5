// SPDX-License-Identifier: Apache-2.0
// Conway's game of life on a torus: two buffers, swapped each generation.
#include <algorithm>
#include <iostream>
#include <vector>

using cell = unsigned char;

__global__ void step(const cell *now, cell *next, int w, int h)
{
    const int cells = w * h;

    for (int id = blockIdx.x * blockDim.x + threadIdx.x; id < cells;
         id += blockDim.x * gridDim.x) {
        int x = id % w, y = id - x;
        int left = (x + w - 1) % w, right = (x + 1) % w;
        int up = (y + cells - w) % cells, down = (y + w) % cells;
        int alive = now[left + up] + now[x + up] + now[right + up] +
                    now[left + y] + now[right + y] + now[left + down] +
                    now[x + down] + now[right + down];
        next[x + y] = alive == 3 || (alive == 2 && now[x + y]) ? 1 : 0;
    }
}

static void cpuStep(const std::vector<cell> &now, std::vector<cell> &next,
                    int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int alive = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    if (dx || dy)
                        alive += now[(y + dy + h) % h * w + (x + dx + w) % w];
            next[y * w + x] = alive == 3 || (alive == 2 && now[y * w + x]);
        }
}

int main()
{
    const int w = 61, h = 47, generations = 30;
    std::vector<cell> a(w * h), b(w * h), result(w * h);
    cell *d_now, *d_next;
    unsigned seed = 99;

    for (auto &c : a) {
        seed = seed * 1103515245u + 12345u;
        c = seed >> 16 & 1;
    }
    cudaMalloc(&d_now, w * h);
    cudaMalloc(&d_next, w * h);
    cudaMemcpy(d_now, a.data(), w * h, cudaMemcpyHostToDevice);
    for (int g = 0; g < generations; g++) {
        step<<<8, 128>>>(d_now, d_next, w, h);
        std::swap(d_now, d_next);
        cpuStep(a, b, w, h);
        a.swap(b);
    }
    cudaDeviceSynchronize();
    cudaMemcpy(result.data(), d_now, w * h, cudaMemcpyDeviceToHost);
    cudaFree(d_now);
    cudaFree(d_next);
    bool same = std::equal(a.begin(), a.end(), result.begin());
    std::cout << (same ? "PASS" : "FAIL") << std::endl;
    return !same;
}
