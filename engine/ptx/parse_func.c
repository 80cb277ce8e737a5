/* SPDX-License-Identifier: Apache-2.0 */
/* Functions: header, body with nested scopes, labels. */
#include <string.h>

#include "ptx/parse.h"

int parse_func_index(struct parser *ps, struct text name)
{
    struct func f = { .is_extern = true, .first = -1, .end = -1, .file = -1 };
    int index, depth = ps->depth;

    if (names_find(&ps->funcs, name, &index))
        return index;
    if (ps->p->func_count == PTX_FUNCS_MAX) {
        parse_error(ps, "more than %d functions", PTX_FUNCS_MAX);
        return -1;
    }
    ps->depth = 0;
    names_add(ps, &ps->funcs, name, NAME_FUNC, ps->p->func_count);
    ps->depth = depth;
    f.name = arena_strndup(ps->arena, name.at, name.size);
    ARENA_PUSH(ps->arena, ps->p->funcs, ps->p->func_count, ps->func_capacity,
               f);
    return ps->p->func_count - 1;
}

enum space parse_space(const struct parser *ps)
{
    if (parse_is_dot(ps, "global"))
        return SPACE_GLOBAL;
    if (parse_is_dot(ps, "const"))
        return SPACE_CONST;
    if (parse_is_dot(ps, "shared"))
        return SPACE_SHARED;
    if (parse_is_dot(ps, "local"))
        return SPACE_LOCAL;
    return SPACE_NONE;
}

static bool open_scope(struct parser *ps)
{
    if (ps->scope_count == PTX_SCOPE_MAX) {
        ps->gave_up = true;
        return parse_error(ps, "scopes nested more than %d deep",
                           PTX_SCOPE_MAX);
    }
    ps->depth++;
    ps->scopes[ps->scope_count++] =
        (struct scope_mark){ ps->frame_top, ps->use_count };
    return true;
}

/* Fill in the labels that a scope which ends used and declared; the others
   are for the scope around it. */
static void resolve_labels(struct parser *ps, int first, bool last)
{
    int kept = first, line = ps->tok.line;

    for (int i = first; i < ps->use_count; i++) {
        struct label_use *u = &ps->uses[i];
        int pc;
        const struct name *n = names_find(&ps->names, u->text, &pc);

        if (!n || n->kind != NAME_LABEL || n->depth < ps->depth) {
            if (last) {
                ps->tok.line = u->line;
                parse_error(ps, "no label '%.*s'", NAME_TEXT(u->text));
            }
            ps->uses[kept++] = *u;
        } else if (u->operand >= 0) {
            ps->p->insts[u->inst].operand[u->operand].target = pc;
            ps->p->insts[u->inst].target = pc;
        } else {
            ps->p->target_pcs[u->target] = pc;
        }
    }
    ps->tok.line = line;
    ps->use_count = last ? first : kept;
}

static void close_scope(struct parser *ps, bool last)
{
    struct scope_mark m = ps->scopes[--ps->scope_count];

    resolve_labels(ps, m.first_use, last);
    ps->frame_top = m.frame_top;
    ps->depth--;
    names_leave(ps);
}

/* .branchtargets L1, L2; the label before it names the list. */
static bool parse_branch_targets(struct parser *ps, struct text name)
{
    struct name *n =
        names_declare(ps, name, NAME_TARGETS, ps->p->target_pc_count);

    if (!n)
        return false;
    parse_next(ps);
    do {
        struct label_use u = { .operand = -1,
                               .line = ps->tok.line,
                               .target = ps->p->target_pc_count };

        if (!parse_name(ps, &u.text))
            return false;
        ARENA_PUSH(ps->arena, ps->uses, ps->use_count, ps->use_capacity, u);
        ARENA_PUSH(ps->arena, ps->p->target_pcs, ps->p->target_pc_count,
                   ps->target_capacity, -1);
        n->count++;
    } while (parse_accept(ps, ','));
    return parse_expect(ps, ';');
}

/* A name at the start of a statement: a label, or an instruction. */
static bool parse_label_or_instruction(struct parser *ps)
{
    struct lexer back = ps->lexer;
    struct token name = ps->tok;

    parse_next(ps);
    if (!parse_accept(ps, ':')) {
        ps->lexer = back;
        ps->tok = name;
        return parse_instruction(ps);
    }
    if (parse_is_dot(ps, "branchtargets"))
        return parse_branch_targets(ps, name.text);
    if (parse_is_dot(ps, "callprototype") || parse_is_dot(ps, "calltargets")) {
        parse_skip_statement(ps);
        return names_declare(ps, name.text, NAME_TARGETS, 0) != NULL;
    }
    ps->label_pc = ps->p->inst_count;
    return names_declare(ps, name.text, NAME_LABEL, ps->p->inst_count) != NULL;
}

static bool parse_body_directive(struct parser *ps)
{
    enum space space = parse_space(ps);

    if (space)
        return parse_variable(ps, space, false);
    if (parse_is_dot(ps, "reg"))
        return parse_registers(ps);
    if (parse_is_dot(ps, "param"))
        return parse_frame_variable(ps);
    if (parse_is_dot(ps, "loc"))
        return parse_loc(ps);
    if (parse_is_dot(ps, "extern") || parse_is_dot(ps, "weak") ||
        parse_is_dot(ps, "visible")) {
        parse_next(ps);
        return true;
    }
    if (parse_is_dot(ps, "pragma")) {
        parse_skip_statement(ps);
        return true;
    }
    return parse_error(ps, "unknown directive '.%.*s'", TOKEN_TEXT(ps));
}

/* One statement of a body; false after an error. */
static bool parse_statement(struct parser *ps)
{
    if (parse_accept(ps, '{'))
        return open_scope(ps);
    if (parse_accept(ps, ';'))
        return true;
    if (ps->tok.kind == TOKEN_DOT)
        return parse_body_directive(ps);
    if (ps->tok.kind == TOKEN_NAME)
        return parse_label_or_instruction(ps);
    return parse_instruction(ps);
}

/* The body of a function after its '{'. */
static bool parse_body(struct parser *ps)
{
    int outer = ps->scope_count;

    if (!open_scope(ps))
        return false;
    while (ps->scope_count > outer && !ps->gave_up) {
        if (ps->tok.kind == TOKEN_END) {
            while (ps->scope_count > outer)
                close_scope(ps, false);
            ps->use_count = 0;
            return parse_error(ps, "the text ends inside a function");
        }
        if (parse_accept(ps, '}'))
            close_scope(ps, ps->scope_count == outer + 1);
        else if (!parse_statement(ps))
            parse_skip_statement(ps);
    }
    return true;
}

/* .maxntid 256, 1, 1 and the like, between a header and its body */
static bool parse_performance(struct parser *ps, struct func *f)
{
    while (ps->tok.kind == TOKEN_DOT) {
        struct text word = ps->tok.text;
        int values[3] = { 1, 1, 1 };

        parse_next(ps);
        for (int n = 0; ps->tok.kind == TOKEN_INT && n < 3; n++) {
            uint64_t value;

            if (!parse_int(ps, INT32_MAX, &value))
                return false;
            values[n] = (int)value;
            if (!parse_accept(ps, ','))
                break;
        }
        if (text_is(word, "maxntid"))
            memcpy(f->maxntid, values, sizeof values);
        else if (text_is(word, "reqntid"))
            memcpy(f->reqntid, values, sizeof values);
        else if (text_is(word, "minnctapersm"))
            f->minnctapersm = values[0];
        else if (text_is(word, "pragma"))
            parse_skip_statement(ps);
    }
    return true;
}

/* True if control can reach the place after the last instruction. */
static bool falls_off_end(const struct parser *ps, const struct func *f)
{
    const struct inst *last;

    if (ps->p->inst_count == f->first || ps->label_pc == ps->p->inst_count)
        return true;
    last = &ps->p->insts[ps->p->inst_count - 1];
    return last->guard >= 0 ||
           (last->op != OP_RET && last->op != OP_EXIT && last->op != OP_BRA &&
            last->op != OP_BRX && last->op != OP_TRAP);
}

/* Falling off the end returns; a closing instruction makes it so. */
static void end_function(struct parser *ps, struct func *f)
{
    if (falls_off_end(ps, f)) {
        struct inst ret = inst_empty(OP_RET);

        ret.text = "ret;";
        parse_push(ps, &ret);
    }
    f->local_bytes = (f->local_bytes + 15) / 16 * 16;
    f->end = ps->p->inst_count;
    ps->loc_file = -1;
    ps->loc_line = 0;
}

struct header {
    struct func *f;
    int index, frame_top;
};

/* "(ret) name (params) .maxntid ..." ; a body or ';' follows. */
static bool parse_header(struct parser *ps, bool entry, struct header *h)
{
    struct param *rets = NULL, *params = NULL;
    int ret_count = 0, param_count = 0;
    struct func *f, found;
    struct text name;

    if (!entry && parse_is(ps, '(') &&
        !parse_params(ps, false, &rets, &ret_count, &h->frame_top))
        return false;
    if (!parse_name(ps, &name))
        return false;
    h->index = parse_func_index(ps, name);
    if (h->index < 0)
        return false;
    if (parse_is(ps, '(') &&
        !parse_params(ps, entry, &params, &param_count, &h->frame_top))
        return false;
    f = h->f = &ps->p->funcs[h->index];
    found = *f;
    f->is_entry = entry;
    f->rets = rets;
    f->ret_count = ret_count;
    f->params = params;
    f->param_count = param_count;
    f->params_bytes = entry ? h->frame_top : 0;
    f->frame_bytes = entry ? 0 : (h->frame_top + 15) / 16 * 16;
    if (!parse_performance(ps, f))
        return false;
    if (found.first >= 0) { /* defined already: it says nothing new */
        *f = found;
        if (!parse_is(ps, ';'))
            return parse_error(ps, "'%s' is defined twice", f->name);
    }
    return true;
}

bool parse_function(struct parser *ps, bool entry)
{
    struct header h = { 0 };
    bool ok = false;

    parse_next(ps);
    if (parse_is_dot(ps, "attribute")) /* .func .attribute(...) name */
        while (!parse_accept(ps, ')') && ps->tok.kind != TOKEN_END)
            parse_next(ps);
    ps->depth++; /* parameters are known in this function only */
    if (!parse_header(ps, entry, &h))
        return false;
    if (parse_accept(ps, ';')) {
        ok = true;
    } else if (parse_expect(ps, '{')) {
        struct func *f = h.f;

        f->is_extern = false;
        f->first = ps->p->inst_count;
        ps->reg_capacity = 0;
        ps->label_pc = -1;
        ps->func = h.index;
        ps->frame_top = entry ? 0 : h.frame_top;
        ok = parse_body(ps);
        ps->func = -1;
        end_function(ps, &ps->p->funcs[h.index]);
    }
    ps->depth--;
    names_leave(ps);
    return ok;
}
