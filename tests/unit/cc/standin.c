/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Takes the place of the runtime in these tests: every program that is loaded
 * with it leaves the PTX it registers in $WL_PTX, then what it was asked.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/fatbin.h"

void **__cudaRegisterFatBinary(void *wrapper)
{
    static void *handle;
    const char *path = getenv("WL_PTX");
    FILE *f = path ? fopen(path, "a") : NULL;
    struct text ptx;

    if (f && fatbin_find(wrapper, &ptx) == FATBIN_OK)
        fwrite(ptx.at, 1, ptx.size, f);
    if (f)
        fclose(f);
    return &handle;
}

/* Programs of these tests do not run kernels: all else may do nothing. */
#define NOTHING(name) \
    int name(void)    \
    {                 \
        return 0;     \
    }
NOTHING(__cudaRegisterFatBinaryEnd)
NOTHING(__cudaUnregisterFatBinary)
NOTHING(__cudaRegisterFunction)
NOTHING(__cudaRegisterVar)
NOTHING(__cudaRegisterManagedVar)
NOTHING(__cudaInitModule)
NOTHING(__cudaPushCallConfiguration)
NOTHING(__cudaPopCallConfiguration)
NOTHING(__cudaGetKernel)
NOTHING(__cudaLaunchKernel)
NOTHING(__cudaManagedSection)
NOTHING(cudaLaunchKernel)
NOTHING(cudaMalloc)
NOTHING(cudaFree)
NOTHING(cudaMemcpy)
NOTHING(cudaMemcpyToSymbol)
NOTHING(cudaDeviceSynchronize)
