// SPDX-License-Identifier: Apache-2.0
// half and bfloat16 on the host: every value, and every place where rounding
// turns. The exit status is the number of the first check that failed.
#include <cmath>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

static double half_value(unsigned bits)
{
    int e = bits >> 10 & 31, m = bits & 1023;
    double v = e ? std::ldexp(1024 + m, e - 25) : std::ldexp(m, -24);

    return bits >> 15 ? -v : v;
}

static bool is(double v, unsigned bits)
{
    return __half_as_ushort(__double2half(v)) == bits;
}

static int check_half()
{
    for (unsigned b = 0; b < 0x10000; b++) {
        float f = __half2float(__ushort_as_half((unsigned short)b));

        if ((b & 0x7c00) == 0x7c00)
            continue;
        if (f != half_value(b) || std::signbit(f) != (b >> 15))
            return 1;
        if (__half_as_ushort(__float2half(f)) != b)
            return 2;
    }
    for (unsigned b = 0; b < 0x7bff; b++) {
        double lo = half_value(b), hi = half_value(b + 1), mid = (lo + hi) / 2;

        if (!is(mid, b & 1 ? b + 1 : b) || !is(-mid, 0x8000 | (b + (b & 1))))
            return 3;
        if (!is(std::nextafter(mid, lo), b) ||
            !is(std::nextafter(mid, hi), b + 1))
            return 4;
    }
    if (!is(65519.99, 0x7bff) || !is(65520, 0x7c00) || !is(1e300, 0x7c00) ||
        !is(-INFINITY, 0xfc00) || !is(NAN, 0x7fff) || !is(1e-300, 0))
        return 5;
    half x(1.5f), y(2.25f);
    if ((float)(x * y + y) != 5.625f || !(x < y) || (float)-x != -1.5f)
        return 6;
    if ((int)y != 2)
        return 7;
    half2 p = __floats2half2_rn(1, 2) * __float2half2_rn(3);
    return __low2float(p) == 3 && __high2float(p) == 6 ? 0 : 8;
}

static int check_bfloat16()
{
    for (unsigned b = 0; b < 0x10000; b++) {
        unsigned bits = b << 16;
        float f, above, tie;
        unsigned up = bits + 0x8001, half_way = bits + 0x8000;

        if ((b & 0x7f80) == 0x7f80)
            continue;
        memcpy(&f, &bits, 4);
        memcpy(&above, &up, 4);
        memcpy(&tie, &half_way, 4);
        if (__bfloat16_as_ushort(__float2bfloat16(f)) != b)
            return 11;
        if (__bfloat16_as_ushort(__float2bfloat16(above)) != b + 1)
            return 12;
        if (__bfloat16_as_ushort(__float2bfloat16(tie)) != b + (b & 1))
            return 13;
    }
    return std::isnan((float)__float2bfloat16(NAN)) ? 0 : 14;
}

int main()
{
    int bad = check_half();

    return bad ? bad : check_bfloat16();
}
