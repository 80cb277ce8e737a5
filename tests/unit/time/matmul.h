/* SPDX-License-Identifier: Apache-2.0 */
/* Matrix products as compilers make them, for the tests of kernels. */
#ifndef MATMUL_H
#define MATMUL_H

#include "tests/unit/time/synth.h"

enum { MM_A = 0x10000000, MM_B = 0x20000000, MM_C = 0x30000000 };

enum mm_kind { MM_SWAPPED, MM_COALESCED, MM_TILED, MM_TILED_CONFLICTS };

/* The lanes' row and column of C. */
static inline void mm_lanes(const struct synth *s, uint64_t block, int warp,
                            uint64_t row[32], uint64_t col[32])
{
    uint32_t side = s->launch.block[0];
    uint64_t bx = block % s->launch.grid[0], by = block / s->launch.grid[0];

    for (uint32_t i = 0; i < 32; i++) {
        uint32_t t = (uint32_t)warp * 32 + i;
        uint64_t x = bx * side + t % side, y = by * side + t / side;

        row[i] = s->kind == MM_SWAPPED ? x : y;
        col[i] = s->kind == MM_SWAPPED ? y : x;
    }
}

static inline void mm_load(struct synth *s, int pc, uint64_t base,
                           const uint64_t row[32], const uint64_t col[32],
                           uint64_t row0, uint64_t col0)
{
    uint64_t address[32];

    for (int i = 0; i < 32; i++)
        address[i] =
            base + 4 * ((row[i] + row0) * (uint64_t)s->n + col[i] + col0);
    synth_global(s, pc, address);
}

/* The loop of the naive product, four times unrolled: two loads and an fma
   each, pointer steps, counter, branch. */
enum { MM_PARTS = 4 };

static inline void mm_naive_program(struct synth *s)
{
    for (int k = 0; k < MM_PARTS; k++) {
        synth_add(s, OP_LD, TYPE_F32, SPACE_GLOBAL, 10 + k, 1, -1, -1);
        synth_add(s, OP_LD, TYPE_F32, SPACE_GLOBAL, 20 + k, 2, -1, -1);
        synth_add(s, OP_FMA, TYPE_F32, SPACE_NONE, 3, 10 + k, 20 + k, 3);
        synth_alu(s, OP_ADD, TYPE_S64, 1, 1, 4);
    }
    synth_alu(s, OP_ADD, TYPE_S64, 2, 2, -1);
    synth_alu(s, OP_ADD, TYPE_S32, 5, 5, -1);
    synth_alu(s, OP_SETP, TYPE_S32, 6, 5, -1);
    synth_bra(s, 0, 6);
    synth_add(s, OP_ST, TYPE_F32, SPACE_GLOBAL, -1, 7, 3, -1);
}

static inline void mm_naive_warp(struct synth *s, uint64_t block, int warp)
{
    static const uint64_t zero[32];
    uint64_t row[32], col[32];
    int store = s->program.inst_count - 1;

    mm_lanes(s, block, warp, row, col);
    for (uint32_t k = 0; k < (uint32_t)s->n; k++) {
        int pc = (int)(k % MM_PARTS) * 4;

        mm_load(s, pc, MM_B, zero, col, k, 0);
        mm_load(s, pc + 1, MM_A, row, zero, 0, k);
        synth_step(s, pc + 2);
        synth_step(s, pc + 3);
        for (int tail = MM_PARTS * 4; k % MM_PARTS == 3 && tail < store; tail++)
            synth_step(s, tail);
    }
    mm_load(s, store, MM_C, row, col, 0, 0);
}

enum { MM_TILE_LOOP = 3 }; /* pc */

/* The tiled product: two loads, two stores into shared memory, a barrier, the
   unrolled inner loop, a barrier. */
static inline void mm_shared_load(struct synth *s, int dst, int base,
                                  int offset)
{
    int pc = synth_add(s, OP_LD, TYPE_F32, SPACE_SHARED, dst, base, -1, -1);

    s->insts[pc].operand[1].kind = OPERAND_ADDRESS;
    s->insts[pc].operand[1].base = BASE_REG;
    s->insts[pc].operand[1].bits = (uint64_t)offset;
}

static inline void mm_tiled_program(struct synth *s, int tile)
{
    int pc = synth_alu(s, OP_MUL, TYPE_U32, 6, 9, -1); /* the row's start */
    struct operand row_bytes = { .kind = OPERAND_IMM,
                                 .bits = 4 * (uint64_t)tile };

    s->insts[pc].operand[s->insts[pc].operand_count++] = row_bytes;
    synth_alu(s, OP_ADD, TYPE_U32, 7, 9, 9);
    synth_add(s, OP_BAR, TYPE_NONE, SPACE_NONE, -1, -1, -1, -1);
    synth_add(s, OP_LD, TYPE_F32, SPACE_GLOBAL, 10, 1, -1, -1);
    synth_add(s, OP_LD, TYPE_F32, SPACE_GLOBAL, 11, 2, -1, -1);
    synth_add(s, OP_ST, TYPE_F32, SPACE_SHARED, -1, 4, 10, -1);
    synth_add(s, OP_ST, TYPE_F32, SPACE_SHARED, -1, 5, 11, -1);
    synth_add(s, OP_BAR, TYPE_NONE, SPACE_NONE, -1, -1, -1, -1);
    for (int k = 0; k < tile; k++) {
        mm_shared_load(s, 20 + k, 6, 4 * k);
        mm_shared_load(s, 60 + k, 7, 4 * k * tile);
        synth_add(s, OP_FMA, TYPE_F32, SPACE_NONE, 3, 20 + k, 60 + k, 3);
    }
    synth_add(s, OP_BAR, TYPE_NONE, SPACE_NONE, -1, -1, -1, -1);
    synth_alu(s, OP_ADD, TYPE_S64, 1, 1, -1);
    synth_alu(s, OP_ADD, TYPE_S64, 2, 2, -1);
    synth_alu(s, OP_SETP, TYPE_S32, 8, 9, -1);
    synth_bra(s, MM_TILE_LOOP, 8);
    synth_add(s, OP_ST, TYPE_F32, SPACE_GLOBAL, -1, 7, 3, -1);
    s->func.shared_bytes = 2 * 4 * tile * tile;
}

static inline void mm_tiled_warp(struct synth *s, uint64_t block, int warp)
{
    uint32_t tile = s->launch.block[0];
    uint64_t row[32], col[32], x[32], y[32];
    int ways = s->kind == MM_TILED_CONFLICTS ? 32 : 1;
    int store = s->program.inst_count - 1;

    mm_lanes(s, block, warp, row, col);
    for (uint32_t i = 0; i < 32; i++) {
        x[i] = ((uint32_t)warp * 32 + i) % tile;
        y[i] = ((uint32_t)warp * 32 + i) / tile;
    }
    for (uint32_t t = 0; t < (uint32_t)s->n / tile; t++) {
        mm_load(s, MM_TILE_LOOP, MM_A, row, x, 0, t * tile);
        mm_load(s, MM_TILE_LOOP + 1, MM_B, y, col, t * tile, 0);
        for (int pc = MM_TILE_LOOP + 2; pc < store; pc++) {
            bool column =
                s->insts[pc].op == OP_LD && s->insts[pc].operand[1].reg == 7;

            if (s->insts[pc].space == SPACE_SHARED)
                synth_shared(s, pc, column ? ways : 1);
            else
                synth_step(s, pc);
        }
    }
    mm_load(s, store, MM_C, row, col, 0, 0);
}

static inline struct launch_time mm_time(struct synth *s, const struct card *c,
                                         int n, int side, enum mm_kind kind)
{
    uint64_t elements = (uint64_t)n * (uint64_t)n;

    s->program.inst_count = 0;
    s->func.shared_bytes = 0;
    s->n = n;
    s->kind = kind;
    s->launch.block[0] = s->launch.block[1] = (uint32_t)side;
    s->launch.grid[0] = s->launch.grid[1] = (uint32_t)(n / side);
    s->result.distinct_load_sectors = elements / 4;
    s->result.distinct_store_sectors = elements / 8;
    s->result.total.store_sectors = elements / 8;
    if (kind < MM_TILED) {
        mm_naive_program(s);
        return synth_time(s, c, mm_naive_warp);
    }
    mm_tiled_program(s, side);
    return synth_time(s, c, mm_tiled_warp);
}

#endif
