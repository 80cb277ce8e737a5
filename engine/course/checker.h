/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a lesson's check.c is written with. It becomes a process of its own: the
 * only one that knows the answer.
 *
 *   checker cases                       "NAME SIZE graded|plain", a line each
 *   checker make  CASE SEED INPUT       write the input of a case
 *   checker judge CASE SEED INPUT OUTPUT
 *           "pass", or "fail COUNT INDEX EXPECTED GOT", or "size WANT GOT"
 */
#ifndef COURSE_CHECKER_H
#define COURSE_CHECKER_H

#include <stdbool.h>
#include <stdint.h>

struct checker_case {
    const char *name;
    long size;
    bool graded; /* counters are judged on this one; exactly one has it */
};

struct checker_random {
    uint64_t state;
};

struct checker_out;
struct checker_in;
struct checker_verdict;

/* A number in [low, high), the same for the same seed everywhere. */
double checker_uniform(struct checker_random *r, double low, double high);

/* Write the input file. */
void checker_put_int(struct checker_out *o, int v);
void checker_put_float(struct checker_out *o, float v);

/* Read it back. Arrays live as long as the process. */
int checker_get_int(struct checker_in *in);
const float *checker_get_floats(struct checker_in *in, int n);

/* The output must be n floats; false (and the verdict is set) if it is not. */
bool checker_expect_floats(struct checker_verdict *v, int n);

/* Element i must be within a relative, or an absolute, distance of expected. */
void checker_float(struct checker_verdict *v, int i, double expected,
                   double relative);
void checker_near(struct checker_verdict *v, int i, double expected,
                  double absolute);

/* The whole program around a lesson's two functions. */
int checker_main(int argc, char **argv, const struct checker_case *cases,
                 int count,
                 void (*make)(const struct checker_case *,
                              struct checker_random *, struct checker_out *),
                 void (*judge)(const struct checker_case *, struct checker_in *,
                               struct checker_verdict *));

#endif
