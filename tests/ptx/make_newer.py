#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tests of cvt between floats and pairs of 8-bit floats, and to tf32.
An answer is looked for among all values of the format.
usage: make_newer.py FOLDER
"""
import random
import sys
from fractions import Fraction

from make_cases import F16, F32, LANES, Program, float_samples

random.seed(11)
FEEDS = 5


class Small:
    def __init__(self, name, fraction, bias, most, infinity):
        self.name, self.most, self.infinity = name, most, infinity
        self.values = []
        for code in range(most + 1):
            e, part = code >> fraction, code & ((1 << fraction) - 1)
            self.values.append(
                Fraction(part + (e > 0) * (1 << fraction)) *
                Fraction(2) ** (max(e, 1) - bias - fraction))

    def encode(self, f, v, relu):
        """The code nearest to the value of a pattern of format f."""
        if f.is_nan(v):
            return 0x7f
        sign = 0x80 if f.is_neg(v) else 0
        if relu and sign:
            return 0
        if f.is_inf(v):
            return sign | self.most
        x = abs(f.value(v))
        near = min(range(self.most + 1),
                   key=lambda c: (abs(self.values[c] - x), c & 1))
        return sign | near

    def decode(self, code, relu):
        """As f16 bits."""
        sign = 0x8000 if code & 0x80 else 0
        code &= 0x7f
        if code > self.most:
            nan = not (self.infinity and code == self.most + 1)
            return 0x7fff if nan else 0 if relu and sign else sign | 0x7c00
        if relu and sign:
            return 0
        return sign | F16.round(self.values[code], 'rn')


E4M3 = Small('e4m3x2', 3, 7, 0x7e, False)
E5M2 = Small('e5m2x2', 2, 15, 0x7b, True)


def near(small, f):
    """Patterns at, beside and between values of a format."""
    values = small.values + [a + (b - a) / 2 for a, b in
                             zip(small.values, small.values[1:])]
    values += [small.values[-1] * k for k in (Fraction(17, 16),
                                              Fraction(33, 32), 2, 9)]
    bits = [f.round(v, 'rn') for v in values]
    bits = [b + d for b in bits for d in (-1, 0, 1) if 0 <= b + d < f.inf]
    bits += [b | f.sign for b in bits] + [f.inf, f.inf | f.sign, f.inf + 1]
    return [0, f.sign, f.inf, f.inf | f.sign, f.inf + 1, f.inf - 1] + \
        random.sample(bits, FEEDS * LANES - 6)


def eights(folder):
    for s in (E4M3, E5M2):
        p = Program(s.name[:4])
        relus = (('', False), ('.relu', True))
        bits = near(s, F32)
        for at in range(0, len(bits), LANES):
            a = p.feed(32, bits[at:at + LANES])
            b = p.feed(32, random.choices(bits, k=LANES))
            for word, relu in relus:
                p.case(f'cvt.rn.satfinite{word}.{s.name}.f32 '
                       '{d}, {0}, {1};', [a, b], 16,
                       lambda x, y, s=s, relu=relu: s.encode(F32, x, relu)
                       << 8 | s.encode(F32, y, relu))
        bits = near(s, F16)
        for at in range(0, len(bits), LANES):
            a = p.feed(32, [x << 16 | y for x, y in
                            zip(bits[at:at + LANES],
                                random.choices(bits, k=LANES))])
            for word, relu in relus:
                p.case(f'cvt.rn.satfinite{word}.{s.name}.f16x2 {{d}}, {{0}};',
                       [a], 16, lambda x, s=s, relu=relu:
                       s.encode(F16, x >> 16, relu) << 8 |
                       s.encode(F16, x & 0xffff, relu))
        for at in range(0, 256, 2 * LANES):
            a = p.feed(16, [c << 8 | c + 1 for c in
                            range(at, at + 2 * LANES, 2)])
            for word, relu in relus:
                p.case(f'cvt.rn{word}.f16x2.{s.name} {{d}}, {{0}};', [a], 32,
                       lambda x, s=s, relu=relu:
                       s.decode(x >> 8, relu) << 16 | s.decode(x & 255, relu))
        p.write(folder)


def tf32(folder):
    """The f32 values whose last 13 bits are 0."""
    p = Program('tf32')
    a = p.feed(32, float_samples(F32))
    b = p.feed(32, [random.getrandbits(19) << 13 | k for k in
                    (0, 1, 0xfff, 0x1000, 0x1001, 0x1fff) * 5 + (0, 1)])

    def rounded(x, mode, relu, most):
        if F32.is_nan(x):
            return F32.nan
        if relu and F32.is_neg(x):
            return 0
        if F32.is_inf(x):
            return x & ~F32.sign == F32.inf and most and \
                x - F32.inf + 0x7f7fe000 or x
        low = x & 0x1fff
        up = {'rz': False, 'rna': low >= 0x1000,
              'rn': low > 0x1000 or (low == 0x1000 and x >> 13 & 1)}[mode]
        x = (x & ~0x1fff) + (0x2000 if up else 0)
        return x - F32.inf + 0x7f7fe000 if F32.is_inf(x) and most else x
    for src in (a, b):
        for mode in ('rna', 'rn', 'rz'):
            for words, relu, most in (('', False, False),
                                      ('.satfinite', False, True),
                                      ('.relu', True, False)):
                if mode == 'rna' and relu:
                    continue
                p.case(f'cvt.{mode}{words}.tf32.f32 {{d}}, {{0}};', [src], 32,
                       lambda x, m=mode, r=relu, s=most: rounded(x, m, r, s))
    p.write(folder)


def main():
    eights(sys.argv[1])
    tf32(sys.argv[1])


if __name__ == '__main__':
    main()
