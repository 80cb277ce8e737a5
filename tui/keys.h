/* SPDX-License-Identifier: Apache-2.0 */
/* The key table: what a key does where, and what footer and help say. */
#ifndef TUI_KEYS_H
#define TUI_KEYS_H

#include <stdint.h>

/* Keys that are no character; above all code points. */
enum {
    K_UP = 0x110000,
    K_DOWN,
    K_LEFT,
    K_RIGHT,
    K_HOME,
    K_END,
    K_PAGE_UP,
    K_PAGE_DOWN,
    K_F1,
    K_F10,
    K_BACKSPACE,
    K_ENTER = '\n',
    K_TAB = '\t',
    K_ESCAPE = 0x1b
};
#define K_CTRL(c) ((c)&0x1f)

enum context {
    CONTEXT_HOME,
    CONTEXT_LESSON,
    CONTEXT_CHECK,
    CONTEXT_RUNNING,
    CONTEXT_COMPARE,
    CONTEXT_RUN,
    CONTEXT_CARDS,
    CONTEXT_HELP,
    CONTEXT_ANY,
    CONTEXT_COUNT
};

enum action {
    ACTION_NONE,
    ACTION_OPEN,
    ACTION_CHECK,
    ACTION_COMPARE,
    ACTION_RUN,
    ACTION_AUTO,
    ACTION_FILTER,
    ACTION_CLEAR,
    ACTION_DOWN,
    ACTION_UP,
    ACTION_LEFT,
    ACTION_RIGHT,
    ACTION_PAGE_DOWN,
    ACTION_PAGE_UP,
    ACTION_TOP,
    ACTION_BOTTOM,
    ACTION_NEXT_TAB,
    ACTION_PREV_TAB,
    ACTION_TAB_1,
    ACTION_TAB_2,
    ACTION_TAB_3,
    ACTION_TAB_4,
    ACTION_TAB_5,
    ACTION_TAB_6,
    ACTION_TAB_7,
    ACTION_ZOOM_IN,
    ACTION_ZOOM_OUT,
    ACTION_ZOOM_ALL,
    ACTION_STEP,
    ACTION_STEP_BACK,
    ACTION_PLAY,
    ACTION_NEXT_GAP,
    ACTION_PREV_GAP,
    ACTION_MARK,
    ACTION_NEXT_LAUNCH,
    ACTION_PREV_LAUNCH,
    ACTION_EDIT,
    ACTION_HINT,
    ACTION_SOLUTION,
    ACTION_RESET,
    ACTION_CARDS,
    ACTION_NEXT_CARD,
    ACTION_PREV_CARD,
    ACTION_OTHER_CARD,
    ACTION_NEXT_LESSON,
    ACTION_PREV_LESSON,
    ACTION_CANCEL,
    ACTION_BACK,
    ACTION_HELP,
    ACTION_REDRAW,
    ACTION_SUSPEND,
    ACTION_QUIT,
    ACTION_COUNT
};

struct key {
    enum context context;
    uint32_t code;
    enum action action;
    const char *shown, *footer, *help;
};

extern const struct key key_table[];
extern const int key_count;

/* What the key does there: the context's own row, else ANY's. */
enum action key_action(enum context context, uint32_t code);

#endif
