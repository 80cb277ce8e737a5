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
static uint32_t costs[CALL_COUNT]; /* ns */
static int queued;                 /* pieces since the last answer */
static uint32_t threads;
static int callbacks; /* functions that streams have still to call */
static int unasked;   /* launch errors that nobody fetched yet */

/* The first call whose error the program may not have noticed. */
static struct {
    int error;
    char name[64];
    uint64_t site[BUS_SITES];
} missed;
static const char *failed; /* what kind of call that was; NULL: a launch */
static void report_missed(const char *how);

static __thread struct {
    int error;
    bool error_of_launch;
    uint32_t number; /* 1 for the first thread that called */
    uint32_t gpu;
    bool in_callback;
} self;

int client_error(int error)
{
    if (error)
        self.error = error;
    return error;
}

static void remember(int error)
{
    const char *name = cudaGetErrorName(error);

    if (missed.error)
        return;
    missed.error = error;
    snprintf(missed.name, sizeof missed.name, "%s", name);
    entry_site(missed.site);
}

int client_launch_error(int error)
{
    if (error && !unasked)
        missed.error = 0;
    if (error)
        remember(error);
    if (error && !self.error_of_launch) {
        self.error_of_launch = true;
        __atomic_add_fetch(&unasked, 1, __ATOMIC_RELAXED);
    }
    return client_error(error);
}

int client_last(bool clear)
{
    int e = self.error;

    if (self.error_of_launch)
        __atomic_sub_fetch(&unasked, 1, __ATOMIC_RELAXED);
    self.error_of_launch = false;
    failed = NULL;
    if (clear)
        self.error = 0;
    return e;
}

int client_failed(const char *what, int error)
{
    if (error && !unasked) {
        missed.error = 0;
        remember(error);
        failed = what;
    }
    return client_error(error);
}

void client_goes_on(void)
{
    if (failed && missed.error && !unasked)
        report_missed(failed);
    failed = NULL;
}

int client_unasked(void)
{
    return __atomic_load_n(&unasked, __ATOMIC_RELAXED);
}

const struct bus_device *client_device(void)
{
    return &device;
}

uint32_t client_gpu(void)
{
    return self.gpu;
}

void client_set_gpu(uint32_t gpu)
{
    self.gpu = gpu;
}

uint32_t client_thread(void)
{
    if (!self.number)
        self.number = __atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED);
    return self.number - 1;
}

int client_callbacks(void)
{
    return __atomic_load_n(&callbacks, __ATOMIC_ACQUIRE);
}

bool client_in_callback(void)
{
    return self.in_callback;
}

/* ---- connecting ---------------------------------------------------------- */

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
    const char *gpus = getenv("WARPLINGS_GPUS");
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
    execl(path, path, "--bus", number, "--gpus", gpus && *gpus ? gpus : "1",
          "--say", (char *)NULL);
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
    int file = -1;

    if (!bus_send(bus, &m, sizeof m) ||
        !bus_receive_file(bus, &r, sizeof r, &file) || r.output_bytes ||
        r.bytes != sizeof device + sizeof costs ||
        !bus_receive(bus, &device, sizeof device) ||
        !bus_receive(bus, costs, sizeof costs)) {
        fputs("warplings: the simulated device does not answer\n", stderr);
        return cudaErrorDevicesUnavailable;
    }
    if (!r.error && !hosted_open(file)) {
        fputs("warplings: this machine cannot share memory with the simulated "
              "device\n",
              stderr);
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
    clock_first_call();
    return open_error = hello();
}

int client_open(void)
{
    int e;

    if (self.in_callback)
        return cudaErrorNotPermitted;
    pthread_mutex_lock(&lock);
    e = open_locked();
    pthread_mutex_unlock(&lock);
    return e;
}

bool client_is_open(void)
{
    return bus >= 0 && owner == getpid() && !open_error;
}

/* ---- calls --------------------------------------------------------------- */

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

static bool receive_bytes(void *out, size_t out_size, uint32_t bytes)
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

/* A function that a stream calls: it may not call us back. */
static bool run_callback(const struct bus_reply *r)
{
    void (*function)(void *) = (void (*)(void *))(uintptr_t)r->value[0];
    struct bus_message m = { .kind = BUS_HOST_DONE };

    self.in_callback = true;
    function((void *)(uintptr_t)r->value[1]);
    self.in_callback = false;
    __atomic_sub_fetch(&callbacks, 1, __ATOMIC_ACQ_REL);
    m.host_ns = clock_now();
    return bus_send(bus, &m, sizeof m);
}

static bool receive_answer(struct bus_reply *r, void *out, size_t out_size)
{
    for (;;) {
        if (!bus_receive(bus, r, sizeof *r) || !pass_output(r->output_bytes))
            return false;
        if (r->kind != BUS_REPLY_CALL)
            return receive_bytes(out, out_size, r->bytes);
        if (!receive_bytes(NULL, 0, r->bytes) || !run_callback(r))
            return false;
    }
}

static bool queues_work(enum bus_kind kind)
{
    switch (kind) {
    case BUS_LAUNCH:
    case BUS_EVENT_RECORD:
    case BUS_STREAM_WAIT:
    case BUS_HOST_FUNCTION:
    case BUS_GRAPH_NODE:
        return true;
    default:
        return false;
    }
}

/* Say that an error went unnoticed, where it happened. */
static void report_missed(const char *how)
{
    uint64_t arg[BUS_ARGS] = { strlen("unchecked-error"), 0, 0, 1 };
    struct bus_message m = { .kind = BUS_REPORT };
    char text[256];

    snprintf(text, sizeof text, "unchecked-error: %s (%s)", how, missed.name);
    memcpy(m.arg, arg, sizeof m.arg);
    memcpy(m.site, missed.site, sizeof m.site);
    m.bytes = (uint32_t)strlen(text);
    m.host_ns = clock_now();
    pthread_mutex_lock(&lock);
    if (client_is_open() && bus_send(bus, &m, sizeof m))
        bus_send(bus, text, m.bytes);
    pthread_mutex_unlock(&lock);
    missed.error = 0;
}

static int call_locked(struct bus_message *m, const void *bytes,
                       uint64_t *value, void *out, size_t out_size)
{
    struct bus_reply r;
    int e = open_locked();

    if (e)
        return e;
    m->thread = client_thread();
    m->gpu = self.gpu;
    m->host_ns = clock_now();
    if (!bus_send(bus, m, sizeof *m) || !bus_send(bus, bytes, m->bytes))
        return open_error = cudaErrorLaunchFailure;
    if (bus_answers[m->kind] == BUS_ASYNC) {
        clock_set(m->host_ns + (m->call ? costs[m->call] : 0));
        queued += queues_work((enum bus_kind)m->kind);
        if (m->kind == BUS_HOST_FUNCTION)
            __atomic_add_fetch(&callbacks, 1, __ATOMIC_ACQ_REL);
        if (queues_work((enum bus_kind)m->kind))
            clock_queued();
        return 0;
    }
    if (!receive_answer(&r, out, out_size)) {
        fputs("warplings: the simulated device is gone\n", stderr);
        return open_error = cudaErrorLaunchFailure;
    }
    clock_set(r.host_ns);
    if (value)
        memcpy(value, r.value, sizeof r.value);
    return r.pending ? r.pending : r.error;
}

/* A full queue makes whoever adds to it wait, as a card's does. */
static int make_room(void)
{
    struct bus_message m = { .kind = BUS_ROOM };

    if (queued < BUS_QUEUE_MAX)
        return 0;
    queued = BUS_QUEUE_MAX / 2;
    return call_locked(&m, NULL, NULL, NULL, 0);
}

static bool is_wait(enum bus_kind kind)
{
    switch (kind) {
    case BUS_DEVICE_SYNC:
    case BUS_STREAM_SYNC:
    case BUS_STREAM_QUERY:
    case BUS_EVENT_SYNC:
    case BUS_EVENT_QUERY:
    case BUS_COPY:
    case BUS_COPY_IN:
    case BUS_COPY_OUT:
    case BUS_FREE:
        return true;
    default:
        return false;
    }
}

static int call(enum bus_kind kind, const uint64_t *arg, const void *bytes,
                size_t size, bool last, uint64_t *value, void *out,
                size_t out_size)
{
    struct bus_message m = { .kind = kind, .bytes = (uint32_t)size };
    int e;

    if (self.in_callback)
        return cudaErrorNotPermitted;
    if (arg)
        memcpy(m.arg, arg, sizeof m.arg);
    entry_describe(&m, last);
    pthread_mutex_lock(&lock);
    make_room();
    e = call_locked(&m, bytes, value, out, out_size);
    if (is_wait(kind) && e != cudaErrorNotReady)
        queued = kind == BUS_DEVICE_SYNC ? 0 : queued;
    pthread_mutex_unlock(&lock);
    if (is_wait(kind) && e != cudaErrorNotReady) {
        const bool waited =
            kind != BUS_COPY || !(arg && arg[BUS_COPY_FLAGS] & BUS_COPY_ASYNC);

        if (waited) {
            clock_waited();
            hosted_settle();
        }
    }
    return e;
}

int client_call(enum bus_kind kind, const uint64_t arg[BUS_ARGS],
                const void *bytes, size_t size, uint64_t value[BUS_VALUES],
                void *out, size_t out_size)
{
    return call(kind, arg, bytes, size, true, value, out, out_size);
}

int client_part(enum bus_kind kind, const uint64_t arg[BUS_ARGS],
                const void *bytes, size_t size, bool last)
{
    return call(kind, arg, bytes, size, last, NULL, NULL, 0);
}

int client_ask(enum bus_kind kind, const void *bytes, size_t size, void *out,
               size_t out_size)
{
    return call(kind, NULL, bytes, size, false, NULL, out, out_size);
}

void client_report(const char *finding, uint64_t a, uint64_t b, uint64_t count,
                   const char *detail)
{
    uint64_t arg[BUS_ARGS] = { strlen(finding), a, b, count };
    char text[256];

    snprintf(text, sizeof text, "%s%s", finding, detail ? detail : "");
    client_part(BUS_REPORT, arg, text, strlen(text), false);
}

/* When the program ends: what nobody asked for, and what the device printed
   since the last answer. */
static __attribute__((destructor)) void finish(void)
{
    uint64_t arg[BUS_ARGS] = { BUS_SYNC_AT_EXIT };

    if (!client_is_open())
        return;
    if (client_unasked() && missed.error)
        report_missed("a launch");
    client_call(BUS_DEVICE_SYNC, arg, NULL, 0, NULL, NULL, 0);
    fflush(stdout);
    shutdown(bus, SHUT_WR);
    if (given_bus() < 0) /* our own device says its findings at the end */
        while (waitpid(-1, NULL, 0) > 0)
            ;
}
