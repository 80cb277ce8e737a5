/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions whose operands depend on their form: call, bar, cp.async,
   createpolicy. */
#include "ptx/parse.h"

/* One argument or result: a .param variable, a register or a literal. */
static bool parse_argument(struct parser *ps, struct inst *in,
                           struct call_arg *a, bool result)
{
    struct operand o;
    int index;
    const struct name *area = ps->tok.kind == TOKEN_NAME
                                  ? names_find(&ps->names, ps->tok.text, &index)
                                  : NULL;

    *a = (struct call_arg){ .frame_offset = -1, .reg = -1 };
    if (!parse_operand(ps, TYPE_B64, &o))
        return false;
    if (o.kind == OPERAND_ADDRESS && o.base == BASE_FRAME && area &&
        (int)o.bits == area->index) {
        a->frame_offset = area->index;
        a->bytes = area->bytes;
        return true;
    }
    if (o.kind == OPERAND_IMM && !result) {
        a->imm = o.bits;
        return true;
    }
    if (o.kind == OPERAND_REG && !result && in->operand_count < OPERANDS_MAX &&
        type_bytes(ps->p->funcs[ps->func].regs[o.reg].type) <= 8) {
        a->reg = o.reg;
        in->operand[in->operand_count++] = o;
        return true;
    }
    return parse_error(ps, "a call passes .param variables");
}

/* "a, b)" */
static bool parse_arguments(struct parser *ps, struct inst *in, bool results,
                            struct call_arg **list, int *count)
{
    int capacity = 0;

    while (!parse_is(ps, ')')) {
        struct call_arg a;

        if (!parse_argument(ps, in, &a, results))
            return false;
        ARENA_PUSH(ps->arena, *list, *count, capacity, a);
        if (!parse_accept(ps, ',') && !parse_is(ps, ')'))
            return parse_error(ps, "expected ',' or ')'");
    }
    return parse_expect(ps, ')');
}

static bool areas_match(const struct call_arg *args, int count,
                        const struct param *formals, int formal_count)
{
    if (count != formal_count)
        return false;
    for (int i = 0; i < count; i++)
        if (args[i].frame_offset >= 0 && args[i].bytes != formals[i].bytes)
            return false;
    return true;
}

/* A direct call agrees with the function's declaration. */
static bool check_call(struct parser *ps, const struct call *c)
{
    const struct func *f;

    if (c->func < 0)
        return true;
    f = &ps->p->funcs[c->func];
    if (f->is_entry)
        return parse_error(ps, "'%s' is a kernel and cannot be called",
                           f->name);
    if (!areas_match(c->args, c->arg_count, f->params, f->param_count) ||
        !areas_match(c->rets, c->ret_count, f->rets, f->ret_count))
        return parse_error(ps, "the call does not fit '%s'", f->name);
    return true;
}

/* call (ret), f, (args)[, prototype]; a target in a register is operand 0. */
bool parse_call(struct parser *ps, struct inst *in)
{
    struct call c = { .func = -1, .reg = -1 };
    struct operand f;

    if (parse_accept(ps, '(') &&
        (!parse_arguments(ps, in, true, &c.rets, &c.ret_count) ||
         !parse_expect(ps, ',')))
        return false;
    if (!parse_operand(ps, TYPE_B64, &f))
        return false;
    if (f.kind == OPERAND_FUNC)
        c.func = f.func;
    else if (f.kind == OPERAND_REG &&
             type_bytes(ps->p->funcs[ps->func].regs[f.reg].type) == 8)
        in->operand[in->operand_count++] = f;
    else
        return parse_error(ps, "a call wants a function");
    c.reg = f.reg;
    if (parse_accept(ps, ',')) {
        if (!parse_accept(ps, '('))
            parse_next(ps); /* prototype of a call without arguments */
        else if (!parse_arguments(ps, in, false, &c.args, &c.arg_count))
            return false;
        else if (parse_accept(ps, ','))
            parse_next(ps); /* prototype */
    }
    if (!check_call(ps, &c))
        return false;
    in->call = ps->p->call_count;
    ARENA_PUSH(ps->arena, ps->p->calls, ps->p->call_count, ps->call_capacity,
               c);
    return true;
}

static bool parse_reduction(struct parser *ps, struct inst *in)
{
    bool counts = in->sub == SUB_POPC;

    if (!parse_slot(ps, in, counts ? 'i' : 'P') || !parse_expect(ps, ',') ||
        !parse_slot(ps, in, 'n') || !parse_expect(ps, ','))
        return false;
    /* d, barrier, [threads,] predicate */
    if (parse_is(ps, '!') || ps->tok.kind == TOKEN_NAME) {
        struct inst probe = *in;
        struct lexer lexer = ps->lexer;
        struct token tok = ps->tok;
        struct operand o;

        if (!parse_operand(ps, TYPE_B32, &o))
            return false;
        if (o.kind == OPERAND_PRED) {
            probe.operand[probe.operand_count++] = operand_empty(OPERAND_NONE);
            probe.operand[probe.operand_count++] = o;
            *in = probe;
            return true;
        }
        ps->lexer = lexer;
        ps->tok = tok;
    }
    return parse_slot(ps, in, 'n') && parse_expect(ps, ',') &&
           parse_slot(ps, in, 'q');
}

/*
 *   bar.sync a[, b]        operands a, b
 *   bar.arrive a, b        operands a, b
 *   bar.red.op d, a[, b], p   operands d, a, b or none, p
 *   bar.warp.sync mask     operand mask
 */
bool parse_barrier(struct parser *ps, struct inst *in)
{
    if (in->op == OP_BAR && in->sub != SUB_WARP)
        in->mods |= MOD_ALIGNED;
    if (in->sub == SUB_POPC || in->sub == SUB_AND || in->sub == SUB_OR)
        return parse_reduction(ps, in);
    if (!parse_slot(ps, in, 'n'))
        return false;
    if (in->sub == SUB_WARP)
        return true;
    if (parse_accept(ps, ','))
        return parse_slot(ps, in, 'n');
    return in->sub != SUB_ARRIVE ||
           parse_error(ps, "'arrive' wants a number of threads");
}

/*
 *   cp.async.ca.shared.global [to], [from], size[, bytes to read]
 *   cp.async.wait_group n     cp.async.commit_group     cp.async.wait_all
 */
bool parse_async(struct parser *ps, struct inst *in)
{
    uint64_t size;

    if (in->sub == SUB_COMMIT_GROUP || in->sub == SUB_WAIT_ALL)
        return true;
    if (in->sub == SUB_WAIT_GROUP)
        return parse_slot(ps, in, 'n') &&
               (in->operand[0].kind == OPERAND_IMM ||
                parse_error(ps, "wait_group wants a literal"));
    if (!parse_slot(ps, in, 'm') || !parse_expect(ps, ',') ||
        !parse_slot(ps, in, 'm') || !parse_expect(ps, ',') ||
        !parse_slot(ps, in, 'n'))
        return false;
    size = in->operand[2].bits;
    if (in->operand[2].kind != OPERAND_IMM ||
        (size != 4 && size != 8 && size != 16))
        return parse_error(ps, "cp.async copies 4, 8 or 16 bytes");
    return !parse_accept(ps, ',') || parse_slot(ps, in, 'n');
}

/*
 *   createpolicy.fractional.L2::evict_last.b64 d[, fraction]
 *   createpolicy.range.L2::evict_last.b64 d, [start], n, n
 *   createpolicy.cvt.L2.b64 d, property
 */
bool parse_policy(struct parser *ps, struct inst *in)
{
    struct operand fraction;

    if (!parse_slot(ps, in, 'd'))
        return false;
    if (in->sub == SUB_FRACTIONAL)
        return !parse_accept(ps, ',') || parse_operand(ps, TYPE_F32, &fraction);
    if (!parse_expect(ps, ','))
        return false;
    if (in->sub == SUB_CONVERT)
        return parse_slot(ps, in, 'g');
    return parse_slot(ps, in, 'm') && parse_expect(ps, ',') &&
           parse_slot(ps, in, 'n') && parse_expect(ps, ',') &&
           parse_slot(ps, in, 'n');
}
