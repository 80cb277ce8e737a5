/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PTX_DISPLAY_H
#define PTX_DISPLAY_H

struct arena;

/* A mangled name as people know the function: "_Z6reduceILi256EEvPf" is
   "reduce<256>"; a name that is not mangled stays. */
const char *display_name(struct arena *a, const char *mangled);

#endif
