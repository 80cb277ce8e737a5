/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The views. All pure: they read their arguments, write cells inside r, and
 * touch nothing else.
 */
#ifndef TUI_VIEW_H
#define TUI_VIEW_H

#include "tui/keys.h"
#include "tui/model.h"

/* The whole screen. */
void render(const struct model *m, struct rect r, struct frame *f);

/* What a lane of the progress warp, that is a lesson, is. */
enum lane_state { LANE_ABSENT, LANE_UNTRIED, LANE_TRIED, LANE_PASSED };
enum lane_state lane_state(const struct model *m, int number);
const char *lane_glyph(enum lane_state s);
enum style lane_style(enum lane_state s);

void home_render(const struct model *m, struct rect r, struct frame *f);
void warp_render(const struct model *m, struct rect r, struct frame *f);
void lesson_render(const struct model *m, struct rect r, struct frame *f);
void check_render(const struct model *m, struct rect r, struct frame *f);
void compare_render(const struct model *m, struct rect r, struct frame *f);
void cards_render(const struct model *m, struct rect r, struct frame *f);
void run_render(const struct model *m, struct rect r, struct frame *f);

/* Tabs in the first row of r; names ends with NULL. */
void tabs_render(const char *const *names, int shown, struct rect r,
                 struct frame *f);

/* Bars with speed-up from the pair `first` on. card names what was modelled;
   NULL unknown. */
void bars_render(const struct pair *p, const char *card, int first,
                 struct rect r, struct frame *f);
int bars_fit(struct rect r); /* how many pairs of bars r holds */

/* Warps of both kernels on one axis of cycles. */
void warps_render(const struct pair *p, int row, uint32_t first,
                  uint32_t per_col, struct rect r, struct frame *f);

/* The cycle looked at, on top of the picture of one program's warps. */
void warps_cursor_render(const struct pair *p, uint32_t now, uint32_t first,
                         uint32_t per_col, struct rect r, struct frame *f);

/* The list of requests and the picture of one. */
void memory_render(const struct pair *p, int request, int scroll, struct rect r,
                   struct frame *f);
void sectors_render(const struct request_sample *s, int scroll, struct rect r,
                    struct frame *f);
void banks_render(const struct request_sample *s, int scroll, struct rect r,
                  struct frame *f);

/* A line of the list on the home screen. */
struct home_line {
    const char *part; /* heading; NULL: a lesson */
    int lesson;       /* index */
};
#define HOME_LINES_MAX 160
int home_lines(const struct model *m, struct home_line out[HOME_LINES_MAX]);

/* Documents. */
void check_doc(struct doc *d, const struct checked *c);
void counters_doc(struct doc *d, const struct pair *p);
void help_doc(struct doc *d, enum context here);
void chapter_doc(struct doc *d, const struct model *m);

/* The lesson's questions with the answers given so far and, once its two
   kernels were run, what the run says. Item of question i in the chapter:
   PREDICTION_ITEM + i. */
#define PREDICTION_ITEM 100
void predictions_doc(struct doc *d, const struct model *m);

/* Which keys count on this screen. */
enum context model_context(const struct model *m);

/* Sizes that update needs to keep scrolling within bounds. */
struct rect model_body(const struct model *m);
int page_width(const struct model *m); /* columns of a page's text */
int page_rows(const struct model *m);  /* rows of a page */
int counters_rows(const struct model *m);
/* Columns of the timeline of warps; visible rows of both kernels. */
int warp_columns(const struct model *m, const struct compare_view *v);
int warp_rows(const struct model *m, const struct compare_view *v, int *total);

#endif
