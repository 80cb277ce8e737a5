/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

/*
 * An arena hands out memory that is all freed at once. Whoever creates the
 * arena owns everything in it; a function that takes an arena returns memory
 * that lives exactly as long as that arena. There is no arena_free_one().
 * A zeroed struct is a valid, empty arena.
 */
struct arena {
    struct arena_block *block; /* newest first */
    size_t used;               /* bytes used in the newest block */
};

#define ARENA_NEW(a, type, n) \
    ((type *)arena_alloc((a), (n), sizeof(type), _Alignof(type)))

/* Zeroed memory for n objects; exits the process when memory runs out. */
void *arena_alloc(struct arena *a, size_t n, size_t size, size_t align);

/* A copy of the n bytes at s, with a NUL after them. */
char *arena_strndup(struct arena *a, const char *s, size_t n);

/* A copy of the string s. */
char *arena_strdup(struct arena *a, const char *s);

/* A formatted string. */
char *arena_printf(struct arena *a, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *a, const char *fmt, va_list ap)
    __attribute__((format(printf, 2, 0)));

/*
 * Room for one more element in an arena-owned array of count elements whose
 * capacity is *capacity; returns the array, moved when it had to grow. The
 * old copy stays in the arena until it is cleared.
 */
void *arena_grow(struct arena *a, void *array, int count, int *capacity,
                 size_t size);

/* Append value to the array `arr` with the counters n and cap. */
#define ARENA_PUSH(a, arr, n, cap, value)                        \
    ((arr) = arena_grow((a), (arr), (n), &(cap), sizeof *(arr)), \
     (arr)[(n)++] = (value))

/* Free everything; the arena is empty and usable again. */
void arena_clear(struct arena *a);

#endif
