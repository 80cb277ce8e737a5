/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* Milliseconds of the host's monotonic clock: for deadlines, never for a
   result. */
uint64_t clock_ms(void);

#endif
