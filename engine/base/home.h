/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_HOME_H
#define BASE_HOME_H

struct arena;

/*
 * Where the installed (or built) parts of the lab are. In a clone, the build
 * folder holds the programs and the clone holds the data; after `make install`
 * PREFIX/bin, PREFIX/lib/warplings and PREFIX/share/warplings do.
 */
struct home {
    const char *lib;    /* warplings-device, libcudart.so.13 */
    const char *share;  /* lessons/ kernels/ solutions/ of the product */
    const char *cuda;   /* our CUDA headers for clang */
    const char *cards;  /* *.yaml */
    const char *engine; /* headers a checker needs: course/check.h, ... */
    const char *cache;  /* $XDG_CACHE_HOME/warplings; may not exist yet */
    const char *state;  /* $XDG_STATE_HOME/warplings; may not exist yet */
};

/* Find the parts, by the place of the running program. */
struct home home_find(struct arena *a);

#endif
