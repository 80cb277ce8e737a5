/* SPDX-License-Identifier: Apache-2.0 */
/* Reports for people: one fact a line, no cursor motion. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report/json.h"
#include "report/plain.h"
#include "trace/what_if.h"

#define RED    "\033[31m"
#define YELLOW "\033[33m"
#define CYAN   "\033[36m"
#define BOLD   "\033[1m"
#define DIM    "\033[2m"
#define OFF    "\033[0m"

void plain_wrap(struct buf *out, const char *text, int indent, int width)
{
    int column = indent;

    buf_printf(out, "%*s", indent, "");
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, " \n");

        if (column > indent && column + 1 + (int)n > width) {
            buf_printf(out, "\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            buf_str(out, " ");
            column++;
        }
        buf_add(out, p, n);
        column += (int)n;
        p += n;
        while (*p == ' ' || *p == '\n')
            p++;
    }
    buf_str(out, "\n");
}

/* The line of a source file, if it can be read; cut to fit. */
static bool source_line(const char *path, int line, char *out, size_t size)
{
    FILE *f = fopen(path, "r");
    bool found = false;

    if (!f)
        return false;
    for (int n = 1; n <= line && fgets(out, (int)size, f); n++) {
        bool whole = strchr(out, '\n') != NULL;

        for (int c = 0; !whole && (c = fgetc(f)) != EOF && c != '\n';)
            continue;
        found = n == line;
    }
    fclose(f);
    out[strcspn(out, "\r\n")] = '\0';
    return found;
}

static void show_line(const char *file, int line, int width, bool color,
                      struct buf *out)
{
    char text[512];

    if (!file || !line || !source_line(file, line, text, sizeof text))
        return;
    for (char *c = text; *c; c++)
        if (*c == '\t' || (unsigned char)*c < 32)
            *c = ' ';
    if (width > 14 && strlen(text) > (size_t)width - 8)
        text[width - 8] = '\0';
    buf_printf(out, "%s%6d |%s %s\n", color ? DIM : "", line, color ? OFF : "",
               text);
}

void finding_plain(const struct report_finding *f, int width, bool color,
                   bool ascii, struct buf *out)
{
    static const char *const colors[] = { RED, YELLOW, CYAN };

    (void)ascii;
    buf_printf(out, "%s%s%s %s", color ? colors[f->severity] : "",
               severity_text(f->severity), color ? OFF : "",
               finding_table[f->id].text);
    if (f->file)
        buf_printf(out, " at %s:%d", f->file, f->line);
    if (f->kernel)
        buf_printf(out, " in %s", f->kernel);
    buf_str(out, "\n");
    show_line(f->file, f->line, width, color, out);
    if (f->line2 != f->line)
        show_line(f->file2, f->line2, width, color, out);
    plain_wrap(out, f->message, 2, width);
    if (f->advice && *f->advice) {
        buf_str(out, "  try:\n");
        plain_wrap(out, f->advice, 4, width);
    }
    if (f->lesson)
        buf_printf(out, "  see lesson %s\n", f->lesson);
}

void plain_number(struct buf *out, const struct value *v)
{
    char digits[32];
    int n;

    if (!v->known) {
        buf_str(out, "-");
        return;
    }
    if (v->text) {
        buf_str(out, v->text);
        return;
    }
    if (v->number < 9e15 && v->number == (double)(long long)v->number) {
        n = snprintf(digits, sizeof digits, "%lld", (long long)v->number);
        for (int i = 0; i < n; i++) {
            if (i && (n - i) % 3 == 0 && digits[0] != '-')
                buf_str(out, " ");
            buf_add(out, &digits[i], 1);
        }
        return;
    }
    buf_printf(out, v->number < 10 ? "%.3f" : "%.1f", v->number);
}

/* Metrics that the summary of a kernel shows. */
static const enum metric shown[] = {
    METRIC_TIME_US,
    METRIC_INST_EXECUTED,
    METRIC_ACTIVE_LANES_AVG,
    METRIC_DIVERGENT_BRANCHES,
    METRIC_GLOBAL_LOAD_SECTORS,
    METRIC_GLOBAL_LOAD_EFFICIENCY,
    METRIC_GLOBAL_STORE_SECTORS,
    METRIC_GLOBAL_STORE_EFFICIENCY,
    METRIC_SHARED_WAVEFRONTS,
    METRIC_SHARED_BANK_CONFLICTS,
    METRIC_OCCUPANCY_THEORETICAL,
    METRIC_OCCUPANCY_LIMITER,
};

void plain_metric(struct buf *out, const struct value *v, enum metric m,
                  enum basis basis)
{
    buf_printf(out, "  %-32s ", metric_table[m].text);
    plain_number(out, v);
    buf_printf(out, "%s%s (%s)\n", *metric_table[m].unit ? " " : "",
               metric_table[m].unit, basis_text(basis));
}

/* Launches of one kernel and shape are summed up together. */
static bool seen_before(const struct report *r, int k)
{
    for (int i = 0; i < k; i++)
        if (!strcmp(r->kernels[i].name, r->kernels[k].name))
            return true;
    return false;
}

static void kernel_plain(const struct report *r, int k, bool color,
                         struct buf *out)
{
    const struct trace_launch *l = &r->trace->launches[r->kernels[k].launch];
    uint64_t launches = 0, summed = 0;

    for (int i = 0; i < r->kernel_count; i++) {
        const struct trace_launch *t = &r->trace->launches[i];

        if (strcmp(r->kernels[i].name, r->kernels[k].name))
            continue;
        launches += launch_count(t);
        summed += t->sum.launches;
    }
    buf_printf(out, "\n%skernel %s%s <<<(%u, %u, %u), (%u, %u, %u)>>>",
               color ? BOLD : "", r->kernels[k].name, color ? OFF : "",
               l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1],
               l->block[2]);
    if (launches > 1)
        buf_printf(out, " and %" PRIu64 " more launches", launches - 1);
    buf_str(out, "\n");
    if (summed)
        buf_printf(out, "  %" PRIu64 " launches summed: not kept one by one\n",
                   summed);
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        struct value v = report_total(r, r->kernels[k].name, shown[i]);

        if (v.known)
            plain_metric(out, &v, shown[i], report_basis(r, shown[i]));
    }
    for (int i = 0; i < WHAT_IF_COUNT && l->time.what_if_us[i] > 0; i++)
        buf_printf(out, "  with %s%*s %.2f times as fast, modelled\n",
                   what_if_table[i].words,
                   27 - (int)strlen(what_if_table[i].words), "",
                   l->time.time_us / l->time.what_if_us[i]);
}

void report_plain(const struct report *r, int width, bool color, bool ascii,
                  struct buf *out)
{
    static const enum metric run[] = {
        METRIC_LAUNCHES,       METRIC_SYNCS,      METRIC_COPIES_H2D,
        METRIC_BYTES_H2D,      METRIC_COPIES_D2H, METRIC_BYTES_D2H,
        METRIC_KERNEL_TIME_US, METRIC_RUN_TIME_US
    };

    for (int i = 0; i < r->finding_count; i++) {
        buf_str(out, "\n");
        finding_plain(&r->findings[i], width, color, ascii, out);
    }
    for (int k = 0; k < r->kernel_count; k++)
        if (!seen_before(r, k))
            kernel_plain(r, k, color, out);
    buf_printf(out, "\n%srun%s of %s, %s, %s %s\n", color ? BOLD : "",
               color ? OFF : "", r->program, r->compiler,
               r->trace->measured ? "measured on" : "on a modelled", r->card);
    if (r->exited)
        buf_printf(out, "  %-32s %d\n", "exit", r->exit);
    for (size_t i = 0; i < sizeof run / sizeof *run; i++)
        if (r->run[run[i]].known)
            plain_metric(out, &r->run[run[i]], run[i], report_basis(r, run[i]));
    if (r->trace->calls_left_out)
        buf_printf(out,
                   "  %" PRIu64 " CUDA calls counted but not kept one by one\n",
                   r->trace->calls_left_out);
    if (r->trace->findings_left_out)
        buf_printf(out,
                   "  %" PRIu64 " findings beyond the first 1000 "
                   "not kept\n",
                   r->trace->findings_left_out);
}
