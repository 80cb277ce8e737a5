/* SPDX-License-Identifier: Apache-2.0 */
/* One launch in figures: limits, stalls, findings of its kernel, metrics. */
#include <stdio.h>
#include <string.h>

#include "report/json.h"
#include "tui/run_view.h"
#include "tui/view.h"

enum { BAR = 30, LABEL = 34 };

static void bar(struct doc *d, const struct report_kernel *k, const char *name)
{
    int m = metric_find(SCOPE_LAUNCH, name);
    struct value v = k->metrics[m];
    int n = v.known && v.number > 0 ? (int)(v.number / 100 * BAR + 0.5) : 0;

    if (!v.known)
        return;
    n = n > BAR ? BAR : n;
    doc_line(d);
    doc_printf(d, STYLE_PLAIN, "  %s", name);
    doc_column(d, LABEL);
    for (int i = 0; i < BAR; i++)
        doc_text(d, i < n ? STYLE_ISSUE : STYLE_DIM, i < n ? "█" : "·");
    doc_printf(d, STYLE_BOLD, " %5.1f %%", v.number);
}

static void title(struct doc *d, const char *text)
{
    doc_line(d);
    doc_line(d);
    doc_text(d, STYLE_TITLE, text);
}

static void stalls(struct doc *d, const struct report_kernel *k)
{
    title(d, "Where warps spend their cycles (modelled)");
    for (int m = 0; m < METRIC_COUNT; m++)
        if (!strncmp(metric_table[m].text, "stall_", 6) &&
            metric_table[m].scope == SCOPE_LAUNCH &&
            k->metrics[m].number > 0.05)
            bar(d, k, metric_table[m].text);
}

static void all_metrics(struct doc *d, const struct report *r,
                        const struct value *v, enum metric_scope scope)
{
    for (int m = 0; m < METRIC_COUNT; m++) {
        char number[NUMBER_MAX];

        if (metric_table[m].scope != scope || !v[m].known)
            continue;
        number_text(v[m], number);
        doc_line(d);
        doc_printf(d, STYLE_PLAIN, "  %s", metric_table[m].text);
        doc_column(d, LABEL + 16 - text_cols(number, d->ascii));
        doc_text(d, STYLE_BOLD, number);
        doc_printf(d, STYLE_DIM, " %s", metric_table[m].unit);
        doc_column(d, LABEL + 26);
        doc_text(d, STYLE_DIM, basis_text(report_basis(r, (enum metric)m)));
        if (d->width >= 120) {
            doc_column(d, LABEL + 38);
            doc_text(d, STYLE_DIM, metric_table[m].meaning);
        }
    }
}

static void findings(struct doc *d, const struct report *r, const char *kernel)
{
    bool any = false;

    for (int i = 0; i < r->finding_count; i++) {
        const struct report_finding *f = &r->findings[i];

        if (kernel && f->kernel && strcmp(f->kernel, kernel) != 0)
            continue;
        if (!any)
            title(d, "Findings");
        any = true;
        doc_line(d);
        doc_printf(d, f->severity == SEVERITY_ADVICE ? STYLE_WARN : STYLE_BAD,
                   "  %s", finding_table[f->id].text);
        if (f->line)
            doc_printf(d, STYLE_CODE, "  line %d", f->line);
        doc_paragraph(d, 4, STYLE_PLAIN, f->message ? f->message : "");
        if (f->advice)
            doc_paragraph(d, 4, STYLE_DIM, f->advice);
    }
}

void metrics_doc(struct doc *d, const struct shown *s)
{
    const struct report *r = &s->one.a;
    const struct report_kernel *k =
        s->launch >= 0 && s->launch < r->kernel_count ? &r->kernels[s->launch]
                                                      : NULL;

    doc_line(d);
    if (!k) {
        doc_text(d, STYLE_DIM, "no kernel ran");
    } else {
        doc_text(d, STYLE_TITLE, "Speed of light and occupancy (modelled)");
        bar(d, k, "speed_of_light_compute_pct");
        bar(d, k, "speed_of_light_memory_pct");
        bar(d, k, "occupancy_theoretical_pct");
        bar(d, k, "occupancy_achieved_pct");
        stalls(d, k);
    }
    findings(d, r, k ? k->name : NULL);
    if (k) {
        title(d, "This launch");
        all_metrics(d, r, k->metrics, SCOPE_LAUNCH);
        warp_counts_doc(d, &r->trace->launches[k->launch].warps);
    }
    title(d, "The whole run");
    all_metrics(d, r, r->run, SCOPE_RUN);
}
