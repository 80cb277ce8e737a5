/* SPDX-License-Identifier: Apache-2.0 */
/* JSON pieces that several reports print alike. */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include <jansson.h>

#include "report/report.h"

/* {"value": ..., "basis": "counted"} */
json_t *json_value(const struct value *v, enum basis basis);

/* Whole numbers without a point, others with four digits after it. */
json_t *json_number(double n);

json_t *json_finding(const struct report_finding *f);
const char *basis_text(enum basis b);
const char *severity_text(enum severity s);

/* A string that may hold any bytes: what is no UTF-8 becomes '?'. */
json_t *json_bytes(struct text t);

/* Append with a newline and release. */
void json_print(json_t *root, struct buf *out);

#endif
