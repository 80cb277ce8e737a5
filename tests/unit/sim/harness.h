/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs PTX with its answer beside it. A program is one or more sections:
 *
 *   // launch: KERNEL grid=X,Y,Z block=X,Y,Z shared=N resident=N workers=N
 *   //         budget=N checks=off        (all but the kernel may be left out)
 *   // buffer: NAME TYPE COUNT [= V V V ... | = i]   a pointer parameter; the
 *              last value repeats; without '=' nothing is initialised
 *   // value: TYPE V                      a parameter by value
 *   // expect: NAME[I] == V V V ...
 *   // expect: error N                    the launch's CUDA error
 *   // expect: finding ID [line=N] [other=N] [count=N] [value words as is]
 *   // expect: findings N                 that many, no more
 *   // expect: counter NAME N
 *   // expect: output "TEXT"              \n stands for a new line
 *   // expect: reserve-failed
 *
 * Types: u8 u16 u32 u64 s32 s64 f32 f64; a float may be given as 0x bits.
 */
#ifndef TESTS_SIM_HARNESS_H
#define TESTS_SIM_HARNESS_H

#include <check.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "ptx/program.h"
#include "sim/sim.h"

enum { BUFFERS_MAX = 24, PARAMS_MAX = 256 };

struct buffer {
    char name[32], type[8];
    uint64_t address, count, size; /* size: bytes of an element */
};

/* One launch with all it needs; open, add parameters, run, look, close. */
struct rig {
    struct arena arena;
    struct program program;
    struct memory *memory;
    struct buffer buffers[BUFFERS_MAX];
    int buffer_count;
    uint8_t params[PARAMS_MAX];
    uint32_t params_bytes;
    struct launch launch;
    struct sim_result result;
    bool ran;
};

static inline void rig_symbols(struct rig *r)
{
    struct program *p = &r->program;

    for (int i = 0; i < p->symbol_count; i++) {
        struct symbol *s = &p->symbols[i];

        if (s->space != SPACE_GLOBAL && s->space != SPACE_CONST)
            continue;
        ck_assert_int_eq(memory_alloc_symbol(r->memory, s->name, s->bytes,
                                             s->align, s->space == SPACE_CONST,
                                             &s->offset),
                         MEMORY_OK);
        if (s->init)
            memcpy(memory_at(r->memory, s->offset, s->bytes), s->init,
                   s->bytes);
    }
    for (int i = 0; i < p->symbol_count; i++)
        for (int k = 0; k < p->symbols[i].reloc_count; k++) {
            const struct reloc *c = &p->symbols[i].relocs[k];
            uint64_t v = (uint64_t)c->addend;

            v += c->symbol >= 0 ? p->symbols[c->symbol].offset
                                : MEMORY_FUNCS + 16 * (uint64_t)c->func;
            memcpy(memory_at(r->memory,
                             p->symbols[i].offset + (uint64_t)c->offset,
                             (uint64_t)c->size),
                   &v, (size_t)c->size);
        }
}

static inline void rig_open(struct rig *r, struct text ptx)
{
    struct diags ds = { .arena = &r->arena };

    memset(r, 0, sizeof *r);
    ds.arena = &r->arena;
    if (!ptx_load(&r->arena, ptx, &r->program, &ds))
        ck_abort_msg("line %d: %s", ds.first ? ds.first->at.line : 0,
                     ds.first ? ds.first->text : "no program");
    r->memory = memory_open(1ull << 32);
    ck_assert_ptr_nonnull(r->memory);
    rig_symbols(r);
    r->launch = (struct launch){ .program = &r->program,
                                 .memory = r->memory,
                                 .grid = { 1, 1, 1 },
                                 .block = { 32, 1, 1 },
                                 .resident_blocks = 64,
                                 .sm_count = 4,
                                 .clock_hz = 1000000000,
                                 .inst_budget = 50000000,
                                 .workers = 1 };
}

static inline void rig_kernel(struct rig *r, const char *name)
{
    r->launch.func = program_find_func(&r->program, name);
    if (r->launch.func < 0)
        ck_abort_msg("no kernel '%s'", name);
}

static inline void rig_close(struct rig *r)
{
    memory_close(r->memory);
    arena_clear(&r->arena);
}

static inline void rig_param(struct rig *r, const void *bytes, uint32_t size)
{
    r->params_bytes = (r->params_bytes + size - 1) / size * size;
    ck_assert_uint_le(r->params_bytes + size, PARAMS_MAX);
    memcpy(r->params + r->params_bytes, bytes, size);
    r->params_bytes += size;
}

static inline uint64_t type_size(const char *type)
{
    return (uint64_t)strtoul(type + 1, NULL, 10) / 8;
}

/* The bits of a value as written. */
static inline uint64_t value_bits(const char *type, const char *text)
{
    uint64_t bits = 0;
    float f;
    double d;

    if (type[0] != 'f' || !strncmp(text, "0x", 2)) {
        if (text[0] == '-')
            return (uint64_t)strtoll(text, NULL, 0);
        return strtoull(text, NULL, 0);
    }
    d = strtod(text, NULL);
    f = strtof(text, NULL);
    if (type_size(type) == 4)
        memcpy(&bits, &f, 4);
    else
        memcpy(&bits, &d, 8);
    return bits;
}

/* Allocate a buffer and pass its address as the next parameter. */
static inline struct buffer *rig_buffer(struct rig *r, const char *name,
                                        const char *type, uint64_t count)
{
    struct buffer *b = &r->buffers[r->buffer_count++];

    ck_assert_int_le(r->buffer_count, BUFFERS_MAX);
    snprintf(b->name, sizeof b->name, "%s", name);
    snprintf(b->type, sizeof b->type, "%s", type);
    b->count = count;
    b->size = type_size(type);
    ck_assert_int_eq(memory_alloc(r->memory, count * b->size, &b->address),
                     MEMORY_OK);
    rig_param(r, &b->address, 8);
    return b;
}

static inline void rig_fill(struct rig *r, const struct buffer *b,
                            const char *values)
{
    uint8_t *p = memory_at(r->memory, b->address, b->count * b->size);
    const char *at = values;
    uint64_t v = 0;

    memory_mark(r->memory, b->address, b->count * b->size, false);
    for (uint64_t i = 0; i < b->count; i++) {
        char word[64];
        int used = 0;

        if (sscanf(at, " %63s%n", word, &used) == 1) {
            if (!strcmp(word, "i")) {
                char number[32];

                snprintf(number, sizeof number, "%" PRIu64, i);
                v = value_bits(b->type, number);
            } else {
                v = value_bits(b->type, word);
                at += used;
            }
        }
        memcpy(p + i * b->size, &v, b->size);
    }
}

static inline struct buffer *rig_find(struct rig *r, const char *name)
{
    for (int i = 0; i < r->buffer_count; i++)
        if (!strcmp(r->buffers[i].name, name))
            return &r->buffers[i];
    ck_abort_msg("no buffer '%s'", name);
    return NULL;
}

static inline uint64_t rig_get(struct rig *r, const struct buffer *b,
                               uint64_t i)
{
    const uint8_t *p = memory_at(r->memory, b->address + i * b->size, b->size);
    uint64_t v = 0;

    ck_assert_ptr_nonnull(p);
    memcpy(&v, p, b->size);
    return v;
}

/* Summed over the warps, their counters are the launch's. */
static inline void rig_check_warps(const struct sim_result *s)
{
    const struct warp_counts *w = &s->warps;
    const uint64_t want[WARP_COUNTERS] = {
        [WARP_INST] = s->total.inst,
        [WARP_THREAD_INST] = s->total.thread_inst,
        [WARP_DIVERGENT] = s->total.divergent,
        [WARP_LOAD_SECTORS] = s->total.load_sectors,
        [WARP_STORE_SECTORS] = s->total.store_sectors,
        [WARP_SHARED_CONFLICTS] = s->total.shared_conflicts,
        [WARP_BARRIERS] = s->total.barriers,
    };

    for (int i = 0; i < WARP_COUNTERS; i++) {
        uint64_t listed = 0;

        ck_assert_msg(w->total[i] == want[i], "%s: %llu by warp, %llu in all",
                      warp_counter_names[i], (unsigned long long)w->total[i],
                      (unsigned long long)want[i]);
        ck_assert_uint_le(w->least[i] * w->warps, w->total[i]);
        ck_assert_uint_ge(w->most[i] * w->warps, w->total[i]);
        for (int k = 0; k < w->listed_count; k++)
            listed += w->listed[k].count[i];
        if ((uint64_t)w->listed_count == w->warps)
            ck_assert_uint_eq(listed, want[i]);
    }
    for (int k = 1; k < w->listed_count; k++)
        ck_assert_uint_ge(w->listed[k - 1].count[WARP_INST],
                          w->listed[k].count[WARP_INST]);
}

static inline void rig_run(struct rig *r)
{
    r->launch.params = r->params;
    r->launch.params_bytes = r->params_bytes;
    sim_run(&r->arena, &r->launch, &r->result);
    rig_check_warps(&r->result);
    r->ran = true;
}

static inline void rig_launch(struct rig *r, char *line)
{
    char *save, *word = strtok_r(line, " ", &save);

    rig_kernel(r, word);
    while ((word = strtok_r(NULL, " ", &save))) {
        struct launch *l = &r->launch;
        unsigned long long n = 0;
        char *value = strchr(word, '=');

        ck_assert_ptr_nonnull(value);
        *value++ = '\0';
        n = strtoull(value, NULL, 10);
        if (!strcmp(word, "grid"))
            sscanf(value, "%u,%u,%u", &l->grid[0], &l->grid[1], &l->grid[2]);
        else if (!strcmp(word, "block"))
            sscanf(value, "%u,%u,%u", &l->block[0], &l->block[1], &l->block[2]);
        else if (!strcmp(word, "shared"))
            l->dynamic_shared = (uint32_t)n;
        else if (!strcmp(word, "resident"))
            l->resident_blocks = (int64_t)n;
        else if (!strcmp(word, "workers"))
            l->workers = (int)n;
        else if (!strcmp(word, "budget"))
            l->inst_budget = n;
        else if (!strcmp(word, "checks"))
            l->checks_off = true;
        else if (!strcmp(word, "track"))
            l->track_writes = true;
        else
            ck_abort_msg("launch: '%s'?", word);
    }
}

static inline void expect_values(struct rig *r, const char *line)
{
    char name[32], word[64];
    unsigned long long i;
    int used = 0;
    const struct buffer *b;

    ck_assert_int_eq(sscanf(line, "%31[^[][%llu] == %n", name, &i, &used), 2);
    b = rig_find(r, name);
    for (const char *at = line + used; sscanf(at, " %63s%n", word, &used) == 1;
         at += used, i++) {
        const uint64_t mask =
            b->size == 8 ? UINT64_MAX : (1ull << 8 * b->size) - 1;
        const uint64_t want = value_bits(b->type, word) & mask;
        const uint64_t got = rig_get(r, b, i);

        if (got != want)
            ck_abort_msg("%s[%llu] is 0x%" PRIx64 ", not %s (0x%" PRIx64 ")",
                         name, i, got, word, want);
    }
}

static inline bool finding_fits(const struct finding *f, const char *facts)
{
    char word[64];
    int used = 0;

    if (sscanf(facts, " %63s%n", word, &used) != 1 ||
        strcmp(finding_table[f->id].text, word) != 0)
        return false;
    for (facts += used; sscanf(facts, " %63s%n", word, &used) == 1;
         facts += used) {
        char *value = strchr(word, '=');
        long long n;

        ck_assert_ptr_nonnull(value);
        *value++ = '\0';
        n = strtoll(value, NULL, 0);
        if (!strcmp(word, "line")           ? f->at.line != n
            : !strcmp(word, "other")        ? f->other.line != n
            : !strcmp(word, "count")        ? f->count != (uint64_t)n
            : !strcmp(word, "thread")       ? f->at.thread[0] != n
            : !strcmp(word, "other-thread") ? f->other.thread[0] != n
            : !strcmp(word, "block")        ? f->at.block[0] != n
            : !strcmp(word, "bytes")        ? f->bytes != n
            : !strcmp(word, "offset")       ? f->near_offset != n
            : !strcmp(word, "lanes")        ? f->lanes != n
            : !strcmp(word, "near")
                ? !f->near_name || strcmp(f->near_name, value) != 0
            : !strcmp(word, "detail")
                ? !f->detail || strcmp(f->detail, value) != 0
                : true)
            return false;
    }
    return true;
}

static inline void findings_print(const struct sim_result *s, char *out,
                                  size_t size)
{
    size_t n = 0;

    out[0] = '\0';
    for (int i = 0; i < s->finding_count && n < size; i++) {
        const struct finding *f = &s->findings[i];

        n += (size_t)snprintf(
            out + n, size - n,
            "\n  %s line=%d other=%d count=%" PRIu64
            " thread=%u other-thread=%u block=%u bytes=%u offset=%" PRId64
            " lanes=0x%x near=%s detail=%s",
            finding_table[f->id].text, f->at.line, f->other.line, f->count,
            f->at.thread[0], f->other.thread[0], f->at.block[0], f->bytes,
            f->near_offset, f->lanes, f->near_name ? f->near_name : "-",
            f->detail ? f->detail : "-");
    }
}

static inline void expect_finding(const struct rig *r, const char *facts)
{
    char list[2000];

    for (int i = 0; i < r->result.finding_count; i++)
        if (finding_fits(&r->result.findings[i], facts))
            return;
    findings_print(&r->result, list, sizeof list);
    ck_abort_msg("no finding '%s' among:%s", facts, list);
}

static inline void expect_counter(const struct rig *r, const char *line)
{
    static const struct {
        const char *name;
        size_t offset;
    } names[] = {
#define COUNTER(name) { #name, offsetof(struct counters, name) },
#include "trace/counters.def"
#undef COUNTER
    };
    char name[64];
    unsigned long long want;

    ck_assert_int_eq(sscanf(line, "%63s %llu", name, &want), 2);
    if (!strcmp(name, "distinct_load_sectors")) {
        ck_assert_uint_eq(r->result.distinct_load_sectors, want);
        return;
    }
    if (!strcmp(name, "distinct_store_sectors")) {
        ck_assert_uint_eq(r->result.distinct_store_sectors, want);
        return;
    }
    if (!strcmp(name, "max_writes_per_element")) {
        ck_assert_uint_eq(r->result.max_writes_per_element, want);
        return;
    }
    if (!strcmp(name, "hot_requests") || !strcmp(name, "hot_all")) {
        ck_assert_uint_eq(
            name[4] == 'a' ? r->result.hot.all : r->result.hot.requests, want);
        return;
    }
    if (!strcmp(name, "blocks_worked")) {
        ck_assert_uint_eq(r->result.blocks_worked, want);
        return;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i].name, name)) {
            uint64_t got;

            memcpy(&got, (const char *)&r->result.total + names[i].offset, 8);
            if (got != want)
                ck_abort_msg("%s is %" PRIu64 ", not %llu", name, got, want);
            return;
        }
    ck_abort_msg("no counter '%s'", name);
}

static inline void expect_output(const struct rig *r, const char *line)
{
    char want[1024];
    size_t n = 0;
    const char *end = strrchr(line, '"');

    ck_assert(line[0] == '"' && end > line);
    for (const char *c = line + 1; c < end && n < sizeof want - 1; c++)
        if (c[0] == '\\' && c[1] == 'n')
            want[n++] = '\n', c++;
        else
            want[n++] = *c;
    want[n] = '\0';
    ck_assert_str_eq(r->result.output, want);
}

static inline void rig_expect(struct rig *r, const char *line)
{
    char list[2000];

    if (!r->ran)
        rig_run(r);
    findings_print(&r->result, list, sizeof list);
    if (!strncmp(line, "error ", 6)) {
        const int want = atoi(line + 6);

        if (r->result.error != want || r->result.ok != (want == 0))
            ck_abort_msg("error %d, not %d:%s", r->result.error, want, list);
    } else if (!strncmp(line, "finding ", 8)) {
        expect_finding(r, line + 8);
    } else if (!strncmp(line, "findings ", 9)) {
        if (r->result.finding_count != atoi(line + 9))
            ck_abort_msg("%d findings, not %s:%s", r->result.finding_count,
                         line + 9, list);
    } else if (!strncmp(line, "counter ", 8)) {
        expect_counter(r, line + 8);
    } else if (!strncmp(line, "output ", 7)) {
        expect_output(r, line + 7);
    } else {
        expect_values(r, line);
    }
}

/* One directive line, without its "// ". */
static inline void rig_directive(struct rig *r, char *line)
{
    char name[32], type[8], word[64];
    unsigned long long count;
    int used = 0;

    if (!strncmp(line, "launch: ", 8)) {
        rig_launch(r, line + 8);
    } else if (!strncmp(line, "buffer: ", 8)) {
        ck_assert_int_eq(
            sscanf(line + 8, "%31s %7s %llu%n", name, type, &count, &used), 3);
        rig_buffer(r, name, type, count);
        if (strchr(line + 8 + used, '='))
            rig_fill(r, &r->buffers[r->buffer_count - 1],
                     strchr(line + 8 + used, '=') + 1);
    } else if (!strncmp(line, "value: ", 7)) {
        uint64_t v;

        ck_assert_int_eq(sscanf(line + 7, "%7s %63s", type, word), 2);
        v = value_bits(type, word);
        rig_param(r, &v, (uint32_t)type_size(type));
    } else if (!strncmp(line, "expect: ", 8)) {
        rig_expect(r, line + 8);
    }
}

/* Run every section of a program. Returns how many. */
static inline int rig_sections(struct text ptx)
{
    const char *at = ptx.at, *end = ptx.at + ptx.size;
    struct rig r = { 0 };
    int sections = 0;

    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const size_t n = (size_t)((stop ? stop : end) - at);
        char *line;

        if (n > 3 && !strncmp(at, "// ", 3)) {
            line = strndup(at + 3, n - 3);
            if (!strncmp(line, "launch: ", 8)) {
                if (sections++)
                    rig_close(&r);
                rig_open(&r, ptx);
            }
            if (sections)
                rig_directive(&r, line);
            free(line);
        }
        at += n + 1;
    }
    if (sections) {
        ck_assert(r.ran);
        rig_close(&r);
    }
    return sections;
}

#endif
