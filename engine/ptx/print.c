/* SPDX-License-Identifier: Apache-2.0 */
#include "ptx/print.h"

static void print_inst(const struct program *p, int pc, struct buf *out)
{
    const struct inst *in = &p->insts[pc];

    buf_printf(out, "%5d %4d  %s", pc, in->line, in->text);
    if (in->target >= 0)
        buf_printf(out, "  -> %d", in->target);
    for (int i = 0; i < in->target_count; i++)
        buf_printf(out, "%s%d", i ? " " : "  -> ",
                   p->target_pcs[in->targets + i]);
    if (in->reconverge >= 0)
        buf_printf(out, "  meets %d", in->reconverge);
    if (in->back_edge)
        buf_str(out, "  back");
    if (in->unsupported)
        buf_printf(out, "  unsupported %s", in->unsupported);
    buf_str(out, "\n");
}

void ptx_print(const struct program *p, struct buf *out)
{
    for (int i = 0; i < p->func_count; i++) {
        const struct func *f = &p->funcs[i];

        if (f->is_extern) {
            buf_printf(out, "extern %s\n", f->display);
            continue;
        }
        buf_printf(out,
                   "%s %s: %d registers, %d shared, %d local, %d frame, "
                   "%d parameter bytes%s%s\n",
                   f->is_entry ? "entry" : "func", f->display, f->registers,
                   f->shared_bytes, f->local_bytes, f->frame_bytes,
                   f->params_bytes, f->dynamic_shared ? ", dynamic shared" : "",
                   f->recursive ? ", recursive" : "");
        for (int pc = f->first; pc < f->end; pc++)
            print_inst(p, pc, out);
    }
}
