// SPDX-License-Identifier: Apache-2.0
// What the kernels of this ladder share: the picture, and the CPU's answer.
#pragma once
#include <cstdio>
#include <vector>

static const int WIDTH = 640, HEIGHT = 480;

static std::vector<float> on_the_cpu()
{
    std::vector<float> picture(WIDTH * HEIGHT);

    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            picture[y * WIDTH + x] = 2.0f * x + 0.5f * y;
    return picture;
}

// Play one step of the ladder: launch, copy out, compare.
template <class Launch> static int play(Launch launch)
{
    std::vector<float> picture(WIDTH * HEIGHT, -1.0f);
    const size_t bytes = picture.size() * sizeof(float);
    float *device;

    cudaMalloc(&device, bytes);
    launch(device);
    cudaMemcpy(picture.data(), device, bytes, cudaMemcpyDeviceToHost);
    cudaFree(device);
    printf("%s\n", picture == on_the_cpu() ? "PASS" : "FAIL");
    return picture != on_the_cpu();
}
