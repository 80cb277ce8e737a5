// SPDX-License-Identifier: Apache-2.0
// Copies and memsets of two and three dimensions.
#include "runtime.h"
#include <cstring>

static void rows()
{
    char h[5][10], back[5][12];
    char *d;
    size_t pitch;

    for (int y = 0; y < 5; y++)
        for (int x = 0; x < 10; x++)
            h[y][x] = 10 * y + x;
    OK(cudaMallocPitch(&d, &pitch, 10, 5));
    HOLDS(pitch >= 10 && pitch % 256 == 0);
    OK(cudaMemset2D(d, pitch, 99, 10, 5));
    OK(cudaMemcpy2D(d, pitch, h, 10, 8, 5, cudaMemcpyHostToDevice));
    memset(back, 0, sizeof back);
    OK(cudaMemcpy2DAsync(back, 12, d, pitch, 10, 5, cudaMemcpyDeviceToHost, 0));
    OK(cudaDeviceSynchronize());
    for (int y = 0; y < 5; y++)
        for (int x = 0; x < 12; x++)
            HOLDS(back[y][x] == (x < 8 ? h[y][x] : x < 10 ? 99 : 0));
    GETS(cudaMemcpy2D(d, 4, h, 10, 8, 5, cudaMemcpyHostToDevice),
         cudaErrorInvalidPitchValue);
    GETS(cudaMemset2D(d, 4, 0, 10, 5), cudaErrorInvalidPitchValue);
    OK(cudaFree(d));
}

static void boxes()
{
    enum { W = 4, H = 3, D = 2 };
    unsigned char h[D][H][W], back[D][H][W] = {};
    cudaPitchedPtr p;
    cudaMemcpy3DParms c = {};

    for (int z = 0; z < D; z++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                h[z][y][x] = 100 * z + 10 * y + x;
    OK(cudaMalloc3D(&p, make_cudaExtent(W, H, D)));
    OK(cudaMemset3D(p, 200, make_cudaExtent(W, H, D)));
    c.srcPtr = make_cudaPitchedPtr(h, W, W, H);
    c.dstPtr = p;
    c.extent = make_cudaExtent(W - 1, H, D);
    c.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&c));
    c.srcPtr = p;
    c.dstPtr = make_cudaPitchedPtr(back, W, W, H);
    c.extent = make_cudaExtent(W, H, D);
    c.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3DAsync(&c));
    OK(cudaDeviceSynchronize());
    for (int z = 0; z < D; z++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                HOLDS(back[z][y][x] == (x < W - 1 ? h[z][y][x] : 200));
    c.srcPtr.pitch = 2;
    GETS(cudaMemcpy3D(&c), cudaErrorInvalidPitchValue);
    GETS(cudaMemcpy3D(nullptr), cudaErrorInvalidValue);
}

int main()
{
    int x = 1, *d;

    rows();
    boxes();
    OK(cudaMalloc(&d, 64));
    OK(cudaMemcpyPeer(d + 8, 0, d, 0, 16));
    GETS(cudaMemcpyPeer(d, 0, d, 7, 4), cudaErrorInvalidDevice);
    GETS(cudaMemcpy(d, &x, 4, (cudaMemcpyKind)9),
         cudaErrorInvalidMemcpyDirection);
    return result();
}
