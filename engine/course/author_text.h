/* SPDX-License-Identifier: Apache-2.0 */
/* What can be proven of a chapter's text without running anything. */
#ifndef COURSE_AUTHOR_TEXT_H
#define COURSE_AUTHOR_TEXT_H

#include "course/course.h"

enum { AUTHOR_TEXT_COUNT = 5 };

/* Proof number i, 0 to AUTHOR_TEXT_COUNT - 1: its name, and in *why what is
   wrong, or NULL. */
const char *author_text_proof(struct arena *a, const struct course *c,
                              const struct lesson *l, int i, const char **why);

#endif
