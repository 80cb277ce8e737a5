/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A picture as SVG text: shapes by class, one style sheet with a light and a
 * dark set of colours, a title and a description for those who cannot see it.
 * Units are CSS pixels; y grows downwards.
 */
#ifndef PLOT_SVG_H
#define PLOT_SVG_H

#include "base/text.h"

#define SVG_WIDTH 760 /* of every picture */

/* Classes: styles.def says how each looks. */
enum svg_class {
#define CLASS(id, name, light, dark) SVG_##id,
#include "plot/styles.def"
#undef CLASS
    SVG_CLASS_COUNT
};

enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

/* A zeroed one is valid and empty. */
struct svg {
    struct buf body;
    struct buf title, desc; /* plain text */
    double height;
};

void svg_release(struct svg *s);

/* A filled rectangle; tip is shown when pointed at, NULL for none. */
void svg_rect(struct svg *s, enum svg_class c, double x, double y, double w,
              double h, const char *tip);

/* A straight line one pixel wide, in the class' colour. */
void svg_line(struct svg *s, enum svg_class c, double x1, double y1, double x2,
              double y2);

/* A round mark. */
void svg_dot(struct svg *s, enum svg_class c, double x, double y, double r,
             const char *tip);

/* Text whose baseline is at y. */
void svg_text(struct svg *s, enum svg_class c, enum svg_anchor anchor, double x,
              double y, const char *fmt, ...)
    __attribute__((format(printf, 6, 7)));

/* The same in a fixed-width font, cut to what fits in width. */
void svg_code(struct svg *s, enum svg_class c, double x, double y, double width,
              struct text code);

/* The width that text of a class' size may take, roughly and never less. */
double svg_text_width(const char *text);

/* The whole file. */
void svg_print(const struct svg *s, struct buf *out);

#endif
