/* SPDX-License-Identifier: Apache-2.0 */
#include "ptx/program.h"

#include <string.h>

int program_find_func(const struct program *p, const char *name)
{
    for (int i = 0; i < p->func_count; i++)
        if (!strcmp(p->funcs[i].name, name))
            return i;
    return -1;
}

int program_find_symbol(const struct program *p, const char *name)
{
    for (int i = 0; i < p->symbol_count; i++)
        if (p->symbols[i].func < 0 && !strcmp(p->symbols[i].name, name))
            return i;
    return -1;
}
