/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Is this machine fit for the lab, and for a real card? doctor_probe asks the
 * machine, doctor_judge decides from the answers: driver, toolkit, framework,
 * then what the lab itself needs.
 */
#ifndef CLI_DOCTOR_H
#define CLI_DOCTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/home.h"
#include "base/proc.h"

struct arena;

struct version {
    int major, minor; /* 0.0: not known */
};

/* What a tool said. */
struct doctor_tool {
    bool present, works; /* is in PATH; ended with 0 */
    const char *said;    /* its output, or why it failed */
    struct version version;
};

struct doctor_facts {
    struct doctor_tool smi; /* version: the driver's */
    struct version driver_cuda;
    int gpus;
    const char *gpu;         /* name of the first */
    struct doctor_tool nvcc; /* the toolkit's release */
    struct doctor_tool python;
    struct doctor_tool torch; /* version: the CUDA it was built with */
    bool torch_sees_gpu;
    struct doctor_tool clang;
    struct doctor_tool sandbox; /* bwrap; works: namespaces do */
    const char *term, *locale;  /* $TERM; the character set's name */
    int columns, rows;          /* 0: no terminal */
    const char *cache;
    bool cache_writable;
    uint64_t cache_free; /* bytes */
};

enum doctor_status { DOCTOR_OK, DOCTOR_NOTE, DOCTOR_PROBLEM };

struct doctor_line {
    const char *what; /* "driver", "toolkit", ... */
    enum doctor_status status;
    const char *found, *matters;
    const char *remedy; /* "": nothing to do */
};

enum { DOCTOR_LINES = 16 };

/* Ask the machine. Tools that do not answer within seconds count as broken. */
void doctor_probe(struct arena *a, const struct home *home,
                  struct doctor_facts *out);

/* The lines, in the order in which to mend; their number. */
int doctor_judge(struct arena *a, const struct doctor_facts *f,
                 struct doctor_line out[DOCTOR_LINES]);

/* "release 12.4," and the like: the first N.M after `after`. */
struct version doctor_version(const char *text, const char *after);

#endif
