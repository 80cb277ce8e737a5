/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The short way of memory accesses against the long one. A warp that is
 * recorded goes the long way each time; so each kernel is run with and without
 * a recorder, and all that comes out must be the same.
 */
#include "tests/unit/sim/harness.h"

Suite *quick_suite(void);

enum { LOG_BLOCKS = 3, ROUNDS = 40, IN_BYTES = 4096, TILE_BYTES = 4096 };

/* How an element follows from the thread, %r1, into %r2. */
static const char *const lane_forms[] = {
    "mov.u32 %r2, %r1;",                               /* unit */
    "mov.u32 %r2, 3;",                                 /* uniform */
    "shr.u32 %r2, %r1, 4;",                            /* 16 alike */
    "shr.u32 %r2, %r1, 3;",                            /* 8 alike */
    "and.b32 %r2, %r1, 15;",                           /* 16 in a row */
    "and.b32 %r2, %r1, 7;",                            /* 8 in a row */
    "mul.lo.u32 %r2, %r1, 3;",                         /* stride */
    "xor.b32 %r2, %r1, 21;",                           /* permuted */
    "sub.u32 %r2, 63, %r1;",                           /* backwards */
    "mul.lo.u32 %r2, %r1, %r1; and.b32 %r2, %r2, 31;", /* twins */
    "mul.lo.u32 %r2, %r1, %r9; and.b32 %r2, %r2, 63;", /* new each round */
};

/* Which threads take part, into %p1. */
static const char *const mask_forms[] = {
    "setp.lt.u32 %p1, %r1, 64;",
    "setp.lt.u32 %p1, %r1, 45;",
    "and.b32 %r8, %r1, 1; setp.eq.u32 %p1, %r8, 0;",
};

static const struct {
    const char *type, *reg, *before, *after;
    int bytes;
} sizes[] = {
    { "u8", "%r4", "", "", 1 },
    { "s16", "%r4", "", "", 2 },
    { "b32", "%r4", "", "", 4 },
    { "b64", "%rd9", "", "", 8 },
    { "v2.b32", "%r4", "{", ", %r5}", 8 },
    { "v4.b32", "%r4", "{", ", %r5, %r6, %r7}", 16 },
};

static const struct {
    const char *space, *base, *address;
} spaces[] = {
    { ".global", "mov.u64 %rd5, %rd2;", "%rd4" },
    { "", "mov.u64 %rd5, %rd2;", "%rd4" }, /* generic */
    { ".shared", "mov.u64 %rd5, tile;", "%rd4" },
    { ".shared", "mov.u64 %rd5, tile;", "%r10" },
};

enum {
    LANES = sizeof lane_forms / sizeof *lane_forms,
    MASKS = sizeof mask_forms / sizeof *mask_forms,
    SIZES = sizeof sizes / sizeof *sizes,
    SPACES = sizeof spaces / sizeof *spaces
};

/* The kernel k<size>_<space>: each round one access, one element further. */
static void add_kernel(struct buf *b, int size, int space, int lane, int mask,
                       bool store)
{
    buf_printf(b,
               ".visible .entry k%d_%d(.param .u64 o, .param .u64 i) {\n"
               ".reg .pred %%p<4>; .reg .b32 %%r<16>; .reg .b64 %%rd<12>;\n"
               ".shared .align 16 .b8 tile[%d];\n"
               "ld.param.u64 %%rd1, [o]; ld.param.u64 %%rd2, [i];\n"
               "mov.u32 %%r1, %%tid.x; mov.u32 %%r9, 0; mov.u32 %%r4, 7;\n"
               "mov.b64 %%rd9, 0x700000009;\n"
               "mov.u32 %%r5, 5; mov.u32 %%r6, 6; mov.u32 %%r7, 7;\n"
               "mov.u32 %%r11, 0;\n",
               size, space, TILE_BYTES);
    /* A part of the tile is written, in rows of 64 words. */
    buf_printf(b, "mov.u64 %%rd6, tile; mul.wide.u32 %%rd7, %%r1, 4;\n"
                  "add.s64 %%rd6, %%rd6, %%rd7;\n");
    for (int row = 0; row < 12; row++)
        buf_printf(b, "st.shared.u32 [%%rd6+%d], %%r1;\n", 256 * row);
    buf_printf(b,
               "bar.sync 0;\nL1:\n%s\n%s\n%s\n"
               "add.u32 %%r2, %%r2, %%r9; mul.wide.u32 %%rd3, %%r2, %d;\n"
               "add.s64 %%rd4, %%rd5, %%rd3; cvt.u32.u64 %%r10, %%rd4;\n"
               "@!%%p1 bra L2;\n",
               lane_forms[lane], mask_forms[mask], spaces[space].base,
               sizes[size].bytes);
    if (store)
        buf_printf(b, "st%s.%s [%s], %s%s%s;\n", spaces[space].space,
                   sizes[size].type, spaces[space].address, sizes[size].before,
                   sizes[size].reg, sizes[size].after);
    else
        buf_printf(b,
                   "ld%s.%s %s%s%s, [%s];\n"
                   "cvt.u32.u64 %%r12, %%rd9; xor.b32 %%r11, %%r11, %%r12;\n"
                   "xor.b32 %%r11, %%r11, %%r4; mul.lo.u32 %%r11, %%r11, 5;\n",
                   spaces[space].space, sizes[size].type, sizes[size].before,
                   sizes[size].reg, sizes[size].after, spaces[space].address);
    buf_printf(b,
               "L2:\nadd.u32 %%r9, %%r9, 1; setp.lt.u32 %%p2, %%r9, %d;\n"
               "@%%p2 bra L1;\n"
               "mov.u32 %%r13, %%ctaid.x; shl.b32 %%r13, %%r13, 6;\n"
               "add.u32 %%r13, %%r13, %%r1; mul.wide.u32 %%rd7, %%r13, 4;\n"
               "add.s64 %%rd8, %%rd1, %%rd7; st.global.u32 [%%rd8], %%r11;\n"
               "ret;\n}\n",
               ROUNDS);
}

struct recorded {
    struct block_log logs[LOG_BLOCKS];
    int count;
};

static struct block_log *want_all(void *context, uint64_t block)
{
    struct recorded *const r = context;

    ck_assert_uint_lt(block, LOG_BLOCKS);
    return &r->logs[block];
}

static void same_samples(const struct sim_result *a, const struct sim_result *b)
{
    ck_assert_int_eq(a->sample_count, b->sample_count);
    for (int i = 0; i < a->sample_count; i++) {
        const struct request_sample *const s = &a->samples[i];
        const struct request_sample *const t = &b->samples[i];

        ck_assert_int_eq(s->pc, t->pc);
        ck_assert_uint_eq(s->active, t->active);
        ck_assert_uint_eq(s->bytes, t->bytes);
        ck_assert_uint_eq(s->warp, t->warp);
        ck_assert_mem_eq(s->block, t->block, sizeof s->block);
        ck_assert_mem_eq(s->address, t->address, sizeof s->address);
    }
}

static void same_findings(const struct sim_result *a,
                          const struct sim_result *b)
{
    ck_assert_int_eq(a->finding_count, b->finding_count);
    for (int i = 0; i < a->finding_count; i++) {
        const struct finding *const f = &a->findings[i];
        const struct finding *const g = &b->findings[i];

        ck_assert_int_eq(f->id, g->id);
        ck_assert_int_eq(f->at.pc, g->at.pc);
        ck_assert_int_eq(f->other.pc, g->other.pc);
        ck_assert_uint_eq(f->count, g->count);
        ck_assert_uint_eq(f->address, g->address);
        ck_assert_uint_eq(f->bytes, g->bytes);
        ck_assert_mem_eq(f->at.thread, g->at.thread, sizeof f->at.thread);
    }
}

static void same_result(const struct sim_result *a, const struct sim_result *b)
{
    ck_assert_int_eq(a->error, b->error);
    ck_assert_mem_eq(&a->total, &b->total, sizeof a->total);
    ck_assert_uint_eq(a->distinct_load_sectors, b->distinct_load_sectors);
    ck_assert_uint_eq(a->distinct_store_sectors, b->distinct_store_sectors);
    ck_assert_int_eq(a->inst_count, b->inst_count);
    for (int i = 0; i < a->inst_count; i++) {
        ck_assert_int_eq(a->insts[i].pc, b->insts[i].pc);
        ck_assert_mem_eq(&a->insts[i].count, &b->insts[i].count,
                         sizeof a->insts[i].count);
    }
    same_samples(a, b);
    same_findings(a, b);
}

/* A rig with an output, and an input of which a part is initialised. */
static void start(struct rig *r, struct text ptx)
{
    const struct buffer *in;

    rig_open(r, ptx);
    rig_buffer(r, "out", "u32", 64 * LOG_BLOCKS);
    in = rig_buffer(r, "in", "u32", IN_BYTES / 4);
    rig_fill(r, in, "i");
    r->launch.grid[0] = LOG_BLOCKS;
    r->launch.block[0] = 64;
}

static void same_memory(struct rig *a, struct rig *b)
{
    for (int i = 0; i < a->buffer_count; i++) {
        const struct buffer *const s = &a->buffers[i], *const t =
                                                           &b->buffers[i];
        const uint64_t bytes = s->count * s->size;

        ck_assert_mem_eq(memory_at(a->memory, s->address, bytes),
                         memory_at(b->memory, t->address, bytes), bytes);
    }
}

static void run_both(struct rig *a, struct rig *b, const char *kernel)
{
    struct recorded logs = { 0 };
    struct recorder recorder = { &logs, want_all, 1 << 20 };

    b->launch.recorder = &recorder;
    rig_kernel(a, kernel);
    rig_kernel(b, kernel);
    rig_run(a);
    rig_run(b);
    for (int i = 0; i < LOG_BLOCKS; i++)
        block_log_release(&logs.logs[i]);
    same_result(&a->result, &b->result);
    same_memory(a, b);
}

static void try_all(int lane, int mask, bool store)
{
    struct buf text = { 0 };
    struct rig a, b;

    buf_printf(&text, ".version 7.0\n.target sm_80\n.address_size 64\n");
    for (int i = 0; i < SIZES * SPACES; i++)
        add_kernel(&text, i / SPACES, i % SPACES, lane, mask, store);
    start(&a, (struct text){ text.at, text.size });
    start(&b, (struct text){ text.at, text.size });
    for (int i = 0; i < SIZES * SPACES; i++) {
        char name[32];

        snprintf(name, sizeof name, "k%d_%d", i / SPACES, i % SPACES);
        run_both(&a, &b, name);
    }
    rig_close(&a);
    rig_close(&b);
    buf_release(&text);
}

START_TEST(loads_are_the_same_either_way)
{
    for (int mask = 0; mask < MASKS; mask++)
        try_all(_i, mask, false);
}
END_TEST

START_TEST(stores_are_the_same_either_way)
{
    for (int mask = 0; mask < MASKS; mask++)
        try_all(_i, mask, true);
}
END_TEST

Suite *quick_suite(void)
{
    Suite *s = suite_create("quick");
    TCase *t = tcase_create("quick");

    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, loads_are_the_same_either_way, 0, LANES);
    tcase_add_loop_test(t, stores_are_the_same_either_way, 0, LANES);
    suite_add_tcase(s, t);
    return s;
}
