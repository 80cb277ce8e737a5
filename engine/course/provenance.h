/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COURSE_PROVENANCE_H
#define COURSE_PROVENANCE_H

#include <stdbool.h>

#include "base/text.h"
#include "trace/trace.h"

/*
 * Did the output come from the card? Every byte of it must stand, in one piece,
 * in what was copied to the host, and every byte of that piece must have been
 * written last by a kernel. Later copies to the same place win. An empty
 * output needs nothing.
 */
bool output_from_card(const struct trace *t, struct text output);

#endif
