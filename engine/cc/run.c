/* SPDX-License-Identifier: Apache-2.0 */
/* Start compilers and linkers, take up what they say. */
#include <string.h>
#include <sys/statvfs.h>

#include "base/arena.h"
#include "base/diag.h"
#include "cc/build.h"
#include "cc/messages.h"

#define TIMEOUT_MS 120000
#define MEMORY_MAX ((size_t)8 << 30)
/* Less than this left on the disk: that is why the compiler failed. */
#define ROOM_MIN (1u << 20)

struct proc build_proc(const struct args *argv)
{
    static const char *const env[] = { "LC_ALL=C", "LANGUAGE=C", NULL };

    return (struct proc){ .argv = argv->at,
                          .env = env,
                          .timeout_ms = TIMEOUT_MS,
                          .memory_max = MEMORY_MAX };
}

static bool disk_full(const char *dir)
{
    struct statvfs v;

    return !statvfs(dir, &v) &&
           (unsigned long long)v.f_bavail * v.f_frsize < ROOM_MIN;
}

/* The last line that says something, for output that nobody can parse. */
static const char *last_words(struct build *b, const struct proc *p)
{
    const char *text = p->err.size ? p->err.at : p->out.size ? p->out.at : "";
    const char *best = NULL;
    size_t n = 0;

    while (*text) {
        size_t length = strcspn(text, "\n");

        if (strspn(text, " \t\r^~|") < length) {
            best = text;
            n = length;
        }
        text += length + (text[length] == '\n');
    }
    return best ? arena_strndup(b->a, best, n < 300 ? n : 300) : NULL;
}

static bool report_failure(struct build *b, const struct proc *p,
                           const char *name)
{
    char how[128];
    const char *words = last_words(b, p);

    if (disk_full(b->dir))
        return diag_fail(b->ds, "the disk is full: no room to build in '%s'",
                         b->o->home->cache);
    if (p->end == PROC_TIMEOUT)
        return diag_fail(b->ds,
                         "%s took more than %d s over this program and was "
                         "stopped",
                         name, TIMEOUT_MS / 1000);
    proc_end_text(p, how, sizeof how);
    if (words && b->dir && strstr(words, b->dir))
        words = NULL;
    return diag_fail(b->ds, "%s failed (%s)%s%s", name, how, words ? ": " : "",
                     words ? words : "");
}

bool build_run(struct build *b, struct proc *procs, const char *const *names,
               int count)
{
    bool ok = proc_run(procs, count), said = false;

    for (int i = 0; i < count; i++) {
        said |= messages_parse(b->messages, procs[i].err.at);
        said |= messages_parse(b->messages, procs[i].out.at);
    }
    for (int i = 0; i < count && !ok && !said; i++) {
        if (procs[i].end != PROC_EXITED || procs[i].code) {
            report_failure(b, &procs[i], names[i]);
            said = true;
        }
    }
    for (int i = 0; i < count; i++)
        proc_release(&procs[i]);
    return ok;
}
