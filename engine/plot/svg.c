/* SPDX-License-Identifier: Apache-2.0 */
#include "plot/svg.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define FONT_WIDTH 7.6  /* of one character at 13 pixels, generously */
#define CODE_WIDTH 7.25 /* at 12 pixels, fixed */

static const struct {
    const char *name, *light, *dark;
} classes[] = {
#define CLASS(id, name, light, dark) { name, light, dark },
#include "plot/styles.def"
#undef CLASS
};

void svg_release(struct svg *s)
{
    buf_release(&s->body);
    buf_release(&s->title);
    buf_release(&s->desc);
}

/* XML takes no control characters, whatever a kernel is called. */
static void escaped(struct buf *b, const char *at, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char ch = (unsigned char)at[i];

        if (ch == '&')
            buf_str(b, "&amp;");
        else if (ch == '<')
            buf_str(b, "&lt;");
        else if (ch == '>')
            buf_str(b, "&gt;");
        else if (ch == '"')
            buf_str(b, "&quot;");
        else
            buf_add(b, ch < ' ' ? " " : at + i, 1);
    }
}

static void close_shape(struct svg *s, const char *element, const char *tip)
{
    if (!tip) {
        buf_str(&s->body, "/>\n");
        return;
    }
    buf_str(&s->body, "><title>");
    escaped(&s->body, tip, strlen(tip));
    buf_printf(&s->body, "</title></%s>\n", element);
}

void svg_rect(struct svg *s, enum svg_class c, double x, double y, double w,
              double h, const char *tip)
{
    buf_printf(&s->body,
               "<rect class=\"%s\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" "
               "height=\"%.2f\"",
               classes[c].name, x, y, w, h);
    close_shape(s, "rect", tip);
}

void svg_line(struct svg *s, enum svg_class c, double x1, double y1, double x2,
              double y2)
{
    buf_printf(&s->body,
               "<line class=\"%s\" x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" "
               "y2=\"%.2f\"/>\n",
               classes[c].name, x1, y1, x2, y2);
}

void svg_dot(struct svg *s, enum svg_class c, double x, double y, double r,
             const char *tip)
{
    buf_printf(&s->body,
               "<circle class=\"%s\" cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\"",
               classes[c].name, x, y, r);
    close_shape(s, "circle", tip);
}

void svg_text(struct svg *s, enum svg_class c, enum svg_anchor anchor, double x,
              double y, const char *fmt, ...)
{
    static const char *const anchors[] = { "", " text-anchor=\"middle\"",
                                           " text-anchor=\"end\"" };
    char text[512];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    buf_printf(&s->body, "<text class=\"%s\" x=\"%.2f\" y=\"%.2f\"%s>",
               classes[c].name, x, y, anchors[anchor]);
    escaped(&s->body, text, strlen(text));
    buf_str(&s->body, "</text>\n");
}

void svg_code(struct svg *s, enum svg_class c, double x, double y, double width,
              struct text code)
{
    size_t fits = width > 0 ? (size_t)(width / CODE_WIDTH) : 0;
    size_t n = code.size > fits ? fits : code.size;

    /* Never half a character. */
    while (n > 0 && n < code.size && (code.at[n] & 0xc0) == 0x80)
        n--;
    if (n == 0)
        return;
    buf_printf(&s->body,
               "<text class=\"%s\" font-family=\"DejaVu Sans Mono, Menlo, "
               "Consolas, monospace\" font-size=\"12\" x=\"%.2f\" "
               "y=\"%.2f\" xml:space=\"preserve\">",
               classes[c].name, x, y);
    escaped(&s->body, code.at, n);
    buf_str(&s->body, "</text>\n");
}

double svg_text_width(const char *text)
{
    double width = 0;

    for (; *text; text++)
        if ((*text & 0xc0) != 0x80)
            width += FONT_WIDTH;
    return width;
}

static void styles(bool dark, struct buf *out)
{
    for (int i = 0; i < SVG_CLASS_COUNT; i++)
        buf_printf(out, ".%s{fill:%s}line.%s{stroke:%s}\n", classes[i].name,
                   dark ? classes[i].dark : classes[i].light, classes[i].name,
                   dark ? classes[i].dark : classes[i].light);
}

void svg_print(const struct svg *s, struct buf *out)
{
    buf_printf(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
               "height=\"%.0f\" viewBox=\"0 0 %d %.0f\" role=\"img\" "
               "aria-labelledby=\"title desc\" font-family=\"system-ui, "
               "DejaVu Sans, sans-serif\" font-size=\"13\">\n<title "
               "id=\"title\">",
               SVG_WIDTH, s->height, SVG_WIDTH, s->height);
    escaped(out, s->title.at, s->title.size);
    buf_str(out, "</title>\n<desc id=\"desc\">");
    escaped(out, s->desc.at, s->desc.size);
    buf_str(out, "</desc>\n<style>\n.tb{font-weight:bold}\n");
    styles(false, out);
    buf_str(out, "@media (prefers-color-scheme:dark){\n");
    styles(true, out);
    buf_str(out, "}\n</style>\n");
    buf_printf(out,
               "<rect class=\"bg\" width=\"%d\" height=\"%.0f\" rx=\"6\"/>\n",
               SVG_WIDTH, s->height);
    buf_add(out, s->body.at, s->body.size);
    buf_str(out, "</svg>\n");
}
