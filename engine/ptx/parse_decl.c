/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations: variables, parameters, registers. */
#include <string.h>

#include "ptx/parse.h"

enum { EXTENTS_MAX = 8, PARAM_ELEMENTS_MAX = 1 << 16 };
#define VARIABLE_ELEMENTS_MAX (1ull << 40)

static int align_up(int n, int align)
{
    return (n + align - 1) / align * align;
}

static bool parse_align(struct parser *ps, int *align)
{
    uint64_t n;

    if (!parse_int(ps, 1 << 16, &n))
        return false;
    if (n == 0 || (n & (n - 1)))
        return parse_error(ps, "alignment is no power of two");
    *align = (int)n;
    return true;
}

/* ".attribute(.managed)": the current token is the '('. */
static bool parse_attribute(struct parser *ps, struct attributes *a)
{
    int depth = 0;

    do {
        a->managed = a->managed || parse_is_dot(ps, "managed");
        depth += parse_is(ps, '(');
        depth -= parse_is(ps, ')');
        parse_next(ps);
    } while (depth > 0 && ps->tok.kind != TOKEN_END);
    return true;
}

static bool parse_attributes(struct parser *ps, struct attributes *a)
{
    bool pointee = false; /* .align after .ptr tells about what it points to */
    int ignored;

    *a = (struct attributes){ .vec = 1 };
    while (ps->tok.kind == TOKEN_DOT) {
        struct text word = ps->tok.text;
        enum type t = words_type(word);

        parse_next(ps);
        if (t)
            a->type = t;
        else if (text_is(word, "ptr"))
            pointee = true;
        else if (text_is(word, "align") &&
                 !parse_align(ps, pointee ? &ignored : &a->align))
            return false;
        else if (text_is(word, "v2") || text_is(word, "v4"))
            a->vec = word.at[1] - '0';
        else if (text_is(word, "attribute"))
            parse_attribute(ps, a);
        /* .global and the like after .ptr: no layout */
    }
    if (!a->type)
        return parse_error(ps, "a declaration needs a type");
    if (!a->align)
        a->align = type_bytes(a->type) ? type_bytes(a->type) * a->vec : 1;
    return true;
}

/* "[4][8]" after a name; an extent of 0 is an open one, "[]". */
static bool parse_extents(struct parser *ps, uint64_t max,
                          uint64_t extents[EXTENTS_MAX], int *count,
                          uint64_t *elements)
{
    *count = 0;
    *elements = 1;
    while (parse_accept(ps, '[')) {
        uint64_t n = 0;

        if (*count == EXTENTS_MAX)
            return parse_error(ps, "an array of more than %d dimensions",
                               EXTENTS_MAX);
        if (!parse_is(ps, ']') && !parse_expression(ps, &n))
            return false;
        if (n > max)
            return parse_error(ps, "an array of more than %llu elements",
                               (unsigned long long)max);
        if (!parse_expect(ps, ']'))
            return false;
        extents[(*count)++] = n;
        if (n && *elements > max / n)
            return parse_error(ps, "an array of more than %llu elements",
                               (unsigned long long)max);
        *elements *= n;
    }
    return true;
}

/* Limits and places of shared and local variables. */
static bool place_symbol(struct parser *ps, struct symbol *s)
{
    if (s->space == SPACE_LOCAL) {
        struct func *f;
        int top;

        if (ps->func < 0)
            return parse_error(ps, "'%s': local memory belongs to a function",
                               s->name);
        f = &ps->p->funcs[ps->func];
        top = align_up(f->local_bytes, s->align);
        if (s->bytes > PTX_LOCAL_MAX || top + (int)s->bytes > PTX_LOCAL_MAX)
            return parse_error(ps,
                               "'%s': a thread has %d bytes of local memory",
                               s->name, PTX_LOCAL_MAX);
        s->offset = (uint64_t)top;
        f->local_bytes = top + (int)s->bytes;
    }
    if (s->space == SPACE_SHARED) {
        ps->shared_total += s->bytes + (uint64_t)s->align;
        if (ps->shared_total > PTX_SHARED_MAX || s->bytes > PTX_SHARED_MAX)
            return parse_error(ps, "'%s': too much shared memory", s->name);
    }
    return true;
}

/* Add a variable. An extern declaration and the definition are one. */
static bool add_symbol(struct parser *ps, struct text name, struct symbol s)
{
    int index;
    const struct name *n = names_find(&ps->names, name, &index);

    if (n && n->depth == ps->depth && n->kind == NAME_SYMBOL &&
        (s.is_extern || ps->p->symbols[index].is_extern)) {
        if (!s.is_extern)
            ps->p->symbols[index] = s;
        return true;
    }
    if (ps->p->symbol_count == PTX_SYMBOLS_MAX)
        return parse_error(ps, "more than %d variables", PTX_SYMBOLS_MAX);
    if (!names_declare(ps, name, NAME_SYMBOL, ps->p->symbol_count))
        return false;
    ARENA_PUSH(ps->arena, ps->p->symbols, ps->p->symbol_count,
               ps->symbol_capacity, s);
    return true;
}

/* One name of a declaration, with extents and initial value. */
static bool declare(struct parser *ps, enum space space,
                    const struct attributes *a, bool is_extern)
{
    struct symbol s = {
        .space = space,
        .func = ps->func,
        .align = a->align,
        .type = a->type,
        .is_managed = a->managed,
    };
    struct text name;
    uint64_t extents[EXTENTS_MAX], elements;
    int count;
    bool open;

    if (!type_bytes(a->type))
        return parse_error(ps, "a variable cannot be a predicate");
    if (!parse_name(ps, &name) ||
        !parse_extents(ps, VARIABLE_ELEMENTS_MAX, extents, &count, &elements))
        return false;
    open = count && !elements;
    s.name = arena_strndup(ps->arena, name.at, name.size);
    s.bytes = elements * (uint64_t)(type_bytes(a->type) * a->vec);
    s.is_dynamic = open && space == SPACE_SHARED;
    s.is_extern = is_extern && space != SPACE_SHARED;
    if (parse_accept(ps, '=') && !parse_init(ps, &s, a->vec, extents, count))
        return false;
    return place_symbol(ps, &s) && add_symbol(ps, name, s);
}

bool parse_variable(struct parser *ps, enum space space, bool is_extern)
{
    struct attributes a;

    parse_next(ps);
    /* Constant banks: .const[3] */
    if (parse_accept(ps, '[')) {
        parse_next(ps);
        if (!parse_expect(ps, ']'))
            return false;
    }
    if (!parse_attributes(ps, &a))
        return false;
    do {
        if (!declare(ps, space, &a, is_extern))
            return false;
    } while (parse_accept(ps, ','));
    return parse_expect(ps, ';');
}

int parse_add_register(struct parser *ps, const char *name, enum type type)
{
    struct func *f = &ps->p->funcs[ps->func];
    struct reg r = { name, type };

    if (ps->reg_total >= PTX_REGS_MAX) {
        parse_error(ps, "more than %d registers", PTX_REGS_MAX);
        return -1;
    }
    ps->reg_total++;
    ARENA_PUSH(ps->arena, f->regs, f->reg_count, ps->reg_capacity, r);
    return f->reg_count - 1;
}

/* %r<count>, or one register where count is 0 */
static bool declare_registers(struct parser *ps, struct text name, int count,
                              enum type type)
{
    struct name *n = names_declare(ps, name, count ? NAME_RANGE : NAME_REG,
                                   ps->p->funcs[ps->func].reg_count);

    if (!n)
        return false;
    n->count = count;
    if (!count)
        return parse_add_register(
                   ps, arena_strndup(ps->arena, name.at, name.size), type) >= 0;
    for (int i = 0; i < count; i++) {
        char *text = ARENA_NEW(ps->arena, char, name.size + 8);
        int digits = 1;

        memcpy(text, name.at, name.size);
        for (int k = i; k >= 10; k /= 10)
            digits++;
        for (int k = i, d = digits; d > 0; k /= 10)
            text[name.size + (size_t)--d] = (char)('0' + k % 10);
        if (parse_add_register(ps, text, type) < 0)
            return false;
    }
    return true;
}

bool parse_registers(struct parser *ps)
{
    struct attributes a;
    struct text name;

    parse_next(ps);
    if (!parse_attributes(ps, &a))
        return false;
    if (a.vec > 1)
        return parse_error(ps, "registers that are vectors are not supported");
    do {
        uint64_t count = 0;

        if (!parse_name(ps, &name))
            return false;
        if (name.size > 64)
            return parse_error(ps, "the name of a register is too long");
        if (parse_accept(ps, '<') && (!parse_int(ps, PTX_REGS_MAX, &count) ||
                                      !parse_expect(ps, '>') || !count))
            return parse_error(ps, "expected a number of registers");
        if (!declare_registers(ps, name, (int)count, a.type))
            return false;
    } while (parse_accept(ps, ','));
    return parse_expect(ps, ';');
}

/* Bytes of a parameter; -1 and an error if it is too big. */
static int parse_size(struct parser *ps, const struct attributes *a)
{
    uint64_t extents[EXTENTS_MAX], elements;
    int count;

    if (!type_bytes(a->type)) {
        parse_error(ps, "a parameter cannot be a predicate");
        return -1;
    }
    if (!parse_extents(ps, PARAM_ELEMENTS_MAX, extents, &count, &elements))
        return -1;
    return (int)elements * type_bytes(a->type) * a->vec;
}

/* The place of the next variable in a frame; -1 and an error if it is full. */
static int place_in_frame(struct parser *ps, int *top, int align, int bytes)
{
    int at = align_up(*top, align);

    if (at + bytes > PTX_FRAME_MAX) {
        parse_error(ps, "more than %d bytes of parameters", PTX_FRAME_MAX);
        return -1;
    }
    *top = at + bytes;
    return at;
}

bool parse_frame_variable(struct parser *ps)
{
    struct func *f = &ps->p->funcs[ps->func];
    struct attributes a;

    parse_next(ps);
    if (!parse_attributes(ps, &a))
        return false;
    do {
        struct text name;
        struct name *n;
        int bytes, at;

        if (!parse_name(ps, &name) || (bytes = parse_size(ps, &a)) < 0 ||
            (at = place_in_frame(ps, &ps->frame_top, a.align, bytes)) < 0 ||
            !(n = names_declare(ps, name, NAME_FRAME, at)))
            return false;
        n->bytes = bytes;
        if (ps->frame_top > f->frame_bytes)
            f->frame_bytes = align_up(ps->frame_top, 16);
    } while (parse_accept(ps, ','));
    return parse_expect(ps, ';');
}

static bool parse_param(struct parser *ps, bool entry, struct param *prm,
                        int *offset)
{
    struct attributes a;
    struct text name;
    struct name *n;

    if (!parse_is_dot(ps, "param"))
        return parse_error(ps, "expected a .param parameter");
    parse_next(ps);
    if (!parse_attributes(ps, &a) || !parse_name(ps, &name))
        return false;
    prm->name = arena_strndup(ps->arena, name.at, name.size);
    prm->align = a.align;
    prm->bytes = parse_size(ps, &a);
    if (prm->bytes < 0)
        return false;
    prm->offset = place_in_frame(ps, offset, a.align, prm->bytes);
    if (prm->offset < 0)
        return false;
    if (text_is(name, "_")) /* a prototype need not name it */
        return true;
    n = names_declare(ps, name, entry ? NAME_KPARAM : NAME_FRAME, prm->offset);
    if (n)
        n->bytes = prm->bytes;
    return n != NULL;
}

bool parse_params(struct parser *ps, bool entry, struct param **list,
                  int *count, int *offset)
{
    int capacity = 0;

    *list = NULL;
    *count = 0;
    if (!parse_expect(ps, '('))
        return false;
    while (!parse_is(ps, ')')) {
        struct param prm = { 0 };

        if (!parse_param(ps, entry, &prm, offset))
            return false;
        ARENA_PUSH(ps->arena, *list, *count, capacity, prm);
        if (!parse_accept(ps, ',') && !parse_is(ps, ')'))
            return parse_error(ps, "expected ',' or ')'");
    }
    return parse_expect(ps, ')');
}
