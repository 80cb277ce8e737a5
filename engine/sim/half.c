/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/half.h"

#include <math.h>
#include <string.h>

/* Bits of the fraction, and the exponent of the smallest subnormal. */
struct format {
    int fraction, lowest, bias, exponents;
};

static struct format format_of(enum type t)
{
    bool brain = t == TYPE_BF16 || t == TYPE_BF16X2;

    return brain ? (struct format){ 7, -133, 127, 255 }
                 : (struct format){ 10, -24, 15, 31 };
}

double half_value(enum type t, uint16_t bits)
{
    const uint32_t sign = (uint32_t)(bits & 0x8000) << 16;
    uint32_t wide;
    float f;

    if (t == TYPE_BF16 || t == TYPE_BF16X2) {
        wide = (uint32_t)bits << 16;
        memcpy(&f, &wide, sizeof f);
        return f;
    }
    wide = (uint32_t)(bits & 0x7fff) << 13;
    if (wide >= 0x7c00u << 13) { /* infinity and NaN */
        wide |= 0x7f800000;
        memcpy(&f, &wide, sizeof f);
    } else { /* the exponent's bias changes, subnormals become normal */
        memcpy(&f, &wide, sizeof f);
        f *= 0x1p112f;
        memcpy(&wide, &f, sizeof wide);
    }
    wide |= sign;
    memcpy(&f, &wide, sizeof f);
    return f;
}

/* A non-negative multiple of a unit, rounded to a whole number of units. */
static double round_units(double units, enum rounding mode, bool negative)
{
    double down = floor(units), rest = units - down;

    switch (mode) {
    case ROUND_Z:
        return down;
    case ROUND_M:
        return negative && rest > 0 ? down + 1 : down;
    case ROUND_P:
        return !negative && rest > 0 ? down + 1 : down;
    default:
        break;
    }
    if (rest > 0.5 || (rest == 0.5 && fmod(down, 2) != 0))
        return down + 1;
    return down;
}

uint16_t half_round(enum type t, double value, enum rounding mode)
{
    struct format f = format_of(t);
    bool negative = signbit(value);
    double v = fabs(value), units;
    int e, unit;
    uint16_t sign = negative ? 0x8000 : 0;
    uint32_t bits;

    if (value != value)
        return 0x7fff;
    if (v == INFINITY)
        return sign | (uint16_t)(f.exponents << f.fraction);
    if (v == 0)
        return sign;
    frexp(v, &e);
    unit = e - 1 - f.fraction; /* exponent of the last place */
    if (unit < f.lowest)
        unit = f.lowest;
    units = round_units(ldexp(v, -unit), mode, negative);
    /* A carry into the exponent is right as it falls. */
    bits = (uint32_t)units + ((uint32_t)(unit - f.lowest) << f.fraction);
    if (bits >= (uint32_t)f.exponents << f.fraction) {
        bool stays = mode == ROUND_Z || (mode == ROUND_M && !negative) ||
                     (mode == ROUND_P && negative);

        bits = ((uint32_t)f.exponents << f.fraction) - (stays ? 1u : 0u);
    }
    return sign | (uint16_t)bits;
}
