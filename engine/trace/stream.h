/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Little-endian records in memory: what trace files are made of. A reader
 * never runs past its end; after the first thing that does not fit `bad` is
 * set and every further read gives zero.
 */
#ifndef TRACE_STREAM_H
#define TRACE_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

struct arena;

void put_u8(struct buf *b, uint8_t v);
void put_u32(struct buf *b, uint32_t v);
void put_u64(struct buf *b, uint64_t v);
void put_f64(struct buf *b, double v);
/* A string, or NULL, which comes back as NULL. */
void put_string(struct buf *b, const char *s);
void put_bytes(struct buf *b, const void *bytes, uint32_t size);

struct reader {
    const unsigned char *at, *end;
    struct arena *arena; /* owns the strings and arrays that were read */
    bool bad;
};

uint8_t get_u8(struct reader *r);
uint32_t get_u32(struct reader *r);
uint64_t get_u64(struct reader *r);
double get_f64(struct reader *r);
const char *get_string(struct reader *r);
const uint8_t *get_bytes(struct reader *r, uint64_t *size);

/* A count of records of at least `least` bytes each: bad if the rest of the
   input cannot hold that many, so a lie costs no memory. */
int32_t get_count(struct reader *r, int least);

/* A value below `limit`; bad otherwise. */
uint32_t get_enum(struct reader *r, uint32_t limit);

#endif
