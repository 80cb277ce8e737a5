/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The inside of the simulator: what handlers of instructions work on. Only
 * engine/sim includes this.
 *
 *   launch --> worker (one host thread) --> block --> warp --> split
 *
 * A split is a set of lanes of one warp that are at the same pc. A warp is a
 * set of splits: it begins as one, divides at divergent branches and joins
 * again where all paths meet.
 */
#ifndef SIM_EXEC_H
#define SIM_EXEC_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "ptx/program.h"
#include "ptx/uses.h"
#include "sim/memory_layout.h"
#include "sim/private.h"
#include "sim/sim.h"
#include "sim/table.h"

enum { WARP_SIZE = 32, BARRIERS = 16, SCRATCH_ROWS = 16, KNOWN_MAX = 64 };

/* Bytes of local memory and arguments that a lane may have. */
enum { STACK_MAX = 256 * 1024 };

/* In place of a row: the operand is not there. */
#define NO_ROW INT_MIN

#define WARP_FULL UINT32_MAX

/* One 32-bit register of a warp. A 64-bit register is two rows, read as 32
   words of 64 bits. Narrower values live in the low bits of a row. */
struct row {
    uint32_t lane[WARP_SIZE];
} __attribute__((aligned(64)));

struct warp;
struct uop;
struct worker;

/* Execute one instruction for the lanes of mask. */
typedef void (*handler)(struct worker *x, const struct uop *u, uint32_t mask);

/* What the main loop does after an instruction. */
enum flow_kind {
    FLOW_NEXT,   /* go on at pc + 1 */
    FLOW_BRANCH, /* bra */
    FLOW_INDEX,  /* brx.idx */
    FLOW_CALL,
    FLOW_RET,
    FLOW_EXIT,
    FLOW_BARRIER,
    FLOW_SYNC,  /* waits for the lanes of a mask: shfl, vote, ... */
    FLOW_SLEEP, /* gives others a turn */
    FLOW_STOP   /* trap or an opcode the lab lacks: ends the launch */
};

/* A decoded instruction. Operands are rows: >= 0 in the split's window, < 0 in
   the worker's table of constants (see row_at). */
struct uop {
    handler run;
    int d, a, b, c, e; /* destination and sources */
    int p;             /* destination predicate; -1 none */
    int q;             /* second destination predicate; -1 none */
    int sp;            /* source predicate; -1 none */
    int guard;         /* -1 none */
    bool guard_not, sp_not;
    uint8_t flow;  /* enum flow_kind */
    uint8_t class; /* enum inst_class */
    uint8_t bytes; /* of a memory element */
    uint8_t vec;
    uint8_t space;        /* enum space */
    uint8_t width;        /* destination element: rows (1 or 2) */
    bool wide_base;       /* the address register has 64 bits */
    bool sign;            /* sign-extend a narrow load */
    bool copies;          /* a load whose value is only stored again */
    bool blind;           /* an atomic whose old value nobody reads */
    bool polls;           /* a load that sees what others write */
    bool slow;            /* rounding, ftz or sat: run through fp_slow */
    handler fast;         /* what fp_slow wraps */
    int rows[VECTOR_MAX]; /* elements of a vector; INT_MIN: sink */
    enum base base;       /* of a memory operand */
    int64_t offset;       /* of a memory operand; a literal predicate */
    int pattern;          /* index of a memory operand's pattern */
    struct uop *parts;    /* cp.async: a load, then a store; an atomic on
                             vectors: the rows of its source */
    const struct inst *in;
    int plain; /* so many instructions from here on just follow each other */
};

/* Instructions executed, as differences: a run of them, the same lanes in
   each, adds at its first pc and takes away behind its last. */
struct run_count {
    uint64_t inst, thread_inst;
};

/* Counters of one static instruction. */
struct tally {
    uint64_t inst, thread_inst, divergent;
    uint64_t requests, sectors, ideal, bytes; /* of global memory */
    uint64_t shared_requests, wavefronts, wavefronts_ideal;
    uint64_t local;                          /* bytes of local memory moved */
    uint64_t shared_atomics, global_atomics; /* lanes */
    uint64_t conflicts; /* lanes beyond the first of an atomic's address */
};

enum split_state { SPLIT_RUN, SPLIT_BARRIER, SPLIT_SYNC, SPLIT_DEAD };

/* Where diverged lanes meet again. */
struct join {
    int pc, depth; /* meet at pc, at that call depth */
    uint32_t mask; /* lanes that will come */
    uint32_t arrived;
    int parent; /* index of the join around it; -1 none */
    bool used;
};

struct split {
    enum split_state state;
    uint32_t mask;
    int pc, depth;  /* call depth */
    int join;       /* index of the join it runs towards; -1 none */
    int barrier;    /* SPLIT_BARRIER: which one */
    bool reported;  /* as waiting at a barrier without its warp */
    int back_edges; /* taken since its last turn */
};

/* One activation of a function. Lanes of one warp at the same depth may be in
   different functions; they share the space, each in its own lane. */
struct frame {
    int func;
    int window, preds; /* first row and predicate */
    int frame, local;  /* first byte of the param frame, of local memory */
    int grown;         /* bytes of local memory that alloca added */
    int return_pc;
    int call;          /* index into program.calls */
    uint32_t returned; /* lanes that came back already */
};

struct warp {
    int index;        /* in the block */
    uint32_t live;    /* lanes that have not exited */
    uint32_t carry;   /* the carry flag of each lane */
    struct row *rows; /* register windows */
    uint32_t *preds;
    struct lane_memory frame, local;
    int row_capacity, pred_capacity;
    struct split *splits;
    int split_count, split_capacity;
    struct join *joins;
    int join_count, join_capacity;
    struct frame *frames;  /* [depth * 32 + lane] */
    int frame_depths;      /* capacity of each lane's list */
    uint32_t barrier_wait; /* lanes that wait at a barrier */
    int barrier_pc;        /* pc at which they wait */
    uint64_t steps;        /* executed by this warp */
    uint64_t seen_state;   /* hash of its registers at the end of a turn */
    uint64_t seen_writes;  /* worker.writes then */
    uint64_t seen_polls;   /* worker.polls at its last back-edge */
    int poll_turns;        /* turns used up in loops that poll memory */
    bool same;             /* a whole turn left its registers as they were */
    bool stuck;            /* and wrote nothing */
    struct warp_log *log;  /* NULL: not recorded */
    bool grown;            /* some lane has used alloca */
    uint64_t count[WARP_COUNTERS]; /* up to its last turn */
};

struct barrier {
    int arrived;                        /* threads */
    int expected;                       /* 0: all of the block */
    int first_pc;                       /* pc of the first arrival; -1 none */
    int first_thread;                   /* one of those that arrived first */
    uint32_t votes_and, votes_or, popc; /* bar.red */
};

struct race_table;

struct block {
    uint64_t index;
    uint32_t at[3]; /* blockIdx */
    struct warp *warps;
    int warp_count, live_warps, thread_count;
    uint8_t *shared;
    uint64_t *shared_init; /* one bit a byte */
    uint32_t shared_bytes;
    bool whole; /* all of it is initialised; see shared.c */
    uint8_t whole_tries;
    uint32_t whole_epoch;
    struct barrier barriers[BARRIERS];
    uint32_t epoch; /* goes up at every barrier of the whole block */
    int turn;       /* warp whose turn it is */
    bool done, barrier_divergence;
    bool worked; /* some thread touched memory or called printf... */
    struct block_log *log;
    struct race_table *races;
    struct block_order *order; /* NULL unless worker.exact */
};

struct pattern;
struct write_counts;
struct claims;
struct exact;
struct block_order;

/* What all workers of a launch share; read-only while it runs. */
struct launch_state {
    const struct launch *l;
    const struct program *p;
    struct uop *uops;  /* by pc */
    struct row *konst; /* constant rows; konst[i] is row -1-SCRATCH_ROWS-i */
    int konst_count;
    int *window_rows; /* by function: rows and predicates of a window */
    int *window_preds;
    bool *reached;         /* by function: the launch may run it */
    int pattern_count;     /* memory operands in these */
    int **slots;           /* by function, by register: its row or predicate */
    uint64_t budget;       /* warp instructions of a worker */
    bool together;         /* several workers speculate */
    bool commutes;         /* its atomics do, in any order */
    bool hopeless;         /* one of them failed: atomic access only */
    uint32_t shared_bytes; /* per block, static and dynamic */
    uint32_t dynamic_base;
    struct row *tid; /* by warp: threadIdx.x, y, z */
    int *call_rows;  /* by call: row of an indirect callee's address */
    int threads, warps;
};

/* A finding being collected: aggregated by (id, pc, other pc). */
struct found {
    struct finding f;
};

/* Counters by warp, as they are summed up. */
struct warp_totals {
    uint64_t warps;
    uint64_t least[WARP_COUNTERS], most[WARP_COUNTERS], total[WARP_COUNTERS];
    struct warp_count listed[WARPS_LISTED];
    int listed_count;
};

struct worker {
    struct launch_state *s;
    const struct program *p;
    struct memory *memory;
    struct arena *arena; /* of the launch's result */
    /* the split that runs now */
    struct row *win; /* rows of its window */
    uint32_t *preds;
    struct row *konst; /* scratch rows, then the constants; see row_at */
    struct block *block;
    struct warp *warp;
    struct split *split;
    int end; /* pc at which its function ends */
    int pc;
    struct tally *tally;    /* by pc */
    struct run_count *runs; /* by pc; into tally by tally_settle */
    struct found *found;
    int found_count, found_capacity;
    struct finding spare;           /* takes what goes beyond the cap */
    struct request_sample *samples; /* by sample slot of the pc */
    uint8_t *widest;                /* by pc: most lanes of a request so far */
    int *sample_of;                 /* by pc: slot + 1, 0 none */
    int sample_count, sample_capacity;
    struct buf output;             /* device printf */
    uint64_t steps;                /* executed in this launch */
    uint64_t count[WARP_COUNTERS]; /* in all; warps keep differences */
    struct warp_totals warps;      /* of those that are gone */
    uint64_t writes;               /* stores and atomics executed */
    uint64_t blocks_worked;        /* ended blocks that touched memory */
    uint64_t polls;                /* volatile loads, atomics, sleeps */
    bool failed;                   /* an access or a trap failed the launch */
    bool stop;                     /* end the launch now */
    int error;                     /* cudaError_t */
    struct pattern *patterns; /* by uop.pattern: what its last access was */
    struct claims *claims;    /* who touched which line of global memory */
    struct exact *exact;      /* NULL unless races are looked at exactly */
    struct table float_order; /* who added to which float first */
    struct table hot;         /* atomics by address */
    bool hot_full;            /* too many addresses */
    uint64_t hot_requests;    /* of all addresses together */
    bool unrepeatable;        /* it changed what cannot be undone */
    struct write_counts *write_counts; /* NULL unless tracked */
    uint32_t heap_stamp; /* goes up when device-side memory is freed */
    struct known {       /* whole allocations found initialised */
        uint64_t base;
        uint32_t stamp;
        bool whole;
    } known[KNOWN_MAX];
    struct race_table *spare_races[64];
    int spare_race_count;
    uint64_t race_logs; /* begun so far */
};

static inline struct row *row_at(const struct worker *x, int i)
{
    return i >= 0 ? x->win + i : x->konst + (-1 - i);
}

static inline uint64_t *wide_at(const struct worker *x, int i)
{
    return (uint64_t *)row_at(x, i)->lane;
}

static inline uint32_t pred_read(const struct worker *x, int p, bool negate)
{
    return negate ? ~x->preds[p] : x->preds[p];
}

static inline void pred_write(struct worker *x, int p, uint32_t bits,
                              uint32_t mask)
{
    x->preds[p] = (x->preds[p] & ~mask) | (bits & mask);
}

/* Write 32 results to a row; lanes outside mask keep what they had. */
static inline void row_store(struct row *d, const uint32_t *out, uint32_t mask)
{
    if (mask == WARP_FULL) {
        memcpy(d->lane, out, sizeof d->lane);
        return;
    }
    for (int i = 0; i < WARP_SIZE; i++)
        d->lane[i] = mask >> i & 1 ? out[i] : d->lane[i];
}

static inline void wide_store(uint64_t *d, const uint64_t *out, uint32_t mask)
{
    if (mask == WARP_FULL) {
        memcpy(d, out, 8 * WARP_SIZE);
        return;
    }
    for (int i = 0; i < WARP_SIZE; i++)
        d[i] = mask >> i & 1 ? out[i] : d[i];
}

static inline int lanes_of(uint32_t mask)
{
    return __builtin_popcount(mask);
}

static inline int first_lane(uint32_t mask)
{
    return __builtin_ctz(mask);
}

/* address.c: moves of addresses that depend on the activation */
void op_local_address(struct worker *x, const struct uop *u, uint32_t mask);
void op_frame_address(struct worker *x, const struct uop *u, uint32_t mask);
void op_pack(struct worker *x, const struct uop *u, uint32_t mask);
void op_unpack(struct worker *x, const struct uop *u, uint32_t mask);
/* mov.b128: whole, from two halves, into two halves */
void op_move_double(struct worker *x, const struct uop *u, uint32_t mask);

/* copies.c: set uop.copies of a function's loads. */
void find_copies(struct launch_state *s, const struct func *f);

/* blind.c: set uop.blind of a function's atomics. */
void find_blind(struct launch_state *s, const struct func *f);

/* reach.c: the functions that the launch may run, into s->reached */
void find_reached(struct arena *a, struct launch_state *s);

/* decode.c */
/* Fill s->uops, s->konst, windows. */
void decode_program(struct arena *a, struct launch_state *s);
/* The handler of an instruction and what it needs besides operands; false if
   the lab lacks it. alu.c, convert.c, memory access and the rest. */
handler alu_handler(const struct inst *in);
handler convert_handler(const struct inst *in);
/* u->fast on the low halves of a 64-bit source register. */
void op_convert_low(struct worker *x, const struct uop *u, uint32_t mask);

/* half_alu.c: arithmetic of f16 and bf16, scalar or packed */
handler half_handler(const struct inst *in);

/* small_float.c: cvt of pairs of 8-bit floats and of tf32 */
handler small_float_handler(const struct inst *in);

/* add, sub, mul, fma of .f32x2; NULL for what is none of them. */
handler float_pair_handler(const struct inst *in);

/* compare.c */
void op_setp(struct worker *x, const struct uop *u, uint32_t mask);
void op_set(struct worker *x, const struct uop *u, uint32_t mask);
void op_selp(struct worker *x, const struct uop *u, uint32_t mask);
void op_slct(struct worker *x, const struct uop *u, uint32_t mask);
void op_pred_logic(struct worker *x, const struct uop *u, uint32_t mask);
void op_testp(struct worker *x, const struct uop *u, uint32_t mask);
void op_carry(struct worker *x, const struct uop *u, uint32_t mask);

/* fp.c: run u->fast with rounding, flushing and saturation. */
void fp_slow(struct worker *x, const struct uop *u, uint32_t mask);

/* access.c */
void op_copy_async(struct worker *x, const struct uop *u, uint32_t mask);
void op_load(struct worker *x, const struct uop *u, uint32_t mask);
/* The same, quicker, of one space (global.c and shared.c), with addresses of 64
   or 32 bits. */
void op_load_global_narrow(struct worker *x, const struct uop *u,
                           uint32_t mask);
void op_load_shared_narrow(struct worker *x, const struct uop *u,
                           uint32_t mask);
void op_load_global(struct worker *x, const struct uop *u, uint32_t mask);
void op_load_shared(struct worker *x, const struct uop *u, uint32_t mask);
void op_store(struct worker *x, const struct uop *u, uint32_t mask);
void op_cvta(struct worker *x, const struct uop *u, uint32_t mask);
void op_isspacep(struct worker *x, const struct uop *u, uint32_t mask);

/* stack.c */
/* The first byte of local memory above a frame. */
uint64_t stack_top(const struct worker *x, const struct frame *f);
void op_alloca(struct worker *x, const struct uop *u, uint32_t mask);
void op_stack_save(struct worker *x, const struct uop *u, uint32_t mask);
void op_stack_restore(struct worker *x, const struct uop *u, uint32_t mask);

/* video.c */
void op_video(struct worker *x, const struct uop *u, uint32_t mask);

/* atom.c */
void op_atom(struct worker *x, const struct uop *u, uint32_t mask);

/* lanes.c */
void op_shfl(struct worker *x, const struct uop *u, uint32_t mask);
void op_vote(struct worker *x, const struct uop *u, uint32_t mask);
void op_match(struct worker *x, const struct uop *u, uint32_t mask);
void op_redux(struct worker *x, const struct uop *u, uint32_t mask);
void op_activemask(struct worker *x, const struct uop *u, uint32_t mask);
void op_elect(struct worker *x, const struct uop *u, uint32_t mask);
void op_special(struct worker *x, const struct uop *u, uint32_t mask);
void op_fence(struct worker *x, const struct uop *u, uint32_t mask);
/* createpolicy: what it gives is for caches only */
void op_policy(struct worker *x, const struct uop *u, uint32_t mask);
void op_nothing(struct worker *x, const struct uop *u, uint32_t mask);

/* warp.c: an argument that is a register or a literal */
uint64_t call_value(const struct worker *x, const struct call_arg *a, int lane);

/* printf.c: write formatted text; returns the conversions done. */
int device_printf(struct worker *x, uint64_t format, uint64_t buffer, int lane);

/* extern.c: functions without a body: vprintf, malloc, libm, assert. */
/* Copy bytes of any space for a lane; false if they are not all there. */
bool device_read(struct worker *x, uint64_t address, void *out, size_t n,
                 int lane);
/* A string of the device's, cut to size. */
void device_string(struct worker *x, uint64_t address, int lane, char *out,
                   size_t size);
void extern_call(struct worker *x, const struct call *c, const struct func *f,
                 uint32_t mask);

/* found.c */
/* Record a finding of the instruction that runs now; lanes at fault in mask.
   Returns the record (aggregated), whose facts are filled in when new. */
struct finding *found_add(struct worker *x, enum finding_id id, uint32_t mask,
                          int other_pc, bool *is_new);
/* The same, about the allocation that an address is in or next to. */
struct finding *found_add_near(struct worker *x, enum finding_id id,
                               uint32_t mask, uint64_t address, bool *is_new);
/* Thread index in the block of a lane of the running warp. */
void thread_at(const struct worker *x, int thread, uint32_t out[3]);

/* warp_counts.c: a warp is gone; another worker's warps; the result. */
void warp_counts_add(struct warp_totals *t, uint64_t block,
                     const struct warp *w);
void warp_counts_join(struct warp_totals *to, const struct warp_totals *from);
void warp_counts_fill(struct arena *a, const struct warp_totals *t,
                      struct warp_counts *out);

/* tally.c: what was counted in short goes to x->tally; call it once all has
   run, before x->tally is read. */
void tally_settle(struct worker *x);

/* warp.c */
void warp_open(struct worker *x, struct block *b, struct warp *w);
void warp_close(struct warp *w);
/* Run a warp until it waits, ends or gives up its turn; false if it could
   not do one step. */
bool warp_run(struct worker *x, struct block *b, struct warp *w);
struct frame *frame_of(struct warp *w, int lane, int depth);

/* block.c */
void block_open(struct worker *x, struct block *b, uint64_t index);
void block_close(struct worker *x, struct block *b);
/* A round of turns for its warps; false if none could do a step. */
bool block_run(struct worker *x, struct block *b);
/* A split arrives at the barrier of its instruction; true if it may go on. */
void barrier_arrive(struct worker *x, const struct uop *u, struct split *sp,
                    uint32_t mask);
/* Nothing of the warp can run: do lanes wait at a barrier that the others of
   their warp do not come to? Reports it; true if it is news. */
bool barrier_blocked(struct worker *x, struct warp *w);
void barrier_check(struct worker *x, struct block *b, int id);

#endif
