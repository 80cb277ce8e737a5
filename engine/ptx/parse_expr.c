/* SPDX-License-Identifier: Apache-2.0 */
/* Constant expressions of integers: 4*8+1, (1<<3)-1, ~7. 64 bits wide. */
#include "ptx/parse.h"

enum { DEPTH_MAX = 64 };

static const struct {
    char op, twice; /* '<' and '<' are "<<" */
    int level;      /* higher binds tighter */
} operators[] = {
    { '|', 0, 5 },   { '^', 0, 6 },  { '&', 0, 7 }, { '<', '<', 8 },
    { '>', '>', 8 }, { '+', 0, 9 },  { '-', 0, 9 }, { '*', 0, 10 },
    { '/', 0, 10 },  { '%', 0, 10 },
};

/* The operator that comes next, if it binds at least so tightly. */
static int next_operator(const struct parser *ps, int level)
{
    for (int i = 0; i < (int)(sizeof operators / sizeof *operators); i++)
        if (parse_is(ps, operators[i].op) && operators[i].level >= level) {
            struct lexer ahead = ps->lexer;

            if (!operators[i].twice ||
                lex_next(&ahead).punct == operators[i].twice)
                return i;
        }
    return -1;
}

static bool apply(struct parser *ps, char op, uint64_t a, uint64_t b,
                  uint64_t *out)
{
    bool is_signed = a <= INT64_MAX || b <= INT64_MAX;
    int64_t x = (int64_t)a, y = (int64_t)b;

    switch (op) {
    case '|':
        *out = a | b;
        return true;
    case '^':
        *out = a ^ b;
        return true;
    case '&':
        *out = a & b;
        return true;
    case '<':
        *out = b < 64 ? a << b : 0;
        return true;
    case '>':
        *out = b < 64 ? a >> b : 0;
        return true;
    case '+':
        *out = a + b;
        return true;
    case '-':
        *out = a - b;
        return true;
    case '*':
        *out = a * b;
        return true;
    }
    if (!b)
        return parse_error(ps, "a division by zero");
    if (is_signed && y != -1)
        *out = op == '/' ? (uint64_t)(x / y) : (uint64_t)(x % y);
    else if (is_signed) /* INT64_MIN / -1 would overflow */
        *out = op == '/' ? 0 - a : 0;
    else
        *out = op == '/' ? a / b : a % b;
    return true;
}

static bool parse_level(struct parser *ps, int level, int depth, uint64_t *out);

/* A number, one in brackets, or one with a sign. */
static bool parse_term(struct parser *ps, int depth, uint64_t *out)
{
    if (depth == DEPTH_MAX)
        return parse_error(ps, "an expression of more than %d levels",
                           DEPTH_MAX);
    if (parse_is(ps, '-') || parse_is(ps, '~') || parse_is(ps, '!')) {
        char sign = ps->tok.punct;

        parse_next(ps);
        if (!parse_term(ps, depth + 1, out))
            return false;
        *out = sign == '-' ? 0 - *out : sign == '~' ? ~*out : !*out;
        return true;
    }
    if (parse_accept(ps, '('))
        return parse_level(ps, 0, depth + 1, out) && parse_expect(ps, ')');
    if (ps->tok.kind != TOKEN_INT)
        return parse_error(ps, "expected an operand before '%.*s'",
                           TOKEN_TEXT(ps));
    *out = ps->tok.bits;
    parse_next(ps);
    return true;
}

static bool parse_level(struct parser *ps, int level, int depth, uint64_t *out)
{
    int i;

    if (!parse_term(ps, depth, out))
        return false;
    while ((i = next_operator(ps, level)) >= 0) {
        uint64_t right;

        parse_next(ps);
        if (operators[i].twice)
            parse_next(ps);
        if (!parse_level(ps, operators[i].level + 1, depth + 1, &right) ||
            !apply(ps, operators[i].op, *out, right, out))
            return false;
    }
    return true;
}

bool parse_expression(struct parser *ps, uint64_t *out)
{
    return parse_level(ps, 0, 0, out);
}
