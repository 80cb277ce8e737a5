/* SPDX-License-Identifier: Apache-2.0 */
/* What a check says: verdict, goals, findings at their source lines. */
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "report/json.h"
#include "tui/view.h"

#define OUTPUT_LINES 12

static const struct {
    const char *text;
    enum style style;
} verdicts[] = {
    [VERDICT_PASS] = { "PASS", STYLE_GOOD },
    [VERDICT_FAIL] = { "FAIL", STYLE_BAD },
    [VERDICT_COMPILE_ERROR] = { "DOES NOT COMPILE", STYLE_BAD },
    [VERDICT_CRASH] = { "CRASH", STYLE_BAD },
    [VERDICT_TIMEOUT] = { "TIMEOUT", STYLE_BAD },
    [VERDICT_SKIPPED] = { "SKIPPED", STYLE_WARN },
};

static const struct {
    const char *text;
    enum style style;
} severities[] = {
    [SEVERITY_ERROR] = { "error", STYLE_BAD },
    [SEVERITY_WARNING] = { "warning", STYLE_WARN },
    [SEVERITY_ADVICE] = { "advice", STYLE_KEY },
};

static const char *bound_text(enum goal_bound b)
{
    switch (b) {
    case BOUND_AT_MOST:
        return "≤";
    case BOUND_AT_LEAST:
        return "≥";
    case BOUND_EQUAL:
        return "=";
    }
    return "?";
}

static void headline(struct doc *d, const struct check_result *r)
{
    doc_line(d);
    doc_printf(d, verdicts[r->verdict].style, " %s", verdicts[r->verdict].text);
    doc_printf(d, STYLE_BOLD, "  %d of %d points", r->points, r->of);
    doc_printf(d, STYLE_DIM, "   %s, %s", r->compiler ? r->compiler : "-",
               r->card ? r->card : "-");
    if (r->file) {
        doc_line(d);
        doc_printf(d, STYLE_DIM, " %s", r->file);
    }
    if (r->summary) {
        doc_line(d);
        doc_paragraph(d, 1, STYLE_PLAIN, r->summary);
    }
}

static void section(struct doc *d, const char *title)
{
    d->item = -1;
    doc_line(d);
    doc_line(d);
    doc_printf(d, STYLE_TITLE, " %s", title);
}

static void goal_lines(struct doc *d, const struct goal_result *g)
{
    struct value limit = { .known = true, .number = g->goal->limit };
    char value[NUMBER_MAX], bound[NUMBER_MAX];
    bool shown = g->goal->shown_only;

    doc_line(d);
    doc_text(d,
             shown     ? STYLE_DIM
             : g->pass ? STYLE_GOOD
                       : STYLE_BAD,
             shown     ? " · shown"
             : g->pass ? " ✓ pass"
                       : " ✗ fail");
    doc_column(d, 9);
    if (shown)
        doc_text(d, STYLE_DIM, "-");
    else
        doc_printf(d, STYLE_BOLD, "%d/%d", g->points, g->goal->points);
    doc_column(d, 15);
    doc_text(d, STYLE_PLAIN, g->goal->text ? g->goal->text : g->goal->id);
    if (g->goal->metric >= 0 && g->goal->metric < METRIC_COUNT) {
        const struct metric_info *info = &metric_table[g->goal->metric];

        number_text(g->value, value);
        number_text(limit, bound);
        doc_line(d);
        doc_column(d, 15);
        doc_printf(d, STYLE_CODE, "%s", info->text);
        doc_printf(d, STYLE_PLAIN, " %s", value);
        doc_printf(d, STYLE_DIM, " (%s)", basis_text(info->basis));
        if (d->width < 70 && !g->goal->shown_only) {
            doc_line(d);
            doc_column(d, 14);
        }
        if (!g->goal->shown_only) {
            doc_text(d, STYLE_DIM, " wanted ");
            doc_printf(d, STYLE_PLAIN, "%s %s", bound_text(g->goal->bound),
                       bound);
        }
    }
    if (g->note && !g->pass)
        doc_paragraph(d, 15, STYLE_PLAIN, g->note);
}

static void where(struct doc *d, const struct report_finding *f)
{
    doc_line(d);
    doc_column(d, 4);
    if (f->file && f->line)
        doc_printf(d, STYLE_CODE, "%s:%d", f->file, f->line);
    else
        doc_text(d, STYLE_DIM, "no source line");
    if (f->kernel)
        doc_printf(d, STYLE_DIM, "  kernel %s", f->kernel);
    if (f->has_thread)
        doc_printf(d, STYLE_DIM, "  block (%u,%u,%u) thread (%u,%u,%u)",
                   f->block[0], f->block[1], f->block[2], f->thread[0],
                   f->thread[1], f->thread[2]);
}

static void finding_lines(struct doc *d, const struct report_finding *f,
                          const struct sources *s)
{
    const struct finding_info *info = &finding_table[f->id];

    doc_line(d);
    doc_column(d, 2);
    doc_text(d, severities[f->severity].style, severities[f->severity].text);
    doc_printf(d, STYLE_BOLD, " %s", info->text);
    if (f->count > 1)
        doc_printf(d, STYLE_DIM, "  %llu times", (unsigned long long)f->count);
    where(d, f);
    if (f->message)
        doc_paragraph(d, 4, STYLE_PLAIN, f->message);
    source_excerpt(d, 4, sources_find(s, f->file), f->line, 0, 0, 2);
    if (f->line2 && f->line2 != f->line) {
        const char *file = f->file2 ? f->file2 : f->file;

        doc_line(d);
        doc_column(d, 4);
        doc_printf(d, STYLE_DIM, "and %s:%d", file ? file : "-", f->line2);
        source_excerpt(d, 4, sources_find(s, file), f->line2, 0, 0, 0);
    }
    if (f->advice) {
        struct cells text = { 0 }, lead = { 0 }, rest = { 0 };

        cells_add(d->arena, &lead, text_of("    Try: "), d->ascii, STYLE_KEY);
        cells_add(d->arena, &rest, text_of("         "), d->ascii, STYLE_PLAIN);
        cells_add(d->arena, &text, text_of(f->advice), d->ascii, STYLE_PLAIN);
        doc_wrap(d, &text, &lead, &rest);
    }
    if (f->lesson && *f->lesson) {
        doc_line(d);
        doc_column(d, 4);
        doc_printf(d, STYLE_DIM, "more in lesson %s", f->lesson);
    }
}

static void compile_lines(struct doc *d, const struct diag *e,
                          const struct sources *s)
{
    static const char *const levels[] = { "error", "warning", "note" };

    doc_line(d);
    doc_column(d, 2);
    doc_text(d, e->level == DIAG_ERROR ? STYLE_BAD : STYLE_WARN,
             levels[e->level]);
    if (e->at.file)
        doc_printf(d, STYLE_CODE, " %s:%d:%d", e->at.file, e->at.line,
                   e->at.col);
    doc_paragraph(d, 4, STYLE_PLAIN, e->text);
    if (e->at.file && sources_find(s, e->at.file).size)
        source_excerpt(d, 4, sources_find(s, e->at.file), e->at.line, e->at.col,
                       e->at.width, 2);
    else if (e->source)
        doc_paragraph(d, 6, STYLE_PLAIN, e->source);
}

static void output_lines(struct doc *d, const char *output)
{
    const char *end;
    int n = 0;

    section(d, "What the program printed");
    for (; *output && n < OUTPUT_LINES; n++) {
        struct cells c = { 0 };

        end = strchr(output, '\n');
        end = end ? end : output + strlen(output);
        cells_add(d->arena, &c, (struct text){ output, (size_t)(end - output) },
                  d->ascii, STYLE_PLAIN);
        doc_line(d);
        doc_column(d, 2);
        doc_cells(d, &c);
        output = *end ? end + 1 : end;
    }
    if (*output) {
        doc_line(d);
        doc_text(d, STYLE_DIM, "  ...");
    }
}

void check_doc(struct doc *d, const struct checked *c)
{
    const struct check_result *r = &c->result;
    int item = 0;

    headline(d, r);
    if (r->compile) {
        section(d, "What the compiler says");
        for (const struct diag *e = r->compile; e; e = e->next) {
            if (item > 0)
                doc_line(d);
            d->item = item++;
            compile_lines(d, e, &c->sources);
        }
    }
    if (r->goal_count)
        section(d, "Goals");
    for (int i = 0; i < r->goal_count; i++)
        goal_lines(d, &r->goals[i]);
    if (r->finding_count)
        section(d, "Findings");
    for (int i = 0; i < r->finding_count; i++) {
        d->item = -1;
        if (i > 0)
            doc_line(d);
        d->item = item++;
        finding_lines(d, &r->findings[i], &c->sources);
    }
    d->item = -1;
    if (r->output && *r->output)
        output_lines(d, r->output);
}

void check_render(const struct model *m, struct rect r, struct frame *f)
{
    if (!m->check.done) {
        frame_text(f, r, 1, 2, STYLE_DIM, "not checked yet; c checks");
        return;
    }
    doc_render(&m->check.doc, m->check.scroll, m->check.selected,
               rect_sub(r, 0, 1, r.rows, r.cols - 1), f);
}
