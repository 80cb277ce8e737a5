/* SPDX-License-Identifier: Apache-2.0 */
#include "tui/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void wake(struct task *t)
{
    if (write(t->wake, "", 1) < 0) {
        /* Full: it will look anyway. */
    }
}

static bool progress(void *context, const char *what)
{
    struct task *t = context;

    pthread_mutex_lock(&t->lock);
    snprintf(t->what, sizeof t->what, "%s", what ? what : "");
    pthread_mutex_unlock(&t->lock);
    wake(t);
    return atomic_load(&t->cancel);
}

static void check(struct task *t)
{
    struct checked *c = &t->checked;

    t->ok = check_run(&t->arena, t->course, t->lesson, &t->options, &c->result,
                      &t->diags);
    if (!t->ok)
        return;
    for (int i = 0; i < c->result.finding_count; i++) {
        sources_load(&t->arena, &c->sources, c->result.findings[i].file);
        sources_load(&t->arena, &c->sources, c->result.findings[i].file2);
    }
    for (const struct diag *d = c->result.compile; d; d = d->next)
        sources_load(&t->arena, &c->sources, d->at.file);
}

static void compare(struct task *t)
{
    t->ok = compare_run(&t->arena, &t->options, t->lesson->naive.path,
                        t->lesson->better.path, &t->comparison, &t->diags);
    if (t->ok)
        pair_make(&t->arena, &t->comparison, &t->pair);
}

static void show(struct task *t)
{
    t->ok = shown_load(&t->arena, &t->options, t->files, t->files[1] ? 2 : 1,
                       &t->shown, &t->diags);
}

static void *run(void *argument)
{
    struct task *t = argument;

    if (t->kind == JOB_CHECK)
        check(t);
    else if (t->kind == JOB_RUN)
        show(t);
    else
        compare(t);
    atomic_store(&t->done, true);
    wake(t);
    return NULL;
}

struct task *task_start(enum job kind, const struct course *c,
                        const struct lesson *l, struct check_options o,
                        const char *const files[2], int wake_fd)
{
    struct task *t = calloc(1, sizeof *t);
    int error;

    if (!t)
        return NULL;
    t->kind = kind;
    t->course = c;
    t->lesson = l;
    t->options = o;
    t->options.progress = progress;
    t->options.context = t;
    t->wake = wake_fd;
    t->files[0] = files ? files[0] : NULL;
    t->files[1] = files ? files[1] : NULL;
    t->diags.arena = &t->arena;
    pthread_mutex_init(&t->lock, NULL);
    error = pthread_create(&t->thread, NULL, run, t);
    if (error) {
        task_free(t);
        return NULL;
    }
    return t;
}

void task_step(struct task *t, char *out, size_t size)
{
    pthread_mutex_lock(&t->lock);
    snprintf(out, size, "%s", t->what);
    pthread_mutex_unlock(&t->lock);
}

void task_cancel(struct task *t)
{
    atomic_store(&t->cancel, true);
}

void task_join(struct task *t)
{
    pthread_join(t->thread, NULL);
}

bool task_stop(struct task *t, int seconds)
{
    struct timespec until;

    task_cancel(t);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += seconds;
    return pthread_timedjoin_np(t->thread, NULL, &until) == 0;
}

void task_free(struct task *t)
{
    if (!t)
        return;
    arena_clear(&t->arena);
    pthread_mutex_destroy(&t->lock);
    free(t);
}
