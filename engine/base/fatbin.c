/* SPDX-License-Identifier: Apache-2.0 */
#include "base/fatbin.h"

#include <string.h>

#include "base/file.h"

/* Where things are in nvcc's container and in each of its entries. */
enum {
    CONTAINER_BYTES_AT = 8, /* u64: bytes after the header */
    CONTAINER_HEADER_AT = 6,
    ENTRY_HEADER_AT = 4,
    ENTRY_PAYLOAD_AT = 8,
    ENTRY_COMPRESSED_AT = 16, /* u32: 0 if plain */
    ENTRY_ARCH_AT = 28,
    ENTRY_SIZE_MIN = 64,
    ENTRY_KIND_PTX = 1,
};

static uint64_t number(const char *at, size_t bytes)
{
    uint64_t v = 0;

    memcpy(&v, at, bytes);
    return v;
}

/* The text up to its NUL, or to the end of the payload. */
static struct text trim(const char *at, size_t size)
{
    return (struct text){ at, strnlen(at, size) };
}

static enum fatbin_found find_nvcc(const char *at, struct text *out)
{
    const char *entry = at + number(at + CONTAINER_HEADER_AT, 2);
    uint64_t left = number(at + CONTAINER_BYTES_AT, 8), best = 0;
    bool compressed = false;

    while (left >= ENTRY_SIZE_MIN) {
        uint64_t header = number(entry + ENTRY_HEADER_AT, 4);
        uint64_t payload = number(entry + ENTRY_PAYLOAD_AT, 8);
        uint64_t arch = number(entry + ENTRY_ARCH_AT, 4);

        if (header < ENTRY_SIZE_MIN || header > left || payload > left - header)
            return FATBIN_BAD;
        if (number(entry, 2) == ENTRY_KIND_PTX) {
            if (number(entry + ENTRY_COMPRESSED_AT, 4)) {
                compressed = true;
            } else if (best != 80 && (arch == 80 || arch > best)) {
                best = arch;
                *out = trim(entry + header, payload);
            }
        }
        entry += header + payload;
        left -= header + payload;
    }
    if (out->size)
        return FATBIN_OK;
    return compressed ? FATBIN_COMPRESSED : FATBIN_NO_PTX;
}

enum fatbin_found fatbin_find(const struct fatbin_wrapper *wrapper,
                              struct text *out)
{
    const char *at;

    *out = (struct text){ "", 0 };
    if (!wrapper || wrapper->magic != FATBIN_WRAPPER_MAGIC || !wrapper->data)
        return FATBIN_BAD;
    at = wrapper->data;
    if (number(at, 1) == '/' || number(at, 1) == '.' || number(at, 1) == '\n') {
        *out = text_of(at);
        return FATBIN_OK;
    }
    if (number(at, 4) == FATBIN_NVCC_MAGIC)
        return find_nvcc(at, out);
    if (!memcmp(at, FATBIN_MAGIC, 8)) {
        struct fatbin_header h;

        memcpy(&h, at, sizeof h);
        *out = (struct text){ at + sizeof h, h.size };
        return FATBIN_OK;
    }
    return FATBIN_BAD;
}

void fatbin_pack(struct text ptx, struct buf *out)
{
    struct hash id = hash_add((struct hash){ 0 }, ptx.at, ptx.size);
    struct fatbin_header h = { FATBIN_MAGIC, { id.a, id.b }, ptx.size };

    buf_add(out, &h, sizeof h);
    buf_add(out, ptx.at, ptx.size);
    buf_add(out, "", 1);
}
