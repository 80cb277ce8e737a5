/* SPDX-License-Identifier: Apache-2.0 */
/* How a function of the runtime is written: declared and exported at once. */
#ifndef CUDART_API_H
#define CUDART_API_H

#include "cudart/client.h"

#define API(name, parameters)   \
    PUBLIC int name parameters; \
    PUBLIC int name parameters

#endif
