/* SPDX-License-Identifier: Apache-2.0 */
#include "base/diag.h"

#include <stdarg.h>

#include "base/arena.h"

static struct diag *append(struct diags *ds, struct span at,
                           enum diag_level level)
{
    struct diag *d = ARENA_NEW(ds->arena, struct diag, 1);

    d->at = at;
    d->level = level;
    if (ds->last)
        ds->last->next = d;
    else
        ds->first = d;
    ds->last = d;
    ds->count += level == DIAG_ERROR;
    return d;
}

bool diag_error(struct diags *ds, struct span at, const char *fmt, ...)
{
    struct diag *d = append(ds, at, DIAG_ERROR);
    va_list ap;

    va_start(ap, fmt);
    d->text = arena_vprintf(ds->arena, fmt, ap);
    va_end(ap);
    return false;
}

bool diag_fail(struct diags *ds, const char *fmt, ...)
{
    struct diag *d = append(ds, (struct span){ 0 }, DIAG_ERROR);
    va_list ap;

    va_start(ap, fmt);
    d->text = arena_vprintf(ds->arena, fmt, ap);
    va_end(ap);
    return false;
}

void diag_add(struct diags *ds, struct span at, enum diag_level level,
              const char *text, const char *source)
{
    struct diag *d = append(ds, at, level);

    if (at.file)
        d->at.file = arena_strdup(ds->arena, at.file);
    d->text = arena_strdup(ds->arena, text);
    d->source = source ? arena_strdup(ds->arena, source) : NULL;
}
