/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parser's shared state: used by parse_*.c and lower.c only.
 *
 *   parse.c       module: directives and functions, in order
 *   parse_decl.c  variables with their initial values, parameters, registers
 *   parse_inst.c  one instruction
 *   names.c       names in nested scopes
 */
#ifndef PTX_PARSE_H
#define PTX_PARSE_H

#include "base/arena.h"
#include "base/diag.h"
#include "ptx/lex.h"
#include "ptx/program.h"

enum {
    PTX_BYTES_MAX = 64 << 20,
    PTX_ERRORS_MAX = 20,     /* after that the parser gives up */
    PTX_SCOPE_MAX = 64,      /* nested braces */
    PTX_FRAME_MAX = 1 << 24, /* bytes of a param frame */
    PTX_REGS_MAX = 1 << 20,  /* per function */
    PTX_SYMBOL_MAX = 1 << 28 /* bytes of an initialised variable */
};

enum name_kind {
    NAME_REG,    /* index */
    NAME_RANGE,  /* %r<count>: index is the first, count registers */
    NAME_SYMBOL, /* index */
    NAME_KPARAM, /* index: offset in the kernel's parameter block */
    NAME_FRAME,  /* index: offset in the param frame; bytes */
    NAME_LABEL,  /* index: pc */
    NAME_TARGETS /* index: into program.target_pcs, count */
};

struct name {
    struct name *next;  /* in its bucket */
    struct name *older; /* declared before it, any scope */
    struct text text;
    enum name_kind kind;
    int depth; /* scope it belongs to */
    int index, count, bytes;
};

enum { NAME_BUCKETS = 4096 };

struct names {
    struct name *bucket[NAME_BUCKETS];
    struct name *newest;
};

/* A use of a label that was not known yet. */
struct label_use {
    struct label_use *next;
    struct text text;
    int depth, line;
    int inst, operand; /* operand -1: entry `target` of program.target_pcs */
    int target;
};

/* A .loc that was inlined: where its caller is. */
struct inlined {
    int file, line, col;
    int at_file, at_line, at_col;
};

struct parser {
    struct arena *arena;
    struct diags *diags;
    struct lexer lexer;
    struct token tok; /* the current token */
    struct program *p;
    struct names names;
    int depth; /* 0: module scope */
    struct label_use *uses;
    int func;         /* being parsed; -1 at module scope */
    int frame_top;    /* bytes of the param frame in use */
    int reg_capacity; /* of the current function's registers */
    int inst_capacity, func_capacity, symbol_capacity, call_capacity;
    int target_capacity, file_capacity;
    struct inlined *inlined;
    int inlined_count, inlined_capacity;
    int loc_file, loc_line; /* .loc in force */
    bool gave_up;
};

/* Errors with the PTX line of the current token; always false. */
bool parse_error(struct parser *ps, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

void parse_next(struct parser *ps);
bool parse_is(const struct parser *ps, char punct);
bool parse_accept(struct parser *ps, char punct);
bool parse_expect(struct parser *ps, char punct);
bool parse_is_dot(const struct parser *ps, const char *word);
/* Skip to and over the next ';' (or stop before an unmatched '}'). */
void parse_skip_statement(struct parser *ps);

/* names.c */
struct name *names_add(struct parser *ps, struct text text, enum name_kind kind,
                       int index);
/* Innermost name; for a register of a range *reg is its index. */
const struct name *names_find(const struct parser *ps, struct text text,
                              int *reg);
/* Leave a scope: forget its names. */
void names_leave(struct parser *ps);

/* parse_decl.c */
/* A function by name; declared as extern if it is not known yet. */
int parse_func_index(struct parser *ps, struct text name);
/* .global .const .shared .local variables, `.reg`, and `.param` variables in
   a body. The current token is the space's directive. */
bool parse_variable(struct parser *ps, enum space space, bool is_extern);
bool parse_registers(struct parser *ps);
bool parse_frame_variable(struct parser *ps);
/* "( .param ..., ... )": adds to list; offsets start at *offset. */
bool parse_params(struct parser *ps, bool entry, struct param **list,
                  int *count, int *offset);
/* The type word, TYPE_NONE if it is none. */
enum type parse_type_word(struct text word);
/* parse_inst.c */
/* One instruction with its guard; the current token begins it. */
bool parse_instruction(struct parser *ps);

/* lower.c */
/* Branch targets, reconvergence, shared layout, registers, recursion. */
void lower_program(struct arena *a, struct program *p);

#endif
