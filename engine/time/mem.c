/* SPDX-License-Identifier: Apache-2.0 */
#include "time/mem.h"

#include "sim/memory.h"

/* SAVE_LATENCIES: how long an SM's unused share stays good, in trips to DRAM
   and back; about as far as SMs drift apart. A modelling choice. */
enum {
    FRACTION = 256,
    SECTOR_BYTES = 32,
    SAVE_LATENCIES = 2,
    WINDOW_LATENCIES = 4
};

/* Beyond it the queue itself is what holds requests up. */
static const double BUSY_MOST = 0.86;

/* How far stores may run ahead of the memory behind them: about what is in
   flight on the way there. */
static uint64_t window(const struct mem *m)
{
    return (uint64_t)m->card->l2_latency;
}

static uint64_t cost_of(double bytes_per_cycle)
{
    uint64_t v = (uint64_t)(SECTOR_BYTES * FRACTION / bytes_per_cycle + 0.5);

    return v ? v : 1;
}

static void share_init(struct share *s, const struct card *c, double rate)
{
    s->cost = cost_of(rate);
    s->fast = cost_of(c->l2_port);
    s->save = (uint64_t)(SAVE_LATENCIES * c->dram_latency * FRACTION);
}

void mem_init(struct arena *a, struct mem *m, const struct card *c,
              struct footprint *f, const struct mem_setup *setup)
{
    double dram = c->dram_bandwidth * c->dram_achievable * 1000 / c->clock_mhz /
                  setup->active_sms;
    double l2 = c->l2_bandwidth / setup->active_sms;
    uint64_t most = (f->lines + 1) * TAG_LINE_BYTES * 4;

    *m = (struct mem){ .card = c, .footprint = f, .setup = *setup };
    if (l2 > c->l2_port)
        l2 = c->l2_port;
    if (dram > c->l2_port)
        dram = c->l2_port;
    share_init(&m->port, c, l2);
    share_init(&m->dram, c, dram / setup->scatter);
    m->partial_cost = cost_of(c->l2_partial_write / setup->active_sms);
    if (m->partial_cost < m->port.cost)
        m->partial_cost = m->port.cost;
    m->new_limit = (uint64_t)(setup->l2_new * 4294967296.0);
    m->write_limit = (uint64_t)(setup->write_back * 65536);
    /* A cache need not be larger than four times what is put into it. */
    tags_init(a, &m->l1, setup->l1_bytes < most ? setup->l1_bytes : most);
    tags_init(a, &m->l2, setup->l2_bytes < most ? setup->l2_bytes : most);
}

static uint64_t max_u64(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static void note_end(struct mem *m, uint64_t end)
{
    m->last_end = max_u64(m->last_end, end);
}

/* Put one sector into a queue; the cycle at which it starts. */
static uint64_t share_take(struct share *s, uint64_t at, uint64_t cost)
{
    uint64_t now = at * FRACTION, start;

    if (now > s->save)
        s->due = max_u64(s->due, now - s->save);
    start = max_u64(now, max_u64(s->due, s->free));
    s->due += cost;
    s->free = start + (cost < s->fast ? cost : s->fast);
    return start / FRACTION;
}

static uint64_t share_end(const struct share *s)
{
    return max_u64(s->due, s->free);
}

/* Send one sector over the port; the cycle at which it starts. */
static uint64_t port_take(struct mem *m, uint64_t at, uint64_t cost)
{
    m->counts.port_sectors++;
    return share_take(&m->port, at, cost);
}

/*
 * DRAM keeps a request longer the busier it is: rows, banks and the turns of
 * its bus are waited for. As in a queue with random arrivals the wait grows
 * with u / (1 - u), u the part of the rate that was used in the window before.
 */
static uint64_t dram_wait(struct mem *m, uint64_t at)
{
    struct share *s = &m->dram;
    uint64_t window = WINDOW_LATENCIES * (uint64_t)m->card->dram_latency;
    double u;

    if (at >= s->window_end) {
        s->last_taken = at < s->window_end + window ? s->taken : 0;
        s->window_end = at - at % window + window;
        s->taken = 0;
    }
    u = (double)s->last_taken / FRACTION / (double)window;
    if (u > BUSY_MOST)
        u = BUSY_MOST;
    return (uint64_t)(m->card->dram_busy_cycles * u / (1 - u));
}

static uint64_t dram_take(struct mem *m, uint64_t at)
{
    m->dram.taken += m->dram.cost;
    return share_take(&m->dram, at, m->dram.cost);
}

/* Whether L2 must fetch a line it has not shown to this SM before, or whether
   another SM has fetched it already. Fixed per line, spread evenly. */
static bool line_is_new(const struct mem *m, uint64_t line)
{
    return (tags_hash(line ^ 0x5bd1e995) & 0xffffffff) < m->new_limit;
}

/* A sector that L1 lacks: the cycle it arrives. */
static uint64_t fetch(struct mem *m, uint64_t sector, uint64_t at)
{
    uint64_t line = sector / TAG_SECTORS;
    uint8_t bit = (uint8_t)(1u << sector % TAG_SECTORS);
    uint64_t start = port_take(m, at, m->port.cost), arrive;
    struct tag_line *t = tags_find(&m->l2, line);

    m->counts.l2_sectors++;
    if (t && t->valid & bit && !m->setup.no_caches) {
        m->counts.l2_hits++;
        return max_u64(start + (uint64_t)m->card->l2_latency,
                       t->ready[sector % TAG_SECTORS]);
    }
    t = tags_place(&m->l2, line);
    t->valid |= bit;
    if (m->setup.no_caches || line_is_new(m, line)) {
        arrive = dram_wait(m, start) + dram_take(m, start) +
                 (uint64_t)m->card->dram_latency;
        m->counts.dram_read++;
    } else {
        arrive = start + (uint64_t)m->card->l2_latency;
        m->counts.l2_hits++;
    }
    t->ready[sector % TAG_SECTORS] = arrive;
    return arrive;
}

/* One sector of a load that the unit looks up at cycle `at`. */
static uint64_t load_sector(struct mem *m, uint64_t sector, uint64_t at)
{
    uint64_t line = sector / TAG_SECTORS;
    uint8_t bit = (uint8_t)(1u << sector % TAG_SECTORS);
    struct tag_line *t = tags_find(&m->l1, line);
    uint64_t hit = at + (uint64_t)m->card->l1_latency, arrive;

    m->counts.l1_sectors++;
    if (t && t->valid & bit && !m->setup.no_caches) {
        m->counts.l1_hits++;
        return max_u64(hit, t->ready[sector % TAG_SECTORS]);
    }
    if (!t)
        t = tags_place(&m->l1, line);
    arrive = fetch(m, sector, at);
    t->valid |= bit;
    t->ready[sector % TAG_SECTORS] = arrive;
    note_end(m, arrive);
    return max_u64(hit, arrive);
}

/* Stores go through to L2, which keeps them and writes back what does not
   fit beside the launch's other data. A sector of which only a part is new
   takes longer: L2 must join it with what it has. */
static void store_sector(struct mem *m, uint64_t at, bool partial)
{
    uint64_t start = port_take(m, at, partial ? m->partial_cost : m->port.cost);

    m->written += m->write_limit;
    if (m->written >= 65536) {
        m->written -= 65536;
        dram_take(m, start);
        m->counts.dram_write++;
    }
}

/* An update in L2: one at a time per address, for all SMs. */
static uint64_t atomic_sector(struct mem *m, const struct uop *u,
                              const struct step *s, uint64_t sector,
                              uint64_t at)
{
    const struct card *c = m->card;
    struct hot_chunk *h = footprint_hot(m->footprint, sector);
    double each = u->is_float ? c->atomic_float_cycles : c->atomic_cycles;
    uint64_t start = port_take(m, at, m->port.cost), busy;

    if (h && (h->shared || m->setup.atomics_shared))
        each *= m->setup.active_sms;
    busy = (uint64_t)(each * step_updates(s) + 0.5);
    if (h) {
        start = max_u64(start, h->free_at);
        h->free_at = start + busy;
    }
    note_end(m, start + busy);
    return start + busy + (uint64_t)c->l2_latency;
}

/* When the queue behind an atomic is full, the unit waits. */
static uint64_t atomic_wait(const struct mem *m, const struct step *s,
                            const uint64_t *sectors, uint64_t start)
{
    for (int i = 0; i < s->sector_count; i++) {
        const struct hot_chunk *h = footprint_hot(m->footprint, sectors[i]);

        if (h && h->free_at > start + window(m))
            start = h->free_at - window(m);
    }
    return start;
}

/* Cycles of one pass over all 32 banks: 128 bytes. */
static uint64_t pass_cycles(const struct card *c)
{
    return c->l1_bandwidth < 128 ? (uint64_t)(128 / c->l1_bandwidth + 0.5) : 1;
}

/* Cycles in which the lanes take up that many bytes, four each a cycle. */
static uint64_t lane_cycles(const struct card *c, uint64_t bytes)
{
    uint64_t each = (uint64_t)c->ldst_lanes * 4;

    return (bytes + each - 1) / each;
}

/*
 * Passes of a global access through L1's banks, where the simulator gives
 * none: sectors that lie in the same eight banks take turns. Exact for
 * strides of powers of two and whole rows, up to twice too high for others.
 */
static uint32_t passes_guess(const uint64_t *sectors, int count)
{
    uint32_t in_group[TAG_SECTORS] = { 0 }, most = 1;

    for (int i = 0; i < count; i++) {
        uint32_t n = ++in_group[sectors[i] % TAG_SECTORS];

        most = n > most ? n : most;
    }
    return most;
}

/* Cycles that a request to L1 keeps the unit: the longest of its stages. */
static uint64_t l1_cycles(const struct mem *m, const struct uop *u,
                          const struct step *s, const uint64_t *sectors)
{
    const struct card *c = m->card;
    uint32_t lanes = (uint32_t)__builtin_popcount(s->active), lines = 0;
    uint64_t t = s->wavefronts && u->kind != UOP_ATOMIC
                     ? s->wavefronts
                     : passes_guess(sectors, s->sector_count);
    uint64_t data = lane_cycles(c, (uint64_t)lanes * u->bytes);
    uint64_t issue = (uint64_t)(32 / c->ldst_lanes);

    t *= pass_cycles(c);
    for (int i = 0; i < s->sector_count; i++)
        lines +=
            i == 0 || sectors[i] / TAG_SECTORS != sectors[i - 1] / TAG_SECTORS;
    t = max_u64(t, (lines + (uint32_t)c->l1_tags - 1) / (uint32_t)c->l1_tags);
    return max_u64(t, max_u64(data, issue));
}

static struct mem_answer global_access(struct mem *m, const struct uop *u,
                                       const struct step *s,
                                       const uint64_t *sectors, uint64_t now,
                                       uint32_t warp)
{
    uint64_t start = max_u64(now, m->lsu_free);
    uint64_t cycles = l1_cycles(m, u, s, sectors), ready = 0;
    bool stores = u->kind == UOP_STORE;
    int whole = __builtin_popcount(s->active) * u->bytes / SECTOR_BYTES;

    if (u->kind == UOP_ATOMIC)
        start = atomic_wait(m, s, sectors, start);
    if (stores && max_u64(share_end(&m->port), share_end(&m->dram)) / FRACTION >
                      start + window(m))
        start = max_u64(share_end(&m->port), share_end(&m->dram)) / FRACTION -
                window(m);
    m->lsu_free = start + cycles;
    m->counts.lsu_cycles += cycles;
    for (int i = 0; i < s->sector_count; i++) {
        uint64_t sector = sectors[i];
        uint64_t at = start + (uint64_t)i * (cycles - 1) / s->sector_count;

        /* Every thread has its own local memory at the same addresses. */
        if (sector >= MEMORY_LOCAL / SECTOR_BYTES &&
            sector < (MEMORY_LOCAL + MEMORY_WINDOW_BYTES) / SECTOR_BYTES)
            sector += ((uint64_t)warp + 1) << 40;
        if (stores)
            store_sector(m, at, i >= whole);
        else if (u->kind == UOP_ATOMIC)
            ready = max_u64(ready, atomic_sector(m, u, s, sector, at));
        else
            ready = max_u64(ready, load_sector(m, sector, at));
    }
    if (stores || !s->sector_count)
        ready = m->lsu_free;
    note_end(m, m->lsu_free);
    return (struct mem_answer){ start, max_u64(ready, m->lsu_free) };
}

/* Passes; without conflicts as few as the bytes need. */
static uint64_t shared_ways(const struct mem *m, const struct uop *u,
                            const struct step *s, bool atomic)
{
    uint64_t ways = s->wavefronts ? s->wavefronts : 1;
    uint64_t least =
        ((uint64_t)__builtin_popcount(s->active) * u->bytes + 127) / 128;

    if (!m->setup.no_conflicts || atomic || ways < least)
        return ways;
    return least ? least : 1;
}

static struct mem_answer shared_access(struct mem *m, const struct uop *u,
                                       const struct step *s, uint64_t now,
                                       bool atomic)
{
    const struct card *c = m->card;
    uint64_t start = max_u64(now, m->lsu_free);
    uint64_t ways = shared_ways(m, u, s, atomic);
    uint64_t cycles = ways * pass_cycles(c),
             issue = (uint64_t)(32 / c->ldst_lanes);
    uint64_t latency = (uint64_t)c->shared_latency;

    if (atomic) {
        cycles = (uint64_t)((double)ways * c->shared_atomic_cycles + 0.5);
        latency += cycles;
    } else {
        latency += (uint64_t)((double)(ways - 1) * c->bank_conflict_cycles);
    }
    if (u->kind == UOP_SHUFFLE)
        cycles = 1;
    cycles = max_u64(cycles, issue);
    m->lsu_free = start + cycles;
    m->counts.lsu_cycles += cycles;
    note_end(m, m->lsu_free);
    return (struct mem_answer){ start, start + latency };
}

struct mem_answer mem_access(struct mem *m, const struct uop *u,
                             const struct step *s, const uint64_t *sectors,
                             uint64_t now, uint32_t warp)
{
    bool in_shared = u->may_generic_shared && !s->sector_count;

    if (u->kind == UOP_SHARED || u->kind == UOP_SHUFFLE)
        return shared_access(m, u, s, now, false);
    if (u->kind == UOP_SHARED_ATOMIC)
        return shared_access(m, u, s, now, true);
    if (in_shared)
        return shared_access(m, u, s, now, u->kind == UOP_ATOMIC);
    return global_access(m, u, s, sectors, now, warp);
}

uint64_t mem_drained(const struct mem *m)
{
    uint64_t queues = max_u64(share_end(&m->port), share_end(&m->dram));

    return max_u64(m->last_end, (queues + FRACTION - 1) / FRACTION);
}
