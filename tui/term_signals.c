/* SPDX-License-Identifier: Apache-2.0 */
#include "tui/term_signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/diag.h"

static const int handled[] = { SIGTERM, SIGHUP,  SIGINT,  SIGQUIT,
                               SIGTSTP, SIGCONT, SIGWINCH };
static const int fatal[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };

/* A signal handler has no arguments of ours: this state cannot be local. */
static int pipe_ends[2] = { -1, -1 };
static struct termios before;
static bool have_before;

static void note(int signal)
{
    unsigned char byte = (unsigned char)signal;
    int saved = errno;

    if (write(pipe_ends[1], &byte, 1) < 0) {
        /* The pipe is full: the loop has enough to do already. */
    }
    errno = saved;
}

/* Leave a usable terminal behind. Safe within a signal handler. */
static void restore(void)
{
    static const char reset[] = "\033[?1049l\033[?25h\033[0m\033[?1l\033>\r\n";

    if (!have_before)
        return;
    have_before = false;
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
    if (write(STDOUT_FILENO, reset, sizeof reset - 1) < 0) {
        /* Nobody is there to see it. */
    }
}

/* Our own crash: die as we would, but with the terminal restored. */
static void crashed(int sig)
{
    restore();
    signal(sig, SIG_DFL);
    raise(sig);
}

static void handle(int sig, void (*handler)(int), int flags)
{
    struct sigaction act;

    memset(&act, 0, sizeof act);
    act.sa_handler = handler;
    act.sa_flags = flags;
    sigemptyset(&act.sa_mask);
    sigaction(sig, &act, NULL);
}

int signals_open(struct diags *ds)
{
    if (pipe2(pipe_ends, O_NONBLOCK | O_CLOEXEC) < 0) {
        diag_fail(ds, "cannot make a pipe: %s", strerror(errno));
        return -1;
    }
    have_before = tcgetattr(STDIN_FILENO, &before) == 0;
    atexit(restore); /* for DIE, which leaves through exit() */
    for (size_t i = 0; i < sizeof handled / sizeof *handled; i++)
        handle(handled[i], note, SA_RESTART);
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
        handle(fatal[i], crashed, 0);
    return pipe_ends[0];
}

void signals_close(void)
{
    have_before = false;
    for (size_t i = 0; i < sizeof handled / sizeof *handled; i++)
        handle(handled[i], SIG_DFL, 0);
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
        handle(fatal[i], SIG_DFL, 0);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    pipe_ends[0] = pipe_ends[1] = -1;
}

int signals_next(void)
{
    unsigned char byte;

    return read(pipe_ends[0], &byte, 1) == 1 ? byte : 0;
}

void signals_stop(void)
{
    handle(SIGTSTP, SIG_DFL, 0);
    kill(0, SIGTSTP);
    handle(SIGTSTP, note, SA_RESTART);
}

void signals_lend(bool lend)
{
    handle(SIGINT, lend ? SIG_IGN : note, SA_RESTART);
    handle(SIGQUIT, lend ? SIG_IGN : note, SA_RESTART);
    handle(SIGTSTP, lend ? SIG_DFL : note, SA_RESTART);
}
