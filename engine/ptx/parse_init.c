/* SPDX-License-Identifier: Apache-2.0 */
/* Initial values: numbers, addresses, nested lists. */
#include <string.h>

#include "ptx/parse.h"

enum { DEPTH_MAX = 10 };

/* State of reading one initial value. */
struct init {
    struct symbol *s;
    uint8_t *bytes;
    uint64_t size, at; /* size grows where the extent is open */
    bool open;
    int size_bytes; /* of one value */
    struct reloc *relocs;
    int count, capacity;
    uint64_t row[DEPTH_MAX]; /* bytes of what a list at that depth fills */
    int depth_max;
};

/* Room for n more bytes; false and an error if the variable is full. */
static bool reserve(struct parser *ps, struct init *in, uint64_t n)
{
    uint64_t bigger;
    uint8_t *bytes;

    if (in->at + n <= in->size)
        return true;
    if (!in->open)
        return parse_error(ps, "'%s': more values than elements", in->s->name);
    bigger = in->size ? in->size * 2 : 64;
    ps->init_total += bigger;
    if (ps->init_total > PTX_INIT_MAX)
        return parse_error(ps, "'%s': too many initial values", in->s->name);
    bytes = ARENA_NEW(ps->arena, uint8_t, bigger);
    if (in->size)
        memcpy(bytes, in->bytes, in->size);
    in->bytes = bytes;
    in->size = bigger;
    return true;
}

static bool put_value(struct parser *ps, struct init *in, uint64_t bits)
{
    if (!reserve(ps, in, (uint64_t)in->size_bytes))
        return false;
    for (int i = 0; i < in->size_bytes && i < 8; i++)
        in->bytes[in->at + (uint64_t)i] = (uint8_t)(bits >> 8 * i);
    in->at += (uint64_t)in->size_bytes;
    return true;
}

/* "+ n" or "- n" behind an address */
static bool parse_addend(struct parser *ps, int64_t *addend)
{
    while (parse_is(ps, '+') || parse_is(ps, '-')) {
        bool minus = parse_is(ps, '-');
        uint64_t value;

        parse_next(ps);
        if (!parse_int(ps, INT32_MAX, &value))
            return false;
        *addend += minus ? -(int64_t)value : (int64_t)value;
    }
    return true;
}

/* name, name+4, generic(name)+4 */
static bool parse_target(struct parser *ps, struct reloc *r)
{
    struct text word = ps->tok.text;
    const struct name *n;
    int index;

    *r = (struct reloc){ .symbol = -1, .func = -1 };
    if (text_is(word, "generic")) {
        parse_next(ps);
        r->generic = true;
        if (!parse_expect(ps, '('))
            return false;
        word = ps->tok.text;
    }
    if (ps->tok.kind != TOKEN_NAME)
        return parse_error(ps, "expected an address");
    n = names_find(&ps->names, word, &index);
    if (n && n->kind == NAME_SYMBOL)
        r->symbol = index;
    else if ((r->func = parse_func_index(ps, word)) < 0)
        return false;
    parse_next(ps);
    if (!parse_addend(ps, &r->addend))
        return false;
    if (r->generic && !parse_expect(ps, ')'))
        return false;
    return parse_addend(ps, &r->addend);
}

static bool parse_address(struct parser *ps, struct init *in)
{
    struct reloc r;
    uint64_t at = in->at;

    if (!parse_target(ps, &r))
        return false;
    if (in->size_bytes != 4 && in->size_bytes != 8)
        return parse_error(ps, "an address does not fit a '%s'",
                           type_text(in->s->type));
    r.offset = (int)at;
    r.size = in->size_bytes;
    if (!put_value(ps, in, 0))
        return false;
    ARENA_PUSH(ps->arena, in->relocs, in->count, in->capacity, r);
    return true;
}

/* 0xff00(name): one byte of an address. The bytes of one address follow each
   other from the lowest, and together they are one reloc. */
static bool parse_mask(struct parser *ps, struct init *in, uint64_t mask)
{
    struct reloc r, *last = in->count ? &in->relocs[in->count - 1] : NULL;
    uint64_t at = in->at;
    int byte = 0;

    while (byte < 7 && mask != 0xffull << 8 * byte)
        byte++;
    if (mask != 0xffull << 8 * byte || in->size_bytes != 1)
        return parse_error(ps, "a mask that is no byte of an address");
    if (!parse_expect(ps, '(') || !parse_target(ps, &r) ||
        !parse_expect(ps, ')') || !put_value(ps, in, 0))
        return false;
    if (byte == 0) {
        r.offset = (int)at;
        r.size = 1;
        ARENA_PUSH(ps->arena, in->relocs, in->count, in->capacity, r);
        return true;
    }
    if (!last || last->size != byte || (uint64_t)(last->offset + byte) != at ||
        last->symbol != r.symbol || last->func != r.func ||
        last->addend != r.addend || last->generic != r.generic)
        return parse_error(ps, "the bytes of an address are out of order");
    last->size++;
    return true;
}

/* A float literal as the bits of the variable's type. */
static uint64_t float_bits(const struct token *t, enum type type)
{
    uint64_t bits = t->bits;
    uint32_t narrow = (uint32_t)bits;
    double d;
    float f;

    if (t->kind == TOKEN_F32 && type == TYPE_F64) {
        memcpy(&f, &narrow, sizeof f);
        d = (double)f;
        memcpy(&bits, &d, sizeof bits);
    } else if (t->kind == TOKEN_F64 && type == TYPE_F32) {
        memcpy(&d, &bits, sizeof d);
        f = (float)d;
        memcpy(&narrow, &f, sizeof narrow);
        bits = narrow;
    }
    return bits;
}

/* "0xff(": a mask, which is no constant expression */
static bool at_mask(const struct parser *ps)
{
    struct lexer ahead = ps->lexer;

    return ps->tok.kind == TOKEN_INT && lex_next(&ahead).punct == '(';
}

static bool parse_scalar(struct parser *ps, struct init *in)
{
    struct lexer lexer = ps->lexer;
    struct token t = ps->tok;
    bool minus;

    if (t.kind == TOKEN_NAME)
        return parse_address(ps, in);
    if (at_mask(ps)) {
        parse_next(ps);
        return parse_mask(ps, in, t.bits);
    }
    minus = parse_accept(ps, '-');
    if (ps->tok.kind == TOKEN_F32 || ps->tok.kind == TOKEN_F64) {
        uint64_t bits = float_bits(&ps->tok, in->s->type);

        if (minus && in->size_bytes <= 8)
            bits ^= 1ull << (8 * in->size_bytes - 1);
        parse_next(ps);
        return put_value(ps, in, bits);
    }
    ps->lexer = lexer;
    ps->tok = t;
    return parse_expression(ps, &t.bits) && put_value(ps, in, t.bits);
}

/* Lists in lists, without recursion; a list that is too short leaves the rest
   of its row zero. */
static bool parse_list(struct parser *ps, struct init *in)
{
    uint64_t start[DEPTH_MAX];
    int depth = 0;

    do {
        if (parse_accept(ps, '{')) {
            if (depth == in->depth_max)
                return parse_error(ps, "lists nested deeper than the array");
            start[depth++] = in->at;
        } else if (parse_accept(ps, '}')) {
            uint64_t end = start[depth - 1] + in->row[depth - 1];

            depth--;

            if (in->row[depth] && in->at > end)
                return parse_error(ps, "more values than a row has");
            if (in->row[depth] && depth) {
                if (!reserve(ps, in, end - in->at))
                    return false;
                in->at = end;
            }
        } else if (!parse_accept(ps, ',') && !parse_scalar(ps, in)) {
            return false;
        }
        if (ps->tok.kind == TOKEN_END)
            return parse_error(ps, "the text ends inside a list of values");
    } while (depth);
    return true;
}

/* row[d]: bytes of what one list at depth d fills; 0 where that is open. */
static void set_rows(struct init *in, int vec, const uint64_t extents[],
                     int count)
{
    uint64_t bytes = (uint64_t)in->size_bytes;

    in->depth_max = count + (vec > 1);
    if (!in->depth_max)
        in->depth_max = 1; /* .u32 x = {1} */
    in->row[0] = bytes;
    if (vec > 1) {
        bytes *= (uint64_t)vec;
        in->row[count] = bytes;
    }
    for (int i = count - 1; i >= 0; i--) {
        bytes *= extents[i];
        in->row[i] = bytes;
    }
}

bool parse_init(struct parser *ps, struct symbol *s, int vec,
                const uint64_t extents[], int extent_count)
{
    struct init in = {
        .s = s,
        .size = s->bytes,
        .open = extent_count && !s->bytes,
        .size_bytes = type_bytes(s->type),
    };

    if (s->space != SPACE_GLOBAL && s->space != SPACE_CONST)
        return parse_error(ps,
                           "'%s': only .global and .const variables have "
                           "initial values",
                           s->name);
    ps->init_total += s->bytes;
    if (s->bytes > PTX_INIT_MAX || ps->init_total > PTX_INIT_MAX)
        return parse_error(ps, "'%s': too many initial values", s->name);
    set_rows(&in, vec, extents, extent_count);
    in.bytes = ARENA_NEW(ps->arena, uint8_t, s->bytes + 1);
    if (parse_is(ps, '{') ? !parse_list(ps, &in) : !parse_scalar(ps, &in))
        return false;
    if (in.open)
        s->bytes = in.at;
    s->init = in.bytes;
    s->relocs = in.relocs;
    s->reloc_count = in.count;
    return true;
}
