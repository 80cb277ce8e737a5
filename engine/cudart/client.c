/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The connection to the device. Inside the lab the bus is given
 * (WARPLINGS_BUS); a program run by hand starts a device of its own.
 */
#include "cudart/client.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cpu.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int bus = -1;   /* the socket; -1 not connected */
static pid_t owner;    /* the process that connected */
static int open_error; /* of the attempt; 0 none */
static bool tried;
static struct bus_device device;
static __thread int last_error;

int client_error(int error)
{
    if (error)
        last_error = error;
    return error;
}

int client_last(bool clear)
{
    int e = last_error;

    if (clear)
        last_error = 0;
    return e;
}

const struct bus_device *client_device(void)
{
    return &device;
}

/* The folder this library is in. */
static bool library_folder(char *out, size_t size)
{
    Dl_info info;
    char *slash;

    if (!dladdr((void *)(uintptr_t)client_open, &info) || !info.dli_fname ||
        strlen(info.dli_fname) >= size)
        return false;
    strcpy(out, info.dli_fname);
    slash = strrchr(out, '/');
    if (!slash)
        return false;
    *slash = '\0';
    return true;
}

static void exec_device(int fd)
{
    char folder[4000], path[4096], number[16];
    const char *end;

    if (!library_folder(folder, sizeof folder))
        _exit(127);
    snprintf(number, sizeof number, "%d", fd);
    for (int i = 0; (end = cpu_build(i)); i++) {
        snprintf(path, sizeof path, "%s/warplings-device%s", folder, end);
        if (access(path, X_OK) == 0)
            break;
    }
    signal(SIGINT, SIG_IGN);
    execl(path, path, "--bus", number, "--say", (char *)NULL);
    _exit(127);
}

/* A device of our own, for a program that is run by hand. */
static int start_device(void)
{
    int pair[2];
    pid_t child;

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
        return -1;
    fflush(NULL);
    child = fork();
    if (child == 0) {
        int keep = dup(pair[1]); /* without close-on-exec */

        close(pair[0]);
        exec_device(keep);
    }
    close(pair[1]);
    if (child < 0) {
        close(pair[0]);
        return -1;
    }
    return pair[0];
}

static int given_bus(void)
{
    const char *text = getenv("WARPLINGS_BUS");

    return text && *text ? atoi(text) : -1;
}

static bool hidden_devices(void)
{
    const char *text = getenv("CUDA_VISIBLE_DEVICES");

    return text && strcmp(text, "0") && strncmp(text, "0,", 2);
}

static int hello(void)
{
    struct bus_message m = { .kind = BUS_HELLO, .arg = { BUS_VERSION } };
    struct bus_reply r;

    if (!bus_send(bus, &m, sizeof m) || !bus_receive(bus, &r, sizeof r) ||
        r.bytes != sizeof device || !bus_receive(bus, &device, sizeof device)) {
        fputs("warplings: the simulated device does not answer\n", stderr);
        return cudaErrorDevicesUnavailable;
    }
    return r.error;
}

static int open_locked(void)
{
    if (tried)
        return owner == getpid() ? open_error : cudaErrorInitializationError;
    tried = true;
    owner = getpid();
    if (hidden_devices())
        return open_error = cudaErrorNoDevice;
    bus = given_bus();
    if (bus < 0)
        bus = start_device();
    if (bus < 0)
        return open_error = cudaErrorDevicesUnavailable;
    return open_error = hello();
}

int client_open(void)
{
    int e;

    pthread_mutex_lock(&lock);
    e = open_locked();
    pthread_mutex_unlock(&lock);
    return e;
}

/* Copy what the device printed to stdout, in order with our own output. */
static bool pass_output(uint32_t bytes)
{
    char part[4096];

    while (bytes) {
        uint32_t n = bytes < sizeof part ? bytes : sizeof part;

        if (!bus_receive(bus, part, n))
            return false;
        fwrite(part, 1, n, stdout);
        bytes -= n;
    }
    return true;
}

static bool receive_answer(void *out, size_t out_size, uint32_t bytes)
{
    char drop[4096];
    uint32_t keep = bytes < out_size ? bytes : (uint32_t)out_size;

    if (keep && !bus_receive(bus, out, keep))
        return false;
    for (bytes -= keep; bytes;) {
        uint32_t n = bytes < sizeof drop ? bytes : sizeof drop;

        if (!bus_receive(bus, drop, n))
            return false;
        bytes -= n;
    }
    return true;
}

static int call_locked(enum bus_kind kind, const uint64_t *arg,
                       const void *bytes, size_t size, uint64_t *value,
                       void *out, size_t out_size)
{
    struct bus_message m = { .kind = kind, .bytes = (uint32_t)size };
    struct bus_reply r;
    int e = open_locked();

    if (e)
        return e;
    if (arg)
        memcpy(m.arg, arg, sizeof m.arg);
    if (!bus_send(bus, &m, sizeof m) || !bus_send(bus, bytes, size))
        return open_error = cudaErrorLaunchFailure;
    if (bus_table[kind].answer == BUS_ASYNC)
        return 0;
    if (!bus_receive(bus, &r, sizeof r) || !pass_output(r.output_bytes) ||
        !receive_answer(out, out_size, r.bytes)) {
        fputs("warplings: the simulated device is gone\n", stderr);
        return open_error = cudaErrorLaunchFailure;
    }
    if (value)
        memcpy(value, r.value, sizeof r.value);
    return r.pending ? r.pending : r.error;
}

int client_call(enum bus_kind kind, const uint64_t arg[BUS_ARGS],
                const void *bytes, size_t size, uint64_t value[BUS_VALUES],
                void *out, size_t out_size)
{
    int e;

    pthread_mutex_lock(&lock);
    e = call_locked(kind, arg, bytes, size, value, out, out_size);
    pthread_mutex_unlock(&lock);
    return e;
}

void client_report(const char *finding, uint64_t a, uint64_t b,
                   const char *detail)
{
    uint64_t arg[BUS_ARGS] = { strlen(finding), a, b };
    char text[256];

    snprintf(text, sizeof text, "%s%s", finding, detail ? detail : "");
    client_call(BUS_REPORT, arg, text, strlen(text), NULL, NULL, 0);
}

/* When the program ends: what the device printed since the last answer. */
static __attribute__((destructor)) void finish(void)
{
    uint64_t arg[BUS_ARGS] = { BUS_SYNC_AT_EXIT };

    if (bus >= 0 && owner == getpid() && !open_error) {
        client_call(BUS_DEVICE_SYNC, arg, NULL, 0, NULL, NULL, 0);
        fflush(stdout);
        shutdown(bus, SHUT_WR);
        if (given_bus() < 0) /* our own device says its findings at the end */
            while (waitpid(-1, NULL, 0) > 0)
                ;
    }
}
