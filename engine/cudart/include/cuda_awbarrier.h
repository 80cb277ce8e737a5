/* SPDX-License-Identifier: Apache-2.0 */
/* Barriers that are objects in shared memory. */
#error "cuda_awbarrier.h (mbarrier) is not supported yet"
