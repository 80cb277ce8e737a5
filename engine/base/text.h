/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* A borrowed piece of text; not NUL-terminated. */
struct text {
    const char *at;
    size_t size; /* bytes */
};

struct arena;

/* The whole of the string s. */
struct text text_of(const char *s);

/* True if t and s hold the same bytes. */
bool text_is(struct text t, const char *s);

/* A growable, NUL-terminated byte buffer; a zeroed one is valid and empty. */
struct buf {
    char *at;
    size_t size, capacity; /* bytes; size leaves out the NUL */
};

/* Append bytes or formatted text; exits the process when memory runs out. */
void buf_add(struct buf *b, const void *bytes, size_t size);
void buf_str(struct buf *b, const char *s);
void buf_printf(struct buf *b, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Free the bytes; the buffer is empty and usable again. */
void buf_release(struct buf *b);

#endif
