/* SPDX-License-Identifier: Apache-2.0 */
/* The cuSOLVER library is not part of the lab. */
#error "cusolverDn.h (the cuSOLVER library) is not supported"
