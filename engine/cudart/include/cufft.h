/* SPDX-License-Identifier: Apache-2.0 */
/* The cuFFT library is not part of the lab. */
#error "cufft.h (the cuFFT library) is not supported"
