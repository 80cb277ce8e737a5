/* SPDX-License-Identifier: Apache-2.0 */
/* Tensor-core operations. */
#error "mma.h (tensor-core operations) is not supported yet"
