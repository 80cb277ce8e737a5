/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lessons: what they are, what a check says of an answer, what a learner has
 * done so far. A course is a folder:
 *
 *   lessons/course.yaml          order, parts
 *   lessons/NN-name/             lesson.md main.cu exercise.cu check.c
 *   kernels/NN-name/             the pairs that compare plays
 *   solutions/NN-name.cu
 */
#ifndef COURSE_COURSE_H
#define COURSE_COURSE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/home.h"
#include "cc/cc.h"
#include "report/report.h"

struct arena;
struct diags;

enum goal_scope { GOAL_KERNELS, GOAL_RUN };
enum goal_bound { BOUND_AT_MOST, BOUND_AT_LEAST, BOUND_EQUAL };

struct goal {
    const char *id;     /* "sectors"; "correct" is always the first */
    const char *text;   /* one line for people */
    int metric;         /* enum metric, or -1 for correct / no-findings */
    const char *kernel; /* NULL: all */
    enum goal_scope scope;
    enum goal_bound bound;
    double limit;
    int points;
    bool shown_only; /* modelled: shown, not graded */
};

/* A question before the run. The run answers it: the choice whose range
   [low, high) holds the value. */
struct prediction {
    const char *ask, *of; /* of: as in seen.h, "naive.x / better.x" */
    struct {
        const char *text;
        double low, high;
    } choices[5];
    int choice_count;
};

struct lesson {
    const char *id; /* "11-tiling" */
    int number;     /* 11 */
    const char *title, *part;
    const char *dir;                                     /* lessons/11-tiling */
    const char *exercise, *main_cu, *check_c, *solution; /* paths */
    const char *chapter; /* Markdown after the front matter, numbers filled */
    const char *chapter_source; /* the same with its {{...}}, see seen.h */
    const char *concepts;
    const char *hints[3];
    struct goal *goals;
    int goal_count;
    struct goal *minimum; /* work that any honest answer does */
    int minimum_count;
    int points; /* sum of goals' */
    struct {
        const char *path, *label;
    } naive, better;            /* compare pair */
    const char *compare_kernel; /* display name or NULL */
    const char *ladder[8];      /* kernels from naive to better, paths */
    int ladder_count;
    struct prediction *predictions;
    int prediction_count;
    const char *starter; /* how the exercise fails, see author.h; or NULL */
};

struct course {
    const char *root;
    const char *title;
    struct lesson *lessons;
    int lesson_count;
    struct {
        const char *title;
        int first, last;
    } * parts; /* lesson numbers */
    int part_count;
    int planned; /* 32: lanes of the progress warp */
};

/* Load a course; a lesson that is half written gives a diag naming the file
   and what is missing, and is left out. False only if nothing can be read. */
bool course_load(struct arena *a, const char *root, struct course *out,
                 struct diags *ds);

/* By number or id ("11", "tiling", "11-tiling"); NULL if there is none. */
const struct lesson *course_find(const struct course *c, const char *text);

enum verdict {
    VERDICT_PASS,
    VERDICT_FAIL,
    VERDICT_COMPILE_ERROR,
    VERDICT_CRASH,
    VERDICT_TIMEOUT,
    VERDICT_SKIPPED
};
const char *verdict_text(enum verdict v); /* "compile-error" */
int verdict_exit_code(enum verdict v);    /* design section 9 */

struct goal_result {
    const struct goal *goal;
    struct value value;
    bool pass;
    int points;
    const char *note; /* why it failed, one sentence; NULL */
};

struct check_options {
    const struct home *home;
    const char *work; /* learner's folder; NULL: the pristine course */
    const char *file; /* --file; NULL: the exercise of work or course */
    const char *card; /* NULL: default */
    enum compiler compiler;
    int workers;
    uint64_t seed;   /* 0: the default, 1 */
    uint64_t budget; /* warp instructions a launch; 0: the default */
    int timeout_s;
    bool round_only; /* only cases whose size is a multiple of 32, not 0 */
    /* Called now and then with what is going on; true cancels. May be NULL. */
    bool (*progress)(void *context, const char *what);
    void *context;
};

struct check_result {
    enum verdict verdict;
    const struct lesson *lesson;
    const char *file; /* what was checked */
    const char *card, *compiler;
    uint64_t seed;
    int points, of;
    struct goal_result *goals;
    int goal_count;
    struct report_finding *findings; /* of all runs, deduplicated */
    int finding_count;
    const char *summary;   /* the first explainable reason, a sentence */
    const char *output;    /* what the program printed, cut */
    struct diag *compile;  /* first compile diag, or NULL */
    struct report *report; /* of the graded run, or NULL */
};

/* Check one answer. False only when the machine says no. */
bool check_run(struct arena *a, const struct course *c, const struct lesson *l,
               const struct check_options *o, struct check_result *out,
               struct diags *ds);

void check_json(const struct check_result *r, struct buf *out);
void check_plain(const struct check_result *r, int width, bool color,
                 bool ascii, struct buf *out);

/* The learner's folder and progress; a small text file inside it. */
struct work {
    const char *dir;
    struct {
        bool passed;
        int points, hints, tries;
    } state[64]; /* by number */
    int last;    /* lesson number worked on last; 0 none */
};

/* Make or complete a working copy: exercises, and the kernels that chapters
   run, never overwriting. */
bool work_init(struct arena *a, const struct course *c, const char *dir,
               struct diags *ds);

/* Find the working copy: explicit dir, the current folder or one above it,
   ~/warplings. False if there is none (no diag). */
bool work_find(struct arena *a, const char *dir, struct work *out);

/* Save progress as one step. */
bool work_save(const struct work *w, struct diags *ds);

/* Put the pristine starter back; the old file is kept beside it as
   exercise.cu.bak (numbered if taken). */
bool work_reset(struct arena *a, const struct work *w, const struct lesson *l,
                const char **backup, struct diags *ds);

/* The path of the learner's exercise of that lesson. */
const char *work_exercise(struct arena *a, const struct work *w,
                          const struct lesson *l);

/* Both kernels of a lesson (or two files), run on the same card. */
struct comparison {
    struct report a, b;
    const char *label_a, *label_b;
    struct trace trace_a, trace_b;
    bool whole_run; /* set before printing: compare runs, not kernels */
    double speedup; /* modelled time of a over b; 0 unknown */
};
bool compare_run(struct arena *a, const struct check_options *o,
                 const char *file_a, const char *file_b, struct comparison *out,
                 struct diags *ds);

/* Build and run one program of `count` files: its trace and its report. */
bool compare_run_one(struct arena *a, const struct check_options *o,
                     const char *const *files, int count, struct trace *trace,
                     struct report *r, struct diags *ds);

/* Compare the whole runs, copies and gaps included, as lessons about the host
   do; lesson_is_about_run says which these are. */
void compare_whole_run(struct comparison *c);
bool lesson_is_about_run(const struct lesson *l);

void compare_json(const struct comparison *c, struct buf *out);
void compare_plain(const struct comparison *c, int width, bool color,
                   bool ascii, struct buf *out);

/* What this comparison says to a lesson's prediction i: the choice that holds,
   and the value it was read from; -1 if it says nothing. */
int compare_answer(struct arena *a, const struct comparison *c,
                   const struct lesson *l, int i, double *number);

/* The lesson's predictions, and what this comparison says to them. */
void compare_predictions(struct arena *a, const struct comparison *c,
                         const struct lesson *l, int width, struct buf *out);

#endif
