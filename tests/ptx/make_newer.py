#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tests of cvt between floats and pairs of 8-bit floats, and to tf32:
an answer is looked for among all values of the format. And of the scalar video
instructions, in integers without bounds.
usage: make_newer.py FOLDER
"""
import random
import sys
from fractions import Fraction

from make_cases import (F16, F32, LANES, Program, float_samples, int_samples,
                        sgn)

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


PARTS = {'': (0, 32), '.b0': (0, 8), '.b1': (8, 8), '.b2': (16, 8),
         '.b3': (24, 8), '.h0': (0, 16), '.h1': (16, 16)}


def taken(v, part, kind):
    at, bits = PARTS[part]
    v = v >> at & ((1 << bits) - 1)
    return sgn(v, bits) if kind == 's' else v


def held(v, bits, kind):
    low = -(1 << (bits - 1)) if kind == 's' else 0
    return max(low, min(low + (1 << bits) - 1, v))


def finished(v, to, kind, sat, op2, c):
    at, bits = PARTS[to]
    if sat:
        v = held(v, bits, kind)
    if to:
        keep = ((1 << bits) - 1) << at
        return c & ~keep | v << at & keep
    v &= 0xffffffff
    if kind == 's':
        v, c = sgn(v, 32), sgn(c, 32)
    return {'': v, '.add': v + c, '.min': min(v, c), '.max': max(v, c)}[op2]


VIDEO = {'vadd': lambda a, b: a + b, 'vsub': lambda a, b: a - b,
         'vabsdiff': lambda a, b: abs(a - b), 'vmin': min, 'vmax': max,
         'vshl.clamp': lambda a, b: a << min(b, 32),
         'vshl.wrap': lambda a, b: a << (b & 31),
         'vshr.clamp': lambda a, b: a >> min(b, 32),
         'vshr.wrap': lambda a, b: a >> (b & 31)}


def video(folder):
    p = Program('video')
    a, b, c = (p.feed(32, int_samples(32)) for _ in range(3))
    counts = p.feed(32, [random.choice((0, 1, 7, 31, 32, 33, 63, 255, 256,
                                        1 << 31)) for _ in range(LANES)])
    for name, fn in VIDEO.items():
        op, _, mode = name.partition('.')
        for kinds in ('uuu', 'sss', 'sus', 'usu', 'suu'):
            if op in ('vshl', 'vshr') and kinds[2] != 'u':
                continue
            for form in range(3):
                pa, pb = random.choices(list(PARTS), k=2)
                to = random.choice(list(PARTS)[1:]) if form == 1 else ''
                op2 = random.choice(['.add', '.min', '.max']) \
                    if form == 2 else ''
                sat = random.choice(['', '.sat'])
                words = '.'.join(k + '32' for k in kinds)
                mode = '.' + mode.strip('.') if mode else ''
                if form:
                    last, third = ', {2}', [c]
                else:
                    last, third = '', []
                y = counts if op in ('vshl', 'vshr') else b
                p.case(f'{op}.{words}{sat}{mode}{op2} {{d}}{to}, {{0}}{pa}, '
                       f'{{1}}{pb}{last};', [a, y] + third, 32,
                       lambda x, y, z=0, k=kinds, pa=pa, pb=pb, to=to, s=sat,
                       o=op2, fn=fn: finished(
                           fn(taken(x, pa, k[1]), taken(y, pb, k[2])), to,
                           k[0], s, o, z))
    for cmp, fn in (('eq', lambda x, y: x == y), ('ne', lambda x, y: x != y),
                    ('lt', lambda x, y: x < y), ('le', lambda x, y: x <= y),
                    ('gt', lambda x, y: x > y), ('ge', lambda x, y: x >= y)):
        for kinds in ('us', 'su', 'uu', 'ss'):
            p.case(f'vset.{kinds[0]}32.{kinds[1]}32.{cmp}.add {{d}}, '
                   '{0}.b1, {1}.b2, {2};', [a, b, c], 32,
                   lambda x, y, z, k=kinds, fn=fn: z + fn(
                       taken(x, '.b1', k[0]), taken(y, '.b2', k[1])))
        p.case(f'vset.u32.u32.{cmp} {{d}}.h1, {{0}}, {{1}}, {{2}};',
               [a, b, c], 32, lambda x, y, z, fn=fn:
               z & 0xffff | fn(x, y) << 16)
    mads(p, a, b, c)
    p.write(folder)


def mads(p, a, b, c):
    for kinds in ('uu', 'us', 'su', 'ss'):
        for signs in ((1, 1, 1), (-1, 1, 1), (1, -1, 1), (1, 1, -1)):
            for po in ('', '.po'):
                if po and min(signs) < 0:
                    continue
                pa, pb = random.choices(list(PARTS), k=2)
                sat = random.choice(['', '.sat'])
                scale = random.choice([0, 7, 15])
                final = 's' if kinds != 'uu' or min(signs) < 0 else 'u'

                def fn(x, y, z, k=kinds, s=signs, po=po, pa=pa, pb=pb,
                       sat=sat, scale=scale, final=final):
                    v = s[0] * s[1] * taken(x, pa, k[0]) * \
                        taken(y, pb, k[1]) + s[2] * taken(z, '', final)
                    v = v + (po != '') >> scale
                    return held(v, 32, final) if sat else v
                minus = ['-' if s < 0 else '' for s in signs]
                shr = f'.shr{scale}' if scale else ''
                p.case(f'vmad.{final}32.{kinds[0]}32.{kinds[1]}32{po}{sat}'
                       f'{shr} {{d}}, {minus[0]}{{0}}{pa}, {minus[1]}{{1}}'
                       f'{pb}, {minus[2]}{{2}};', [a, b, c], 32, fn)


def main():
    eights(sys.argv[1])
    tf32(sys.argv[1])
    video(sys.argv[1])


if __name__ == '__main__':
    main()
