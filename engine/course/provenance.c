/* SPDX-License-Identifier: Apache-2.0 */
#include "course/provenance.h"

#include <stdlib.h>
#include <string.h>

#include "base/bug.h"

/* A stretch of host memory as the copies left it. */
struct image {
    uint64_t start, end;
    uint8_t *data, *good; /* one byte each: content, from a kernel */
};

static int by_host(const void *a, const void *b)
{
    const struct download *x = *(const struct download *const *)a;
    const struct download *y = *(const struct download *const *)b;

    if (x->host != y->host)
        return x->host < y->host ? -1 : 1;
    return (x > y) - (x < y);
}

/* Copies [from, to) in address order touch each other: one image of them,
   filled in the order in which they were made. */
static struct image build(const struct trace *t, uint64_t start, uint64_t end)
{
    struct image im = { .start = start, .end = end };
    size_t bytes = (size_t)(end - start);

    im.data = calloc(bytes + 1, 1);
    im.good = calloc(bytes + 1, 1);
    if (!im.data || !im.good)
        DIE("out of memory (%zu bytes)", bytes);
    for (int i = 0; i < t->download_count; i++) {
        const struct download *d = &t->downloads[i];

        if (d->host < start || d->host >= end)
            continue;
        memcpy(im.data + (d->host - start), d->data, d->bytes);
        memset(im.good + (d->host - start), d->from_kernel, d->bytes);
    }
    return im;
}

static bool holds(const struct image *im, struct text output)
{
    size_t bytes = (size_t)(im->end - im->start);
    const uint8_t *at = im->data;

    while ((at = memmem(at, bytes - (size_t)(at - im->data), output.at,
                        output.size))) {
        if (!memchr(im->good + (at - im->data), 0, output.size))
            return true;
        at++;
    }
    return false;
}

bool output_from_card(const struct trace *t, struct text output)
{
    const struct download **sorted;
    bool found = false;
    int n = t->download_count;

    if (!output.size)
        return true;
    sorted = calloc((size_t)n + 1, sizeof *sorted);
    if (!sorted)
        DIE("out of memory");
    for (int i = 0; i < n; i++)
        sorted[i] = &t->downloads[i];
    qsort(sorted, (size_t)n, sizeof *sorted, by_host);
    for (int i = 0; i < n && !found;) {
        uint64_t start = sorted[i]->host, end = start;
        struct image im;

        for (; i < n && sorted[i]->host <= end; i++)
            if (sorted[i]->host + sorted[i]->bytes > end)
                end = sorted[i]->host + sorted[i]->bytes;
        if (end - start < output.size)
            continue;
        im = build(t, start, end);
        found = holds(&im, output);
        free(im.data);
        free(im.good);
    }
    free(sorted);
    return found;
}
