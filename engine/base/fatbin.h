/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How PTX sits in a program. The compiler's start-up code calls
 * __cudaRegisterFatBinary(wrapper); the wrapper points at one of
 *
 *   our own container   struct fatbin_header, then `size` bytes of PTX, a NUL
 *                       (what engine/cc puts in when it builds with clang)
 *   nvcc's container    magic FATBIN_NVCC_MAGIC, one entry per architecture
 *   plain PTX text      NUL-terminated (clang with an embedded .ptx file)
 */
#ifndef BASE_FATBIN_H
#define BASE_FATBIN_H

#include <stdint.h>

#include "base/text.h"

#define FATBIN_WRAPPER_MAGIC 0x466243b1u
#define FATBIN_NVCC_MAGIC    0xba55ed50u
#define FATBIN_MAGIC         "WlPtx\0\0\1" /* 8 bytes */

/* What __cudaRegisterFatBinary gets. */
struct fatbin_wrapper {
    uint32_t magic; /* FATBIN_WRAPPER_MAGIC */
    uint32_t version;
    const void *data; /* one of the three forms above */
    const void *unused;
};

/* Our own container; all numbers in the machine's byte order. */
struct fatbin_header {
    char magic[8];  /* FATBIN_MAGIC */
    uint64_t id[2]; /* hash of the PTX: the same PTX has the same id */
    uint64_t size;  /* bytes of PTX that follow, without the NUL after them */
};

enum fatbin_found {
    FATBIN_OK,
    FATBIN_BAD,        /* none of the three forms, or damaged */
    FATBIN_NO_PTX,     /* machine code only: built without PTX */
    FATBIN_COMPRESSED, /* built without --no-compress */
};

/*
 * Find the PTX behind a wrapper; *out borrows from the program's image. Among
 * several in one container the one for sm_80 wins, else the newest.
 */
enum fatbin_found fatbin_find(const struct fatbin_wrapper *wrapper,
                              struct text *out);

/* Our container around some PTX. */
void fatbin_pack(struct text ptx, struct buf *out);

#endif
