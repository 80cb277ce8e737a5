/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Line numbers in PTX. clang says nothing about inlining, so what std::isnan
 * becomes carries a line of <cmath>. Such line marks are left out: the
 * instructions then count as the line before, which is the caller's.
 */
#ifndef CC_LINES_H
#define CC_LINES_H

#include "base/text.h"

struct arena;
struct messages;

/* Copy ptx to out, without line marks of files that are not the learner's. */
void lines_keep_learners(struct arena *a, const struct messages *m,
                         struct text ptx, struct buf *out);

#endif
