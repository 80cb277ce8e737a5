/* SPDX-License-Identifier: Apache-2.0 */
/* From UTF-8 to cells. */
#include <string.h>

#include "tui/frame.h"

static const struct {
    uint32_t code;
    const char *ascii;
} fallbacks[] = {
#define GLYPH(code, ascii, name) { code, ascii },
#include "tui/glyphs.def"
#undef GLYPH
};

/* Characters that take two cells (Unicode TR 11, wide and full-width). */
static const struct {
    uint32_t first, last;
} wide[] = {
    { 0x1100, 0x115f },   { 0x2e80, 0x303e },   { 0x3041, 0xa4cf },
    { 0xa960, 0xa97f },   { 0xac00, 0xd7a3 },   { 0xf900, 0xfaff },
    { 0xfe30, 0xfe6f },   { 0xff00, 0xff60 },   { 0xffe0, 0xffe6 },
    { 0x1f300, 0x1f64f }, { 0x1f680, 0x1f6ff }, { 0x1f900, 0x1f9ff },
    { 0x1fa70, 0x1faff }, { 0x20000, 0x3fffd },
};

/* Marks that change their neighbour and take no cell. */
static bool is_mark(uint32_t c)
{
    return (c >= 0x300 && c <= 0x36f) || (c >= 0x200b && c <= 0x200f) ||
           (c >= 0x202a && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) ||
           (c >= 0x20d0 && c <= 0x20ff) || (c >= 0xfe00 && c <= 0xfe0f) ||
           c == 0xfeff;
}

static bool is_wide(uint32_t c)
{
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (c >= wide[i].first && c <= wide[i].last)
            return true;
    return false;
}

/* Decode one code point; a byte that is no UTF-8 gives '?'. */
static uint32_t decode(struct text t, size_t *at)
{
    const unsigned char *s = (const unsigned char *)t.at + *at;
    size_t left = t.size - *at;
    int n = *s < 0x80             ? 1
            : (*s & 0xe0) == 0xc0 ? 2
            : (*s & 0xf0) == 0xe0 ? 3
            : (*s & 0xf8) == 0xf0 ? 4
                                  : 0;
    static const uint32_t smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
    uint32_t c = n > 1 ? *s & (0x7fu >> n) : *s;

    if (n == 0 || (size_t)n > left)
        goto bad;
    for (int i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80)
            goto bad;
        c = c << 6 | (s[i] & 0x3fu);
    }
    if (c < smallest[n] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
        goto bad;
    *at += (size_t)n;
    return c;
bad:
    ++*at;
    return '?';
}

static int to_ascii(uint32_t c, uint32_t out[GLYPH_CELLS_MAX])
{
    int n = 0;

    for (size_t i = 0; i < sizeof fallbacks / sizeof *fallbacks; i++)
        if (fallbacks[i].code == c) {
            for (const char *s = fallbacks[i].ascii; s[n]; n++)
                out[n] = (unsigned char)s[n];
            return n;
        }
    out[0] = '?';
    out[1] = '?';
    return is_wide(c) ? 2 : 1;
}

int glyph_next(struct text t, size_t *at, bool ascii,
               uint32_t out[GLYPH_CELLS_MAX])
{
    uint32_t c = decode(t, at);

    if (c == '\t' || c == '\n' || c == '\r')
        c = ' ';
    if (c < 0x20 || (c >= 0x7f && c < 0xa0))
        c = '?';
    if (is_mark(c))
        return 0;
    if (ascii && c >= 0x80)
        return to_ascii(c, out);
    out[0] = c;
    out[1] = CELL_TAIL;
    return is_wide(c) ? 2 : 1;
}

int text_cols(const char *s, bool ascii)
{
    struct text t = text_of(s);
    uint32_t out[GLYPH_CELLS_MAX];
    int n = 0;

    for (size_t at = 0; at < t.size;)
        n += glyph_next(t, &at, ascii, out);
    return n;
}
