/* SPDX-License-Identifier: Apache-2.0 */
/* Queued work: what happens when a piece starts, and when it ends. */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "device/device.h"
#include "time/time.h"

struct job *job_new(struct device *d, enum job_kind kind,
                    const struct bus_message *m)
{
    struct job *j = calloc(1, sizeof *j);

    if (!j)
        DIE("out of memory");
    j->kind = kind;
    j->m = *m;
    j->site = d->site;
    j->launch = -1;
    return j;
}

void job_free(struct job *j)
{
    if (!j)
        return;
    clock_release(&j->clock);
    free(j->bytes);
    free(j);
}

static const struct work_cost nothing = { .engine = ENGINE_NONE };

static struct work_cost free_start(struct device *d, struct job *j)
{
    if (memory_free(d->memory, j->m.arg[0]) != MEMORY_OK) {
        struct finding f = { .id = FINDING_INVALID_FREE,
                             .launch = -1,
                             .count = 1,
                             .address = j->m.arg[0],
                             .at = { .pc = -1, .site = j->site },
                             .other = { .pc = -1 } };

        record_finding(d, &f);
    }
    return nothing;
}

static struct work_cost prefetch_start(struct device *d, struct job *j)
{
    const bool to_device = j->m.arg[2] != 0;
    const uint64_t moved = managed_move(d, j->m.arg[0], j->m.arg[1], to_device);
    struct work_cost c = nothing;

    j->op = to_device ? DEVICE_OP_H2D : DEVICE_OP_D2H;
    j->shape.width = moved;
    if (moved) {
        c.ns = time_copy_ns(&d->card, j->op, moved, false);
        c.engine = 2 * j->gpu + (to_device ? 0 : 1);
    }
    return c;
}

static struct work_cost on_start(void *user, struct work *w)
{
    struct device *d = user;
    struct job *j = w->what;

    /* After an error nothing that was queued is done. */
    if (d->pending && j->kind != JOB_MARK)
        return nothing;
    switch (j->kind) {
    case JOB_COPY:
        return copy_start(d, j);
    case JOB_SET:
        return set_start(d, j);
    case JOB_LAUNCH:
        return launch_start(d, j, w);
    case JOB_HOST:
        device_call_host(d, j->m.arg[0], j->m.arg[1]);
        return nothing;
    case JOB_FREE:
        return free_start(d, j);
    case JOB_PREFETCH:
        return prefetch_start(d, j);
    case JOB_MARK:
        break;
    }
    return nothing;
}

static void on_end(void *user, struct work *w)
{
    struct device *d = user;
    struct job *j = w->what;
    struct device_op op = {
        .kind = j->op,
        .stream = j->stream,
        .start_ns = w->start_ns,
        .end_ns = w->end_ns,
        .bytes = j->shape.width,
        .pageable = j->pageable,
        .launch = j->launch,
    };

    if (j->kind == JOB_COPY || j->kind == JOB_SET)
        op.bytes = j->shape.width * j->shape.height * j->shape.depth;
    if (j->launch >= 0) {
        launch_set_times(&d->trace.launches[j->launch], w->start_ns, w->end_ns);
        op.bytes = 0;
    }
    if (w->cost.ns > 0)
        record_op(d, op);
    job_free(j);
}

struct timeline_calls job_calls(struct device *d)
{
    return (struct timeline_calls){ d, on_start, on_end };
}
