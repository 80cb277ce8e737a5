/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions that a kernel calls and the device supplies: printf, assert,
 * malloc and free, the math library. Arguments lie in the caller's param
 * frame, one area each.
 */
#include <limits.h>
#include <stdio.h>

#include "sim/exec.h"
#include "sim/libm.h"

enum {
    ASSERT_ERROR = 710,
    LAUNCH_FAILURE = 719,
    NOT_SUPPORTED = 801,
    TEXT_MAX = 4096,
    OUTPUT_MAX = 64 << 20
};

/* The bytes of argument i of a lane, as a number. */
static uint64_t argument(const struct worker *x, const struct call *c, int i,
                         int lane)
{
    const struct warp *w = x->warp;
    const struct frame *f = frame_of(x->warp, lane, x->split->depth);
    const struct call_arg *a;
    uint64_t v = 0;

    if (i >= c->arg_count)
        return 0;
    a = &c->args[i];
    if (a->frame_offset < 0)
        return a->imm;
    memcpy(&v,
           w->frame_bytes + (size_t)lane * (size_t)w->frame_capacity +
               f->frame + a->frame_offset,
           (size_t)(a->bytes < 8 ? a->bytes : 8));
    return v;
}

static void result(struct worker *x, const struct call *c, int lane, uint64_t v)
{
    struct warp *w = x->warp;
    const struct frame *f = frame_of(w, lane, x->split->depth);
    const struct call_arg *r;

    if (!c->ret_count)
        return;
    r = &c->rets[0];
    memcpy(w->frame_bytes + (size_t)lane * (size_t)w->frame_capacity +
               f->frame + r->frame_offset,
           &v, (size_t)(r->bytes < 8 ? r->bytes : 8));
}

/* A host pointer to device bytes of any space, or NULL. */
static uint8_t *bytes_at(struct worker *x, uint64_t address, uint64_t n,
                         int lane)
{
    struct warp *w = x->warp;
    uint64_t at = address - MEMORY_LOCAL;

    if (at < MEMORY_WINDOW_BYTES)
        return at + n <= (uint64_t)w->local_capacity
                   ? w->local_bytes + (size_t)lane * (size_t)w->local_capacity +
                         at
                   : NULL;
    at = address - MEMORY_SHARED;
    if (at < MEMORY_WINDOW_BYTES)
        return at + n <= x->block->shared_bytes ? x->block->shared + at : NULL;
    return memory_at(x->memory, address, n);
}

/* A string of the device's, cut at TEXT_MAX. */
static const char *string_at(struct worker *x, uint64_t address, int lane)
{
    char *out = ARENA_NEW(x->arena, char, TEXT_MAX);
    int n = 0;

    while (n < TEXT_MAX - 1) {
        const uint8_t *p = bytes_at(x, address + (uint64_t)n, 1, lane);

        if (!p || !*p)
            break;
        out[n++] = (char)*p;
    }
    return out;
}

/* One conversion of a format with its argument from the buffer. */
static const char *convert(struct worker *x, const char *f, uint64_t *buffer,
                           int lane)
{
    char spec[32];
    size_t n = strcspn(f + 1, "diouxXeEfFgGaAcspn%") + 2;
    char kind = f[n - 1];
    bool wide = memchr(f, 'l', n) || memchr(f, 'z', n) || memchr(f, 'j', n) ||
                memchr(f, 't', n) || kind == 'p' || kind == 's' ||
                strchr("eEfFgGaA", kind);
    uint64_t size = wide ? 8 : 4, v = 0;
    size_t k = 0;
    const uint8_t *p;

    if (kind == '%') {
        buf_str(&x->output, "%");
        return f + n;
    }
    if (!kind || n > 24) {
        buf_add(&x->output, f, 1);
        return f + 1;
    }
    *buffer = (*buffer + size - 1) & ~(size - 1);
    p = bytes_at(x, *buffer, size, lane);
    if (p)
        memcpy(&v, p, size);
    *buffer += size;
    /* Length modifiers give way to one of our own. */
    for (size_t i = 0; i < n - 1; i++)
        if (!strchr("hlzjtLq", f[i]))
            spec[k++] = f[i];
    if (strchr("diouxX", kind)) {
        spec[k++] = 'l';
        spec[k++] = 'l';
    }
    spec[k++] = kind;
    spec[k] = '\0';
    if (strchr("di", kind)) {
        buf_printf(&x->output, spec,
                   wide ? (long long)v : (long long)(int32_t)v);
    } else if (strchr("ouxX", kind)) {
        buf_printf(&x->output, spec, (unsigned long long)v);
    } else if (kind == 'c') {
        buf_printf(&x->output, spec, (int)v);
    } else if (kind == 's') {
        buf_printf(&x->output, spec, string_at(x, v, lane));
    } else if (kind == 'p') {
        buf_printf(&x->output, "0x%llx", (unsigned long long)v);
    } else {
        double d;

        memcpy(&d, &v, sizeof d);
        buf_printf(&x->output, spec, d);
    }
    return f + n;
}

static void call_vprintf(struct worker *x, const struct call *c, int lane)
{
    const char *f = string_at(x, argument(x, c, 0, lane), lane);
    uint64_t buffer = argument(x, c, 1, lane);
    int conversions = 0;

    while (*f && x->output.size < OUTPUT_MAX) {
        size_t plain = strcspn(f, "%");

        buf_add(&x->output, f, plain);
        f += plain;
        if (*f) {
            f = convert(x, f, &buffer, lane);
            conversions++;
        }
    }
    result(x, c, lane, (uint64_t)conversions);
}

static void call_assert(struct worker *x, const struct call *c, uint32_t mask)
{
    int lane = first_lane(mask);
    bool is_new;
    struct finding *f = found_add(x, FINDING_KERNEL_TRAP, mask, -1, &is_new);

    if (is_new)
        f->detail = arena_printf(x->arena, "assertion '%s' failed",
                                 string_at(x, argument(x, c, 0, lane), lane));
    x->failed = x->stop = true;
    if (!x->error)
        x->error = ASSERT_ERROR;
}

static void call_malloc(struct worker *x, const struct call *c, int lane)
{
    uint64_t at = 0;

    if (memory_heap_alloc(x->memory, argument(x, c, 0, lane), &at) != MEMORY_OK)
        at = 0;
    result(x, c, lane, at);
}

static void call_free(struct worker *x, const struct call *c, int lane)
{
    uint64_t at = argument(x, c, 0, lane);
    bool is_new;
    struct finding *f;

    if (!at || memory_heap_free(x->memory, at) == MEMORY_OK)
        return;
    f = found_add(x, FINDING_INVALID_FREE, 1u << lane, -1, &is_new);
    if (is_new)
        found_near(x, f, at);
    x->failed = true;
    if (!x->error)
        x->error = LAUNCH_FAILURE;
}

static void call_libm(struct worker *x, const struct call *c,
                      const struct libm_function *m, int lane)
{
    uint64_t in[LIBM_ARGS_MAX] = { 0 }, out[LIBM_OUT_MAX] = { 0 };
    int next = 1;

    for (int i = 0; m->sig[2 + i] && m->sig[2 + i] != ')'; i++)
        in[i] = argument(x, c, i, lane);
    m->call(in, out);
    for (int i = 0; m->sig[2 + i] && m->sig[2 + i] != ')'; i++) {
        char kind = m->sig[2 + i];
        uint64_t size = kind == 'D' ? 8 : 4;
        uint8_t *p;

        if (!strchr("FDI", kind))
            continue;
        p = bytes_at(x, in[i], size, lane);
        if (p)
            memcpy(p, &out[next], size);
        if (p && in[i] - MEMORY_GLOBAL < MEMORY_GLOBAL_BYTES)
            memory_mark(x->memory, in[i], size, true);
        next++;
    }
    result(x, c, lane, out[0]);
}

void extern_call(struct worker *x, const struct call *c, const struct func *f,
                 uint32_t mask)
{
    const struct libm_function *m = libm_find(f->name);
    bool is_new;

    if (!strcmp(f->name, "__assertfail") || !strcmp(f->name, "__assert_fail")) {
        call_assert(x, c, mask);
        return;
    }
    for (int i = 0; i < WARP_SIZE; i++) {
        if (!(mask >> i & 1))
            continue;
        if (m) {
            call_libm(x, c, m, i);
        } else if (!strcmp(f->name, "vprintf")) {
            call_vprintf(x, c, i);
        } else if (!strcmp(f->name, "malloc")) {
            call_malloc(x, c, i);
        } else if (!strcmp(f->name, "free")) {
            call_free(x, c, i);
        } else {
            struct finding *g =
                found_add(x, FINDING_UNSUPPORTED, mask, -1, &is_new);

            if (is_new)
                g->detail =
                    arena_printf(x->arena, "the function %s", f->display);
            x->failed = x->stop = true;
            if (!x->error)
                x->error = NOT_SUPPORTED;
            return;
        }
    }
}
