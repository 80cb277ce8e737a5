/* SPDX-License-Identifier: Apache-2.0 */
#include "device/clocks.h"

#include <stdlib.h>
#include <string.h>

#include "base/bug.h"

void clock_release(struct clock *c)
{
    free(c->at);
    *c = (struct clock){ 0 };
}

static void widen(struct clock *c, int count)
{
    if (count <= c->count)
        return;
    c->at = realloc(c->at, (size_t)count * sizeof *c->at);
    if (!c->at)
        DIE("out of memory");
    memset(c->at + c->count, 0, (size_t)(count - c->count) * sizeof *c->at);
    c->count = count;
}

void clock_copy(struct clock *to, const struct clock *from)
{
    clock_release(to);
    clock_join(to, from);
}

void clock_join(struct clock *to, const struct clock *from)
{
    widen(to, from->count);
    for (int i = 0; i < from->count; i++)
        if (from->at[i] > to->at[i])
            to->at[i] = from->at[i];
}

void clock_see(struct clock *c, int stream, uint32_t number)
{
    widen(c, stream + 1);
    if (number > c->at[stream])
        c->at[stream] = number;
}
