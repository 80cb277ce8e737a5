/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/finding.h"

const struct finding_info finding_table[FINDING_COUNT] = {
#define FINDING(id, text, severity, lesson) \
    [FINDING_##id] = { text, SEVERITY_##severity, lesson },
#include "trace/findings.def"
#undef FINDING
};
