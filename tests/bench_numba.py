# SPDX-License-Identifier: Apache-2.0
# The product of kernels/11-tiling/naive.cu in Numba's CUDA simulator; for
# bench.sh. Prints the seconds that it took. usage: bench_numba.py N
import os
import sys
import time

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"

import numpy as np
from numba import cuda

TILE = 16


@cuda.jit
def product(a, b, c, n):
    x, y = cuda.grid(2)
    if x >= n or y >= n:
        return
    total = np.float32(0)
    for k in range(n):
        total += a[y * n + k] * b[k * n + x]
    c[y * n + x] = total


n = int(sys.argv[1])
a = (np.arange(n * n) % 7).astype(np.float32)
b = (np.arange(n * n) % 5).astype(np.float32)
c = np.zeros(n * n, np.float32)
blocks = (n + TILE - 1) // TILE
start = time.monotonic()
product[(blocks, blocks), (TILE, TILE)](a, b, c, n)
took = time.monotonic() - start
want = a.reshape(n, n) @ b.reshape(n, n)
if not np.array_equal(c.reshape(n, n), want):
    sys.exit("the simulator's product is wrong")
print(f"{took:.4f}")
