/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which function of the runtime the program called, and from where. The place
 * is kept as return addresses in the program's own file; the lab finds the
 * lines.
 */
#include <link.h>
#include <string.h>
#include <unwind.h>

#include "cudart/client.h"

static __thread struct {
    bool inside, said;
    enum bus_call call;
    const void *from;
    const void *launch; /* set by __cudaPushCallConfiguration */
    const void *fault;
} now;

void entry_begin(struct entry *e, enum bus_call call, const void *from)
{
    e->outermost = !now.inside;
    if (now.inside)
        return;
    now.inside = true;
    now.said = false;
    now.call = call;
    now.from = from;
}

void entry_end(struct entry *e)
{
    if (!e->outermost)
        return;
    now.inside = false;
    now.launch = NULL;
}

void entry_launch_site(const void *from)
{
    now.launch = from;
}

void entry_at_fault(const void *pc)
{
    now.fault = pc;
}

/* ---- the program's own file ---------------------------------------------- */

struct range {
    uintptr_t base, low, high;
};

static int first_object(struct dl_phdr_info *info, size_t size, void *data)
{
    struct range *r = data;

    (void)size;
    r->base = info->dlpi_addr;
    r->low = UINTPTR_MAX;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        const uintptr_t at = info->dlpi_addr + p->p_vaddr;

        if (p->p_type != PT_LOAD || !(p->p_flags & PF_X))
            continue;
        r->low = at < r->low ? at : r->low;
        r->high = at + p->p_memsz > r->high ? at + p->p_memsz : r->high;
    }
    return 1; /* the program is the first one */
}

static const struct range *own_file(void)
{
    static struct range r;
    static bool known;

    if (!known) {
        struct range fresh = { 0 };

        dl_iterate_phdr(first_object, &fresh);
        r = fresh;
        known = true;
    }
    return &r;
}

/* ---- frames -------------------------------------------------------------- */

struct walk {
    uint64_t *site;
    int count, steps;
};

enum { STEPS_MAX = 32 };

static _Unwind_Reason_Code on_frame(struct _Unwind_Context *c, void *data)
{
    const struct range *r = own_file();
    struct walk *w = data;
    int before = 0;
    uintptr_t pc = _Unwind_GetIPInfo(c, &before);

    if (pc >= r->low && pc < r->high) {
        /* Whoever looks it up takes one off, to be inside of the call. */
        w->site[w->count++] = pc - r->base + (before ? 1 : 0);
        if (w->count == BUS_SITES)
            return _URC_END_OF_STACK;
    }
    return ++w->steps == STEPS_MAX ? _URC_END_OF_STACK : _URC_NO_REASON;
}

void entry_frames(uint64_t site[BUS_SITES], const void *from)
{
    const struct range *r = own_file();
    struct walk w = { .site = site };

    memset(site, 0, BUS_SITES * sizeof *site);
    if (from) {
        uintptr_t pc = (uintptr_t)from;

        if (pc >= r->low && pc < r->high)
            site[0] = pc - r->base;
        return;
    }
    _Unwind_Backtrace(on_frame, &w);
}

void entry_site(uint64_t site[BUS_SITES])
{
    entry_frames(site, now.launch);
}

void entry_describe(struct bus_message *m, bool last)
{
    if (now.fault) {
        entry_frames(m->site, NULL);
        return;
    }
    if (!now.inside)
        return;
    if (last && !now.said) {
        m->call = now.call;
        now.said = true;
    }
    /* A launch is written where its configuration was pushed, in one frame;
       others may have been called through a template of the headers. */
    entry_frames(m->site, now.launch);
}
