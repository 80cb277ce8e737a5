/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the screens show. Plain data: `update` alone changes it, `render` reads
 * it, tests build it by hand. What the world has to do comes back from
 * `update` as effects, and comes in again as events.
 */
#ifndef TUI_MODEL_H
#define TUI_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "course/course.h"
#include "time/card.h"
#include "tui/doc.h"
#include "tui/pair.h"
#include "tui/run_view.h"
#include "tui/source.h"

enum screen {
    SCREEN_HOME,
    SCREEN_LESSON,
    SCREEN_CHECK,
    SCREEN_COMPARE,
    SCREEN_RUN,
    SCREEN_CARDS
};

enum tab { TAB_BARS, TAB_COUNTERS, TAB_WARPS, TAB_MEMORY, TAB_COUNT };

enum page { PAGE_CHAPTER, PAGE_EXERCISE, PAGE_SOLUTION, PAGE_COUNT };

enum job { JOB_NONE, JOB_CHECK, JOB_COMPARE, JOB_RUN };

enum event_kind {
    EVENT_KEY,      /* code */
    EVENT_RESIZE,   /* rows, cols */
    EVENT_LOADED,   /* text: the lesson's files were read (again) */
    EVENT_STEP,     /* message: the job says what it does now */
    EVENT_TICK,     /* elapsed_ms: how long the job runs */
    EVENT_CHECKED,  /* check */
    EVENT_COMPARED, /* pair */
    EVENT_SAVED,    /* the learner saved the open exercise */
    EVENT_SHOWN,    /* shown */
    EVENT_PLAY,     /* time for one more step of what plays */
    EVENT_CARDS,    /* cards: they were read */
    EVENT_FAILED,   /* message: the job could not do its work */
    EVENT_CANCELLED,
    EVENT_MESSAGE /* message: something to say */
};

/* The texts of one lesson as read from disk. */
struct lesson_text {
    const struct lesson *lesson;
    struct text chapter; /* includes filled in */
    struct text exercise;
    struct text solution;
    const char *exercise_path; /* of the learner's file; NULL none */
};

/* A finished check with the sources that its findings name. */
struct checked {
    struct check_result result;
    struct sources sources;
};

struct event {
    enum event_kind kind;
    uint32_t code;
    int rows, cols;
    int elapsed_ms;
    const char *message;
    const struct lesson_text *text;
    const struct checked *check;
    const struct pair *pair;
    struct shown *shown;
    const struct card *cards;
    int card_count;
};

enum effect_kind {
    EFFECT_QUIT,
    EFFECT_LOAD,  /* read the files of lesson */
    EFFECT_CHECK, /* start checking lesson */
    EFFECT_COMPARE,
    EFFECT_RUN, /* run the exercise of lesson, to look at it */
    EFFECT_PICK,
    EFFECT_CANCEL,
    EFFECT_CARDS, /* read the cards */
    EFFECT_EDIT,  /* path, line */
    EFFECT_RESET, /* put the starter of lesson back */
    EFFECT_SAVE,  /* write progress down */
    EFFECT_REDRAW,
    EFFECT_SUSPEND
};

struct effect {
    enum effect_kind kind;
    const struct lesson *lesson;
    const char *path;
    int line; /* of path; EFFECT_PICK: the launch */
};

#define EFFECTS_MAX 6
struct effects {
    struct effect at[EFFECTS_MAX];
    int count;
};

#define GUESSES_MAX 8 /* predictions of a lesson that can be answered */

struct home_view {
    int selected; /* index into course.lessons */
    int top;      /* first line of the list shown */
    char filter[32];
    bool typing; /* keys go to the filter */
};

struct lesson_view {
    struct lesson_text text;
    enum page page;
    struct arena arena; /* of the pages */
    struct doc pages[PAGE_COUNT];
    int scroll[PAGE_COUNT];
    int guess[64][GUESSES_MAX]; /* by lesson number: choice + 1; 0 none yet */
};

struct check_view {
    const struct checked *done; /* NULL: none yet */
    struct arena arena;
    struct doc doc;
    int scroll, selected, items; /* items: what can be selected */
};

struct compare_view {
    const struct pair *pair; /* NULL: none yet */
    enum tab tab;
    struct arena arena;
    struct doc counters;
    int bar;            /* first pair of bars shown */
    int scroll;         /* of the counters */
    int row;            /* first warp row shown */
    uint32_t first;     /* first cycle shown */
    uint32_t per_col;   /* cycles in one column */
    uint32_t now;       /* cycle looked at, in the run of one program */
    int request;        /* index into pair->requests */
    int request_scroll; /* first row of the picture shown */
};

struct run_view {
    const struct shown *shown; /* NULL: none yet */
    enum run_tab tab;
    enum screen from; /* where back leads */
    bool alone;       /* the lab was opened for it: back ends it */
    struct system_view system;
    struct compare_view one;   /* warps and memory of the launch shown */
    struct compare_view banks; /* its requests of shared memory */
    int step;                  /* selected, of the path of lanes */
    int line;                  /* selected, index into shown->heat.lines */
    struct arena arena;
    struct doc metrics;
    int scroll;   /* of the metrics */
    bool playing; /* the warps go on by themselves */
};

struct cards_view {
    const struct card *cards; /* by name; NULL: not read yet */
    int count, selected;
    int other; /* compared with; -1 none */
    struct arena arena;
    struct doc doc;
    int scroll;
};

#define STEPS_MAX 8
struct job_view {
    enum job running;
    int elapsed_ms;
    char steps[STEPS_MAX][96]; /* what it said it does, oldest first */
    int step_count;
    bool cancelling;
};

struct model {
    const struct course *course;
    struct work work;
    bool has_work; /* there is a working copy */
    const char *card, *compiler;
    bool ascii;
    int rows, cols; /* of the screen */

    enum screen screen;
    bool help;
    struct arena help_arena;
    struct doc help_doc;
    int help_scroll;
    bool confirm_reset;
    char message[256];
    bool message_is_bad;

    struct home_view home;
    struct lesson_view lesson;
    struct check_view check;
    struct compare_view compare;
    struct run_view run;
    struct cards_view cards;
    struct job_view job;
    bool no_auto;     /* a save does not check by itself */
    bool saved_since; /* while a job was running */
};

/* The lesson a screen is about: the open one, or the one under the cursor. */
const struct lesson *model_lesson(const struct model *m);

/* Is the lesson shown under the filter? */
bool home_shows(const struct model *m, int index);

/* Free what the model owns. */
void model_release(struct model *m);

#endif
