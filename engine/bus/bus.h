/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bus: a stream socket between a program (with our runtime in it) and its
 * device. A message is a header and some bytes; an answer likewise. Whoever
 * reads it copies it once and then checks it: the other side may be hostile.
 */
#ifndef BUS_BUS_H
#define BUS_BUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum bus_kind {
#define MESSAGE(id, api, answer, waits) BUS_##id,
#include "bus/messages.def"
#undef MESSAGE
    BUS_COUNT
};

enum bus_answer { BUS_ASYNC, BUS_SYNC };

struct bus_info {
    const char *api;
    enum bus_answer answer;
    bool waits;
};
extern const struct bus_info bus_table[BUS_COUNT];

enum {
    BUS_VERSION = 1,
    BUS_ARGS = 10,
    BUS_VALUES = 4,
    BUS_COPY_MAX = 4 << 20,  /* bytes of a copy in one message */
    BUS_BYTES_MAX = 64 << 20 /* bytes of any message: a module's PTX */
};

struct bus_message {
    uint32_t kind, bytes; /* enum bus_kind; bytes that follow */
    uint64_t arg[BUS_ARGS];
};

/* Device printf output comes first, then the bytes of the answer. */
struct bus_reply {
    int32_t error;   /* cudaError_t of the call */
    int32_t pending; /* of earlier work that failed; sticky */
    uint32_t output_bytes, bytes;
    uint64_t value[BUS_VALUES];
};

/* Flags of a copy's first and later parts: arg[3]. */
enum { BUS_COPY_FIRST = 1, BUS_COPY_PINNED = 2, BUS_COPY_ASYNC = 4 };

/* arg[0] of a device sync that the runtime makes when the program ends: it is
   no call of the program, and is neither recorded nor counted. */
enum { BUS_SYNC_AT_EXIT = 1 };

/* What a program may ask about its device, the answer to HELLO. Figures of
   the card, as cudaDeviceProp has them. */
struct bus_device {
    char name[256];
    uint64_t total_memory;
    int32_t major, minor, sm_count, clock_khz, memory_clock_khz, bus_bits;
    int32_t l2_bytes, shared_per_block, shared_per_block_optin, shared_per_sm;
    int32_t registers_per_block, threads_per_sm, blocks_per_sm;
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

#endif
