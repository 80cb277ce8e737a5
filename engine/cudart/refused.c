/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the lab lacks is refused by name, never ignored. The parameters are
 * not looked at, so one declaration without a prototype serves all.
 */
#include <stdio.h>

#include "cudart/client.h"

static int refuse(const char *name, bool *said)
{
    if (!*said)
        fprintf(stderr, "warplings: %s is not supported yet\n", name);
    *said = true;
    return client_error(cudaErrorNotSupported);
}

#define REFUSED(name)                \
    PUBLIC int name(void);           \
    PUBLIC int name(void)            \
    {                                \
        static bool said;            \
                                     \
        return refuse(#name, &said); \
    }
#include "cudart/refused.def"
#undef REFUSED
