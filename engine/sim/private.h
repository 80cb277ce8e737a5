/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of which each lane of a warp has its own. */
#ifndef SIM_PRIVATE_H
#define SIM_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lane_memory {
    uint32_t *words; /* [word of a lane][lane] */
    uint32_t *init;  /* by byte of a lane: lanes that wrote it */
    int bytes;       /* of each lane */
};

/* Room for that many bytes a lane; what is there stays. */
void private_grow(struct lane_memory *m, int bytes);
void private_release(struct lane_memory *m);

/* For these lanes the bytes are not written any more. */
void private_forget(struct lane_memory *m, uint32_t mask, int first, int bytes);

/* Copy bytes of one lane; false if they lie beyond its memory. */
bool private_read(const struct lane_memory *m, int lane, uint64_t offset,
                  void *out, size_t n);
bool private_write(struct lane_memory *m, int lane, uint64_t offset,
                   const void *in, size_t n);

#endif
