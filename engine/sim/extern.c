/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions that a kernel calls and the device supplies: printf, assert,
 * malloc and free, the math library. Arguments lie in the caller's param
 * frame, one area each.
 */
#include "sim/access.h"
#include "sim/libm.h"

enum {
    ASSERT_ERROR = 710,
    LAUNCH_FAILURE = 719,
    NOT_SUPPORTED = 801,
    TEXT_MAX = 1024
};

/* The bytes of argument i of a lane, as a number. */
static uint64_t argument(const struct worker *x, const struct call *c, int i,
                         int lane)
{
    const struct frame *f = frame_of(x->warp, lane, x->split->depth);
    const struct call_arg *a;
    uint64_t v = 0;

    if (i >= c->arg_count)
        return 0;
    a = &c->args[i];
    if (a->frame_offset < 0)
        return call_value(x, a, lane);
    private_read(&x->warp->frame, lane, (uint64_t)(f->frame + a->frame_offset),
                 &v, a->bytes < 8 ? (size_t)a->bytes : 8);
    return v;
}

static void result(struct worker *x, const struct call *c, int lane, uint64_t v)
{
    const struct frame *f = frame_of(x->warp, lane, x->split->depth);
    const struct call_arg *r;

    if (!c->ret_count)
        return;
    r = &c->rets[0];
    if (r->frame_offset >= 0)
        private_write(&x->warp->frame, lane,
                      (uint64_t)(f->frame + r->frame_offset), &v,
                      r->bytes < 8 ? (size_t)r->bytes : 8);
}

bool device_read(struct worker *x, uint64_t address, void *out, size_t n,
                 int lane)
{
    uint64_t at = address - MEMORY_LOCAL;
    const uint8_t *p;

    if (at < MEMORY_WINDOW_BYTES)
        return private_read(&x->warp->local, lane, at, out, n);
    at = address - MEMORY_SHARED;
    if (at < MEMORY_WINDOW_BYTES)
        p = at + n <= x->block->shared_bytes ? x->block->shared + at : NULL;
    else
        p = memory_at(x->memory, address, n);
    if (p)
        memcpy(out, p, n);
    return p != NULL;
}

static void device_write(struct worker *x, uint64_t address, const void *in,
                         size_t n, int lane)
{
    uint64_t at = address - MEMORY_LOCAL;
    uint8_t *p;

    if (at < MEMORY_WINDOW_BYTES) {
        private_write(&x->warp->local, lane, at, in, n);
        return;
    }
    at = address - MEMORY_SHARED;
    if (at < MEMORY_WINDOW_BYTES) {
        if (at + n > x->block->shared_bytes)
            return;
        memcpy(x->block->shared + at, in, n);
        bits_set(x->block->shared_init, at, (uint32_t)n);
        return;
    }
    p = memory_at(x->memory, address, n);
    if (p) {
        memcpy(p, in, n);
        memory_mark(x->memory, address, n, true);
    }
}

void device_string(struct worker *x, uint64_t address, int lane, char *out,
                   size_t size)
{
    size_t n = 0;

    while (n < size - 1 &&
           device_read(x, address + (uint64_t)n, &out[n], 1, lane) && out[n])
        n++;
    out[n] = '\0';
}

static void stop(struct worker *x, int error)
{
    x->failed = x->stop = true;
    if (!x->error)
        x->error = error;
}

/* nvcc: __assertfail(text, file, line, function, size); clang:
   __assert_fail(text, file, line, function). */
static void call_assert(struct worker *x, const struct call *c, uint32_t mask)
{
    const int lane = first_lane(mask);
    char text[TEXT_MAX];
    bool is_new;
    struct finding *f = found_add(x, FINDING_KERNEL_TRAP, mask, -1, &is_new);

    device_string(x, argument(x, c, 0, lane), lane, text, sizeof text);
    if (is_new)
        f->detail = arena_printf(x->arena, "assertion '%s' failed", text);
    stop(x, ASSERT_ERROR);
}

static void call_malloc(struct worker *x, const struct call *c, int lane)
{
    uint64_t at = 0;

    x->unrepeatable = true;
    if (memory_heap_alloc(x->memory, argument(x, c, 0, lane), &at) != MEMORY_OK)
        at = 0;
    result(x, c, lane, at);
}

static void call_free(struct worker *x, const struct call *c, int lane)
{
    const uint64_t at = argument(x, c, 0, lane);
    bool is_new;

    x->unrepeatable = true;
    if (!at)
        return;
    if (memory_heap_free(x->memory, at) == MEMORY_OK) {
        x->heap_stamp++;
        return;
    }
    found_add_near(x, FINDING_INVALID_FREE, 1u << lane, at, &is_new);
    access_fail(x, LAUNCH_FAILURE);
}

static void call_libm(struct worker *x, const struct call *c,
                      const struct libm_function *m, int lane)
{
    uint64_t in[LIBM_ARGS_MAX] = { 0 }, out[LIBM_OUT_MAX] = { 0 };
    const char *const kinds = m->sig + 2;
    int next = 1;

    for (int i = 0; kinds[i] && kinds[i] != ')'; i++)
        in[i] = argument(x, c, i, lane);
    m->call(in, out);
    for (int i = 0; kinds[i] && kinds[i] != ')'; i++)
        if (strchr("FDI", kinds[i]))
            device_write(x, in[i], &out[next++], kinds[i] == 'D' ? 8 : 4, lane);
    result(x, c, lane, out[0]);
}

static void call_one(struct worker *x, const struct call *c,
                     const struct func *f, int lane)
{
    const struct libm_function *m = libm_find(f->name);
    bool is_new;
    struct finding *g;

    if (m) {
        call_libm(x, c, m, lane);
    } else if (!strcmp(f->name, "vprintf")) {
        const int n = device_printf(x, argument(x, c, 0, lane),
                                    argument(x, c, 1, lane), lane);

        result(x, c, lane, (uint64_t)n);
    } else if (!strcmp(f->name, "malloc")) {
        call_malloc(x, c, lane);
    } else if (!strcmp(f->name, "free")) {
        call_free(x, c, lane);
    } else {
        g = found_add(x, FINDING_UNSUPPORTED, 1u << lane, -1, &is_new);
        if (is_new)
            g->detail = arena_printf(x->arena, "the function %s", f->display);
        stop(x, NOT_SUPPORTED);
    }
}

void extern_call(struct worker *x, const struct call *c, const struct func *f,
                 uint32_t mask)
{
    x->block->worked = true;
    if (!strcmp(f->name, "__assertfail") || !strcmp(f->name, "__assert_fail")) {
        call_assert(x, c, mask);
        return;
    }
    for (int i = 0; i < WARP_SIZE && !x->stop; i++)
        if (mask >> i & 1)
            call_one(x, c, f, i);
}
