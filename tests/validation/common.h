// SPDX-License-Identifier: Apache-2.0
// Shared by the validation programs: the first argument names the variant,
// the others are numbers. Arrays are not filled: times do not depend on what
// is in them, except where a program says so.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstring>

static inline void ok(cudaError_t e)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(e));
        exit(1);
    }
}

static inline void done()
{
    ok(cudaGetLastError());
    ok(cudaDeviceSynchronize());
}

template <typename T> T *array(size_t n)
{
    T *p;

    ok(cudaMalloc(&p, n * sizeof(T)));
    return p;
}

static inline int unknown(const char *variant)
{
    fprintf(stderr, "no variant '%s'\n", variant);
    return 2;
}

static inline long number(int argc, char **argv, int i, long otherwise)
{
    return argc > i ? atol(argv[i]) : otherwise;
}

static inline bool is(const char *a, const char *b)
{
    return !strcmp(a, b);
}
