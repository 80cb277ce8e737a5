/* SPDX-License-Identifier: Apache-2.0 */
/* devices: the cards the lab can model, and where each figure is from. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "time/card.h"
#include "time/peaks.h"

static double field_of(const struct card *card, int i)
{
    const double values[] = {
#define FIELD(name, unit, meaning) card->name,
#include "time/card_fields.def"
#undef FIELD
    };

    return values[i];
}

static void peaks_plain(const struct card *card, struct buf *b)
{
    buf_str(b, "At best, derived from the figures below:\n\n");
    for (int i = 0; i < peaks_count(); i++) {
        struct peak p = peaks_at(card, i);

        buf_printf(b, "%-22s %12.4g %-9s %s\n", p.name, p.value, p.unit,
                   p.meaning);
    }
}

static void one_plain(const struct card *card, struct buf *b)
{
    buf_printf(b, "%s: %s\n\n", card->name, card->product);
    peaks_plain(card, b);
    buf_str(b, "\nFigures; ~ marks those that no source gives: a rule or a "
               "modelling choice.\n\n");
    for (int i = 0; i < card_field_count; i++)
        buf_printf(b, "%-26s%c%14.10g %-12s %s\n%-26s source: %s\n",
                   card_fields[i].name, card_value_derived(card, i) ? '~' : ' ',
                   field_of(card, i), card_fields[i].unit,
                   card_fields[i].meaning, "", card_source(card, i));
}

static void one_json(const struct card *card, json_t *out)
{
    json_t *peaks = json_object();

    json_object_set_new(out, "name", json_string(card->name));
    json_object_set_new(out, "product", json_string(card->product));
    for (int i = 0; i < card_field_count; i++) {
        json_t *o = json_object();

        json_object_set_new(o, "value", json_real(field_of(card, i)));
        json_object_set_new(o, "unit", json_string(card_fields[i].unit));
        json_object_set_new(o, "source", json_string(card_source(card, i)));
        json_object_set_new(o, "derived",
                            json_boolean(card_value_derived(card, i)));
        json_object_set_new(out, card_fields[i].name, o);
    }
    for (int i = 0; i < peaks_count(); i++) {
        struct peak p = peaks_at(card, i);
        json_t *o = json_object();

        json_object_set_new(o, "value", json_real(p.value));
        json_object_set_new(o, "unit", json_string(p.unit));
        json_object_set_new(o, "meaning", json_string(p.meaning));
        json_object_set_new(peaks, p.name, o);
    }
    json_object_set_new(out, "peaks", peaks);
}

/* One line of a comparison; the ratio is B over A. */
static void pair_line(struct buf *b, const char *name, double x, double y,
                      const char *unit)
{
    buf_printf(b, "%-26s %14.6g %14.6g ", name, x, y);
    if (x > 0)
        buf_printf(b, "%8.3gx ", y / x);
    else
        buf_printf(b, "%9s ", "");
    buf_printf(b, "%s\n", unit);
}

static void pair_plain(const struct card *two, struct buf *b)
{
    buf_printf(b, "%-26s %14s %14s %9s\n", "", two[0].name, two[1].name,
               "ratio");
    for (int i = 0; i < peaks_count(); i++)
        pair_line(b, peaks_at(&two[0], i).name, peaks_at(&two[0], i).value,
                  peaks_at(&two[1], i).value, peaks_at(&two[0], i).unit);
    buf_str(b, "\n");
    for (int i = 0; i < card_field_count; i++)
        pair_line(b, card_fields[i].name, field_of(&two[0], i),
                  field_of(&two[1], i), card_fields[i].unit);
}

static void print_json(json_t *root, struct buf *b)
{
    char *text = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(10));

    json_decref(root);
    if (text)
        buf_printf(b, "%s\n", text);
    free(text);
}

static int list_all(struct cli *c)
{
    int n;
    const char **names = card_list(&c->arena, c->home.cards, &n);
    json_t *all = json_array(), *root = json_object();
    struct buf b = { 0 };

    for (int i = 0; i < n; i++) {
        struct card card;
        json_t *o;

        if (!card_load(&c->arena, c->home.cards, names[i], &card, &c->diags))
            continue;
        o = json_object();
        one_json(&card, o);
        json_array_append_new(all, o);
        if (!c->opt.json)
            buf_printf(&b, "%c %-15s %-30s %4.0f SMs  %5.0f MHz  %5.0f GB/s\n",
                       strcmp(card.name, CARD_DEFAULT) ? ' ' : '*', card.name,
                       card.product, card.sm_count, card.clock_mhz,
                       card.dram_bandwidth);
    }
    json_object_set_new(root, "schema", json_string("warplings/devices/1"));
    json_object_set_new(root, "cards", all);
    if (c->opt.json)
        print_json(root, &b);
    else
        json_decref(root);
    if (!c->opt.json)
        buf_str(&b, "\n* is used when no --card is given. 'warplings devices "
                    "NAME' shows every figure with its source.\n");
    cli_diags(c);
    return cli_print(&b, c->diags.count ? EXIT_MACHINE : EXIT_PASS);
}

static bool load_named(struct cli *c, const char *name, struct card *out)
{
    c->opt.card = name;
    return cli_card(c) &&
           card_load(&c->arena, c->home.cards, name, out, &c->diags);
}

static int compare_two(struct cli *c)
{
    struct card two[2];
    struct buf b = { 0 };
    json_t *root, *cards;

    for (int i = 0; i < 2; i++) {
        if (!load_named(c, c->opt.words[i], &two[i])) {
            cli_diags(c);
            return EXIT_USAGE;
        }
    }
    if (!c->opt.json) {
        pair_plain(two, &b);
        return cli_print(&b, EXIT_PASS);
    }
    root = json_object();
    cards = json_array();
    for (int i = 0; i < 2; i++) {
        json_t *o = json_object();

        one_json(&two[i], o);
        json_array_append_new(cards, o);
    }
    json_object_set_new(root, "schema", json_string("warplings/devices/1"));
    json_object_set_new(root, "cards", cards);
    print_json(root, &b);
    return cli_print(&b, EXIT_PASS);
}

static int show_one(struct cli *c)
{
    struct card card;
    struct buf b = { 0 };

    if (!load_named(c, c->opt.words[0], &card)) {
        cli_diags(c);
        return EXIT_USAGE;
    }
    if (c->opt.json) {
        json_t *root = json_object();

        json_object_set_new(root, "schema", json_string("warplings/devices/1"));
        one_json(&card, root);
        print_json(root, &b);
    } else {
        one_plain(&card, &b);
    }
    return cli_print(&b, EXIT_PASS);
}

int cmd_devices(struct cli *c)
{
    if (c->opt.compare)
        return c->opt.word_count == 2
                   ? compare_two(c)
                   : cli_usage(c, "devices: --compare needs two names");
    if (c->opt.word_count == 0)
        return list_all(c);
    if (c->opt.word_count > 1)
        return cli_usage(c, "devices: one name at most, or --compare A B");
    return show_one(c);
}
