// SPDX-License-Identifier: Apache-2.0
// Functions of the host that a stream calls, in its order.
#include "runtime.h"
#include <condition_variable>
#include <mutex>

static char story[16];
static int told;
static cudaError_t inside;

static void tell(void *what)
{
    story[told++] = *(const char *)what;
    inside = cudaStreamSynchronize(0);
}

static std::mutex mutex;
static std::condition_variable released;
static bool open;

static void release(void *)
{
    std::lock_guard<std::mutex> lock(mutex);

    open = true;
    released.notify_one();
}

static void after(cudaStream_t, cudaError_t status, void *what)
{
    story[told++] = status == cudaSuccess ? *(const char *)what : '!';
}

int main()
{
    cudaStream_t s;
    int *d, *h;

    OK(cudaStreamCreate(&s));
    OK(cudaMalloc(&d, 1024));
    OK(cudaMallocHost(&h, 1024));
    OK(cudaMemsetAsync(d, 0, 1024, s));
    OK(cudaLaunchHostFunc(s, tell, (void *)"a"));
    work<<<1, 256, 0, s>>>(d, 256, 7);
    OK(cudaMemcpyAsync(h, d, 1024, cudaMemcpyDeviceToHost, s));
    OK(cudaStreamAddCallback(s, after, (void *)"b", 0));
    HOLDS(told == 0);
    OK(cudaStreamSynchronize(s));
    HOLDS(told == 2 && story[0] == 'a' && story[1] == 'b');
    HOLDS(inside == cudaErrorNotPermitted);
    HOLDS(h[3] == worked(0, 7));
    {
        // A wait of the program's own: the stream has to come to its call.
        std::unique_lock<std::mutex> lock(mutex);

        OK(cudaLaunchHostFunc(s, release, nullptr));
        released.wait(lock, [] { return open; });
    }
    GETS(cudaLaunchHostFunc(s, nullptr, nullptr), cudaErrorInvalidValue);
    GETS(cudaStreamAddCallback(s, after, nullptr, 3), cudaErrorInvalidValue);
    return result();
}
