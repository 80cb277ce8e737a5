/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the parts of one build share. A build has units (one per source file),
 * each compiled to an object; then one link.
 *
 *   k.cu --device half--> k.ptx --pack--+
 *   k.cu --host half----> k.o ----------+--objcopy--> k.o --link--> program
 */
#ifndef CC_BUILD_H
#define CC_BUILD_H

#include "base/file.h"
#include "base/proc.h"
#include "cc/cc.h"

/* A compiler found on this machine. */
struct toolchain {
    enum compiler kind; /* never AUTO */
    const char *path;   /* clang++ or nvcc */
    const char *text;   /* "clang 14.0.6" */
    int major;
};

/*
 * Find the compiler: $WARPLINGS_CLANG or $WARPLINGS_NVCC if set, else the
 * newest of the known names in PATH. memo_dir, if not NULL, remembers versions
 * so that an unchanged compiler need not be started. False: not here.
 */
bool toolchain_find(struct arena *a, enum compiler c, const char *memo_dir,
                    struct toolchain *out);

enum unit_kind { UNIT_CUDA, UNIT_CPP, UNIT_C, UNIT_OBJECT };

struct unit {
    const char *source; /* as the caller gave it */
    const char *base;   /* temp dir/unitN, the stem of all its files */
    enum unit_kind kind;
    struct hash content;
};

/* A growing, NULL-terminated argument list. */
struct args {
    struct arena *a;
    const char **at;
    int count, capacity;
};
void args_add(struct args *v, const char *arg);
void args_all(struct args *v, const char *const *list);

/* The learner's flags, sorted by what they are for. */
struct flag_sets {
    struct args compile; /* both halves, or nvcc */
    struct args host;    /* host half only */
    struct args device;  /* device half only */
    struct args link;
    const char *standard; /* "c++17", NULL: the default */
    const char *arch;     /* "90" of sm_90; NULL: the default */
    bool debug;           /* -G */
    bool local_libraries; /* -L: what is linked may change unseen */
};

/* Sort flags for one compiler; false and a diag for one nobody knows. */
bool flags_sort(struct arena *a, const struct cc_options *o, enum compiler c,
                struct flag_sets *out, struct diags *ds);

struct build {
    struct arena *a;
    const struct cc_options *o;
    struct diags *ds;
    struct toolchain tool;
    struct flag_sets flags;
    struct unit *units;
    int unit_count;
    const char *dir;     /* temp dir, removed by cc_build */
    const char *program; /* temp dir/program */
    struct messages *messages;
};

/* Compile all units to unitN.o (and unitN*.d); false if one does not. */
bool clang_compile(struct build *b);
bool nvcc_compile(struct build *b);

/* Link all objects to b->program. */
bool build_link(struct build *b);

/*
 * Run some compilers side by side and take up what they say. names[i] is what
 * procs[i] is called in messages. False if any failed.
 */
bool build_run(struct build *b, struct proc *procs, const char *const *names,
               int count);

/* A proc with our limits and a fixed locale. */
struct proc build_proc(const struct args *argv);

#endif
