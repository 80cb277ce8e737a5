// SPDX-License-Identifier: Apache-2.0
// In chunks, dealt out to four streams.
#include "reference.h"

int main()
{
    return play([](const float *in, float *out, float *din, float *dout) {
        cudaStream_t stream[4];

        for (int s = 0; s < 4; s++)
            cudaStreamCreate(&stream[s]);
        // [hot]
        for (int c = 0; c < CHUNKS; c++) {
            int at = c * CHUNK;
            cudaStream_t s = stream[c % 4];

            cudaMemcpyAsync(din + at, in + at, PART, cudaMemcpyHostToDevice, s);
            filter<<<CHUNK / 256, 256, 0, s>>>(din + at, dout + at);
            cudaMemcpyAsync(out + at, dout + at, PART, cudaMemcpyDeviceToHost,
                            s);
        }
        // [/hot]
    });
}
