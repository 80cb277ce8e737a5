/* SPDX-License-Identifier: Apache-2.0 */
/* The cuBLAS library is not part of the lab. */
#error "cublasLt.h (the cuBLASLt library) is not supported"
