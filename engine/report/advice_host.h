/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_ADVICE_HOST_H
#define REPORT_ADVICE_HOST_H

#include "report/report.h"

/*
 * Advice on what happens around the kernels: launches, waits, allocations,
 * copies, streams. Each has the line of the call, how often, and what it cost
 * in modelled time.
 */
void advise_host(struct arena *a, struct report *r, int *capacity);

#endif
