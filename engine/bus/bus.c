/* SPDX-License-Identifier: Apache-2.0 */
#include "bus/bus.h"

#include <errno.h>
#include <sys/socket.h>

const struct bus_info bus_table[BUS_COUNT] = {
#define MESSAGE(id, api, answer, waits) { api, BUS_##answer, waits },
#include "bus/messages.def"
#undef MESSAGE
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
