/* SPDX-License-Identifier: Apache-2.0 */
#include "device/sites.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/proc.h"

enum { TIMEOUT_MS = 10000, ANSWER_MAX = 8 << 20 };

/* Not the learner's: a call that goes through a template of the headers is
   meant to be where that was used. */
static bool is_header(const char *file)
{
    return strstr(file, "/include/") || !strcmp(file, "??");
}

/* "file:line" or "file:line (discriminator 2)"; cuts the text. */
static bool read_place(char *text, const char **file, int32_t *line)
{
    char *colon = strrchr(text, ':'), *bracket = strstr(text, " (");

    if (bracket) {
        *bracket = '\0';
        colon = strrchr(text, ':');
    }
    if (!colon)
        return false;
    *line = (int32_t)strtol(colon + 1, NULL, 10);
    *colon = '\0';
    *file = text;
    return *line > 0 && !is_header(text);
}

/* Places of one frame, innermost first: the first good one is the site's. */
static void read_frame(struct arena *a, struct call_site *s, char **next)
{
    while (*next && strncmp(*next, "0x", 2) != 0) {
        char *end = strchr(*next, '\n');
        const char *file;
        int32_t line;

        if (end)
            *end = '\0';
        if (!s->file && read_place(*next, &file, &line)) {
            s->file = arena_strdup(a, file);
            s->line = line;
        }
        *next = end && end[1] ? end + 1 : NULL;
    }
}

static void read_answer(struct arena *a, char *text, struct trace *t)
{
    char *next = text;

    for (int i = 0; i < t->site_count; i++)
        for (int k = 0; k < SITE_FRAMES && t->sites[i].pc[k]; k++) {
            if (!next || strncmp(next, "0x", 2) != 0)
                return;
            next = strchr(next, '\n');
            next = next ? next + 1 : NULL;
            read_frame(a, &t->sites[i], &next);
        }
}

void sites_resolve(struct arena *a, const char *program, struct trace *t)
{
    const int fixed = 5;
    const char **argv = ARENA_NEW(
        a, const char *, (size_t)(t->site_count * SITE_FRAMES + fixed + 1));
    struct proc p = { .argv = argv,
                      .output_max = ANSWER_MAX,
                      .timeout_ms = TIMEOUT_MS };
    int n = 0;

    if (!t->site_count)
        return;
    argv[n++] = "addr2line";
    argv[n++] = "-a";
    argv[n++] = "-i";
    argv[n++] = "-e";
    argv[n++] = program;
    for (int i = 0; i < t->site_count; i++)
        for (int k = 0; k < SITE_FRAMES && t->sites[i].pc[k]; k++)
            /* Inside of the call, not behind it. */
            argv[n++] = arena_printf(a, "0x%llx",
                                     (unsigned long long)t->sites[i].pc[k] - 1);
    argv[n] = NULL;
    if (proc_run(&p, 1) && p.out.size) {
        char *text = (char *)(uintptr_t)arena_strndup(a, p.out.at, p.out.size);

        read_answer(a, text, t);
    }
    proc_release(&p);
    trace_name_places(t);
}
