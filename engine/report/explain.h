/* SPDX-License-Identifier: Apache-2.0 */
/* Findings in words. */
#ifndef REPORT_EXPLAIN_H
#define REPORT_EXPLAIN_H

#include "report/report.h"

/* What happened: a sentence with the facts of the finding. kernel may be
   NULL. */
const char *explain_message(struct arena *a, const struct finding *f,
                            const char *kernel, uint64_t count);

/* What to try, tied to the lesson that teaches it. */
const char *explain_advice(enum finding_id id);

#endif
