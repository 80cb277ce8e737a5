/* SPDX-License-Identifier: Apache-2.0 */
/* PTX modules: parse, give variables their places, list what there is. */
#include <string.h>

#include "device/device.h"

/* Write an address into a variable's initial bytes. */
static void relocate(struct device *d, const struct program *p,
                     const struct symbol *s, const struct reloc *r)
{
    uint64_t v = 0;
    uint8_t *at = memory_at(d->memory, s->offset + (uint64_t)r->offset,
                            (uint64_t)r->size);

    if (r->symbol >= 0)
        v = p->symbols[r->symbol].offset;
    else if (r->func >= 0)
        v = MEMORY_FUNCS + 16 * (uint64_t)r->func;
    v += (uint64_t)r->addend;
    if (at)
        memcpy(at, &v, (size_t)r->size);
}

/* Memory for a variable; a managed one lies where the host has it too. */
static bool place(struct device *d, const struct symbol *s, uint64_t *at)
{
    const uint64_t bytes = s->bytes ? s->bytes : 1;

    if (!s->is_managed)
        return memory_alloc_symbol(d->memory, s->name, bytes, s->align,
                                   s->space == SPACE_CONST, at) == MEMORY_OK;
    if (memory_alloc_hosted(d->memory, bytes, HOSTED_FOR_VARIABLE, at) !=
        MEMORY_OK)
        return false;
    managed_add(d, *at, bytes);
    return true;
}

/* Names behind the PTX: variables that the compiler did not mark. */
static void mark_managed(struct program *p, const char *names, size_t size)
{
    for (const char *at = names; at < names + size; at += strlen(at) + 1)
        for (int i = 0; i < p->symbol_count; i++)
            if (!strcmp(p->symbols[i].name, at))
                p->symbols[i].is_managed = true;
}

static int place_variables(struct device *d, struct program *p)
{
    for (int i = 0; i < p->symbol_count; i++) {
        struct symbol *s = &p->symbols[i];
        uint64_t at;
        uint8_t *bytes;

        if (s->space != SPACE_GLOBAL && s->space != SPACE_CONST)
            continue;
        if (!place(d, s, &at))
            return ERROR_MEMORY_ALLOCATION;
        s->offset = at;
        bytes = memory_at(d->memory, at, s->bytes ? s->bytes : 1);
        if (bytes && s->bytes)
            s->init ? memcpy(bytes, s->init, s->bytes)
                    : memset(bytes, 0, s->bytes);
    }
    for (int i = 0; i < p->symbol_count; i++)
        for (int k = 0; k < p->symbols[i].reloc_count; k++)
            relocate(d, p, &p->symbols[i], &p->symbols[i].relocs[k]);
    return 0;
}

static void list_kernel(const struct program *p, int func, struct buf *out)
{
    const struct func *f = &p->funcs[func];
    int max = f->reqntid[0]   ? f->reqntid[0] * f->reqntid[1] * f->reqntid[2]
              : f->maxntid[0] ? f->maxntid[0] * f->maxntid[1] * f->maxntid[2]
                              : 0;
    struct bus_kernel k = {
        .func = (uint32_t)func,
        .params = f->param_count,
        .params_bytes = f->params_bytes,
        .registers = f->registers,
        .shared_bytes = f->shared_bytes,
        .local_bytes = f->local_bytes,
        .max_threads = max,
        .name_bytes = (uint32_t)strlen(f->name),
    };

    buf_add(out, &k, sizeof k);
    buf_str(out, f->name);
    for (int i = 0; i < f->param_count; i++) {
        int32_t pair[2] = { f->params[i].offset, f->params[i].bytes };

        buf_add(out, pair, sizeof pair);
    }
}

static void list_symbol(const struct symbol *s, struct buf *out)
{
    struct bus_symbol b = {
        .address = s->offset,
        .bytes = s->bytes,
        .is_constant = s->space == SPACE_CONST,
        .is_managed = s->is_managed,
        .name_bytes = (uint32_t)strlen(s->name),
    };

    buf_add(out, &b, sizeof b);
    buf_str(out, s->name);
}

static void report_bad_ptx(struct device *d, const struct diags *ds)
{
    struct finding f = { .id = FINDING_UNSUPPORTED,
                         .launch = -1,
                         .count = 1,
                         .at = { .pc = -1 },
                         .other = { .pc = -1 } };

    f.detail = arena_printf(&d->arena, "PTX line %d: %s", ds->first->at.line,
                            ds->first->text);
    record_finding(d, &f);
}

int device_module(struct device *d, struct text ptx, uint64_t ptx_bytes,
                  struct buf *out, uint64_t value[BUS_VALUES])
{
    struct module *m = ARENA_NEW(&d->arena, struct module, 1);
    struct diags ds = { .arena = &d->arena };
    struct text names;
    int e;

    ptx.at = arena_strndup(&d->arena, ptx.at, ptx.size);
    names.at = ptx.at + (ptx_bytes < ptx.size ? ptx_bytes : ptx.size);
    names.size = ptx.size - (size_t)(names.at - ptx.at);
    ptx.size -= names.size;
    value[2] = (uint64_t)d->module_count;
    m->ok = ptx_load(&d->arena, ptx, &m->program, &ds);
    if (m->ok)
        mark_managed(&m->program, names.at, names.size);
    ARENA_PUSH(&d->arena, d->modules, d->module_count, d->module_capacity, m);
    if (!m->ok) {
        report_bad_ptx(d, &ds);
        return ERROR_INVALID_PTX;
    }
    e = place_variables(d, &m->program);
    if (e)
        return e;
    for (int i = 0; i < m->program.func_count; i++)
        if (m->program.funcs[i].is_entry && !m->program.funcs[i].is_extern) {
            list_kernel(&m->program, i, out);
            value[0]++;
        }
    for (int i = 0; i < m->program.symbol_count; i++) {
        const struct symbol *s = &m->program.symbols[i];

        if (s->space == SPACE_GLOBAL || s->space == SPACE_CONST) {
            list_symbol(s, out);
            value[1]++;
        }
    }
    return 0;
}
