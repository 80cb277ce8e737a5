/* SPDX-License-Identifier: Apache-2.0 */
/* The cuBLAS library is not part of the lab. */
#error "cublas.h (the cuBLAS library) is not supported"
