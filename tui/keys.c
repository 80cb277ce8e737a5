/* SPDX-License-Identifier: Apache-2.0 */
#include "tui/keys.h"

const struct key key_table[] = {
#define KEY(context, code, action, shown, footer, help) \
    { CONTEXT_##context, code, ACTION_##action, shown, footer, help },
#include "tui/keys.def"
#undef KEY
};

const int key_count = sizeof key_table / sizeof *key_table;

static enum action find(enum context context, uint32_t code)
{
    for (int i = 0; i < key_count; i++)
        if (key_table[i].context == context && key_table[i].code == code)
            return key_table[i].action;
    return ACTION_NONE;
}

enum action key_action(enum context context, uint32_t code)
{
    enum action a = find(context, code);

    return a == ACTION_NONE ? find(CONTEXT_ANY, code) : a;
}
