/* SPDX-License-Identifier: Apache-2.0 */
#include "tui/system.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"

enum { ROW_HOST, ROW_IN, ROW_OUT, ROW_KERNELS, ROW_DEVICE, ROW_FIXED };

static int by_start(const void *x, const void *y)
{
    const struct system_bar *a = x, *b = y;

    if (a->start_ns != b->start_ns)
        return a->start_ns < b->start_ns ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

static enum system_kind kind_of(const struct device_op *op)
{
    switch (op->kind) {
    case DEVICE_OP_KERNEL:
        return SYSTEM_KERNEL;
    case DEVICE_OP_H2D:
        return SYSTEM_COPY_IN;
    case DEVICE_OP_D2H:
        return SYSTEM_COPY_OUT;
    case DEVICE_OP_D2D:
    case DEVICE_OP_MEMSET:
        break;
    }
    return SYSTEM_COPY_DEVICE;
}

static int row_of(enum system_kind kind)
{
    return kind == SYSTEM_KERNEL     ? ROW_KERNELS
           : kind == SYSTEM_COPY_IN  ? ROW_IN
           : kind == SYSTEM_COPY_OUT ? ROW_OUT
                                     : ROW_DEVICE;
}

/* Times are kept far from overflow, and no bar ends before it starts. */
#define TIME_MAX (UINT64_C(1) << 61)

static void add(struct arena *a, struct system_row *r, struct system_bar b)
{
    if (b.start_ns > TIME_MAX)
        b.start_ns = TIME_MAX;
    if (b.end_ns > TIME_MAX)
        b.end_ns = TIME_MAX;
    if (b.end_ns < b.start_ns)
        b.end_ns = b.start_ns;
    ARENA_PUSH(a, r->bars, r->count, r->capacity, b);
}

/* Time covered by at least one bar; they are sorted. */
static uint64_t covered(const struct system_row *r)
{
    uint64_t sum = 0, end = 0;

    for (int i = 0; i < r->count; i++) {
        const struct system_bar *b = &r->bars[i];
        uint64_t from = b->start_ns > end ? b->start_ns : end;

        if (b->end_ns > from)
            sum += b->end_ns - from;
        if (b->end_ns > end)
            end = b->end_ns;
    }
    return sum;
}

/* Streams that did something, as rows of their own if there are several. */
static void stream_rows(struct arena *a, const struct trace *t,
                        struct system *out)
{
    int most = 0, first = out->row_count, *row_of_stream;

    for (int i = 0; i < t->op_count; i++)
        if (t->ops[i].stream > most)
            most = t->ops[i].stream;
    row_of_stream = ARENA_NEW(a, int, (size_t)most + 1);
    for (int i = 0; i < t->op_count; i++) {
        const struct device_op *op = &t->ops[i];
        int s = op->stream < 0 ? 0 : op->stream;

        if (!row_of_stream[s]) {
            if (out->row_count == first + 64)
                continue; /* more are counted in the rows above */
            row_of_stream[s] = ++out->row_count;
            out->rows[out->row_count - 1].label =
                s ? arena_printf(a, "stream %d", s) : "default stream";
        }
        add(a, &out->rows[row_of_stream[s] - 1],
            (struct system_bar){ op->start_ns, op->end_ns, kind_of(op), i });
    }
    if (out->row_count == first + 1)
        out->row_count = first;
}

/* Leave out rows in which nothing happened. */
static void drop_empty(struct system *s)
{
    int n = 0;

    for (int i = 0; i < s->row_count; i++)
        if (s->rows[i].count)
            s->rows[n++] = s->rows[i];
    s->row_count = n;
}

static void find_gaps(struct arena *a, const struct trace *t,
                      struct system *out)
{
    struct system_row all = { 0 };
    uint64_t end;
    int capacity = 0;

    for (int i = 0; i < t->op_count; i++)
        add(a, &all,
            (struct system_bar){ t->ops[i].start_ns, t->ops[i].end_ns,
                                 SYSTEM_KERNEL, i });
    if (!all.count)
        return;
    qsort(all.bars, (size_t)all.count, sizeof *all.bars, by_start);
    end = all.bars[0].end_ns;
    for (int i = 1; i < all.count; i++) {
        struct system_gap g = { end, all.bars[i].start_ns };

        if (g.end_ns > g.start_ns)
            ARENA_PUSH(a, out->gaps, out->gap_count, capacity, g);
        if (all.bars[i].end_ns > end)
            end = all.bars[i].end_ns;
    }
}

void system_make(struct arena *a, const struct trace *t, struct system *out)
{
    static const char *const labels[ROW_FIXED] = {
        [ROW_HOST] = "host calls",  [ROW_IN] = "copies in",
        [ROW_OUT] = "copies out",   [ROW_KERNELS] = "kernels",
        [ROW_DEVICE] = "on device",
    };

    *out = (struct system){ .trace = t, .end_ns = t->end_ns };
    out->rows = ARENA_NEW(a, struct system_row, ROW_FIXED + 64);
    out->row_count = ROW_FIXED;
    for (int i = 0; i < ROW_FIXED; i++)
        out->rows[i].label = labels[i];
    for (int i = 0; i < t->call_count; i++) {
        const struct api_call *c = &t->calls[i];

        add(a, &out->rows[ROW_HOST],
            (struct system_bar){ c->start_ns, c->end_ns,
                                 c->waits ? SYSTEM_WAIT : SYSTEM_CALL, i });
        if (c->end_ns > out->end_ns)
            out->end_ns = c->end_ns;
    }
    for (int i = 0; i < t->op_count; i++) {
        const struct device_op *op = &t->ops[i];
        enum system_kind kind = kind_of(op);

        add(a, &out->rows[row_of(kind)],
            (struct system_bar){ op->start_ns, op->end_ns, kind, i });
        if (op->end_ns > out->end_ns)
            out->end_ns = op->end_ns;
    }
    stream_rows(a, t, out);
    drop_empty(out);
    for (int i = 0; i < out->row_count; i++) {
        struct system_row *r = &out->rows[i];

        qsort(r->bars, (size_t)r->count, sizeof *r->bars, by_start);
        r->busy_ns = covered(r);
    }
    find_gaps(a, t, out);
    if (out->end_ns > TIME_MAX)
        out->end_ns = TIME_MAX;
}
