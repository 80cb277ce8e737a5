/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as PTX: no crash, no hang, bounded memory. */
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "ptx/print.h"
#include "ptx/program.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = { 0 };
    struct diags ds = { .arena = &a };
    struct program p;
    struct buf b = { 0 };

    if (ptx_load(&a, (struct text){ (const char *)data, size }, &p, &ds))
        ptx_print(&p, &b);
    buf_release(&b);
    arena_clear(&a);
    return 0;
}
