/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory that host and device share: pinned and managed memory at its fixed
 * addresses, and pages of the program's own that were registered, which are
 * laid over such memory.
 *
 * While queued work may still touch it, it is closed to the host: a fault tells
 * that the host did not wait.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cudart/client.h"

enum { PAGE = 4096 };
#define GROUP (2ull << 20) /* of managed memory, opened together */

static int file = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct area {
    struct area *next;
    struct hosted h;
    bool closed; /* managed: at least in part */
};
static struct area *areas;

/* An asynchronous copy that may still be at it. */
struct closing {
    struct closing *next;
    char *base;
    size_t bytes;
    bool reads; /* the device reads: the host may too */
    uint64_t ticket;
    void *to; /* deliver there when it is over, from `from`; or NULL */
    const void *from;
    size_t deliver;
};
static struct closing *closings;
static uint64_t tickets;

static size_t pages(size_t bytes)
{
    return (bytes + PAGE - 1) / PAGE * PAGE;
}

bool hosted_open(int given)
{
    if (given < 0)
        return false;
    file = given;
    return mmap((void *)HOSTED_BASE, HOSTED_BYTES, PROT_NONE,
                MAP_SHARED | MAP_FIXED | MAP_NORESERVE, file,
                0) != MAP_FAILED &&
           !mprotect((void *)(uintptr_t)client_device()->stage, BUS_STAGE_BYTES,
                     PROT_READ | PROT_WRITE);
}

/* ---- what there is ------------------------------------------------------- */

static struct area *area_of(const void *p)
{
    for (struct area *a = areas; a; a = a->next)
        if ((const char *)p >= a->h.base &&
            (const char *)p < a->h.base + (a->h.bytes ? a->h.bytes : 1))
            return a;
    return NULL;
}

struct hosted hosted_find(const void *p)
{
    struct hosted found = { 0 };
    struct area *a;

    pthread_mutex_lock(&lock);
    a = area_of(p);
    if (a)
        found = a->h;
    pthread_mutex_unlock(&lock);
    return found;
}

uint64_t hosted_device(const void *p)
{
    const struct hosted h = hosted_find(p);

    return h.kind == HOSTED_NONE
               ? 0
               : h.device + (uint64_t)((const char *)p - h.base);
}

static bool area_add(struct hosted h)
{
    struct area *a = malloc(sizeof *a);

    if (!a)
        return false;
    pthread_mutex_lock(&lock);
    *a = (struct area){ areas, h, false };
    areas = a;
    pthread_mutex_unlock(&lock);
    return true;
}

static struct hosted area_remove(const void *base, enum hosted_kind kind)
{
    struct hosted h = { 0 };

    pthread_mutex_lock(&lock);
    for (struct area **link = &areas; *link; link = &(*link)->next)
        if ((*link)->h.base == base && (*link)->h.kind == kind) {
            struct area *gone = *link;

            h = gone->h;
            *link = gone->next;
            free(gone);
            break;
        }
    pthread_mutex_unlock(&lock);
    return h;
}

int hosted_alloc(size_t bytes, bool managed, unsigned flags, void **out)
{
    uint64_t arg[BUS_ARGS] = { bytes, managed }, value[BUS_VALUES] = { 0 };
    struct hosted h = { .kind = managed ? HOSTED_MANAGED : HOSTED_PINNED,
                        .bytes = bytes,
                        .flags = flags };
    int e;

    if (!bytes) /* as CUDA: a null pointer */
        return client_open();
    e = client_call(BUS_HOST_ALLOC, arg, NULL, 0, value, NULL, 0);
    if (e)
        return e;
    h.device = value[0];
    h.base = (char *)(uintptr_t)value[0];
    if (!is_hosted_address(h.base) ||
        mprotect(h.base, pages(bytes), PROT_READ | PROT_WRITE) || !area_add(h))
        return cudaErrorMemoryAllocation;
    *out = h.base;
    return 0;
}

static int give_back(uint64_t device, bool managed)
{
    uint64_t arg[BUS_ARGS] = { device };

    return client_call(managed ? BUS_FREE : BUS_HOST_FREE, arg, NULL, 0, NULL,
                       NULL, 0);
}

int hosted_free(void *p, bool managed)
{
    const struct hosted h =
        area_remove(p, managed ? HOSTED_MANAGED : HOSTED_PINNED);
    int e;

    if (h.kind == HOSTED_NONE)
        return cudaErrorInvalidValue;
    e = give_back(h.device, managed);
    mprotect(h.base, pages(h.bytes), PROT_NONE);
    return e;
}

/* ---- the program's own pages --------------------------------------------- */

/* Lay the file over [at, at + bytes), whose contents stay. */
static bool overlay(char *at, uint64_t device, size_t bytes)
{
    const uint64_t offset = device - HOSTED_BASE;

    if (pwrite(file, at, bytes, (off_t)offset) != (ssize_t)bytes)
        return false;
    return mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file,
                (off_t)offset) != MAP_FAILED;
}

int hosted_register(void *p, size_t bytes, unsigned flags)
{
    char *first = (char *)((uintptr_t)p / PAGE * PAGE);
    const size_t whole = pages((size_t)((char *)p - first) + bytes);
    uint64_t arg[BUS_ARGS] = { whole, false }, value[BUS_VALUES] = { 0 };
    struct hosted h = { HOSTED_REGISTERED, p, bytes, 0, flags };
    int e;

    if (!p || !bytes)
        return cudaErrorInvalidValue;
    if (hosted_find(p).kind || hosted_find((char *)p + bytes - 1).kind)
        return cudaErrorHostMemoryAlreadyRegistered;
    e = client_call(BUS_HOST_ALLOC, arg, NULL, 0, value, NULL, 0);
    if (e)
        return e;
    if (!overlay(first, value[0], whole)) {
        give_back(value[0], false);
        return cudaErrorInvalidValue;
    }
    h.device = value[0] + (uint64_t)((char *)p - first);
    return area_add(h) ? 0 : cudaErrorMemoryAllocation;
}

int hosted_unregister(void *p)
{
    const struct hosted h = area_remove(p, HOSTED_REGISTERED);
    char *first = (char *)((uintptr_t)p / PAGE * PAGE);
    const size_t whole = pages((size_t)((char *)p - first) + h.bytes);
    const uint64_t sync[BUS_ARGS] = { BUS_SYNC_OWN };
    void *own;
    int e;

    if (h.kind == HOSTED_NONE)
        return cudaErrorHostMemoryNotRegistered;
    /* Ordinary pages again, with what is in them now. */
    own = mmap(NULL, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
               -1, 0);
    if (own == MAP_FAILED)
        return cudaErrorMemoryAllocation;
    e = client_call(BUS_DEVICE_SYNC, sync, NULL, 0, NULL, NULL, 0);
    memcpy(own, first, whole);
    if (!e)
        e = give_back(h.device - (uint64_t)((char *)p - first), false);
    if (mremap(own, whole, whole, MREMAP_MAYMOVE | MREMAP_FIXED, first) ==
        MAP_FAILED)
        return cudaErrorUnknown;
    return e;
}

bool hosted_bind(void *host, uint64_t device, size_t bytes)
{
    char *first = (char *)((uintptr_t)host / PAGE * PAGE);
    const struct hosted h = { HOSTED_MANAGED, host, bytes, device, 0 };
    const size_t rest = pages(bytes) - bytes;

    /* What follows in its last page stays as it is. */
    if (rest && pwrite(file, (char *)host + bytes, rest,
                       (off_t)(device - HOSTED_BASE + bytes)) != (ssize_t)rest)
        return false;
    return mmap(first, pages(bytes), PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_FIXED, file,
                (off_t)(device - HOSTED_BASE)) != MAP_FAILED &&
           area_add(h);
}

bool hosted_known(uint64_t device, size_t bytes)
{
    void *p = (void *)(uintptr_t)device;
    const struct hosted h = { HOSTED_MANAGED, p, bytes, device, 0 };

    return is_hosted_address(p) &&
           !mprotect(p, pages(bytes), PROT_READ | PROT_WRITE) && area_add(h);
}

/* ---- closed while work is queued ----------------------------------------- */

static char *page_of(const void *p)
{
    return (char *)((uintptr_t)p / PAGE * PAGE);
}

/* The pages of [base, base + bytes), by the closings that remain. */
static void refresh(char *base, size_t bytes)
{
    char *first = page_of(base), *end = page_of(base + bytes + PAGE - 1);

    mprotect(first, (size_t)(end - first), PROT_READ | PROT_WRITE);
    for (int pass = 0; pass < 2; pass++) /* the stricter ones last */
        for (struct closing *c = closings; c; c = c->next) {
            char *low = page_of(c->base);
            char *high = page_of(c->base + c->bytes + PAGE - 1);

            low = low > first ? low : first;
            high = high < end ? high : end;
            if (low < high && c->bytes && c->reads == (pass == 0))
                mprotect(low, (size_t)(high - low),
                         pass ? PROT_NONE : PROT_READ);
        }
}

static struct closing *closing_new(void)
{
    struct closing *c = calloc(1, sizeof *c);

    if (c) {
        c->next = closings;
        closings = c;
    }
    return c;
}

uint64_t hosted_close(const void *p, size_t bytes, bool reads)
{
    struct closing *c;
    uint64_t ticket = 0;

    pthread_mutex_lock(&lock);
    c = area_of(p) ? closing_new() : NULL;
    if (c) {
        c->base = (char *)(uintptr_t)p;
        c->bytes = bytes;
        c->reads = reads;
        ticket = c->ticket = ++tickets;
        refresh(c->base, bytes);
    }
    pthread_mutex_unlock(&lock);
    return ticket;
}

void hosted_deliver_later(uint64_t ticket, void *to, const void *from,
                          size_t bytes)
{
    pthread_mutex_lock(&lock);
    for (struct closing *c = closings; c; c = c->next)
        if (c->ticket == ticket) {
            c->to = to;
            c->from = from;
            c->deliver = bytes;
        }
    pthread_mutex_unlock(&lock);
}

void hosted_close_managed(void)
{
    pthread_mutex_lock(&lock);
    for (struct area *a = areas; a; a = a->next)
        if (a->h.kind == HOSTED_MANAGED && !a->closed) {
            a->closed = true;
            mprotect(page_of(a->h.base), pages(a->h.bytes), PROT_NONE);
        }
    pthread_mutex_unlock(&lock);
}

/* Buffers for copies that come later; used again. */
static struct spare {
    struct spare *next;
    void *p;
    size_t bytes;
} * spares;

static void open_closing(struct closing **link)
{
    struct closing *c = *link;
    struct spare *s = c->to ? malloc(sizeof *s) : NULL;

    *link = c->next;
    refresh(c->base, c->bytes);
    if (c->to)
        memcpy(c->to, c->from, c->deliver);
    if (s) {
        *s = (struct spare){ spares, (void *)(uintptr_t)c->from, c->deliver };
        spares = s;
    }
    free(c);
}

int hosted_buffer(size_t bytes, void **out)
{
    *out = NULL;
    pthread_mutex_lock(&lock);
    for (struct spare **link = &spares; *link && !*out; link = &(*link)->next)
        if ((*link)->bytes == bytes) {
            struct spare *s = *link;

            *out = s->p;
            *link = s->next;
            free(s);
            break;
        }
    pthread_mutex_unlock(&lock);
    return *out ? 0 : hosted_alloc(bytes, false, 0, out);
}

enum { MANY = 256 };

/* Ask about so many closings, from the newest on behind `skip` others; how many
   were asked about, and how many of them are over. */
static size_t settle_some(size_t skip, size_t *opened)
{
    uint64_t list[MANY];
    uint8_t over[MANY] = { 0 };
    size_t n = 0;

    *opened = 0;
    pthread_mutex_lock(&lock);
    for (struct closing *c = closings; c && n < MANY; c = c->next)
        if (skip)
            skip--;
        else
            list[n++] = c->ticket;
    pthread_mutex_unlock(&lock);
    if (!n || client_ask(BUS_SETTLED, list, n * sizeof *list, over, n))
        return n;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < n; i++)
        for (struct closing **link = &closings; over[i] && *link;
             link = &(*link)->next)
            if ((*link)->ticket == list[i]) {
                open_closing(link);
                ++*opened;
                break;
            }
    pthread_mutex_unlock(&lock);
    return n;
}

void hosted_settle(void)
{
    size_t skip = 0, asked, opened;

    do {
        asked = settle_some(skip, &opened);
        skip += asked - opened;
    } while (asked == MANY);
}

/* The area whose pages hold p: what lies beside it there is closed with it. */
static struct area *area_of_page(const void *p)
{
    for (struct area *a = areas; a; a = a->next)
        if ((const char *)p >= page_of(a->h.base) &&
            (const char *)p < page_of(a->h.base + a->h.bytes + PAGE - 1))
            return a;
    return NULL;
}

/* Where a fault at p leads: the device's address of it, and what to open. */
static uint64_t faulted(void *p, char **base, size_t *bytes, bool *managed)
{
    struct area *a = area_of_page(p);
    char *group, *end;

    if (!a)
        return 0;
    *managed = a->h.kind == HOSTED_MANAGED;
    group = (char *)((uintptr_t)p / GROUP * GROUP);
    *base = *managed && group > a->h.base ? group : page_of(p);
    if (*managed && group <= a->h.base)
        *base = page_of(a->h.base);
    end = a->h.base + a->h.bytes;
    if (*managed && group + GROUP < end)
        end = group + GROUP;
    *bytes = *managed ? pages((size_t)(end - *base)) : PAGE;
    return a->h.device + (uint64_t)((char *)p - a->h.base);
}

static void open_all_at(void *p)
{
    for (struct closing **link = &closings; *link;) {
        struct closing *c = *link;

        if ((char *)p >= c->base && (char *)p < c->base + c->bytes && !c->to)
            open_closing(link);
        else
            link = &c->next;
    }
}

bool hosted_fault(void *p, bool write, const void *pc)
{
    uint64_t value[BUS_VALUES] = { 0 }, arg[BUS_ARGS] = { 0, write };
    bool managed = false;
    char *base = NULL;
    size_t bytes = 0;

    pthread_mutex_lock(&lock);
    arg[0] = faulted(p, &base, &bytes, &managed);
    pthread_mutex_unlock(&lock);
    if (!arg[0])
        return false;
    entry_at_fault(pc);
    if (hosted_find(p).kind != HOSTED_NONE)
        client_call(BUS_TOUCH, arg, NULL, 0, value, NULL, 0);
    entry_at_fault(NULL);
    pthread_mutex_lock(&lock);
    if (value[0])
        open_all_at(p);
    if (managed)
        for (struct area *a = areas; a; a = a->next)
            if (a == area_of_page(p))
                a->closed = false;
    mprotect(base, bytes, PROT_READ | PROT_WRITE);
    pthread_mutex_unlock(&lock);
    return true;
}

void hosted_touch(const void *p, size_t bytes, bool write)
{
    volatile char *at = (volatile char *)(uintptr_t)p;

    if (!bytes || !is_hosted_address(p) || hosted_find(p).kind == HOSTED_NONE)
        return;
    for (size_t i = 0; i < bytes; i += PAGE) {
        const char c = at[i];

        if (write)
            at[i] = c;
    }
    if (write)
        at[bytes - 1] = at[bytes - 1];
}
