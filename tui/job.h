/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What takes long runs in a thread with an arena of its own; the screen stays
 * alive. The thread writes a byte into a pipe when there is news.
 */
#ifndef TUI_JOB_H
#define TUI_JOB_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "tui/model.h"

struct task {
    enum job kind;
    const struct course *course;
    const struct lesson *lesson;
    struct check_options options;
    const char *files[2]; /* of a run; the second may be NULL */
    int wake; /* written to when there is news; owned by the caller */

    pthread_t thread;
    atomic_bool cancel, done;
    pthread_mutex_t lock; /* of what */
    char what[96];        /* the latest step */

    struct arena arena; /* owns all below */
    struct diags diags;
    bool ok;
    struct checked checked;
    struct comparison comparison;
    struct pair pair;
    struct shown shown;
};

/* Start; files are of a run, borrowed. NULL if no thread can be had. */
struct task *task_start(enum job kind, const struct course *c,
                        const struct lesson *l, struct check_options o,
                        const char *const files[2], int wake);

/* The latest step, copied. */
void task_step(struct task *t, char *out, size_t size);

void task_cancel(struct task *t);

/* Wait for the end of a task that is done. */
void task_join(struct task *t);

/* Ask for the end and wait a moment; false if it still runs. */
bool task_stop(struct task *t, int seconds);

/* Free a joined task and its results; NULL is fine. */
void task_free(struct task *t);

#endif
