/* SPDX-License-Identifier: Apache-2.0 */
/* The loop: wait, turn what happened into events, draw. */
#include "tui/tui.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/watch.h"
#include "time/card.h"
#include "tui/editor.h"
#include "tui/job.h"
#include "tui/lesson_read.h"
#include "tui/term.h"
#include "tui/term_signals.h"
#include "tui/update.h"
#include "tui/view.h"

#define TICK_MS      100 /* while a job runs, or the warps play */
#define STOP_SECONDS 3   /* for a job when we leave */
#define EXIT_MACHINE 4

struct app {
    const struct tui_options *o;
    struct arena arena; /* as long as the lab is open */
    struct diags diags;
    struct course course;
    struct model model;
    struct term *term;
    struct frame frame;
    struct arena text_arena;                 /* the open lesson's files */
    struct watch watch;                      /* of the open exercise */
    struct task *task;                       /* running; NULL none */
    struct task *checked, *compared, *shown; /* own what the model shows */
    uint64_t task_start_ms, played_ms;
    int wake[2], signals;
    bool quit;
    int exit_code;
};

static void send(struct app *a, struct event e);

/* Say the last diag on the status line and start a fresh list. */
static void say_diag(struct app *a)
{
    if (a->diags.last)
        model_say(&a->model, true, "%s", a->diags.last->text);
    a->diags = (struct diags){ .arena = &a->arena };
}

static const char *card_of(const struct app *a)
{
    return a->o->card ? a->o->card : CARD_DEFAULT;
}

/* ---- effects ------------------------------------------------------------- */

static void load(struct app *a, const struct lesson *l)
{
    struct arena fresh = { 0 }, old = a->text_arena;
    struct diags ds = { .arena = &fresh };
    const struct work *work = a->model.has_work ? &a->model.work : NULL;
    struct lesson_text t = lesson_read(&fresh, &a->course, work, l, &ds);

    if (ds.last)
        model_say(&a->model, true, "%s", ds.last->text);
    a->text_arena = fresh;
    if (!t.exercise_path) {
        watch_close(&a->watch);
    } else if (strcmp(a->watch.path, t.exercise_path) != 0) {
        watch_close(&a->watch);
        watch_open(&a->watch, t.exercise_path);
    }
    send(a, (struct event){ .kind = EVENT_LOADED, .text = &t });
    arena_clear(&old);
}

static void start(struct app *a, enum job kind, const struct lesson *l,
                  const char *const files[2])
{
    struct check_options o = {
        .home = a->o->home,
        .work = a->model.has_work ? a->model.work.dir : NULL,
        .card = a->o->card,
        .compiler = a->o->compiler,
        .workers = a->o->workers,
        .timeout_s = a->o->timeout_s,
    };

    a->task_start_ms = clock_ms();
    a->task = task_start(kind, &a->course, l, o, files, a->wake[1]);
    if (!a->task)
        send(a, (struct event){ .kind = EVENT_FAILED,
                                .message = "cannot start a thread" });
}

/* Run the learner's exercise with the lesson's own small input. */
static void watch(struct app *a, const struct lesson *l)
{
    const char *own = a->model.lesson.text.exercise_path;
    const char *files[2] = { own ? own : l->exercise, l->main_cu };

    start(a, JOB_RUN, l, files);
}

static void edit(struct app *a, const struct effect *e)
{
    struct arena scratch = { 0 };

    term_leave(a->term);
    signals_lend(true);
    if (!editor_run(&scratch, e->path, e->line, &a->diags))
        say_diag(a);
    signals_lend(false);
    term_enter(a->term);
    arena_clear(&scratch);
    if (e->lesson)
        load(a, e->lesson);
}

static void reset(struct app *a, const struct lesson *l)
{
    const char *backup = NULL;

    if (!work_reset(&a->arena, &a->model.work, l, &backup, &a->diags)) {
        say_diag(a);
        return;
    }
    load(a, l);
    model_say(&a->model, false, "the starter is back; yours is %s",
              backup ? file_base(backup) : "gone");
}

static void suspend(struct app *a)
{
    term_leave(a->term);
    signals_stop();
    term_enter(a->term);
}

/* Read every card; one that cannot be read is said and left out. */
static void cards(struct app *a)
{
    int n, count = 0;
    const char **names = card_list(&a->arena, a->o->home->cards, &n);
    struct card *all = ARENA_NEW(&a->arena, struct card, (size_t)n + 1);

    for (int i = 0; i < n; i++)
        count += card_load(&a->arena, a->o->home->cards, names[i], &all[count],
                           &a->diags);
    say_diag(a);
    send(a, (struct event){
                .kind = EVENT_CARDS, .cards = all, .card_count = count });
}

static void apply(struct app *a, const struct effect *e)
{
    switch (e->kind) {
    case EFFECT_QUIT:
        a->quit = true;
        break;
    case EFFECT_LOAD:
        load(a, e->lesson);
        break;
    case EFFECT_CHECK:
        start(a, JOB_CHECK, e->lesson, NULL);
        break;
    case EFFECT_COMPARE:
        start(a, JOB_COMPARE, e->lesson, NULL);
        break;
    case EFFECT_RUN:
        watch(a, e->lesson);
        break;
    case EFFECT_PICK:
        shown_pick(&a->shown->arena, &a->shown->shown, e->line);
        send(a,
             (struct event){ .kind = EVENT_SHOWN, .shown = &a->shown->shown });
        break;
    case EFFECT_CANCEL:
        if (a->task)
            task_cancel(a->task);
        break;
    case EFFECT_CARDS:
        cards(a);
        break;
    case EFFECT_EDIT:
        edit(a, e);
        break;
    case EFFECT_RESET:
        reset(a, e->lesson);
        break;
    case EFFECT_SAVE:
        if (!work_save(&a->model.work, &a->diags))
            say_diag(a);
        break;
    case EFFECT_REDRAW:
        term_redraw(a->term);
        break;
    case EFFECT_SUSPEND:
        suspend(a);
        break;
    }
}

static void send(struct app *a, struct event e)
{
    struct effects out = { 0 };

    update(&a->model, &e, &out);
    for (int i = 0; i < out.count; i++)
        apply(a, &out.at[i]);
}

/* ---- events -------------------------------------------------------------- */

static void resize(struct app *a)
{
    struct event e = { .kind = EVENT_RESIZE };

    term_size(a->term, &e.rows, &e.cols);
    free(a->frame.cells);
    a->frame.cells =
        calloc((size_t)e.rows * (size_t)e.cols, sizeof *a->frame.cells);
    a->frame.rows = a->frame.cells ? e.rows : 0;
    a->frame.cols = a->frame.cells ? e.cols : 0;
    send(a, e);
    term_redraw(a->term);
}

/* Why the job did not do its work. */
static const char *reason(struct task *t)
{
    const struct diag *why = t->diags.first;

    if (why && why->at.file)
        return arena_printf(&t->arena, "%s:%d: %s", why->at.file, why->at.line,
                            why->text);
    return why ? why->text : "it did not work";
}

/* The job is over: hand its result to the model, which lets go of the one
   before. */
static void finish(struct app *a)
{
    struct task *t = a->task, **keep = t->kind == JOB_CHECK ? &a->checked
                                       : t->kind == JOB_RUN ? &a->shown
                                                            : &a->compared;
    struct task *old = *keep;

    task_join(t);
    a->task = NULL;
    if (atomic_load(&t->cancel)) {
        send(a, (struct event){ .kind = EVENT_CANCELLED });
        task_free(t);
        return;
    }
    if (!t->ok) {
        send(a, (struct event){ .kind = EVENT_FAILED, .message = reason(t) });
        task_free(t);
        return;
    }
    *keep = t;
    if (t->kind == JOB_CHECK)
        send(a, (struct event){ .kind = EVENT_CHECKED, .check = &t->checked });
    else if (t->kind == JOB_RUN)
        send(a, (struct event){ .kind = EVENT_SHOWN, .shown = &t->shown });
    else
        send(a, (struct event){ .kind = EVENT_COMPARED, .pair = &t->pair });
    task_free(old);
    if (t->kind == JOB_CHECK)
        load(a, t->lesson);
}

static void look_at_task(struct app *a)
{
    char bytes[64], what[96];

    while (read(a->wake[0], bytes, sizeof bytes) > 0)
        ;
    if (!a->task)
        return;
    task_step(a->task, what, sizeof what);
    if (*what)
        send(a, (struct event){ .kind = EVENT_STEP, .message = what });
    send(a,
         (struct event){ .kind = EVENT_TICK,
                         .elapsed_ms = (int)(clock_ms() - a->task_start_ms) });
    if (atomic_load(&a->task->done))
        finish(a);
}

static void look_at_signals(struct app *a)
{
    for (int s; (s = signals_next()) != 0;) {
        switch (s) {
        case SIGWINCH:
            resize(a);
            break;
        case SIGTSTP:
            suspend(a);
            break;
        case SIGCONT:
            term_enter(a->term);
            resize(a);
            break;
        default:
            a->exit_code = 128 + s;
            a->quit = true;
            break;
        }
    }
}

static void look_at_keys(struct app *a)
{
    uint32_t code;

    while (!a->quit) {
        enum term_input in = term_key(a->term, &code);

        if (in == TERM_NOTHING)
            return;
        if (in == TERM_END)
            a->quit = true;
        else
            send(a, (struct event){ .kind = EVENT_KEY, .code = code });
    }
}

static void draw(struct app *a)
{
    a->frame.ascii = a->model.ascii;
    render(&a->model, (struct rect){ 0, 0, a->frame.rows, a->frame.cols },
           &a->frame);
    term_show(a->term, &a->frame);
}

/* Until when poll() may sleep; -1: until something happens. */
static int patience(const struct app *a)
{
    int ms = watch_timeout(&a->watch, clock_ms());

    if (a->model.run.playing && (ms < 0 || ms > TICK_MS))
        return TICK_MS;
    return a->task && (ms < 0 || ms > TICK_MS) ? TICK_MS : ms;
}

static void loop(struct app *a)
{
    while (!a->quit) {
        struct pollfd p[] = {
            { .fd = STDIN_FILENO, .events = POLLIN },
            { .fd = a->signals, .events = POLLIN },
            { .fd = a->wake[0], .events = POLLIN },
            { .fd = *a->watch.path ? a->watch.fd : -1, .events = POLLIN },
        };

        draw(a);
        if (poll(p, 4, patience(a)) < 0 && errno != EINTR)
            return;
        if (watch_saved(&a->watch, clock_ms()))
            send(a, (struct event){ .kind = EVENT_SAVED });
        if (a->model.run.playing && clock_ms() - a->played_ms >= TICK_MS) {
            a->played_ms = clock_ms();
            send(a, (struct event){ .kind = EVENT_PLAY });
        }
        look_at_signals(a);
        look_at_task(a);
        if (p[0].revents)
            look_at_keys(a);
    }
}

/* ---- start and end ------------------------------------------------------- */

static void complain(const struct app *a)
{
    for (const struct diag *d = a->diags.first; d; d = d->next)
        fprintf(stderr, "warplings: %s%s%s\n", d->at.file ? d->at.file : "",
                d->at.file ? ": " : "", d->text);
}

static bool read_course(struct app *a)
{
    struct model *m = &a->model;

    if (!course_load(&a->arena, a->o->course_root, &a->course, &a->diags))
        return false;
    m->course = &a->course;
    m->card = card_of(a);
    m->ascii = a->o->ascii;
    m->rows = m->cols = 1;
    m->has_work = work_find(&a->arena, a->o->work_dir, &m->work);
    if (!m->has_work)
        model_say(m, false, "no working copy: `warplings init DIR` makes one");
    if (a->diags.last)
        say_diag(a);
    return true;
}

static bool open_all(struct app *a)
{
    if (!read_course(a))
        return false;
    if (pipe2(a->wake, O_NONBLOCK | O_CLOEXEC) < 0)
        return diag_fail(&a->diags, "cannot make a pipe: %s", strerror(errno));
    a->signals = signals_open(&a->diags);
    if (a->signals < 0)
        return false;
    a->term = term_open(&a->arena, a->o->mono, &a->model.ascii, &a->diags);
    if (!a->term)
        signals_close();
    return a->term != NULL;
}

static void close_all(struct app *a)
{
    bool stopped = true;

    term_close(a->term);
    if (a->task)
        stopped = task_stop(a->task, STOP_SECONDS);
    signals_close();
    if (!stopped)
        _exit(a->exit_code); /* its thread still uses our memory */
    task_free(a->task);
    task_free(a->checked);
    task_free(a->compared);
    task_free(a->shown);
    watch_close(&a->watch);
    close(a->wake[0]);
    close(a->wake[1]);
    free(a->frame.cells);
    model_release(&a->model);
    arena_clear(&a->text_arena);
}

/* The lab was opened to look at one run. */
static void view(struct app *a)
{
    const char *files[2] = { a->o->view, NULL };

    a->model.run.alone = true;
    a->model.job = (struct job_view){ .running = JOB_RUN };
    start(a, JOB_RUN, NULL, files);
}

int tui_main(const struct tui_options *o)
{
    struct app a = { .o = o };
    const char *number;
    const struct lesson *l;
    struct effects out = { 0 };

    a.diags.arena = &a.arena;
    if (!open_all(&a)) {
        complain(&a);
        arena_clear(&a.arena);
        return EXIT_MACHINE;
    }
    resize(&a);
    model_start(&a.model);
    number = arena_printf(&a.arena, "%d", o->start_lesson);
    l = o->start_lesson > 0 ? course_find(&a.course, number) : NULL;
    if (l)
        lesson_open(&a.model, l, &out);
    for (int i = 0; i < out.count; i++)
        apply(&a, &out.at[i]);
    if (o->view)
        view(&a);
    loop(&a);
    close_all(&a);
    arena_clear(&a.arena);
    return a.exit_code;
}
