/* SPDX-License-Identifier: Apache-2.0 */
/* The words for bubblewrap. */
#include "grade/confine.h"

#include <stdio.h>
#include <unistd.h>

#include "base/proc.h"

enum { WORDS_MAX = 4096 };

struct words {
    const char *at[WORDS_MAX];
    int count;
};

static void say(struct words *w, const char *word)
{
    if (w->count < WORDS_MAX - 1)
        w->at[w->count++] = word;
}

/* Make path inside what it is outside. */
static void bind_path(struct words *w, const char *how, const char *path)
{
    say(w, how);
    say(w, path);
    say(w, path);
}

void confine_bwrap(const struct confine *c, int filter, int status)
{
    static const char *const first[] = {
        "--unshare-all",
        "--die-with-parent",
        "--new-session",
        "--hostname",
        "lab",
        "--cap-drop",
        "ALL",
        "--clearenv",
        "--proc",
        "/proc",
        "--dev",
        "/dev",
        NULL,
    };
    static struct words w; /* as large as a stack should not be */
    char program[4096], number[16], open_status[16], size[32];
    extern char **environ;

    if (!proc_find("bwrap", "/usr/bin:/bin:/usr/local/bin", program,
                   sizeof program))
        return;
    say(&w, program);
    for (int i = 0; first[i]; i++)
        say(&w, first[i]);
    snprintf(size, sizeof size, "%llu",
             (unsigned long long)c->limits.disk_bytes);
    say(&w, "--size");
    say(&w, size);
    say(&w, "--tmpfs");
    say(&w, "/tmp");
    for (int i = 0; confine_system[i]; i++)
        bind_path(&w, "--ro-bind-try", confine_system[i]);
    for (int i = 0; i < c->ro_count; i++)
        bind_path(&w, "--ro-bind", c->ro[i]);
    for (int i = 0; i < c->rw_count; i++)
        bind_path(&w, "--bind", c->rw[i]);
    /* What was made for these binds lies in a tmpfs: closed again. */
    say(&w, "--remount-ro");
    say(&w, "/");
    say(&w, "--chdir");
    say(&w, c->cwd);
    for (int i = 0; environ[i] && w.count < WORDS_MAX - 8; i++) {
        char *equals = environ[i];

        while (*equals && *equals != '=')
            equals++;
        if (!*equals)
            continue;
        *equals = '\0'; /* our own copy: we become bwrap next */
        say(&w, "--setenv");
        say(&w, environ[i]);
        say(&w, equals + 1);
    }
    snprintf(open_status, sizeof open_status, "%d", status);
    say(&w, "--json-status-fd");
    say(&w, open_status);
    snprintf(number, sizeof number, "%d", filter);
    say(&w, "--seccomp");
    say(&w, number);
    say(&w, "--");
    for (int i = 0; c->argv[i]; i++)
        say(&w, c->argv[i]);
    say(&w, NULL);
    execv(program, (char *const *)(uintptr_t)w.at);
}
