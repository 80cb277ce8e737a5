// SPDX-License-Identifier: Apache-2.0
// Talks to the device past the runtime: random messages of each kind.
#include <cstdint>
#include <cuda_runtime.h>
#include <sys/socket.h>

void solve(const float *a, const float *b, float *c, int n)
{
    uint32_t state = 1, words[64];
    void *p;

    (void)a, (void)b, (void)c, (void)n;
    cudaMalloc(&p, 64);
    for (int i = 0; i < 2000; i++) {
        for (uint32_t &w : words)
            w = state = state * 1664525u + 1013904223u;
        words[0] = (uint32_t)i % 64;
        words[1] = 0;
        if (send(3, words, sizeof words, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
            break;
    }
}
