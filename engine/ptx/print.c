/* SPDX-License-Identifier: Apache-2.0 */
#include "ptx/print.h"

#include "ptx/words.h"

static const char *const space_text[] = {
    [SPACE_NONE] = "",         [SPACE_GENERIC] = "generic",
    [SPACE_GLOBAL] = "global", [SPACE_SHARED] = "shared",
    [SPACE_LOCAL] = "local",   [SPACE_CONST] = "const",
    [SPACE_PARAM] = "param",
};

static const char *const special_text[SREG_COUNT] = {
    "tid.x",           "tid.y",
    "tid.z",           "ntid.x",
    "ntid.y",          "ntid.z",
    "ctaid.x",         "ctaid.y",
    "ctaid.z",         "nctaid.x",
    "nctaid.y",        "nctaid.z",
    "laneid",          "warpid",
    "nwarpid",         "smid",
    "nsmid",           "gridid",
    "lanemask_eq",     "lanemask_le",
    "lanemask_lt",     "lanemask_ge",
    "lanemask_gt",     "clock",
    "clock_hi",        "clock64",
    "globaltimer",     "globaltimer_lo",
    "globaltimer_hi",  "dynamic_smem_size",
    "total_smem_size", "reserved_smem_offset_begin",
    "envreg",
};

/* "+8", "-4", or nothing for 0 */
static void print_offset(uint64_t bits, struct buf *out)
{
    if (bits)
        buf_printf(out, "%+lld", (long long)bits);
}

/* Integers as signed numbers, floats as their bits. */
static void print_bits(uint64_t bits, enum type t, struct buf *out)
{
    switch (t) {
    case TYPE_F16:
    case TYPE_BF16:
    case TYPE_F32:
    case TYPE_F16X2:
    case TYPE_BF16X2:
    case TYPE_F64:
    case TYPE_F32X2:
        buf_printf(out, "0x%0*llx", 2 * type_bytes(t),
                   (unsigned long long)bits);
        break;
    case TYPE_S32:
        buf_printf(out, "%d", (int)(uint32_t)bits);
        break;
    case TYPE_S16:
        buf_printf(out, "%d", (int)(int16_t)bits);
        break;
    default:
        buf_printf(out, "%lld", (long long)bits);
    }
}

static void print_address(const struct program *p, const struct func *f,
                          const struct operand *o, struct buf *out)
{
    switch (o->base) {
    case BASE_NONE:
        buf_printf(out, "0x%llx", (unsigned long long)o->bits);
        return;
    case BASE_REG:
        buf_str(out, f->regs[o->reg].name);
        print_offset(o->bits, out);
        return;
    case BASE_SYMBOL:
        buf_str(out, p->symbols[o->symbol].name);
        print_offset(o->bits, out);
        return;
    case BASE_KPARAM:
        buf_printf(out, "param%+lld", (long long)o->bits);
        return;
    case BASE_FRAME:
        buf_printf(out, "frame%+lld", (long long)o->bits);
        return;
    }
}

static void print_vector(const struct func *f, const struct inst *in,
                         const struct operand *o, struct buf *out)
{
    for (int i = 0; i < o->vec_count; i++) {
        buf_str(out, i ? ", " : "{");
        if (o->vec[i] >= 0)
            buf_str(out, f->regs[o->vec[i]].name);
        else if (o->vec[i] == -1)
            buf_str(out, "_");
        else
            print_bits(o->vec_bits[i], in->type, out);
    }
    buf_str(out, "}");
}

static void print_operand(const struct program *p, const struct func *f,
                          const struct inst *in, const struct operand *o,
                          struct buf *out)
{
    bool memory = in->op != OP_MOV && in->op != OP_CVTA;

    switch (o->kind) {
    case OPERAND_NONE:
    case OPERAND_SINK:
        buf_str(out, "_");
        break;
    case OPERAND_REG:
    case OPERAND_PRED:
        buf_printf(out, "%s%s", o->negate ? "!" : "", f->regs[o->reg].name);
        break;
    case OPERAND_IMM:
        print_bits(o->bits, in->type2 ? in->type2 : in->type, out);
        break;
    case OPERAND_SPECIAL:
        buf_printf(out, "%%%s", special_text[o->special]);
        if (o->special == SREG_ENVREG)
            buf_printf(out, "%d", (int)o->bits);
        break;
    case OPERAND_VECTOR:
        print_vector(f, in, o, out);
        break;
    case OPERAND_SYMBOL:
        buf_str(out, p->symbols[o->symbol].name);
        print_offset(o->bits, out);
        break;
    case OPERAND_ADDRESS:
        buf_str(out, memory ? "[" : "");
        print_address(p, f, o, out);
        buf_str(out, memory ? "]" : "");
        break;
    case OPERAND_FUNC:
        buf_str(out, p->funcs[o->func].display);
        break;
    case OPERAND_LABEL:
        buf_printf(out, "%d", o->target);
        break;
    }
}

static void print_areas(const struct func *f, const struct call_arg *list,
                        int count, struct buf *out)
{
    buf_str(out, "(");
    for (int i = 0; i < count; i++) {
        buf_str(out, i ? ", " : "");
        if (list[i].frame_offset >= 0)
            buf_printf(out, "frame+%d:%d", list[i].frame_offset, list[i].bytes);
        else if (list[i].reg >= 0)
            buf_str(out, f->regs[list[i].reg].name);
        else
            buf_printf(out, "%lld", (long long)list[i].imm);
    }
    buf_str(out, ")");
}

static void print_call(const struct program *p, const struct func *f,
                       const struct call *c, struct buf *out)
{
    buf_str(out, " ");
    if (c->ret_count) {
        print_areas(f, c->rets, c->ret_count, out);
        buf_str(out, " = ");
    }
    buf_str(out,
            c->func >= 0 ? p->funcs[c->func].display : f->regs[c->reg].name);
    print_areas(f, c->args, c->arg_count, out);
}

static void print_inst(const struct program *p, const struct func *f, int pc,
                       struct buf *out)
{
    const struct inst *in = &p->insts[pc];

    buf_printf(out, "%5d %5d  ", pc, in->line);
    if (in->guard >= 0)
        buf_printf(out, "@%s%s ", in->guard_not ? "!" : "",
                   f->regs[in->guard].name);
    if (in->unsupported)
        buf_printf(out, "unsupported %s", in->unsupported);
    else
        words_print(in, out);
    if (in->call >= 0)
        print_call(p, f, &p->calls[in->call], out);
    for (int i = 0; i < in->operand_count && in->call < 0; i++) {
        buf_str(out, i ? ", " : " ");
        print_operand(p, f, in, &in->operand[i], out);
    }
    for (int i = 0; i < in->target_count; i++)
        buf_printf(out, "%s%d", i ? " " : ", targets ",
                   p->target_pcs[in->targets + i]);
    if (in->reconverge >= 0)
        buf_printf(out, "  meets %d", in->reconverge);
    if (in->back_edge)
        buf_str(out, "  back");
    buf_str(out, "\n");
}

static void print_params(const char *what, const struct param *list, int count,
                         struct buf *out)
{
    for (int i = 0; i < count; i++)
        buf_printf(out, "    %s +%d: %d bytes\n", what, list[i].offset,
                   list[i].bytes);
}

static void print_func(const struct program *p, const struct func *f,
                       struct buf *out)
{
    buf_printf(out, "%s %s", f->is_entry ? "entry" : "func", f->display);
    if (f->is_extern) {
        buf_str(out, " extern\n");
        return;
    }
    buf_printf(out, ": registers %d, shared %d%s, local %d, frame %d%s\n",
               f->registers, f->shared_bytes,
               f->dynamic_shared ? " + dynamic" : "", f->local_bytes,
               f->frame_bytes, f->recursive ? ", recursive" : "");
    print_params("result", f->rets, f->ret_count, out);
    print_params("param", f->params, f->param_count, out);
    for (int pc = f->first; pc < f->end; pc++)
        print_inst(p, f, pc, out);
}

static void print_symbol(const struct program *p, const struct symbol *s,
                         struct buf *out)
{
    buf_printf(out, "%s %s: %llu bytes, align %d", space_text[s->space],
               s->name, (unsigned long long)s->bytes, s->align);
    if (s->space == SPACE_SHARED || s->space == SPACE_LOCAL)
        buf_printf(out, ", at %llu", (unsigned long long)s->offset);
    if (s->func >= 0)
        buf_printf(out, ", of %s", p->funcs[s->func].display);
    buf_printf(out, "%s%s%s%s\n", s->init ? ", initialised" : "",
               s->is_extern ? ", extern" : "", s->is_dynamic ? ", dynamic" : "",
               s->is_managed ? ", managed" : "");
    for (int i = 0; i < s->reloc_count; i++) {
        const struct reloc *r = &s->relocs[i];

        buf_printf(out, "    +%d: %d bytes of %s%s", r->offset, r->size,
                   r->symbol >= 0 ? p->symbols[r->symbol].name
                                  : p->funcs[r->func].display,
                   r->generic ? " (generic)" : "");
        print_offset((uint64_t)r->addend, out);
        buf_str(out, "\n");
    }
}

void ptx_print(const struct program *p, struct buf *out)
{
    buf_printf(out, "ptx %d.%d, sm_%d\n", p->ptx_version / 10,
               p->ptx_version % 10, p->target_sm);
    for (int i = 0; i < p->symbol_count; i++)
        print_symbol(p, &p->symbols[i], out);
    for (int i = 0; i < p->func_count; i++)
        print_func(p, &p->funcs[i], out);
}
