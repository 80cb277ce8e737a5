/* SPDX-License-Identifier: Apache-2.0 */
/* Completion scripts: commands first, then options, then files. */
#include <string.h>

#include "base/text.h"
#include "cli/cli.h"
#include "cli/manual.h"

/* "--output -o" is two words; each is given to say. */
static void each_name(const struct option_row *o, struct buf *out,
                      void (*say)(struct buf *, const char *, int,
                                  const struct option_row *))
{
    int n = (int)strcspn(o->name, " ");

    say(out, o->name, n, o);
    if (o->name[n])
        say(out, o->name + n + 1, (int)strlen(o->name + n + 1), o);
}

static void bare(struct buf *out, const char *name, int n,
                 const struct option_row *o)
{
    (void)o;
    buf_printf(out, " %.*s", n, name);
}

static void bash(struct buf *out)
{
    buf_str(out, "# bash completion for warplings\n_warplings() {\n"
                 "    local word=${COMP_WORDS[COMP_CWORD]} commands options\n"
                 "    commands='");
    for (int i = 0; i < command_count; i++)
        buf_printf(out, "%s%s", i ? " " : "", command_table[i].name);
    buf_str(out, "'\n    options='");
    for (int i = 0; i < option_count; i++)
        each_name(&option_table[i], out, bare);
    buf_str(out, "'\n    case $word in\n"
                 "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) "
                 ";;\n"
                 "    *) if [ \"$COMP_CWORD\" = 1 ]; then\n"
                 "           COMPREPLY=($(compgen -W \"$commands\" -- "
                 "\"$word\"))\n"
                 "       fi ;;\n    esac\n}\n"
                 "complete -o default -F _warplings warplings\n");
}

/* A word in single quotes, for zsh and fish. */
static void quoted(struct buf *out, const char *s, const char *escape)
{
    for (; *s; s++) {
        if (*s == '\'')
            buf_str(out, escape);
        else if (*s == '[' || *s == ']' || *s == ':')
            buf_str(out, " ");
        else
            buf_add(out, s, 1);
    }
}

static void zsh_option(struct buf *out, const char *name, int n,
                       const struct option_row *o)
{
    buf_printf(out, " \\\n        '%.*s[", n, name);
    quoted(out, o->meaning, "");
    buf_str(out, "]");
    if (o->argument)
        buf_printf(out, ":%s:_files", o->argument);
    buf_str(out, "'");
}

static void zsh(struct buf *out)
{
    buf_str(out, "#compdef warplings\n_warplings() {\n"
                 "    local -a commands\n    commands=(\n");
    for (int i = 0; i < command_count; i++) {
        buf_printf(out, "        '%s:", command_table[i].name);
        quoted(out, command_table[i].meaning, "");
        buf_str(out, "'\n");
    }
    buf_str(out, "    )\n    _arguments -s");
    for (int i = 0; i < option_count; i++)
        each_name(&option_table[i], out, zsh_option);
    buf_str(out, " \\\n        '1:command:{_describe command commands}' \\\n"
                 "        '*:file:_files'\n}\n_warplings \"$@\"\n");
}

static void fish_option(struct buf *out, const char *name, int n,
                        const struct option_row *o)
{
    if (n == 2)
        buf_printf(out, "complete -c warplings -s %.*s", n - 1, name + 1);
    else
        buf_printf(out, "complete -c warplings -l %.*s", n - 2, name + 2);
    buf_printf(out, "%s -d '", o->argument ? " -r" : "");
    quoted(out, o->meaning, "\\'");
    buf_str(out, "'\n");
}

static void fish(struct buf *out)
{
    buf_str(out, "# fish completion for warplings\n");
    for (int i = 0; i < command_count; i++) {
        buf_printf(out,
                   "complete -c warplings -n __fish_use_subcommand -a %s -d '",
                   command_table[i].name);
        quoted(out, command_table[i].meaning, "\\'");
        buf_str(out, "'\n");
    }
    for (int i = 0; i < option_count; i++)
        each_name(&option_table[i], out, fish_option);
}

bool manual_completion(const char *shell, struct buf *out)
{
    if (!strcmp(shell, "bash"))
        bash(out);
    else if (!strcmp(shell, "zsh"))
        zsh(out);
    else if (!strcmp(shell, "fish"))
        fish(out);
    else
        return false;
    return true;
}
