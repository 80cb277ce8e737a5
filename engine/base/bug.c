/* SPDX-License-Identifier: Apache-2.0 */
#include "base/bug.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void say(const char *fmt, va_list ap)
{
    vfprintf(stderr, fmt, ap);
    fputc('\n', stderr);
}

noreturn void bug_at(const char *file, int line, const char *fmt, ...)
{
    va_list ap;

    fprintf(stderr, "BUG %s:%d: ", file, line);
    va_start(ap, fmt);
    say(fmt, ap);
    va_end(ap);
    abort();
}

noreturn void die(const char *fmt, ...)
{
    va_list ap;

    fputs("warplings: ", stderr);
    va_start(ap, fmt);
    say(fmt, ap);
    va_end(ap);
    exit(EXIT_FAILURE);
}
