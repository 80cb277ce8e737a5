/* SPDX-License-Identifier: Apache-2.0 */
/* Pieces of plain text that several reports print alike. */
#ifndef REPORT_PLAIN_H
#define REPORT_PLAIN_H

#include "report/report.h"

/* Text wrapped at width, each line indented, with a newline at the end. */
void plain_wrap(struct buf *out, const char *text, int indent, int width);

/* A number with groups of three digits; "-" if it is not known. */
void plain_number(struct buf *out, const struct value *v);

/* "  name   value unit (basis)" */
void plain_metric(struct buf *out, const struct value *v, enum metric m,
                  enum basis basis);

#endif
