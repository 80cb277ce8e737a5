/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host program that dereferences a device pointer faults, as on a real
 * machine; here it is told why first. Then it dies of the same fault, or its
 * own handler runs.
 */
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cudart/client.h"

static struct sigaction before;

static void on_fault(int sig, siginfo_t *info, void *context)
{
    static const char text[] =
        "warplings: the host used a device pointer; device memory is read "
        "and written through cudaMemcpy\n";

    if (is_device_address(info->si_addr)) {
        if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
            (void)0;
        client_report("device-pointer-on-host",
                      (uint64_t)(uintptr_t)info->si_addr, 0, NULL);
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

    /* Nobody else may map the device's range; where it fails, go without. */
    mmap((void *)0x7d0000000000, (size_t)1 << 40, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
         0);
    sigaltstack(&alternate, NULL);
    act.sa_sigaction = on_fault;
    act.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigaction(SIGSEGV, &act, &before);
}
