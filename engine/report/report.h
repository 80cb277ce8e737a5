/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a trace means: metrics by their names, and findings in words.
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "trace/trace.h"

struct arena;
struct diags;

enum basis { BASIS_COUNTED, BASIS_MODELLED, BASIS_MEASURED };
enum metric_scope { SCOPE_LAUNCH, SCOPE_RUN };

/* metrics.def: METRIC(id, text, scope, basis, unit, meaning) */
enum metric {
#define METRIC(id, text, scope, basis, unit, meaning) METRIC_##id,
#include "report/metrics.def"
#undef METRIC
    METRIC_COUNT
};

struct metric_info {
    const char *text; /* "global_load_sectors" */
    enum metric_scope scope;
    enum basis basis;
    const char *unit, *meaning;
};
extern const struct metric_info metric_table[METRIC_COUNT];

/* The metric of that name and scope; -1 if there is none. */
int metric_find(enum metric_scope scope, const char *text);

struct value {
    bool known;
    double number;
    const char *text; /* metrics that are words: occupancy_limiter */
};

/* One launch. */
struct report_kernel {
    const char *name;
    int launch;                         /* index into trace.launches */
    struct value metrics[METRIC_COUNT]; /* SCOPE_LAUNCH ones */
};

struct report_finding {
    enum finding_id id;
    enum severity severity;
    const char *kernel; /* NULL if outside kernels */
    const char *file;   /* learner's path, as given; NULL unknown */
    int line;           /* 0 unknown */
    int line2;          /* 0: no second place */
    const char *file2;
    bool has_thread;
    uint32_t thread[3], block[3];
    uint64_t count;
    const char *message; /* what happened, one or two sentences */
    const char *advice;  /* what to try */
    const char *lesson;  /* "02-guard" or NULL */
};

struct report {
    const char *program;  /* "x.cu" */
    const char *compiler; /* "clang 14.0.6" */
    const char *card;
    bool exited; /* exit is the program's own code */
    int exit;    /* code, or 128 + signal; null on timeout */
    struct text output;
    struct value run[METRIC_COUNT]; /* SCOPE_RUN ones */
    struct report_kernel *kernels;  /* one per launch, in order */
    int kernel_count;
    struct report_finding *findings; /* errors first, then by place */
    int finding_count;
    const struct trace *trace; /* borrowed */
};

struct report_source {
    const char *program, *compiler;
    bool exited;
    int exit;
    bool timed_out;
    int signal; /* 0, or the signal that killed the program */
    struct text output;
};

/* Make the report of a trace. All but the trace lives in a. */
void report_make(struct arena *a, const struct trace *t,
                 const struct report_source *s, struct report *out);

/* Read a record and make its report. False and a diag if it cannot be read. */
bool report_read(struct arena *a, const char *path, struct trace *t,
                 struct report *out, struct diags *ds);

/* What a metric of this report rests on: metric_table's, but what is modelled
   for a simulated card was measured on a real one. */
enum basis report_basis(const struct report *r, enum metric m);

/* Metric over all launches of a kernel name (NULL: all kernels): counters
   add up, percentages are weighed by what they are a share of. */
struct value report_total(const struct report *r, const char *kernel,
                          enum metric m);

/* {"schema": "warplings/run/1", ...} with a newline; bytes are repeatable. */
void report_json(const struct report *r, struct buf *out);

/* The same for people: findings first, then kernels, then the run. One fact
   per line, no cursor motion. width in columns; color: SGR sequences. */
void report_plain(const struct report *r, int width, bool color, bool ascii,
                  struct buf *out);

/* One finding as people read it, with the source line if it can be read. */
void finding_plain(const struct report_finding *f, int width, bool color,
                   bool ascii, struct buf *out);

#endif
