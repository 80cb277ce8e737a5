/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The host's clock. By default it is virtual: calls of CUDA and sleeps move it,
 * host work costs nothing, so that a run comes out the same every time. With
 * WARPLINGS_HOST_CLOCK=real it goes on with the machine's between the calls.
 *
 * Whatever a program reads time with is answered here; a look costs a little,
 * so that a loop that waits for a time comes to its end.
 */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "cudart/client.h"

#define SECOND 1000000000ull
/* A virtual run begins on 1 January 2025, 0:00 UTC, 1000 s after the machine
   was started. */
#define EPOCH_NS (1735689600ull * SECOND)
#define BOOT_NS  (1000ull * SECOND)

enum { LOOK_NS = 100 };

static uint64_t now_ns;  /* virtual */
static uint64_t real_ns; /* the machine's, when now_ns was last brought up */
static enum { UNKNOWN, VIRTUAL, REAL } mode;

/* For timing-without-sync and cold-timing: what happened since the program
   last looked at its clock. */
static struct {
    bool looked, queued, waited, before_first;
    bool said_pending, said_cold;
} timing;

static uint64_t machine_ns(void)
{
    static int (*real)(clockid_t, struct timespec *);
    struct timespec t;

    if (!real)
        real = (int (*)(clockid_t, struct timespec *))(uintptr_t)dlsym(
            RTLD_NEXT, "clock_gettime");
    if (!real || real(CLOCK_MONOTONIC, &t))
        return 0;
    return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec;
}

static bool is_real(void)
{
    if (mode == UNKNOWN) {
        const char *text = getenv("WARPLINGS_HOST_CLOCK");

        mode = text && !strcmp(text, "real") ? REAL : VIRTUAL;
        real_ns = mode == REAL ? machine_ns() : 0;
    }
    return mode == REAL;
}

uint64_t clock_now(void)
{
    if (is_real()) {
        const uint64_t at = machine_ns();
        const uint64_t past =
            __atomic_exchange_n(&real_ns, at, __ATOMIC_ACQ_REL);

        if (at > past)
            __atomic_add_fetch(&now_ns, at - past, __ATOMIC_ACQ_REL);
    }
    return __atomic_load_n(&now_ns, __ATOMIC_ACQUIRE);
}

void clock_set(uint64_t ns)
{
    uint64_t old = __atomic_load_n(&now_ns, __ATOMIC_ACQUIRE);

    while (old < ns &&
           !__atomic_compare_exchange_n(&now_ns, &old, ns, false,
                                        __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        ;
    if (mode == REAL) /* the call itself took real time: it does not count */
        __atomic_store_n(&real_ns, machine_ns(), __ATOMIC_RELEASE);
}

static void pass(uint64_t ns)
{
    clock_now();
    __atomic_add_fetch(&now_ns, ns, __ATOMIC_ACQ_REL);
}

void clock_queued(void)
{
    timing.queued = true;
    timing.waited = false;
}

void clock_waited(void)
{
    timing.waited = true;
}

void clock_first_call(void)
{
    timing.before_first = timing.looked;
}

/* The program looks at its clock: does it time what it did not wait for? */
static uint64_t look(const void *from)
{
    const bool pending = timing.looked && timing.queued && !timing.waited;
    const bool cold =
        timing.looked && timing.before_first && timing.queued && timing.waited;

    if (from && pending && !timing.said_pending) {
        struct entry e;

        timing.said_pending = true;
        entry_begin(&e, CALL_NONE, from);
        client_report("timing-without-sync", 0, 0, 1, NULL);
        entry_end(&e);
    } else if (from && cold && !timing.said_cold) {
        struct entry e;

        timing.said_cold = true;
        entry_begin(&e, CALL_NONE, from);
        client_report("cold-timing", 0, 0, 1, NULL);
        entry_end(&e);
    }
    if (from) {
        timing.looked = true;
        timing.queued = timing.waited = false;
        if (client_is_open())
            timing.before_first = false;
    }
    pass(LOOK_NS);
    return clock_now();
}

/* ---- what a program reads time with -------------------------------------- */

static void split(uint64_t ns, struct timespec *out)
{
    out->tv_sec = (time_t)(ns / SECOND);
    out->tv_nsec = (long)(ns % SECOND);
}

static uint64_t joined(const struct timespec *t)
{
    return (uint64_t)t->tv_sec * SECOND + (uint64_t)t->tv_nsec;
}

/* The start of a clock of the system, in virtual time. */
static uint64_t origin(clockid_t id)
{
    switch (id) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_TAI:
        return EPOCH_NS;
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID:
        return 0;
    default:
        return BOOT_NS;
    }
}

PUBLIC int clock_gettime(clockid_t id, struct timespec *out)
{
    split(origin(id) + look(__builtin_return_address(0)), out);
    return 0;
}

PUBLIC int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    struct timespec t;

    (void)zone;
    split(origin(CLOCK_REALTIME) + look(__builtin_return_address(0)), &t);
    out->tv_sec = t.tv_sec;
    out->tv_usec = t.tv_nsec / 1000;
    return 0;
}

PUBLIC int timespec_get(struct timespec *out, int base)
{
    if (base != TIME_UTC)
        return 0;
    split(origin(CLOCK_REALTIME) + look(__builtin_return_address(0)), out);
    return base;
}

PUBLIC time_t time(time_t *out)
{
    const time_t t = (time_t)((EPOCH_NS + look(NULL)) / SECOND);

    if (out)
        *out = t;
    return t;
}

PUBLIC clock_t clock(void)
{
    return (clock_t)(look(__builtin_return_address(0)) /
                     (SECOND / CLOCKS_PER_SEC));
}

/* ---- sleeps -------------------------------------------------------------- */

static void sleep_ns(uint64_t ns)
{
    pass(ns);
    sched_yield();
}

PUBLIC int nanosleep(const struct timespec *wanted, struct timespec *left)
{
    if (wanted->tv_nsec < 0 || wanted->tv_nsec >= (long)SECOND ||
        wanted->tv_sec < 0) {
        errno = EINVAL;
        return -1;
    }
    sleep_ns(joined(wanted));
    if (left)
        *left = (struct timespec){ 0 };
    return 0;
}

PUBLIC int clock_nanosleep(clockid_t id, int flags,
                           const struct timespec *wanted, struct timespec *left)
{
    uint64_t ns = joined(wanted);

    if (wanted->tv_nsec < 0 || wanted->tv_nsec >= (long)SECOND)
        return EINVAL;
    if (flags & TIMER_ABSTIME) {
        const uint64_t at = origin(id) + clock_now();

        ns = ns > at ? ns - at : 0;
    }
    sleep_ns(ns);
    if (left)
        *left = (struct timespec){ 0 };
    return 0;
}

PUBLIC int usleep(useconds_t us)
{
    sleep_ns((uint64_t)us * 1000);
    return 0;
}

PUBLIC unsigned sleep(unsigned seconds)
{
    sleep_ns(seconds * SECOND);
    return 0;
}

/* ---- waits with a deadline ----------------------------------------------- */

/* A deadline of a virtual clock, on the machine's: they are as far away. When
   it has passed, virtual time has gone on to it. */
struct deadline {
    struct timespec real;
    uint64_t virtual_ns;
};

static struct deadline deadline_of(clockid_t id, const struct timespec *when)
{
    struct deadline d;
    struct timespec t;
    static int (*real)(clockid_t, struct timespec *);
    const uint64_t at = origin(id) + clock_now(), want = joined(when);

    if (!real)
        real = (int (*)(clockid_t, struct timespec *))(uintptr_t)dlsym(
            RTLD_NEXT, "clock_gettime");
    if (!real || real(id, &t))
        t = (struct timespec){ 0 };
    split(joined(&t) + (want > at ? want - at : 0), &d.real);
    d.virtual_ns = want > origin(id) ? want - origin(id) : 0;
    return d;
}

static int after(const struct deadline *d, int error)
{
    if (error == ETIMEDOUT)
        clock_set(d->virtual_ns);
    return error;
}

static void *next(const char *name)
{
    void *f = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");

    return f ? f : dlsym(RTLD_NEXT, name);
}

PUBLIC int pthread_cond_timedwait(pthread_cond_t *restrict c,
                                  pthread_mutex_t *restrict m,
                                  const struct timespec *restrict when)
{
    static int (*real)(pthread_cond_t *, pthread_mutex_t *,
                       const struct timespec *);
    const struct deadline d = deadline_of(CLOCK_REALTIME, when);

    if (!real)
        real = (int (*)(pthread_cond_t *, pthread_mutex_t *,
                        const struct timespec *))(
            uintptr_t)next("pthread_cond_timedwait");
    return after(&d, real(c, m, &d.real));
}

PUBLIC int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m,
                                  clockid_t id, const struct timespec *when)
{
    static int (*real)(pthread_cond_t *, pthread_mutex_t *, clockid_t,
                       const struct timespec *);
    const struct deadline d = deadline_of(id, when);

    if (!real)
        real = (int (*)(pthread_cond_t *, pthread_mutex_t *, clockid_t,
                        const struct timespec *))(
            uintptr_t)dlsym(RTLD_NEXT, "pthread_cond_clockwait");
    return real ? after(&d, real(c, m, id, &d.real)) : ENOSYS;
}

PUBLIC int pthread_mutex_timedlock(pthread_mutex_t *restrict m,
                                   const struct timespec *restrict when)
{
    static int (*real)(pthread_mutex_t *, const struct timespec *);
    const struct deadline d = deadline_of(CLOCK_REALTIME, when);

    if (!real)
        real = (int (*)(pthread_mutex_t *, const struct timespec *))(
            uintptr_t)dlsym(RTLD_NEXT, "pthread_mutex_timedlock");
    return after(&d, real(m, &d.real));
}

PUBLIC int sem_timedwait(sem_t *restrict s,
                         const struct timespec *restrict when)
{
    static int (*real)(sem_t *, const struct timespec *);
    const struct deadline d = deadline_of(CLOCK_REALTIME, when);
    int e;

    if (!real)
        real = (int (*)(sem_t *, const struct timespec *))(uintptr_t)dlsym(
            RTLD_NEXT, "sem_timedwait");
    e = real(s, &d.real);
    if (e && errno == ETIMEDOUT)
        clock_set(d.virtual_ns);
    return e;
}
