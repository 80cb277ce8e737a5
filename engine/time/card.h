/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A card: every figure of a GPU and its link that the lab uses, read from
 * engine/time/cards/NAME.yaml. Each value in the file carries its source;
 * card_fields.def lists every field once, with its unit and meaning.
 */
#ifndef TIME_CARD_H
#define TIME_CARD_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct diags;

struct card {
    const char *name;    /* "rtx-4090", the file's name */
    const char *product; /* "NVIDIA GeForce RTX 4090" */
#define FIELD(name, unit, meaning) double name;
#include "time/card_fields.def"
#undef FIELD
    const char *const *sources; /* one per field */
};

struct card_field {
    const char *name, *unit, *meaning;
};
extern const struct card_field card_fields[];
extern const int card_field_count;

/* Where a value came from: the text after `source:`; "" if not stated. */
const char *card_source(const struct card *c, int field);

/* Load `dir`/`name`.yaml. Unknown, missing or absurd values are errors with
   their line. False and diags on failure. */
bool card_load(struct arena *a, const char *dir, const char *name,
               struct card *out, struct diags *ds);

/* Names of all cards in dir, sorted; count in *n. */
const char **card_list(struct arena *a, const char *dir, int *n);

/* The card used when none is named. */
#define CARD_DEFAULT "h100-sxm"

#endif
