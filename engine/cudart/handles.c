/* SPDX-License-Identifier: Apache-2.0 */
#include "cudart/handles.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bus/bus.h"
#include "cudart/client.h"

/* Tables of pointers, so that what was handed out stays where it is. */
struct table {
    void **list;
    size_t count;
};
static struct table streams, events;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread bool default_is_thread;

static void *entry_of(struct table *t, size_t index, size_t size, bool make)
{
    void *e = NULL;

    pthread_mutex_lock(&lock);
    if (index >= t->count && make) {
        const size_t more = index + 64;
        void **list = realloc(t->list, more * sizeof *list);

        if (list) {
            memset(list + t->count, 0, (more - t->count) * sizeof *list);
            t->list = list;
            t->count = more;
        }
    }
    if (index < t->count) {
        if (!t->list[index] && make)
            t->list[index] = calloc(1, size);
        e = t->list[index];
    }
    pthread_mutex_unlock(&lock);
    return e;
}

void stream_default_is_thread(bool on)
{
    default_is_thread = on;
}

uint64_t stream_number(const void *stream)
{
    if (!stream)
        return default_is_thread ? BUS_STREAM_THREAD : BUS_STREAM_LEGACY;
    return (uint64_t)(uintptr_t)stream;
}

/* The legacy stream and the thread's own are always there. */
static struct stream_info *default_stream(uint64_t number)
{
    static struct stream_info legacy = { .used = true };
    static __thread struct stream_info own = { .used = true };

    return number == BUS_STREAM_LEGACY ? &legacy : &own;
}

struct stream_info *stream_info(const void *stream)
{
    const uint64_t n = stream_number(stream);
    struct stream_info *s;

    if (n <= BUS_STREAM_THREAD)
        return default_stream(n);
    if (n < BUS_STREAM_FIRST || n > BUS_STREAM_FIRST + (1 << 20))
        return NULL;
    s = entry_of(&streams, n - BUS_STREAM_FIRST, sizeof *s, false);
    return s && s->used ? s : NULL;
}

struct event_info *event_info(const void *event)
{
    const uint64_t n = (uint64_t)(uintptr_t)event;
    struct event_info *e;

    if (!n || n > 1 << 21)
        return NULL;
    e = entry_of(&events, n, sizeof *e, false);
    return e && e->used ? e : NULL;
}

void stream_known(const void *stream, unsigned flags, int priority,
                  uint32_t gpu)
{
    const uint64_t n = (uint64_t)(uintptr_t)stream;
    struct stream_info *s =
        n < BUS_STREAM_FIRST || n > BUS_STREAM_FIRST + (1 << 20)
            ? NULL
            : entry_of(&streams, n - BUS_STREAM_FIRST, sizeof *s, true);

    if (s)
        *s = (struct stream_info){
            .used = true, .flags = flags, .priority = priority, .gpu = gpu
        };
}

void event_known(const void *event, unsigned flags)
{
    const uint64_t n = (uint64_t)(uintptr_t)event;
    struct event_info *e =
        n > 1 << 21 ? NULL : entry_of(&events, n, sizeof *e, true);

    if (e)
        *e = (struct event_info){ .used = true, .flags = flags };
}

void streams_leave_capture(const struct capture *c)
{
    struct stream_info *own = default_stream(BUS_STREAM_THREAD);

    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < streams.count; i++) {
        struct stream_info *s = streams.list[i];

        if (s && s->capture == c)
            s->capture = NULL;
    }
    for (size_t i = 0; i < events.count; i++) {
        struct event_info *e = events.list[i];

        if (e && e->capture == c)
            e->capture = NULL;
    }
    if (own->capture == c)
        own->capture = NULL;
    pthread_mutex_unlock(&lock);
}

void tail_copy(struct graph_node ***to, int *to_count,
               struct graph_node *const *from, int count)
{
    struct graph_node **list = malloc(((size_t)count + 1) * sizeof(void *));

    if (!list) {
        fputs("warplings: out of memory\n", stderr);
        abort();
    }
    for (int i = 0; i < count; i++)
        list[i] = from[i];
    free(*to);
    *to = list;
    *to_count = count;
}
