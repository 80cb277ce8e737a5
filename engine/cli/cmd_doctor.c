/* SPDX-License-Identifier: Apache-2.0 */
/* doctor: what was found, whether it matters, what to do. */
#include <jansson.h>

#include "cli/cli.h"
#include "cli/doctor.h"
#include "report/json.h"

static const char *const words[] = {
    [DOCTOR_OK] = "ok", [DOCTOR_NOTE] = "note", [DOCTOR_PROBLEM] = "problem"
};

static void as_plain(const struct cli *c, const struct doctor_line *l, int n,
                     struct buf *b)
{
    static const char *const colors[] = {
        [DOCTOR_OK] = "32", [DOCTOR_NOTE] = "33", [DOCTOR_PROBLEM] = "31;1"
    };

    for (int i = 0; i < n; i++) {
        if (c->color)
            buf_printf(b, "\033[%sm%-8s\033[0m", colors[l[i].status],
                       words[l[i].status]);
        else
            buf_printf(b, "%-8s", words[l[i].status]);
        buf_printf(b, "%-21s %s\n%-30s%s\n", l[i].what, l[i].found, "",
                   l[i].matters);
        if (*l[i].remedy)
            buf_printf(b, "%-30sTo do: %s\n", "", l[i].remedy);
    }
}

static void as_json(const struct doctor_line *l, int n, struct buf *b)
{
    json_t *root = json_object(), *checks = json_array();

    for (int i = 0; i < n; i++)
        json_array_append_new(
            checks, json_pack("{s:s,s:s,s:s,s:s,s:s}", "what", l[i].what,
                              "status", words[l[i].status], "found", l[i].found,
                              "matters", l[i].matters, "remedy", l[i].remedy));
    json_object_set_new(root, "schema", json_string("warplings/doctor/1"));
    json_object_set_new(root, "checks", checks);
    json_print(root, b);
}

int cmd_doctor(struct cli *c)
{
    struct doctor_facts facts;
    struct doctor_line lines[DOCTOR_LINES];
    struct buf b = { 0 };
    int n, problems = 0;

    if (c->opt.word_count)
        return cli_usage(c, "doctor: takes no arguments");
    doctor_probe(&c->arena, &c->home, &facts);
    n = doctor_judge(&c->arena, &facts, lines);
    for (int i = 0; i < n; i++)
        problems += lines[i].status == DOCTOR_PROBLEM;
    if (c->opt.json)
        as_json(lines, n, &b);
    else
        as_plain(c, lines, n, &b);
    return cli_print(&b, problems ? EXIT_FAIL : EXIT_PASS);
}
