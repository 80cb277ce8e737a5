/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The device: what one program's bus leads to. It owns memory, modules,
 * streams, events and the record of the run; it works in virtual time.
 *
 *   main_device.c   arguments, the socket
 *   serve.c         messages, one by one
 *   modules.c       PTX: parse, place variables, list kernels
 *   streams.c       streams, events, waits: who comes after whom
 *   jobs.c          queued work: what happens when it starts and ends
 *   copies.c        copies and memsets
 *   launches.c      launches
 *   graphs.c        a graph's nodes, as they are launched
 *   managed.c       managed memory: where its pages are
 *   meetings.c      who touched what unordered: stream-race, host-race
 *   timeline.c      virtual time
 *   clocks.c        order
 *   ranges.c        parts that the program named
 *   endings.c       what is known only at the end
 *   record.c        the trace
 */
#ifndef DEVICE_DEVICE_H
#define DEVICE_DEVICE_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "bus/bus.h"
#include "device/clocks.h"
#include "device/timeline.h"
#include "ptx/program.h"
#include "sim/footprint.h"
#include "sim/memory.h"
#include "time/card.h"
#include "trace/trace.h"

/* Errors of the runtime that the device returns, by CUDA's numbers. */
enum device_error {
    ERROR_NONE = 0,
    ERROR_INVALID_VALUE = 1,
    ERROR_MEMORY_ALLOCATION = 2,
    ERROR_INSUFFICIENT_DRIVER = 35,
    ERROR_INVALID_FUNCTION = 98,
    ERROR_INVALID_DEVICE = 101,
    ERROR_INVALID_PTX = 218,
    ERROR_INVALID_HANDLE = 400,
    ERROR_NOT_READY = 600,
    ERROR_PEER_ALREADY_ENABLED = 704,
    ERROR_PEER_NOT_ENABLED = 705,
    ERROR_COOPERATIVE_TOO_LARGE = 720
};

struct device_options {
    const char *cards, *card, *trace; /* trace NULL: keep none */
    uint64_t vram_bytes;              /* 0: the card's */
    uint64_t budget; /* warp instructions of a launch; 0: the default */
    int workers;
    int gpus; /* so many equal cards; 0: one */
    bool checks_off, downloads, track_writes;
    bool sampled; /* run only the blocks that are timed, and those between */
    bool what_if; /* time launches without each of enum what_if's costs */
    bool say;     /* findings in words on stderr at the end */
};

struct module {
    struct program program;
    bool ok;
};

enum job_kind {
    JOB_COPY,
    JOB_SET,
    JOB_LAUNCH,
    JOB_HOST, /* a function of the program */
    JOB_FREE, /* stream-ordered */
    JOB_PREFETCH,
    JOB_MARK /* an event, a wait, a graph's begin and end */
};

/* A piece of queued work. */
struct job {
    enum job_kind kind;
    int stream, gpu;      /* index of the stream */
    uint32_t number;      /* in its stream */
    struct clock clock;   /* what it comes after */
    struct bus_message m; /* as it came */
    struct bus_shape shape;
    uint8_t *bytes; /* parameters, or contents that were staged; owned */
    size_t size;
    int32_t site;
    int32_t launch; /* index, once started; -1 */
    enum op_kind op;
    bool pageable, in_graph;
    bool done_before; /* a copy whose bytes went over with the call */
};

struct device_stream {
    bool used, blocking; /* blocking: ordered with the legacy stream */
    bool legacy, of_thread;
    int gpu, priority;
    uint32_t thread;    /* of_thread: whose */
    uint32_t last;      /* number of its last work; 0 none */
    uint32_t count;     /* pieces so far */
    struct clock clock; /* what its next piece comes after */
};

struct device_event {
    bool used, recorded, timed;
    uint32_t work; /* of the last record */
    struct clock clock;
};

/* One launch of a graph, while its nodes come. */
struct graph_run {
    bool active;
    int stream;
    uint32_t begin;       /* work that all roots come after */
    struct clock clock;   /* of the begin */
    uint32_t *nodes;      /* work, by node */
    struct clock *clocks; /* by node */
    bool *has_next;       /* somebody waits for it */
    int count;
    int now;         /* the node whose message comes next; -1 */
    uint32_t *after; /* nodes that it waits for */
    int after_count;
};

/* What a piece of work touched, kept until the host knows that it is over. */
struct meeting {
    int stream;
    uint32_t number;
    uint64_t ticket;
    int32_t site, launch;
    bool queued; /* not started yet: only the host can meet it */
    struct footprint touched;
};

/* A part of the run that the program named, and that has not ended. */
struct named_range {
    const char *name;
    uint64_t id, start_ns;
    bool nested;
    uint32_t thread;
    int32_t site;
};

struct managed_range {
    uint64_t base, bytes;
    uint8_t *on_device; /* by page of MANAGED_PAGE; owned */
};

struct device {
    const struct device_options *options;
    struct arena arena; /* as long as the device: modules, trace */
    struct card card;
    struct memory *memory;
    uint64_t grid_workspace; /* of cooperative launches; 0: none yet */
    struct module **modules;
    int module_count, module_capacity;
    struct device_stream *streams; /* the first ones are the legacy streams,
                                      one for each card */
    int stream_count, stream_capacity;
    struct device_event *events;
    int event_count, event_capacity;
    struct timeline *timeline;
    uint64_t host_ns;        /* virtual time of the host */
    struct clock host;       /* what it knows to be over */
    bool queued;             /* work was queued since the host last waited */
    int pending;             /* sticky error of failed work; 0 none */
    bool pending_told;       /* a call has returned it */
    uint64_t sticky;         /* calls that failed with it after that */
    int32_t sticky_site;     /* the first of them */
    uint64_t frees;          /* of the program's */
    bool ended_well;         /* it said so, at its end */
    int fd;                  /* the bus, while it is served */
    bool broken;             /* the other side broke the protocol */
    uint64_t stage;          /* address of the staging buffer */
    struct job *coming;      /* the copy whose parts are coming */
    uint64_t come;           /* bytes of it so far */
    uint64_t parts_start_ns; /* when its call began */
    bool parts_wait;         /* its call waits for queued work */
    bool waited;             /* the copy at hand did */
    int32_t site;            /* of the message at hand; 0 none */
    struct graph_run graph;
    struct meeting *meetings;
    int meeting_count, meeting_capacity;
    struct managed_range *managed;
    int managed_count, managed_capacity;
    struct named_range *ranges;
    int range_count, range_capacity, ranges_recorded;
    struct buf output; /* device printf not yet handed over */
    struct trace trace;
    int launch_capacity, op_capacity, call_capacity, finding_capacity;
    int download_capacity, site_capacity, allocation_capacity;
    uint64_t download_bytes;
    uint32_t peers[8]; /* by card: a bit for each that it may look at */
};

/* Open a device; false and a diag if the card or the host says no. */
bool device_open(struct device *d, const struct device_options *o,
                 struct diags *ds);
void device_close(struct device *d);

/* Serve a socket until the other side closes it. False if it broke the
   protocol. */
bool device_serve(struct device *d, int fd);

/* Run a function of the program, which waits for an answer. */
void device_call_host(struct device *d, uint64_t function, uint64_t argument);

/* modules.c: parse PTX, of which ptx_bytes are text, and the rest names of
   managed variables; the answer's tables go to out. Returns an error. */
int device_module(struct device *d, struct text ptx, uint64_t ptx_bytes,
                  struct buf *out, uint64_t value[BUS_VALUES]);

/* streams.c. A message's stream, or NULL. */
struct device_stream *
device_stream(struct device *d, const struct bus_message *m, uint64_t handle);
int stream_create(struct device *d, const struct bus_message *m,
                  uint64_t *handle);
int stream_destroy(struct device *d, const struct bus_message *m);
/* Queue a job on a stream (or as the graph's next node): the device owns it
   from here on. It starts at issue_ns or later. Its number in the timeline. */
uint32_t stream_queue(struct device *d, struct device_stream *s,
                      struct job *job, uint64_t issue_ns);
/* The host waits: for one piece of work, a stream, a card. */
void host_wait(struct device *d, struct device_stream *s, uint32_t work);
void host_wait_stream(struct device *d, struct device_stream *s);
void host_wait_all(struct device *d);
int stream_query(struct device *d, struct device_stream *s);
int event_call(struct device *d, const struct bus_message *m,
               uint64_t value[BUS_VALUES]);

/* jobs.c */
struct job *job_new(struct device *d, enum job_kind kind,
                    const struct bus_message *m);
void job_free(struct job *j);
struct timeline_calls job_calls(struct device *d);

/* copies.c; each returns the error of the call */
int device_copy(struct device *d, const struct bus_message *m,
                const uint8_t *bytes);
int device_copy_part(struct device *d, const struct bus_message *m,
                     const uint8_t *bytes);
int device_memset(struct device *d, const struct bus_message *m,
                  const uint8_t *bytes);
struct work_cost copy_start(struct device *d, struct job *j);
struct work_cost set_start(struct device *d, struct job *j);

/* launches.c */
int device_launch(struct device *d, const struct bus_message *m,
                  const uint8_t *params);
struct work_cost launch_start(struct device *d, struct job *j,
                              const struct work *w);

/* graphs.c */
int graph_begin(struct device *d, const struct bus_message *m);
int graph_node(struct device *d, const struct bus_message *m,
               const uint8_t *bytes);
int graph_end(struct device *d, const struct bus_message *m);
void graph_close(struct graph_run *g);

/* managed.c */
enum { MANAGED_PAGE = 64 << 10 };
void managed_add(struct device *d, uint64_t base, uint64_t bytes);
void managed_remove(struct device *d, uint64_t base);
/* A kernel touched those bytes: what moving their pages adds to its time. */
uint64_t managed_to_device(struct device *d, const struct footprint *f);
/* All pages of a range move; the bytes that had to. */
uint64_t managed_move(struct device *d, uint64_t at, uint64_t bytes,
                      bool to_device);

/* meetings.c: remember what work touched, and report who met there. */
void meeting_add(struct device *d, const struct job *j, bool queued,
                 struct footprint *f);
void meetings_forget(struct device *d);
/* Is anything to be gained by knowing what work of this job's touches? */
bool meetings_matter(const struct device *d);
/* The host touched a byte of pinned or managed memory: did it meet work that it
   did not wait for? */
bool meeting_with_host(struct device *d, uint64_t address, bool write);
bool ticket_is_open(const struct device *d, uint64_t ticket);

/* endings.c: what is known only when the program has ended. */
void report_endings(struct device *d);

/* ranges.c */
void range_begin(struct device *d, const struct bus_message *m,
                 const char *name);
void range_end(struct device *d, const struct bus_message *m);

/* record.c */
void record_named(struct device *d, struct api_call c);
void record_finding(struct device *d, const struct finding *f);
int record_op(struct device *d, struct device_op op);
void record_call(struct device *d, const struct bus_message *m,
                 uint64_t start_ns, bool waits, int error);
/* The allocation that was just made, with the message's site. */
void record_allocation(struct device *d, int32_t serial);
int32_t record_site(struct device *d, const uint64_t site[BUS_SITES]);
/* Keep a launch, or add it to the sum of those like it when there are many;
   its index. */
int32_t record_launch(struct device *d, const struct trace_launch *l);
/* Keep at most so much of a launch's detail. True if it may be kept. */
bool record_wants_detail(const struct device *d, const char *kernel,
                         const uint32_t grid[3], const uint32_t block[3]);

static inline uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

#endif
