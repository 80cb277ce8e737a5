/* SPDX-License-Identifier: Apache-2.0 */
/*
 * printf in a kernel: vprintf(format, buffer), the arguments in the buffer at
 * their natural alignment, floats widened to double. The format is the
 * learner's: each conversion is checked before the host's printf sees it.
 */
#include "sim/exec.h"

enum { TEXT_MAX = 4096, SPEC_MAX = 24, OUTPUT_MAX = 64 << 20 };

/* One conversion, taken apart. */
struct spec {
    char text[SPEC_MAX + 8]; /* flags, width and precision for the host */
    size_t length;           /* characters of the format it takes up */
    bool wide;               /* an 8-byte argument */
    char kind;               /* d, s, f, ...; 0 if it is none */
};

static struct spec spec_read(const char *f)
{
    struct spec s = { .length = 1 };
    size_t n = 0;
    const char *c = f + 1;

    s.text[n++] = '%';
    while (*c && strchr("-+ #0", *c) && n < 8)
        s.text[n++] = *c++;
    for (int part = 0; part < 2; part++) {
        int digits = 0;

        if (part && *c != '.')
            break;
        if (part)
            s.text[n++] = *c++;
        for (; *c >= '0' && *c <= '9' && digits < 3; digits++)
            s.text[n++] = *c++;
    }
    for (; *c && strchr("hlzjtLq", *c); c++)
        s.wide |= *c != 'h';
    if (!*c || !strchr("diouxXeEfFgGaAcsp%", *c))
        return s;
    s.kind = *c;
    s.length = (size_t)(c - f) + 1;
    s.wide |= strchr("psaAeEfFgG", s.kind) != NULL;
    if (strchr("diouxX", s.kind)) {
        s.text[n++] = 'l';
        s.text[n++] = 'l';
    }
    s.text[n++] = s.kind;
    return s;
}

static void print_one(struct worker *x, const struct spec *s, uint64_t v,
                      int lane)
{
    struct buf *const out = &x->output;
    char text[TEXT_MAX];
    double d;

    switch (s->kind) {
    case 'd':
    case 'i':
        buf_printf(out, s->text,
                   s->wide ? (long long)v : (long long)(int32_t)v);
        break;
    case 'c':
        buf_printf(out, s->text, (int)(v & 0xff));
        break;
    case 's':
        device_string(x, v, lane, text, sizeof text);
        buf_printf(out, s->text, text);
        break;
    case 'p': /* as the host prints it, and the same on every host */
        buf_printf(out, "0x%llx", (unsigned long long)v);
        break;
    case 'o':
    case 'u':
    case 'x':
    case 'X':
        buf_printf(out, s->text, (unsigned long long)v);
        break;
    default:
        memcpy(&d, &v, sizeof d);
        buf_printf(out, s->text, d);
    }
}

int device_printf(struct worker *x, uint64_t format, uint64_t buffer, int lane)
{
    char text[TEXT_MAX];
    const char *f = text;
    int conversions = 0;

    device_string(x, format, lane, text, sizeof text);
    while (*f && x->output.size < OUTPUT_MAX) {
        const size_t plain = strcspn(f, "%");
        struct spec s;
        uint64_t size, v = 0;

        buf_add(&x->output, f, plain);
        f += plain;
        if (!*f)
            break;
        s = spec_read(f);
        f += s.length;
        if (!s.kind || s.kind == '%') {
            buf_str(&x->output, "%");
            continue;
        }
        size = s.wide ? 8 : 4;
        buffer = (buffer + size - 1) & ~(size - 1);
        device_read(x, buffer, &v, size, lane);
        buffer += size;
        print_one(x, &s, v, lane);
        conversions++;
    }
    return conversions;
}
