// SPDX-License-Identifier: Apache-2.0
// All in, all computed, all out.
#include "reference.h"

int main()
{
    return play([](const float *in, float *out, float *din, float *dout) {
        // [hot]
        cudaMemcpy(din, in, BYTES, cudaMemcpyHostToDevice);
        filter<<<N / 256, 256>>>(din, dout);
        cudaMemcpy(out, dout, BYTES, cudaMemcpyDeviceToHost);
        // [/hot]
    });
}
