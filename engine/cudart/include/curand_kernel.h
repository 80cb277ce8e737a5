/* SPDX-License-Identifier: Apache-2.0 */
/* cuRAND's generators are not part of the lab. */
#error "curand_kernel.h (cuRAND) is not supported; write a small generator in the kernel"
