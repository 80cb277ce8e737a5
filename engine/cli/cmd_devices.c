/* SPDX-License-Identifier: Apache-2.0 */
/* devices: the cards the lab can model, and where each figure is from. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "time/card.h"

static double field_of(const struct card *card, int i)
{
    const double values[] = {
#define FIELD(name, unit, meaning) card->name,
#include "time/card_fields.def"
#undef FIELD
    };

    return values[i];
}

static void one_plain(const struct card *card, struct buf *b)
{
    buf_printf(b, "%s: %s\n\n", card->name, card->product);
    for (int i = 0; i < card_field_count; i++)
        buf_printf(b, "%-26s %14.10g %-10s %s\n%-26s source: %s\n",
                   card_fields[i].name, field_of(card, i), card_fields[i].unit,
                   card_fields[i].meaning, "", card_source(card, i));
}

static void one_json(const struct card *card, json_t *out)
{
    json_object_set_new(out, "name", json_string(card->name));
    json_object_set_new(out, "product", json_string(card->product));
    for (int i = 0; i < card_field_count; i++) {
        json_t *o = json_object();

        json_object_set_new(o, "value", json_real(field_of(card, i)));
        json_object_set_new(o, "unit", json_string(card_fields[i].unit));
        json_object_set_new(o, "source", json_string(card_source(card, i)));
        json_object_set_new(out, card_fields[i].name, o);
    }
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
            buf_printf(&b, "%c %-12s %-28s %4.0f SMs  %5.0f MHz  %5.0f GB/s\n",
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

int cmd_devices(struct cli *c)
{
    struct card card;
    struct buf b = { 0 };

    if (c->opt.word_count == 0)
        return list_all(c);
    if (c->opt.word_count > 1)
        return cli_usage(c, "devices: one name at most");
    c->opt.card = c->opt.words[0];
    if (!cli_card(c))
        return EXIT_USAGE;
    if (!card_load(&c->arena, c->home.cards, c->opt.card, &card, &c->diags)) {
        cli_diags(c);
        return EXIT_MACHINE;
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
