/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/calc.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/text.h"
#include "time/card.h"

#define ASK NAN

const struct calc_formula calc_table[CALC_COUNT] = {
#define FORMULA(id, meaning, formula, unit, card) \
    { #id, meaning, formula, unit, card },
#define INPUT(formula, name, unit, value, meaning)
#include "cli/calc.def"
#undef INPUT
#undef FORMULA
};

const struct calc_input calc_input_table[] = {
#define FORMULA(id, meaning, formula, unit, card)
#define INPUT(formula, name, unit, value, meaning) \
    { CALC_##formula, #name, unit, meaning, #value },
#include "cli/calc.def"
#undef INPUT
#undef FORMULA
};

enum { INPUT_COUNT = sizeof calc_input_table / sizeof *calc_input_table };

const struct calc_input *calc_inputs(enum calc_id id, int *n)
{
    const struct calc_input *first = NULL;

    *n = 0;
    for (int i = 0; i < INPUT_COUNT; i++)
        if (calc_input_table[i].formula == id) {
            first = first ? first : &calc_input_table[i];
            ++*n;
        }
    return first;
}

/* The value an input has when none is given; NaN if there is none. */
static double usual(const struct card *c, const struct calc_input *input)
{
    const double values[] = {
#define FORMULA(id, meaning, formula, unit, card)
#define INPUT(formula, name, unit, value, meaning) value,
#include "cli/calc.def"
#undef INPUT
#undef FORMULA
    };

    return values[input - calc_input_table];
}

enum calc_id calc_find(const char *name)
{
    enum calc_id id = 0;

    while (id < CALC_COUNT && strcmp(calc_table[id].name, name))
        id++;
    return id;
}

/* So that no product of four of them overflows. */
#define VALUE_MAX 1e24

/* "14", "64M", "4Ki", "90%"; false for anything else or a negative value. */
static bool parse(const char *s, double *out)
{
    static const char units[] = "kMGT";
    char *end;
    double v = strtod(s, &end), step = 1000;
    const char *unit;

    if (end == s || !isfinite(v) || v < 0 || strchr(s, 'x'))
        return false;
    if (*end == '%' && !end[1]) {
        *out = v / 100;
        return true;
    }
    unit = *end ? strchr(units, *end == 'K' ? 'k' : *end) : NULL;
    if (unit) {
        end++;
        if (*end == 'i') {
            step = 1024;
            end++;
        }
        if (*end == 'B')
            end++;
        for (; unit >= units; unit--)
            v *= step;
    }
    *out = v;
    return !*end && v <= VALUE_MAX;
}

/* Which input does the word give, and where does its value begin? */
static int input_of(const struct calc_input *in, int n, const char *word,
                    int position, const char **value)
{
    const char *equals = strchr(word, '=');

    *value = equals ? equals + 1 : word;
    if (!equals)
        return position;
    for (int i = 0; i < n; i++)
        if (strlen(in[i].name) == (size_t)(equals - word) &&
            !strncmp(in[i].name, word, (size_t)(equals - word)))
            return i;
    return n;
}

bool calc_run(enum calc_id id, const struct card *c, const char *const *words,
              int count, struct calc *out, struct buf *note, struct diags *ds)
{
    const char *name = calc_table[id].name, *value;
    const struct calc_input *in = calc_inputs(id, &out->inputs);
    int n = out->inputs;

    out->id = id;
    out->from_card = calc_table[id].uses_card;
    for (int i = 0; i < n; i++) {
        out->in[i] = usual(c, &in[i]);
        out->given[i] = false;
    }
    for (int k = 0; k < count; k++) {
        int i = input_of(in, n, words[k], k, &value);

        if (i >= n)
            return diag_fail(ds, "calc %s: '%s' is none of its inputs", name,
                             words[k]);
        if (!parse(value, &out->in[i]))
            return diag_fail(ds, "calc %s: '%s' is no number for %s", name,
                             value, in[i].name);
        out->given[i] = true;
    }
    for (int i = 0; i < n; i++)
        if (isnan(out->in[i]))
            return diag_fail(ds, "calc %s: needs %s=VALUE%s%s (%s)", name,
                             in[i].name, *in[i].unit ? " in " : "", in[i].unit,
                             in[i].meaning);
    for (int i = 0; i < n; i++)
        out->from_card |= !out->given[i] && strstr(in[i].usual, "c->");
    return calc_formula(id, c, out->in, &out->result, note, ds);
}
