/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of one lane that alu.def's expressions call. */
#ifndef SIM_ALU_LANE_H
#define SIM_ALU_LANE_H

#include <math.h>
#include <stdint.h>

#include "ptx/program.h"

__extension__ typedef unsigned __int128 wide_u128;
__extension__ typedef __int128 wide_s128;

static inline uint32_t saturate(int64_t v)
{
    return (uint32_t)(v > INT32_MAX   ? INT32_MAX
                      : v < INT32_MIN ? INT32_MIN
                                      : v);
}

static inline uint64_t high_u64(uint64_t a, uint64_t b)
{
    return (uint64_t)((wide_u128)a * b >> 64);
}

static inline uint64_t high_s64(uint64_t a, uint64_t b)
{
    return (uint64_t)((wide_s128)(int64_t)a * (int64_t)b >> 64);
}

/* Division by zero gives all ones on a card; the ISA leaves it open. */
static inline uint32_t divide_s32(uint32_t a, uint32_t b)
{
    int64_t n = (int32_t)a, d = (int32_t)b;

    return d ? (uint32_t)(n / d) : UINT32_MAX;
}

static inline uint32_t remainder_s32(uint32_t a, uint32_t b)
{
    int64_t n = (int32_t)a, d = (int32_t)b;

    return d ? (uint32_t)(n % d) : a;
}

static inline uint64_t divide_s64(uint64_t a, uint64_t b)
{
    if (b == 0)
        return UINT64_MAX;
    return b == UINT64_MAX ? 0 - a : (uint64_t)((int64_t)a / (int64_t)b);
}

static inline uint64_t remainder_s64(uint64_t a, uint64_t b)
{
    if (b == 0)
        return a;
    return b == UINT64_MAX ? 0 : (uint64_t)((int64_t)a % (int64_t)b);
}

/* min and max give the other operand for a NaN, and order -0 below +0. */
static inline float least_f32(float a, float b)
{
    return a != a   ? b
           : b != b ? a
           : a == b ? (signbit(a) ? a : b)
                    : (a < b ? a : b);
}

static inline float most_f32(float a, float b)
{
    return a != a   ? b
           : b != b ? a
           : a == b ? (signbit(a) ? b : a)
                    : (a > b ? a : b);
}

static inline double least_f64(double a, double b)
{
    return a != a   ? b
           : b != b ? a
           : a == b ? (signbit(a) ? a : b)
                    : (a < b ? a : b);
}

static inline double most_f64(double a, double b)
{
    return a != a   ? b
           : b != b ? a
           : a == b ? (signbit(a) ? b : a)
                    : (a > b ? a : b);
}

/* PTX ISA, lop3: bit i of the table is the result for inputs a b c = i. */
static inline uint32_t logic3(uint32_t a, uint32_t b, uint32_t c,
                              uint32_t table)
{
    uint32_t r = 0;

    for (uint32_t i = 0; i < 8; i++)
        if (table >> i & 1)
            r |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return r;
}

static inline uint32_t reverse_32(uint32_t v)
{
    v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
    v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
    v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(v);
}

static inline uint32_t find_top(uint32_t v)
{
    return v ? 31u - (uint32_t)__builtin_clz(v) : UINT32_MAX;
}

/* PTX ISA, bfe: position and length come from the low 8 bits. */
static inline uint64_t field_u64(uint64_t a, uint32_t pos, uint32_t len,
                                 uint32_t width)
{
    pos &= 0xff;
    len &= 0xff;
    if (pos >= width || len == 0)
        return 0;
    a >>= pos;
    return len >= 64 ? a : a & ((1ull << len) - 1);
}

static inline uint64_t field_s64(uint64_t a, uint32_t pos, uint32_t len,
                                 uint32_t width)
{
    uint32_t last;
    uint64_t sign, f;

    pos &= 0xff;
    len &= 0xff;
    if (len == 0)
        return 0;
    last = pos + len - 1 < width - 1 ? pos + len - 1 : width - 1;
    sign = a >> last & 1;
    f = pos >= width ? 0
                     : (a & (width == 64 ? UINT64_MAX : 0xffffffffu)) >> pos;
    if (len < 64)
        f &= (1ull << len) - 1;
    if (sign) {
        uint32_t have = pos >= width ? 0 : last - pos + 1;

        f |= have >= 64 ? 0 : UINT64_MAX << have;
    }
    return f;
}

static inline uint64_t insert_field(uint64_t a, uint64_t b, uint32_t pos,
                                    uint32_t len, uint32_t width)
{
    uint64_t mask;

    pos &= 0xff;
    len &= 0xff;
    if (pos >= width || len == 0)
        return b;
    mask = (len >= 64 ? UINT64_MAX : (1ull << len) - 1) << pos;
    return (b & ~mask) | (a << pos & mask);
}

static inline uint32_t bit_mask(uint32_t pos, uint32_t len)
{
    if (pos > 31 || len == 0)
        return 0;
    return (len > 31 ? UINT32_MAX : (1u << len) - 1) << pos;
}

/* Absolute differences of unsigned parts of so many bits: each in its place,
   or their sum. */
static inline uint32_t apart(uint32_t a, uint32_t b, int bits, int sum)
{
    const uint32_t mask = (1u << bits) - 1;
    uint32_t out = 0;

    for (int i = 0; i < 32; i += bits) {
        const uint32_t u = a >> i & mask, v = b >> i & mask;
        const uint32_t d = u > v ? u - v : v - u;

        out += sum ? d : d << i;
    }
    return out;
}

/* .relu: what is negative becomes 0. */
static inline uint32_t least_or_zero(uint32_t v)
{
    return v >> 31 ? 0 : v;
}

/* The smaller or larger halves of a and b; bias orders signed halves as
   unsigned ones do, relu makes negative ones 0. */
static inline uint32_t pick_pair(uint32_t a, uint32_t b, uint32_t bias,
                                 int larger, int relu)
{
    uint32_t out = 0;

    for (int i = 0; i < 32; i += 16) {
        const uint32_t u = a >> i & 0xffff, v = b >> i & 0xffff;
        const uint32_t w = ((u ^ bias) > (v ^ bias)) == larger ? u : v;

        out |= (relu && (w & 0x8000) ? 0 : w) << i;
    }
    return out;
}

static inline uint32_t dot4(uint32_t a, uint32_t b, uint32_t c, int sa, int sb)
{
    for (int i = 0; i < 32; i += 8) {
        int32_t x = sa ? (int8_t)(a >> i) : (uint8_t)(a >> i);
        int32_t y = sb ? (int8_t)(b >> i) : (uint8_t)(b >> i);

        c += (uint32_t)(x * y);
    }
    return c;
}

static inline uint32_t dot2(uint32_t a, uint32_t b, uint32_t c, int sa, int sb)
{
    for (int i = 0; i < 2; i++) {
        int32_t x = sa ? (int16_t)(a >> 16 * i) : (uint16_t)(a >> 16 * i);
        int32_t y = sb ? (int8_t)(b >> 8 * i) : (uint8_t)(b >> 8 * i);

        c += (uint32_t)(x * y);
    }
    return c;
}

/* PTX ISA, fns: the n-th set bit from a base, upwards for n > 0. */
static inline uint32_t find_nth(uint32_t mask, uint32_t base, uint32_t n)
{
    int32_t want = (int32_t)n, step = want < 0 ? -1 : 1, seen = 0;

    if (want == 0)
        return base < 32 && mask >> base & 1 ? base : UINT32_MAX;
    for (int32_t i = (int32_t)base; i >= 0 && i < 32; i += step)
        if (mask >> i & 1 && (seen += step) == want)
            return (uint32_t)i;
    return UINT32_MAX;
}

/* PTX ISA, prmt: each nibble of the selector picks a byte of b:a. */
static inline uint32_t permute(uint32_t a, uint32_t b, uint32_t c,
                               enum sub mode)
{
    uint64_t bytes = (uint64_t)b << 32 | a;
    uint32_t r = 0, s = c & 3;

    for (uint32_t i = 0; i < 4; i++) {
        uint32_t pick, byte;

        switch (mode) {
        case SUB_F4E:
            pick = i + s;
            break;
        case SUB_B4E:
            pick = (8 + s - i) & 7;
            break;
        case SUB_RC8:
            pick = s;
            break;
        case SUB_ECL:
            pick = i > s ? i : s;
            break;
        case SUB_ECR:
            pick = i < s ? i : s;
            break;
        case SUB_RC16:
            pick = (s & 1) * 2 + (i & 1);
            break;
        default:
            pick = c >> 4 * i & 0xf;
            break;
        }
        byte = (uint32_t)(bytes >> 8 * (pick & 7)) & 0xff;
        if (pick & 8)
            byte = byte & 0x80 ? 0xff : 0;
        r |= byte << 8 * i;
    }
    return r;
}

#endif
