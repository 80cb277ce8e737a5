/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_ADVISE_H
#define REPORT_ADVISE_H

#include "report/report.h"

/* Add the advice that counters give: per source line or per kernel, for
   launches big enough to matter. */
void advise(struct arena *a, struct report *r, int *capacity);

/* The learner's file as it was given, if the compiler's path means it. */
const char *report_file(const char *program, const char *path);

#endif
