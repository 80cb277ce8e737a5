/* SPDX-License-Identifier: Apache-2.0 */
#include "course/author_text.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "course/chapter.h"

enum { WORDS_LEAST = 400, WORDS_MOST = 900, HINT_LEAST = 30 };

static const char *const sections[] = {
    "Predict",
    "Try",
    "Exercise",
    "What you should have seen",
    "When it does not matter",
    "On a real card",
    "Further reading",
};

/* Words of the prose, code blocks left out. */
static int count_words(const char *text)
{
    bool code = false;
    int words = 0;

    for (const char *p = text; *p;) {
        size_t n = strcspn(p, "\n");

        if (n >= 3 && !memcmp(p, "```", 3))
            code = !code;
        else if (!code && (n < 4 || memcmp(p, "    ", 4)))
            for (size_t i = 0; i < n; i++)
                words += !isspace((unsigned char)p[i]) &&
                         (i == 0 || isspace((unsigned char)p[i - 1]));
        p += n + (p[n] == '\n');
    }
    return words;
}

static const char *missing_section(struct arena *a, const char *text)
{
    const char *at = text;

    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        const char *line = arena_printf(a, "\n## %s\n", sections[i]);

        at = strstr(at, line);
        if (!at)
            return arena_printf(a, "'## %s' is missing, or out of order",
                                sections[i]);
    }
    return NULL;
}

static const char *weak_hint(struct arena *a, const struct lesson *l)
{
    for (int i = 0; i < 3; i++)
        if (!l->hints[i] || strlen(l->hints[i]) < HINT_LEAST)
            return arena_printf(a, "hint %d says too little", i + 1);
    return NULL;
}

const char *author_text_proof(struct arena *a, const struct course *c,
                              const struct lesson *l, int i, const char **why)
{
    char *text = chapter_text(a, c->root, l->chapter);
    int words = count_words(l->chapter);

    *why = NULL;
    switch (i) {
    case 0:
        *why = missing_section(a, l->chapter);
        return "the chapter has its sections, in order";
    case 1:
        if (words < WORDS_LEAST || words > WORDS_MOST)
            *why = arena_printf(a, "it has %d words", words);
        return "the chapter has 400 to 900 words";
    case 2:
        *why = weak_hint(a, l);
        return "there are three hints";
    case 3:
        if (strstr(text, "has no region '") || strstr(text, "\n(cannot "))
            *why = "a file or region is missing";
        return "the code of the chapter is found";
    default:
        if (!l->prediction_count || !l->naive.path)
            *why = "it needs predict: and compare: in the front matter";
        return "there is a pair to compare, and a prediction";
    }
}
