/* SPDX-License-Identifier: Apache-2.0 */
/* Back-of-the-envelope formulas of calc.def: find one, read its inputs,
   compute. Text in, text and numbers out; no command line. */
#ifndef CLI_CALC_H
#define CLI_CALC_H

#include <stdbool.h>

struct card;
struct diags;
struct buf;

enum calc_id {
#define FORMULA(id, meaning, formula, unit, card) CALC_##id,
#define INPUT(formula, name, unit, value, meaning)
#include "cli/calc.def"
#undef INPUT
#undef FORMULA
    CALC_COUNT
};

enum { CALC_INPUTS = 4 };

struct calc_formula {
    const char *name, *meaning, *formula, *unit;
    bool uses_card; /* beside the inputs it gives */
};
extern const struct calc_formula calc_table[CALC_COUNT];

struct calc_input {
    enum calc_id formula;
    const char *name, *unit, *meaning;
    const char *usual; /* "ASK": no value unless the user gives one */
};
extern const struct calc_input calc_input_table[];

/* A formula's first input in the table; their number in *n. */
const struct calc_input *calc_inputs(enum calc_id id, int *n);

struct calc {
    enum calc_id id;
    int inputs;
    double in[CALC_INPUTS];
    bool given[CALC_INPUTS]; /* said by the user, not the card's or usual */
    bool from_card;          /* a figure of the card is in the result */
    double result;           /* in calc_table[id].unit */
};

/* The formula of that name; CALC_COUNT if there is none. */
enum calc_id calc_find(const char *name);

/*
 * Compute formula id for card c from words `value` (in the order of the table)
 * or `name=value`. Values take k M G T (powers of 1000) and Ki Mi Gi Ti, and
 * % for hundredths. One sentence on what the result means goes to note. False
 * and a diag for an unknown name, a bad or impossible value, a missing one.
 */
bool calc_run(enum calc_id id, const struct card *c, const char *const *words,
              int count, struct calc *out, struct buf *note, struct diags *ds);

/* calc_formulas.c: the result from the inputs, all of them finite and not
   negative; false and a diag if the formula has no meaning for them. */
bool calc_formula(enum calc_id id, const struct card *c, const double *in,
                  double *result, struct buf *note, struct diags *ds);

#endif
