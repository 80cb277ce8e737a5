/* SPDX-License-Identifier: Apache-2.0 */
/* event -> model: the only writer of the model. No files, no terminal. */
#ifndef TUI_UPDATE_H
#define TUI_UPDATE_H

#include "tui/keys.h"
#include "tui/model.h"

/* Make a model ready for its first frame. */
void model_start(struct model *m);

/* Take in one event; what the world has to do is added to out. */
void update(struct model *m, const struct event *e, struct effects *out);

/* Open a lesson's screen; its files are asked for. */
void lesson_open(struct model *m, const struct lesson *l, struct effects *out);

/* The rest is for update's own files. */

void effect_add(struct effects *out, struct effect e);
void model_say(struct model *m, bool bad, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Index of a lesson's progress in work.state; 0 if it has none. */
int state_index(const struct lesson *l);

void job_start(struct model *m, enum job job, struct effects *out);

/* What an action does to the open lesson, or the one under the cursor. */
void lesson_act(struct model *m, enum action a, struct effects *out);

/* Answer the open lesson's first prediction without one: choice 0 .. 4. */
void lesson_guess(struct model *m, int choice);

/* The cards were read: start with the one in use. */
void cards_take(struct model *m, const struct card *cards, int count);
void cards_relayout(struct model *m);

/* Lay out what depends on the size of the screen again. */
void relayout(struct model *m);
void lesson_relayout(struct model *m);
void check_relayout(struct model *m);
void counters_relayout(struct model *m);
void run_relayout(struct model *m);

/* Moving: true if the action was one. */
bool home_move(struct model *m, enum action a);
bool lesson_move(struct model *m, enum action a);
bool check_move(struct model *m, enum action a);
bool compare_move(struct model *m, enum action a);
bool cards_move(struct model *m, enum action a);
bool run_move(struct model *m, enum action a);
bool warps_move(const struct model *m, struct compare_view *v, enum action a);
bool memory_move(struct compare_view *v, enum action a);

/* How a scroll position moves; false if the action is no move. */
bool scroll_move(int *at, int most, int page, enum action a);
bool help_move(struct model *m, enum action a);

#endif
