/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Page faults of the host program. A device pointer faults as on a real
 * machine; here the program is told why first. Then it dies of the same fault,
 * or its own handler runs. Pinned and managed memory that queued work may
 * still touch is opened again, and the race reported.
 *
 * The system answers EFAULT instead of a signal when it meets closed memory,
 * so the calls that take buffers look at them first.
 */
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <ucontext.h>
#include <unistd.h>

#include "cudart/client.h"

static struct sigaction before;

/* Was it a write? Where was it? Unknown: a read, nowhere. */
static bool is_write(const void *context)
{
#if defined(__x86_64__)
    const ucontext_t *c = context;

    return c->uc_mcontext.gregs[REG_ERR] >> 1 & 1;
#else
    (void)context;
    return false;
#endif
}

static const void *pc_of(const void *context)
{
#if defined(__x86_64__)
    const ucontext_t *c = context;

    return (const void *)(uintptr_t)c->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    const ucontext_t *c = context;

    return (const void *)(uintptr_t)c->uc_mcontext.pc;
#else
    (void)context;
    return NULL;
#endif
}

static void on_fault(int sig, siginfo_t *info, void *context)
{
    static const char text[] =
        "warplings: the host used a device pointer; device memory is read "
        "and written through cudaMemcpy\n";

    if (info->si_code > 0 && client_is_open() &&
        hosted_fault(info->si_addr, is_write(context), pc_of(context)))
        return; /* the access happens again, and now it may */
    if (is_device_address(info->si_addr)) {
        if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
            (void)0;
        entry_at_fault(pc_of(context));
        client_report("device-pointer-on-host",
                      (uint64_t)(uintptr_t)info->si_addr, 0, 1, NULL);
        entry_at_fault(NULL);
    }
    if (before.sa_flags & SA_SIGINFO && before.sa_sigaction) {
        before.sa_sigaction(sig, info, context);
        return;
    }
    if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
        before.sa_handler(sig);
        return;
    }
    /* The access happens again and ends the program; a signal that was sent
       must be sent again. */
    signal(sig, SIG_DFL);
    if (info->si_code <= 0)
        raise(sig);
}

static __attribute__((constructor)) void watch_faults(void)
{
    static char stack[65536];
    stack_t alternate = { .ss_sp = stack, .ss_size = sizeof stack };
    struct sigaction act = { 0 };
    uint64_t site[BUS_SITES];

    /* The unwinder is loaded before it is needed in a handler. */
    entry_frames(site, NULL);
    /* Nobody else may map the device's range; where it fails, go without. */
    mmap((void *)DEVICE_BASE, (size_t)1 << 40, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
         0);
    sigaltstack(&alternate, NULL);
    act.sa_sigaction = on_fault;
    act.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigaction(SIGSEGV, &act, &before);
}

/* ---- calls of the system that take buffers ------------------------------- */

typedef ssize_t write_call(int fd, const void *p, size_t n);
typedef ssize_t read_call(int fd, void *p, size_t n);
typedef ssize_t pwrite_call(int fd, const void *p, size_t n, off_t at);
typedef ssize_t pread_call(int fd, void *p, size_t n, off_t at);
typedef size_t fwrite_call(const void *p, size_t size, size_t n, FILE *f);
typedef size_t fread_call(void *p, size_t size, size_t n, FILE *f);
typedef ssize_t send_call(int fd, const void *p, size_t n, int flags);
typedef ssize_t recv_call(int fd, void *p, size_t n, int flags);

/* The system's own function of that name, looked up once. */
#define REAL(name)            \
    static name##_call *real; \
                              \
    if (!real)                \
    real = (name##_call *)(uintptr_t)dlsym(RTLD_NEXT, #name)

PUBLIC ssize_t write(int fd, const void *p, size_t n)
{
    REAL(write);
    hosted_touch(p, n, false);
    return real(fd, p, n);
}

PUBLIC ssize_t read(int fd, void *p, size_t n)
{
    REAL(read);
    hosted_touch(p, n, true);
    return real(fd, p, n);
}

PUBLIC ssize_t pwrite(int fd, const void *p, size_t n, off_t at)
{
    REAL(pwrite);
    hosted_touch(p, n, false);
    return real(fd, p, n, at);
}

PUBLIC ssize_t pread(int fd, void *p, size_t n, off_t at)
{
    REAL(pread);
    hosted_touch(p, n, true);
    return real(fd, p, n, at);
}

PUBLIC size_t fwrite(const void *restrict p, size_t size, size_t n,
                     FILE *restrict f)
{
    REAL(fwrite);
    hosted_touch(p, size * n, false);
    return real(p, size, n, f);
}

PUBLIC size_t fread(void *restrict p, size_t size, size_t n, FILE *restrict f)
{
    REAL(fread);
    hosted_touch(p, size * n, true);
    return real(p, size, n, f);
}

PUBLIC ssize_t send(int fd, const void *p, size_t n, int flags)
{
    REAL(send);
    hosted_touch(p, n, false);
    return real(fd, p, n, flags);
}

PUBLIC ssize_t recv(int fd, void *p, size_t n, int flags)
{
    REAL(recv);
    hosted_touch(p, n, true);
    return real(fd, p, n, flags);
}
