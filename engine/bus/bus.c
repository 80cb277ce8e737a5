/* SPDX-License-Identifier: Apache-2.0 */
#include "bus/bus.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

const enum bus_answer bus_answers[BUS_COUNT] = {
#define MESSAGE(id, answer) BUS_##answer,
#include "bus/messages.def"
#undef MESSAGE
};

const char *const bus_call_names[CALL_COUNT] = {
    "",
#define CALL(name) #name,
#include "bus/calls.def"
#undef CALL
};

bool bus_send(int fd, const void *bytes, size_t size)
{
    const char *p = bytes;

    while (size) {
        ssize_t n = send(fd, p, size, MSG_NOSIGNAL);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        p += n;
        size -= (size_t)n;
    }
    return true;
}

bool bus_receive(int fd, void *bytes, size_t size)
{
    char *p = bytes;

    while (size) {
        ssize_t n = recv(fd, p, size, MSG_WAITALL);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        p += n;
        size -= (size_t)n;
    }
    return true;
}

/* A message with room for one file beside it. */
union control {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr align;
};

bool bus_send_file(int fd, const void *bytes, size_t size, int file)
{
    union control control = { .bytes = { 0 } };
    struct iovec io = { (void *)(uintptr_t)bytes, 1 };
    struct msghdr m = { .msg_iov = &io, .msg_iovlen = 1 };
    struct cmsghdr *c;
    ssize_t n;

    if (file < 0)
        return bus_send(fd, bytes, size);
    m.msg_control = control.bytes;
    m.msg_controllen = sizeof control.bytes;
    c = CMSG_FIRSTHDR(&m);
    c->cmsg_level = SOL_SOCKET;
    c->cmsg_type = SCM_RIGHTS;
    c->cmsg_len = CMSG_LEN(sizeof file);
    memcpy(CMSG_DATA(c), &file, sizeof file);
    do {
        n = sendmsg(fd, &m, MSG_NOSIGNAL);
    } while (n < 0 && errno == EINTR);
    return n == 1 && bus_send(fd, (const char *)bytes + 1, size - 1);
}

bool bus_receive_file(int fd, void *bytes, size_t size, int *file)
{
    union control control = { .bytes = { 0 } };
    struct iovec io = { bytes, 1 };
    struct msghdr m = { .msg_iov = &io,
                        .msg_iovlen = 1,
                        .msg_control = control.bytes,
                        .msg_controllen = sizeof control.bytes };
    const struct cmsghdr *c;
    ssize_t n;

    *file = -1;
    do {
        n = recvmsg(fd, &m, MSG_CMSG_CLOEXEC);
    } while (n < 0 && errno == EINTR);
    if (n != 1)
        return false;
    c = CMSG_FIRSTHDR(&m);
    if (c && c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS &&
        c->cmsg_len == CMSG_LEN(sizeof *file))
        memcpy(file, CMSG_DATA(c), sizeof *file);
    return bus_receive(fd, (char *)bytes + 1, size - 1);
}
