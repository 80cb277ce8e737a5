/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The record of one run: what the device wrote while it served a program.
 * One self-contained file; trace_write and trace_read are inverse. Everything
 * a report, a goal or a screen shows comes from here.
 *
 * Times are virtual nanoseconds from the start of the run. Pointers in a
 * trace that was read live in the arena given to trace_read.
 */
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "trace/finding.h"
#include "trace/warps.h"

struct arena;
struct diags;

/* Counted exactly at the level of PTX; see design names in report/metrics.def.
   Sums are over executed warp instructions. */
struct counters {
    uint64_t inst;        /* warp instructions */
    uint64_t thread_inst; /* lanes that executed them */
    uint64_t branches;    /* conditional and unconditional bra */
    uint64_t divergent;   /* of those, split the warp */
    uint64_t load_requests, load_sectors, load_sectors_ideal;
    uint64_t load_bytes; /* distinct bytes asked for */
    uint64_t store_requests, store_sectors, store_sectors_ideal;
    uint64_t store_bytes;
    uint64_t shared_requests, shared_wavefronts, shared_conflicts;
    uint64_t shared_ideal;   /* wavefronts without conflicts */
    uint64_t local_bytes;    /* bytes moved to and from local memory */
    uint64_t barriers;       /* warp arrivals at block barriers */
    uint64_t global_atomics; /* lanes */
    uint64_t shared_atomics;
    uint64_t atomic_conflicts; /* lanes beyond the first at one address */
    uint64_t fp32, fp64, integer, mem, control,
        other; /* thread inst by class */
};

/* One static instruction that ran at least once. */
struct inst_profile {
    int32_t pc;
    int32_t line; /* learner's source line; 0 unknown */
    const char *file;
    const char *text; /* the PTX statement */
    struct counters count;
    uint64_t stall_cycles; /* modelled, in the sample; 0 if not timed */
};

/* One request of one memory instruction, kept for the lane -> sector map:
   the first one with the most active lanes. */
struct request_sample {
    int32_t pc, line;
    const char *file;
    const char *text;
    uint32_t block[3], warp;
    uint32_t active;          /* lanes that took part */
    uint32_t bytes;           /* per lane */
    bool is_store, is_shared; /* shared: addresses are offsets, map is banks */
    uint64_t address[32];     /* of active lanes */
};

enum warp_state {
    WARP_ABSENT,           /* not resident */
    WARP_ISSUE,            /* issued an instruction */
    WARP_NOT_SELECTED,     /* ready, another warp was picked */
    WARP_LONG_SCOREBOARD,  /* waits for global or local memory */
    WARP_SHORT_SCOREBOARD, /* waits for shared memory or special functions */
    WARP_MATH_PIPE,        /* the pipe is busy */
    WARP_MEM_THROTTLE,     /* the load/store queue is full */
    WARP_WAIT,             /* fixed latency of an earlier instruction */
    WARP_BARRIER,          /* waits for its block */
    WARP_STATE_COUNT
};

/* A run of cycles that a warp spent in one state. */
struct warp_span {
    uint32_t start, cycles; /* from the launch's first cycle on its SM */
    uint8_t state;          /* enum warp_state */
};

/* The timeline of one warp of the detailed SM. */
struct warp_row {
    uint32_t block, warp;    /* linear block index, warp in block */
    struct warp_span *spans; /* in order, without gaps or overlaps */
    int32_t span_count;
};

enum limiter {
    LIMIT_NONE,
    LIMIT_WARPS,
    LIMIT_BLOCKS,
    LIMIT_REGISTERS,
    LIMIT_SHARED
};

enum what_if {
#define WHAT_IF(id, name, words) WHAT_IF_##id,
#include "trace/what_if.def"
#undef WHAT_IF
    WHAT_IF_COUNT
};

/* What the timing model says of a launch: modelled, for trace.card. */
struct launch_time {
    uint64_t cycles; /* SM clock cycles of the whole launch */
    double time_us;
    double occupancy_theoretical_pct, occupancy_achieved_pct;
    enum limiter limiter;
    int32_t blocks_per_sm; /* resident limit */
    double compute_pct;    /* speed of light: busiest compute pipe */
    double memory_pct;     /* speed of light: DRAM, L2 or L1, the busiest */
    double stall_pct[WARP_STATE_COUNT]; /* share of resident warp cycles */
    double l1_hit_pct, l2_hit_pct;
    uint64_t dram_bytes;
    uint64_t blocks_timed; /* blocks in detail; the rest extrapolated */
    struct warp_row *rows; /* a few warps, for the picture */
    int32_t row_count;
    uint32_t rows_cycles;             /* cycles the rows cover */
    double what_if_us[WHAT_IF_COUNT]; /* without that cost; 0: not asked */
};

/* Instructions that one warp executed one after the other, of one line and
   with the same lanes. */
struct lane_step {
    const char *file;
    int32_t line;   /* 0 unknown */
    uint32_t mask;  /* lanes that took part */
    uint32_t count; /* instructions */
};

/* What one warp did, in order: the recorded one that split most. */
struct lane_path {
    uint32_t block, warp; /* linear block index, warp in block */
    struct lane_step *steps;
    int32_t count;
    bool cut; /* there was more */
};

/* The address of global memory that atomics went to most often. */
struct hot_address {
    int32_t pc;        /* of the first one */
    uint64_t requests; /* of warps, to it; 0: not known */
    uint64_t all;      /* to any address, each counted once a request */
};

/* What a launch that stands for many equal ones sums. */
struct launch_sum {
    uint64_t launches;      /* how many; 0: the launch stands for itself */
    uint64_t busy_ns;       /* their times, added up */
    uint64_t last_issue_ns; /* the host's last call */
    uint64_t slowest_ns;    /* time of the slowest one */
    uint64_t slowest_start_ns;
};

/*
 * One launch. Or, if sum.launches is not 0, many of one kernel, grid and
 * block: counters, cycles and times are added up, shares are averages by
 * time, what is the most of something is the most of all; issue_ns and
 * start_ns are the first one's, end_ns the last one's. What a launch shows in
 * detail (instructions, samples, rows, lanes) such a one has not.
 */
struct trace_launch {
    const char *kernel; /* display name */
    uint32_t grid[3], block[3];
    uint32_t shared_static, shared_dynamic; /* bytes per block */
    int32_t registers;                      /* modelled, per thread */
    int32_t stream;
    uint64_t issue_ns; /* the host's call */
    uint64_t start_ns, end_ns;
    bool failed; /* stopped by a fault */
    struct counters total;
    uint32_t max_writes_per_element; /* 0 unless tracked */
    uint64_t blocks_worked; /* blocks of which some thread touched memory */
    uint32_t sm_count;      /* of the card; 0 unknown, in old files */
    struct inst_profile *insts;
    int32_t inst_count;
    struct request_sample *samples;
    int32_t sample_count;
    struct launch_time time;
    struct lane_path lanes; /* count 0: not recorded */
    struct warp_counts warps;
    struct hot_address hot;
    struct launch_sum sum;
};

enum op_kind {
    DEVICE_OP_KERNEL,
    DEVICE_OP_H2D,
    DEVICE_OP_D2H,
    DEVICE_OP_D2D,
    DEVICE_OP_MEMSET
};

/* Work the device did, on its own clock. */
struct device_op {
    enum op_kind kind;
    int32_t stream;
    uint64_t start_ns, end_ns;
    uint64_t bytes; /* copies, memset */
    bool pageable;  /* copies from or to ordinary host memory */
    int32_t launch; /* index, or -1; one that sums may have many */
};

/* One CUDA call of the host program. */
struct api_call {
    const char *name; /* "cudaMemcpy" */
    uint64_t start_ns, end_ns;
    int32_t error; /* cudaError_t it returned */
    bool waits;    /* the host waited for queued device work */
    int32_t site;  /* where it was called, in trace.sites; 0 unknown */
};

/* A place in the host program that called CUDA. */
enum { SITE_FRAMES = 4 };
struct call_site {
    uint64_t pc[SITE_FRAMES]; /* return addresses as in the program's file,
                                 innermost first; 0 ends */
    const char *file;         /* NULL: not looked up, or unknown */
    int32_t line;
};

/* A copy to the host, kept when the course asks for provenance. */
struct download {
    uint64_t host; /* where it went, relative to the run: only
                      differences between downloads mean anything */
    uint64_t bytes;
    bool from_kernel; /* every byte was last written by a kernel */
    const uint8_t *data;
};

struct trace {
    const char *card; /* "h100-sxm" */
    uint64_t end_ns;  /* virtual end of the run */
    bool complete;    /* the program closed the bus in order */
    bool measured;    /* on a real card: times and registers are, and the
                         counters are not known; else modelled */
    uint64_t peak_device_bytes;
    struct trace_launch *launches;
    int32_t launch_count;
    struct device_op *ops;
    int32_t op_count;
    struct api_call *calls;
    int32_t call_count;
    struct call_site *sites; /* number 1 is sites[0] */
    int32_t site_count;
    int32_t *allocations; /* by serial - 1: the site that asked for it */
    int32_t allocation_count;
    struct finding *findings;
    int32_t finding_count;
    struct download *downloads;
    int32_t download_count;
    /* Too many to keep one by one; counts of the run include them. */
    uint64_t calls_left_out, waits_left_out, findings_left_out;
};

/* How many launches a record stands for. */
static inline uint64_t launch_count(const struct trace_launch *l)
{
    return l->sum.launches ? l->sum.launches : 1;
}

/* All launches of a run. */
uint64_t trace_launches(const struct trace *t);

/* sum.c: may two launches share a record? Same kernel, shape and card. */
bool launch_equal(const struct trace_launch *a, const struct trace_launch *b);

/* Begin a sum with one launch: the same, without its details. */
struct trace_launch launch_sum_of(const struct trace_launch *first);

/* Add a launch, equal to the others, to a sum. */
void launch_sum_add(struct trace_launch *sum, const struct trace_launch *l);

/* Say when a launch ran: for a sum, the one that was added last or before. */
void launch_set_times(struct trace_launch *l, uint64_t start_ns,
                      uint64_t end_ns);

/* Give findings the files and lines of the host's calls, as far as sites have
   them. trace_read does so by itself. */
void trace_name_places(struct trace *t);

/* Write a trace to a file, whole or not at all. False and a diag on error. */
bool trace_write(const char *path, const struct trace *t, struct diags *ds);

/*
 * Read one. Survives any bytes: a file cut short, damaged or of a newer
 * version gives false and a diag that says which.
 */
bool trace_read(struct arena *a, const char *path, struct trace *out,
                struct diags *ds);

/* The same from bytes in memory; path is for messages. */
bool trace_parse(struct arena *a, struct text bytes, const char *path,
                 struct trace *out, struct diags *ds);

#endif
