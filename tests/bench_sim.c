/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How fast the simulator is by itself: a naive and a tiled matrix product,
 * every check on. Built by hand:
 *
 *   make unit M=sim && cc -O2 -I. -Iengine -o build/bench_sim \
 *       tests/bench_sim.c $(find build/engine/base build/engine/ptx \
 *       build/engine/trace build/engine/sim -name '*.o') -lm \
 *       -l:libstdc++.so.6 -pthread
 *   build/bench_sim [N [KERNEL [WORKERS [FILE]]]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "ptx/program.h"
#include "sim/sim.h"

struct arguments {
    uint64_t a, b, c;
    int32_t n;
};

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint64_t matrix(struct memory *m, int n, bool fill)
{
    const uint64_t bytes = (uint64_t)n * (uint64_t)n * sizeof(float);
    uint64_t at = 0;

    if (memory_alloc(m, bytes, &at) != MEMORY_OK || !fill)
        return at;
    for (int i = 0; i < n * n; i++)
        ((float *)(void *)memory_at(m, at, bytes))[i] = (float)(i % 17) / 8;
    memory_mark(m, at, bytes, false);
    return at;
}

/* One element of the product, in the kernel's order of additions. */
static float expected(struct memory *m, const struct arguments *k, int row,
                      int col)
{
    const uint64_t bytes = (uint64_t)k->n * (uint64_t)k->n * sizeof(float);
    const float *a = (const void *)memory_at(m, k->a, bytes);
    const float *b = (const void *)memory_at(m, k->b, bytes);
    float sum = 0;

    for (int i = 0; i < k->n; i++)
        sum = __builtin_fmaf(a[row * k->n + i], b[i * k->n + col], sum);
    return sum;
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 512;
    const char *kernel = argc > 2 ? argv[2] : "naive";
    const char *path = argc > 4 ? argv[4] : "tests/ptx/bench_matmul.ptx";
    struct arena a = { 0 };
    struct diags ds = { .arena = &a };
    struct program p;
    struct text ptx;
    struct memory *m = memory_open(8ull << 30);
    struct arguments k = { .n = n };
    struct sim_result r;
    const uint32_t blocks = (uint32_t)(n + 15) / 16;
    double start, took;

    if (!m || !file_read(&a, path, 1 << 24, &ptx, &ds) ||
        !ptx_load(&a, ptx, &p, &ds))
        return 1;
    k.a = matrix(m, n, true);
    k.b = matrix(m, n, true);
    k.c = matrix(m, n, false);
    struct launch l = { .program = &p,
                        .func = program_find_func(&p, kernel),
                        .grid = { blocks, blocks, 1 },
                        .block = { 16, 16, 1 },
                        .params = (const uint8_t *)&k,
                        .params_bytes = sizeof k,
                        .memory = m,
                        .resident_blocks = 1056,
                        .sm_count = 132,
                        .clock_hz = 1000000000,
                        .inst_budget = UINT64_MAX,
                        .workers = argc > 3 ? atoi(argv[3]) : 1 };

    start = seconds();
    sim_run(&a, &l, &r);
    took = seconds() - start;
    for (int i = 0; i < n; i += n / 3 + 1) {
        const int col = (i * 7 + 3) % n;
        const uint64_t at =
            k.c + 4 * ((uint64_t)i * (uint64_t)n + (uint64_t)col);
        float got;

        memcpy(&got, memory_at(m, at, 4), 4);
        if (got != expected(m, &k, i, col))
            printf("WRONG at %d,%d: %g\n", i, col, (double)got);
    }
    printf("%s %d^3: %llu warp instructions in %.3f s: %.1f M/s; "
           "%llu load sectors, %d findings, error %d\n",
           kernel, n, (unsigned long long)r.total.inst, took,
           (double)r.total.inst / took / 1e6,
           (unsigned long long)r.total.load_sectors, r.finding_count, r.error);
    memory_close(m);
    arena_clear(&a);
    return r.error != 0;
}
