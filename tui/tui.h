/* SPDX-License-Identifier: Apache-2.0 */
/* The lab on the screen. */
#ifndef TUI_TUI_H
#define TUI_TUI_H

#include <stdbool.h>

#include "base/home.h"
#include "cc/cc.h"

struct tui_options {
    const struct home *home;
    const char *course_root; /* folder that holds lessons/ */
    const char *work_dir;    /* --work; NULL: look for one */
    const char *card;        /* NULL: the default */
    enum compiler compiler;
    int workers;
    bool ascii, mono;
    int timeout_s;    /* of a run; 0: the default */
    int start_lesson; /* 0: the list */
    const char *view; /* a program or record to look at; NULL: none */
};

/* Open the lab on this terminal; returns the exit code. The terminal is as it
   was when this returns, and when a signal ends the program. */
int tui_main(const struct tui_options *o);

#endif
