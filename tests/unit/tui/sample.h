/* SPDX-License-Identifier: Apache-2.0 */
/* Hand-made data that the tests of the screens draw. */
#ifndef TESTS_UNIT_TUI_SAMPLE_H
#define TESTS_UNIT_TUI_SAMPLE_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/file.h"
#include "tui/update.h"
#include "tui/view.h"

static const char sample_chapter[] =
    "# Tiles in shared memory\n"
    "\n"
    "Every thread of the naive kernel reads **two whole rows** from memory;\n"
    "its neighbours read *the same* values again. A block can read a tile\n"
    "once, keep it in `__shared__` memory, and use it 16 times \xe2\x80\x94 "
    "that is all.\n"
    "\n"
    "## The picture\n"
    "\n"
    "```\n"
    "global  \xe2\x94\x80\xe2\x94\x80\xe2\x96\xb6  shared  "
    "\xe2\x94\x80\xe2\x94\x80\xe2\x96\xb6  registers\n"
    "```\n"
    "\n"
    "1. Load a tile, all threads together.\n"
    "2. Wait: `__syncthreads()`.\n"
    "   - nobody reads before all have written\n"
    "   - and the other way round\n"
    "3. Multiply.\n"
    "\n"
    "``` cuda\n"
    "__shared__ float tile[16][16]; // one per block\n"
    "for (int k = 0; k < 16; k++)\n"
    "    sum += tile[threadIdx.y][k] * b[k];\n"
    "```\n"
    "\n"
    "> Think of a cache line that you fill yourself.\n"
    "\n"
    "| memory | latency | who sees it |\n"
    "|---|---|---|\n"
    "| registers | 1 cycle | one thread |\n"
    "| shared | about 30 cycles | one block |\n"
    "| global | about 500 cycles | everybody |\n"
    "\n"
    "---\n"
    "\n"
    "See [the guide](https://example.org/guide).\n";

static const char sample_source[] =
    "// Multiply two n x n matrices.\n"
    "#define TILE 16\n"
    "\n"
    "__global__ void mm_tiled(const float *a, const float *b, float *c, "
    "int n)\n"
    "{\n"
    "\t__shared__ float ta[TILE][TILE];\n"
    "\tfloat sum = 0.0f;\n"
    "\tint row = blockIdx.y * TILE + threadIdx.y;\n"
    "\n"
    "\tta[threadIdx.y][threadIdx.x] = a[row * n];\n"
    "\tfor (int k = 0; k < TILE; k++)\n"
    "\t\tsum += ta[threadIdx.y][k] * b[k];\n"
    "\tc[row] = sum;\n"
    "}\n";

/* Everything that a screen may show, in one arena. */
struct sample {
    struct arena arena;
    struct course course;
    struct lesson lessons[3];
    struct goal goals[3];
    struct lesson_text text;
    struct checked fail, broken;
    struct comparison comparison;
    struct pair pair;
    struct shown shown;
    struct model model;
};

static inline void sample_course(struct sample *s)
{
    s->goals[0] = (struct goal){ .id = "correct",
                                 .text = "right answers at every size",
                                 .metric = -1,
                                 .points = 4 };
    s->goals[1] =
        (struct goal){ .id = "sectors",
                       .text = "at most 1/7 of the naive kernel's sectors",
                       .metric =
                           metric_find(SCOPE_LAUNCH, "global_load_sectors"),
                       .bound = BOUND_AT_MOST,
                       .limit = 37449,
                       .points = 6 };
    s->goals[2] = (struct goal){ .id = "time",
                                 .text = "faster than naive",
                                 .metric = metric_find(SCOPE_LAUNCH, "time_us"),
                                 .bound = BOUND_AT_MOST,
                                 .limit = 100,
                                 .shown_only = true };
    s->lessons[0] = (struct lesson){ .id = "02-guard",
                                     .number = 2,
                                     .title = "The guard",
                                     .part = "Part 1. Another species",
                                     .concepts = "bounds, the last block",
                                     .goals = s->goals,
                                     .goal_count = 1,
                                     .points = 10 };
    s->lessons[1] = (struct lesson){
        .id = "11-tiling",
        .number = 11,
        .title = "Tiles in shared memory",
        .part = "Part 2. Data on the chip",
        .concepts = "shared memory, reuse, barriers",
        .hints = { "Who else reads `a[row][k]`?",
                   "Load a tile with all threads, then wait.",
                   "Two barriers: after the load, and before the next one." },
        .goals = s->goals,
        .goal_count = 3,
        .points = 10,
        .naive = { "naive.cu", "naive" },
        .better = { "tiled.cu", "tiled" }
    };
    s->lessons[2] = (struct lesson){ .id = "14-divergence",
                                     .number = 14,
                                     .title = "Divergence",
                                     .part = "Part 3. Running the chip",
                                     .points = 10 };
    s->course = (struct course){ .root = "/course",
                                 .title = "CUDA, one warp of lessons",
                                 .lessons = s->lessons,
                                 .lesson_count = 3,
                                 .planned = 32 };
    s->text =
        (struct lesson_text){ .lesson = &s->lessons[1],
                              .chapter = text_of(sample_chapter),
                              .exercise = text_of(sample_source),
                              .solution = text_of("// the solution\n"),
                              .exercise_path = "/work/11-tiling/exercise.cu" };
}

static inline void sample_sources(struct sample *s, struct sources *out)
{
    out->files = ARENA_NEW(&s->arena, struct source_file, 1);
    out->files[0] =
        (struct source_file){ "11-tiling/exercise.cu", text_of(sample_source) };
    out->count = 1;
}

static inline void sample_fail(struct sample *s)
{
    struct check_result *r = &s->fail.result;

    *r = (struct check_result){
        .verdict = VERDICT_FAIL,
        .lesson = &s->lessons[1],
        .file = "11-tiling/exercise.cu",
        .card = "h100-sxm",
        .compiler = "clang 14.0.6",
        .seed = 1,
        .points = 0,
        .of = 10,
        .goal_count = 3,
        .finding_count = 2,
        .summary = "Threads read the tile while others still write it.",
        .output = "n = 31\nsum 12.5\n",
    };
    r->goals = ARENA_NEW(&s->arena, struct goal_result, 3);
    r->goals[0] =
        (struct goal_result){ .goal = &s->goals[0],
                              .note = "c[33] is 7.5, expected 9.25 (n = 31)" };
    r->goals[1] = (struct goal_result){ .goal = &s->goals[1],
                                        .value = { true, 262144, NULL } };
    r->goals[2] = (struct goal_result){ .goal = &s->goals[2],
                                        .value = { true, 81.25, NULL },
                                        .pass = true };
    r->findings = ARENA_NEW(&s->arena, struct report_finding, 2);
    r->findings[0] = (struct report_finding){
        .id = FINDING_RACE_SHARED,
        .severity = SEVERITY_ERROR,
        .kernel = "mm_tiled",
        .file = "11-tiling/exercise.cu",
        .line = 12,
        .line2 = 10,
        .has_thread = true,
        .thread = { 1, 0, 0 },
        .block = { 3, 0, 0 },
        .count = 240,
        .message = "Thread (1,0,0) reads ta while thread (0,0,0) writes it; "
                   "nothing orders the two.",
        .advice = "put a barrier between the write and the read: "
                  "__syncthreads() waits for the whole block.",
        .lesson = "15-barriers"
    };
    r->findings[1] = (struct report_finding){
        .id = FINDING_UNCOALESCED,
        .severity = SEVERITY_ADVICE,
        .kernel = "mm_tiled",
        .file = "11-tiling/exercise.cu",
        .line = 10,
        .count = 1,
        .message = "Neighbouring lanes read addresses far apart."
    };
    sample_sources(s, &s->fail.sources);
}

static inline void sample_broken(struct sample *s)
{
    struct diags ds = { .arena = &s->arena };

    diag_add(&ds, (struct span){ "11-tiling/exercise.cu", 12, 20, 4 },
             DIAG_ERROR, "use of undeclared identifier 'tile'", NULL);
    s->broken.result = (struct check_result){
        .verdict = VERDICT_COMPILE_ERROR,
        .lesson = &s->lessons[1],
        .file = "11-tiling/exercise.cu",
        .card = "h100-sxm",
        .compiler = "clang 14.0.6",
        .of = 10,
        .summary = "The exercise does not compile.",
        .compile = ds.first,
    };
    sample_sources(s, &s->broken.sources);
}

/* A warp that issues `busy` cycles, then waits `idle` in some state. */
static inline void sample_row(struct sample *s, struct warp_row *w,
                              uint32_t busy, uint32_t idle, int state,
                              uint32_t cycles)
{
    struct warp_span *spans = NULL, span;
    int n = 0, capacity = 0;
    uint32_t at = 0;

    while (at < cycles) {
        bool issue = n % 2 == (int)(w->warp % 2);

        span.start = at;
        span.cycles = issue ? busy : idle;
        if (span.cycles > cycles - at)
            span.cycles = cycles - at;
        span.state = (uint8_t)(issue ? WARP_ISSUE : state);
        at += span.cycles;
        ARENA_PUSH(&s->arena, spans, n, capacity, span);
    }
    w->spans = spans;
    w->span_count = n;
}

static inline struct request_sample
sample_request(int pc, int line, uint64_t base, uint64_t stride, bool shared)
{
    struct request_sample q = { .pc = pc,
                                .line = line,
                                .file = "/course/kernels/naive.cu",
                                .text = "ld.global.f32 %f1, [%rd5];",
                                .active = 0xffffffffu,
                                .bytes = 4,
                                .is_shared = shared };

    for (int l = 0; l < 32; l++)
        q.address[l] = base + stride * (uint64_t)l;
    return q;
}

static inline void sample_stalls(struct launch_time *t, bool slow)
{
    t->stall_pct[WARP_ISSUE] = slow ? 9 : 21;
    t->stall_pct[WARP_LONG_SCOREBOARD] = slow ? 84 : 40;
    t->stall_pct[WARP_BARRIER] = slow ? 0 : 22;
    t->stall_pct[WARP_NOT_SELECTED] = slow ? 7 : 17;
}

static inline void sample_warps(struct sample *s, struct trace_launch *l,
                                bool slow)
{
    l->warps = (struct warp_counts){ .warps = slow ? 512 : 256 };
    l->warps.total[WARP_INST] = l->total.inst;
    l->warps.least[WARP_INST] = slow ? 1171 : 1500;
    l->warps.most[WARP_INST] = slow ? 1300 : 1600;
    l->warps.total[WARP_BARRIERS] = l->total.barriers;
    l->warps.least[WARP_BARRIERS] = l->warps.most[WARP_BARRIERS] = slow ? 0 : 8;
    l->warps.listed = ARENA_NEW(&s->arena, struct warp_count, 1);
    l->warps.listed[0] = (struct warp_count){ .block = 7, .warp = 3 };
    l->warps.listed_count = 1;
}

static inline void sample_launch(struct sample *s, struct trace *t,
                                 const char *kernel, bool slow)
{
    struct trace_launch *l = ARENA_NEW(&s->arena, struct trace_launch, 1);
    const int warps = 6;

    *l = (struct trace_launch){
        .kernel = kernel,
        .grid = { 8, 8, 1 },
        .block = { 16, 16, 1 },
        .registers = slow ? 18 : 24,
        .shared_static = slow ? 0 : 2048,
        .total = { .inst = slow ? 600000 : 400000,
                   .thread_inst = slow ? 19200000 : 12800000,
                   .load_requests = slow ? 65536 : 8192,
                   .load_sectors = slow ? 262144 : 32768,
                   .load_sectors_ideal = slow ? 65536 : 32768,
                   .store_requests = 512,
                   .store_sectors = 2048,
                   .store_sectors_ideal = 2048,
                   .shared_wavefronts = slow ? 0 : 70000,
                   .shared_ideal = slow ? 0 : 66000,
                   .shared_conflicts = slow ? 0 : 4000,
                   .barriers = slow ? 0 : 2048 },
        .time = { .cycles = slow ? 24000 : 13000,
                  .time_us = slow ? 13.5 : 7.3,
                  .occupancy_theoretical_pct = 100,
                  .occupancy_achieved_pct = slow ? 88 : 91,
                  .row_count = warps,
                  .rows_cycles = slow ? 1400 : 760 }
    };
    sample_stalls(&l->time, slow);
    l->time.rows = ARENA_NEW(&s->arena, struct warp_row, warps);
    for (int w = 0; w < warps; w++) {
        l->time.rows[w].block = (uint32_t)w / 4;
        l->time.rows[w].warp = (uint32_t)w;
        sample_row(s, &l->time.rows[w], 40, slow ? 200 : 60,
                   slow         ? WARP_LONG_SCOREBOARD
                   : w % 3 == 0 ? WARP_BARRIER
                                : WARP_SHORT_SCOREBOARD,
                   l->time.rows_cycles);
    }
    l->lanes = (struct lane_path){ .block = 3, .warp = 1, .count = 4 };
    l->lanes.steps = ARENA_NEW(&s->arena, struct lane_step, 4);
    l->lanes.steps[0] =
        (struct lane_step){ .line = 9, .mask = ~0u, .count = 8 };
    l->lanes.steps[1] =
        (struct lane_step){ .line = 10, .mask = 0x55555555u, .count = 4 };
    l->lanes.steps[2] =
        (struct lane_step){ .line = 12, .mask = 0xaaaaaaaau, .count = 3 };
    l->lanes.steps[3] =
        (struct lane_step){ .line = 14, .mask = ~0u, .count = 2 };
    sample_warps(s, l, slow);
    l->sample_count = slow ? 2 : 1;
    l->samples = ARENA_NEW(&s->arena, struct request_sample, 2);
    l->samples[0] = slow ? sample_request(7, 9, 0x10000, 128, false)
                         : sample_request(5, 14, 0, 8, true);
    l->samples[1] = sample_request(8, 10, 0x20000, 4, false);
    l->insts = ARENA_NEW(&s->arena, struct inst_profile, 1);
    l->inst_count = 1;
    l->insts[0] = (struct inst_profile){ .pc = slow ? 7 : 5 };
    if (slow) {
        l->insts[0].count.load_sectors = 245760;
        l->insts[0].count.load_sectors_ideal = 49152;
    } else {
        l->insts[0].count.shared_conflicts = 4000;
    }
    t->card = "h100-sxm";
    t->complete = true;
    t->launches = l;
    t->launch_count = 1;
}

static inline void sample_pair(struct sample *s)
{
    struct comparison *c = &s->comparison;
    struct report_source source = { .program = "naive.cu",
                                    .compiler = "clang 14.0.6",
                                    .exited = true };

    c->label_a = "naive";
    c->label_b = "tiled";
    sample_launch(s, &c->trace_a, "mm_naive", true);
    sample_launch(s, &c->trace_b, "mm_tiled", false);
    report_make(&s->arena, &c->trace_a, &source, &c->a);
    source.program = "tiled.cu";
    report_make(&s->arena, &c->trace_b, &source, &c->b);
    c->speedup = 13.5 / 7.3;
    pair_make(&s->arena, c, &s->pair);
}

/* Free with sample_free. */
/* A run of two launches between copies, with calls of the host. */
static inline void sample_shown(struct sample *s)
{
    static const struct api_call calls[] = {
        { "cudaMalloc", 0, 40000, 0, false, 0 },
        { "cudaMemcpy", 41000, 61000, 0, true, 0 },
        { "cudaLaunchKernel", 61500, 63500, 0, false, 0 },
        { "cudaLaunchKernel", 63500, 65500, 0, false, 0 },
        { "cudaMemcpy", 66000, 110000, 0, true, 0 },
    };
    static const struct device_op ops[] = {
        { DEVICE_OP_H2D, 0, 43000, 60000, 1 << 20, true, -1 },
        { DEVICE_OP_KERNEL, 0, 66000, 79500, 0, false, 0 },
        { DEVICE_OP_KERNEL, 1, 80000, 87300, 0, false, 1 },
        { DEVICE_OP_D2H, 0, 90000, 108000, 1 << 20, true, -1 },
    };
    struct trace *t = &s->shown.one.trace_a;
    struct report_source source = { .program = "naive.cu", .exited = true };
    struct trace second = { 0 };

    sample_launch(s, t, "mm_naive", true);
    sample_launch(s, &second, "mm_tiled", false);
    t->launches = ARENA_NEW(&s->arena, struct trace_launch, 2);
    t->launches[0] = s->comparison.trace_a.launches[0];
    t->launches[1] = second.launches[0];
    t->launch_count = 2;
    t->calls = ARENA_NEW(&s->arena, struct api_call, 5);
    memcpy(t->calls, calls, sizeof calls);
    t->call_count = 5;
    t->ops = ARENA_NEW(&s->arena, struct device_op, 4);
    memcpy(t->ops, ops, sizeof ops);
    t->op_count = 4;
    t->end_ns = 110000;
    s->shown.title = "naive.cu";
    s->shown.one.label_a = "naive.cu";
    report_make(&s->arena, t, &source, &s->shown.one.a);
    system_make(&s->arena, t, &s->shown.system);
    shown_pick(&s->arena, &s->shown, 0);
}

static inline struct sample *sample_new(void)
{
    struct sample *s = calloc(1, sizeof *s);

    ck_assert_ptr_nonnull(s);
    sample_course(s);
    sample_fail(s);
    sample_broken(s);
    sample_pair(s);
    sample_shown(s);
    s->model.course = &s->course;
    s->model.card = "h100-sxm";
    s->model.has_work = true;
    s->model.work.last = 11;
    s->model.work.state[2].passed = true;
    s->model.work.state[2].points = 10;
    s->model.work.state[2].tries = 3;
    s->model.work.state[11].tries = 2;
    s->model.rows = 24;
    s->model.cols = 80;
    model_start(&s->model);
    return s;
}

static inline void sample_free(struct sample *s)
{
    model_release(&s->model);
    arena_clear(&s->arena);
    free(s);
}

static inline void sample_send(struct sample *s, struct event e)
{
    struct effects out = { 0 };

    update(&s->model, &e, &out);
}

static inline void sample_key(struct sample *s, uint32_t code)
{
    sample_send(s, (struct event){ .kind = EVENT_KEY, .code = code });
}

static inline void sample_keys(struct sample *s, const char *keys)
{
    while (*keys)
        sample_key(s, (uint32_t)(unsigned char)*keys++);
}

static inline void sample_resize(struct sample *s, int rows, int cols)
{
    sample_send(
        s, (struct event){ .kind = EVENT_RESIZE, .rows = rows, .cols = cols });
}

/* Open lesson 11 with its text. */
static inline void sample_open(struct sample *s)
{
    struct effects out = { 0 };

    lesson_open(&s->model, &s->lessons[1], &out);
    sample_send(s, (struct event){ .kind = EVENT_LOADED, .text = &s->text });
}

/* Open lesson 11 with a chapter that asks two questions. */
static inline void sample_predict(struct sample *s)
{
    static struct prediction asked[] = {
        { "By what factor will the sectors fall?",
          "naive.global_load_sectors / tiled.global_load_sectors",
          { { "about 16", 12, 1e9 }, { "about 8", 6, 12 } },
          2 },
        { "How many times as fast will it be?",
          "naive.time_us / tiled.time_us",
          { { "no faster", 0, 1.05 }, { "faster", 1.05, 1e9 } },
          2 },
    };

    s->lessons[1].predictions = asked;
    s->lessons[1].prediction_count = 2;
    s->text.chapter = text_of("# Tiles\n\n## Predict\n\nThink first.\n\n"
                              "## Try\n\nRun it.\n");
    sample_open(s);
}

/* The screen as text; the caller frees it with buf_release. */
static inline struct buf sample_draw(const struct sample *s)
{
    int n = s->model.rows * s->model.cols;
    struct frame f = { .rows = s->model.rows,
                       .cols = s->model.cols,
                       .cells = calloc((size_t)n, sizeof *f.cells),
                       .ascii = s->model.ascii };
    struct buf b = { 0 };

    render(&s->model, (struct rect){ 0, 0, f.rows, f.cols }, &f);
    frame_dump(&f, &b);
    free(f.cells);
    return b;
}

/* Compare the screen with tests/golden/tui/NAME.txt, or write it. */
static inline void sample_golden(const struct sample *s, const char *name)
{
    struct arena a = { 0 };
    struct diags ds = { .arena = &a };
    struct buf b = sample_draw(s);
    struct text want = { 0 };
    const char *path = arena_printf(&a, "tests/golden/tui/%s.txt", name);
    const char *mode = getenv("WARPLINGS_GOLDEN");

    if (mode && !strcmp(mode, "write"))
        ck_assert(file_write(path, (struct text){ b.at, b.size }, &ds));
    ck_assert_msg(file_read(&a, path, 1 << 20, &want, &ds), "no %s", path);
    ck_assert_msg(want.size == b.size && !memcmp(want.at, b.at, b.size),
                  "%s differs; got:\n%s", path, b.at);
    buf_release(&b);
    arena_clear(&a);
}

#endif
