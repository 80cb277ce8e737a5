/* SPDX-License-Identifier: Apache-2.0 */
/* calc: formulas for the back of an envelope, with the card's figures. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/calc.h"
#include "cli/cli.h"
#include "time/card.h"

static bool is_asked(const struct calc_input *in)
{
    return !strcmp(in->usual, "ASK");
}

static int list_formulas(void)
{
    struct buf b = { 0 };

    for (enum calc_id id = 0; id < CALC_COUNT; id++) {
        int n;
        const struct calc_input *in = calc_inputs(id, &n);

        buf_printf(&b, "%-10s %s\n           = %s [%s]\n", calc_table[id].name,
                   calc_table[id].meaning, calc_table[id].formula,
                   calc_table[id].unit);
        for (int i = 0; i < n; i++)
            buf_printf(&b, "             %-10s %-9s %s%s\n", in[i].name,
                       in[i].unit, in[i].meaning,
                       is_asked(&in[i]) ? "" : " (optional)");
    }
    buf_str(&b, "\nExample: warplings calc bandwidth rate=14 width=256\n"
                "Values take k M G T, Ki Mi Gi Ti and %; what is not given "
                "is the card's (--card).\n");
    return cli_print(&b, EXIT_PASS);
}

static void as_plain(const struct calc *r, const struct card *card,
                     const struct buf *note, struct buf *out)
{
    const struct calc_formula *f = &calc_table[r->id];
    int n;
    const struct calc_input *in = calc_inputs(r->id, &n);

    buf_printf(out, "%s\n  = %s\n", f->meaning, f->formula);
    for (int i = 0; i < n; i++)
        buf_printf(out, "  %-10s %.10g%s%s%s\n", in[i].name, r->in[i],
                   *in[i].unit ? " " : "", in[i].unit,
                   r->given[i] ? "" : "  (not given)");
    buf_printf(out, "  = %.4g %s%s%s\n", r->result, f->unit,
               r->from_card ? "   on " : "", r->from_card ? card->product : "");
    if (note->size)
        buf_printf(out, "\n%s\n", note->at);
}

static void as_json(const struct calc *r, const struct card *card,
                    const struct buf *note, struct buf *out)
{
    const struct calc_formula *f = &calc_table[r->id];
    json_t *root = json_object(), *inputs = json_object();
    char *text;
    int n;
    const struct calc_input *in = calc_inputs(r->id, &n);

    for (int i = 0; i < n; i++)
        json_object_set_new(inputs, in[i].name,
                            json_pack("{s:f,s:s,s:b}", "value", r->in[i],
                                      "unit", in[i].unit, "given",
                                      (int)r->given[i]));
    json_object_set_new(root, "schema", json_string("warplings/calc/1"));
    json_object_set_new(root, "name", json_string(f->name));
    json_object_set_new(root, "formula", json_string(f->formula));
    json_object_set_new(root, "card",
                        r->from_card ? json_string(card->name) : json_null());
    json_object_set_new(root, "inputs", inputs);
    json_object_set_new(root, "value", json_real(r->result));
    json_object_set_new(root, "unit", json_string(f->unit));
    json_object_set_new(root, "note", json_string(note->size ? note->at : ""));
    text = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(10));
    json_decref(root);
    if (text)
        buf_printf(out, "%s\n", text);
    free(text);
}

int cmd_calc(struct cli *c)
{
    struct card card;
    struct calc result;
    struct buf note = { 0 }, out = { 0 };
    enum calc_id id;

    if (c->opt.word_count == 0)
        return list_formulas();
    id = calc_find(c->opt.words[0]);
    if (id == CALC_COUNT)
        return cli_usage(c,
                         "calc: no formula '%s'; 'warplings calc' lists "
                         "them",
                         c->opt.words[0]);
    if (!cli_card(c))
        return EXIT_USAGE;
    if (!card_load(&c->arena, c->home.cards,
                   c->opt.card ? c->opt.card : CARD_DEFAULT, &card,
                   &c->diags)) {
        cli_diags(c);
        return EXIT_MACHINE;
    }
    if (!calc_run(id, &card, c->opt.words + 1, c->opt.word_count - 1, &result,
                  &note, &c->diags)) {
        cli_diags(c);
        buf_release(&note);
        return EXIT_USAGE;
    }
    if (c->opt.json)
        as_json(&result, &card, &note, &out);
    else
        as_plain(&result, &card, &note, &out);
    buf_release(&note);
    return cli_print(&out, EXIT_PASS);
}
