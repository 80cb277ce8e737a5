/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations: variables with initial values, parameters, registers. */
#include <string.h>

#include "ptx/parse.h"

enum type parse_type_word(struct text word)
{
    for (enum type t = TYPE_PRED; t < TYPE_COUNT; t++)
        if (text_is(word, type_text(t)))
            return t;
    return TYPE_NONE;
}

int parse_func_index(struct parser *ps, struct text name)
{
    struct func f = { .is_extern = true, .first = -1, .end = -1 };

    for (int i = 0; i < ps->p->func_count; i++)
        if (text_is(name, ps->p->funcs[i].name))
            return i;
    f.name = arena_strndup(ps->arena, name.at, name.size);
    f.file = -1;
    ARENA_PUSH(ps->arena, ps->p->funcs, ps->p->func_count, ps->func_capacity,
               f);
    return ps->p->func_count - 1;
}

static int align_up(int n, int align)
{
    return (n + align - 1) / align * align;
}

/* The attributes of a declaration: .align 8 .ptr .global .v4 .f32 ... */
struct attributes {
    enum type type;
    int align, vec;
    bool managed;
};

/* A whole number; false and an error if the token is none. */
static bool parse_int(struct parser *ps, uint64_t max, uint64_t *out)
{
    if (ps->tok.kind != TOKEN_INT || ps->tok.bits > max)
        return parse_error(ps, "expected a number up to %llu",
                           (unsigned long long)max);
    *out = ps->tok.bits;
    parse_next(ps);
    return true;
}

static bool parse_attributes(struct parser *ps, struct attributes *a)
{
    *a = (struct attributes){ .vec = 1 };
    while (ps->tok.kind == TOKEN_DOT) {
        struct text word = ps->tok.text;
        enum type t = parse_type_word(word);
        uint64_t n;

        parse_next(ps);
        if (t) {
            a->type = t;
        } else if (text_is(word, "align")) {
            if (!parse_int(ps, 1 << 16, &n))
                return false;
            if (n == 0 || (n & (n - 1)))
                return parse_error(ps, "alignment is no power of two");
            a->align = (int)n;
        } else if (text_is(word, "v2") || text_is(word, "v4")) {
            a->vec = word.at[1] - '0';
        } else if (text_is(word, "attribute")) {
            if (!parse_expect(ps, '('))
                return false;
            a->managed = parse_is_dot(ps, "managed");
            while (!parse_is(ps, ')') && ps->tok.kind != TOKEN_END)
                parse_next(ps);
            if (!parse_expect(ps, ')'))
                return false;
        }
        /* .ptr, .global, .shared, .unified after a parameter: no layout */
    }
    if (!a->type)
        return parse_error(ps, "a declaration needs a type");
    if (!a->align)
        a->align = type_bytes(a->type) ? type_bytes(a->type) * a->vec : 1;
    return true;
}

/* "[4][8]" after a name: the product, 1 without; 0 for an empty "[]". */
static bool parse_extent(struct parser *ps, uint64_t *count, bool *open)
{
    *count = 1;
    *open = false;
    while (parse_accept(ps, '[')) {
        uint64_t n = 0;

        if (parse_accept(ps, ']')) {
            *open = true;
            continue;
        }
        if (!parse_int(ps, 1ull << 40, &n) || !parse_expect(ps, ']'))
            return false;
        if (n && *count > (1ull << 40) / n)
            return parse_error(ps, "an array of more than 2^40 elements");
        *count *= n;
    }
    return true;
}

static bool parse_name(struct parser *ps, struct text *name)
{
    if (ps->tok.kind != TOKEN_NAME)
        return parse_error(ps, "expected a name");
    *name = ps->tok.text;
    parse_next(ps);
    return true;
}

/* State of reading one initialiser. */
struct init {
    uint8_t *bytes;
    uint64_t size, at;
    enum type type;
    struct reloc *relocs;
    int count, capacity;
};

static void put_value(struct init *in, uint64_t bits, int size)
{
    for (int i = 0; i < size && in->at < in->size; i++)
        in->bytes[in->at++] = (uint8_t)(bits >> 8 * i);
}

/* The address of a variable or function, with "+ n"; resolved at once for
   what is known (PTX declares before use), functions by name. */
static bool parse_address(struct parser *ps, struct init *in)
{
    struct reloc r = { .symbol = -1, .func = -1 };
    struct text word = ps->tok.text;
    const struct name *n;
    int reg, size = type_bytes(in->type);

    if (text_is(word, "generic")) {
        parse_next(ps);
        r.generic = true;
        if (!parse_expect(ps, '('))
            return false;
        word = ps->tok.text;
    }
    if (ps->tok.kind != TOKEN_NAME)
        return parse_error(ps, "expected an address");
    n = names_find(ps, word, &reg);
    if (n && n->kind == NAME_SYMBOL)
        r.symbol = n->index;
    else
        r.func = parse_func_index(ps, word);
    parse_next(ps);
    if (r.generic && !parse_expect(ps, ')'))
        return false;
    if (parse_is(ps, '+') || parse_is(ps, '-')) {
        bool minus = parse_is(ps, '-');
        uint64_t value;

        parse_next(ps);
        if (!parse_int(ps, INT64_MAX, &value))
            return false;
        r.addend = minus ? -(int64_t)value : (int64_t)value;
    }
    r.offset = (int)in->at;
    r.size = size;
    put_value(in, 0, size);
    ARENA_PUSH(ps->arena, in->relocs, in->count, in->capacity, r);
    return true;
}

static bool parse_scalar(struct parser *ps, struct init *in)
{
    bool minus = parse_accept(ps, '-');
    int size = type_bytes(in->type);
    uint64_t bits = ps->tok.bits;

    switch (ps->tok.kind) {
    case TOKEN_INT:
        put_value(in, minus ? 0 - bits : bits, size);
        parse_next(ps);
        return true;
    case TOKEN_F32:
    case TOKEN_F64:
        put_value(in, bits ^ (minus ? 1ull << (8 * size - 1) : 0), size);
        parse_next(ps);
        return true;
    case TOKEN_NAME:
        return parse_address(ps, in);
    default:
        return parse_error(ps, "expected an initial value");
    }
}

/* Nested braces are flattened; missing values stay zero. */
static bool parse_init(struct parser *ps, struct init *in)
{
    int depth = 0;

    if (!parse_is(ps, '{'))
        return parse_scalar(ps, in);
    do {
        if (parse_accept(ps, '{'))
            depth++;
        else if (parse_accept(ps, '}'))
            depth--;
        else if (!parse_accept(ps, ',') && !parse_scalar(ps, in))
            return false;
        if (ps->tok.kind == TOKEN_END)
            return parse_error(ps, "the text ends inside a list of values");
    } while (depth);
    return true;
}

/* One name of a declaration, with extent and initial value. */
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
    uint64_t count;
    bool open;

    if (!parse_name(ps, &name) || !parse_extent(ps, &count, &open))
        return false;
    s.name = arena_strndup(ps->arena, name.at, name.size);
    s.bytes = open ? 0 : count * (uint64_t)(type_bytes(a->type) * a->vec);
    if ((space == SPACE_SHARED || space == SPACE_LOCAL) &&
        s.bytes > PTX_FRAME_MAX)
        return parse_error(ps, "'%s' is too big for its space", s.name);
    s.is_dynamic = open && space == SPACE_SHARED;
    s.is_extern = is_extern && !s.is_dynamic;
    if (parse_accept(ps, '=')) {
        struct init in = { .type = a->type, .size = s.bytes };

        if (s.bytes > PTX_SYMBOL_MAX)
            return parse_error(ps, "'%s' is too big for a list of values",
                               s.name);
        in.bytes = ARENA_NEW(ps->arena, uint8_t, s.bytes ? s.bytes : 1);
        if (!parse_init(ps, &in))
            return false;
        s.init = in.bytes;
        s.relocs = in.relocs;
        s.reloc_count = in.count;
    }
    names_add(ps, name, NAME_SYMBOL, ps->p->symbol_count);
    ARENA_PUSH(ps->arena, ps->p->symbols, ps->p->symbol_count,
               ps->symbol_capacity, s);
    return true;
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

bool parse_registers(struct parser *ps)
{
    struct func *f = &ps->p->funcs[ps->func];
    struct attributes a;
    struct text name;

    parse_next(ps);
    if (!parse_attributes(ps, &a))
        return false;
    do {
        uint64_t count = 1;
        struct name *n;
        bool range;

        if (!parse_name(ps, &name))
            return false;
        range = parse_accept(ps, '<');
        if (range &&
            (!parse_int(ps, PTX_REGS_MAX, &count) || !parse_expect(ps, '>')))
            return false;
        if ((uint64_t)f->reg_count + count > PTX_REGS_MAX)
            return parse_error(ps, "too many registers");
        n = names_add(ps, name, range ? NAME_RANGE : NAME_REG, f->reg_count);
        n->count = (int)count;
        for (uint64_t i = 0; i < count; i++) {
            struct reg r = { .type = a.type };

            r.name = range ? arena_printf(ps->arena, "%.*s%d", (int)name.size,
                                          name.at, (int)i)
                           : arena_strndup(ps->arena, name.at, name.size);
            ARENA_PUSH(ps->arena, f->regs, f->reg_count, ps->reg_capacity, r);
        }
    } while (parse_accept(ps, ','));
    return parse_expect(ps, ';');
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
        uint64_t count;
        bool open;
        int bytes;

        if (!parse_name(ps, &name) || !parse_extent(ps, &count, &open))
            return false;
        if (count > 1 << 16)
            return parse_error(ps, "an argument of more than 64 KiB");
        bytes = (int)count * type_bytes(a.type) * a.vec;
        if (ps->frame_top > PTX_FRAME_MAX)
            return parse_error(ps, "too many arguments");
        ps->frame_top = align_up(ps->frame_top, a.align);
        n = names_add(ps, name, NAME_FRAME, ps->frame_top);
        n->bytes = bytes;
        ps->frame_top += bytes;
        if (ps->frame_top > f->frame_bytes)
            f->frame_bytes = align_up(ps->frame_top, 16);
    } while (parse_accept(ps, ','));
    return parse_expect(ps, ';');
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
        struct attributes a;
        struct text name;
        struct name *n;
        uint64_t elements;
        bool open;

        if (!parse_is_dot(ps, "param"))
            return parse_error(ps, "expected a .param parameter");
        parse_next(ps);
        if (!parse_attributes(ps, &a) || !parse_name(ps, &name) ||
            !parse_extent(ps, &elements, &open))
            return false;
        if (elements > 1 << 16)
            return parse_error(ps, "a parameter of more than 64 KiB");
        prm.name = arena_strndup(ps->arena, name.at, name.size);
        prm.align = a.align;
        prm.bytes = (int)elements * type_bytes(a.type) * a.vec;
        if (*offset > PTX_FRAME_MAX)
            return parse_error(ps, "too many parameters");
        prm.offset = align_up(*offset, a.align);
        *offset = prm.offset + prm.bytes;
        n = names_add(ps, name, entry ? NAME_KPARAM : NAME_FRAME, prm.offset);
        n->bytes = prm.bytes;
        ARENA_PUSH(ps->arena, *list, *count, capacity, prm);
        if (!parse_accept(ps, ',') && !parse_is(ps, ')'))
            return parse_error(ps, "expected ',' or ')'");
    }
    return parse_expect(ps, ')');
}
