/* SPDX-License-Identifier: Apache-2.0 */
/* From counters to metrics: used by report.c only. */
#ifndef REPORT_METRICS_H
#define REPORT_METRICS_H

#include "report/report.h"

/* m has METRIC_COUNT entries; those that do not apply are left alone. */
void metrics_of_counters(const struct counters *c, struct value *m);
void metrics_of_launch(const struct trace_launch *l, bool measured,
                       struct value *m);
void metrics_of_run(struct arena *a, const struct trace *t, struct value *m);

#endif
