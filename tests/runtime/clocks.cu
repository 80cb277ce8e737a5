// SPDX-License-Identifier: Apache-2.0
// The host's clock is virtual: calls and sleeps move it, work of the host does
// not, and a loop that waits for a time ends.
#include "runtime.h"
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <mutex>
#include <sys/time.h>
#include <thread>
#include <unistd.h>

using namespace std::chrono;

static double now_us()
{
    return duration<double, std::micro>(steady_clock::now().time_since_epoch())
        .count();
}

int main()
{
    int *d;
    double start, timed;
    volatile double sum = 0;
    std::mutex m;
    std::condition_variable c;
    timeval t0, t1;

    OK(cudaFree(0));
    OK(cudaMalloc(&d, 1 << 20));
    OK(cudaMemset(d, 0, 1 << 20));
    OK(cudaDeviceSynchronize());
    start = now_us();
    for (int i = 0; i < 3000000; i++)
        sum = sum + i;
    HOLDS(now_us() - start < 5);

    start = now_us();
    work<<<1024, 256>>>(d, 1 << 18, 1000);
    OK(cudaDeviceSynchronize());
    timed = now_us() - start;
    HOLDS(timed > 10 && timed < 10000);

    start = now_us();
    std::this_thread::sleep_for(milliseconds(50));
    usleep(1000);
    HOLDS(now_us() - start > 50990 && now_us() - start < 51100);

    start = now_us();
    while (now_us() - start < 2000)
        ;
    gettimeofday(&t0, nullptr);
    {
        std::unique_lock<std::mutex> lock(m);
        HOLDS(c.wait_for(lock, milliseconds(20)) == std::cv_status::timeout);
    }
    gettimeofday(&t1, nullptr);
    timed = (t1.tv_sec - t0.tv_sec) * 1e6 + (t1.tv_usec - t0.tv_usec);
    HOLDS(timed >= 19000 && timed < 40000);
    HOLDS(time(nullptr) / 86400 == 20089);  // 1 January 2025
    return result();
}
