/* SPDX-License-Identifier: Apache-2.0 */
#include "report/explain.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"

static const char *const advice[FINDING_COUNT] = {
#define ADVICE(id, text) [FINDING_##id] = text,
#include "report/advice.def"
#undef ADVICE
};

const char *explain_advice(enum finding_id id)
{
    return advice[id] ? advice[id] : "";
}

static const char *access_text(enum access a)
{
    switch (a) {
    case ACCESS_READ:
        return "read";
    case ACCESS_WRITE:
        return "write";
    case ACCESS_ATOMIC:
        return "atomic";
    case ACCESS_NONE:
        break;
    }
    return "access";
}

/* "thread (232, 0, 0) of block (3, 0, 0)" */
static const char *who(struct arena *a, const struct place *p)
{
    return arena_printf(a, "thread (%u, %u, %u) of block (%u, %u, %u)",
                        p->thread[0], p->thread[1], p->thread[2], p->block[0],
                        p->block[1], p->block[2]);
}

static const char *lanes(struct arena *a, uint64_t count)
{
    return count > 1 ? arena_printf(a, " (%" PRIu64 " threads did so)", count)
                     : "";
}

/* "the 4000-byte allocation 2" or "the variable 'table' of 64 bytes" */
static const char *near_text(struct arena *a, const struct finding *f)
{
    if (f->near_name)
        return arena_printf(a, "%s (%" PRIu64 " bytes)", f->near_name,
                            f->near_bytes);
    if (f->near_line)
        return arena_printf(a,
                            "the %" PRIu64 "-byte allocation %d (made at line "
                            "%d)",
                            f->near_bytes, (int)f->near_serial,
                            (int)f->near_line);
    return arena_printf(a, "the %" PRIu64 "-byte allocation %d", f->near_bytes,
                        (int)f->near_serial);
}

/* "4 bytes past the end of the 4000-byte allocation 2" */
static const char *distance(struct arena *a, const struct finding *f)
{
    int64_t end = f->near_offset + (int64_t)f->bytes - (int64_t)f->near_bytes;

    if (!f->near_bytes)
        return "there is no allocation near it";
    if (f->near_offset < 0)
        return arena_printf(a, "it begins %" PRId64 " bytes before %s",
                            -f->near_offset, near_text(a, f));
    if (end > 0)
        return arena_printf(a, "it ends %" PRId64 " bytes past the end of %s",
                            end, near_text(a, f));
    return arena_printf(a, "it is at byte %" PRId64 " of %s", f->near_offset,
                        near_text(a, f));
}

static const char *memory_message(struct arena *a, const struct finding *f,
                                  const char *space, const char *what,
                                  uint64_t count)
{
    return arena_printf(
        a,
        "%s of %u bytes in %s memory by %s at address 0x%" PRIx64 " %s: "
        "%s%s",
        access_text(f->at.access), f->bytes, space, who(a, &f->at), f->address,
        what, distance(a, f), lanes(a, count));
}

static const char *race_message(struct arena *a, const struct finding *f,
                                uint64_t count)
{
    return arena_printf(
        a,
        "race on shared memory at byte %" PRIu64 ": %s at line %d by %s "
        "and %s at line %d by thread (%u, %u, %u), with no barrier "
        "between (%" PRIu64 " bytes)",
        f->address, access_text(f->at.access), (int)f->at.line, who(a, &f->at),
        access_text(f->other.access), (int)f->other.line, f->other.thread[0],
        f->other.thread[1], f->other.thread[2], count);
}

static const char *race_global_message(struct arena *a, const struct finding *f,
                                       uint64_t count)
{
    return arena_printf(
        a,
        "race on global memory: %s at line %d by %s and %s at line %d by "
        "thread (%u, %u, %u) of block (%u, %u, %u), in no order; %s "
        "(%" PRIu64 " accesses)",
        access_text(f->at.access), (int)f->at.line, who(a, &f->at),
        access_text(f->other.access), (int)f->other.line, f->other.thread[0],
        f->other.thread[1], f->other.thread[2], f->other.block[0],
        f->other.block[1], f->other.block[2], distance(a, f), count);
}

static const char *barrier_message(struct arena *a, const struct finding *f)
{
    if (f->other.line)
        return arena_printf(a,
                            "%s waits at the barrier at line %d, while "
                            "thread (%u, %u, %u) is at line %d: all threads of "
                            "a block must meet at one barrier",
                            who(a, &f->at), (int)f->at.line, f->other.thread[0],
                            f->other.thread[1], f->other.thread[2],
                            (int)f->other.line);
    return arena_printf(a,
                        "only some threads of a warp reach the barrier: "
                        "%d of its 32 lanes, %s first%s%s",
                        __builtin_popcount(f->lanes), who(a, &f->at),
                        f->detail ? "; " : "", f->detail ? f->detail : "");
}

static const char *launch_message(struct arena *a, const struct finding *f)
{
    return arena_printf(a,
                        "the launch was refused: %" PRId64 " %s, the "
                        "limit is %" PRId64,
                        f->value, f->detail ? f->detail : "", f->limit);
}

static const char *plain_message(struct arena *a, const struct finding *f,
                                 const char *text)
{
    if (f->launch >= 0 && f->at.pc >= 0)
        text = arena_printf(a, "%s, at %s", text, who(a, &f->at));
    if (!f->detail)
        return text;
    return arena_printf(a, "%s: %s", text, f->detail);
}

/* By the host, or by a kernel: then it has a place in one. */
static const char *free_message(struct arena *a, const struct finding *f)
{
    const bool by_kernel = f->launch >= 0 && f->at.pc >= 0;
    const char *call = by_kernel ? "free" : "cudaFree";
    const char *by = by_kernel ? arena_printf(a, " by %s", who(a, &f->at)) : "";

    if (!f->near_bytes)
        return arena_printf(a, "%s%s of a pointer that %s never gave", call, by,
                            by_kernel ? "malloc" : "cudaMalloc");
    if (by_kernel && !f->near_serial && !f->near_name)
        return arena_printf(a,
                            "free%s of %" PRIu64 " bytes of malloc's, which "
                            "were freed before or do not start there",
                            by, f->near_bytes);
    return arena_printf(a,
                        "%s%s of %s, which was freed before or does not "
                        "start there",
                        call, by, near_text(a, f));
}

static const char *endless_message(struct arena *a, const struct finding *f)
{
    if (!f->limit)
        return plain_message(a, f, "the kernel does not end");
    return arena_printf(a,
                        "the kernel has not ended after %" PRId64
                        " instructions of its warps; if it is only slow, "
                        "allow it more with --budget",
                        f->limit);
}

/* " of the 4000-byte allocation 2" at byte 12, or nothing */
static const char *of_allocation(struct arena *a, const struct finding *f)
{
    return f->near_bytes ? arena_printf(a, ", byte %" PRId64 " of %s,",
                                        f->near_offset, near_text(a, f))
                         : "";
}

static const char *host_race_message(struct arena *a, const struct finding *f)
{
    return arena_printf(
        a,
        "the host %s memory%s that work queued at line %d may still %s: "
        "nothing has waited for it",
        f->at.access == ACCESS_WRITE ? "writes" : "reads", of_allocation(a, f),
        (int)f->other.line, f->other.access == ACCESS_READ ? "read" : "write");
}

static const char *stream_race_message(struct arena *a, const struct finding *f)
{
    return arena_printf(
        a,
        "work in two streams meets in memory%s in no order: a %s queued at "
        "line %d in stream %d, a %s queued at line %d in stream %d",
        of_allocation(a, f), access_text(f->other.access), (int)f->other.line,
        (int)f->limit, access_text(f->at.access), (int)f->at.line,
        (int)f->value);
}

static const char *leak_message(struct arena *a, const struct finding *f)
{
    return arena_printf(a,
                        "%" PRIu64 " allocation%s of %" PRId64
                        " bytes in all %s never freed",
                        f->count, f->count > 1 ? "s" : "", f->value,
                        f->count > 1 ? "were" : "was");
}

/* Findings of calls and of launches as a whole. */
static const char *call_message(struct arena *a, const struct finding *f)
{
    switch (f->id) {
    case FINDING_COPY_OVERRUN:
        return arena_printf(a,
                            "a copy of %" PRId64 " bytes does not fit: it "
                            "starts at byte %" PRId64 " of %s",
                            f->value, f->near_offset, near_text(a, f));
    case FINDING_COPY_DIRECTION:
        return "the kind of a cudaMemcpy contradicts its pointers, so nothing "
               "was copied";
    case FINDING_INVALID_FREE:
        return free_message(a, f);
    case FINDING_DEVICE_POINTER_ON_HOST:
        return arena_printf(a,
                            "the host program used the device pointer "
                            "0x%" PRIx64 " as if it were its own",
                            f->address);
    case FINDING_LAUNCH_CONFIG:
        return launch_message(a, f);
    case FINDING_HOST_RACE:
        return host_race_message(a, f);
    case FINDING_STREAM_RACE:
        return stream_race_message(a, f);
    case FINDING_LEAK:
        return leak_message(a, f);
    case FINDING_UNCHECKED_ERROR:
        return f->detail ? arena_printf(a,
                                        "%s failed, and the program went on "
                                        "without asking for the error",
                                        f->detail)
                         : "a launch failed, and the program never asked for "
                           "the error";
    case FINDING_TIMING_WITHOUT_SYNC:
        return "the program reads the clock while kernels are still queued: "
               "what it times is how long it took to ask for them";
    case FINDING_COLD_TIMING:
        return "the time measured here holds the program's first CUDA call, "
               "which sets the device up";
    case FINDING_STICKY_ERROR:
        return arena_printf(a,
                            "%" PRIu64 " calls after the first error failed "
                            "with it too",
                            f->count);
    case FINDING_HOST_MEMORY_FULL:
        return "this machine, not the card, had no memory left";
    default:
        return plain_message(a, f, finding_table[f->id].text);
    }
}

const char *explain_message(struct arena *a, const struct finding *f,
                            const char *kernel, uint64_t count)
{
    (void)kernel;
    switch (f->id) { /* lint: dispatch switch */
    case FINDING_OOB_GLOBAL:
        return memory_message(a, f, "global", "is out of bounds", count);
    case FINDING_OOB_SHARED:
        return memory_message(a, f, "shared", "is out of bounds", count);
    case FINDING_OOB_LOCAL:
        return memory_message(a, f, "local", "is out of bounds", count);
    case FINDING_MISALIGNED:
        return memory_message(a, f, "device", "is not aligned", count);
    case FINDING_USE_AFTER_FREE:
        return memory_message(a, f, "global", "is in freed memory", count);
    case FINDING_NULL_POINTER:
        return arena_printf(a, "%s of %u bytes through a null pointer by %s%s",
                            access_text(f->at.access), f->bytes, who(a, &f->at),
                            lanes(a, count));
    case FINDING_HOST_POINTER_IN_KERNEL:
        return arena_printf(a,
                            "%s of %u bytes through a pointer to host "
                            "memory by %s%s",
                            access_text(f->at.access), f->bytes, who(a, &f->at),
                            lanes(a, count));
    case FINDING_UNINITIALISED_READ:
        return arena_printf(a,
                            "read of %u bytes that were never written, by "
                            "%s: %s%s",
                            f->bytes, who(a, &f->at), distance(a, f),
                            lanes(a, count));
    case FINDING_RACE_SHARED:
        return race_message(a, f, count);
    case FINDING_RACE_GLOBAL:
        return race_global_message(a, f, count);
    case FINDING_FLOAT_ATOMIC_ORDER:
        return arena_printf(a,
                            "%" PRIu64 " additions to floats that other "
                            "threads add to as well: they come in any order, "
                            "and the last digits of the sum with them",
                            count);
    case FINDING_BARRIER_DIVERGENCE:
        return barrier_message(a, f);
    case FINDING_DEADLOCK:
        return plain_message(a, f, "the kernel can never go on");
    case FINDING_ENDLESS_KERNEL:
        return endless_message(a, f);
    case FINDING_WARP_MASK:
        return plain_message(a, f, "the member mask is wrong");
    case FINDING_KERNEL_TRAP:
        return plain_message(a, f, "the kernel stopped itself");
    case FINDING_STACK_OVERFLOW:
        return plain_message(a, f, "too many calls inside each other");
    case FINDING_UNSUPPORTED:
        return plain_message(a, f, "the lab cannot execute this yet");
    default:
        return call_message(a, f);
    }
}
