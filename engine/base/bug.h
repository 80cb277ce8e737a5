/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_BUG_H
#define BASE_BUG_H

#include <stdnoreturn.h>

/* BUG: this program is wrong. DIE: the machine let us down. Never for input. */
#define BUG(...) bug_at(__FILE__, __LINE__, __VA_ARGS__)
#define DIE(...) die(__VA_ARGS__)

noreturn void bug_at(const char *file, int line, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
noreturn void die(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
