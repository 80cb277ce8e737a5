/* SPDX-License-Identifier: Apache-2.0 */
/* The checker process of a lesson: built once, asked for cases and verdicts. */
#ifndef COURSE_JUDGE_H
#define COURSE_JUDGE_H

#include <stdbool.h>
#include <stdint.h>

#include "course/course.h"

struct judge_case {
    const char *name;
    long size;
    bool graded;
};

struct judge {
    const char *program;
    struct judge_case *cases;
    int count;
};

struct judgement {
    bool pass, bad_size;
    long wrong, first; /* elements */
    double expected, got;
    long want_bytes, got_bytes;
};

/* Build check.c (from the cache, if nothing changed) and list its cases. */
bool judge_open(struct arena *a, const struct home *home,
                const struct lesson *l, struct judge *out, struct diags *ds);

/* Write the input of a case. */
bool judge_make(struct arena *a, const struct judge *j,
                const struct judge_case *c, uint64_t seed, const char *input,
                struct diags *ds);

/* Judge an output file. */
bool judge_ask(struct arena *a, const struct judge *j,
               const struct judge_case *c, uint64_t seed, const char *input,
               const char *output, struct judgement *out, struct diags *ds);

#endif
