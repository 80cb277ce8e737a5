/* SPDX-License-Identifier: Apache-2.0 */
/* One instruction: guard, opcode, dotted words, operands. */
#include <string.h>

#include "ptx/parse.h"

enum group {
    GROUP_TYPE = 1 << 0,
    GROUP_SPACE = 1 << 1,
    GROUP_CMP = 1 << 2,
    GROUP_BOOL = 1 << 3,
    GROUP_ROUND = 1 << 4,
    GROUP_SUB = 1 << 5,
    GROUP_SCOPE = 1 << 6,
    GROUP_FLAG = 1 << 7,
    GROUP_HINT = 1 << 8,
    GROUP_VEC = 1 << 9
};

static const struct {
    enum group group;
    const char *word;
    int value;
} words[] = {
#define MOD(group, word, value) { GROUP_##group, word, (int)(value) },
#include "ptx/mods.def"
#undef MOD
};

/* The groups of words that an opcode may carry, in order of precedence. */
static int groups_of(enum op op)
{
    int base = GROUP_TYPE | GROUP_FLAG | GROUP_ROUND;

    switch (op) {
    case OP_SETP:
    case OP_SET:
        return base | GROUP_CMP | GROUP_BOOL;
    case OP_LD:
    case OP_LDU:
    case OP_ST:
        return base | GROUP_SPACE | GROUP_SCOPE | GROUP_HINT | GROUP_VEC;
    case OP_ATOM:
    case OP_RED:
        return base | GROUP_SPACE | GROUP_SCOPE | GROUP_SUB;
    case OP_CP_ASYNC:
        return GROUP_SPACE | GROUP_HINT | GROUP_SUB;
    case OP_PREFETCH:
    case OP_PREFETCHU:
    case OP_DISCARD:
    case OP_APPLYPRIORITY:
        return GROUP_SPACE | GROUP_HINT;
    case OP_CVTA:
    case OP_ISSPACEP:
        return base | GROUP_SPACE;
    case OP_MEMBAR:
    case OP_FENCE:
        return GROUP_SCOPE | GROUP_FLAG;
    case OP_BAR:
    case OP_BARRIER:
    case OP_SHFL:
    case OP_VOTE:
    case OP_MATCH:
    case OP_REDUX:
    case OP_SHF:
    case OP_PRMT:
    case OP_TESTP:
        return base | GROUP_SUB;
    case OP_GRIDDEPCONTROL:
        return 0;
    default:
        return base;
    }
}

static void set_word(struct inst *in, enum group g, int value)
{
    switch (g) {
    case GROUP_TYPE:
        if (in->type)
            in->type2 = (enum type)value;
        else
            in->type = (enum type)value;
        break;
    case GROUP_SPACE:
        if (!in->space)
            in->space = (enum space)value;
        break;
    case GROUP_CMP:
        in->cmp = (enum cmp)value;
        break;
    case GROUP_BOOL:
        in->bool_op = (enum bool_op)value;
        break;
    case GROUP_ROUND:
        in->rounding = (enum rounding)value;
        break;
    case GROUP_SUB:
        in->sub = (enum sub)value;
        break;
    case GROUP_SCOPE:
        in->scope = (enum scope)value;
        break;
    case GROUP_FLAG:
        in->mods |= (uint32_t)value;
        break;
    case GROUP_VEC:
        in->vec = value;
        break;
    case GROUP_HINT:
        break;
    }
}

/* False if the word means nothing to this opcode. */
static bool apply_word(struct inst *in, struct text word)
{
    int allowed = groups_of(in->op);
    int best = -1;

    for (int i = 0; i < (int)(sizeof words / sizeof *words); i++)
        if ((words[i].group & allowed) && text_is(word, words[i].word) &&
            /* eq, lo, hi: a comparison where one is due; otherwise .hi is a
               part of a product. .and in bar.red is what it reduces by. */
            (best < 0 || words[i].group == GROUP_CMP ||
             words[i].group == GROUP_SUB))
            best = i;
    if (best >= 0) {
        set_word(in, words[best].group, words[best].value);
        return true;
    }
    if (in->op == OP_CP_ASYNC && text_is(word, "async"))
        return true;
    /* brx.idx, and .uni of a bar-less vote are the only other words. */
    return in->op == OP_BRX && text_is(word, "idx");
}

static enum op find_op(struct text word)
{
    for (enum op op = OP_UNSUPPORTED + 1; op < OP_COUNT; op++)
        if (text_is(word, op_table[op].text))
            return op;
    return OP_UNSUPPORTED;
}

static const struct {
    const char *text;
    enum special base;
    bool xyz; /* .x .y .z follows */
} specials[] = {
    { "tid", SREG_TID_X, true },
    { "ntid", SREG_NTID_X, true },
    { "ctaid", SREG_CTAID_X, true },
    { "nctaid", SREG_NCTAID_X, true },
    { "laneid", SREG_LANEID, false },
    { "warpid", SREG_WARPID, false },
    { "nwarpid", SREG_NWARPID, false },
    { "smid", SREG_SMID, false },
    { "nsmid", SREG_NSMID, false },
    { "gridid", SREG_GRIDID, false },
    { "lanemask_eq", SREG_LANEMASK_EQ, false },
    { "lanemask_le", SREG_LANEMASK_LE, false },
    { "lanemask_lt", SREG_LANEMASK_LT, false },
    { "lanemask_ge", SREG_LANEMASK_GE, false },
    { "lanemask_gt", SREG_LANEMASK_GT, false },
    { "clock", SREG_CLOCK, false },
    { "clock_hi", SREG_CLOCK_HI, false },
    { "clock64", SREG_CLOCK64, false },
    { "globaltimer", SREG_GLOBALTIMER, false },
    { "globaltimer_lo", SREG_GLOBALTIMER_LO, false },
    { "globaltimer_hi", SREG_GLOBALTIMER_HI, false },
    { "dynamic_smem_size", SREG_DYNAMIC_SMEM_SIZE, false },
    { "total_smem_size", SREG_TOTAL_SMEM_SIZE, false },
};

/* %tid.x and friends; false if the name is no special register. */
static bool parse_special(struct parser *ps, struct text name,
                          struct operand *o)
{
    struct text word = { name.at + 1, name.size - 1 };

    if (name.size < 2 || name.at[0] != '%')
        return false;
    for (int i = 0; i < (int)(sizeof specials / sizeof *specials); i++) {
        if (!text_is(word, specials[i].text))
            continue;
        o->kind = OPERAND_SPECIAL;
        o->special = specials[i].base;
        if (specials[i].xyz) {
            if (parse_is_dot(ps, "y"))
                o->special += 1;
            else if (parse_is_dot(ps, "z"))
                o->special += 2;
            else if (!parse_is_dot(ps, "x"))
                return false;
            parse_next(ps);
        }
        return true;
    }
    if (word.size > 6 && !memcmp(word.at, "envreg", 6)) {
        o->kind = OPERAND_SPECIAL;
        o->special = SREG_ENVREG;
        for (size_t i = 6; i < word.size; i++)
            o->bits = o->bits * 10 + (uint64_t)(word.at[i] - '0');
        return o->bits < 32;
    }
    return false;
}

static bool is_pred(const struct parser *ps, int reg)
{
    return ps->p->funcs[ps->func].regs[reg].type == TYPE_PRED;
}

/* A label is known, or noted to be filled in at the end of its scope. */
static void use_label(struct parser *ps, struct text name, int operand,
                      int target)
{
    struct label_use *u = ARENA_NEW(ps->arena, struct label_use, 1);

    *u = (struct label_use){
        .next = ps->uses,
        .text = name,
        .depth = ps->depth,
        .line = ps->tok.line,
        .inst = ps->p->inst_count,
        .operand = operand,
        .target = target,
    };
    ps->uses = u;
}

static bool parse_named(struct parser *ps, struct operand *o)
{
    struct text name = ps->tok.text;
    const struct name *n;
    int reg = -1;

    parse_next(ps);
    if (text_is(name, "_")) {
        o->kind = OPERAND_SINK;
        return true;
    }
    if (text_is(name, "WARP_SZ")) {
        o->kind = OPERAND_IMM;
        o->bits = 32;
        return true;
    }
    n = names_find(ps, name, &reg);
    if (!n && parse_special(ps, name, o))
        return true;
    if (!n && name.at[0] == '%')
        return parse_error(ps, "unknown register '%.*s'", (int)name.size,
                           name.at);
    if (!n) { /* a function: `mov.u64 %rd1, f` */
        o->kind = OPERAND_FUNC;
        o->func = parse_func_index(ps, name);
        return true;
    }
    switch (n->kind) {
    case NAME_REG:
    case NAME_RANGE:
        o->kind = is_pred(ps, reg) ? OPERAND_PRED : OPERAND_REG;
        o->reg = reg;
        return true;
    case NAME_SYMBOL:
        o->kind = OPERAND_SYMBOL;
        o->symbol = n->index;
        break;
    case NAME_KPARAM:
    case NAME_FRAME:
        o->kind = OPERAND_ADDRESS;
        o->base = n->kind == NAME_KPARAM ? BASE_KPARAM : BASE_FRAME;
        o->bits = (uint64_t)n->index;
        break;
    case NAME_LABEL:
    case NAME_TARGETS:
        return parse_error(ps, "'%.*s' is a label, not a value", (int)name.size,
                           name.at);
    }
    if (parse_is(ps, '+')) {
        parse_next(ps);
        if (ps->tok.kind != TOKEN_INT)
            return parse_error(ps, "expected a number after '+'");
        o->bits += ps->tok.bits;
        parse_next(ps);
    }
    return true;
}

/* A literal, as the bits of the instruction's type. */
static bool parse_literal(struct parser *ps, const struct inst *in,
                          struct operand *o)
{
    bool minus = parse_accept(ps, '-');
    enum type t = in->op == OP_CVT && in->type2 ? in->type2 : in->type;
    uint64_t bits = ps->tok.bits;

    o->kind = OPERAND_IMM;
    if (ps->tok.kind == TOKEN_F32 || ps->tok.kind == TOKEN_F64) {
        uint32_t narrow = (uint32_t)bits;
        float f;
        double d;

        if (ps->tok.kind == TOKEN_F32) {
            memcpy(&f, &narrow, sizeof f);
            d = f;
        } else {
            memcpy(&d, &bits, sizeof d);
            f = (float)d;
        }
        if (minus) {
            f = -f;
            d = -d;
        }
        /* Raw bits pass through unchanged where no conversion is due, so
           that NaN payloads survive. */
        if (ps->tok.kind == TOKEN_F32 && t == TYPE_F64)
            memcpy(&bits, &d, sizeof bits);
        else if (ps->tok.kind == TOKEN_F64 && t == TYPE_F32)
            memcpy(&narrow, &f, sizeof narrow), bits = narrow;
        else if (minus)
            bits ^= ps->tok.kind == TOKEN_F32 ? 1ull << 31 : 1ull << 63;
    } else if (ps->tok.kind == TOKEN_INT) {
        if (minus)
            bits = 0 - bits;
        if (t && type_bytes(t) > 0 && type_bytes(t) <= 4)
            bits &= 0xffffffffu;
    } else {
        return parse_error(ps, "expected an operand");
    }
    o->bits = bits;
    parse_next(ps);
    return true;
}

static bool parse_vector(struct parser *ps, const struct inst *in,
                         struct operand *o)
{
    o->kind = OPERAND_VECTOR;
    do {
        struct operand e = { .reg = -1 };

        if (o->vec_count == VECTOR_MAX)
            return parse_error(ps, "a vector of more than %d", VECTOR_MAX);
        if (ps->tok.kind == TOKEN_NAME ? !parse_named(ps, &e)
                                       : !parse_literal(ps, in, &e))
            return false;
        if (e.kind == OPERAND_IMM) {
            o->vec_bits[o->vec_count] = e.bits;
            o->vec[o->vec_count++] = -2;
        } else if (e.kind == OPERAND_REG || e.kind == OPERAND_SINK) {
            o->vec[o->vec_count++] = e.kind == OPERAND_REG ? e.reg : -1;
        } else {
            return parse_error(ps, "a vector holds registers");
        }
    } while (parse_accept(ps, ','));
    return parse_expect(ps, '}');
}

/* [base + offset] */
static bool parse_memory(struct parser *ps, const struct inst *in,
                         struct operand *o)
{
    struct operand b = { .reg = -1, .symbol = -1, .func = -1 };
    bool minus;

    if (ps->tok.kind == TOKEN_NAME ? !parse_named(ps, &b)
                                   : !parse_literal(ps, in, &b))
        return false;
    *o = b;
    o->kind = OPERAND_ADDRESS;
    if (b.kind == OPERAND_REG)
        o->base = BASE_REG;
    else if (b.kind == OPERAND_SYMBOL)
        o->base = BASE_SYMBOL;
    else if (b.kind != OPERAND_ADDRESS && b.kind != OPERAND_IMM)
        return parse_error(ps, "that is no address");
    minus = parse_is(ps, '-');
    if (minus || parse_is(ps, '+')) {
        parse_next(ps);
        if (parse_accept(ps, '-'))
            minus = !minus;
        if (ps->tok.kind != TOKEN_INT)
            return parse_error(ps, "expected an offset");
        o->bits += minus ? 0 - ps->tok.bits : ps->tok.bits;
        parse_next(ps);
    }
    return parse_expect(ps, ']');
}

static bool parse_operand(struct parser *ps, const struct inst *in,
                          struct operand *o)
{
    *o = (struct operand){ .reg = -1, .symbol = -1, .func = -1, .target = -1 };
    if (parse_accept(ps, '['))
        return parse_memory(ps, in, o);
    if (parse_accept(ps, '{'))
        return parse_vector(ps, in, o);
    if (parse_accept(ps, '!')) {
        if (ps->tok.kind != TOKEN_NAME || !parse_named(ps, o))
            return parse_error(ps, "expected a predicate after '!'");
        o->negate = true;
        return o->kind == OPERAND_PRED ||
               parse_error(ps, "'!' wants a predicate");
    }
    if (ps->tok.kind == TOKEN_NAME)
        return parse_named(ps, o);
    return parse_literal(ps, in, o);
}

/* "(a, b)" of a call: areas of the param frame, registers or literals. */
static bool parse_call_list(struct parser *ps, struct call *c, bool results)
{
    int n = 0, capacity = 0;
    struct call_arg *list = NULL;
    struct inst plain = { .type = TYPE_B64 };

    while (!parse_is(ps, ')')) {
        struct operand o;
        struct call_arg a = { .frame_offset = -1, .reg = -1 };
        int index;
        const struct name *area = ps->tok.kind == TOKEN_NAME
                                      ? names_find(ps, ps->tok.text, &index)
                                      : NULL;

        a.bytes = area && area->kind == NAME_FRAME ? area->bytes : 0;
        if (!parse_operand(ps, &plain, &o))
            return false;
        if (o.kind == OPERAND_ADDRESS && o.base == BASE_FRAME)
            a.frame_offset = (int)o.bits;
        else if (o.kind == OPERAND_REG && !results)
            a.reg = o.reg;
        else if (o.kind == OPERAND_IMM && !results)
            a.imm = o.bits;
        else
            return parse_error(ps, "a call passes .param variables");
        ARENA_PUSH(ps->arena, list, n, capacity, a);
        if (!parse_accept(ps, ',') && !parse_is(ps, ')'))
            return parse_error(ps, "expected ',' or ')'");
    }
    if (results) {
        c->rets = list;
        c->ret_count = n;
    } else {
        c->args = list;
        c->arg_count = n;
    }
    return parse_expect(ps, ')');
}

/* call (ret), f, (args) [, prototype]; */
static bool parse_call(struct parser *ps, struct inst *in)
{
    struct call c = { .func = -1, .reg = -1 };
    struct operand f;

    if (parse_accept(ps, '(') &&
        (!parse_call_list(ps, &c, true) || !parse_expect(ps, ',')))
        return false;
    if (!parse_operand(ps, in, &f))
        return false;
    if (f.kind == OPERAND_FUNC)
        c.func = f.func;
    else if (f.kind == OPERAND_REG)
        c.reg = f.reg;
    else
        return parse_error(ps, "a call wants a function");
    if (parse_accept(ps, ',')) {
        if (parse_accept(ps, '(')) {
            if (!parse_call_list(ps, &c, false))
                return false;
            if (parse_accept(ps, ','))
                parse_next(ps); /* prototype */
        } else {
            parse_next(ps); /* prototype of a call without arguments */
        }
    }
    in->call = ps->p->call_count;
    ARENA_PUSH(ps->arena, ps->p->calls, ps->p->call_count, ps->call_capacity,
               c);
    return true;
}

static bool parse_label_operand(struct parser *ps, struct inst *in)
{
    if (ps->tok.kind != TOKEN_NAME)
        return parse_error(ps, "expected a label");
    in->operand[in->operand_count] = (struct operand){
        .kind = OPERAND_LABEL, .reg = -1, .symbol = -1, .func = -1, .target = -1
    };
    use_label(ps, ps->tok.text, in->operand_count, -1);
    in->operand_count++;
    parse_next(ps);
    return true;
}

/* The name of a .branchtargets list. */
static bool parse_target_list(struct parser *ps, struct inst *in)
{
    const struct name *n;
    int index;

    if (ps->tok.kind != TOKEN_NAME)
        return parse_error(ps, "expected a list of labels");
    n = names_find(ps, ps->tok.text, &index);
    if (!n || n->kind != NAME_TARGETS)
        return parse_error(ps, "'%.*s' is no list of labels",
                           (int)ps->tok.text.size, ps->tok.text.at);
    in->targets = n->index;
    in->target_count = n->count;
    parse_next(ps);
    return true;
}

static bool is_optional_dst(const struct inst *in)
{
    /* bar.red has a result, the other forms have none. */
    return in->op == OP_BAR || in->op == OP_BARRIER;
}

static bool has_result(const struct inst *in)
{
    return in->sub == SUB_POPC || in->sub == SUB_AND || in->sub == SUB_OR;
}

/* Operands by the pattern of the opcode's row. */
static bool parse_operands(struct parser *ps, struct inst *in)
{
    const char *pattern = op_table[in->op].operands;
    bool optional = false, dst = true;

    if (*pattern == '*')
        return parse_call(ps, in);
    if (*pattern == '-')
        return true;
    if (is_optional_dst(in)) {
        pattern = has_result(in) ? "da?aa" : "a?a";
        if (parse_is(ps, ';')) /* barrier.sync.aligned without a number */
            return true;
    }
    for (const char *c = pattern; *c; c++) {
        struct operand *o = &in->operand[in->operand_count];

        if (*c == '?') {
            optional = true;
            continue;
        }
        if (*c == 'p') {
            /* A second destination stands after '|'. */
            in->dst_count++;
            in->operand_count++;
            *o = (struct operand){ .kind = OPERAND_NONE, .reg = -1 };
            if (parse_accept(ps, '|') && !parse_operand(ps, in, o))
                return false;
            continue;
        }
        if (in->operand_count) {
            if (!parse_accept(ps, ',')) {
                if (optional)
                    break;
                return parse_error(ps, "'%s' needs more operands",
                                   op_table[in->op].text);
            }
        } else if (optional && parse_is(ps, ';')) {
            break;
        }
        if (*c == 'l'   ? !parse_label_operand(ps, in)
            : *c == 't' ? !parse_target_list(ps, in)
                        : !parse_operand(ps, in, o))
            return false;
        if (*c == 'l' || *c == 't')
            continue;
        in->operand_count++;
        if (dst && (*c == 'd' || *c == 'D'))
            in->dst_count++;
        else
            dst = false;
    }
    return true;
}

/* "ld.global.f32" with all its dots, for messages. */
static const char *dotted(struct parser *ps, const char *from, const char *to)
{
    return arena_strndup(ps->arena, from, (size_t)(to - from));
}

/* The statement's text up to and with ';', blanks squeezed. */
static const char *statement(struct parser *ps, const char *from)
{
    const char *to = ps->lexer.at;
    char *out = ARENA_NEW(ps->arena, char, (size_t)(to - from) + 1);
    size_t n = 0;

    for (const char *c = from; c < to && n < 200; c++) {
        bool blank = *c == ' ' || *c == '\t' || *c == '\n' || *c == '\r';

        if (!blank)
            out[n++] = *c;
        else if (n && out[n - 1] != ' ')
            out[n++] = ' ';
    }
    return out;
}

/* Forms that parse but that the lab cannot execute. */
static bool is_unsupported(const struct inst *in)
{
    if ((in->op == OP_ATOM || in->op == OP_RED) && in->vec > 1)
        return true;
    return in->op == OP_CP_ASYNC && in->space == SPACE_NONE &&
           in->sub == SUB_NONE;
}

static void push(struct parser *ps, struct inst *in, const char *from)
{
    in->file = ps->loc_file;
    in->line = ps->loc_line;
    in->text = statement(ps, from);
    ARENA_PUSH(ps->arena, ps->p->insts, ps->p->inst_count, ps->inst_capacity,
               *in);
}

static bool parse_guard(struct parser *ps, struct inst *in)
{
    struct operand o = { .reg = -1 };

    if (!parse_accept(ps, '@'))
        return true;
    in->guard_not = parse_accept(ps, '!');
    if (ps->tok.kind != TOKEN_NAME || !parse_named(ps, &o) ||
        o.kind != OPERAND_PRED)
        return parse_error(ps, "expected a predicate after '@'");
    in->guard = o.reg;
    return true;
}

bool parse_instruction(struct parser *ps)
{
    const char *from = ps->tok.text.at, *opcode, *opcode_end;
    struct inst in = { .guard = -1,
                       .target = -1,
                       .reconverge = -1,
                       .call = -1,
                       .vec = 1,
                       .targets = -1 };
    bool known = true;

    if (parse_is(ps, '@'))
        from = ps->tok.text.at;
    if (!parse_guard(ps, &in))
        return false;
    if (ps->tok.kind != TOKEN_NAME)
        return parse_error(ps, "expected an instruction");
    opcode = ps->tok.text.at;
    opcode_end = opcode + ps->tok.text.size;
    in.op = find_op(ps->tok.text);
    parse_next(ps);
    while (ps->tok.kind == TOKEN_DOT) {
        known = known && apply_word(&in, ps->tok.text);
        opcode_end = ps->tok.text.at + ps->tok.text.size;
        parse_next(ps);
    }
    if (!in.op || !known || is_unsupported(&in)) {
        in.op = OP_UNSUPPORTED;
        in.unsupported = dotted(ps, opcode, opcode_end);
        while (!parse_is(ps, ';') && ps->tok.kind != TOKEN_END)
            parse_next(ps);
    } else if (!parse_operands(ps, &in)) {
        return false;
    }
    if (!parse_is(ps, ';'))
        return parse_error(ps, "expected ';' after '%.*s'",
                           (int)(opcode_end - opcode), opcode);
    push(ps, &in, from);
    parse_next(ps);
    return true;
}
