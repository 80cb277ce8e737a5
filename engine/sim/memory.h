/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The device's address space. Addresses are synthetic and the same in every
 * run and on every machine:
 *
 *   0x7d00'0000'0000  global memory, 768 GiB: cudaMalloc, .global, .const
 *   0x7dc0'0000'0000  pinned and managed memory, 256 GiB: a file that the host
 *                     program maps too, at the same addresses
 *   0x7e00'0000'0000  generic window of shared memory (one block's)
 *   0x7e10'0000'0000  generic window of local memory (one thread's)
 *   0x7e20'0000'0000  functions (a pointer is base + 16 * func index)
 *   anything else     not the device's: null, or a host pointer
 *
 * Global memory is one sparse mapping in the device's process only. Beside it
 * lie shadow bits: initialised, and "last written by a kernel".
 */
#ifndef SIM_MEMORY_H
#define SIM_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MEMORY_GLOBAL       0x7d0000000000ull
#define MEMORY_GLOBAL_BYTES (1ull << 40)
#define MEMORY_HOSTED       0x7dc000000000ull /* the end of the global window */
#define MEMORY_HOSTED_BYTES (256ull << 30)
#define MEMORY_SHARED       0x7e0000000000ull
#define MEMORY_LOCAL        0x7e1000000000ull
#define MEMORY_FUNCS        0x7e2000000000ull
#define MEMORY_WINDOW_BYTES (1ull << 32)

/* One allocation or variable. Freed ones are remembered, to name them. */
struct allocation {
    uint64_t base, bytes;
    int32_t serial;       /* 1 for the program's first cudaMalloc; 0 for a
                             variable of a module */
    const char *name;     /* variable name, or NULL */
    bool freed, constant; /* constant: kernels may not write it */
    bool hosted;          /* pinned or managed: the host has it too */
    bool managed;
    uint8_t card; /* whose memory it is; hosted: nobody's */
};

struct memory;

/* A new, empty device memory of that many bytes; NULL if the host cannot map
   it. Free with memory_close. */
struct memory *memory_open(uint64_t device_bytes);
void memory_close(struct memory *m);

enum memory_status {
    MEMORY_OK,
    MEMORY_DEVICE_FULL,
    MEMORY_HOST_FULL,
    MEMORY_BAD_POINTER,
    MEMORY_FREED_BEFORE
};

/* Allocate (256-byte aligned or better, never 0, with guard gaps). Contents
   are poison and uninitialised. */
enum memory_status memory_alloc(struct memory *m, uint64_t bytes,
                                uint64_t *address);

/* Allocate a module's variable: initialised, counted apart from VRAM use. */
enum memory_status memory_alloc_symbol(struct memory *m, const char *name,
                                       uint64_t bytes, int align, bool constant,
                                       uint64_t *address);

enum memory_status memory_free(struct memory *m, uint64_t address);

/*
 * Pinned or managed memory: zeroed, page aligned, counted apart from VRAM.
 * Whatever the host writes there is not seen, so all of it counts as
 * initialised. What the program asked for gets a serial. memory_free_hosted
 * gives back all kinds.
 */
enum hosted_use {
    HOSTED_FOR_STAGING,
    HOSTED_FOR_VARIABLE, /* a managed one */
    HOSTED_FOR_PINNED,
    HOSTED_FOR_MANAGED
};
enum memory_status memory_alloc_hosted(struct memory *m, uint64_t bytes,
                                       enum hosted_use use, uint64_t *address);
enum memory_status memory_free_hosted(struct memory *m, uint64_t address);

/* The file behind pinned and managed memory: MEMORY_HOSTED lies at its start.
   It cannot be made shorter. -1 if the host refused one. */
int memory_hosted_fd(const struct memory *m);

/* The next live allocation at or above address, or NULL. */
const struct allocation *memory_next(const struct memory *m, uint64_t address);

/* The live allocation that holds address, or NULL. */
const struct allocation *memory_find(const struct memory *m, uint64_t address);

/* The allocation (live or freed) that holds address, or else the nearest
   live one; NULL if there is none. */
const struct allocation *memory_nearest(const struct memory *m,
                                        uint64_t address);

/* Host pointer to [address, address + bytes), which must lie inside one live
   allocation; NULL otherwise. Valid until memory_close. */
uint8_t *memory_at(struct memory *m, uint64_t address, uint64_t bytes);

/* Mark bytes initialised, by a kernel or by the host. memory_at range rules. */
void memory_mark(struct memory *m, uint64_t address, uint64_t bytes,
                 bool by_kernel);

/* Copy marks along with a device-to-device copy (content is not copied). */
void memory_copy_marks(struct memory *m, uint64_t dst, uint64_t src,
                       uint64_t bytes);

/* True if every byte is initialised / was last written by a kernel. */
bool memory_all_initialised(const struct memory *m, uint64_t address,
                            uint64_t bytes);
bool memory_all_from_kernel(const struct memory *m, uint64_t address,
                            uint64_t bytes);

struct memory_usage {
    uint64_t used, peak, total; /* bytes, as cudaMemGetInfo counts */
    int32_t live;               /* allocations not yet freed */
};
struct memory_usage memory_usage(const struct memory *m);

/* Several equal cards share the addresses, and have each its own VRAM: which
   one memory_alloc takes from, and memory_usage tells of. 0 to begin with. */
enum { MEMORY_CARDS = 8 };
void memory_use_card(struct memory *m, int card);

#endif
