/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two bits beside every byte of global memory: it was initialised, and it was
 * last written by a kernel. Worked on 64 bytes at a time.
 */
#include "sim/memory_layout.h"

static bool is_live(const struct memory *m, uint64_t address, uint64_t bytes)
{
    const struct allocation *a = memory_find(m, address);

    return bytes && a && bytes <= a->bytes - (address - a->base);
}

/* The bits of the word at `at` that stand for bytes before end. */
static uint64_t word_mask(uint64_t at, uint64_t end)
{
    const uint64_t low = at % 64, count = end - at;
    const uint64_t ones = count >= 64 ? UINT64_MAX : (1ull << count) - 1;

    return ones << low;
}

void memory_mark(struct memory *m, uint64_t address, uint64_t bytes,
                 bool by_kernel)
{
    const uint64_t end = address + bytes;

    if (!is_live(m, address, bytes))
        return;
    for (uint64_t at = address; at < end; at = (at / 64 + 1) * 64) {
        struct marks *const w = memory_marks(m, at);
        const uint64_t mask = word_mask(at, end);

        w->init |= mask;
        w->kernel = by_kernel ? w->kernel | mask : w->kernel & ~mask;
    }
}

/* The 64 marks that start at any byte address. */
static struct marks marks_read(const struct memory *m, uint64_t address)
{
    const struct marks *const w = memory_marks(m, address);
    const int shift = (int)(address % 64);
    struct marks got = { w[0].init >> shift, w[0].kernel >> shift };

    if (shift) {
        got.init |= w[1].init << (64 - shift);
        got.kernel |= w[1].kernel << (64 - shift);
    }
    return got;
}

void memory_copy_marks(struct memory *m, uint64_t dst, uint64_t src,
                       uint64_t bytes)
{
    const uint64_t end = dst + bytes;
    bool hosted;

    if (!is_live(m, dst, bytes) || !is_live(m, src, bytes))
        return;
    hosted = memory_find(m, src)->hosted;
    for (uint64_t at = dst, next; at < end; at = next) {
        struct marks *const w = memory_marks(m, at);
        struct marks from = marks_read(m, src + (at - dst));
        const uint64_t mask = word_mask(at, end);
        const int shift = (int)(at % 64);

        if (hosted) /* whatever the host wrote there is not seen */
            from.init = UINT64_MAX;
        w->init = (w->init & ~mask) | (from.init << shift & mask);
        w->kernel = (w->kernel & ~mask) | (from.kernel << shift & mask);
        next = (at / 64 + 1) * 64;
    }
}

static bool all_marked(const struct memory *m, uint64_t address, uint64_t bytes,
                       bool kernel)
{
    const uint64_t end = address + bytes;

    if (!bytes)
        return true;
    if (!is_live(m, address, bytes))
        return false;
    for (uint64_t at = address; at < end; at = (at / 64 + 1) * 64) {
        const struct marks *const w = memory_marks(m, at);
        const uint64_t mask = word_mask(at, end);
        const uint64_t have = kernel ? w->kernel : w->init;

        if ((have & mask) != mask)
            return false;
    }
    return true;
}

bool memory_all_initialised(const struct memory *m, uint64_t address,
                            uint64_t bytes)
{
    const struct allocation *a = memory_find(m, address);

    return (a && a->hosted && bytes <= a->bytes - (address - a->base)) ||
           all_marked(m, address, bytes, false);
}

bool memory_all_from_kernel(const struct memory *m, uint64_t address,
                            uint64_t bytes)
{
    return all_marked(m, address, bytes, true);
}
