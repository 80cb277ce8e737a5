/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A table of records by a 64-bit key, which is each record's first member and
 * never 0. It grows; records move when it does.
 */
#ifndef SIM_TABLE_H
#define SIM_TABLE_H

#include <stddef.h>
#include <stdint.h>

struct table {
    char *at;
    size_t record;       /* bytes of one */
    uint64_t size, used; /* size: a power of two, or 0 before the first one */
};

/* The record of a key; NULL if there is none. */
void *table_find(const struct table *t, uint64_t key);

/* The same; a new one is zeroed but for its key. */
void *table_put(struct table *t, uint64_t key);

/* The i-th place, i < size; NULL if it is free. In no useful order. */
void *table_at(const struct table *t, uint64_t i);

void table_release(struct table *t);

#endif
