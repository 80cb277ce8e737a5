/* SPDX-License-Identifier: Apache-2.0 */
/* One instruction: guard, opcode, dotted words, operands. */
#include <string.h>

#include "ptx/parse.h"

struct inst inst_empty(enum op op)
{
    return (struct inst){ .op = op,
                          .guard = -1,
                          .target = -1,
                          .reconverge = -1,
                          .call = -1,
                          .vec = 1,
                          .targets = -1 };
}

bool parse_push(struct parser *ps, const struct inst *in)
{
    struct inst *to;

    if (ps->p->inst_count == ps->inst_capacity) {
        ps->gave_up = true;
        ps->error_count = 0; /* this one is said in any case */
        return parse_error(ps, "more than %d instructions", PTX_INSTS_MAX);
    }
    to = &ps->p->insts[ps->p->inst_count++];
    *to = *in;
    to->file = ps->loc_line ? ps->loc_file : -1;
    to->line = ps->loc_line;
    return true;
}

static bool parse_label_operand(struct parser *ps, struct inst *in)
{
    struct label_use u = { .line = ps->tok.line,
                           .inst = ps->p->inst_count,
                           .operand = in->operand_count };

    if (!parse_name(ps, &u.text))
        return false;
    in->operand[in->operand_count++] = operand_empty(OPERAND_LABEL);
    ARENA_PUSH(ps->arena, ps->uses, ps->use_count, ps->use_capacity, u);
    return true;
}

/* The name of a .branchtargets list. */
static bool parse_target_list(struct parser *ps, struct inst *in)
{
    const struct name *n;
    struct text name;
    int index;

    if (!parse_name(ps, &name))
        return false;
    n = names_find(&ps->names, name, &index);
    if (!n || n->kind != NAME_TARGETS || !n->count)
        return parse_error(ps, "'%.*s' is no list of labels", NAME_TEXT(name));
    ps->target_uses += n->count;
    if (ps->target_uses > PTX_TARGETS_MAX)
        return parse_error(ps, "more than %d branch targets", PTX_TARGETS_MAX);
    in->targets = n->index;
    in->target_count = n->count;
    return true;
}

/* "|p", a second destination; none if there is no '|'. */
static bool parse_second(struct parser *ps, struct inst *in)
{
    if (parse_accept(ps, '|'))
        return parse_slot(ps, in, 'p');
    in->operand[in->operand_count++] = operand_empty(OPERAND_NONE);
    in->dst_count++;
    return true;
}

/* One letter of a row's pattern. */
static bool parse_letter(struct parser *ps, struct inst *in, char c)
{
    if (c == 'l')
        return parse_label_operand(ps, in);
    if (c == 't')
        return parse_target_list(ps, in);
    return parse_slot(ps, in, c);
}

/* Operands by the pattern of the opcode's row. */
static bool parse_pattern(struct parser *ps, struct inst *in)
{
    bool optional = false;

    for (const char *c = op_table[in->op].operands; *c && *c != '-'; c++) {
        if (*c == '?') {
            optional = true;
        } else if (*c == 'p') {
            if (!parse_second(ps, in))
                return false;
        } else {
            bool first = c == op_table[in->op].operands;

            if (!first && optional &&
                (!parse_is(ps, ',') ||
                 ((in->mods & MOD_HINT) && in->sub != SUB_CAS)))
                return true;
            if (!first && !parse_expect(ps, ','))
                return false;
            if (!parse_letter(ps, in, *c))
                return false;
        }
    }
    return true;
}

/* ", policy" of .L2::cache_hint, which changes nothing that is counted. */
static bool parse_hint(struct parser *ps, struct inst *in)
{
    if (!(in->mods & MOD_HINT))
        return true;
    if (!parse_expect(ps, ',') || !parse_slot(ps, in, 'g'))
        return false;
    in->operand_count--;
    return true;
}

static bool parse_operands(struct parser *ps, struct inst *in)
{
    switch (in->op) {
    case OP_CALL:
        return parse_call(ps, in);
    case OP_BAR:
    case OP_BARRIER:
        return parse_barrier(ps, in);
    case OP_CP_ASYNC:
        return parse_async(ps, in);
    case OP_CREATEPOLICY:
        return parse_policy(ps, in);
    case OP_VADD:
    case OP_VSUB:
    case OP_VABSDIFF:
    case OP_VMIN:
    case OP_VMAX:
    case OP_VSHL:
    case OP_VSHR:
    case OP_VMAD:
    case OP_VSET:
        return parse_video(ps, in);
    default:
        return parse_pattern(ps, in) && parse_hint(ps, in);
    }
}

/* Atomics on vectors: float sums, and the least and most of halves, on global
   memory (PTX ISA, atom). */
static bool vector_fits(const struct inst *in)
{
    switch (in->type) {
    case TYPE_F32:
        return in->vec == 1 || (in->vec <= 4 && in->sub == SUB_ADD);
    case TYPE_F16:
    case TYPE_BF16:
    case TYPE_F16X2:
    case TYPE_BF16X2:
        return in->vec * type_bytes(in->type) <= 16 &&
               (in->vec == 1 || in->sub == SUB_ADD || in->sub == SUB_MIN ||
                in->sub == SUB_MAX);
    default:
        return in->vec == 1;
    }
}

/* True if a word that the opcode cannot do without is missing. */
static bool lacks_word(const struct inst *in)
{
    switch (in->op) {
    case OP_VADD:
    case OP_VSUB:
    case OP_VABSDIFF:
    case OP_VMIN:
    case OP_VMAX:
    case OP_VSHL:
    case OP_VSHR:
    case OP_VMAD:
        return in->video.type == TYPE_NONE ||
               ((in->op == OP_VSHL || in->op == OP_VSHR) &&
                in->video.type != TYPE_U32);
    case OP_VSET:
        return in->type2 == TYPE_NONE || in->video.type != TYPE_NONE ||
               in->cmp < CMP_EQ || in->cmp > CMP_GE;
    case OP_SETP:
    case OP_SET:
        return in->cmp == CMP_NONE;
    case OP_SHFL:
    case OP_VOTE:
    case OP_MATCH:
    case OP_REDUX: /* without .sync: forms from before sm_70 */
        return in->sub == SUB_NONE || !(in->mods & MOD_SYNC);
    case OP_ATOM:
    case OP_RED:
        return in->sub == SUB_NONE || !vector_fits(in);
    case OP_TESTP:
    case OP_SHF:
        return in->sub == SUB_NONE;
    case OP_BAR:
    case OP_BARRIER:
        return in->sub == SUB_NONE || in->sub == SUB_RED;
    case OP_CP_ASYNC:
        return (in->sub == SUB_NONE && in->space != SPACE_SHARED) ||
               (in->mods & MOD_HINT);
    case OP_CREATEPOLICY:
        return in->sub == SUB_NONE || in->type == TYPE_NONE;
    case OP_CVTA:
    case OP_ISSPACEP:
        return in->space == SPACE_NONE;
    default:
        return false;
    }
}

/* What holds for the operands together. */
static bool check_form(struct parser *ps, const struct inst *in)
{
    bool swaps = in->sub == SUB_CAS;

    if (in->op == OP_ATOM && in->operand_count != 3 + swaps)
        return parse_error(ps, "'atom' has a wrong number of operands");
    if (in->op == OP_RED && (swaps || in->sub == SUB_EXCH))
        return parse_error(ps, "'red' cannot swap");
    if (in->op == OP_MOV && in->operand[0].kind == OPERAND_VECTOR &&
        in->operand[1].kind != OPERAND_REG)
        return parse_error(ps, "'mov' takes a register apart, nothing else");
    return true;
}

/* Memory without a space is generic. */
static void set_space(struct inst *in)
{
    switch (in->op) {
    case OP_LD:
    case OP_LDU:
    case OP_ST:
    case OP_ATOM:
    case OP_RED:
    case OP_PREFETCH:
    case OP_PREFETCHU:
        if (!in->space)
            in->space = SPACE_GENERIC;
        break;
    default:
        break;
    }
}

/* The statement's text up to and with ';', blanks squeezed. */
static const char *statement(struct parser *ps, const char *from)
{
    const char *to = ps->lexer.at;
    char out[PTX_TEXT_MAX];
    size_t n = 0;

    for (const char *c = from; c < to && n < sizeof out; c++) {
        bool blank = *c == ' ' || *c == '\t' || *c == '\n' || *c == '\r';

        if (!blank)
            out[n++] = *c;
        else if (n && out[n - 1] != ' ')
            out[n++] = ' ';
    }
    return arena_strndup(ps->arena, out, n);
}

static bool parse_guard(struct parser *ps, struct inst *in)
{
    struct operand o;

    if (!parse_accept(ps, '@'))
        return true;
    if (!parse_operand(ps, TYPE_PRED, &o))
        return false;
    if (o.kind != OPERAND_PRED)
        return parse_error(ps, "expected a predicate after '@'");
    in->guard = o.reg;
    in->guard_not = o.negate;
    return true;
}

/* Opcode and words; *to is where they end. False if the lab lacks the form. */
static bool parse_opcode(struct parser *ps, struct inst *in, const char **to)
{
    bool known;

    in->op = words_op(&ps->words, ps->tok.text);
    known = in->op != OP_UNSUPPORTED;
    *to = ps->tok.text.at + ps->tok.text.size;
    parse_next(ps);
    while (ps->tok.kind == TOKEN_DOT) {
        known = known && words_apply(&ps->words, in, ps->tok.text);
        *to = ps->tok.text.at + ps->tok.text.size;
        parse_next(ps);
    }
    return known && words_types_complete(in) && !lacks_word(in);
}

/* An opcode or form that has no row: kept with its text, for the message of
   the launch that reaches it. */
static void make_unsupported(struct parser *ps, struct inst *in,
                             const char *from, const char *to)
{
    size_t size = (size_t)(to - from);
    struct inst out = inst_empty(OP_UNSUPPORTED);

    out.guard = in->guard;
    out.guard_not = in->guard_not;
    out.unsupported = arena_strndup(ps->arena, from,
                                    size < PTX_TEXT_MAX ? size : PTX_TEXT_MAX);
    *in = out;
    while (!parse_is(ps, ';') && !parse_is(ps, '}') &&
           ps->tok.kind != TOKEN_END)
        if (parse_is(ps, '{')) /* a vector or a list */
            parse_skip_braces(ps);
        else
            parse_next(ps);
}

bool parse_instruction(struct parser *ps)
{
    const char *from = ps->tok.text.at, *opcode, *opcode_end;
    struct inst in = inst_empty(OP_UNSUPPORTED);
    int first = ps->p->inst_count;

    if (!parse_guard(ps, &in))
        return false;
    if (ps->tok.kind != TOKEN_NAME)
        return parse_error(ps, "expected an instruction before '%.*s'",
                           TOKEN_TEXT(ps));
    opcode = ps->tok.text.at;
    if (!parse_opcode(ps, &in, &opcode_end)) {
        make_unsupported(ps, &in, opcode, opcode_end);
    } else {
        set_space(&in);
        ps->unsupported.size = 0;
        if (!parse_operands(ps, &in) || !check_form(ps, &in))
            return false;
        if (ps->unsupported.size)
            make_unsupported(ps, &in, ps->unsupported.at,
                             ps->unsupported.at + ps->unsupported.size);
    }
    if (!parse_is(ps, ';'))
        return parse_error(
            ps, "expected ';' after '%.*s'",
            (int)(opcode_end - opcode > 40 ? 40 : opcode_end - opcode), opcode);
    in.text = statement(ps, from);
    for (int pc = first; pc < ps->p->inst_count; pc++)
        ps->p->insts[pc].text = in.text; /* moves of its operands */
    if (!parse_push(ps, &in))
        return false;
    parse_next(ps);
    return true;
}
