/* SPDX-License-Identifier: Apache-2.0 */
/* The files of a lesson, read for its screen. */
#ifndef TUI_LESSON_READ_H
#define TUI_LESSON_READ_H

#include "tui/model.h"

/*
 * Chapter, exercise (the learner's own, or the pristine one without work) and,
 * after a pass, the solution. What cannot be read is empty and gives a diag.
 */
struct lesson_text lesson_read(struct arena *a, const struct course *c,
                               const struct work *work, const struct lesson *l,
                               struct diags *ds);

#endif
