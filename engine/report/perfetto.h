/* SPDX-License-Identifier: Apache-2.0 */
/* A run as Chrome's trace event format, which Perfetto opens. */
#ifndef REPORT_PERFETTO_H
#define REPORT_PERFETTO_H

#include "report/report.h"

/*
 * {"traceEvents": [...]}: the host's calls; every piece of device work on its
 * stream, copies on their engine too; arrows from a launch call to its kernel;
 * counters of occupancy and of bytes under way. Times are virtual
 * microseconds. Source: the Trace Event Format document.
 */
void perfetto_json(const struct report *r, struct buf *out);

#endif
