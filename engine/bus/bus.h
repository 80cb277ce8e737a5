/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bus: a stream socket between a program (with our runtime in it) and its
 * device. A message is a header and some bytes; an answer likewise. Whoever
 * reads it copies it once and then checks it: the other side may be hostile.
 *
 * Beside it lies a file that both map (sim/memory.h): pinned and managed
 * memory, and a staging buffer through which ordinary host memory is copied.
 *
 * The host's clock is kept by the client: each message says when its call
 * begins, and each answer when it ends, in virtual nanoseconds.
 */
#ifndef BUS_BUS_H
#define BUS_BUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum bus_kind {
#define MESSAGE(id, answer) BUS_##id,
#include "bus/messages.def"
#undef MESSAGE
    BUS_COUNT
};

enum bus_answer { BUS_ASYNC, BUS_SYNC };
extern const enum bus_answer bus_answers[BUS_COUNT];

/* The functions of the runtime that a run's record names. */
enum bus_call {
    CALL_NONE,
#define CALL(name) CALL_##name,
#include "bus/calls.def"
#undef CALL
    CALL_COUNT
};
extern const char *const bus_call_names[CALL_COUNT];

enum {
    BUS_VERSION = 2,
    BUS_ARGS = 12,
    BUS_VALUES = 4,
    BUS_SITES = 4,             /* return addresses sent with a call */
    BUS_STAGE_BYTES = 4 << 20, /* the staging buffer */
    BUS_BYTES_MAX = 64 << 20,  /* bytes of any message: a module's PTX */
    BUS_QUEUE_MAX = 1024       /* pieces of work that wait; more block */
};

struct bus_message {
    uint32_t kind, bytes; /* enum bus_kind; bytes that follow */
    uint32_t call;        /* enum bus_call: the function the program called */
    uint32_t thread;      /* of the program: 0 the first that called */
    uint32_t gpu;         /* the calling thread's device */
    uint32_t reserved;
    uint64_t host_ns;         /* when the call began */
    uint64_t site[BUS_SITES]; /* where it was called: addresses in the
                                 program's file, innermost first; 0 ends */
    uint64_t arg[BUS_ARGS];
};

/* An answer; or, before it, a call: the client runs function value[0] with
   argument value[1], sends HOST_DONE, and goes on waiting. */
enum bus_reply_kind { BUS_REPLY_ANSWER, BUS_REPLY_CALL };

/* Device printf output comes first, then the bytes of the answer. */
struct bus_reply {
    uint32_t kind;   /* enum bus_reply_kind */
    int32_t error;   /* cudaError_t of the call */
    int32_t pending; /* of earlier work that failed; sticky */
    uint32_t output_bytes, bytes;
    uint32_t reserved;
    uint64_t host_ns; /* when the call ends */
    uint64_t value[BUS_VALUES];
};

/* Streams in messages; others are handles. */
enum { BUS_STREAM_LEGACY = 1, BUS_STREAM_THREAD = 2, BUS_STREAM_FIRST = 16 };

/* What a copy moves: rows of `width` bytes. */
struct bus_shape {
    uint64_t dst, src;             /* addresses; 0 for ordinary host memory */
    uint64_t width;                /* bytes of a row */
    uint64_t height, depth;        /* rows of a slice, slices */
    uint64_t dst_pitch, src_pitch; /* bytes from row to row */
    uint64_t dst_slice, src_slice; /* bytes from slice to slice */
    uint64_t host;                 /* the host's end, to tell copies apart */
};

/* arg[] of copies and memsets; a struct bus_shape follows the header. */
enum {
    BUS_COPY_STREAM,
    BUS_COPY_FLAGS,
    BUS_COPY_TICKET, /* of a copy whose host end is closed meanwhile */
    BUS_COPY_PART,   /* bytes in the staging buffer now */
    BUS_COPY_VALUE,  /* memset: the bytes, little-endian */
    BUS_COPY_SIZE    /* memset: how many of them are an element */
};
enum { BUS_COPY_FIRST = 1, BUS_COPY_LAST = 2, BUS_COPY_ASYNC = 4 };

/* arg[0] of a device sync that the runtime makes by itself, when the program
   ends or before it gives memory back: it is no call of the program, and is
   neither recorded nor counted. */
enum { BUS_SYNC_AT_EXIT = 1, BUS_SYNC_OWN = 2 };

/* What a program may ask about its device, the answer to HELLO. Figures of
   the card, as cudaDeviceProp has them. The costs of all calls follow, in ns,
   a uint32_t each; the shared file comes with the answer's first byte. */
struct bus_device {
    char name[256];
    uint64_t total_memory;
    uint64_t stage; /* address of the staging buffer */
    int32_t major, minor, sm_count, clock_khz, memory_clock_khz, bus_bits;
    int32_t l2_bytes, shared_per_block, shared_per_block_optin, shared_per_sm;
    int32_t registers_per_block, threads_per_sm, blocks_per_sm;
    int32_t gpus; /* so many such cards */
    int32_t has_file;
    int32_t look_ns; /* what a look at the clock costs */
};

/* A kernel as the client must know it: part of the answer to MODULE. */
struct bus_kernel {
    uint32_t func; /* index in its module */
    int32_t params, params_bytes;
    int32_t registers, shared_bytes, local_bytes, max_threads;
    uint32_t name_bytes; /* the name follows, then `params` pairs of
                                  int32: offset and size */
};

struct bus_symbol {
    uint64_t address, bytes;
    int32_t is_constant, is_managed;
    uint32_t name_bytes; /* the name follows */
};

/* Move exactly size bytes; false if the other side is gone. */
bool bus_send(int fd, const void *bytes, size_t size);
bool bus_receive(int fd, void *bytes, size_t size);

/* The same for the first bytes of an answer, with a file beside them: -1 none.
   The receiver owns the file. */
bool bus_send_file(int fd, const void *bytes, size_t size, int file);
bool bus_receive_file(int fd, void *bytes, size_t size, int *file);

#endif
