/* SPDX-License-Identifier: Apache-2.0 */
/* YAML as a tree that lives in an arena. */
#ifndef COURSE_YAML_H
#define COURSE_YAML_H

#include <stdbool.h>

struct arena;
struct diags;
struct yaml_tree;

/* A place in a tree; a zeroed one is "nothing there". */
struct node {
    const struct yaml_tree *tree;
};

/* Parse a whole document; false and a diag with the line if it is none. */
bool node_parse(struct arena *a, const char *text, const char *path,
                struct node *out, struct diags *ds);

/* A mapping's value; nothing if it is not there. */
struct node node_get(struct node n, const char *key);

/* A sequence's length (0 if it is none) and elements. */
int node_count(struct node n);
struct node node_at(struct node n, int i);

/* A scalar's text; NULL if it is none. */
const char *node_text(struct node n);
int node_line(struct node n);

#endif
