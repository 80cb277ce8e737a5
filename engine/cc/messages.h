/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What compilers and linkers say, as diags: clang's and gcc's style, nvcc's
 * own (EDG) and the linker's. Messages about places that are not the
 * learner's (system headers, ours, temp files) move to the learner's line that
 * led there, or lose their place.
 */
#ifndef CC_MESSAGES_H
#define CC_MESSAGES_H

#include "base/diag.h"

struct cc_options;

struct message {
    struct span at; /* file NULL: none of the learner's */
    enum diag_level level;
    const char *text;
    const char *tail; /* EDG: the source from the caret on, to find column */
    bool elsewhere;   /* it is about a file that is not the learner's */
    bool head;        /* an error or warning; notes follow their head */
};

struct messages {
    struct arena *a;
    const struct cc_options *o;
    const char *dir; /* temp dir: nothing in it is shown */
    const char *cwd;
    struct message *all;
    int count, capacity;
};

/* Set up for one build. */
void messages_init(struct messages *m, struct arena *a,
                   const struct cc_options *o, const char *dir);

/* Take up one program's output; true if there was an error in it. */
bool messages_parse(struct messages *m, const char *output);

/* Is this one of the learner's files, or the system's, ours, a temp file? */
bool messages_is_learners(const struct messages *m, const char *file);

/* The name under which a file of the learner's is shown; NULL if it is not. */
const char *messages_shown(const struct messages *m, const char *file);

/* Hand all of it over: duplicates removed, in the order of the source. */
void messages_emit(const struct messages *m, struct diags *ds);

#endif
