/* SPDX-License-Identifier: Apache-2.0 */
/* The cuBLAS library is not part of the lab. */
#error "cublas_v2.h (the cuBLAS library) is not supported"
