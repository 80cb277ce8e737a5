// SPDX-License-Identifier: Apache-2.0
// RGB image to grey, with a 2-D grid over an image of an awkward size.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pixel {
    unsigned char r, g, b;
};

__host__ __device__ inline unsigned char grey(struct pixel p)
{
    return (unsigned char)((77 * p.r + 150 * p.g + 29 * p.b) >> 8);
}

__global__ void toGrey(const struct pixel *in, unsigned char *out, int width,
                       int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x < width && y < height)
        out[y * width + x] = grey(in[y * width + x]);
}

int main()
{
    const int w = 187, h = 101;
    struct pixel *image = (struct pixel *)malloc(w * h * sizeof *image), *d_in;
    unsigned char *out = (unsigned char *)malloc(w * h), *d_out;
    int wrong = 0;

    for (int i = 0; i < w * h; i++) {
        image[i].r = i * 7;
        image[i].g = i * 13 + 5;
        image[i].b = i * 29 + 11;
    }
    cudaMalloc((void **)&d_in, w * h * sizeof *image);
    cudaMalloc((void **)&d_out, w * h);
    cudaMemcpy(d_in, image, w * h * sizeof *image, cudaMemcpyHostToDevice);

    dim3 block(16, 16);
    dim3 grid((w + block.x - 1) / block.x, (h + block.y - 1) / block.y);
    toGrey<<<grid, block>>>(d_in, d_out, w, h);
    cudaMemcpy(out, d_out, w * h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < w * h; i++)
        wrong += out[i] != grey(image[i]);
    cudaFree(d_in);
    cudaFree(d_out);
    free(image);
    free(out);
    printf("%s\n", wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
