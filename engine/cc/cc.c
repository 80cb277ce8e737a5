/* SPDX-License-Identifier: Apache-2.0 */
#include "cc/cc.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"
#include "cc/build.h"
#include "cc/cache.h"
#include "cc/messages.h"
#include "cc/shared_limit.h"

#define SOURCE_SIZE_MAX (256u << 20)
/* Part of every key: raise it when the way we build changes. */
#define BUILD_FORMAT "warplings-cc 2"

/* ---- sources ------------------------------------------------------------ */

static bool kind_of(const char *source, enum unit_kind *out)
{
    static const struct {
        const char *suffix;
        enum unit_kind kind;
    } kinds[] = {
        { ".cu", UNIT_CUDA },  { ".cpp", UNIT_CPP },   { ".cc", UNIT_CPP },
        { ".cxx", UNIT_CPP },  { ".c", UNIT_C },       { ".o", UNIT_OBJECT },
        { ".a", UNIT_OBJECT }, { ".so", UNIT_OBJECT },
    };
    const char *dot = strrchr(file_base(source), '.');

    for (size_t i = 0; dot && i < sizeof kinds / sizeof *kinds; i++) {
        if (!strcmp(dot, kinds[i].suffix)) {
            *out = kinds[i].kind;
            return true;
        }
    }
    return false;
}

/* Read a source to hash it; says in plain words why it will not do. */
static bool check_source(struct build *b, struct unit *u)
{
    struct arena scratch = { 0 };
    struct span at = { u->source, 0, 0, 0 };
    struct stat st;
    struct text t;
    bool ok;

    if (stat(u->source, &st))
        return diag_fail(b->ds, "there is no file '%s'%s%s", u->source,
                         errno == ENOENT ? "" : ": ",
                         errno == ENOENT ? "" : strerror(errno));
    if (S_ISDIR(st.st_mode))
        return diag_fail(b->ds, "'%s' is a folder, not a program", u->source);
    if (!kind_of(u->source, &u->kind))
        return diag_fail(b->ds, "'%s' is not a .cu, .cpp, .c or .o file",
                         u->source);
    ok = file_read(&scratch, u->source, SOURCE_SIZE_MAX, &t, b->ds);
    u->content = hash_add((struct hash){ 0 }, t.at, t.size);
    if (ok && u->kind != UNIT_OBJECT && memchr(t.at, '\0', t.size))
        ok = diag_error(b->ds, at, "'%s' is not a text file", u->source);
    else if (ok && strspn(t.at, " \t\r\n") == t.size)
        ok = diag_error(b->ds, at, "'%s' is empty", u->source);
    arena_clear(&scratch);
    return ok;
}

static bool check_sources(struct build *b)
{
    bool ok = true;

    if (b->o->source_count < 1)
        return diag_fail(b->ds, "there is no source file to compile");
    b->unit_count = b->o->source_count;
    b->units = ARENA_NEW(b->a, struct unit, (size_t)b->unit_count);
    for (int i = 0; i < b->unit_count; i++) {
        b->units[i].source = b->o->sources[i];
        ok = check_source(b, &b->units[i]) && ok;
    }
    return ok;
}

/* ---- the key ------------------------------------------------------------ */

static struct hash add_string(struct hash h, const char *s)
{
    return hash_add(h, s ? s : "", s ? strlen(s) + 1 : 0);
}

/* All that decides what is built, but for what the sources include. */
static struct hash key_of(const struct build *b)
{
    static const char *const variables[] = {
        "CPATH",        "C_INCLUDE_PATH",     "CPLUS_INCLUDE_PATH",
        "LIBRARY_PATH", "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS",
        "NVCC_CCBIN",
    };
    struct hash h = add_string((struct hash){ 0 }, BUILD_FORMAT);
    char cwd[PATH_MAX];

    h = add_string(h, getcwd(cwd, sizeof cwd));
    h = add_string(h, b->tool.path);
    h = add_string(h, b->tool.text);
    h = add_string(h, b->o->home->lib);
    h = add_string(h, b->o->home->cuda);
    h = add_string(h, b->o->debug ? "debug" : "");
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        h = add_string(h, getenv(variables[i]));
    for (int i = 0; i < b->o->flag_count; i++)
        h = add_string(h, b->o->flags[i]);
    for (int i = 0; i < b->unit_count; i++) {
        h = add_string(h, b->units[i].source);
        h = hash_add(h, &b->units[i].content, sizeof b->units[i].content);
    }
    return h;
}

/* ---- build -------------------------------------------------------------- */

static bool compile_and_link(struct build *b)
{
    struct messages m;
    bool ok;

    messages_init(&m, b->a, b->o, b->dir);
    b->messages = &m;
    for (int i = 0; i < b->unit_count; i++)
        b->units[i].base = arena_printf(b->a, "%s/unit%d", b->dir, i);
    b->program = arena_printf(b->a, "%s/program", b->dir);
    ok = b->tool.kind == COMPILER_CLANG ? clang_compile(b) : nvcc_compile(b);
    ok = ok && build_link(b);
    messages_emit(&m, b->ds);
    ok = ok && shared_limit_check(b);
    if (!ok && !b->ds->count)
        diag_fail(b->ds, "%s failed without saying why", b->tool.text);
    return ok;
}

/* Objects and archives have no -MD file. */
static const char *const *objects_of(const struct build *b)
{
    struct args v = { .a = b->a };

    for (int i = 0; i < b->unit_count; i++) {
        if (b->units[i].kind == UNIT_OBJECT)
            args_add(&v, b->units[i].source);
    }
    return v.at;
}

static const char *build_fresh(struct build *b, const struct cache *c,
                               struct hash key)
{
    struct cache_entry e = { .key = key, .start_ns = cache_now_ns() };
    struct diag *last = b->ds->last;
    const char *program = NULL;

    b->dir = e.workdir = cache_workdir(c, b->ds);
    if (!b->dir)
        return NULL;
    if (compile_and_link(b)) {
        e.said = last ? last->next : b->ds->first;
        e.extra = objects_of(b);
        program = cache_keep(c, &e, b->ds);
    }
    file_remove_tree(b->dir);
    if (program)
        cache_trim(c, CACHE_BYTES_MAX);
    return program;
}

/* Copy the program to where the caller wants it. */
static bool deliver(struct build *b, const char *program, const char *output)
{
    struct arena scratch = { 0 };
    struct text t;
    bool ok = file_read(&scratch, program, 1u << 30, &t, b->ds) &&
              file_write(output, t, b->ds);

    if (ok && chmod(output, 0755))
        ok = diag_fail(b->ds, "cannot make '%s' a program: %s", output,
                       strerror(errno));
    arena_clear(&scratch);
    return ok;
}

static bool find_tool(struct build *b, const struct cache *c)
{
    static const char *const missing[] = {
        [COMPILER_AUTO] = "no CUDA compiler is here: neither clang (14 or "
                          "later) nor nvcc",
        [COMPILER_CLANG] = "clang is not here, or older than 14",
        [COMPILER_NVCC] = "nvcc is not here",
    };

    return toolchain_find(b->a, b->o->compiler, c->root, &b->tool) ||
           diag_fail(b->ds, "%s", missing[b->o->compiler]);
}

bool cc_build(struct arena *a, const struct cc_options *o,
              struct cc_result *out, struct diags *ds)
{
    struct build b = { .a = a, .o = o, .ds = ds };
    struct cache c;
    struct hash key;

    *out = (struct cc_result){ 0 };
    if (!check_sources(&b) || !cache_open(a, o->home, &c, ds) ||
        !find_tool(&b, &c) || !flags_sort(a, o, b.tool.kind, &b.flags, ds))
        return false;
    out->compiler = b.tool.text;
    key = key_of(&b);
    if (!o->no_cache && !b.flags.local_libraries)
        out->program = cache_find(&c, key, ds);
    out->from_cache = out->program != NULL;
    if (!out->program)
        out->program = build_fresh(&b, &c, key);
    if (out->program && o->output) {
        if (!deliver(&b, out->program, o->output))
            return false;
        out->program = o->output;
    }
    return out->program != NULL;
}
