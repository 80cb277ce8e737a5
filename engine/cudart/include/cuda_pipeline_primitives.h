/* SPDX-License-Identifier: Apache-2.0 */
/* What this header declares is there. */
#include "cuda_pipeline.h"
