/* SPDX-License-Identifier: Apache-2.0 */
/* The cuDNN library is not part of the lab. */
#error "cudnn.h (the cuDNN library) is not supported"
