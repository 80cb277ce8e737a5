/* SPDX-License-Identifier: Apache-2.0 */
/* The arithmetic of calc.def, and what each result tells. */
#include <math.h>

#include "base/diag.h"
#include "base/text.h"
#include "cli/calc.h"
#include "time/card.h"
#include "time/time.h"

enum { LANES = 32, BANKS = 32, SECTOR = 32 };

/* PCI Express Base Specification: giga-transfers per second and lane, and
   the part of them that is payload (8b/10b, 128b/130b, flits of 242/256). */
static double pcie_gbs(int gen, double lanes)
{
    static const double rate[] = { 2.5, 5, 8, 16, 32, 64 };
    double payload = gen <= 2 ? 8.0 / 10 : gen <= 5 ? 128.0 / 130 : 242.0 / 256;

    return rate[gen - 1] * lanes * payload / 8;
}

static double sectors_of(double stride, double size)
{
    double last = -1, count = 0;

    for (int lane = 0; lane < LANES; lane++) {
        double from = floor(lane * stride * size / SECTOR);
        double to = floor((lane * stride * size + size - 1) / SECTOR);

        if (from <= last)
            from = last + 1;
        if (to >= from) {
            count += to - from + 1;
            last = to;
        }
    }
    return count;
}

/* A load's efficiency: the sectors that its distinct bytes fill, of those it
   asks for. */
static double sectors(const double *in, struct buf *note)
{
    double bytes = in[0] > 0 ? LANES * in[1] : in[1];
    double ideal = ceil(bytes / SECTOR), r = sectors_of(in[0], in[1]);

    buf_printf(note, "Its bytes fill %.0f: an efficiency of %.3g %%.", ideal,
               100 * ideal / r);
    return r;
}

static double passes_of(double stride)
{
    int n = (int)fmod(stride, BANKS), a = BANKS, b = n;

    if (stride == 0) /* one word: a broadcast */
        return 1;
    while (b) {
        int rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

static double occupancy(const struct card *c, const double *in,
                        struct buf *note)
{
    static const char *const limits[] = {
        [LIMIT_BLOCKS] = "blocks",
        [LIMIT_WARPS] = "warps",
        [LIMIT_REGISTERS] = "registers",
        [LIMIT_SHARED] = "shared memory",
    };
    struct occupancy o = occupancy_of(c, (int)in[0], (int)in[1], (int)in[2]);

    if (o.blocks_per_sm == 0)
        buf_printf(note, "Not one block fits on an SM: too much %s.",
                   limits[o.limiter]);
    else
        buf_printf(note,
                   "%d blocks of %d warps fit on an SM that holds %.0f warps; "
                   "the limit is %s.",
                   o.blocks_per_sm, o.warps_per_block, c->sm_warps_max,
                   limits[o.limiter]);
    return o.theoretical_pct;
}

/* Conditions under which a formula means nothing. */
static const char *refusal(enum calc_id id, const struct card *c,
                           const double *in)
{
    switch (id) {
    case CALC_pcie:
        return in[0] != floor(in[0]) || in[0] < 1 || in[0] > 6
                   ? "there are PCIe generations 1 to 6"
                   : NULL;
    case CALC_transfer:
        return in[1] == 0 ? "the bandwidth is zero" : NULL;
    case CALC_amdahl:
        return in[0] > 1    ? "p is a part of the time: 0 to 1"
               : in[1] == 0 ? "n is zero"
                            : NULL;
    case CALC_intensity:
        return in[1] == 0 ? "a kernel that moves no bytes has no intensity"
                          : NULL;
    case CALC_little:
        return in[1] == 0 ? "the clock is zero" : NULL;
    case CALC_occupancy:
        return in[0] < 1 || in[0] > c->block_threads_max
                   ? "no block of this card has so many threads"
               : in[1] > c->thread_registers_max
                   ? "no thread of this card has so many registers"
               : in[2] > c->block_shared_optin_bytes
                   ? "no block of this card may have so much shared memory"
                   : NULL;
    case CALC_waves:
        return in[1] == 0 || in[2] == 0 ? "no SM takes a block" : NULL;
    case CALC_sectors:
        return in[0] != floor(in[0]) || in[0] > 1e9
                   ? "the stride is a whole number of elements"
               : in[1] < 1 || in[1] > 16 ? "elements have 1 to 16 bytes"
                                         : NULL;
    case CALC_banks:
        return in[0] != floor(in[0]) || in[0] > 1e9
                   ? "the stride is a whole number of words"
                   : NULL;
    default:
        return NULL;
    }
}

static double roofline(const double *in, struct buf *note)
{
    double memory = in[0] * in[2];

    buf_printf(note,
               "%s bound: the card's ridge is at %.3g FLOP/byte, the kernel "
               "is at %.3g.",
               memory < in[1] ? "Memory" : "Compute", in[1] / in[2], in[0]);
    return memory < in[1] ? memory : in[1];
}

static double waves(const double *in, struct buf *note)
{
    double exact = in[0] / (in[1] * in[2]), whole = ceil(exact);

    buf_printf(note,
               "They take as long as %.0f full waves: %.0f %% of the places "
               "are used.",
               whole, whole > 0 ? 100 * exact / whole : 0);
    return exact;
}

static double amdahl(const double *in, struct buf *note)
{
    if (in[0] < 1)
        buf_printf(note, "However fast the parallel part: at most %.4g x.",
                   1 / (1 - in[0]));
    return 1 / (1 - in[0] + in[0] / in[1]);
}

static double launches(const double *in, struct buf *note)
{
    double lost = in[0] * in[1] / 1000, work = in[0] * in[2];

    if (work > 0)
        buf_printf(note,
                   "The kernels themselves take %.4g us; %s sets the pace.",
                   work, lost > work ? "launching" : "their work");
    else
        buf_str(note, "Work of less time than this per launch hides in it.");
    return lost;
}

static double little(const double *in, const struct card *c, struct buf *note)
{
    double bytes = in[0] / in[1] * 1000 * in[2];

    buf_printf(note, "That is %.0f loads of 128 bytes by a warp on each SM.",
               ceil(bytes / c->sm_count / 128));
    return bytes;
}

bool calc_formula(enum calc_id id, const struct card *c, const double *in,
                  double *result, struct buf *note, struct diags *ds)
{
    const char *why = refusal(id, c, in);
    double r = 0;

    if (why)
        return diag_fail(ds, "calc %s: %s", calc_table[id].name, why);
    switch (id) { /* lint: dispatch switch */
    case CALC_bandwidth:
        r = in[0] * in[1] / 8;
        buf_str(note, "A peak: long streams reach 80 to 95 % of it, random "
                      "access far less.");
        break;
    case CALC_pcie:
        r = pcie_gbs((int)in[0], in[1]);
        buf_str(note, "Headers take their part: pinned copies reach about "
                      "80 % of it.");
        break;
    case CALC_transfer:
        r = in[2] / 1000 + in[0] / in[1] / 1000;
        buf_printf(note, "%.3g GB/s in effect.", in[0] / r / 1000);
        break;
    case CALC_amdahl:
        r = amdahl(in, note);
        break;
    case CALC_peak:
        r = 2 * in[0] * in[1] * in[2] / 1000;
        buf_str(note, "A fused multiply-add counts as two operations.");
        break;
    case CALC_intensity:
        r = in[0] / in[1];
        buf_printf(note,
                   "%s needs %.3g FLOP/byte before arithmetic is what "
                   "bounds it.",
                   c->product,
                   2 * c->fp32_lanes * c->sm_count * c->clock_mhz / 1000 /
                       c->dram_bandwidth);
        break;
    case CALC_roofline:
        r = roofline(in, note);
        break;
    case CALC_little:
        r = little(in, c, note);
        break;
    case CALC_occupancy:
        r = occupancy(c, in, note);
        break;
    case CALC_waves:
        r = waves(in, note);
        break;
    case CALC_launches:
        r = launches(in, note);
        break;
    case CALC_sectors:
        r = sectors(in, note);
        break;
    case CALC_banks:
        r = passes_of(in[0]);
        buf_str(note, r > 1 ? "A bank conflict: pad the row by one word."
                            : "No conflict.");
        break;
    case CALC_COUNT:
        break;
    }
    *result = r;
    return true;
}
