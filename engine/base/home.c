/* SPDX-License-Identifier: Apache-2.0 */
#include "base/home.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"

/* The folder of the running program. */
static char *program_dir(struct arena *a)
{
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    char *slash;

    if (n <= 0)
        return arena_strdup(a, ".");
    path[n] = '\0';
    slash = strrchr(path, '/');
    if (slash && slash > path)
        *slash = '\0';
    return arena_strdup(a, path);
}

/* An XDG folder; relative values are ignored, as the standard says. */
static char *xdg(struct arena *a, const char *variable, const char *fallback)
{
    const char *value = getenv(variable), *home = getenv("HOME");

    if (value && *value == '/')
        return arena_printf(a, "%s/warplings", value);
    if (home && *home == '/')
        return arena_printf(a, "%s/%s/warplings", home, fallback);
    return arena_printf(a, "/tmp/warplings-%ld", (long)getuid());
}

struct home home_find(struct arena *a)
{
    const char *dir = program_dir(a);
    const char *share = arena_printf(a, "%s/../share/warplings", dir);
    struct home h = { 0 };

    if (file_exists(share)) {
        h.lib = arena_printf(a, "%s/../lib/warplings", dir);
        h.share = share;
        h.cuda = arena_printf(a, "%s/cuda", share);
        h.cards = arena_printf(a, "%s/cards", share);
        h.engine = arena_printf(a, "%s/engine", share);
    } else {
        const char *top = arena_printf(a, "%s/..", dir);
        char real[PATH_MAX];

        if (realpath(top, real))
            top = arena_strdup(a, real);
        h.lib = dir;
        h.share = top;
        h.engine = arena_printf(a, "%s/engine", top);
        h.cuda = arena_printf(a, "%s/cudart/include", h.engine);
        h.cards = arena_printf(a, "%s/time/cards", h.engine);
    }
    h.cache = xdg(a, "XDG_CACHE_HOME", ".cache");
    h.state = xdg(a, "XDG_STATE_HOME", ".local/state");
    return h;
}
