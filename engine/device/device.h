/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The device: what one program's bus leads to. It owns memory, modules,
 * streams, events and the record of the run; it works in virtual time.
 *
 *   main_device.c   arguments, the socket
 *   serve.c         messages, one by one
 *   modules.c       PTX: parse, place variables, list kernels
 *   work.c          copies, memset, launches on streams
 *   record.c        the trace
 */
#ifndef DEVICE_DEVICE_H
#define DEVICE_DEVICE_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "bus/bus.h"
#include "ptx/program.h"
#include "sim/memory.h"
#include "time/card.h"
#include "trace/trace.h"

struct device_options {
    const char *cards, *card, *trace; /* trace NULL: keep none */
    uint64_t vram_bytes;              /* 0: the card's */
    uint64_t budget; /* warp instructions of a launch; 0: the default */
    int workers;
    bool checks_off, downloads, track_writes;
    bool sampled; /* run only the blocks that are timed, and those between */
    bool say;     /* findings in words on stderr at the end */
};

struct module {
    struct program program;
    bool ok;
};

struct device_stream {
    bool used;
    uint64_t end_ns; /* when its queued work is done */
};

struct device_event {
    bool used, recorded;
    uint64_t at_ns;
};

struct device {
    const struct device_options *options;
    struct arena arena; /* as long as the device: modules, trace */
    struct card card;
    struct memory *memory;
    uint64_t grid_workspace; /* of cooperative launches; 0: none yet */
    struct module **modules;
    int module_count, module_capacity;
    struct device_stream *streams; /* 0 is the legacy default stream */
    int stream_count, stream_capacity;
    struct device_event *events;
    int event_count, event_capacity;
    uint64_t host_ns; /* virtual time of the host */
    uint64_t
        engine_end_ns[DEVICE_OP_D2D + 1]; /* when each is free, by op kind */
    bool queued;       /* work was queued since the host last waited */
    int pending;       /* sticky error of failed work; 0 none */
    struct buf output; /* device printf not yet handed over */
    struct trace trace;
    int launch_capacity, op_capacity, call_capacity, finding_capacity;
    int download_capacity;
    uint64_t download_bytes;
    uint64_t copy_end_ns; /* of the copy whose parts are coming */
};

/* Open a device; false and a diag if the card or the host says no. */
bool device_open(struct device *d, const struct device_options *o,
                 struct diags *ds);
void device_close(struct device *d);

/* Serve a socket until the other side closes it. False if it broke the
   protocol. */
bool device_serve(struct device *d, int fd);

/* modules.c: parse PTX; the answer's tables go to out. Returns an error. */
int device_module(struct device *d, struct text ptx, struct buf *out,
                  uint64_t value[BUS_VALUES]);

/* work.c; each returns the error of the call */
int device_launch(struct device *d, const struct bus_message *m,
                  const uint8_t *params);
int device_copy_in(struct device *d, const struct bus_message *m,
                   const uint8_t *bytes);
int device_copy_out(struct device *d, const struct bus_message *m,
                    struct buf *out);
int device_copy_device(struct device *d, const struct bus_message *m);
int device_memset(struct device *d, const struct bus_message *m);

/* record.c */
void record_finding(struct device *d, const struct finding *f);
int record_op(struct device *d, struct device_op op);
void record_call(struct device *d, enum bus_kind kind, uint64_t start_ns,
                 bool waits, int error);
/* Keep at most so much of a launch's detail. True if it may be kept. */
bool record_wants_detail(const struct device *d, const char *kernel,
                         const uint32_t grid[3], const uint32_t block[3]);
struct device_stream *device_stream(struct device *d, uint64_t handle);

#endif
