/* SPDX-License-Identifier: Apache-2.0 */
/* What the C library does in a kernel: printf, assert, malloc, memcpy, new. */
#ifndef WL_LIBC_H
#define WL_LIBC_H

extern "C" {
__device__ int printf(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
__device__ void *malloc(__SIZE_TYPE__ size);
__device__ void free(void *ptr);
__device__ __attribute__((noreturn)) void
__assert_fail(const char *what, const char *file, unsigned int line,
              const char *function);
}

WL_DEV void *memcpy(void *to, const void *from, __SIZE_TYPE__ size)
{
    return __builtin_memcpy(to, from, size);
}

WL_DEV void *memmove(void *to, const void *from, __SIZE_TYPE__ size)
{
    return __builtin_memmove(to, from, size);
}

WL_DEV void *memset(void *to, int value, __SIZE_TYPE__ size)
{
    return __builtin_memset(to, value, size);
}

#endif
