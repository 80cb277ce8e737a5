/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A parsed and lowered PTX module: what the simulator executes and the timing
 * model costs. Nothing here knows warps or cycles.
 *
 *   PTX text --ptx_load--> struct program
 *       funcs[]   entries and device functions, each a run of insts[]
 *       insts[]   one flat array; a pc is an index into it
 *       symbols[] .global, .const and .shared variables of module scope and
 *                 the .shared variables of functions, with initial bytes
 */
#ifndef PTX_PROGRAM_H
#define PTX_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "ptx/ops.h"

struct arena;
struct diags;

enum space {
    SPACE_NONE,
    SPACE_GENERIC,
    SPACE_GLOBAL,
    SPACE_SHARED,
    SPACE_LOCAL,
    SPACE_CONST,
    SPACE_PARAM, /* kernel parameters, or a call's argument area */
};

/* PTX fundamental types; TYPE_NONE where an instruction has none. */
enum type {
    TYPE_NONE,
    TYPE_PRED,
    TYPE_B8,
    TYPE_U8,
    TYPE_S8,
    TYPE_B16,
    TYPE_U16,
    TYPE_S16,
    TYPE_F16,
    TYPE_BF16,
    TYPE_B32,
    TYPE_U32,
    TYPE_S32,
    TYPE_F32,
    TYPE_F16X2,
    TYPE_BF16X2,
    TYPE_S16X2,
    TYPE_U16X2,
    TYPE_B64,
    TYPE_U64,
    TYPE_S64,
    TYPE_F64,
    TYPE_F32X2,
    TYPE_B128,
    TYPE_E4M3X2, /* cvt only, as the next two */
    TYPE_E5M2X2,
    TYPE_TF32,
    TYPE_COUNT
};

/* Bytes of one value of a type; 0 for TYPE_NONE and TYPE_PRED. */
int type_bytes(enum type t);

/* The PTX spelling without the dot, e.g. "u32". */
const char *type_text(enum type t);

enum cmp {
    CMP_NONE,
    CMP_EQ,
    CMP_NE,
    CMP_LT,
    CMP_LE,
    CMP_GT,
    CMP_GE,
    CMP_LO,
    CMP_LS,
    CMP_HI,
    CMP_HS, /* unsigned spellings */
    CMP_EQU,
    CMP_NEU,
    CMP_LTU,
    CMP_LEU,
    CMP_GTU,
    CMP_GEU,
    CMP_NUM,
    CMP_NAN
};

enum bool_op { BOOL_NONE, BOOL_AND, BOOL_OR, BOOL_XOR };

/* .rn .rz .rm .rp .rna, and the integer roundings .rni .rzi .rmi .rpi */
enum rounding {
    ROUND_NONE,
    ROUND_N,
    ROUND_Z,
    ROUND_M,
    ROUND_P,
    ROUND_NA,
    ROUND_NI,
    ROUND_ZI,
    ROUND_MI,
    ROUND_PI
};

/* atom/red operation, shfl mode, vote mode, redux operation, bar form... */
enum sub {
    SUB_NONE,
    SUB_ADD,
    SUB_MIN,
    SUB_MAX,
    SUB_INC,
    SUB_DEC,
    SUB_EXCH,
    SUB_CAS,
    SUB_AND,
    SUB_OR,
    SUB_XOR,
    SUB_POPC,
    SUB_UP,
    SUB_DOWN,
    SUB_BFLY,
    SUB_IDX, /* shfl */
    SUB_ALL,
    SUB_ANY,
    SUB_UNI,
    SUB_BALLOT, /* vote, match */
    SUB_SYNC,
    SUB_ARRIVE,
    SUB_RED,
    SUB_WARP, /* bar, barrier; .red is POPC, AND or OR; bar.warp.sync */
    SUB_LEFT,
    SUB_RIGHT, /* shf: .l .r */
    SUB_F4E,
    SUB_B4E,
    SUB_RC8,
    SUB_ECL,
    SUB_ECR,
    SUB_RC16, /* prmt */
    SUB_FINITE,
    SUB_INFINITE,
    SUB_NUMBER,
    SUB_NOTANUMBER,
    SUB_NORMAL,
    SUB_SUBNORMAL, /* testp */
    SUB_COMMIT_GROUP,
    SUB_WAIT_GROUP,
    SUB_WAIT_ALL,
    SUB_CA,
    SUB_FRACTIONAL,
    SUB_RANGE,
    SUB_CONVERT, /* createpolicy */
    SUB_CG       /* cp.async; the copy itself is SUB_NONE */
};

/* Modifier bits of an instruction. */
enum {
    MOD_FTZ = 1 << 0,
    MOD_SAT = 1 << 1, /* .sat (float) and .sat / .satfinite (cvt, add) */
    MOD_APPROX = 1 << 2,
    MOD_FULL = 1 << 3, /* div.full */
    MOD_HI = 1 << 4,
    MOD_LO = 1 << 5,
    MOD_WIDE = 1 << 6,
    MOD_UNI = 1 << 7,
    MOD_VOLATILE = 1 << 8,
    MOD_CC = 1 << 9,       /* writes the carry flag; addc/subc/madc read it */
    MOD_WRAP = 1 << 10,    /* shf.wrap; otherwise clamp */
    MOD_TO = 1 << 11,      /* cvta.to */
    MOD_ALIGNED = 1 << 12, /* barrier.sync.aligned; every bar.* has it */
    MOD_SYNC = 1 << 13,    /* shfl.sync, vote.sync, ... */
    MOD_RELAXED = 1 << 14,
    MOD_ACQUIRE = 1 << 15, /* acq_rel is both */
    MOD_RELEASE = 1 << 16,
    MOD_SC = 1 << 17,    /* fence.sc */
    MOD_NC = 1 << 18,    /* ld.global.nc */
    MOD_NOFTZ = 1 << 19, /* atom.add.noftz */
    MOD_RELU = 1 << 20,
    MOD_NAN = 1 << 21,      /* min.NaN, max.NaN */
    MOD_ABS = 1 << 22,      /* abs modifier, e.g. min.xorsign.abs */
    MOD_SHIFTAMT = 1 << 23, /* bfind.shiftamt */
    MOD_SHR7 = 1 << 24,     /* vmad */
    MOD_SHR15 = 1 << 25,
    MOD_PO = 1 << 26,
    MOD_HINT = 1 << 27 /* a last operand, which the parser drops */
};

enum scope { SCOPE_NONE, SCOPE_CTA, SCOPE_CLUSTER, SCOPE_GPU, SCOPE_SYS };

enum special {
    SREG_TID_X,
    SREG_TID_Y,
    SREG_TID_Z,
    SREG_NTID_X,
    SREG_NTID_Y,
    SREG_NTID_Z,
    SREG_CTAID_X,
    SREG_CTAID_Y,
    SREG_CTAID_Z,
    SREG_NCTAID_X,
    SREG_NCTAID_Y,
    SREG_NCTAID_Z,
    SREG_LANEID,
    SREG_WARPID,
    SREG_NWARPID,
    SREG_SMID,
    SREG_NSMID,
    SREG_GRIDID,
    SREG_LANEMASK_EQ,
    SREG_LANEMASK_LE,
    SREG_LANEMASK_LT,
    SREG_LANEMASK_GE,
    SREG_LANEMASK_GT,
    SREG_CLOCK,
    SREG_CLOCK_HI,
    SREG_CLOCK64,
    SREG_GLOBALTIMER,
    SREG_GLOBALTIMER_LO,
    SREG_GLOBALTIMER_HI,
    SREG_DYNAMIC_SMEM_SIZE,
    SREG_TOTAL_SMEM_SIZE,
    SREG_RESERVED_SMEM, /* where the driver keeps shared memory of its own */
    SREG_ENVREG,        /* operand.bits = n of %envregN */
    SREG_COUNT
};

enum operand_kind {
    OPERAND_NONE,
    OPERAND_REG,     /* reg: a register of the function */
    OPERAND_PRED,    /* reg: a predicate register; negate for !p */
    OPERAND_IMM,     /* bits: the value, already in the instruction's type */
    OPERAND_SPECIAL, /* special (and bits for %envregN) */
    OPERAND_VECTOR,  /* vec[0..vec_count): registers; -1 is the sink '_';
                        immediates stand in vec_bits where vec is -2 */
    OPERAND_SYMBOL,  /* address of symbol + bits (mov, cvta, ld base) */
    OPERAND_ADDRESS, /* memory operand: base + bits, see enum base */
    OPERAND_FUNC,    /* func: index into program.funcs (mov, call) */
    OPERAND_LABEL,   /* target pc (also brx target tables, see targets) */
    OPERAND_SINK     /* '_' as a destination */
};

/* What an OPERAND_ADDRESS adds its offset `bits` to. */
enum base {
    BASE_NONE,   /* absolute */
    BASE_REG,    /* reg */
    BASE_SYMBOL, /* symbol */
    BASE_KPARAM, /* the kernel's parameter block */
    BASE_FRAME   /* the running function's call-argument area ("param frame",
                    see struct func) */
};

enum { VECTOR_MAX = 8, OPERANDS_MAX = 6 };

struct operand {
    enum operand_kind kind;
    enum base base;
    bool negate; /* OPERAND_PRED read as !p */
    int reg;     /* index into func.regs; -1 none */
    int symbol;  /* index into program.symbols; -1 none */
    int func;    /* index into program.funcs; -1 none */
    int target;  /* pc */
    enum special special;
    uint64_t bits; /* immediate, or signed byte offset (two's complement) */
    int vec_count;
    int vec[VECTOR_MAX];
    uint64_t vec_bits[VECTOR_MAX];
};

/* The part of a register that a video instruction looks at. */
enum part { PART_WORD, PART_B0, PART_B1, PART_B2, PART_B3, PART_H0, PART_H1 };

/* What only video instructions say. */
struct video {
    uint8_t to, part[2]; /* enum part: of d, a, b */
    bool minus[3];       /* vmad: -a, -b, -c */
    enum type type;      /* of b, where type is d's and type2 a's */
};

/*
 * operand[] is in PTX order: destination(s) first (those with a result), then
 * sources. `setp p|q, a, b, c`: p, q (or NONE), a, b, c. `shfl d|p`: d, p.
 * `bar.red d, a, b, p`: d, a, b (or NONE), p. call: the target's register of an
 * indirect call and arguments in registers; for the rest see struct call.
 *
 * The parser has checked kinds and widths against ops.def: a place for 64 bits
 * holds a 64-bit register, a place for a predicate holds a predicate, literals
 * are cut to the width of their place. SPECIAL stands in mov only, SYMBOL, FUNC
 * and ADDRESS without brackets in mov and cvta only (others read them through
 * a mov put before them), SINK in vectors only.
 */
struct inst {
    enum op op;
    enum type type;   /* instruction type; for cvt the destination's */
    enum type type2;  /* cvt source type, set/slct second type */
    enum space space; /* ld st atom red (GENERIC if not named), cvta isspacep;
                         cp.async: where to */
    enum cmp cmp;
    enum bool_op bool_op;
    enum rounding rounding;
    enum sub sub;
    enum scope scope;
    struct video video;
    uint32_t mods;  /* MOD_* */
    int vec;        /* 1, 2, 4, 8: elements of ld/st */
    int guard;      /* predicate register that guards it; -1 none */
    bool guard_not; /* @!p */
    int operand_count;
    struct operand operand[OPERANDS_MAX];
    int dst_count;  /* the first dst_count operands are written */
    int target;     /* bra: pc of its target; -1 none */
    int reconverge; /* brx, and bra ret exit trap with a guard: pc of the
                       immediate post-dominator, or the end pc of the
                       function when paths only meet at its end; -1 for
                       all else */
    bool back_edge; /* a branch whose target is not after it */
    int targets, target_count; /* brx.idx: range of program.target_pcs */
    int call;                  /* OP_CALL: index into program.calls; else -1 */
    int file, line;   /* the learner's line: the innermost place that is not
                         in a header of the toolkit; file is an index into
                         program.files, -1 and 0 if unknown */
    const char *text; /* the statement as written, for messages and the view:
                         without label, with ';' */
    const char *unsupported; /* OP_UNSUPPORTED: the opcode with its dots */
};

/* One virtual register. */
struct reg {
    const char *name;
    enum type type;
};

/* A formal parameter, in the param frame (functions) or block (entries). */
struct param {
    const char *name;
    int offset, bytes, align; /* bytes */
};

struct func {
    const char *name;    /* mangled */
    const char *display; /* demangled without argument list: "reduce<256>" */
    bool is_entry;
    bool is_extern; /* declared only: vprintf, malloc, expf, ... */
    int first, end; /* its insts are [first, end) */
    struct reg *regs;
    int reg_count;
    struct param *params; /* formals, in order */
    int param_count;
    int params_bytes;   /* entries: size of the parameter block */
    struct param *rets; /* functions: return values, in order */
    int ret_count;
    /*
     * Functions and entries: one byte area per thread and activation that
     * holds formals and return values (functions only) and the .param
     * variables declared for calls. ld/st.param use it as BASE_FRAME.
     */
    int frame_bytes;
    int local_bytes;     /* .local variables (depot) per thread, aligned 16 */
    int shared_bytes;    /* static .shared it (and its callees) may use */
    bool dynamic_shared; /* uses an extern .shared array */
    int registers;       /* modelled 32-bit registers per thread: PTX
                            liveness over this function and its callees */
    int maxntid[3];      /* .maxntid; 0 none */
    int reqntid[3];      /* .reqntid; 0 none */
    int minnctapersm;    /* 0 none */
    int file, line;      /* of its first instruction */
    bool recursive;      /* may call itself, or through a pointer */
};

/* One argument or result of a call. */
struct call_arg {
    int frame_offset; /* BASE_FRAME offset in the caller, -1 if not there */
    int reg;          /* or a register, -1 if not */
    uint64_t imm;     /* or an immediate when both are -1 */
    int bytes;        /* of the frame area; 0 for reg and imm */
};

struct call {
    int func; /* callee; -1 when indirect */
    int reg;  /* indirect: register with the function's address */
    int arg_count, ret_count;
    struct call_arg *args, *rets;
};

/* Fills `size` bytes at `offset` of a symbol with an address. */
struct reloc {
    int offset, size;
    int symbol; /* index into symbols, or -1 */
    int func;   /* index into funcs, or -1 */
    int64_t addend;
    bool generic; /* generic(sym): a generic address */
};

struct symbol {
    const char *name;
    enum space space; /* GLOBAL, CONST, SHARED or LOCAL */
    int func;         /* owner of .shared/.local in a function; -1 module */
    uint64_t bytes;   /* 0 with is_dynamic */
    int align;
    enum type type;      /* element type */
    bool is_extern;      /* declared in another module */
    bool is_dynamic;     /* extern .shared array without a size */
    bool is_managed;     /* .attribute(.managed) */
    const uint8_t *init; /* `bytes` initial bytes, or NULL for zeros */
    struct reloc *relocs;
    int reloc_count;
    /* .shared: offset in the block's static shared memory; .local: offset in
       the function's local frame; .global/.const: set by the device. */
    uint64_t offset;
};

struct program {
    int ptx_version;    /* 70 for 7.0 */
    int target_sm;      /* 80 for sm_80 */
    const char **files; /* .file table: paths as written */
    int file_count;
    struct inst *insts;
    int inst_count;
    struct func *funcs;
    int func_count;
    struct symbol *symbols;
    int symbol_count;
    struct call *calls;
    int call_count;
    int *target_pcs;
    int target_pc_count;
};

/*
 * Parse and lower one PTX module. Every error is reported with its line in
 * the PTX; false if there was any. An unknown opcode or form is no error: it
 * becomes OP_UNSUPPORTED, which stops the launch that reaches it. Everything
 * in *out lives in a. Safe on hostile text: bounded time and memory.
 */
bool ptx_load(struct arena *a, struct text ptx, struct program *out,
              struct diags *ds);

/* The entry or function of that mangled name; -1 if there is none. */
int program_find_func(const struct program *p, const char *name);

/* The symbol of that name at module scope; -1 if there is none. */
int program_find_symbol(const struct program *p, const char *name);

#endif
