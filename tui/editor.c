/* SPDX-License-Identifier: Apache-2.0 */
#include "tui/editor.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"

/* How an editor is told the line. */
enum line_style { LINE_PLUS, LINE_COLON, LINE_GOTO };

static const struct {
    const char *name;
    enum line_style style;
} known[] = {
    { "vi", LINE_PLUS },          { "vim", LINE_PLUS },
    { "nvim", LINE_PLUS },        { "view", LINE_PLUS },
    { "nano", LINE_PLUS },        { "pico", LINE_PLUS },
    { "emacs", LINE_PLUS },       { "micro", LINE_PLUS },
    { "joe", LINE_PLUS },         { "ne", LINE_PLUS },
    { "vis", LINE_PLUS },         { "mcedit", LINE_PLUS },
    { "kak", LINE_PLUS },         { "jed", LINE_PLUS },
    { "emacsclient", LINE_PLUS }, { "gedit", LINE_PLUS },
    { "hx", LINE_COLON },         { "helix", LINE_COLON },
    { "subl", LINE_COLON },       { "code", LINE_GOTO },
    { "codium", LINE_GOTO },
};

const char *editor_command(void)
{
    const char *visual = getenv("VISUAL"), *editor = getenv("EDITOR");

    if (visual && *visual)
        return visual;
    if (editor && *editor)
        return editor;
    return file_exists("/usr/bin/nano") ? "nano" : "vi";
}

/* The program's name: first word, after the last '/'. */
static const char *program_name(struct arena *a, const char *command)
{
    size_t n = strcspn(command, " ");

    return file_base(arena_strndup(a, command, n));
}

const char **editor_arguments(struct arena *a, const char *command,
                              const char *path, int line)
{
    const char **args = ARENA_NEW(a, const char *, 3);
    const char *name = program_name(a, command);

    args[0] = path;
    for (size_t i = 0; line > 0 && i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i].name, name))
            continue;
        switch (known[i].style) {
        case LINE_PLUS:
            args[0] = arena_printf(a, "+%d", line);
            args[1] = path;
            break;
        case LINE_COLON:
            args[0] = arena_printf(a, "%s:%d", path, line);
            break;
        case LINE_GOTO:
            args[0] = "-g";
            args[1] = arena_printf(a, "%s:%d", path, line);
            break;
        }
    }
    return args;
}

bool editor_run(struct arena *a, const char *path, int line, struct diags *ds)
{
    const char *command = editor_command();
    const char **args = editor_arguments(a, command, path, line);
    const char *script = arena_printf(a, "exec %s \"$@\"", command);
    int status = 0;
    pid_t pid = fork();

    if (pid < 0)
        return diag_fail(ds, "cannot start the editor: %s", strerror(errno));
    if (pid == 0) {
        signal(SIGINT, SIG_DFL);
        signal(SIGQUIT, SIG_DFL);
        execl("/bin/sh", "sh", "-c", script, "sh", args[0], args[1],
              (char *)NULL);
        _exit(127);
    }
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return diag_fail(ds, "cannot wait for the editor: %s",
                             strerror(errno));
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return diag_fail(ds, "the editor '%s' is not here; set EDITOR",
                         command);
    return true;
}
