/* SPDX-License-Identifier: Apache-2.0 */
/* What `nvcc --dryrun` prints: settings and the command of each stage. */
#ifndef CC_DRYRUN_H
#define CC_DRYRUN_H

#include "cc/build.h"

enum stage {
    STAGE_CPP_HOST,
    STAGE_CUDAFE,
    STAGE_CPP_DEVICE,
    STAGE_CICC,
    STAGE_FATBINARY,
    STAGE_HOST,
    STAGE_COUNT
};

struct dryrun {
    struct args stages[STAGE_COUNT];
    struct args env;       /* the settings, as NAME=value */
    const char *module_id; /* the file that two stages read */
};

/*
 * Take it apart. False if it is not the known six commands, or has anything
 * that a shell would treat specially.
 */
bool dryrun_parse(struct arena *a, const char *text, struct dryrun *out);

#endif
