/* SPDX-License-Identifier: Apache-2.0 */
/* Start the two children of a session: used by session.c only. */
#ifndef DEVICE_SESSION_CHILD_H
#define DEVICE_SESSION_CHILD_H

#include <sys/types.h>

#include "device/session.h"

struct session_fds {
    int program_bus, device_bus; /* the two ends */
    int output;                  /* for the program's stdout and stderr */
};

/* The child's process, or -1 and a diag. */
pid_t session_start_device(struct arena *a, const struct session_options *o,
                           const struct session_fds *fds, const char *trace,
                           struct diags *ds);
pid_t session_start_program(struct arena *a, const struct session_options *o,
                            const struct session_fds *fds, struct diags *ds);

#endif
