/* SPDX-License-Identifier: Apache-2.0 */
/* Advice about a source line. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "report/advice_rules.h"

enum {
    NEIGHBOUR_BYTES = 1024 /* loads this close read the same array */
};

static const struct advice_text nothing = { NULL, 0 };

static double share(uint64_t part, uint64_t whole)
{
    return (double)part / (double)whole;
}

/* Requests, sectors and ideal sectors of the loads or the stores of a line. */
struct traffic {
    const char *what;
    uint64_t requests, sectors, ideal, excess;
};

static struct traffic traffic_of(const struct counters *c, bool stores)
{
    struct traffic t = { "loads", c->load_requests, c->load_sectors,
                         c->load_sectors_ideal, 0 };

    if (stores)
        t = (struct traffic){ "stores", c->store_requests, c->store_sectors,
                              c->store_sectors_ideal, 0 };
    t.excess = t.sectors > t.ideal ? t.sectors - t.ideal : 0;
    return t;
}

/* Few sectors a request: bytes, or short rows of a two-dimensional block.
   Never dearer than a row of floats. */
static bool is_scattered(const struct traffic *t)
{
    return t->ideal * 2 < t->sectors &&
           t->excess >= LIMIT_UNCOALESCED_SECTORS_LEAST &&
           t->sectors >= LIMIT_UNCOALESCED_EACH_LEAST * t->requests;
}

struct advice_text advise_uncoalesced(struct arena *a, const struct site *s)
{
    struct traffic t = traffic_of(&s->sum, false);
    const struct traffic stores = traffic_of(&s->sum, true);

    if (!is_scattered(&t) ||
        (is_scattered(&stores) && stores.excess > t.excess))
        t = stores;
    if (!is_scattered(&t))
        return nothing;
    return (struct advice_text){
        arena_printf(a,
                     "%.1f sectors per request where %.1f would do (%s): "
                     "%.1f %% of what is moved is used",
                     share(t.sectors, t.requests), share(t.ideal, t.requests),
                     t.what, 100 * share(t.ideal, t.sectors)),
        t.excess
    };
}

static uint64_t first_address(const struct request_sample *s)
{
    return s->active ? s->address[__builtin_ctz(s->active)] : 0;
}

static bool on_line(const struct request_sample *r, const struct site *s)
{
    return r->line == s->line &&
           (r->file == s->file ||
            (r->file && s->file && !strcmp(r->file, s->file)));
}

/* Is every load of the line (or every store) one of several that go through
   one array side by side, as in a stencil? Then some of them must be off the
   boundary. */
static bool has_neighbours(const struct kernel_work *k, const struct site *s,
                           bool stores)
{
    const struct trace_launch *t = k->first;

    for (int i = 0; i < t->sample_count; i++) {
        const struct request_sample *one = &t->samples[i];
        bool has_neighbour = false;

        if (!on_line(one, s) || one->is_shared || one->is_store != stores ||
            first_address(one) % 32 == 0)
            continue;
        for (int j = 0; j < t->sample_count && !has_neighbour; j++) {
            const struct request_sample *other = &t->samples[j];
            const int64_t apart =
                (int64_t)(first_address(one) - first_address(other));

            has_neighbour = j != i && !other->is_shared &&
                            other->is_store == one->is_store && apart != 0 &&
                            llabs(apart) <= NEIGHBOUR_BYTES;
        }
        if (!has_neighbour)
            return false;
    }
    return true;
}

/* Neighbours side by side, yet almost every request needs one more. */
static bool is_shifted(const struct kernel_work *k, const struct site *s,
                       const struct traffic *t)
{
    return t->ideal * 2 >= t->sectors && t->ideal >= 2 * t->requests &&
           t->excess * 10 >= t->requests * 9 &&
           t->excess >= LIMIT_MISALIGNED_SECTORS_LEAST &&
           !has_neighbours(k, s, !strcmp(t->what, "stores"));
}

struct advice_text advise_misaligned(struct arena *a,
                                     const struct kernel_work *k,
                                     const struct site *s)
{
    struct traffic t = traffic_of(&s->sum, false);

    if (!is_shifted(k, s, &t))
        t = traffic_of(&s->sum, true);
    if (!is_shifted(k, s, &t))
        return nothing;
    return (struct advice_text){
        arena_printf(a,
                     "%.1f sectors per request where %.1f would do (%s): "
                     "neighbours lie side by side, but do not begin at a "
                     "multiple of 32 bytes",
                     share(t.sectors, t.requests), share(t.ideal, t.requests),
                     t.what),
        t.excess
    };
}

struct advice_text advise_banks(struct arena *a, const struct site *s)
{
    const struct counters *c = &s->sum;

    if (c->shared_conflicts < LIMIT_BANK_PASSES_LEAST ||
        c->shared_conflicts <= c->shared_ideal)
        return nothing;
    return (struct advice_text){
        arena_printf(a,
                     "shared memory takes %.1f passes per request where %.1f "
                     "would do: lanes hit different words of one bank "
                     "(%" PRIu64 " passes too many)",
                     share(c->shared_wavefronts, c->shared_requests),
                     share(c->shared_ideal, c->shared_requests),
                     c->shared_conflicts),
        c->shared_conflicts
    };
}

struct advice_text advise_divergence(struct arena *a,
                                     const struct kernel_work *k,
                                     const struct site *s)
{
    const struct counters *c = &s->sum;
    const uint64_t empty = k->lane_slots > k->sum.thread_inst
                               ? k->lane_slots - k->sum.thread_inst
                               : 0;

    if (!c->divergent || c->divergent * 2 < s->decisions ||
        empty < LIMIT_DIVERGENCE_SLOTS_LEAST || empty * 4 < k->lane_slots)
        return nothing;
    return (struct advice_text){
        arena_printf(a,
                     "%" PRIu64 " of %" PRIu64 " times the warp splits at this "
                     "branch and runs both sides one after the other; in the "
                     "whole kernel %.1f of 32 lanes work on average",
                     c->divergent, s->decisions,
                     share(k->sum.thread_inst, k->sum.inst)),
        c->divergent
    };
}

struct advice_text advise_atomics(struct arena *a, const struct site *s)
{
    const struct counters *c = &s->sum;
    const uint64_t waits = c->global_atomics ? c->atomic_conflicts : 0;

    /* Atomics on shared memory are what the advice recommends. */
    if (waits < LIMIT_ATOMIC_WAITS_LEAST || c->shared_atomics ||
        waits * 2 < c->global_atomics)
        return nothing;
    return (struct advice_text){
        arena_printf(a,
                     "%" PRIu64 " of %" PRIu64 " atomics on global memory wait "
                     "for another lane of their warp at the same address: "
                     "%.1f lanes share one on average",
                     waits, c->global_atomics,
                     share(c->global_atomics, c->global_atomics - waits)),
        waits
    };
}

/* One sum for each block is what the advice recommends: more than two, and so
   many that the card waits for them (an L2 slice does about one a clock for one
   address, while the SMs together issue hundreds of instructions). */
struct advice_text advise_hot(struct arena *a, const struct trace_launch *t)
{
    enum { A_BLOCK = 2, INST_EACH = 128 };
    const uint64_t blocks = (uint64_t)t->grid[0] * t->grid[1] * t->grid[2];
    const uint64_t n = t->hot.requests;

    if (t->failed || n < LIMIT_ATOMIC_QUEUE_LEAST || n <= A_BLOCK * blocks ||
        n * INST_EACH < t->total.inst)
        return nothing;
    return (struct advice_text){
        arena_printf(a,
                     "%" PRIu64 " of %" PRIu64 " requests of warps for atomics "
                     "on global memory go to one address, %.1f from each "
                     "block: they are done one after the other",
                     n, t->hot.all, share(n, blocks)),
        n
    };
}
