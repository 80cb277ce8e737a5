/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads PTX as words: which functions there are, which shared variables, and
 * who names whom. Knows no more of PTX than that.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "cc/shared_limit.h"

enum { NAMES_MIN = 64, ARRAY_MAX = 1 << 30 };

/* A function or a shared variable. */
struct name {
    struct text text;
    bool is_func, is_entry;
    unsigned long bytes; /* of a variable */
    int file, line;      /* of a function's first .loc; 0 none */
    int *uses;           /* indices of names that a function names */
    int use_count, use_capacity;
    int seen; /* by which entry, + 1 */
};

struct scan {
    struct arena *a;
    const char *at, *end;
    struct name *names;
    int name_count, name_capacity;
    int *table; /* open hash of name index + 1 */
    int table_size;
    int func;  /* whose body this is; -1 none */
    int depth; /* of braces */
    const char **files;
    int file_count, file_capacity;
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '.' ||
           c == '%';
}

static void skip_to(struct scan *s, const char *mark)
{
    size_t n = strlen(mark);
    const char *to = memmem(s->at, (size_t)(s->end - s->at), mark, n);

    s->at = to ? to + n : s->end;
}

/* The next word or sign; empty at the end. A string is one with its quotes. */
static struct text next(struct scan *s)
{
    struct text t;

    for (;;) {
        while (s->at < s->end && isspace((unsigned char)*s->at))
            s->at++;
        if (s->end - s->at < 2 || *s->at != '/')
            break;
        if (s->at[1] == '/')
            skip_to(s, "\n");
        else if (s->at[1] == '*')
            skip_to(s, "*/");
        else
            break;
    }
    t = (struct text){ s->at, 0 };
    if (s->at == s->end)
        return t;
    if (*s->at == '"') {
        s->at++;
        skip_to(s, "\"");
    } else if (is_word(*s->at)) {
        while (s->at < s->end && is_word(*s->at))
            s->at++;
    } else {
        s->at++;
    }
    t.size = (size_t)(s->at - t.at);
    return t;
}

static unsigned hash_of(struct text t)
{
    unsigned h = 2166136261u;

    for (size_t i = 0; i < t.size; i++)
        h = (h ^ (unsigned char)t.at[i]) * 16777619u;
    return h;
}

/* Where it stands in the table, or would. */
static int *slot_of(const struct scan *s, struct text t)
{
    unsigned i = hash_of(t);

    for (;; i++) {
        int *slot = &s->table[i % (unsigned)s->table_size];
        const struct name *n = *slot ? &s->names[*slot - 1] : NULL;

        if (!n || (n->text.size == t.size && !memcmp(n->text.at, t.at, t.size)))
            return slot;
    }
}

static void table_grow(struct scan *s)
{
    if (s->name_count * 2 < s->table_size)
        return;
    s->table_size = s->table_size ? 2 * s->table_size : 2 * NAMES_MIN;
    s->table = ARENA_NEW(s->a, int, (size_t)s->table_size);
    for (int i = 0; i < s->name_count; i++)
        *slot_of(s, s->names[i].text) = i + 1;
}

static int name_index(struct scan *s, struct text t)
{
    const struct name fresh = { .text = t };
    int *slot;

    table_grow(s);
    slot = slot_of(s, t);
    if (!*slot) {
        ARENA_PUSH(s->a, s->names, s->name_count, s->name_capacity, fresh);
        *slot = s->name_count;
    }
    return *slot - 1;
}

static void add_use(struct scan *s, int index)
{
    struct name *f = &s->names[s->func];

    if (f->use_count && f->uses[f->use_count - 1] == index)
        return;
    ARENA_PUSH(s->a, f->uses, f->use_count, f->use_capacity, index);
}

static unsigned long number(struct text t)
{
    unsigned long n = strtoul(t.at, NULL, 0);

    return n > ARRAY_MAX ? ARRAY_MAX : n;
}

/* Bytes of ".b8", ".f64", ".u32": the digits are bits. */
static unsigned long type_size(struct text t)
{
    size_t i = 1;

    while (i < t.size && !isdigit((unsigned char)t.at[i]))
        i++;
    return i < t.size ? strtoul(t.at + i, NULL, 10) / 8 : 0;
}

/* After `.shared`: `.align 4 .b8 name[16][4], ...;` */
static void take_shared(struct scan *s)
{
    unsigned long size = 0;
    struct text t;
    int index = -1;

    while ((t = next(s)).size && *t.at != ';' && *t.at != '=') {
        if (text_is(t, ".align")) {
            next(s);
        } else if (*t.at == '.') {
            size = type_size(t) ? type_size(t) : size;
        } else if (*t.at == '[' && index >= 0) {
            const unsigned long n = number(next(s));

            if (!n || s->names[index].bytes <= ARRAY_MAX / n)
                s->names[index].bytes *= n;
        } else if (is_word(*t.at) && !isdigit((unsigned char)*t.at)) {
            index = name_index(s, t);
            s->names[index].bytes = size;
            if (s->func >= 0)
                add_use(s, index);
        }
    }
}

/* After `.entry` or `.func`: its results, its name. */
static void take_function(struct scan *s, bool is_entry)
{
    struct text t = next(s);

    if (t.size && *t.at == '(') {
        skip_to(s, ")");
        t = next(s);
    }
    if (!t.size || !is_word(*t.at) || s->depth)
        return;
    s->func = name_index(s, t);
    s->names[s->func].is_func = true;
    s->names[s->func].is_entry |= is_entry;
}

/* `.loc 1 13 0`, the first one of a function */
static void take_loc(struct scan *s)
{
    struct name *f = s->func >= 0 ? &s->names[s->func] : NULL;
    const int file = (int)number(next(s)), line = (int)number(next(s));

    if (f && !f->line) {
        f->file = file;
        f->line = line;
    }
}

/* `.file 1 "/home/k.cu"` */
static void take_file(struct scan *s)
{
    const unsigned long n = number(next(s));
    struct text t = next(s);

    if (n > 4096 || t.size < 2 || *t.at != '"')
        return;
    while ((unsigned long)s->file_count <= n)
        ARENA_PUSH(s->a, s->files, s->file_count, s->file_capacity, NULL);
    s->files[n] = arena_strndup(s->a, t.at + 1, t.size - 2);
}

static void take(struct scan *s, struct text t)
{
    if (text_is(t, ".shared")) {
        take_shared(s);
    } else if (text_is(t, ".entry") || text_is(t, ".func")) {
        take_function(s, t.at[1] == 'e');
    } else if (text_is(t, ".loc")) {
        take_loc(s);
    } else if (text_is(t, ".file")) {
        take_file(s);
    } else if (*t.at == '{') {
        s->depth++;
    } else if (*t.at == '}') {
        s->depth -= s->depth > 0;
        s->func = s->depth ? s->func : -1;
    } else if (*t.at == ';' && !s->depth) {
        s->func = -1; /* a declaration without a body */
    } else if (s->depth && s->func >= 0 && is_word(*t.at)) {
        const int *slot = s->table_size ? slot_of(s, t) : NULL;

        if (slot && *slot)
            add_use(s, *slot - 1);
    }
}

/* The variables of an entry and of all that it calls. */
static void add_up(struct scan *s, int entry, struct shared_excess *out,
                   struct text *largest)
{
    int *stack = ARENA_NEW(s->a, int, (size_t)s->name_count + 1);
    int top = 0;

    stack[top++] = entry;
    s->names[entry].seen = entry + 1;
    while (top) {
        const struct name *n = &s->names[stack[--top]];

        if (!n->is_func) {
            out->bytes += n->bytes;
            if (n->bytes > out->variable_bytes) {
                out->variable_bytes = n->bytes;
                *largest = n->text;
            }
        }
        for (int i = 0; i < n->use_count; i++)
            if (s->names[n->uses[i]].seen != entry + 1) {
                s->names[n->uses[i]].seen = entry + 1;
                stack[top++] = n->uses[i];
            }
    }
}

/* The last name in a mangled one: "tile" of "_ZN1n4tileIfEEvPT_", "s" of
   "_ZZ4tilePiE1s"; any other name is its own. */
static const char *plain_name(struct arena *a, struct text t)
{
    struct text found = t;
    const bool is_local = t.size > 3 && !memcmp(t.at, "_ZZ", 3);
    size_t i = 2 + is_local;

    if (t.size < 4 || memcmp(t.at, "_Z", 2))
        return arena_strndup(a, t.at, t.size);
    while (i < t.size) {
        char *after;
        unsigned long n;

        if (!isdigit((unsigned char)t.at[i])) {
            /* Of a kernel the first name is wanted, unless it is nested. */
            if (!is_local && found.size != t.size)
                break;
            i++;
            continue;
        }
        n = strtoul(t.at + i, &after, 10);
        i = (size_t)(after - t.at);
        if (n == 0 || n > t.size - i)
            continue;
        found = (struct text){ t.at + i, n };
        i += n;
    }
    return arena_strndup(a, found.at, found.size);
}

struct shared_excess *shared_limit_scan(struct arena *a, struct text ptx,
                                        int *count)
{
    struct scan s = {
        .a = a, .at = ptx.at, .end = ptx.at + ptx.size, .func = -1
    };
    struct shared_excess *list = NULL;
    int capacity = 0;
    struct text t;

    *count = 0;
    while ((t = next(&s)).size)
        take(&s, t);
    for (int i = 0; i < s.name_count; i++) {
        struct name *const n = &s.names[i];
        struct shared_excess e = { .line = n->line };
        struct text largest = { NULL, 0 };

        if (!n->is_entry)
            continue;
        add_up(&s, i, &e, &largest);
        if (e.bytes <= SHARED_STATIC_MAX)
            continue;
        e.kernel = plain_name(a, n->text);
        e.variable = plain_name(a, largest);
        if (n->line && n->file < s.file_count)
            e.file = s.files[n->file];
        ARENA_PUSH(a, list, *count, capacity, e);
    }
    return list;
}
