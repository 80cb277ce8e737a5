/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stack memory that grows as a function runs: alloca, stacksave, stackrestore
 * (PTX ISA, stack manipulation). A frame's local memory begins with what its
 * function declares; what it allocates lies above, and goes with the frame.
 * A stack pointer is the first byte above.
 */
#include "sim/exec.h"

enum { ALIGN_LEAST = 8, LAUNCH_FAILURE = 719 };

uint64_t stack_top(const struct worker *x, const struct frame *f)
{
    return (uint64_t)(f->local + x->p->funcs[f->func].local_bytes + f->grown);
}

static struct frame *own_frame(const struct worker *x, int lane)
{
    return frame_of(x->warp, lane, x->split->depth);
}

static uint64_t value_at(const struct worker *x, const struct uop *u, int row,
                         int lane)
{
    return type_bytes(u->in->type) == 8 ? wide_at(x, row)[lane]
                                        : row_at(x, row)->lane[lane];
}

static void put(struct worker *x, const struct uop *u, int lane, uint64_t v)
{
    if (u->width == 2)
        wide_at(x, u->d)[lane] = v;
    else
        row_at(x, u->d)->lane[lane] = (uint32_t)v;
}

static void overflow(struct worker *x, uint32_t lanes)
{
    bool is_new;
    struct finding *f =
        found_add(x, FINDING_STACK_OVERFLOW, lanes, -1, &is_new);

    if (is_new)
        f->detail = "alloca";
    x->stop = x->failed = true;
    if (!x->error)
        x->error = LAUNCH_FAILURE;
}

void op_alloca(struct worker *x, const struct uop *u, uint32_t mask)
{
    uint64_t align = u->b == NO_ROW ? ALIGN_LEAST : row_at(x, u->b)->lane[0];

    if (align < ALIGN_LEAST || (align & (align - 1)))
        align = ALIGN_LEAST;
    x->warp->grown = true;
    for (int i = 0; i < WARP_SIZE; i++) {
        struct frame *const f = own_frame(x, i);
        const uint64_t top = stack_top(x, f);
        const uint64_t first = (top + align - 1) / align * align;
        uint64_t size;

        if (!(mask >> i & 1))
            continue;
        size = value_at(x, u, u->a, i);
        if (size > STACK_MAX || first + size > STACK_MAX) {
            overflow(x, 1u << i);
            return;
        }
        f->grown += (int)(first + size - top);
        private_grow(&x->warp->local, (int)(first + size));
        private_forget(&x->warp->local, 1u << i, (int)first, (int)size);
        put(x, u, i, first);
    }
}

void op_stack_save(struct worker *x, const struct uop *u, uint32_t mask)
{
    for (int i = 0; i < WARP_SIZE; i++)
        if (mask >> i & 1)
            put(x, u, i, stack_top(x, own_frame(x, i)));
}

/* A value that no stacksave of the function gave changes nothing. */
void op_stack_restore(struct worker *x, const struct uop *u, uint32_t mask)
{
    for (int i = 0; i < WARP_SIZE; i++) {
        struct frame *const f = own_frame(x, i);
        const uint64_t top = stack_top(x, f);
        uint64_t want;

        if (!(mask >> i & 1))
            continue;
        want = value_at(x, u, u->a, i);
        if (want <= top && want >= top - (uint64_t)f->grown)
            f->grown -= (int)(top - want);
    }
}
