/* SPDX-License-Identifier: Apache-2.0 */
#include "time/card.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"

enum { CARD_FILE_MAX = 1 << 20 };

const struct card_field card_fields[] = {
#define FIELD(name, unit, meaning) { #name, unit, meaning },
#include "time/card_fields.def"
#undef FIELD
};
const int card_field_count = sizeof card_fields / sizeof *card_fields;

static const size_t field_offset[] = {
#define FIELD(name, unit, meaning) offsetof(struct card, name),
#include "time/card_fields.def"
#undef FIELD
};

static const struct unit_range {
    const char *text;
    double low, high;
    bool whole;
} units[] = {
#define UNIT(text, low, high, whole) { text, low, high, whole },
#include "time/card_units.def"
#undef UNIT
};

/* The document being read. */
struct reader {
    struct arena *arena;
    yaml_document_t doc;
    const char *path;
    struct diags *ds;
    struct card *card;
    const char **sources;
    int *lines; /* where each field stands; 0: not seen */
};

static struct span at_node(const struct reader *r, const yaml_node_t *n)
{
    return (struct span){ .file = r->path,
                          .line = (int)n->start_mark.line + 1,
                          .col = (int)n->start_mark.column + 1,
                          .width = 1 };
}

static const char *scalar(const yaml_node_t *n)
{
    return n && n->type == YAML_SCALAR_NODE ? (const char *)n->data.scalar.value
                                            : NULL;
}

/* A plain decimal number; strtod would follow the user's locale. */
static bool number(const char *s, double *out)
{
    double v = 0, scale = 1;
    int digits = 0;
    bool dot = false;

    for (; *s; s++) {
        if (*s == '.' && !dot) {
            dot = true;
        } else if (*s >= '0' && *s <= '9' && digits < 18) {
            digits++;
            v = v * 10 + (*s - '0');
            scale = dot ? scale * 10 : scale;
        } else {
            return false;
        }
    }
    *out = v / scale;
    return digits > 0;
}

static int field_find(const char *name)
{
    for (int i = 0; i < card_field_count; i++) {
        if (strcmp(card_fields[i].name, name) == 0)
            return i;
    }
    return -1;
}

static const struct unit_range *unit_find(const char *text)
{
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(units[i].text, text) == 0)
            return &units[i];
    }
    return NULL;
}

static void set_value(struct reader *r, int field, const yaml_node_t *n)
{
    const struct card_field *f = &card_fields[field];
    const struct unit_range *u = unit_find(f->unit);
    const char *text = scalar(n);
    double v;

    if (!text || !number(text, &v)) {
        diag_error(r->ds, at_node(r, n), "'%s' is not a number: '%s'", f->name,
                   text ? text : "(not a scalar)");
        return;
    }
    if (v < u->low || v > u->high || (u->whole && v != (double)(long long)v)) {
        diag_error(r->ds, at_node(r, n),
                   "'%s' cannot be %s %s: expected %s%.10g to %.10g", f->name,
                   text, f->unit, u->whole ? "a whole number, " : "", u->low,
                   u->high);
        return;
    }
    memcpy((char *)r->card + field_offset[field], &v, sizeof v);
}

/* { value: 132, source: "deviceQuery" } */
static void read_field(struct reader *r, int field, yaml_node_t *n)
{
    const char *name = card_fields[field].name;
    bool has_value = false, has_source = false;

    if (n->type != YAML_MAPPING_NODE) {
        diag_error(r->ds, at_node(r, n),
                   "'%s' needs a value and a source: {value: ..., "
                   "source: \"...\"}",
                   name);
        return;
    }
    for (yaml_node_pair_t *p = n->data.mapping.pairs.start;
         p < n->data.mapping.pairs.top; p++) {
        yaml_node_t *key = yaml_document_get_node(&r->doc, p->key);
        yaml_node_t *value = yaml_document_get_node(&r->doc, p->value);
        const char *k = scalar(key), *text = scalar(value);

        if (k && strcmp(k, "value") == 0 && !has_value) {
            has_value = true;
            set_value(r, field, value);
        } else if (k && strcmp(k, "source") == 0 && !has_source) {
            has_source = true;
            if (!text || !*text)
                diag_error(r->ds, at_node(r, value), "'%s' has no source",
                           name);
            else
                r->sources[field] = arena_strdup(r->arena, text);
        } else {
            diag_error(r->ds, at_node(r, key),
                       "'%s' has an unknown or repeated part '%s'", name,
                       k ? k : "");
        }
    }
    if (!has_value || !has_source)
        diag_error(r->ds, at_node(r, n), "'%s' has no %s", name,
                   has_value ? "source" : "value");
}

static void read_entry(struct reader *r, yaml_node_t *key, yaml_node_t *value)
{
    const char *name = scalar(key);
    int field = name ? field_find(name) : -1;

    if (name && strcmp(name, "product") == 0) {
        const char *text = scalar(value);

        if (r->card->product)
            diag_error(r->ds, at_node(r, key), "'product' is given twice");
        else if (!text || !*text)
            diag_error(r->ds, at_node(r, value), "'product' is not a text");
        else
            r->card->product = arena_strdup(r->arena, text);
        return;
    }
    if (field < 0) {
        diag_error(r->ds, at_node(r, key), "unknown field '%s'",
                   name ? name : "");
        return;
    }
    if (r->lines[field]) {
        diag_error(r->ds, at_node(r, key),
                   "'%s' is given twice, first in line %d", name,
                   r->lines[field]);
        return;
    }
    r->lines[field] = (int)key->start_mark.line + 1;
    read_field(r, field, value);
}

static void expect(struct reader *r, bool ok, const char *field,
                   const char *rule)
{
    struct span at = { .file = r->path, .line = r->lines[field_find(field)] };

    if (!ok)
        diag_error(r->ds, at, "'%s' %s", field, rule);
}

/* Values that are believable alone but not together. */
static void check_together(struct reader *r)
{
    const struct card *c = r->card;

    expect(r, c->sm_warps_max * 32 >= c->sm_threads_max, "sm_warps_max",
           "is too small for 'sm_threads_max'");
    expect(r, c->sm_threads_max >= c->block_threads_max, "sm_threads_max",
           "is below 'block_threads_max'");
    expect(r, c->block_shared_optin_bytes >= c->block_shared_bytes,
           "block_shared_optin_bytes", "is below 'block_shared_bytes'");
    expect(r,
           c->sm_shared_bytes >=
               c->block_shared_optin_bytes + c->shared_reserved_bytes,
           "sm_shared_bytes", "is too small for one block");
    expect(r, c->l1_unified_bytes >= c->sm_shared_bytes, "l1_unified_bytes",
           "is below 'sm_shared_bytes'");
    expect(r, c->l1_max_bytes >= 4096 && c->l1_max_bytes <= c->l1_unified_bytes,
           "l1_max_bytes", "is not between 4096 and 'l1_unified_bytes'");
    expect(r, c->l2_bytes >= c->l1_max_bytes, "l2_bytes",
           "is below 'l1_max_bytes'");
    expect(r, c->l1_latency < c->l2_latency, "l2_latency",
           "is not above 'l1_latency'");
    expect(r, c->l2_latency < c->dram_latency, "dram_latency",
           "is not above 'l2_latency'");
    expect(r, c->shared_unit_bytes > 0, "shared_unit_bytes", "is 0");
    expect(r, c->alu_latency >= 1, "alu_latency", "is below 1");
}

static void read_root(struct reader *r)
{
    yaml_node_t *root = yaml_document_get_root_node(&r->doc);
    struct span whole = { .file = r->path };

    if (!root || root->type != YAML_MAPPING_NODE) {
        diag_error(r->ds, whole, "not a card: expected 'field: value' lines");
        return;
    }
    for (yaml_node_pair_t *p = root->data.mapping.pairs.start;
         p < root->data.mapping.pairs.top; p++)
        read_entry(r, yaml_document_get_node(&r->doc, p->key),
                   yaml_document_get_node(&r->doc, p->value));
    if (!r->card->product)
        diag_error(r->ds, whole, "field 'product' is missing");
    for (int i = 0; i < card_field_count; i++) {
        if (!r->lines[i])
            diag_error(r->ds, whole, "field '%s' is missing (%s, %s)",
                       card_fields[i].name, card_fields[i].meaning,
                       card_fields[i].unit);
    }
}

static bool read_text(struct reader *r, struct text in)
{
    int before = r->ds->count;
    yaml_parser_t parser;

    if (!yaml_parser_initialize(&parser))
        return diag_fail(r->ds, "out of memory");
    yaml_parser_set_input_string(&parser, (const unsigned char *)in.at,
                                 in.size);
    if (!yaml_parser_load(&parser, &r->doc)) {
        struct span at = { .file = r->path,
                           .line = (int)parser.problem_mark.line + 1,
                           .col = (int)parser.problem_mark.column + 1,
                           .width = 1 };

        diag_error(r->ds, at, "not YAML: %s",
                   parser.problem ? parser.problem : "cannot be read");
        yaml_parser_delete(&parser);
        return false;
    }
    read_root(r);
    if (r->ds->count == before)
        check_together(r);
    yaml_document_delete(&r->doc);
    yaml_parser_delete(&parser);
    return r->ds->count == before;
}

static bool name_is_plain(const char *s)
{
    size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789-_.");

    return n > 0 && n < 64 && !s[n] && s[0] != '.';
}

bool card_load(struct arena *a, const char *dir, const char *name,
               struct card *out, struct diags *ds)
{
    struct reader r = { .arena = a, .ds = ds, .card = out };
    struct text in;

    *out = (struct card){ 0 };
    if (!name_is_plain(name))
        return diag_fail(ds, "'%s' is not the name of a card", name);
    r.path = arena_printf(a, "%s/%s.yaml", dir, name);
    if (!file_exists(r.path))
        return diag_fail(ds, "no card named '%s' in '%s'", name, dir);
    if (!file_read(a, r.path, CARD_FILE_MAX, &in, ds))
        return false;
    out->name = arena_strdup(a, name);
    r.sources = ARENA_NEW(a, const char *, card_field_count);
    r.lines = ARENA_NEW(a, int, card_field_count);
    for (int i = 0; i < card_field_count; i++)
        r.sources[i] = "";
    out->sources = r.sources;
    return read_text(&r, in);
}

const char *card_source(const struct card *c, int field)
{
    if (!c->sources || field < 0 || field >= card_field_count)
        return "";
    return c->sources[field];
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char **card_list(struct arena *a, const char *dir, int *n)
{
    const char **names = NULL;
    int capacity = 0;
    struct dirent *e;
    DIR *d = opendir(dir);

    *n = 0;
    while (d && (e = readdir(d))) {
        size_t size = strlen(e->d_name);

        if (size > 5 && strcmp(e->d_name + size - 5, ".yaml") == 0) {
            const char *name = arena_strndup(a, e->d_name, size - 5);

            if (name_is_plain(name))
                ARENA_PUSH(a, names, *n, capacity, name);
        }
    }
    if (d)
        closedir(d);
    if (*n)
        qsort(names, (size_t)*n, sizeof *names, by_name);
    return names;
}
