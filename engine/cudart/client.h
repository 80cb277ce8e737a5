/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The client's side of the bus: one connection, one lock, one clock.
 *
 *   client.c    connect, send, wait
 *   entry.c     which function the program called, and from where
 *   clock.c     the host's virtual clock, and what reads it
 *   hosted.c    pinned, managed and registered memory; what is closed
 *   fault.c     a page fault: a device pointer, or closed memory
 *   modules.c   what the program registered
 *   waits.c     waits of the program for what a stream is to do
 *   submit.c    work for a stream: sent, or captured in a graph
 *   graph.c     graphs
 */
#ifndef CUDART_CLIENT_H
#define CUDART_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bus/bus.h"
#include "cudart/include/driver_types.h"

#define PUBLIC __attribute__((visibility("default")))

/* A kernel that the program registered. */
struct kernel {
    const void *host; /* the stub's address */
    const char *name;
    int module;        /* index of its fat binary */
    int dynamic_limit; /* shared bytes that cudaFuncSetAttribute allows */
    bool known;        /* the fields below are filled in */
    uint64_t handle;   /* module << 32 | func */
    struct bus_kernel info;
    const int32_t *layout; /* offset, size of each parameter */
};

struct variable {
    const void *host;
    const char *name;
    int module;
    bool known;
    uint64_t address, bytes;
    void **managed; /* nvcc: where the host keeps its pointer; NULL: none */
    bool overlaid;  /* clang: managed, with pages of its own */
};

/* ---- errors -------------------------------------------------------------- */

/* Remember an error as the last one and return it. */
int client_error(int error);
/* The same for a launch, whose error only cudaGetLastError can tell. */
int client_launch_error(int error);
int client_last(bool clear);
/* Errors of launches that nobody asked for. */
int client_unasked(void);
/* A copy, memset or allocation failed; and the program goes on to use what it
   should have made. */
int client_failed(const char *what, int error);
void client_goes_on(void);
PUBLIC const char *cudaGetErrorName(int error);

/* ---- entry.c ------------------------------------------------------------- */

/* The function of the runtime that the program is in: the outermost one. */
struct entry {
    bool outermost;
};
void entry_begin(struct entry *e, enum bus_call call, const void *from);
void entry_end(struct entry *e);
#define ENTER(name)                                          \
    struct entry entry_ __attribute__((cleanup(entry_end))); \
    entry_begin(&entry_, CALL_##name, __builtin_return_address(0))

/* What a message says of it: the call once, the place always. */
void entry_describe(struct bus_message *m, bool last);
/* The launch that follows was written there. */
void entry_launch_site(const void *from);
/* Return addresses in the program's own file, from the caller outwards. */
void entry_frames(uint64_t site[BUS_SITES], const void *from);
/* Where the function that the program is in was called. */
void entry_site(uint64_t site[BUS_SITES]);
/* A place of its own, for what happens outside of any call. */
void entry_at_fault(const void *pc);

/* ---- client.c ------------------------------------------------------------ */

/* Connect if need be: a bus that was given, or a device of our own. 0 or the
   error to return. */
int client_open(void);
const struct bus_device *client_device(void);
bool client_is_open(void);

/*
 * Send a message with `size` bytes. For one that is answered: wait, print the
 * device's output, fill value[] and up to out_size bytes of out (the rest is
 * dropped). Returns the error the call returns.
 */
int client_call(enum bus_kind kind, const uint64_t arg[BUS_ARGS],
                const void *bytes, size_t size, uint64_t value[BUS_VALUES],
                void *out, size_t out_size);

/* The same, for a message that is part of one call with others: only the last
   one stands for it. */
int client_part(enum bus_kind kind, const uint64_t arg[BUS_ARGS],
                const void *bytes, size_t size, bool last);

/* The same, for a question of our own that is no part of the run. */
int client_ask(enum bus_kind kind, const void *bytes, size_t size, void *out,
               size_t out_size);

/* The thread's device; its number among the threads that called. */
uint32_t client_gpu(void);
void client_set_gpu(uint32_t gpu);
uint32_t client_thread(void);

/* Report a finding of the host's side: id by name. */
void client_report(const char *finding, uint64_t a, uint64_t b, uint64_t count,
                   const char *detail);

/* Is the thread in a function that a stream calls? Then it may not call us. */
bool client_in_callback(void);
/* Functions that streams have still to call. */
int client_callbacks(void);

/* ---- modules.c ----------------------------------------------------------- */

/* Registered by the program's start-up code; loads the module if need be.
   Return 0 or the error of the call that asked. */
int client_kernel(const void *host, struct kernel **out);
int client_variable(const void *host, struct variable **out);

/* ---- clock.c ------------------------------------------------------------- */

/* Virtual time of the host, ns. Guarded by the client's lock. */
uint64_t clock_now(void);
void clock_set(uint64_t ns); /* never back */
/* Work was queued; the host has waited. For timing-without-sync. */
void clock_queued(void);
void clock_waited(void);
void clock_first_call(void);

/* ---- hosted.c ------------------------------------------------------------ */

#define DEVICE_BASE  0x7d0000000000ull
#define HOSTED_BASE  0x7dc000000000ull
#define HOSTED_BYTES (256ull << 30)

/* Device address range, as the design fixes it; pinned and managed memory lie
   at its end, and are the host's too. */
static inline bool is_hosted_address(const void *p)
{
    return (uint64_t)(uintptr_t)p - HOSTED_BASE < HOSTED_BYTES;
}

static inline bool is_device_address(const void *p)
{
    return (uint64_t)(uintptr_t)p - DEVICE_BASE < HOSTED_BASE - DEVICE_BASE;
}

/* Map the file that came with the device's first answer. False: cannot. */
bool hosted_open(int file);
int hosted_alloc(size_t bytes, bool managed, unsigned flags, void **out);
int hosted_free(void *p, bool managed);

enum hosted_kind {
    HOSTED_NONE,
    HOSTED_PINNED,
    HOSTED_MANAGED,
    HOSTED_REGISTERED
};
struct hosted {
    enum hosted_kind kind;
    char *base; /* as the host knows it */
    size_t bytes;
    uint64_t device; /* address for the device */
    unsigned flags;
};
/* What p lies in; kind HOSTED_NONE if in nothing. */
struct hosted hosted_find(const void *p);
/* The address by which the device reaches p; 0: it cannot. */
uint64_t hosted_device(const void *p);

int hosted_register(void *p, size_t bytes, unsigned flags);
int hosted_unregister(void *p);
/* A managed variable of clang's: its pages become the device's too. And one of
   nvcc's, which the host knows by the device's address. */
bool hosted_bind(void *host, uint64_t device, size_t bytes);
bool hosted_known(uint64_t device, size_t bytes);

/* An asynchronous copy may touch host memory from now on: its ticket. `reads`:
   the device reads it, so that the host may too. */
uint64_t hosted_close(const void *p, size_t bytes, bool reads);
/* A copy to ordinary memory that comes later: from p when it is over. */
/* A buffer for such a copy, which is used again after it was delivered. */
int hosted_buffer(size_t bytes, void **out);
void hosted_deliver_later(uint64_t ticket, void *to, const void *from,
                          size_t bytes);
void hosted_close_managed(void); /* a kernel was launched */
void hosted_settle(void);        /* the host has waited */
/* A fault at p: true if the access may now be tried again. */
bool hosted_fault(void *p, bool write, const void *pc);
/* The system is about to read or write there. */
void hosted_touch(const void *p, size_t bytes, bool write);

#endif
