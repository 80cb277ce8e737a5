/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Run a built program against a device of its own: the lab's side. Starts
 * both children, limits them, collects output and trace. Never trusts either.
 */
#ifndef DEVICE_SESSION_H
#define DEVICE_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/home.h"
#include "base/text.h"
#include "trace/trace.h"

struct arena;
struct diags;

struct session_options {
    const struct home *home;
    const char *program;
    const char *const *args; /* without argv[0] */
    int arg_count;
    const char *cwd;     /* NULL: the lab's own */
    const char *card;    /* name; NULL: the default */
    int workers;         /* device threads */
    uint64_t vram_bytes; /* 0: the card's */
    uint64_t budget;     /* warp instructions a launch; 0: the default */
    int timeout_s;       /* wall clock; 0: the default, 60 */
    uint64_t output_max; /* bytes kept of stdout+stderr; 0: 1 MiB */
    uint64_t file_max;   /* RLIMIT_FSIZE, bytes; 0: 1 GiB */
    bool limits;         /* full learner limits: processes, memory,
                            file size (check); run leaves them off */
    int gpus;            /* equal cards; 0: one */
    bool real_clock;     /* host work takes its time; else it costs nothing */
    bool checks_off;
    bool sampled;   /* only the blocks that are timed: results are wrong */
    bool what_if;   /* time launches again without a cost */
    bool downloads; /* record what was copied to the host */
    bool track_writes;
    bool pass_through; /* the program inherits our stdin, and its
                          output is also written to our stdout as it
                          comes (run without --json) */
};

enum session_end {
    SESSION_EXITED,     /* exit_code */
    SESSION_SIGNALLED,  /* signal */
    SESSION_TIMEOUT,    /* killed by us */
    SESSION_DEVICE_DIED /* our device crashed: a fault of ours */
};

struct session_result {
    enum session_end end;
    int exit_code, signal;
    struct text output; /* stdout and stderr together, as they came */
    bool output_cut;    /* more than output_max was written */
    bool used_device;   /* the program made at least one CUDA call */
    struct trace trace;
};

/* Run to the end. False and a diag only when the machine says no (cannot
   start, no space for the trace). */
bool session_run(struct arena *a, const struct session_options *o,
                 struct session_result *out, struct diags *ds);

#endif
