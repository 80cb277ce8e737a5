/* SPDX-License-Identifier: Apache-2.0 */
/* Half and bfloat16 as bits: exact to float, rounded from double. */
#ifndef SIM_HALF_H
#define SIM_HALF_H

#include <stdint.h>

#include "ptx/program.h"

/* The value of f16 or bf16 bits. */
double half_value(enum type t, uint16_t bits);

/* The nearest f16 or bf16 in a rounding mode (ROUND_N, Z, M, P); overflow as
   IEEE 754, NaN canonical (0x7fff). */
uint16_t half_round(enum type t, double value, enum rounding mode);

#endif
