/* SPDX-License-Identifier: Apache-2.0 */
#include "tui/request.h"

#include <string.h>

#define LANE_BYTES_MAX 32u

static bool is_active(const struct request_sample *s, int lane)
{
    return s->active >> lane & 1;
}

/* Bytes per lane; traces may hold anything. */
static uint32_t lane_bytes(const struct request_sample *s)
{
    return s->bytes < 1                ? 1
           : s->bytes > LANE_BYTES_MAX ? LANE_BYTES_MAX
                                       : s->bytes;
}

/* The place of a sector in the sorted list, put there if it is new. */
static void note(struct sector_map *m, uint64_t sector, uint32_t bytes)
{
    int i = 0;

    while (i < m->count && m->sector[i] < sector)
        i++;
    if (i == m->count || m->sector[i] != sector) {
        size_t n = (size_t)(m->count - i);

        memmove(m->sector + i + 1, m->sector + i, n * sizeof *m->sector);
        memmove(m->used + i + 1, m->used + i, n * sizeof *m->used);
        m->sector[i] = sector;
        m->used[i] = 0;
        m->count++;
    }
    m->used[i] |= bytes;
}

static int find(const struct sector_map *m, uint64_t sector)
{
    for (int i = 0; i < m->count; i++)
        if (m->sector[i] == sector)
            return i;
    return -1;
}

void sector_map(const struct request_sample *s, struct sector_map *out)
{
    uint32_t n = lane_bytes(s);

    *out = (struct sector_map){ 0 };
    for (int l = 0; l < LANES; l++) {
        uint64_t at = s->address[l];

        if (!is_active(s, l))
            continue;
        out->active_lanes++;
        for (uint32_t b = 0; b < n; b++)
            note(out, (at + b) / SECTOR_BYTES,
                 UINT32_C(1) << (at + b) % SECTOR_BYTES);
    }
    for (int l = 0; l < LANES; l++)
        out->lane[l] =
            is_active(s, l) ? find(out, s->address[l] / SECTOR_BYTES) : -1;
    for (int i = 0; i < out->count; i++)
        out->bytes_used += __builtin_popcount(out->used[i]);
    out->ideal = (out->bytes_used + SECTOR_BYTES - 1) / SECTOR_BYTES;
}

/* Serve lanes first .. end - 1 in as many wavefronts as their words need. */
static void serve(const struct request_sample *s, int first, int end,
                  struct bank_map *m)
{
    uint64_t word[BANK_ROWS_MAX][BANKS];
    int depth[BANKS] = { 0 }, base = m->rows;
    uint32_t words = (lane_bytes(s) + BANK_BYTES - 1) / BANK_BYTES;

    for (int l = first; l < end; l++) {
        for (uint32_t w = 0; w < words && is_active(s, l); w++) {
            uint64_t want = s->address[l] / BANK_BYTES + w;
            int bank = (int)(want % BANKS), row = 0;

            while (row < depth[bank] && word[row][bank] != want)
                row++;
            if (base + row >= BANK_ROWS_MAX)
                continue;
            if (row == depth[bank]) {
                depth[bank]++;
                word[row][bank] = want;
                m->lane[base + row][bank] = (int8_t)l;
            }
            m->lanes[base + row][bank]++;
            if (base + row >= m->rows)
                m->rows = base + row + 1;
        }
    }
}

void bank_map(const struct request_sample *s, struct bank_map *out)
{
    uint32_t words = (lane_bytes(s) + BANK_BYTES - 1) / BANK_BYTES;
    int lanes = LANES / (int)(words < 1 ? 1 : words > 4 ? 4 : words);

    *out = (struct bank_map){ 0 };
    memset(out->lane, -1, sizeof out->lane);
    for (int l = 0; l < LANES; l++)
        out->active_lanes += is_active(s, l);
    for (int l = 0; l < LANES; l += lanes) {
        int before = out->rows;

        serve(s, l, l + lanes < LANES ? l + lanes : LANES, out);
        out->ideal += out->rows > before;
    }
}

char sector_letter(int i)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    return i >= 0 && i < (int)sizeof letters - 1 ? letters[i] : '+';
}
