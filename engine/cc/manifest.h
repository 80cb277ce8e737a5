/* SPDX-License-Identifier: Apache-2.0 */
/* The text file that describes one program of the cache. */
#ifndef CC_MANIFEST_H
#define CC_MANIFEST_H

#include "base/diag.h"
#include "cc/deps.h"

struct manifest {
    const char *id;      /* folder of the program */
    struct hash program; /* of its bytes */
    struct deps deps;
    struct diags said; /* what the compiler said: warnings, notes */
};

/* False if it is not there, or damaged. */
bool manifest_read(struct arena *a, const char *path, struct manifest *out);

/* m->said is not used: the warnings come as a list. */
bool manifest_write(struct arena *a, const char *path, const struct manifest *m,
                    const struct diag *said, struct diags *ds);

/* The hash of a program's bytes. */
bool manifest_program_hash(const char *path, struct hash *out);

#endif
