/* SPDX-License-Identifier: Apache-2.0 */
/* What this header declares is already there. */
#include "cuda_runtime.h"
