/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as a trace file: no crash, no leak, bounded memory. */
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "trace/trace.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = { 0 };
    struct diags ds = { .arena = &a };
    struct trace t;

    trace_parse(&a, (struct text){ (const char *)data, size }, "x", &t, &ds);
    arena_clear(&a);
    return 0;
}
