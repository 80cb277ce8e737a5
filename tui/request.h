/* SPDX-License-Identifier: Apache-2.0 */
/* One memory request of a warp: which sectors, which banks. */
#ifndef TUI_REQUEST_H
#define TUI_REQUEST_H

#include "trace/trace.h"

#define LANES         32
#define SECTOR_BYTES  32
#define BANKS         32
#define BANK_BYTES    4
#define SECTORS_MAX   64 /* 32 lanes, each across two sectors at most */
#define BANK_ROWS_MAX 64

/* Lane -> sector. Sectors are in the order of their addresses. */
struct sector_map {
    uint64_t sector[SECTORS_MAX]; /* address / 32 */
    uint32_t used[SECTORS_MAX];   /* bit i: byte i was asked for */
    int count;
    int lane[LANES];  /* index of the lane's first sector; -1 not active */
    int bytes_used;   /* distinct */
    int ideal;        /* sectors if the same bytes lay together */
    int active_lanes; /* lanes that took part */
};

void sector_map(const struct request_sample *s, struct sector_map *out);

/*
 * Lane x bank. A row is one wavefront: each bank serves one word. Lanes that
 * want the same word are served together; more words in a bank make more
 * rows. Requests of 8 and 16 bytes per lane go by halves and quarters of the
 * warp.
 */
struct bank_map {
    int8_t lane[BANK_ROWS_MAX][BANKS];  /* first lane served; -1 none */
    int8_t lanes[BANK_ROWS_MAX][BANKS]; /* how many share the word */
    int rows;                           /* wavefronts */
    int ideal;                          /* wavefronts without conflicts */
    int active_lanes;
};

void bank_map(const struct request_sample *s, struct bank_map *out);

/* A letter for the sector of index i: A to Z, a to z, 0 to 9, then '+'. */
char sector_letter(int i);

#endif
