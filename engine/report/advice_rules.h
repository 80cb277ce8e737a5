/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What advice is decided on: counters summed by source line and by kernel.
 * A rule looks at one of these and says its sentence, or says nothing.
 */
#ifndef REPORT_ADVICE_RULES_H
#define REPORT_ADVICE_RULES_H

#include "report/report.h"

/* limits.def: what must be at stake */
enum limit {
#define LIMIT(id, least, of_what) LIMIT_##id##_LEAST = least,
#include "report/limits.def"
#undef LIMIT
};

/* One source line of one kernel. */
struct site {
    const char *file; /* as the compiler wrote it; NULL unknown */
    int line;         /* 0 unknown */
    struct counters sum;
    uint64_t decisions;  /* of the branches, those that are not bra.uni */
    bool double_literal; /* computes with a double constant, not zero */
};

/* One kernel: all its launches, and what each of its lines did. */
struct kernel_work {
    const char *name;
    const struct trace_launch *first; /* the first launch kept in detail */
    struct counters sum;
    uint64_t lane_slots; /* warp instructions times the lanes of a warp that
                            the block's size fills */
    bool moves_doubles;  /* loads or stores double values */
    bool loads_local;    /* stores alone are arguments of printf */
    struct site *sites;
    int site_count, site_capacity;
};

/* What a rule found: text NULL if it has nothing to say. */
struct advice_text {
    const char *text;
    uint64_t count;
};

/* Rules for a line. */
struct advice_text advise_uncoalesced(struct arena *a, const struct site *s);
struct advice_text advise_misaligned(struct arena *a,
                                     const struct kernel_work *k,
                                     const struct site *s);
struct advice_text advise_banks(struct arena *a, const struct site *s);
struct advice_text advise_divergence(struct arena *a,
                                     const struct kernel_work *k,
                                     const struct site *s);
struct advice_text advise_atomics(struct arena *a, const struct site *s);
struct advice_text advise_hot(struct arena *a, const struct trace_launch *t);

/* Rules for a kernel; the line that has most of it goes to *at. */
struct advice_text advise_spills(struct arena *a, const struct kernel_work *k,
                                 const struct site **at);
struct advice_text advise_doubles(struct arena *a, const struct kernel_work *k,
                                  const struct site **at);

/* Rules for one launch. */
struct advice_text advise_grid(struct arena *a, const struct trace_launch *t);
struct advice_text advise_occupancy(struct arena *a,
                                    const struct trace_launch *t);
struct advice_text advise_idle(struct arena *a, const struct trace_launch *t);

#endif
