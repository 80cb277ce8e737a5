/* SPDX-License-Identifier: Apache-2.0 */
#include "base/cpu.h"

#include <stdbool.h>
#include <stddef.h>

static bool has_v3(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi2");
#else
    return false;
#endif
}

static bool has_v4(void)
{
#if defined(__x86_64__)
    return has_v3() && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") &&
           __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
#else
    return false;
#endif
}

const char *cpu_build(int i)
{
    const char *ends[4];
    int n = 0;

    if (has_v4())
        ends[n++] = "-v4";
    if (has_v3())
        ends[n++] = "-v3";
    ends[n++] = "";
    return i < n ? ends[i] : NULL;
}
