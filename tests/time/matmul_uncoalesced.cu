// SPDX-License-Identifier: Apache-2.0
// The same product with x and y swapped: lanes walk down the columns.
#define UNCOALESCED 1
#include "matmul_naive.cu"
