/* SPDX-License-Identifier: Apache-2.0 */
/* The cuSPARSE library is not part of the lab. */
#error "cusparse.h (the cuSPARSE library) is not supported"
