/* SPDX-License-Identifier: Apache-2.0 */
#include "tui/shown.h"

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"

static int longest(const struct trace *t)
{
    int best = -1;

    for (int i = 0; i < t->launch_count; i++)
        if (!t->launches[i].sum.launches &&
            (best < 0 ||
             t->launches[i].time.time_us > t->launches[best].time.time_us))
            best = i;
    return best;
}

/* The launch with only its requests of shared memory, still worst first. */
static void keep_shared(struct arena *a, const struct pair *all,
                        struct pair *out)
{
    *out = *all;
    out->requests =
        ARENA_NEW(a, struct request, (size_t)all->request_count + 1);
    out->request_count = 0;
    for (int i = 0; i < all->request_count; i++)
        if (all->requests[i].sample->is_shared)
            out->requests[out->request_count++] = all->requests[i];
}

void shown_pick(struct arena *a, struct shown *s, int launch)
{
    const struct trace *t = &s->one.trace_a;
    const struct trace_launch *l = launch >= 0 ? &t->launches[launch] : NULL;

    s->launch = launch;
    pair_make_one(a, &s->one, launch, &s->pair);
    keep_shared(a, &s->pair, &s->banks);
    heat_make(a, l, &s->heat);
    for (int i = 0; i < s->heat.count; i++)
        if (*s->heat.lines[i].file)
            sources_load(a, &s->sources, s->heat.lines[i].file);
}

bool shown_load(struct arena *a, const struct check_options *o,
                const char *const *files, int count, struct shown *out,
                struct diags *ds)
{
    bool ok;

    *out = (struct shown){ .title = file_base(files[0]) };
    if (count > 1 || file_is_cuda(files[0]))
        ok = compare_run_one(a, o, files, count, &out->one.trace_a, &out->one.a,
                             ds);
    else
        ok = report_read(a, files[0], &out->one.trace_a, &out->one.a, ds);
    if (!ok)
        return false;
    out->one.a.trace = &out->one.trace_a;
    out->one.label_a = out->title;
    system_make(a, &out->one.trace_a, &out->system);
    shown_pick(a, out, longest(&out->one.trace_a));
    return true;
}
