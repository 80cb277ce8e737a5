/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/half.h"

#include <math.h>

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
    struct format f = format_of(t);
    int exponent = bits >> f.fraction & f.exponents;
    double fraction = bits & ((1 << f.fraction) - 1);
    double v;

    if (exponent == f.exponents)
        v = fraction != 0 ? NAN : INFINITY;
    else if (exponent == 0)
        v = ldexp(fraction, f.lowest);
    else
        v = ldexp(fraction + (1 << f.fraction), f.lowest + exponent - 1);
    return bits & 0x8000 ? -v : v;
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
