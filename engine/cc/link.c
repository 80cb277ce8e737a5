/* SPDX-License-Identifier: Apache-2.0 */
/* The last step: objects and our runtime make a program. */
#include "base/arena.h"
#include "cc/build.h"

bool build_link(struct build *b)
{
    const bool clang = b->tool.kind == COMPILER_CLANG;
    const char *name = "the linker";
    struct args v = { .a = b->a };
    struct proc p;

    args_add(&v, clang ? b->tool.path : "g++");
    args_add(&v, "-o");
    args_add(&v, b->program);
    for (int i = 0; i < b->unit_count; i++) {
        const struct unit *u = &b->units[i];

        args_add(&v, u->kind == UNIT_OBJECT
                         ? u->source
                         : arena_printf(b->a, "%s.o", u->base));
    }
    if (clang) { /* -Xcompiler -fopenmp is for the linker, too */
        args_all(&v, b->flags.host.at);
        args_add(&v, "-Qunused-arguments");
    }
    args_all(&v, b->flags.link.at);
    args_add(&v, "-L");
    args_add(&v, b->o->home->lib);
    args_add(&v, "-lcudart");
    args_add(&v, "-Xlinker");
    args_add(&v, "-rpath");
    args_add(&v, "-Xlinker");
    args_add(&v, b->o->home->lib);
    p = build_proc(&v);
    return build_run(b, &p, &name, 1);
}
