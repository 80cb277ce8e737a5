/* SPDX-License-Identifier: Apache-2.0 */
/* NVTX ranges: named by the program, shown in the run's record. */
#include <string.h>

#include "cudart/client.h"
#include "cudart/include/nvtx/nvtx3/nvToolsExt.h"

enum { NAME_MAX_BYTES = 200, NEGATIVE = -1 };

static __thread int depth;
static uint64_t last_id;

/* id 0: nested, in the thread's own order. */
static void send_start(const char *name, uint64_t id, uint64_t nested)
{
    const uint64_t arg[BUS_ARGS] = { id, nested };
    const size_t n = name ? strnlen(name, NAME_MAX_BYTES) : 0;

    if (!client_open())
        client_part(BUS_RANGE_BEGIN, arg, name, n, false);
}

static void send_end(uint64_t id, uint64_t nested)
{
    const uint64_t arg[BUS_ARGS] = { id, nested };

    if (client_is_open())
        client_part(BUS_RANGE_END, arg, NULL, 0, false);
}

static const char *name_of(const nvtxEventAttributes_t *a)
{
    return a && a->messageType == NVTX_MESSAGE_TYPE_ASCII ? a->message.ascii
                                                          : "";
}

PUBLIC int nvtxRangePushA(const char *message)
{
    send_start(message, 0, true);
    return depth++;
}

PUBLIC int nvtxRangePushEx(const nvtxEventAttributes_t *attributes)
{
    return nvtxRangePushA(name_of(attributes));
}

PUBLIC int nvtxRangePop(void)
{
    if (!depth)
        return NEGATIVE;
    send_end(0, true);
    return --depth;
}

PUBLIC nvtxRangeId_t nvtxRangeStartA(const char *message)
{
    const uint64_t id = __atomic_add_fetch(&last_id, 1, __ATOMIC_RELAXED);

    send_start(message, id, false);
    return id;
}

PUBLIC nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *attributes)
{
    return nvtxRangeStartA(name_of(attributes));
}

PUBLIC void nvtxRangeEnd(nvtxRangeId_t id)
{
    send_end(id, false);
}

PUBLIC void nvtxMarkA(const char *message)
{
    const uint64_t id = __atomic_add_fetch(&last_id, 1, __ATOMIC_RELAXED);

    send_start(message, id, false);
    send_end(id, false);
}

PUBLIC void nvtxMarkEx(const nvtxEventAttributes_t *attributes)
{
    nvtxMarkA(name_of(attributes));
}
