/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Proofs of a lesson, for those who write them.
 *
 * How an answer must fail stands on the first line of each wrong answer, and
 * in the front matter (`starter:`) for the exercise as shipped:
 *
 *     // expect: goal=clean finding=oob-global line=10 round
 *
 * goal: a goal that must fail. finding: one that must be reported, at that
 * line ("-": any); "-" means that no error may be reported at all. The word
 * round says that the answer is right at every multiple of 32.
 */
#ifndef COURSE_AUTHOR_H
#define COURSE_AUTHOR_H

#include "course/course.h"

struct author_tally {
    int ok, failed;
};

/*
 * Prove one lesson under one compiler; a line for each proof in out, beginning
 * with "ok" or "FAILED". The folder of wrong answers is tests/wrong/NN-name of
 * the course. False only when the machine says no.
 */
bool author_check(const struct course *c, const struct lesson *l,
                  const struct check_options *o, struct author_tally *tally,
                  struct buf *out, struct diags *ds);

/*
 * Make the files of a new lesson, "NN-name", in the course under root from the
 * folder `skeleton`; nothing is overwritten. They pass author_check but for
 * the chapter, which is to be written.
 */
bool author_new(struct arena *a, const char *root, const char *skeleton,
                const char *id, struct diags *ds);

#endif
