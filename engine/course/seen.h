/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Numbers in a chapter come from runs, never from a keyboard. The file
 * lessons/NN-name/seen.txt holds them, made by `warplings author seen`:
 *
 *     card h100-sxm
 *     naive global_load_sectors 134217728
 *     tiled global_load_sectors 16777216
 *
 * (program of the ladder, metric, value; metrics of a whole run are written
 * run:launches). A chapter names them in double braces:
 *
 *     {{naive.time_us}}                       one number
 *     {{naive.time_us / tiled.time_us}}       a ratio
 *     {{card}}
 *     {{table global_load_sectors time_us}}   a table: all programs, and bases
 */
#ifndef COURSE_SEEN_H
#define COURSE_SEEN_H

#include "course/course.h"

struct seen_row {
    const char *program, *metric;
    double number;
};

struct seen {
    const char *card; /* NULL: nothing was read */
    struct seen_row *rows;
    int count, capacity;
};

/* Read the file; an empty table if there is none. */
void seen_load(struct arena *a, const char *path, struct seen *out);

/* Add what a report says of a program, under the program's name. */
void seen_add(struct arena *a, struct seen *s, const char *program,
              const struct report *r);

/* "P.metric", or "P.metric / Q.metric"; false if a part is not known, or the
   divisor is zero. */
bool seen_value(const struct seen *s, const char *expression, double *out);

/* The text with its braces filled; what is not known becomes "-" and counts
   in *missing. */
char *seen_fill(struct arena *a, const struct seen *s, const char *text,
                int *missing);

/* Run the lesson's ladder: the file's new text, with only the metrics that
   the chapter and its predictions name. False when the machine says no. */
bool seen_make(struct arena *a, const struct lesson *l,
               const struct check_options *o, struct seen *out,
               struct diags *ds);
void seen_print(const struct seen *s, const char *lesson, struct buf *out);

/* The choice of a prediction that holds for these numbers; -1 if the value is
   not known or no choice fits. *number is the value. */
int prediction_answer(const struct prediction *p, const struct seen *s,
                      double *number);

#endif
