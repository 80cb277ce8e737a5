/* SPDX-License-Identifier: Apache-2.0 */
/* A module: directives, functions and what stands in their bodies. */
#include "ptx/parse.h"

#include <stdarg.h>
#include <string.h>

bool parse_error(struct parser *ps, const char *fmt, ...)
{
    va_list ap;
    struct span at = { "ptx", ps->tok.line, 0, 0 };

    va_start(ap, fmt);
    if (ps->diags->count < PTX_ERRORS_MAX)
        diag_error(ps->diags, at, "%s",
                   arena_vprintf(ps->diags->arena, fmt, ap));
    else
        ps->gave_up = true;
    va_end(ap);
    return false;
}

void parse_next(struct parser *ps)
{
    ps->tok = lex_next(&ps->lexer);
}

bool parse_is(const struct parser *ps, char punct)
{
    return ps->tok.kind == TOKEN_PUNCT && ps->tok.punct == punct;
}

bool parse_accept(struct parser *ps, char punct)
{
    if (!parse_is(ps, punct))
        return false;
    parse_next(ps);
    return true;
}

bool parse_expect(struct parser *ps, char punct)
{
    return parse_accept(ps, punct) ||
           parse_error(ps, "expected '%c' before '%.*s'", punct,
                       (int)(ps->tok.text.size > 40 ? 40 : ps->tok.text.size),
                       ps->tok.text.at);
}

bool parse_is_dot(const struct parser *ps, const char *word)
{
    return ps->tok.kind == TOKEN_DOT && text_is(ps->tok.text, word);
}

void parse_skip_statement(struct parser *ps)
{
    while (ps->tok.kind != TOKEN_END && !parse_is(ps, '}'))
        if (parse_accept(ps, ';'))
            return;
        else
            parse_next(ps);
}

/* Skip a balanced { ... }; the current token is the '{'. */
static void skip_braces(struct parser *ps)
{
    int depth = 0;

    do {
        depth += parse_is(ps, '{');
        depth -= parse_is(ps, '}');
        parse_next(ps);
    } while (depth && ps->tok.kind != TOKEN_END);
}

/* .file 1 "x.cu"[, time, size] */
static bool parse_file(struct parser *ps)
{
    uint64_t n;

    parse_next(ps);
    n = ps->tok.bits;
    if (ps->tok.kind != TOKEN_INT || n > 65535)
        return parse_error(ps, "expected the number of a file");
    parse_next(ps);
    if (ps->tok.kind != TOKEN_STRING)
        return parse_error(ps, "expected the name of a file");
    while ((uint64_t)ps->p->file_count <= n)
        ARENA_PUSH(ps->arena, ps->p->files, ps->p->file_count,
                   ps->file_capacity, "");
    ps->p->files[n] =
        arena_strndup(ps->arena, ps->tok.text.at, ps->tok.text.size);
    parse_next(ps);
    while (parse_accept(ps, ','))
        parse_next(ps);
    return true;
}

/* A file that came with a compiler or a system, not the learner's. */
static bool is_system_file(const struct parser *ps, int file)
{
    const char *path;

    if (file < 0 || file >= ps->p->file_count)
        return true;
    path = ps->p->files[file];
    return !*path || !strncmp(path, "/usr/", 5) || strstr(path, "/include/");
}

static const struct inlined *find_inlined(const struct parser *ps, int file,
                                          int line, int col)
{
    for (int i = ps->inlined_count; i-- > 0;)
        if (ps->inlined[i].file == file && ps->inlined[i].line == line &&
            ps->inlined[i].col == col)
            return &ps->inlined[i];
    return NULL;
}

/* Three numbers: file, line, column. */
static bool parse_place(struct parser *ps, int place[3])
{
    for (int i = 0; i < 3; i++) {
        if (ps->tok.kind != TOKEN_INT || ps->tok.bits > INT32_MAX)
            return parse_error(ps, "expected a number in .loc");
        place[i] = (int)ps->tok.bits;
        parse_next(ps);
    }
    return true;
}

/*
 * .loc file line col[, function_name label[+n], inlined_at file line col].
 * The place in force is the innermost one in a file of the learner's.
 */
static bool parse_loc(struct parser *ps)
{
    int place[3];
    const struct inlined *in;

    parse_next(ps);
    if (!parse_place(ps, place))
        return false;
    while (parse_accept(ps, ',')) {
        if (ps->tok.kind == TOKEN_NAME && text_is(ps->tok.text, "inlined_at")) {
            struct inlined i = { place[0], place[1], place[2], 0, 0, 0 };
            int at[3];

            parse_next(ps);
            if (!parse_place(ps, at))
                return false;
            i.at_file = at[0];
            i.at_line = at[1];
            i.at_col = at[2];
            ARENA_PUSH(ps->arena, ps->inlined, ps->inlined_count,
                       ps->inlined_capacity, i);
        } else {
            parse_next(ps); /* function_name */
            parse_next(ps); /* its label */
            if (parse_accept(ps, '+'))
                parse_next(ps);
        }
    }
    for (int depth = 0; depth < 64 && is_system_file(ps, place[0]); depth++) {
        in = find_inlined(ps, place[0], place[1], place[2]);
        if (!in)
            break;
        place[0] = in->at_file;
        place[1] = in->at_line;
        place[2] = in->at_col;
    }
    if (place[1] > 0) { /* line 0: the compiler's own */
        ps->loc_file = place[0];
        ps->loc_line = place[1];
    }
    return true;
}

/* Labels of a scope that ends: fill in what used them. */
static void resolve_labels(struct parser *ps, bool last)
{
    struct label_use **link = &ps->uses;

    while (*link) {
        struct label_use *u = *link;
        const struct name *n;
        int pc;

        if (u->depth < ps->depth) {
            link = &u->next;
            continue;
        }
        n = names_find(ps, u->text, &pc);
        if (!n || n->kind != NAME_LABEL || n->depth < ps->depth) {
            if (last) {
                ps->tok.line = u->line;
                parse_error(ps, "no label '%.*s'", (int)u->text.size,
                            u->text.at);
                *link = u->next;
                continue;
            }
            u->depth = ps->depth - 1; /* perhaps of the scope around */
            link = &u->next;
            continue;
        }
        if (u->operand >= 0) {
            ps->p->insts[u->inst].operand[u->operand].target = pc;
            ps->p->insts[u->inst].target = pc;
        } else {
            ps->p->target_pcs[u->target] = pc;
        }
        *link = u->next;
    }
}

/* .branchtargets L1, L2; the label before it names the list. */
static bool parse_branch_targets(struct parser *ps, struct text name)
{
    struct name *n = names_add(ps, name, NAME_TARGETS, ps->p->target_pc_count);

    parse_next(ps);
    do {
        struct label_use *u = ARENA_NEW(ps->arena, struct label_use, 1);

        if (ps->tok.kind != TOKEN_NAME)
            return parse_error(ps, "expected a label");
        *u = (struct label_use){
            .next = ps->uses,
            .text = ps->tok.text,
            .depth = ps->depth,
            .line = ps->tok.line,
            .operand = -1,
            .target = ps->p->target_pc_count,
        };
        ps->uses = u;
        ARENA_PUSH(ps->arena, ps->p->target_pcs, ps->p->target_pc_count,
                   ps->target_capacity, -1);
        n->count++;
        parse_next(ps);
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
        names_add(ps, name.text, NAME_TARGETS, 0);
        parse_skip_statement(ps);
        return true;
    }
    names_add(ps, name.text, NAME_LABEL, ps->p->inst_count);
    return true;
}

static enum space space_of(const struct parser *ps)
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

static bool parse_body_directive(struct parser *ps)
{
    enum space space = space_of(ps);

    if (space)
        return parse_variable(ps, space, false);
    if (parse_is_dot(ps, "reg"))
        return parse_registers(ps);
    if (parse_is_dot(ps, "param"))
        return parse_frame_variable(ps);
    if (parse_is_dot(ps, "loc"))
        return parse_loc(ps);
    if (parse_is_dot(ps, "pragma")) {
        parse_skip_statement(ps);
        return true;
    }
    return parse_error(ps, "unknown directive '.%.*s'", (int)ps->tok.text.size,
                       ps->tok.text.at);
}

/* The body of a function after its '{', with nested scopes. */
static void parse_body(struct parser *ps)
{
    int base = ps->depth, frame[PTX_SCOPE_MAX + 1];

    ps->depth++;
    frame[ps->depth - base] = ps->frame_top;
    while (ps->depth > base && ps->tok.kind != TOKEN_END && !ps->gave_up) {
        bool ok = true;

        if (parse_accept(ps, '}')) {
            resolve_labels(ps, ps->depth == base + 1);
            ps->frame_top = frame[ps->depth - base];
            ps->depth--;
            names_leave(ps);
        } else if (parse_accept(ps, '{')) {
            if (ps->depth - base == PTX_SCOPE_MAX) {
                parse_error(ps, "scopes nested more than %d deep",
                            PTX_SCOPE_MAX);
                ps->gave_up = true;
                return;
            }
            ps->depth++;
            frame[ps->depth - base] = ps->frame_top;
        } else if (parse_accept(ps, ';')) {
            continue;
        } else if (ps->tok.kind == TOKEN_DOT) {
            ok = parse_body_directive(ps);
        } else if (ps->tok.kind == TOKEN_NAME) {
            ok = parse_label_or_instruction(ps);
        } else {
            ok = parse_instruction(ps);
        }
        if (!ok)
            parse_skip_statement(ps);
    }
    if (ps->tok.kind == TOKEN_END && ps->depth > base)
        parse_error(ps, "the text ends inside a function");
}

/* .maxntid 256, 1, 1 and the like, between a header and its body */
static bool parse_performance(struct parser *ps, struct func *f)
{
    while (ps->tok.kind == TOKEN_DOT) {
        struct text word = ps->tok.text;
        int values[3] = { 1, 1, 1 }, n = 0, *out = NULL;

        parse_next(ps);
        while (ps->tok.kind == TOKEN_INT && n < 3) {
            if (ps->tok.bits > INT32_MAX)
                return parse_error(ps, "a limit that is too big");
            values[n++] = (int)ps->tok.bits;
            parse_next(ps);
            if (!parse_accept(ps, ','))
                break;
        }
        if (text_is(word, "maxntid"))
            out = f->maxntid;
        else if (text_is(word, "reqntid"))
            out = f->reqntid;
        else if (text_is(word, "minnctapersm"))
            f->minnctapersm = values[0];
        else if (text_is(word, "pragma"))
            parse_skip_statement(ps);
        if (out)
            memcpy(out, values, sizeof values);
    }
    return true;
}

static void end_function(struct parser *ps, struct func *f)
{
    struct inst ret = { .op = f->is_entry ? OP_EXIT : OP_RET,
                        .guard = -1,
                        .target = -1,
                        .reconverge = -1,
                        .call = -1,
                        .vec = 1,
                        .targets = -1,
                        .file = ps->loc_file,
                        .line = ps->loc_line };

    /* Falling off the end returns; the closing instruction makes it so. */
    ret.text = f->is_entry ? "exit;" : "ret;";
    ARENA_PUSH(ps->arena, ps->p->insts, ps->p->inst_count, ps->inst_capacity,
               ret);
    f->end = ps->p->inst_count;
}

/* .entry name(...) { } or .func (ret) name(...) { } or a declaration */
static bool parse_function(struct parser *ps, bool entry)
{
    struct text name;
    struct param *rets = NULL;
    int ret_count = 0, offset = 0, index;
    struct func *f;

    parse_next(ps);
    ps->depth++; /* parameters are known in this function only */
    if (!entry && parse_is(ps, '(') &&
        !parse_params(ps, false, &rets, &ret_count, &offset))
        return false;
    if (ps->tok.kind != TOKEN_NAME)
        return parse_error(ps, "expected the name of a function");
    name = ps->tok.text;
    index = parse_func_index(ps, name);
    parse_next(ps);
    f = &ps->p->funcs[index];
    f->is_entry = entry;
    f->rets = rets;
    f->ret_count = ret_count;
    if (parse_is(ps, '(') &&
        !parse_params(ps, entry, &f->params, &f->param_count, &offset))
        return false;
    if (entry)
        f->params_bytes = offset;
    else
        f->frame_bytes = (offset + 15) / 16 * 16;
    if (!parse_performance(ps, f))
        return false;
    if (parse_accept(ps, ';')) {
        ps->depth--;
        names_leave(ps);
        return true;
    }
    if (f->end >= 0)
        return parse_error(ps, "'%s' is defined twice", f->name);
    if (!parse_expect(ps, '{'))
        return false;
    f->is_extern = false;
    f->first = ps->p->inst_count;
    f->regs = NULL;
    f->reg_count = 0;
    ps->reg_capacity = 0;
    ps->func = index;
    ps->frame_top = entry ? 0 : offset;
    parse_body(ps);
    ps->func = -1;
    end_function(ps, &ps->p->funcs[index]);
    ps->depth--;
    names_leave(ps);
    return true;
}

/* The digits of a text as a number; dots are left out, the rest ends it. */
static int digits_of(struct text t)
{
    int n = 0;

    for (size_t i = 0; i < t.size && n < 100000; i++)
        if (t.at[i] >= '0' && t.at[i] <= '9')
            n = n * 10 + (t.at[i] - '0');
        else if (t.at[i] != '.')
            break;
    return n;
}

static bool parse_version(struct parser *ps)
{
    parse_next(ps); /* "8.0" reads as one decimal number */
    ps->p->ptx_version = digits_of(ps->tok.text);
    parse_next(ps);
    return true;
}

static bool parse_target(struct parser *ps)
{
    parse_next(ps);
    do {
        struct text t = ps->tok.text;

        if (t.size > 3 && !memcmp(t.at, "sm_", 3))
            ps->p->target_sm = digits_of((struct text){ t.at + 3, t.size - 3 });
        parse_next(ps);
    } while (parse_accept(ps, ','));
    return true;
}

static bool parse_module_directive(struct parser *ps)
{
    bool is_extern = false;

    while (parse_is_dot(ps, "visible") || parse_is_dot(ps, "weak") ||
           parse_is_dot(ps, "common") || parse_is_dot(ps, "extern")) {
        is_extern = is_extern || parse_is_dot(ps, "extern");
        parse_next(ps);
    }
    if (space_of(ps))
        return parse_variable(ps, space_of(ps), is_extern);
    if (parse_is_dot(ps, "entry") || parse_is_dot(ps, "func"))
        return parse_function(ps, parse_is_dot(ps, "entry"));
    if (parse_is_dot(ps, "version"))
        return parse_version(ps);
    if (parse_is_dot(ps, "target"))
        return parse_target(ps);
    if (parse_is_dot(ps, "address_size")) {
        parse_next(ps);
        if (ps->tok.bits != 64)
            return parse_error(ps, "only 64-bit addresses are supported");
        parse_next(ps);
        return true;
    }
    if (parse_is_dot(ps, "file"))
        return parse_file(ps);
    if (parse_is_dot(ps, "loc"))
        return parse_loc(ps);
    if (parse_is_dot(ps, "section")) {
        while (!parse_is(ps, '{') && ps->tok.kind != TOKEN_END)
            parse_next(ps);
        skip_braces(ps);
        return true;
    }
    if (parse_is_dot(ps, "pragma") || parse_is_dot(ps, "alias")) {
        parse_skip_statement(ps);
        return true;
    }
    return parse_error(ps, "unknown directive '.%.*s'", (int)ps->tok.text.size,
                       ps->tok.text.at);
}

/* After an error at module scope: go on behind the function or statement. */
static void recover(struct parser *ps)
{
    while (ps->tok.kind != TOKEN_END && !parse_is(ps, ';') &&
           !parse_is(ps, '{'))
        parse_next(ps);
    if (parse_is(ps, '{'))
        skip_braces(ps);
    else
        parse_accept(ps, ';');
    ps->depth = 0;
    ps->func = -1;
    names_leave(ps);
}

bool ptx_load(struct arena *a, struct text ptx, struct program *out,
              struct diags *ds)
{
    struct parser *ps = ARENA_NEW(a, struct parser, 1);
    int before = ds->count;

    *out = (struct program){ 0 };
    *ps = (struct parser){
        .arena = a,
        .diags = ds,
        .lexer = { ptx.at, ptx.at + ptx.size, 1 },
        .p = out,
        .func = -1,
        .loc_file = -1,
    };
    if (ptx.size > PTX_BYTES_MAX)
        return diag_fail(ds, "the PTX is too big: %zu bytes, at most %d",
                         ptx.size, PTX_BYTES_MAX);
    parse_next(ps);
    while (ps->tok.kind != TOKEN_END && !ps->gave_up) {
        bool ok = ps->tok.kind == TOKEN_DOT
                      ? parse_module_directive(ps)
                      : parse_error(ps, "expected a directive before '%.*s'",
                                    (int)ps->tok.text.size, ps->tok.text.at);

        if (!ok)
            recover(ps);
    }
    if (ds->count > before)
        return false;
    lower_program(a, out);
    return true;
}
