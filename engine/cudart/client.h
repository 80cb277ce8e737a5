/* SPDX-License-Identifier: Apache-2.0 */
/* The client's side of the bus: one device, one connection, one lock. */
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
};

/* Remember an error as the last one and return it. */
int client_error(int error);
int client_last(bool clear);

/* Connect if need be: a bus that was given, or a device of our own. 0 or the
   error to return. */
int client_open(void);
const struct bus_device *client_device(void);

/*
 * Send a message with `size` bytes. For one that is answered: wait, print the
 * device's output, fill value[] and up to out_size bytes of out (the rest is
 * dropped). Returns the error the call returns.
 */
int client_call(enum bus_kind kind, const uint64_t arg[BUS_ARGS],
                const void *bytes, size_t size, uint64_t value[BUS_VALUES],
                void *out, size_t out_size);

/* Report a finding of the host's side: id by name. */
void client_report(const char *finding, uint64_t a, uint64_t b,
                   const char *detail);

/* Registered by the program's start-up code; loads the module if need be.
   Return 0 or the error of the call that asked. */
int client_kernel(const void *host, struct kernel **out);
int client_variable(const void *host, struct variable **out);

/* Device address range, as the design fixes it. */
static inline bool is_device_address(const void *p)
{
    return (uint64_t)(uintptr_t)p - 0x7d0000000000ull < (1ull << 40);
}

/* Pinned host memory that we handed out. */
bool client_is_pinned(const void *p);

#endif
