/* SPDX-License-Identifier: Apache-2.0 */
/* Says where static shared memory is too large, and what to do. */
#include "cc/shared_limit.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "cc/build.h"
#include "cc/messages.h"

#define OBJECT_SIZE_MAX (1u << 30)
#define SOURCE_SIZE_MAX (256u << 20)

/* A PTX module, as it lies in an object: from `.version` to a NUL. */
static struct text next_module(struct text *rest)
{
    static const char start[] = "\n.version ";
    const char *const end = rest->at + rest->size;
    const char *at = memmem(rest->at, rest->size, start, sizeof start - 1);
    const char *stop = at ? memchr(at, '\0', (size_t)(end - at)) : NULL;
    struct text found = { at, 0 };

    if (!at)
        return found;
    found.size = (size_t)((stop ? stop : end) - at);
    *rest = (struct text){ at + found.size, (size_t)(end - at) - found.size };
    return found;
}

static bool has_word(const char *line, size_t size, const char *word)
{
    const size_t n = strlen(word);

    for (size_t i = 0; i + n <= size; i++) {
        const bool before =
            i && (isalnum((unsigned char)line[i - 1]) || line[i - 1] == '_');
        const bool after =
            i + n < size &&
            (isalnum((unsigned char)line[i + n]) || line[i + n] == '_');

        if (!before && !after && !memcmp(line + i, word, n))
            return true;
    }
    return false;
}

/* The declaration: a line with __shared__ and the name, the first one from
   the kernel on, else the last before it (a variable of the file). */
static int declaration(struct text source, const char *name, int from)
{
    int line = 1, before = 0;

    for (size_t i = 0, n; i < source.size; i += n + 1, line++) {
        const char *at = source.at + i;
        const char *nl = memchr(at, '\n', source.size - i);

        n = nl ? (size_t)(nl - at) : source.size - i;
        if (!has_word(at, n, "__shared__") || !has_word(at, n, name))
            continue;
        if (line >= from)
            return line;
        before = line;
    }
    return before;
}

static const char *line_text(struct arena *a, struct text source, int line)
{
    for (size_t i = 0; i < source.size;) {
        const char *at = source.at + i;
        const char *nl = memchr(at, '\n', source.size - i);
        const size_t n = nl ? (size_t)(nl - at) : source.size - i;

        if (--line == 0)
            return arena_strndup(a, at, n);
        i += n + 1;
    }
    return NULL;
}

static void report(struct build *b, const struct shared_excess *e)
{
    struct diags ignored = { .arena = b->a };
    struct span at = { 0 };
    struct text source = { NULL, 0 };
    const char *said;

    if (e->file)
        at.file = messages_shown(b->messages, e->file);
    if (at.file &&
        file_read(b->a, e->file, SOURCE_SIZE_MAX, &source, &ignored)) {
        at.line = declaration(source, e->variable, e->line);
        at.line = at.line ? at.line : e->line;
    }
    said = arena_printf(
        b->a,
        "kernel '%s' has %lu bytes of static shared memory ('%s' has %lu); "
        "a block may have %d. For more, declare 'extern __shared__', give the "
        "bytes as the third launch argument, and raise the limit with "
        "cudaFuncSetAttribute(%s, "
        "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)",
        e->kernel, e->bytes, e->variable, e->variable_bytes, SHARED_STATIC_MAX,
        e->kernel);
    diag_add(b->ds, at, DIAG_ERROR, said, line_text(b->a, source, at.line));
}

static bool check_object(struct build *b, const char *object)
{
    struct arena scratch = { 0 };
    struct diags ignored = { .arena = &scratch };
    struct text rest, ptx;
    bool ok = true;

    if (!file_read(&scratch, object, OBJECT_SIZE_MAX, &rest, &ignored))
        rest.size = 0;
    while (rest.size && (ptx = next_module(&rest)).at) {
        int count;
        const struct shared_excess *list =
            shared_limit_scan(&scratch, ptx, &count);

        for (int i = 0; i < count; i++)
            report(b, &list[i]);
        ok = ok && !count;
    }
    arena_clear(&scratch);
    return ok;
}

bool shared_limit_check(struct build *b)
{
    bool ok = true;

    for (int i = 0; i < b->unit_count; i++)
        if (b->units[i].kind == UNIT_CUDA)
            ok =
                check_object(b, arena_printf(b->a, "%s.o", b->units[i].base)) &&
                ok;
    return ok;
}
