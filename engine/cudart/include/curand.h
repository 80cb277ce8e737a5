/* SPDX-License-Identifier: Apache-2.0 */
/* cuRAND's library is not part of the lab. */
#error "curand.h (the cuRAND library) is not supported"
