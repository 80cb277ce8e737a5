/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parser's shared state: used by parse_*.c and lower.c only.
 *
 *   parse.c          tokens, errors, module directives, ptx_load
 *   parse_loc.c      .file and .loc
 *   parse_decl.c     variables, parameters, registers
 *   parse_init.c     initial values
 *   parse_expr.c     constant expressions
 *   parse_func.c     functions, their scopes and labels
 *   parse_inst.c     one instruction
 *   parse_operand.c  one operand
 *   parse_slot.c     whether an operand fits its place
 *   parse_form.c     operands of call, bar and cp.async
 *   names.c          names in nested scopes
 *   words.c          opcodes and dotted words
 */
#ifndef PTX_PARSE_H
#define PTX_PARSE_H

#include "base/arena.h"
#include "base/diag.h"
#include "ptx/lex.h"
#include "ptx/program.h"
#include "ptx/words.h"

/* Limits. Each is far above what a compiler makes; beyond it is an error. */
enum {
    PTX_BYTES_MAX = 64 << 20,  /* of text */
    PTX_ERRORS_MAX = 20,       /* reported; then the parser gives up */
    PTX_SCOPE_MAX = 64,        /* nested braces */
    PTX_INSTS_MAX = 1 << 18,   /* of a module */
    PTX_REGS_MAX = 1 << 20,    /* of a module */
    PTX_FUNCS_MAX = 1 << 14,   /* of a module */
    PTX_SYMBOLS_MAX = 1 << 16, /* of a module */
    PTX_FRAME_MAX = 1 << 18,   /* bytes of a param frame */
    PTX_LOCAL_MAX = 512 << 10, /* bytes of local memory, CUDA's own limit */
    PTX_SHARED_MAX = 1 << 28,  /* bytes of all static shared variables */
    PTX_INIT_MAX = 1 << 28,    /* bytes of all initialised variables */
    PTX_TARGETS_MAX = 1 << 20, /* of all indexed branches */
    PTX_FILES_MAX = 1 << 16,   /* .file numbers */
    PTX_TEXT_MAX = 200         /* bytes kept of a statement */
};

enum name_kind {
    NAME_REG,    /* index */
    NAME_RANGE,  /* %r<count>: index is the first, count registers */
    NAME_SYMBOL, /* index */
    NAME_FUNC,   /* index */
    NAME_KPARAM, /* index: offset in the kernel's parameter block */
    NAME_FRAME,  /* index: offset in the param frame; bytes */
    NAME_LABEL,  /* index: pc */
    NAME_TARGETS /* index: into program.target_pcs, count */
};

struct name {
    struct name *next;  /* in its bucket, newest first */
    struct name *older; /* declared before it, any scope */
    struct text text;
    unsigned hash;
    enum name_kind kind;
    int depth; /* scope it belongs to */
    int index, count, bytes;
};

struct names {
    struct name **bucket; /* a power of two of them */
    int bucket_count, count;
    struct name *newest;
};

/* A use of a label; it may stand before the label. */
struct label_use {
    struct text text;
    int line;
    int inst, operand; /* operand -1: entry `target` of program.target_pcs */
    int target;
};

/* An open scope of a function. */
struct scope_mark {
    int frame_top; /* of the param frame, before it */
    int first_use; /* index of its first label use */
};

/* A place that was inlined, and the place of its caller. */
struct inlined {
    int next; /* in its bucket, index + 1; 0 ends it */
    int place[3], at[3];
};

enum { INLINED_BUCKETS = 1 << 16 };

struct alias {
    int func, of;
};

struct parser {
    struct arena *arena;
    struct diags *diags;
    struct lexer lexer;
    struct token tok; /* the current token */
    struct program *p;
    struct words words;
    struct names names; /* variables, registers, labels */
    struct names funcs; /* functions, all of the module's scope */
    int depth;          /* 0: module scope */
    struct scope_mark scopes[PTX_SCOPE_MAX + 1];
    int scope_count;
    struct label_use *uses;
    int use_count, use_capacity;
    int func;          /* being parsed; -1 at module scope */
    int frame_top;     /* bytes of the param frame in use */
    int target_uses;   /* targets of indexed branches so far */
    int label_pc;      /* of the newest label of the function; -1 none */
    int reg_capacity;  /* of the current function's registers */
    int reg_total;     /* of the module */
    int inst_capacity; /* fixed: as many as the text can hold */
    int func_capacity, symbol_capacity, call_capacity;
    int target_capacity, file_capacity;
    uint64_t shared_total, init_total; /* bytes */
    struct alias *aliases;
    int alias_count, alias_capacity;
    struct inlined *inlined;
    int inlined_bucket[INLINED_BUCKETS];
    int inlined_count, inlined_capacity;
    int loc_file, loc_line;  /* .loc in force */
    struct text unsupported; /* a special register the lab lacks, in the
                                instruction being read; size 0 none */
    int error_count;
    bool gave_up;
};

/* Errors with the PTX line of the current token; always false. */
bool parse_error(struct parser *ps, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* The current token for a message, at most 40 bytes: "%.*s". */
#define TOKEN_TEXT(ps)                                          \
    (int)((ps)->tok.text.size > 40 ? 40 : (ps)->tok.text.size), \
        (ps)->tok.text.at
#define NAME_TEXT(t) (int)((t).size > 80 ? 80 : (t).size), (t).at

void parse_next(struct parser *ps);
bool parse_is(const struct parser *ps, char punct);
bool parse_accept(struct parser *ps, char punct);
bool parse_expect(struct parser *ps, char punct);
bool parse_is_dot(const struct parser *ps, const char *word);
/* A name; false and an error if the token is none. */
bool parse_name(struct parser *ps, struct text *name);
/* A whole number up to max; false and an error if the token is none. */
bool parse_int(struct parser *ps, uint64_t max, uint64_t *out);
/* Skip to and over the next ';' (or stop before an unmatched '}'). */
void parse_skip_statement(struct parser *ps);
/* Skip a balanced { ... } or to the end; the current token is the '{'. */
void parse_skip_braces(struct parser *ps);

/* names.c */
struct name *names_add(struct parser *ps, struct names *names, struct text text,
                       enum name_kind kind, int index);
/* Declare a name of the current scope; false and an error if it is taken. */
struct name *names_declare(struct parser *ps, struct text text,
                           enum name_kind kind, int index);
/* Innermost name; for a register of a range *reg is its index. */
const struct name *names_find(const struct names *names, struct text text,
                              int *reg);
/* Leave scopes deeper than ps->depth: forget their names. */
void names_leave(struct parser *ps);

/* parse_loc.c */
/* Read all .file directives: nvcc writes them behind the .loc lines. */
void parse_scan_files(struct parser *ps, struct text ptx);
bool parse_file(struct parser *ps);
bool parse_loc(struct parser *ps);

/* parse_decl.c */
/* A type with what stands around it: .align 8 .v4 .f32 .ptr ... */
struct attributes {
    enum type type;
    int align, vec;
    bool managed;
};

/* .global .const .shared .local variables, `.reg`, and `.param` variables in
   a body. The current token is the space's directive. */
bool parse_variable(struct parser *ps, enum space space, bool is_extern);
bool parse_registers(struct parser *ps);
bool parse_frame_variable(struct parser *ps);
/* "( .param ..., ... )": adds to list; offsets start at *offset. */
bool parse_params(struct parser *ps, bool entry, struct param **list,
                  int *count, int *offset);
/* A new register of the current function. */
int parse_add_register(struct parser *ps, const char *name, enum type type);

/* parse_init.c */
/* The value after '=': fills s->init and its relocs, and s->bytes where the
   array's extent was left open. rows: extents, outermost first. */
bool parse_init(struct parser *ps, struct symbol *s, int vec,
                const uint64_t extents[], int extent_count);

/* parse_expr.c */
bool parse_expression(struct parser *ps, uint64_t *out);

/* parse_func.c */
/* .entry or .func: a definition or a declaration. */
bool parse_function(struct parser *ps, bool entry);
/* A function by name, for uses before its declaration: declared as extern. */
int parse_func_index(struct parser *ps, struct text name);
enum space parse_space(const struct parser *ps);

/* parse_inst.c */
/* One instruction with its guard; the current token begins it. */
bool parse_instruction(struct parser *ps);
/* Append an instruction of the current place. */
bool parse_push(struct parser *ps, const struct inst *in);
/* An instruction with nothing in it. */
struct inst inst_empty(enum op op);

/* parse_operand.c */
struct operand operand_empty(enum operand_kind kind);
/* A name, literal, vector or memory operand of that type, unchecked. */
bool parse_operand(struct parser *ps, enum type t, struct operand *o);

/* The rest of "[base + offset]" behind its '['. */
bool parse_memory(struct parser *ps, struct operand *o);

/* parse_slot.c */
/* The next operand, which takes the place of letter c of a row's pattern. */
bool parse_slot(struct parser *ps, struct inst *in, char c);

/* parse_form.c */
bool parse_call(struct parser *ps, struct inst *in);
bool parse_barrier(struct parser *ps, struct inst *in);
bool parse_async(struct parser *ps, struct inst *in);
bool parse_policy(struct parser *ps, struct inst *in);
bool parse_video(struct parser *ps, struct inst *in); /* parse_video.c */

/* lower.c */
/* Branch targets, reconvergence, shared layout, registers, recursion. */
void lower_program(struct arena *a, struct program *p);

#endif
