/* SPDX-License-Identifier: Apache-2.0 */
/*
 * System calls that no submission needs, refused with EPERM. What the other
 * walls do not cover: sockets, tracing, namespaces, the kernel's seldom used
 * and often broken corners. Written as a BPF program by hand, so that no
 * library is needed: one comparison a call.
 */
#include "grade/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined __x86_64__
#define ARCH AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define ARCH AUDIT_ARCH_AARCH64
#else
#error "the seccomp filter knows x86-64 and 64-bit Arm"
#endif

enum {
    X32_BIT = 0x40000000,
    PROGRAM_MAX = 256,
    NAMESPACES = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET |
                 CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP
};

/* Refused whatever the arguments are. */
static const int refused[] = {
#define CALL(name) SYS_##name,
#include "grade/refused_calls.def"
#undef CALL
};

/* Refused where the program could reach others of our user: it shares the
   user id and the process numbers with us. */
static const int refused_signals[] = {
    SYS_kill,
    SYS_tkill,
    SYS_rt_sigqueueinfo,
    SYS_pidfd_open,
    SYS_rt_tgsigqueueinfo,
    SYS_pidfd_send_signal,
};

struct program {
    struct sock_filter at[PROGRAM_MAX];
    unsigned short count;
};

static void add(struct program *p, struct sock_filter f)
{
    if (p->count < PROGRAM_MAX)
        p->at[p->count++] = f;
}

static void load(struct program *p, unsigned offset)
{
    add(p, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset));
}

static void answer(struct program *p, unsigned what)
{
    add(p, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, what));
}

/* The low half of an argument: both kinds of machine are little-endian. */
static unsigned argument(int i)
{
    return (unsigned)offsetof(struct seccomp_data, args) + 8u * (unsigned)i;
}

static void refuse(struct program *p, int call, int error)
{
    add(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
                                        (unsigned)call, 0, 1));
    answer(p, SECCOMP_RET_ERRNO | (unsigned)error);
}

/* Refuse call if its argument i, masked, is (or, same false, is not) value.
   After it the call's number is loaded again. */
static void refuse_if(struct program *p, int call, int i, unsigned mask,
                      unsigned value, bool same)
{
    add(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
                                        (unsigned)call, 0, 5));
    load(p, argument(i));
    add(p, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, mask));
    add(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value,
                                        same ? 0 : 1, same ? 1 : 0));
    answer(p, SECCOMP_RET_ERRNO | EPERM);
    load(p, offsetof(struct seccomp_data, nr));
}

static void build(const struct confine *c, struct program *p)
{
    *p = (struct program){ .count = 0 };
    load(p, offsetof(struct seccomp_data, arch));
    add(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0));
    answer(p, SECCOMP_RET_KILL_PROCESS);
    load(p, offsetof(struct seccomp_data, nr));
    add(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, X32_BIT, 0,
                                        1));
    answer(p, SECCOMP_RET_KILL_PROCESS);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        refuse(p, refused[i], EPERM);
    /* Its flags are in memory, where no filter can look; the C library falls
       back to clone. */
    refuse(p, SYS_clone3, ENOSYS);
    for (unsigned bit = 1; bit; bit <<= 1)
        if (NAMESPACES & bit)
            refuse_if(p, SYS_clone, 0, bit, bit, true);
    refuse_if(p, SYS_ioctl, 1, ~0u, TIOCSTI, true);
    refuse_if(p, SYS_ioctl, 1, ~0u, TIOCLINUX, true);
    /* Another process's limits. */
    refuse_if(p, SYS_prlimit64, 0, ~0u, 0, false);
    if (c->tier == SANDBOX_LANDLOCK && c->uid == getuid()) {
        for (size_t i = 0; i < sizeof refused_signals / sizeof(int); i++)
            refuse(p, refused_signals[i], EPERM);
        /* abort() of the program itself still works, of its children not. */
        refuse_if(p, SYS_tgkill, 0, ~0u, (unsigned)getpid(), false);
    }
    answer(p, SECCOMP_RET_ALLOW);
}

bool confine_filter(const struct confine *c)
{
    struct program p;
    struct sock_fprog prog;

    build(c, &p);
    prog = (struct sock_fprog){ p.count, p.at };
    return !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog);
}

int confine_filter_file(const struct confine *c)
{
    struct program p;
    size_t size;
    int fd = memfd_create("filter", 0);

    build(c, &p);
    size = p.count * sizeof p.at[0];
    if (fd >= 0 && (write(fd, p.at, size) != (ssize_t)size ||
                    lseek(fd, 0, SEEK_SET) != 0)) {
        close(fd);
        return -1;
    }
    return fd;
}
