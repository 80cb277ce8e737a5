/* SPDX-License-Identifier: Apache-2.0 */
/* Loading pieces of PTX in tests. */
#ifndef TEST_LOAD_H
#define TEST_LOAD_H

#include <check.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "ptx/print.h"
#include "ptx/program.h"

struct loaded {
    struct arena arena;
    struct diags diags;
    struct program p;
    struct buf listing;
    bool ok;
};

static inline void load(struct loaded *l, const char *ptx)
{
    *l = (struct loaded){ 0 };
    l->diags.arena = &l->arena;
    l->ok = ptx_load(&l->arena, text_of(ptx), &l->p, &l->diags);
    if (l->ok)
        ptx_print(&l->p, &l->listing);
}

static inline void unload(struct loaded *l)
{
    buf_release(&l->listing);
    arena_clear(&l->arena);
}

/* A module that must load. */
static inline void load_good(struct loaded *l, const char *ptx)
{
    load(l, ptx);
    if (!l->ok)
        ck_abort_msg("line %d: %s", l->diags.first->at.line,
                     l->diags.first->text);
}

#define MODULE ".version 7.0\n.target sm_80\n.address_size 64\n"
#define REGS                                                               \
    ".reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<9>; .reg .f32 %f<9>;" \
    ".reg .b64 %d<9>; .reg .f64 %e<9>;\n"

/* An entry `k` with registers of every kind and this body. */
static inline void load_body(struct loaded *l, const char *body)
{
    struct buf b = { 0 };

    buf_str(&b, MODULE ".global .u32 g[4]; .shared .u32 s[4];"
                       ".func (.param .b32 r) f (.param .b64 a);\n"
                       ".entry k(.param .u64 kp, .param .u32 kq) {\n" REGS);
    buf_str(&b, body);
    buf_str(&b, "\nret;\n}\n");
    load(l, b.at);
    buf_release(&b);
}

/* The first instruction of the body, decoded and printed again. */
static inline const char *body_line(struct loaded *l, const char *body)
{
    const char *start, *end;

    load_body(l, body);
    if (!l->ok)
        return l->diags.first->text;
    start = strstr(l->listing.at, "\n    0 ");
    ck_assert_ptr_nonnull(start);
    start += strlen("\n    0     0  ");
    end = strchr(start, '\n');
    return arena_strndup(&l->arena, start, (size_t)(end - start));
}

#endif
