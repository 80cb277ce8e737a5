/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A finding as the device records it: facts, no sentences. The report turns
 * it into words (report/explain.c).
 */
#ifndef TRACE_FINDING_H
#define TRACE_FINDING_H

#include <stdint.h>

enum severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_ADVICE };

enum finding_id {
#define FINDING(id, text, severity, lesson) FINDING_##id,
#include "trace/findings.def"
#undef FINDING
    FINDING_COUNT
};

struct finding_info {
    const char *text;
    enum severity severity;
    const char *lesson; /* "" if none teaches it */
};

extern const struct finding_info finding_table[FINDING_COUNT];

enum access { ACCESS_NONE, ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC };

/* One side of what happened: which thread, where in the source. */
struct place {
    int32_t pc; /* -1 unknown */
    uint32_t thread[3], block[3];
    const char *file; /* as the compiler wrote it; NULL unknown */
    int32_t line;     /* 0 unknown */
    enum access access;
    int32_t site; /* of the host's call, in trace.sites; 0 none. Its file and
                     line go above once they are looked up */
};

struct finding {
    enum finding_id id;
    int32_t launch;     /* index into trace.launches; -1 none */
    struct place at;    /* the faulty access or call */
    struct place other; /* second side (race, barrier); other.line 0: none */
    uint64_t count;     /* lanes (or bytes hazards) it happened to */
    uint64_t address;   /* device or window address of the first; no host
                           address ever */
    uint32_t bytes;     /* size of the access */
    uint32_t lanes;     /* lanes of the first warp that were at fault */
    /* The allocation (or variable) it belongs to or is next to. */
    uint64_t near_base, near_bytes; /* near_bytes 0: none known */
    int64_t near_offset;            /* address - near_base */
    int32_t near_serial;   /* 1 for the program's first allocation; 0 none */
    const char *near_name; /* variable's name, or NULL */
    const char *near_file; /* where the host allocated it; NULL unknown */
    int32_t near_line;
    const char *detail;   /* extra: opcode, CUDA error name, assert text... */
    int64_t limit, value; /* launch-config and budgets: the limit and what
                              was asked for; 0, 0 if unused */
};

#endif
