/* SPDX-License-Identifier: Apache-2.0 */
/* author: prove lessons, fill in their numbers, begin a new one. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "cli/cli.h"
#include "course/author.h"
#include "course/seen.h"

/* Is there a compiler of that kind on this machine? */
static bool is_here(struct cli *c, enum compiler k)
{
    return compiler_version(&c->arena, k) != NULL;
}

static bool check_one(struct cli *c, const struct course *course,
                      const struct lesson *l, struct author_tally *tally)
{
    static const enum compiler both[] = { COMPILER_CLANG, COMPILER_NVCC };
    struct check_options o = cli_check_options(c);
    bool ok = true;

    for (size_t i = 0; i < 2 && ok; i++) {
        struct buf b = { 0 };

        if (c->opt.compiler != COMPILER_AUTO && c->opt.compiler != both[i])
            continue;
        o.compiler = both[i];
        if (is_here(c, both[i])) {
            ok = author_check(course, l, &o, tally, &b, &c->diags);
        } else {
            buf_printf(&b, "skip    %s: %s is not here\n", l->id,
                       both[i] == COMPILER_NVCC ? "nvcc" : "clang");
        }
        if (o.progress)
            fputs("\r\033[K", stderr);
        cli_print(&b, EXIT_PASS);
        fflush(stdout);
    }
    return ok;
}

static bool seen_one(struct cli *c, const struct lesson *l)
{
    struct check_options o = cli_check_options(c);
    struct buf b = { 0 };
    struct seen s;
    bool ok = seen_make(&c->arena, l, &o, &s, &c->diags);

    if (ok) {
        seen_print(&s, l->id, &b);
        ok = file_write(arena_printf(&c->arena, "%s/seen.txt", l->dir),
                        (struct text){ b.at, b.size }, &c->diags);
    }
    buf_release(&b);
    return ok;
}

static int over_lessons(struct cli *c, bool seen)
{
    const char *word = c->opt.word_count == 2 ? c->opt.words[1] : NULL;
    struct author_tally tally = { 0 };
    const struct lesson *only = NULL;
    struct course course;
    bool ok = true;

    if (!cli_course(c, &course))
        return EXIT_MACHINE;
    if (word && !(only = cli_lesson(c, &course, word)))
        return EXIT_USAGE;
    for (int i = 0; i < course.lesson_count && ok; i++) {
        const struct lesson *l = &course.lessons[i];

        if (only && only != l)
            continue;
        ok = seen ? seen_one(c, l) : check_one(c, &course, l, &tally);
    }
    cli_diags(c);
    if (!ok)
        return EXIT_MACHINE;
    if (!seen)
        printf("%d proofs, %d failed\n", tally.ok + tally.failed, tally.failed);
    return tally.failed ? EXIT_FAIL : EXIT_PASS;
}

int cmd_author(struct cli *c)
{
    const char *verb = c->opt.word_count ? c->opt.words[0] : "";
    const char *root = c->opt.course ? c->opt.course : c->home.share;

    if (c->opt.word_count <= 2 && !strcmp(verb, "check"))
        return over_lessons(c, false);
    if (c->opt.word_count <= 2 && !strcmp(verb, "seen"))
        return over_lessons(c, true);
    if (c->opt.word_count != 2 || strcmp(verb, "new"))
        return cli_usage(c, "author: check [LESSON], seen [LESSON], or "
                            "new NN-name");
    if (author_new(
            &c->arena, root,
            arena_printf(&c->arena, "%s/lessons/.skeleton", c->home.share),
            c->opt.words[1], &c->diags)) {
        printf("made lessons/%s and its kernels, solution and wrong answers;\n"
               "add it to lessons/course.yaml, then: warplings author check "
               "%.2s\n",
               c->opt.words[1], c->opt.words[1]);
        return EXIT_PASS;
    }
    cli_diags(c);
    return EXIT_MACHINE;
}
