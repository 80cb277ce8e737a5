/* SPDX-License-Identifier: Apache-2.0 */
/*
 * NVTX: names for parts of a program, which a run's record shows beside the
 * calls. Ranges, marks and domains' basics; colours and payloads are taken and
 * not shown.
 */
#ifndef WL_NVTOOLSEXT_H
#define WL_NVTOOLSEXT_H

#include <stddef.h>
#include <stdint.h>

#define NVTX_VERSION                  3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

enum {
    NVTX_MESSAGE_UNKNOWN = 0,
    NVTX_MESSAGE_TYPE_ASCII = 1,
    NVTX_MESSAGE_TYPE_UNICODE = 2,
    NVTX_MESSAGE_TYPE_REGISTERED = 3
};
enum { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 };

typedef union nvtxMessageValue_t {
    const char *ascii;
    const wchar_t *unicode;
    const void *registered;
} nvtxMessageValue_t;

typedef union nvtxPayload_t {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
} nvtxPayload_t;

typedef struct nvtxEventAttributes_v2 {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType, reserved0;
    nvtxPayload_t payload;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxEventAttributes_t;

typedef uint64_t nvtxRangeId_t;

#ifdef __cplusplus
extern "C" {
#endif

/* Nested ranges of a thread: the depth before, or what is left. */
int nvtxRangePushA(const char *message);
int nvtxRangePushEx(const nvtxEventAttributes_t *attributes);
int nvtxRangePop(void);
/* Ranges that may overlap. */
nvtxRangeId_t nvtxRangeStartA(const char *message);
nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *attributes);
void nvtxRangeEnd(nvtxRangeId_t id);
void nvtxMarkA(const char *message);
void nvtxMarkEx(const nvtxEventAttributes_t *attributes);

#ifdef __cplusplus
}
#endif

#define nvtxRangePush  nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxMark       nvtxMarkA

#endif
