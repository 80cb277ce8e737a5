/* SPDX-License-Identifier: Apache-2.0 */
/* The only file that knows curses: one blit, one key reader. */
#include "tui/term.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"
#include "tui/frame.h"
#include "tui/keys.h"

#define ESCAPE_DELAY_MS 25

struct term {
    SCREEN *screen;
    attr_t attributes[STYLE_COUNT];
    short pair[STYLE_COUNT];
    bool redraw;
};

enum attribute {
    ATTR_0,
    ATTR_DIM,
    ATTR_BOLD,
    ATTR_UNDERLINE,
    ATTR_REVERSE,
    ATTR_BOLD_UNDER
};

static const attr_t curses_attributes[] = {
    [ATTR_0] = A_NORMAL,        [ATTR_DIM] = A_DIM,
    [ATTR_BOLD] = A_BOLD,       [ATTR_UNDERLINE] = A_UNDERLINE,
    [ATTR_REVERSE] = A_REVERSE, [ATTR_BOLD_UNDER] = A_BOLD | A_UNDERLINE,
};

enum {
    C16_BLUE = COLOR_BLUE,
    C16_CYAN = COLOR_CYAN,
    C16_GREEN = COLOR_GREEN,
    C16_RED = COLOR_RED,
    C16_YELLOW = COLOR_YELLOW,
    C16_MAGENTA = COLOR_MAGENTA
};

static const struct {
    short c256, c16;
    enum attribute attribute;
} looks[STYLE_COUNT] = {
#define BLUE    C16_BLUE
#define CYAN    C16_CYAN
#define GREEN   C16_GREEN
#define RED     C16_RED
#define YELLOW  C16_YELLOW
#define MAGENTA C16_MAGENTA
#define STYLE(id, c256, c16, attribute, meaning) \
    { c256, c16, ATTR_##attribute },
#include "tui/styles.def"
#undef STYLE
};

static void set_styles(struct term *t, bool mono)
{
    bool color = !mono && has_colors() && start_color() == OK &&
                 use_default_colors() == OK && COLOR_PAIRS > STYLE_COUNT;

    for (int s = 0; s < STYLE_COUNT; s++) {
        short c = COLORS >= 256 ? looks[s].c256 : looks[s].c16;

        t->attributes[s] = curses_attributes[looks[s].attribute];
        if (!color || c < 0)
            continue;
        t->pair[s] = (short)(s + 1);
        init_pair(t->pair[s], c, -1);
        /* A grey of its own needs no dimming on top. */
        if (looks[s].attribute == ATTR_DIM)
            t->attributes[s] = A_NORMAL;
    }
}

struct term *term_open(struct arena *a, bool mono, bool *ascii,
                       struct diags *ds)
{
    struct term *t = ARENA_NEW(a, struct term, 1);

    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8"))
        *ascii = true;
    set_escdelay(ESCAPE_DELAY_MS);
    t->screen = newterm(NULL, stdout, stdin);
    if (!t->screen) {
        diag_fail(ds,
                  "this terminal ('%s') is not known; --plain commands "
                  "work everywhere",
                  getenv("TERM") ? getenv("TERM") : "");
        return NULL;
    }
    raw();
    noecho();
    nonl();
    curs_set(0);
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_styles(t, mono);
    return t;
}

void term_close(struct term *t)
{
    endwin();
    delscreen(t->screen);
    t->screen = NULL;
}

void term_leave(struct term *t)
{
    (void)t;
    def_prog_mode();
    endwin();
}

void term_enter(struct term *t)
{
    reset_prog_mode();
    t->redraw = true;
}

void term_size(struct term *t, int *rows, int *cols)
{
    struct winsize size = { 0 };

    (void)t;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 &&
        size.ws_col > 0 && (size.ws_row != LINES || size.ws_col != COLS))
        resizeterm(size.ws_row, size.ws_col);
    *rows = LINES;
    *cols = COLS;
}

void term_redraw(struct term *t)
{
    t->redraw = true;
}

void term_show(struct term *t, const struct frame *f)
{
    cchar_t *line = calloc((size_t)f->cols + 1, sizeof *line);

    for (int y = 0; line && y < f->rows; y++) {
        int n = 0;

        for (int x = 0; x < f->cols; x++) {
            struct cell c = f->cells[y * f->cols + x];
            wchar_t ch[2] = { c.ch ? (wchar_t)c.ch : L' ', 0 };

            if (c.ch != CELL_TAIL)
                setcchar(&line[n++], ch, t->attributes[c.style],
                         t->pair[c.style], NULL);
        }
        mvadd_wchnstr(y, 0, line, n);
    }
    free(line);
    if (t->redraw)
        redrawwin(stdscr);
    t->redraw = false;
    refresh();
}

/* Is the input at its end? Then it is readable and has no bytes. */
static bool at_end(void)
{
    struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };
    int bytes = 0;

    if (poll(&p, 1, 0) <= 0)
        return false;
    if (p.revents & (POLLERR | POLLNVAL))
        return true;
    return ioctl(STDIN_FILENO, FIONREAD, &bytes) < 0 || bytes == 0;
}

static const struct {
    wint_t curses;
    uint32_t code;
} special[] = {
    { KEY_UP, K_UP },         { KEY_DOWN, K_DOWN },
    { KEY_LEFT, K_LEFT },     { KEY_RIGHT, K_RIGHT },
    { KEY_HOME, K_HOME },     { KEY_END, K_END },
    { KEY_PPAGE, K_PAGE_UP }, { KEY_NPAGE, K_PAGE_DOWN },
    { KEY_F(1), K_F1 },       { KEY_F(10), K_F10 },
    { KEY_ENTER, K_ENTER },   { KEY_BACKSPACE, K_BACKSPACE },
};

enum term_input term_key(struct term *t, uint32_t *code)
{
    wint_t ch;
    int kind = wget_wch(stdscr, &ch);

    (void)t;
    if (kind == ERR)
        return at_end() ? TERM_END : TERM_NOTHING;
    *code = (uint32_t)ch;
    if (kind != KEY_CODE_YES)
        return TERM_KEY;
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        if (special[i].curses == ch) {
            *code = special[i].code;
            return TERM_KEY;
        }
    *code = 0; /* a key without a meaning here */
    return TERM_KEY;
}
