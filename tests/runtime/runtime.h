// SPDX-License-Identifier: Apache-2.0
// What the programs of this folder share: each checks the runtime against
// itself, in virtual time, and prints PASS or the lines that do not hold.
#pragma once
#include <cstdio>

static int failures;

static inline void fail_at(int line, const char *what)
{
    printf("line %d: %s\n", line, what);
    failures++;
}

#define HOLDS(x) ((x) ? (void)0 : fail_at(__LINE__, #x))
#define OK(call) HOLDS((call) == cudaSuccess)
#define GETS(call, error)         \
    do {                          \
        HOLDS((call) == (error)); \
        cudaGetLastError();       \
    } while (0)

static inline int result()
{
    printf("%s\n", failures ? "FAIL" : "PASS");
    return failures != 0;
}

// Busy for a while, then writes.
static __global__ void work(int *p, int n, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? p[i] : 0;

    for (int k = 0; k < rounds; k++)
        v = v * 3 + 1;
    if (i < n)
        p[i] = v;
}

static inline int worked(int v, int rounds)
{
    for (int k = 0; k < rounds; k++)
        v = (int)((unsigned)v * 3u + 1u);
    return v;
}
