/* SPDX-License-Identifier: Apache-2.0 */
#include "course/yaml.h"

#include <string.h>
#include <yaml.h>

#include "base/arena.h"
#include "base/diag.h"

enum { DEPTH_MAX = 16 };

/* A scalar has text; a sequence or mapping has children, a mapping also their
   keys. */
struct yaml_tree {
    const char *text;
    const char **keys;
    struct yaml_tree *children;
    int count, line;
};

static void copy(struct arena *a, yaml_document_t *d, yaml_node_t *n,
                 struct yaml_tree *t, int depth)
{
    if (!n || depth > DEPTH_MAX)
        return;
    t->line = (int)n->start_mark.line + 1;
    if (n->type == YAML_SCALAR_NODE) {
        t->text = arena_strndup(a, (const char *)n->data.scalar.value,
                                n->data.scalar.length);
    } else if (n->type == YAML_SEQUENCE_NODE) {
        yaml_node_item_t *i = n->data.sequence.items.start;

        t->count = (int)(n->data.sequence.items.top - i);
        t->children = ARENA_NEW(a, struct yaml_tree, (size_t)t->count + 1);
        for (int k = 0; k < t->count; k++)
            copy(a, d, yaml_document_get_node(d, i[k]), &t->children[k],
                 depth + 1);
    } else if (n->type == YAML_MAPPING_NODE) {
        yaml_node_pair_t *p = n->data.mapping.pairs.start;

        t->count = (int)(n->data.mapping.pairs.top - p);
        t->children = ARENA_NEW(a, struct yaml_tree, (size_t)t->count + 1);
        t->keys = ARENA_NEW(a, const char *, (size_t)t->count + 1);
        for (int k = 0; k < t->count; k++) {
            struct yaml_tree key = { 0 };

            copy(a, d, yaml_document_get_node(d, p[k].key), &key, depth + 1);
            t->keys[k] = key.text ? key.text : "";
            copy(a, d, yaml_document_get_node(d, p[k].value), &t->children[k],
                 depth + 1);
        }
    }
}

bool node_parse(struct arena *a, const char *text, const char *path,
                struct node *out, struct diags *ds)
{
    yaml_parser_t parser;
    yaml_document_t d;
    struct yaml_tree *t = ARENA_NEW(a, struct yaml_tree, 1);

    *out = (struct node){ t };
    if (!yaml_parser_initialize(&parser))
        return diag_fail(ds, "out of memory");
    yaml_parser_set_input_string(&parser, (const unsigned char *)text,
                                 strlen(text));
    if (!yaml_parser_load(&parser, &d)) {
        struct span at = { path, (int)parser.problem_mark.line + 1, 0, 0 };

        diag_error(ds, at, "%s",
                   parser.problem ? parser.problem : "this is no YAML");
        yaml_parser_delete(&parser);
        return false;
    }
    copy(a, &d, yaml_document_get_root_node(&d), t, 0);
    yaml_document_delete(&d);
    yaml_parser_delete(&parser);
    return true;
}

struct node node_get(struct node n, const char *key)
{
    for (int i = 0; n.tree && n.tree->keys && i < n.tree->count; i++)
        if (!strcmp(n.tree->keys[i], key))
            return (struct node){ &n.tree->children[i] };
    return (struct node){ 0 };
}

int node_count(struct node n)
{
    return n.tree && !n.tree->keys ? n.tree->count : 0;
}

struct node node_at(struct node n, int i)
{
    return i >= 0 && i < node_count(n) ? (struct node){ &n.tree->children[i] }
                                       : (struct node){ 0 };
}

const char *node_text(struct node n)
{
    return n.tree ? n.tree->text : NULL;
}

int node_line(struct node n)
{
    return n.tree ? n.tree->line : 0;
}
