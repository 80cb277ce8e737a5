/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program may wait, by other means than CUDA's, for what a stream is to do:
 * for a function of its own that the stream calls. The device plays its queue
 * only when somebody asks, so such a wait asks first.
 */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#include "cudart/client.h"

enum { LOOK_NS = 20000000 };

static bool flush(void)
{
    const uint64_t arg[BUS_ARGS] = { BUS_SYNC_OWN };

    if (!client_callbacks() || client_in_callback())
        return false;
    client_part(BUS_DEVICE_SYNC, arg, NULL, 0, false);
    return true;
}

static void *next(const char *name)
{
    void *f = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");

    return f ? f : dlsym(RTLD_NEXT, name);
}

/* By the machine's clock, a little later. */
static struct timespec soon(void)
{
    static int (*real)(clockid_t, struct timespec *);
    struct timespec t = { 0 };

    if (!real)
        real = (int (*)(clockid_t, struct timespec *))(uintptr_t)dlsym(
            RTLD_NEXT, "clock_gettime");
    if (real)
        real(CLOCK_REALTIME, &t);
    t.tv_nsec += LOOK_NS;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

/* Other threads may queue such a function while this one waits: look again
   from time to time. */
PUBLIC int pthread_cond_wait(pthread_cond_t *restrict c,
                             pthread_mutex_t *restrict m)
{
    static int (*real)(pthread_cond_t *, pthread_mutex_t *,
                       const struct timespec *);
    int e = ETIMEDOUT;

    if (!real)
        real = (int (*)(pthread_cond_t *, pthread_mutex_t *,
                        const struct timespec *))(
            uintptr_t)next("pthread_cond_timedwait");
    while (e == ETIMEDOUT) {
        const struct timespec until = soon();

        if (client_callbacks() && !client_in_callback()) {
            /* The function may want the lock; and it may have signalled before
               we could wait: a wake-up that the caller must expect at any
               time. */
            pthread_mutex_unlock(m);
            flush();
            return pthread_mutex_lock(m);
        }
        e = real(c, m, &until);
    }
    return e;
}

PUBLIC int pthread_join(pthread_t thread, void **result)
{
    static int (*real)(pthread_t, void **);

    if (!real)
        real = (int (*)(pthread_t, void **))(uintptr_t)dlsym(RTLD_NEXT,
                                                             "pthread_join");
    flush();
    return real(thread, result);
}

PUBLIC int sem_wait(sem_t *s)
{
    static int (*real)(sem_t *);

    if (!real)
        real = (int (*)(sem_t *))(uintptr_t)dlsym(RTLD_NEXT, "sem_wait");
    flush();
    return real(s);
}
