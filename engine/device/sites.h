/* SPDX-License-Identifier: Apache-2.0 */
/* The source lines of the host's calls, from the program's debug lines. */
#ifndef DEVICE_SITES_H
#define DEVICE_SITES_H

#include "trace/trace.h"

struct arena;

/*
 * Look up the places of a trace in the program that made it, by addr2line
 * (binutils), which reads the program in a process of its own. Calls and
 * findings get their file and line; what cannot be found stays unknown.
 */
void sites_resolve(struct arena *a, const char *program, struct trace *t);

#endif
