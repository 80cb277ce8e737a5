/* SPDX-License-Identifier: Apache-2.0 */
/* Compiling at run time needs NVIDIA's compiler. */
#error "nvrtc.h (compiling kernels at run time) is not supported"
