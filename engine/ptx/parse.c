/* SPDX-License-Identifier: Apache-2.0 */
/* A module: tokens, errors, directives in order. */
#include "ptx/parse.h"

#include <stdarg.h>
#include <string.h>

bool parse_error(struct parser *ps, const char *fmt, ...)
{
    va_list ap;
    struct span at = { "ptx", ps->tok.line, 0, 0 };

    va_start(ap, fmt);
    if (ps->error_count++ < PTX_ERRORS_MAX)
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
    if (parse_accept(ps, punct))
        return true;
    if (ps->tok.kind == TOKEN_END)
        return parse_error(ps, "expected '%c' before the end", punct);
    return parse_error(ps, "expected '%c' before '%.*s'", punct,
                       TOKEN_TEXT(ps));
}

bool parse_is_dot(const struct parser *ps, const char *word)
{
    return ps->tok.kind == TOKEN_DOT && text_is(ps->tok.text, word);
}

bool parse_name(struct parser *ps, struct text *name)
{
    if (ps->tok.kind != TOKEN_NAME)
        return parse_error(ps, "expected a name");
    *name = ps->tok.text;
    parse_next(ps);
    return true;
}

bool parse_int(struct parser *ps, uint64_t max, uint64_t *out)
{
    if (ps->tok.kind != TOKEN_INT || ps->tok.bits > max)
        return parse_error(ps, "expected a number up to %llu",
                           (unsigned long long)max);
    *out = ps->tok.bits;
    parse_next(ps);
    return true;
}

void parse_skip_statement(struct parser *ps)
{
    while (ps->tok.kind != TOKEN_END && !parse_is(ps, '}'))
        if (parse_accept(ps, ';'))
            return;
        else
            parse_next(ps);
}

void parse_skip_braces(struct parser *ps)
{
    int depth = 0;

    do {
        depth += parse_is(ps, '{');
        depth -= parse_is(ps, '}');
        parse_next(ps);
    } while (depth && ps->tok.kind != TOKEN_END);
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

static bool parse_address_size(struct parser *ps)
{
    parse_next(ps);
    if (ps->tok.kind != TOKEN_INT || ps->tok.bits != 64)
        return parse_error(ps, "only 64-bit addresses are supported");
    parse_next(ps);
    return true;
}

/* .section .debug_info { ... }: nothing the lab needs */
static bool parse_section(struct parser *ps)
{
    while (!parse_is(ps, '{') && ps->tok.kind != TOKEN_END)
        parse_next(ps);
    parse_skip_braces(ps);
    return true;
}

/* .alias name, target; */
static bool parse_alias(struct parser *ps)
{
    struct text name, of;
    struct alias a;

    parse_next(ps);
    if (!parse_name(ps, &name) || !parse_expect(ps, ',') ||
        !parse_name(ps, &of))
        return false;
    a.func = parse_func_index(ps, name);
    a.of = parse_func_index(ps, of);
    if (a.func < 0 || a.of < 0)
        return false;
    ARENA_PUSH(ps->arena, ps->aliases, ps->alias_count, ps->alias_capacity, a);
    return parse_expect(ps, ';');
}

static bool parse_module_directive(struct parser *ps)
{
    bool is_extern = false;

    while (parse_is_dot(ps, "visible") || parse_is_dot(ps, "weak") ||
           parse_is_dot(ps, "common") || parse_is_dot(ps, "extern")) {
        is_extern = is_extern || parse_is_dot(ps, "extern");
        parse_next(ps);
    }
    if (parse_space(ps))
        return parse_variable(ps, parse_space(ps), is_extern);
    if (parse_is_dot(ps, "entry") || parse_is_dot(ps, "func"))
        return parse_function(ps, parse_is_dot(ps, "entry"));
    if (parse_is_dot(ps, "version"))
        return parse_version(ps);
    if (parse_is_dot(ps, "target"))
        return parse_target(ps);
    if (parse_is_dot(ps, "address_size"))
        return parse_address_size(ps);
    if (parse_is_dot(ps, "file"))
        return parse_file(ps);
    if (parse_is_dot(ps, "loc"))
        return parse_loc(ps);
    if (parse_is_dot(ps, "section"))
        return parse_section(ps);
    if (parse_is_dot(ps, "alias"))
        return parse_alias(ps);
    if (parse_is_dot(ps, "pragma")) {
        parse_skip_statement(ps);
        return true;
    }
    return parse_error(ps, "unknown directive '.%.*s'", TOKEN_TEXT(ps));
}

/* After an error at module scope: go on behind the function or statement. */
static void recover(struct parser *ps)
{
    while (ps->tok.kind != TOKEN_END && !parse_is(ps, ';') &&
           !parse_is(ps, '{'))
        parse_next(ps);
    if (parse_is(ps, '{'))
        parse_skip_braces(ps);
    else
        parse_accept(ps, ';');
    ps->depth = 0;
    ps->scope_count = 0;
    ps->use_count = 0;
    ps->func = -1;
    names_leave(ps);
}

/* Instructions that a text can hold: statements, and one for each end. */
static int count_statements(struct text ptx)
{
    int n = 1;

    for (size_t i = 0; i < ptx.size && n <= PTX_INSTS_MAX; i++)
        n += ptx.at[i] == ';' || ptx.at[i] == '}';
    return n < PTX_INSTS_MAX ? n : PTX_INSTS_MAX;
}

/* Put what an alias stands for wherever it is named. */
static void resolve_aliases(struct parser *ps)
{
    struct program *p = ps->p;
    int *of = ARENA_NEW(ps->arena, int, (size_t)p->func_count + 1);

    if (!ps->alias_count)
        return;
    of[0] = -1; /* of[f + 1]: what f stands for */
    for (int i = 0; i < p->func_count; i++)
        of[i + 1] = i;
    for (int i = 0; i < ps->alias_count; i++)
        of[ps->aliases[i].func + 1] = ps->aliases[i].of;
    for (int i = 0; i < p->call_count; i++)
        p->calls[i].func = of[p->calls[i].func + 1];
    for (int pc = 0; pc < p->inst_count; pc++)
        for (int i = 0; i < p->insts[pc].operand_count; i++)
            p->insts[pc].operand[i].func = of[p->insts[pc].operand[i].func + 1];
    for (int i = 0; i < p->symbol_count; i++)
        for (int k = 0; k < p->symbols[i].reloc_count; k++)
            p->symbols[i].relocs[k].func = of[p->symbols[i].relocs[k].func + 1];
}

bool ptx_load(struct arena *a, struct text ptx, struct program *out,
              struct diags *ds)
{
    struct parser *ps = ARENA_NEW(a, struct parser, 1);
    int before = ds->count;

    *out = (struct program){ 0 };
    if (ptx.size > PTX_BYTES_MAX)
        return diag_fail(ds, "the PTX is too big: %zu bytes, at most %d",
                         ptx.size, PTX_BYTES_MAX);
    *ps = (struct parser){
        .arena = a,
        .diags = ds,
        .lexer = { ptx.at, ptx.at + ptx.size, 1 },
        .p = out,
        .func = -1,
        .loc_file = -1,
        .inst_capacity = count_statements(ptx),
    };
    words_init(&ps->words);
    out->insts = ARENA_NEW(a, struct inst, (size_t)ps->inst_capacity);
    parse_scan_files(ps, ptx);
    parse_next(ps);
    while (ps->tok.kind != TOKEN_END && !ps->gave_up) {
        bool ok = ps->tok.kind == TOKEN_DOT
                      ? parse_module_directive(ps)
                      : parse_error(ps, "expected a directive before '%.*s'",
                                    TOKEN_TEXT(ps));

        if (!ok)
            recover(ps);
    }
    if (ds->count > before)
        return false;
    resolve_aliases(ps);
    lower_program(a, out);
    return true;
}
