/* SPDX-License-Identifier: Apache-2.0 */
#include "time/peaks.h"

#include <string.h>

/* Bytes per clock out of one SM's banks: as many as the lanes can take. */
static double peak_l1(const struct card *c)
{
    double lanes = c->ldst_lanes * 4;

    return lanes < c->l1_bandwidth ? lanes : c->l1_bandwidth;
}

/* GB/s. */
static double peak_stream(const struct card *c)
{
    return c->dram_bandwidth * c->dram_achievable;
}

/* Float GFLOP/s. */
static double peak_flops(const struct card *c, double hz)
{
    return c->sm_count * c->fp32_lanes * 2 * hz;
}

int peaks_count(void)
{
    int n = 0;

#define PEAK(name, unit, formula, meaning) n++;
#include "time/peaks.def"
#undef PEAK
    return n;
}

struct peak peaks_at(const struct card *c, int i)
{
    double hz = c->clock_mhz / 1000;
    const struct peak all[] = {
#define PEAK(name, unit, formula, meaning) { #name, unit, meaning, formula },
#include "time/peaks.def"
#undef PEAK
    };

    return all[i];
}

bool card_value_derived(const struct card *c, int field)
{
    const char *s = card_source(c, field);

    return strncmp(s, "derived:", 8) == 0 ||
           strncmp(s, "modelling choice", 16) == 0;
}
