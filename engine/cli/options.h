/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "cc/cc.h"

struct arena;
struct diags;
struct buf;

/* What the command line said. Strings are borrowed from argv. */
struct options {
    const char *command; /* NULL: none was given */
    const char **words;  /* arguments that are no options */
    int word_count;
    const char *const *rest; /* after "--" */
    int rest_count;
    const char **flags; /* cc and run: -I -D -O -l -std= ..., as given */
    int flag_count;
    const char *card, *file, *course, *work, *output;
    enum compiler compiler;
    int threads;         /* 0: as many as there are cores, at most 8 */
    int timeout_s;       /* 0: the default */
    int gpus;            /* equal cards; 0: one */
    uint64_t seed;       /* 0: the default */
    uint64_t budget;     /* warp instructions a launch; 0: the default */
    uint64_t vram_bytes; /* 0: the card's */
    bool checks_off, real_clock, all, compare, sampled, what_if, json, plain,
        ascii, no_color, yes, no_input;
    bool help, version;
};

/*
 * Parse argv[1..]. False and one diag for an unknown option (with the nearest
 * known one), a missing or bad argument.
 */
bool options_parse(struct arena *a, int argc, const char *const *argv,
                   struct options *out, struct diags *ds);

/* An option: "--output -o", what its argument is (NULL: a switch), meaning. */
struct option_row {
    const char *name, *argument, *meaning;
};
extern const struct option_row option_table[];
extern const int option_count;

/* The table as help text, one option a line. */
void options_help(struct buf *out);

/* Edit distance of two words, for "did you mean". */
int word_distance(const char *a, const char *b);

#endif
