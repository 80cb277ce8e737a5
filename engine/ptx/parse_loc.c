/* SPDX-License-Identifier: Apache-2.0 */
/* .file and .loc: which source line an instruction comes from. */
#include <string.h>

#include "ptx/parse.h"

static void set_file(struct parser *ps, uint64_t n, struct text name)
{
    while ((uint64_t)ps->p->file_count <= n)
        ARENA_PUSH(ps->arena, ps->p->files, ps->p->file_count,
                   ps->file_capacity, "");
    ps->p->files[n] = arena_strndup(ps->arena, name.at, name.size);
}

void parse_scan_files(struct parser *ps, struct text ptx)
{
    struct lexer l = { ptx.at, ptx.at + ptx.size, 1 };

    while (l.at && (l.at = memmem(l.at, (size_t)(l.end - l.at), ".file", 5))) {
        struct token n, name;

        l.at += 5;
        n = lex_next(&l);
        name = lex_next(&l);
        if (n.kind == TOKEN_INT && n.bits <= PTX_FILES_MAX &&
            name.kind == TOKEN_STRING)
            set_file(ps, n.bits, name.text);
    }
}

/* .file 1 "x.cu"[, time, size]: its content is known by now. */
bool parse_file(struct parser *ps)
{
    uint64_t n;

    parse_next(ps);
    if (!parse_int(ps, PTX_FILES_MAX, &n))
        return false;
    if (ps->tok.kind != TOKEN_STRING)
        return parse_error(ps, "expected the name of a file");
    parse_next(ps);
    while (parse_accept(ps, ','))
        parse_next(ps);
    return true;
}

/* A file that came with a compiler or a system, not the learner's. */
static bool is_system_file(const struct parser *ps, int file)
{
    const char *path;

    if (file < 0 || file >= ps->p->file_count)
        return true;
    path = ps->p->files[file];
    return !*path || !strncmp(path, "/usr/", 5) || strstr(path, "/include/");
}

static int *inlined_bucket(struct parser *ps, const int place[3])
{
    unsigned h = (unsigned)place[0] * 31 + (unsigned)place[1];

    h = (h * 131 + (unsigned)place[2]) * 2654435761u;
    return &ps->inlined_bucket[h >> 16 & (INLINED_BUCKETS - 1)];
}

static struct inlined *find_inlined(struct parser *ps, const int place[3])
{
    for (int i = *inlined_bucket(ps, place); i; i = ps->inlined[i - 1].next)
        if (!memcmp(ps->inlined[i - 1].place, place, sizeof(int[3])))
            return &ps->inlined[i - 1];
    return NULL;
}

/* One place may be inlined many times; the newest caller counts, for the
   compiler names it again before the instructions that belong to it. */
static void note_inlined(struct parser *ps, const int place[3], const int at[3])
{
    struct inlined *found = find_inlined(ps, place), in = { 0 };
    int *bucket = inlined_bucket(ps, place);

    if (found) {
        memcpy(found->at, at, sizeof found->at);
        return;
    }
    memcpy(in.place, place, sizeof in.place);
    memcpy(in.at, at, sizeof in.at);
    in.next = *bucket;
    ARENA_PUSH(ps->arena, ps->inlined, ps->inlined_count, ps->inlined_capacity,
               in);
    *bucket = ps->inlined_count;
}

/* Three numbers: file, line, column. */
static bool parse_place(struct parser *ps, int place[3])
{
    for (int i = 0; i < 3; i++) {
        uint64_t n;

        if (!parse_int(ps, INT32_MAX, &n))
            return false;
        place[i] = (int)n;
    }
    return true;
}

/* ", function_name label[+n], inlined_at file line col" */
static bool parse_caller(struct parser *ps, const int place[3])
{
    while (parse_accept(ps, ',')) {
        int at[3];

        if (ps->tok.kind == TOKEN_NAME && text_is(ps->tok.text, "inlined_at")) {
            parse_next(ps);
            if (!parse_place(ps, at))
                return false;
            note_inlined(ps, place, at);
        } else {
            parse_next(ps); /* function_name */
            parse_next(ps); /* its label */
            if (parse_accept(ps, '+'))
                parse_next(ps);
        }
    }
    return true;
}

/*
 * .loc file line col[, ...]. The place in force is the innermost one in a
 * file of the learner's: code inlined from a header of the toolkit counts for
 * the line that calls it, code inlined from the learner's own function for
 * the line it stands on. clang, which names no callers, agrees with that.
 */
bool parse_loc(struct parser *ps)
{
    enum { DEPTH_MAX = 64 }; /* of calls; places could form a ring */
    int place[3];

    parse_next(ps);
    if (!parse_place(ps, place) || !parse_caller(ps, place))
        return false;
    for (int depth = 0; depth < DEPTH_MAX && is_system_file(ps, place[0]);
         depth++) {
        const struct inlined *in = find_inlined(ps, place);

        if (!in)
            break;
        memcpy(place, in->at, sizeof place);
    }
    if (place[1] > 0) { /* line 0: the compiler's own */
        ps->loc_file = place[0] < ps->p->file_count ? place[0] : -1;
        ps->loc_line = place[1];
    }
    return true;
}
