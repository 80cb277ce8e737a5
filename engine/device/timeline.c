/* SPDX-License-Identifier: Apache-2.0 */
#include "device/timeline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"

enum { ENGINES_MAX = 64 };

/* One piece and who waits for it. */
struct node {
    struct work w;
    uint64_t ready_ns; /* the latest of issue and what it waited for */
    int waits;         /* for so many that have not ended */
    uint32_t *next;    /* who waits for it */
    int next_count, next_capacity;
    double left;    /* of its time alone, ns; kernels only */
    double speed;   /* 1: as alone */
    bool has_begun; /* a kernel that got SMs */
};

struct timeline {
    struct timeline_calls calls;
    uint64_t now_ns;
    struct node **nodes; /* by number - 1; NULL when ended */
    uint64_t *ends;      /* by number - 1 */
    uint32_t count, capacity, open;
    struct node **ready; /* a heap: the earliest first */
    int ready_count, ready_capacity;
    struct node **running;
    int running_count, running_capacity;
    uint64_t engine_free[ENGINES_MAX];
};

static void *grown(void *list, int *capacity, size_t size)
{
    *capacity = *capacity ? 2 * *capacity : 16;
    list = realloc(list, (size_t)*capacity * size);
    if (!list)
        DIE("out of memory");
    return list;
}

struct timeline *timeline_open(struct timeline_calls calls)
{
    struct timeline *t = calloc(1, sizeof *t);

    if (!t)
        DIE("out of memory");
    t->calls = calls;
    return t;
}

static void node_free(struct node *n)
{
    if (n)
        free(n->next);
    free(n);
}

void timeline_close(struct timeline *t)
{
    if (!t)
        return;
    for (uint32_t i = 0; i < t->count; i++)
        if (t->nodes[i]) { /* whoever owns it frees it */
            t->calls.end(t->calls.user, &t->nodes[i]->w);
            node_free(t->nodes[i]);
        }
    free(t->nodes);
    free(t->ends);
    free(t->ready);
    free(t->running);
    free(t);
}

/* ---- the heap ------------------------------------------------------------ */

static bool is_before(const struct node *a, const struct node *b)
{
    return a->ready_ns != b->ready_ns ? a->ready_ns < b->ready_ns
                                      : a->w.id < b->w.id;
}

static void push_ready(struct timeline *t, struct node *n)
{
    int i;

    if (t->ready_count == t->ready_capacity)
        t->ready = grown(t->ready, &t->ready_capacity, sizeof(struct node *));
    for (i = t->ready_count++; i && is_before(n, t->ready[(i - 1) / 2]);
         i = (i - 1) / 2)
        t->ready[i] = t->ready[(i - 1) / 2];
    t->ready[i] = n;
}

static struct node *pop_ready(struct timeline *t)
{
    struct node *top = t->ready[0], *n = t->ready[--t->ready_count];
    int i = 0;

    for (int child; (child = 2 * i + 1) < t->ready_count; i = child) {
        if (child + 1 < t->ready_count &&
            is_before(t->ready[child + 1], t->ready[child]))
            child++;
        if (!is_before(t->ready[child], n))
            break;
        t->ready[i] = t->ready[child];
    }
    if (t->ready_count)
        t->ready[i] = n;
    return top;
}

/* ---- who gets what ------------------------------------------------------- */

static bool is_kernel(const struct node *n)
{
    return n->w.cost.share > 0;
}

static int by_rank(const void *a, const void *b)
{
    const struct node *x = *(struct node *const *)a;
    const struct node *y = *(struct node *const *)b;

    if (x->w.gpu != y->w.gpu)
        return x->w.gpu - y->w.gpu;
    if (is_kernel(x) != is_kernel(y))
        return is_kernel(y) - is_kernel(x);
    if (x->w.priority != y->w.priority)
        return x->w.priority - y->w.priority;
    if (x->has_begun != y->has_begun)
        return y->has_begun - x->has_begun;
    return x->w.id < y->w.id ? -1 : 1;
}

/* The kernels of one card, running[first .. end). */
static void share_card(struct timeline *t, int first, int end)
{
    double free_share = 1, memory = 0;

    for (int i = first; i < end; i++) {
        struct node *n = t->running[i];
        const double got =
            n->w.cost.share < free_share ? n->w.cost.share : free_share;

        n->speed = got / n->w.cost.share;
        free_share -= got;
        memory += n->speed * n->w.cost.memory;
        if (got > 0 && !n->has_begun) {
            n->has_begun = true;
            n->w.start_ns = t->now_ns;
        }
    }
    for (int i = first; i < end && memory > 1; i++)
        t->running[i]->speed /= memory;
}

static void share_all(struct timeline *t)
{
    int first = 0;

    qsort(t->running, (size_t)t->running_count, sizeof(struct node *), by_rank);
    for (int i = 1; i <= t->running_count; i++)
        if (i == t->running_count ||
            t->running[i]->w.gpu != t->running[first]->w.gpu) {
            int end = first;

            while (end < i && is_kernel(t->running[end]))
                end++;
            share_card(t, first, end);
            first = i;
        }
}

static uint64_t end_of(const struct timeline *t, const struct node *n)
{
    if (!is_kernel(n))
        return n->w.end_ns;
    if (n->speed <= 0)
        return UINT64_MAX;
    return t->now_ns + (uint64_t)ceil(n->left / n->speed);
}

static void pass_time(struct timeline *t, uint64_t to)
{
    const double ns = to > t->now_ns ? (double)(to - t->now_ns) : 0;

    for (int i = 0; i < t->running_count; i++)
        if (is_kernel(t->running[i]))
            t->running[i]->left -= ns * t->running[i]->speed;
    if (to > t->now_ns)
        t->now_ns = to;
}

/* ---- one step ------------------------------------------------------------ */

static void start(struct timeline *t, struct node *n)
{
    struct work *w = &n->w;
    uint64_t at;

    pass_time(t, n->ready_ns);
    at = t->now_ns;
    w->start_ns = at;
    w->cost = t->calls.start(t->calls.user, w);
    if (w->cost.engine >= 0 && w->cost.engine < ENGINES_MAX) {
        uint64_t *free_at = &t->engine_free[w->cost.engine];

        at = *free_at > at ? *free_at : at;
        *free_at = at + w->cost.ns;
    }
    w->start_ns = at;
    w->end_ns = at + w->cost.ns;
    n->left = (double)w->cost.ns;
    if (t->running_count == t->running_capacity)
        t->running =
            grown(t->running, &t->running_capacity, sizeof(struct node *));
    t->running[t->running_count++] = n;
    if (is_kernel(n))
        share_all(t);
}

static void finish(struct timeline *t, int index)
{
    struct node *n = t->running[index];
    const uint64_t at = end_of(t, n);
    const bool kernel = is_kernel(n);

    pass_time(t, at);
    n->w.end_ns = at;
    t->running[index] = t->running[--t->running_count];
    t->ends[n->w.id - 1] = at;
    t->nodes[n->w.id - 1] = NULL;
    t->open--;
    for (int i = 0; i < n->next_count; i++) {
        struct node *next = t->nodes[n->next[i] - 1];

        if (at + next->w.gap_ns > next->ready_ns)
            next->ready_ns = at + next->w.gap_ns;
        if (--next->waits == 0)
            push_ready(t, next);
    }
    t->calls.end(t->calls.user, &n->w);
    node_free(n);
    if (kernel)
        share_all(t);
}

/* The next thing up to `until`; false if there is none. What ends goes before
   what starts, the older before the newer. */
static bool step(struct timeline *t, uint64_t until)
{
    uint64_t first = UINT64_MAX;
    int index = -1;

    for (int i = 0; i < t->running_count; i++) {
        const uint64_t end = end_of(t, t->running[i]);

        if (index < 0 || end < first ||
            (end == first && t->running[i]->w.id < t->running[index]->w.id)) {
            first = end;
            index = i;
        }
    }
    if (t->ready_count && t->ready[0]->ready_ns <= until &&
        (index < 0 || t->ready[0]->ready_ns < first)) {
        start(t, pop_ready(t));
        return true;
    }
    if (index < 0 || first > until)
        return false;
    finish(t, index);
    return true;
}

/* ---- for others ---------------------------------------------------------- */

static void wait_for(struct timeline *t, struct node *n, uint32_t id)
{
    struct node *other = t->nodes[id - 1];

    if (!other) {
        if (t->ends[id - 1] + n->w.gap_ns > n->ready_ns)
            n->ready_ns = t->ends[id - 1] + n->w.gap_ns;
        return;
    }
    if (other->next_count == other->next_capacity)
        other->next =
            grown(other->next, &other->next_capacity, sizeof(uint32_t));
    other->next[other->next_count++] = n->w.id;
    n->waits++;
}

uint32_t timeline_add(struct timeline *t, const struct work *w,
                      const uint32_t *after, int count)
{
    struct node *n = calloc(1, sizeof *n);

    if (!n)
        DIE("out of memory");
    if (t->count == t->capacity) {
        t->capacity = t->capacity ? 2 * t->capacity : 256;
        t->nodes = realloc(t->nodes, t->capacity * sizeof(struct node *));
        t->ends = realloc(t->ends, t->capacity * sizeof *t->ends);
        if (!t->nodes || !t->ends)
            DIE("out of memory");
    }
    n->w = *w;
    n->w.id = ++t->count;
    n->ready_ns = w->issue_ns;
    t->nodes[t->count - 1] = n;
    t->open++;
    for (int i = 0; i < count; i++)
        if (after[i] && after[i] < n->w.id)
            wait_for(t, n, after[i]);
    if (!n->waits)
        push_ready(t, n);
    return n->w.id;
}

uint64_t timeline_wait(struct timeline *t, uint32_t id)
{
    if (id == 0 || id > t->count)
        return 0;
    while (t->nodes[id - 1])
        if (!step(t, UINT64_MAX))
            BUG("work %u waits for nobody", id);
    return t->ends[id - 1];
}

void timeline_advance(struct timeline *t, uint64_t until_ns)
{
    while (step(t, until_ns))
        ;
}

bool timeline_next(struct timeline *t)
{
    return step(t, UINT64_MAX);
}

uint64_t timeline_now(const struct timeline *t)
{
    return t->now_ns;
}

bool timeline_done(const struct timeline *t, uint32_t id)
{
    return id == 0 || id > t->count || !t->nodes[id - 1];
}

uint64_t timeline_end(const struct timeline *t, uint32_t id)
{
    return id && id <= t->count ? t->ends[id - 1] : 0;
}

uint32_t timeline_open_count(const struct timeline *t)
{
    return t->open;
}
