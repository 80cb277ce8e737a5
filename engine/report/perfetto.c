/* SPDX-License-Identifier: Apache-2.0 */
#include "report/perfetto.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/json.h"

/* "Processes" of the picture. */
enum { HOST = 1, STREAMS = 2, ENGINES = 3 };
enum { ENGINE_IN = 1, ENGINE_OUT = 2, ENGINE_DEVICE = 3 };

struct writer {
    const struct trace *trace;
    struct buf *out;
    bool any;
};

/* A text in quotes. */
static void quoted(struct buf *b, const char *s)
{
    json_t *text = json_bytes(text_of(s ? s : ""));
    char *dumped = json_dumps(text, JSON_ENCODE_ANY);

    buf_str(b, dumped ? dumped : "\"\"");
    free(dumped);
    json_decref(text);
}

/* Nanoseconds as microseconds, exactly. */
static void micros(struct buf *b, const char *key, uint64_t ns)
{
    buf_printf(b, ",\"%s\":%" PRIu64 ".%03d", key, ns / 1000, (int)(ns % 1000));
}

static void begin(struct writer *w, const char *name, const char *phase,
                  int pid, int tid)
{
    buf_str(w->out, w->any ? ",\n{\"name\":" : "\n{\"name\":");
    w->any = true;
    quoted(w->out, name);
    buf_printf(w->out, ",\"ph\":\"%s\",\"pid\":%d,\"tid\":%d", phase, pid, tid);
}

static void end(struct writer *w)
{
    buf_str(w->out, "}");
}

static void label(struct writer *w, const char *what, int pid, int tid,
                  const char *name)
{
    begin(w, what, "M", pid, tid);
    buf_str(w->out, ",\"args\":{\"name\":");
    quoted(w->out, name);
    buf_str(w->out, "}");
    end(w);
}

static void span(struct writer *w, const char *name, const char *category,
                 int pid, int tid, uint64_t from, uint64_t to)
{
    begin(w, name, "X", pid, tid);
    buf_printf(w->out, ",\"cat\":\"%s\"", category);
    micros(w->out, "ts", from);
    micros(w->out, "dur", to > from ? to - from : 0);
}

static void labels(struct writer *w, const struct report *r)
{
    const struct trace *t = w->trace;
    bool seen[64] = { false };

    label(w, "process_name", HOST, 0, r->program ? r->program : "program");
    label(w, "thread_name", HOST, 1, "CUDA calls");
    label(w, "process_name", STREAMS, 0, t->card ? t->card : "card");
    label(w, "process_name", ENGINES, 0, "copy engines");
    label(w, "thread_name", ENGINES, ENGINE_IN, "host to device");
    label(w, "thread_name", ENGINES, ENGINE_OUT, "device to host");
    label(w, "thread_name", ENGINES, ENGINE_DEVICE, "on the device");
    for (int i = 0; i < t->op_count; i++) {
        int s = t->ops[i].stream;
        char name[32];

        if (s < 0 || (s < 64 && seen[s]))
            continue;
        if (s >= 64)
            continue; /* shown by its number alone */
        seen[s] = true;
        snprintf(name, sizeof name, s ? "stream %d" : "default stream", s);
        label(w, "thread_name", STREAMS, s + 1, name);
    }
}

static void calls(struct writer *w)
{
    const struct trace *t = w->trace;

    for (int i = 0; i < t->call_count; i++) {
        const struct api_call *c = &t->calls[i];

        span(w, c->name, c->waits ? "call,wait" : "call", HOST, 1, c->start_ns,
             c->end_ns);
        buf_printf(w->out, ",\"args\":{\"error\":%d}", (int)c->error);
        end(w);
    }
}

/* The call in which a launch was issued; -1 if it was not recorded. */
static int call_of(const struct trace *t, uint64_t issue_ns)
{
    int low = 0, high = t->call_count;

    while (low < high) {
        int mid = low + (high - low) / 2;

        if (t->calls[mid].start_ns <= issue_ns)
            low = mid + 1;
        else
            high = mid;
    }
    for (int i = low - 1; i >= 0 && i >= low - 4; i--)
        if (t->calls[i].end_ns >= issue_ns &&
            strstr(t->calls[i].name, "Launch"))
            return i;
    return -1;
}

static void arrow(struct writer *w, int launch, const struct device_op *op)
{
    int call = call_of(w->trace, w->trace->launches[launch].issue_ns);

    if (call < 0)
        return;
    begin(w, "launch", "s", HOST, 1);
    buf_printf(w->out, ",\"cat\":\"launch\",\"id\":%d", launch + 1);
    micros(w->out, "ts", w->trace->calls[call].start_ns);
    end(w);
    begin(w, "launch", "f", STREAMS, op->stream + 1);
    buf_printf(w->out, ",\"cat\":\"launch\",\"id\":%d,\"bp\":\"e\"",
               launch + 1);
    micros(w->out, "ts", op->start_ns);
    end(w);
}

static void kernel_args(struct buf *b, const struct trace *t,
                        const struct trace_launch *l)
{
    buf_printf(b,
               ",\"args\":{\"grid\":\"%ux%ux%u\",\"block\":\"%ux%ux%u\","
               "\"registers\":%d",
               l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1],
               l->block[2], (int)l->registers);
    if (!t->measured) /* a card does not say */
        buf_printf(b, ",\"occupancy_pct\":%.1f",
                   l->time.occupancy_achieved_pct);
    buf_printf(b, ",\"basis\":\"%s\"}", t->measured ? "measured" : "modelled");
}

static void kernel(struct writer *w, const struct device_op *op)
{
    const struct trace *t = w->trace;
    bool known = op->launch >= 0 && op->launch < t->launch_count;
    const struct trace_launch *l = known ? &t->launches[op->launch] : NULL;

    span(w, known ? l->kernel : "kernel", "kernel", STREAMS, op->stream + 1,
         op->start_ns, op->end_ns);
    if (known)
        kernel_args(w->out, t, l);
    end(w);
    /* The call of each launch in a sum is not kept. */
    if (known && !l->sum.launches)
        arrow(w, op->launch, op);
}

static void copy(struct writer *w, const struct device_op *op)
{
    static const char *const names[] = {
        [DEVICE_OP_H2D] = "copy host to device",
        [DEVICE_OP_D2H] = "copy device to host",
        [DEVICE_OP_D2D] = "copy on the device",
        [DEVICE_OP_MEMSET] = "memset",
    };
    int engine = op->kind == DEVICE_OP_H2D   ? ENGINE_IN
                 : op->kind == DEVICE_OP_D2H ? ENGINE_OUT
                                             : ENGINE_DEVICE;

    for (int i = 0; i < 2; i++) {
        span(w, names[op->kind], "copy", i ? ENGINES : STREAMS,
             i ? engine : op->stream + 1, op->start_ns, op->end_ns);
        buf_printf(w->out, ",\"args\":{\"bytes\":%" PRIu64 ",\"pageable\":%s}",
                   op->bytes, op->pageable ? "true" : "false");
        end(w);
    }
}

/* A kernel begins (share above 0) or ends. */
struct step {
    uint64_t ns;
    double share; /* of the card's warps, % */
};

static int by_time(const void *a, const void *b)
{
    const struct step *x = a, *y = b;

    if (x->ns != y->ns)
        return x->ns < y->ns ? -1 : 1;
    return (x->share > y->share) - (x->share < y->share); /* ends first */
}

/* The occupancy of all kernels that run at a time, added up: kernels that run
   side by side share the SMs. One value for each moment at which it changes. */
static void occupancy(struct writer *w)
{
    const struct trace *t = w->trace;
    struct step *steps = calloc((size_t)t->op_count * 2 + 1, sizeof *steps);
    double sum = 0;
    int n = 0, running = 0;

    for (int i = 0; steps && i < t->op_count; i++) {
        const struct device_op *op = &t->ops[i];
        double share;

        if (op->kind != DEVICE_OP_KERNEL || op->launch < 0 ||
            op->end_ns <= op->start_ns)
            continue;
        share = t->launches[op->launch].time.occupancy_achieved_pct;
        if (share <= 0)
            continue;
        steps[n++] = (struct step){ op->start_ns, share };
        steps[n++] = (struct step){ op->end_ns, -share };
    }
    if (n)
        qsort(steps, (size_t)n, sizeof *steps, by_time);
    for (int i = 0; i < n; i++) {
        running += steps[i].share > 0 ? 1 : -1;
        sum = running ? sum + steps[i].share : 0;
        if (i + 1 < n && steps[i + 1].ns == steps[i].ns)
            continue;
        begin(w, "SM occupancy, %", "C", STREAMS, 0);
        micros(w->out, "ts", steps[i].ns);
        buf_printf(w->out, ",\"args\":{\"value\":%.6g}",
                   sum > 100 ? 100.0 : sum);
        end(w);
    }
    free(steps);
}

static void work(struct writer *w)
{
    const struct trace *t = w->trace;

    for (int i = 0; i < t->op_count; i++)
        if (t->ops[i].kind == DEVICE_OP_KERNEL)
            kernel(w, &t->ops[i]);
        else
            copy(w, &t->ops[i]);
    occupancy(w);
}

void perfetto_json(const struct report *r, struct buf *out)
{
    struct writer w = { r->trace, out, false };

    buf_str(out, "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"producer\":"
                 "\"warplings\",\"card\":");
    quoted(out, r->card);
    buf_printf(out, ",\"basis\":\"%s\"},\"traceEvents\":[",
               r->trace->measured ? "measured" : "modelled");
    labels(&w, r);
    calls(&w);
    work(&w);
    buf_str(out, "\n]}\n");
}
