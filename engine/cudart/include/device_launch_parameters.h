/* SPDX-License-Identifier: Apache-2.0 */
/* threadIdx and its family: already there. */
#include "cuda_runtime.h"
