/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The pages behind device memory. Fresh ones come from a file full of poison,
 * mapped privately again and again: a 2 GB allocation touches nothing, and
 * still reads as poison.
 */
#include "sim/memory_layout.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/bug.h"

#define HOST_SPARE     (256ull << 20) /* left to the host, always */
#define HOST_UNASKED   (32ull << 20)  /* smaller needs are not looked up */
#define RESERVED_LEAST (1ull << 30)

static void *reserve(uint64_t bytes)
{
    void *at = mmap(NULL, bytes, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return at == MAP_FAILED ? NULL : at;
}

bool memory_reserve(struct memory *m)
{
    for (uint64_t n = MEMORY_GLOBAL_BYTES; n >= RESERVED_LEAST; n /= 2) {
        m->content = reserve(n);
        m->marks = m->content ? reserve(memory_marks_bytes(n)) : NULL;
        if (m->marks) {
            m->reserved = n;
            return true;
        }
        if (m->content)
            munmap(m->content, n);
    }
    return false;
}

int memory_open_poison(void)
{
    static const size_t page = 4096;
    uint8_t bytes[4096];
    const int fd = memfd_create("poison", MFD_CLOEXEC);

    memset(bytes, MEMORY_POISON, sizeof bytes);
    for (size_t at = 0; fd >= 0 && at < MEMORY_CHUNK; at += page) {
        if (write(fd, bytes, page) != (ssize_t)page) {
            close(fd);
            return -1;
        }
    }
    return fd;
}

int memory_open_hosted(void)
{
    const int fd = memfd_create("hosted", MFD_CLOEXEC | MFD_ALLOW_SEALING);

    /* Sealed, or the host program could take pages from under us. */
    if (fd >= 0 &&
        (ftruncate(fd, (off_t)MEMORY_HOSTED_BYTES) ||
         fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL))) {
        close(fd);
        return -1;
    }
    return fd;
}

void memory_forget_hosted(struct memory *m, uint64_t at, uint64_t bytes)
{
    const uint64_t page = 4096, whole = (bytes + page - 1) / page * page;

    if (fallocate(m->hosted_fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                  (off_t)(at - (MEMORY_HOSTED - MEMORY_GLOBAL)), (off_t)whole))
        memset(m->content + at, 0, bytes);
    memset(m->marks + at / 64, 0, memory_marks_bytes((bytes + 63) / 64 * 64));
}

static bool chunk_is_mapped(const struct memory *m, uint64_t chunk)
{
    return m->chunks[chunk / 64] >> (chunk % 64) & 1;
}

static bool chunk_map(struct memory *m, uint64_t chunk)
{
    uint8_t *const content = m->content + chunk * MEMORY_CHUNK;
    struct marks *const marks = m->marks + chunk * MEMORY_CHUNK / 64;
    const uint64_t hosted = MEMORY_HOSTED - MEMORY_GLOBAL;
    const uint64_t at = chunk * MEMORY_CHUNK;
    const bool shared = at >= hosted;

    if (mmap(content, MEMORY_CHUNK, PROT_READ | PROT_WRITE,
             (shared ? MAP_SHARED : MAP_PRIVATE) | MAP_FIXED | MAP_NORESERVE,
             shared ? m->hosted_fd : m->poison_fd,
             shared ? (off_t)(at - hosted) : 0) == MAP_FAILED ||
        mprotect(marks, memory_marks_bytes(MEMORY_CHUNK),
                 PROT_READ | PROT_WRITE))
        return false;
    m->chunks[chunk / 64] |= 1ull << (chunk % 64);
    return true;
}

bool memory_commit(struct memory *m, uint64_t at, uint64_t bytes)
{
    for (uint64_t c = at / MEMORY_CHUNK; c <= (at + bytes) / MEMORY_CHUNK; c++)
        if (!chunk_is_mapped(m, c) && !chunk_map(m, c))
            return false;
    return true;
}

void memory_uncommit(struct memory *m, uint64_t first, uint64_t end)
{
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
    const uint64_t bytes = (end - first) * MEMORY_CHUNK;

    if (mmap(m->content + first * MEMORY_CHUNK, bytes, PROT_NONE, flags, -1,
             0) == MAP_FAILED ||
        mmap(m->marks + first * MEMORY_CHUNK / 64, memory_marks_bytes(bytes),
             PROT_NONE, flags, -1, 0) == MAP_FAILED)
        DIE("cannot give memory back to the system");
    for (uint64_t c = first; c < end; c++)
        m->chunks[c / 64] &= ~(1ull << (c % 64));
}

static uint64_t first_number(const char *path, const char *key)
{
    FILE *f = fopen(path, "r");
    unsigned long long n = 0;
    char line[256];
    bool found = false;

    while (f && !found && fgets(line, sizeof line, f))
        if (!strncmp(line, key, strlen(key)))
            found = sscanf(line + strlen(key), " %llu", &n) == 1;
    if (f)
        fclose(f);
    return found ? n : UINT64_MAX;
}

/* Bytes this process could have in all; UINT64_MAX if the host won't say. */
static uint64_t host_capacity(void)
{
    const uint64_t free_kib = first_number("/proc/meminfo", "MemAvailable:");
    const uint64_t own_kib = first_number("/proc/self/status", "VmRSS:");
    uint64_t bytes = UINT64_MAX, limit;

    if (free_kib != UINT64_MAX && own_kib != UINT64_MAX)
        bytes = (free_kib + own_kib) * 1024;
    limit = first_number("/sys/fs/cgroup/memory.max", "");
    if (limit < bytes)
        bytes = limit;
    limit = first_number("/sys/fs/cgroup/memory/memory.limit_in_bytes", "");
    return limit < bytes ? limit : bytes;
}

bool memory_host_has_room(const struct memory *m, uint64_t bytes)
{
    const uint64_t need = memory_host_need(bytes) + m->promised;
    uint64_t capacity;

    if (need < HOST_UNASKED)
        return true;
    capacity = host_capacity();
    return capacity > HOST_SPARE && need <= capacity - HOST_SPARE;
}
