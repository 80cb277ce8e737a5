/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/options.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"

enum option {
#define OPTION(id, name, argument, meaning) OPTION_##id,
#include "cli/options.def"
#undef OPTION
    OPTION_COUNT
};

const struct option_row option_table[] = {
#define OPTION(id, name, argument, meaning) { name, argument, meaning },
#include "cli/options.def"
#undef OPTION
};

const int option_count = OPTION_COUNT;

enum { WORD_MAX = 63 };

int word_distance(const char *a, const char *b)
{
    int n = (int)strlen(a), m = (int)strlen(b), row[WORD_MAX + 1];

    if (n > WORD_MAX || m > WORD_MAX)
        return INT_MAX;
    for (int j = 0; j <= m; j++)
        row[j] = j;
    for (int i = 1; i <= n; i++) {
        int diagonal = row[0];

        row[0] = i;
        for (int j = 1; j <= m; j++) {
            int above = row[j], best = diagonal + (a[i - 1] != b[j - 1]);

            if (above + 1 < best)
                best = above + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
            diagonal = above;
        }
    }
    return row[m];
}

/* Does the word (up to n bytes) name the option, long or short? */
static bool names(enum option o, const char *word, size_t n)
{
    const char *space = strchr(option_table[o].name, ' ');
    size_t size = space ? (size_t)(space - option_table[o].name)
                        : strlen(option_table[o].name);

    if (n == size && !memcmp(word, option_table[o].name, n))
        return true;
    return space && strlen(space + 1) == n && !memcmp(word, space + 1, n);
}

/* unit: what K stands for, 1000 or 1024; 0: no units. */
static bool parse_number(const char *text, uint64_t max, uint64_t unit,
                         uint64_t *out)
{
    unsigned long long n;
    uint64_t times = 1;
    char *end;

    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    n = strtoull(text, &end, 0);
    if (unit && *end) {
        const char *letter = strchr("KMGT", *end & ~32);

        if (!letter)
            return false;
        for (int i = 0; i <= (int)(letter - "KMGT"); i++)
            times *= unit;
        end++;
        if (unit == 1024) {
            end += *end == 'i' || *end == 'I';
            end += *end == 'B' || *end == 'b';
        }
    }
    if (*end || errno || n > max / times)
        return false;
    *out = n * times;
    return true;
}

/* Store an option that takes an argument; false if the value is no good. */
static bool store(struct options *o, enum option id, const char *value)
{
    uint64_t n = 0;
    bool ok = true;

    if (id == OPTION_CARD)
        o->card = value;
    else if (id == OPTION_FILE)
        o->file = value;
    else if (id == OPTION_COURSE)
        o->course = value;
    else if (id == OPTION_WORK)
        o->work = value;
    else if (id == OPTION_OUTPUT)
        o->output = value;
    else if (id == OPTION_COMPILER)
        ok = compiler_parse(value, &o->compiler);
    else if (id == OPTION_SEED)
        ok = parse_number(value, UINT64_MAX, 0, &o->seed);
    else if (id == OPTION_VRAM)
        ok = parse_number(value, 1ull << 40, 1024, &o->vram_bytes) &&
             o->vram_bytes;
    else if (id == OPTION_THREADS)
        ok = parse_number(value, 256, 0, &n) && (o->threads = (int)n);
    else if (id == OPTION_TIMEOUT)
        ok = parse_number(value, 86400, 0, &n) && (o->timeout_s = (int)n);
    else if (id == OPTION_BUDGET)
        ok = parse_number(value, 1000000000000000, 1000, &o->budget) &&
             o->budget;
    else if (id == OPTION_GPUS)
        ok = parse_number(value, 8, 0, &n) && (o->gpus = (int)n);
    else if (id == OPTION_CLOCK)
        ok = !strcmp(value, "real") || !strcmp(value, "virtual"),
        o->real_clock = !strcmp(value, "real");
    else if (id == OPTION_CHECKS)
        ok = !strcmp(value, "off") || !strcmp(value, "on"),
        o->checks_off = !strcmp(value, "off");
    return ok && *value;
}

static bool *switch_of(struct options *o, enum option id)
{
    switch (id) {
    case OPTION_ALL:
        return &o->all;
    case OPTION_SAMPLED:
        return &o->sampled;
    case OPTION_WHAT_IF:
        return &o->what_if;
    case OPTION_COMPARE:
        return &o->compare;
    case OPTION_JSON:
        return &o->json;
    case OPTION_PLAIN:
        return &o->plain;
    case OPTION_ASCII:
        return &o->ascii;
    case OPTION_NO_COLOR:
        return &o->no_color;
    case OPTION_YES:
        return &o->yes;
    case OPTION_NO_INPUT:
        return &o->no_input;
    case OPTION_HELP:
        return &o->help;
    case OPTION_VERSION:
        return &o->version;
    default:
        return NULL;
    }
}

static bool unknown(const char *word, struct diags *ds)
{
    const char *best = NULL;
    int least = 4;

    for (int i = 0; i < OPTION_COUNT; i++) {
        char name[WORD_MAX + 1] = "";
        int d;

        strncat(name, option_table[i].name, strcspn(option_table[i].name, " "));
        d = word_distance(word, name);
        if (d < least) {
            least = d;
            best = option_table[i].name;
        }
    }
    if (best)
        return diag_fail(ds, "unknown option '%s'; did you mean '%.*s'?", word,
                         (int)strcspn(best, " "), best);
    return diag_fail(ds, "unknown option '%s'", word);
}

/* Compiler flags that cc and run pass through. */
static bool is_compiler_flag(const char *w)
{
    return w[0] == '-' && w[1] &&
           (strchr("IDUOlLWgGcfm", w[1]) || !strncmp(w, "-std=", 5) ||
            !strcmp(w, "-lineinfo") || !strncmp(w, "-arch=", 6));
}

static bool takes_flags(const struct options *o)
{
    return o->command &&
           (!strcmp(o->command, "cc") || !strcmp(o->command, "run"));
}

static bool parse_option(struct options *o, int argc, const char *const *argv,
                         int *i, struct diags *ds)
{
    const char *word = argv[*i], *equals = strchr(word, '=');
    size_t n = equals ? (size_t)(equals - word) : strlen(word);
    enum option id = 0;
    const char *value;
    bool *flag;

    while (id < OPTION_COUNT && !names(id, word, n))
        id++;
    if (id == OPTION_COUNT)
        return unknown(word, ds);
    flag = switch_of(o, id);
    if (flag) {
        *flag = true;
        return !equals ||
               diag_fail(ds, "option '%.*s' takes no argument", (int)n, word);
    }
    value = equals ? equals + 1 : *i + 1 < argc ? argv[++*i] : NULL;
    if (!value)
        return diag_fail(ds, "option '%s' needs an argument: %s", word,
                         option_table[id].argument);
    return store(o, id, value) ||
           diag_fail(ds, "option '%.*s': bad value '%s', want %s", (int)n, word,
                     value, option_table[id].argument);
}

bool options_parse(struct arena *a, int argc, const char *const *argv,
                   struct options *out, struct diags *ds)
{
    *out = (struct options){ 0 };
    out->words = ARENA_NEW(a, const char *, (size_t)argc + 1);
    out->flags = ARENA_NEW(a, const char *, (size_t)argc + 1);
    for (int i = 1; i < argc; i++) {
        const char *w = argv[i];

        if (!strcmp(w, "--")) {
            out->rest = argv + i + 1;
            out->rest_count = argc - i - 1;
            break;
        }
        if (w[0] == '-' && w[1] != '-' && takes_flags(out) &&
            is_compiler_flag(w)) {
            out->flags[out->flag_count++] = w;
            /* "-I dir", "-D name", "-l lib": the next word belongs to it. */
            if (!w[2] && strchr("IDUlL", w[1]) && i + 1 < argc)
                out->flags[out->flag_count++] = argv[++i];
        } else if (w[0] == '-' && w[1]) {
            if (!parse_option(out, argc, argv, &i, ds))
                return false;
        } else if (!out->command) {
            out->command = w;
        } else {
            out->words[out->word_count++] = w;
        }
    }
    return true;
}

void options_help(struct buf *out)
{
    for (int i = 0; i < OPTION_COUNT; i++) {
        char left[64];

        snprintf(left, sizeof left, "%s%s%s", option_table[i].name,
                 option_table[i].argument ? " " : "",
                 option_table[i].argument ? option_table[i].argument : "");
        buf_printf(out, "  %-22s %s\n", left, option_table[i].meaning);
    }
}
