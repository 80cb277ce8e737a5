/* SPDX-License-Identifier: Apache-2.0 */
/* Floats of 8 bits and less: only the toolkit's own header has them. */
#error "cuda_fp8.h (small floats) is not supported with clang; --compiler nvcc has it"
