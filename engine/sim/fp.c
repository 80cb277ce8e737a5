/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Float arithmetic with what the fast rows leave out: directed rounding,
 * flushing of subnormals (.ftz), saturation (.sat). The sources are copied to
 * scratch rows, flushed there, and the fast row runs on the copies under the
 * wanted rounding mode of the host.
 */
#include <fenv.h>
#include <math.h>

#include "sim/exec.h"

static int host_rounding(enum rounding r)
{
    switch (r) {
    case ROUND_Z:
        return FE_TOWARDZERO;
    case ROUND_M:
        return FE_DOWNWARD;
    case ROUND_P:
        return FE_UPWARD;
    default:
        return FE_TONEAREST;
    }
}

static uint32_t flush(uint32_t bits)
{
    return bits & 0x7f800000 ? bits : bits & 0x80000000;
}

/* Copy one source to a scratch pair of rows; returns its row. */
static int copy_source(struct worker *x, int source, int slot, bool wide,
                       bool ftz)
{
    int to = -1 - 2 * slot - 1; /* a pair: rows to and to + 1 */

    if (wide) {
        memcpy(wide_at(x, to), wide_at(x, source), 8 * WARP_SIZE);
        return to;
    }
    for (int i = 0; i < WARP_SIZE; i++) {
        uint32_t v = row_at(x, source)->lane[i];

        row_at(x, to)->lane[i] = ftz ? flush(v) : v;
    }
    return to;
}

static void finish_f32(struct row *out, uint32_t mods)
{
    for (int i = 0; i < WARP_SIZE; i++) {
        uint32_t v = out->lane[i];
        float f;

        if (mods & MOD_FTZ)
            v = flush(v);
        memcpy(&f, &v, sizeof f);
        if (mods & MOD_SAT) { /* a NaN becomes +0 */
            f = f > 0 ? (f < 1 ? f : 1) : 0;
            memcpy(&v, &f, sizeof v);
        }
        out->lane[i] = v;
    }
}

static void finish_f64(uint64_t *out, uint32_t mods)
{
    for (int i = 0; i < WARP_SIZE && (mods & MOD_SAT); i++) {
        double f;

        memcpy(&f, &out[i], sizeof f);
        f = f > 0 ? (f < 1 ? f : 1) : 0;
        memcpy(&out[i], &f, sizeof f);
    }
}

void fp_slow(struct worker *x, const struct uop *u, uint32_t mask)
{
    enum { RESULT = 4 };
    const uint32_t mods = u->in->mods;
    const bool wide = u->in->type == TYPE_F64;
    const int mode = host_rounding(u->in->rounding);
    const bool ftz = !wide && (mods & MOD_FTZ);
    struct uop copy = *u;

    copy.a = copy_source(x, u->a, 0, wide, ftz);
    if (u->in->operand_count > 2)
        copy.b = copy_source(x, u->b, 1, wide, ftz);
    if (u->in->operand_count > 3)
        copy.c = copy_source(x, u->c, 2, wide, ftz);
    copy.d = -1 - 2 * RESULT - 1;
    if (mode != FE_TONEAREST)
        fesetround(mode);
    u->fast(x, &copy, WARP_FULL);
    if (mode != FE_TONEAREST)
        fesetround(FE_TONEAREST);
    if (wide) {
        finish_f64(wide_at(x, copy.d), mods);
        wide_store(wide_at(x, u->d), wide_at(x, copy.d), mask);
    } else {
        finish_f32(row_at(x, copy.d), mods);
        row_store(row_at(x, u->d), row_at(x, copy.d)->lane, mask);
    }
}
