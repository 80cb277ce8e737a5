/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any messages on the bus: no crash, no hang, no leak. The bytes are a script
 * of messages, so that most get past the first check: arguments are often an
 * address or a handle that the device gave out before.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "device/device.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MESSAGES_MAX = 64, PAYLOAD_MAX = 4096, GIVEN_MAX = 16 };

static const char kernels[] =
    ".version 7.1\n.target sm_80\n.address_size 64\n"
    ".global .align 4 .u32 g[4];\n"
    ".visible .entry k(.param .u64 p, .param .u32 n)\n{\n"
    ".reg .b32 %r<4>;\n.reg .b64 %rd<4>;\n.reg .pred %p<2>;\n"
    "ld.param.u64 %rd1, [p];\nld.param.u32 %r1, [n];\n"
    "mov.u32 %r2, %tid.x;\nmul.wide.u32 %rd2, %r2, 4;\n"
    "add.s64 %rd3, %rd1, %rd2;\nsetp.ge.u32 %p1, %r2, %r1;\n"
    "@%p1 ret;\nbar.sync 0;\nst.global.u32 [%rd3], %r2;\n"
    "atom.global.add.u32 %r3, [g], 1;\nret;\n}\n";

struct script {
    const uint8_t *at;
    size_t left;
    uint64_t given[GIVEN_MAX]; /* addresses and handles from answers */
    int given_count;
    int fd;
};

static uint8_t byte(struct script *s)
{
    if (!s->left)
        return 0;
    s->left--;
    return *s->at++;
}

static uint64_t word(struct script *s)
{
    uint64_t v = 0;

    for (int i = 0; i < 8; i++)
        v = v << 8 | byte(s);
    return v;
}

/* One argument: small, given before, near it, or anything. */
static uint64_t argument(struct script *s)
{
    uint8_t how = byte(s);

    switch (how % 6) {
    case 0:
        return 0;
    case 1:
        return byte(s);
    case 2:
        return s->given_count ? s->given[byte(s) % s->given_count] : 1;
    case 3:
        return (s->given_count ? s->given[byte(s) % s->given_count] : 1) +
               byte(s) - 64;
    case 4:
        return (uint64_t)byte(s) << 32 | byte(s);
    default:
        return word(s);
    }
}

/* A launch of any shape, but of few threads. */
static void tame_launch(struct bus_message *m)
{
    m->arg[0] &= UINT64_C(0x300000003);
    m->arg[1] &= UINT64_C(0x300000003);
    m->arg[2] &= UINT64_C(0x3f00000003);
    m->arg[3] &= UINT64_C(0x300000007);
}

/* The shape of a copy, mostly small. */
static uint32_t put_shape(struct script *s, char *bytes)
{
    struct bus_shape shape = { .dst = argument(s), .src = argument(s) };

    shape.width = argument(s) & 0xfff;
    shape.height = byte(s) & 7;
    shape.depth = byte(s) & 3;
    shape.dst_pitch = argument(s) & 0xffff;
    shape.src_pitch = argument(s) & 0xffff;
    shape.dst_slice = argument(s) & 0xfffff;
    shape.src_slice = argument(s) & 0xfffff;
    memcpy(bytes, &shape, sizeof shape);
    return sizeof shape;
}

static bool drain(struct script *s, const struct bus_reply *r)
{
    char bytes[4096];
    size_t left = (size_t)r->output_bytes + r->bytes;

    while (left) {
        size_t n = left < sizeof bytes ? left : sizeof bytes;

        if (!bus_receive(s->fd, bytes, n))
            return false;
        left -= n;
    }
    return true;
}

static bool say(struct script *s)
{
    struct bus_message m = { .kind = byte(s) };
    struct bus_reply r;
    char bytes[PAYLOAD_MAX] = { 0 };

    if (m.kind < 240)
        m.kind %= BUS_COUNT;
    for (int i = 0; i < BUS_ARGS; i++)
        m.arg[i] = argument(s);
    m.bytes = (uint32_t)(byte(s) << 4);
    for (uint32_t i = 0; i < m.bytes; i++)
        bytes[i] = (char)byte(s);
    if (m.kind == BUS_MODULE && m.bytes < 256) {
        m.bytes = sizeof kernels - 1;
        memcpy(bytes, kernels, sizeof kernels);
    }
    if (m.kind == BUS_LAUNCH)
        tame_launch(&m);
    if (m.kind == BUS_COPY || m.kind == BUS_COPY_IN || m.kind == BUS_COPY_OUT ||
        m.kind == BUS_MEMSET)
        m.bytes = put_shape(s, bytes);
    m.call = byte(s);
    m.gpu = byte(s) & 1;
    m.host_ns = argument(s) & UINT32_MAX;
    if (!bus_send(s->fd, &m, sizeof m) || !bus_send(s->fd, bytes, m.bytes))
        return false;
    if (m.kind >= BUS_COUNT || bus_answers[m.kind] != BUS_SYNC)
        return true;
    for (;;) {
        const struct bus_message done = { .kind = BUS_HOST_DONE };

        if (!bus_receive(s->fd, &r, sizeof r) || !drain(s, &r))
            return false;
        if (r.kind != BUS_REPLY_CALL)
            break;
        if (!bus_send(s->fd, &done, sizeof done))
            return false;
    }
    if (r.value[0] && s->given_count < GIVEN_MAX)
        s->given[s->given_count++] = r.value[0];
    return true;
}

static void *program(void *arg)
{
    struct script *s = arg;

    for (int i = 0; i < MESSAGES_MAX && s->left && say(s); i++)
        ;
    close(s->fd);
    return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct device_options o = { .cards = "engine/time/cards",
                                .card = "t4",
                                .vram_bytes = 64 << 20,
                                .workers = 1,
                                .gpus = 2,
                                .downloads = true };
    struct arena a = { 0 };
    struct diags ds = { .arena = &a };
    struct device d;
    int pair[2];
    pthread_t thread;
    struct script s = { .at = data, .left = size };

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
        abort();
    s.fd = pair[0];
    if (!device_open(&d, &o, &ds))
        abort();
    if (pthread_create(&thread, NULL, program, &s))
        abort();
    device_serve(&d, pair[1]);
    close(pair[1]);
    pthread_join(thread, NULL);
    device_close(&d);
    arena_clear(&a);
    return 0;
}
