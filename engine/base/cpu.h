/* SPDX-License-Identifier: Apache-2.0 */
/* Which builds of the device this CPU can run. */
#ifndef BASE_CPU_H
#define BASE_CPU_H

/* The end of the i-th name, best build first: warplings-device + "-v4" or
   "-v3" (the levels of the x86-64 psABI), last of all ""; NULL after that.
   Builds that this CPU cannot run are left out. Allocates nothing. */
const char *cpu_build(int i);

#endif
