#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the programs that test one opcode and type after the other.

Each answer is worked out here, in exact arithmetic, independent of the
simulator: integers as Python's, floats as fractions that are rounded once.
usage: make_cases.py FOLDER
"""
import math
import random
import sys
from fractions import Fraction

LANES = 32
random.seed(7)


class Format:
    """A binary float format: precision with the hidden bit, exponent bits."""

    def __init__(self, bits, precision, nan):
        self.bits, self.p, self.nan = bits, precision, nan
        self.ebits = bits - precision
        self.bias = (1 << (self.ebits - 1)) - 1
        self.emin = 1 - self.bias
        self.inf = ((1 << self.ebits) - 1) << (precision - 1)
        self.sign = 1 << (bits - 1)

    def is_nan(self, v):
        return (v & ~self.sign) > self.inf

    def is_inf(self, v):
        return (v & ~self.sign) == self.inf

    def is_neg(self, v):
        return bool(v & self.sign)

    def value(self, v):
        """The exact value of a finite pattern."""
        e = (v & ~self.sign) >> (self.p - 1)
        f = v & ((1 << (self.p - 1)) - 1)
        if e:
            f |= 1 << (self.p - 1)
        else:
            e = 1
        x = Fraction(f) * Fraction(2) ** (e - self.bias - self.p + 1)
        return -x if self.is_neg(v) else x

    def round(self, x, mode, negative_zero=False):
        """The pattern nearest to a fraction in a mode: rn rz rm rp."""
        if x == 0:
            return self.sign if negative_zero else 0
        neg = x < 0
        a = -x if neg else x
        e = a.numerator.bit_length() - a.denominator.bit_length()
        if Fraction(2) ** e > a:
            e -= 1
        e = max(e, self.emin)
        unit = Fraction(2) ** (e - self.p + 1)
        n, rest = divmod(a, unit)
        n = int(n)
        up = {'rz': False, 'rm': neg, 'rp': not neg}.get(mode)
        if rest:
            if up is None:
                half = rest * 2
                up = half > unit or (half == unit and n & 1)
            n += bool(up)
        bits = n + ((e - self.emin) << (self.p - 1))
        if bits >= self.inf:
            to_inf = mode == 'rn' or (mode == 'rm' and neg) or \
                (mode == 'rp' and not neg)
            bits = self.inf if to_inf else self.inf - 1
        return bits | (self.sign if neg else 0)

    def flush(self, v):
        return v if (v & self.inf) else v & self.sign


F16 = Format(16, 11, 0x7fff)
BF16 = Format(16, 8, 0x7fff)
F32 = Format(32, 24, 0x7fffffff)
F64 = Format(64, 53, 0x7ff8000000000000)
FORMATS = {'f16': F16, 'bf16': BF16, 'f32': F32, 'f64': F64}


def sgn(v, bits):
    v &= (1 << bits) - 1
    return v - (1 << bits) if v >> (bits - 1) else v


def trunc_div(a, b):
    q = abs(a) // abs(b)
    return -q if (a < 0) != (b < 0) else q


# ---- float arithmetic ------------------------------------------------------
def saturated(f, v):
    if f.is_nan(v) or f.is_neg(v):
        return 0
    one = f.round(Fraction(1), 'rn')
    return min(v, one)


def zero_sign(mode, a_neg, b_neg):
    """Sign of an exact zero sum."""
    if a_neg == b_neg:
        return a_neg
    return mode == 'rm'


def add(f, a, b, mode):
    if f.is_nan(a) or f.is_nan(b):
        return f.nan
    if f.is_inf(a) or f.is_inf(b):
        if f.is_inf(a) and f.is_inf(b) and a != b:
            return f.nan
        return a if f.is_inf(a) else b
    x, y = f.value(a), f.value(b)
    return f.round(x + y, mode, zero_sign(mode, f.is_neg(a), f.is_neg(b))
                   if x + y == 0 and (x == 0) == (y == 0) and
                   (x == 0 or True) else False)


def mul(f, a, b, mode):
    if f.is_nan(a) or f.is_nan(b):
        return f.nan
    s = (a ^ b) & f.sign
    if f.is_inf(a) or f.is_inf(b):
        if f.value_zero(a) or f.value_zero(b):
            return f.nan
        return f.inf | s
    return f.round(f.value(a) * f.value(b), mode, bool(s))


Format.value_zero = lambda self, v: (v & ~self.sign) == 0


def fma(f, a, b, c, mode):
    if f.is_nan(a) or f.is_nan(b) or f.is_nan(c):
        return f.nan
    s = (a ^ b) & f.sign
    if f.is_inf(a) or f.is_inf(b):
        if f.value_zero(a) or f.value_zero(b):
            return f.nan
        p = f.inf | s
        return f.nan if f.is_inf(c) and c != p else p
    if f.is_inf(c):
        return c
    x = f.value(a) * f.value(b)
    z = x + f.value(c)
    if z == 0:
        if x == 0:
            return f.round(z, mode, zero_sign(mode, bool(s), f.is_neg(c)))
        return f.round(z, mode, mode == 'rm')
    return f.round(z, mode)


def div(f, a, b, mode):
    if f.is_nan(a) or f.is_nan(b):
        return f.nan
    s = (a ^ b) & f.sign
    if f.is_inf(a):
        return f.nan if f.is_inf(b) else f.inf | s
    if f.is_inf(b):
        return s
    if f.value_zero(b):
        return f.nan if f.value_zero(a) else f.inf | s
    return f.round(f.value(a) / f.value(b), mode, bool(s))


def sqrt(f, a, mode):
    if f.is_nan(a):
        return f.nan
    if f.value_zero(a):
        return a
    if f.is_neg(a):
        return f.nan
    if f.is_inf(a):
        return a
    x = f.value(a)
    k = 2 * (f.p + 8 + max(0, -(x.numerator.bit_length() -
                                x.denominator.bit_length())))
    scaled = x * Fraction(4) ** k
    n = scaled.numerator // scaled.denominator
    root = math.isqrt(n)
    exact = root * root == scaled
    # A sticky bit below keeps the rounding right.
    r = Fraction(2 * root + (0 if exact else 1), 2) / Fraction(2) ** k
    return f.round(r, mode)


def sub(f, a, b, mode):
    return add(f, a, b if f.is_nan(b) else b ^ f.sign, mode)


def least(f, a, b, quiet=False, most=False):
    if f.is_nan(a) or f.is_nan(b):
        if quiet or (f.is_nan(a) and f.is_nan(b)):
            return f.nan
        return b if f.is_nan(a) else a

    def key(v):
        return -(v & ~f.sign) - 1 if f.is_neg(v) else v
    if most:
        return a if key(a) >= key(b) else b
    return a if key(a) <= key(b) else b


def wrapped(f, fn, ftz, sat):
    def run(*args):
        if ftz:
            args = [f.flush(v) for v in args]
        r = fn(*args)
        if ftz:
            r = f.flush(r)
        return saturated(f, r) if sat else r
    return run


# ---- programs --------------------------------------------------------------
SUFFIX = {8: 'b8', 16: 'b16', 32: 'b32', 64: 'b64'}
REG = {16: '%h', 32: '%r', 64: '%l'}


def int_samples(bits):
    top = 1 << (bits - 1)
    fixed = [0, 1, 2, 3, top - 1, top, top + 1, 2 * top - 1, 2 * top - 2, 7]
    return [fixed[random.randrange(len(fixed))]
            if random.random() < 0.5 else random.getrandbits(bits) >>
            random.randrange(bits) for _ in range(LANES)]


def float_samples(f):
    one = f.round(Fraction(1), 'rn')
    fixed = [0, f.sign, 1, f.sign | 1, f.inf, f.inf | f.sign, f.inf | 1,
             f.inf - 1, one, one | f.sign, one + 1, one - 1,
             1 << (f.p - 1), (1 << (f.p - 1)) - 1, one + (1 << (f.p - 2)),
             f.round(Fraction(5, 2), 'rn'), f.round(Fraction(-7, 2), 'rn')]
    out = []
    for _ in range(LANES):
        kind = random.random()
        if kind < 0.4:
            out.append(random.choice(fixed))
        elif kind < 0.6:
            out.append(random.getrandbits(f.bits))
        else:
            e = random.randrange(-6, 7)
            v = Fraction(random.getrandbits(f.p), 1 << f.p) * Fraction(2) ** e
            out.append(f.round(v * random.choice([1, -1]), 'rn'))
    return out


class Program:
    """One kernel: inputs by lane, one result a lane for each case."""

    def __init__(self, name):
        self.name = name
        self.inputs = []
        self.cases = []

    def feed(self, bits, values):
        self.inputs.append((bits, [v & ((1 << bits) - 1) for v in values]))
        return len(self.inputs) - 1

    def case(self, text, sources, bits, ref, pre='', post=''):
        """text uses {d} and {0} {1} ...; sources: indices of inputs.
        bits: of the result register; pre, post: statements around it."""
        want = [ref(*[self.inputs[s][1][i] for s in sources]) &
                ((1 << bits) - 1) for i in range(LANES)]
        self.cases.append((text, sources, bits, want, pre, post))

    def write(self, folder):
        out = ['// SPDX-License-Identifier: Apache-2.0',
               '// Made by make_cases.py.',
               f'// launch: {self.name} block=32,1,1']
        for i, (bits, values) in enumerate(self.inputs):
            words = ' '.join(hex(v) for v in values)
            out.append(f'// buffer: in{i} u{bits} {LANES} = {words}')
        widths = sorted({c[2] for c in self.cases})
        place, counts = [], {w: 0 for w in widths}
        for c in self.cases:
            place.append(counts[c[2]])
            counts[c[2]] += LANES
        for w in widths:
            out.append(f'// buffer: out{w} u{w} {counts[w]}')
        out += ['.version 8.0', '.target sm_90', '.address_size 64',
                f'.visible .entry {self.name}(']
        params = [f'.param .u64 p{i}' for i in range(len(self.inputs))]
        params += [f'.param .u64 q{w}' for w in widths]
        out.append(',\n'.join('    ' + p for p in params) + ')')
        out += ['{', '    .reg .pred %p<8>;', '    .reg .b16 %h<64>;',
                '    .reg .b32 %r<64>;', '    .reg .b64 %l<64>;',
                '    mov.u32 %r0, %tid.x;']
        for i, (bits, _) in enumerate(self.inputs):
            out += [f'    ld.param.u64 %l0, [p{i}];',
                    f'    mad.wide.u32 %l1, %r0, {bits // 8}, %l0;',
                    f'    ld.global.b{bits} {REG[bits]}{10 + i}, [%l1];']
        for w in widths:
            out += [f'    ld.param.u64 %l0, [q{w}];',
                    f'    mad.wide.u32 %l{30 + w // 16}, %r0, {w // 8}, %l0;']
        for (text, sources, bits, want, pre, post), at in \
                zip(self.cases, place):
            regs = [REG[self.inputs[s][0]] + str(10 + s) for s in sources]
            d = REG[bits] + '1'
            d = '%l2' if bits == 64 else d
            if pre:
                out.append('    ' + pre.format(*regs, d=d))
            out.append('    ' + text.format(*regs, d=d))
            if post:
                out.append('    ' + post.format(*regs, d=d))
            out.append(f'    st.global.b{bits} [%l{30 + bits // 16}+'
                       f'{at * bits // 8}], {d};')
        out += ['    ret;', '}', '// expect: error 0',
                '// expect: findings 0']
        for (text, _, bits, want, _, _), at in zip(self.cases, place):
            words = ' '.join(hex(v) for v in want)
            out.append(f'// {text}')
            out.append(f'// expect: out{bits}[{at}] == {words}')
        with open(f'{folder}/{self.name}.ptx', 'w') as f:
            f.write('\n'.join(out) + '\n')


def integers(folder, bits):
    p = Program(f'int{bits}')
    a, b = p.feed(bits, int_samples(bits)), p.feed(bits, int_samples(bits))
    c = p.feed(bits, int_samples(bits))
    ones = (1 << bits) - 1
    for s in 'us':
        t = f'{s}{bits}'

        def v(x, s=s):
            return sgn(x, bits) if s == 's' else x
        p.case(f'add.{t} {{d}}, {{0}}, {{1}};', [a, b], bits,
               lambda x, y: x + y)
        p.case(f'sub.{t} {{d}}, {{0}}, {{1}};', [a, b], bits,
               lambda x, y: x - y)
        p.case(f'mul.lo.{t} {{d}}, {{0}}, {{1}};', [a, b], bits,
               lambda x, y: x * y)
        p.case(f'mul.hi.{t} {{d}}, {{0}}, {{1}};', [a, b], bits,
               lambda x, y, v=v: v(x) * v(y) >> bits)
        p.case(f'mad.lo.{t} {{d}}, {{0}}, {{1}}, {{2}};', [a, b, c], bits,
               lambda x, y, z: x * y + z)
        p.case(f'mad.hi.{t} {{d}}, {{0}}, {{1}}, {{2}};', [a, b, c], bits,
               lambda x, y, z, v=v: (v(x) * v(y) >> bits) + z)
        p.case(f'min.{t} {{d}}, {{0}}, {{1}};', [a, b], bits,
               lambda x, y, v=v: min(v(x), v(y)))
        p.case(f'max.{t} {{d}}, {{0}}, {{1}};', [a, b], bits,
               lambda x, y, v=v: max(v(x), v(y)))
        p.case(f'sad.{t} {{d}}, {{0}}, {{1}}, {{2}};', [a, b, c], bits,
               lambda x, y, z, v=v: abs(v(x) - v(y)) + z)
        p.case(f'div.{t} {{d}}, {{0}}, {{1}};', [a, b], bits,
               lambda x, y, v=v: trunc_div(v(x), v(y)) if y else ones)
        p.case(f'rem.{t} {{d}}, {{0}}, {{1}};', [a, b], bits,
               lambda x, y, v=v: v(x) - v(y) * trunc_div(v(x), v(y))
               if y else x)
        if bits < 64:
            p.case(f'mul.wide.{t} {{d}}, {{0}}, {{1}};', [a, b], 2 * bits,
                   lambda x, y, v=v: v(x) * v(y))
            if bits == 32:
                wide = p.feed(64, int_samples(64)) if s == 'u' else wide
                p.case(f'mad.wide.{t} {{d}}, {{0}}, {{1}}, {{2}};',
                       [a, b, wide], 64, lambda x, y, z, v=v: v(x) * v(y) + z)
    top = 1 << (bits - 1)
    p.case(f'abs.s{bits} {{d}}, {{0}};', [a], bits,
           lambda x: abs(sgn(x, bits)))
    p.case(f'neg.s{bits} {{d}}, {{0}};', [a], bits, lambda x: -x)

    def clamp(x):
        return max(-top, min(top - 1, x))
    if bits == 32:
        p.case('add.sat.s32 {d}, {0}, {1};', [a, b], 32,
               lambda x, y: clamp(sgn(x, 32) + sgn(y, 32)))
        p.case('sub.sat.s32 {d}, {0}, {1};', [a, b], 32,
               lambda x, y: clamp(sgn(x, 32) - sgn(y, 32)))
        p.case('mad.hi.sat.s32 {d}, {0}, {1}, {2};', [a, b, c], 32,
               lambda x, y, z: clamp((sgn(x, 32) * sgn(y, 32) >> 32) +
                                     sgn(z, 32)))
        for s in 'us':
            def v24(x, s=s):
                return sgn(x, 24) if s == 's' else x & 0xffffff
            p.case(f'mul24.lo.{s}32 {{d}}, {{0}}, {{1}};', [a, b], 32,
                   lambda x, y, v=v24: v(x) * v(y))
            p.case(f'mul24.hi.{s}32 {{d}}, {{0}}, {{1}};', [a, b], 32,
                   lambda x, y, v=v24: v(x) * v(y) >> 16)
            p.case(f'mad24.lo.{s}32 {{d}}, {{0}}, {{1}}, {{2}};', [a, b, c],
                   32, lambda x, y, z, v=v24: v(x) * v(y) + z)
            p.case(f'mad24.hi.{s}32 {{d}}, {{0}}, {{1}}, {{2}};', [a, b, c],
                   32, lambda x, y, z, v=v24: (v(x) * v(y) >> 16) + z)
    if bits >= 32:
        # Carry chains: the second instruction uses the first one's flag.
        for first, second, op in (('add.cc', 'addc', 1), ('sub.cc', 'subc',
                                                          -1)):
            def chain(x, y, z, op=op):
                carry = (x + y > ones) if op == 1 else (x < y)
                return z + x + carry if op == 1 else z - x - carry
            p.case(f'{second}.u{bits} {{d}}, {{2}}, {{0}};', [a, b, c], bits,
                   chain, pre=f'{first}.u{bits} {{d}}, {{0}}, {{1}};')
        p.case(f'madc.hi.u{bits} {{d}}, {{0}}, {{1}}, {{2}};', [a, b, c],
               bits, lambda x, y, z: (x * y >> bits) + z +
               ((x * y & ones) + z > ones),
               pre=f'mad.lo.cc.u{bits} {{d}}, {{0}}, {{1}}, {{2}};')
    p.write(folder)


def reverse(x, bits):
    return int(format(x, f'0{bits}b')[::-1], 2)


def permute(a, b, sel, mode):
    data = b << 32 | a
    r = 0
    for i in range(4):
        s = sel & 3
        if mode == '':
            k = sel >> 4 * i & 15
        else:
            k = {'.f4e': i + s, '.b4e': (8 + s - i) & 7, '.rc8': s,
                 '.ecl': max(i, s), '.ecr': min(i, s),
                 '.rc16': (s & 1) * 2 + (i & 1)}[mode]
        byte = data >> 8 * (k & 7) & 255
        if k & 8:
            byte = 255 if byte & 128 else 0
        r |= byte << 8 * i
    return r


def bits_program(folder):
    p = Program('bits')
    feeds = {w: (p.feed(w, int_samples(w)), p.feed(w, int_samples(w)))
             for w in (16, 32, 64)}
    n = p.feed(32, [random.choice([0, 1, 5, 15, 16, 31, 32, 33, 63, 64, 100,
                                   0xffffffff]) for _ in range(LANES)])
    m = p.feed(32, [random.choice([0, 1, 3, 8, 17, 31, 32, 63, 64, 255])
                    for _ in range(LANES)])
    sel = p.feed(32, [random.getrandbits(32) for _ in range(LANES)])
    for w, (a, b) in feeds.items():
        t = f'b{w}'
        for op, fn in (('and', lambda x, y: x & y), ('or', lambda x, y: x | y),
                       ('xor', lambda x, y: x ^ y)):
            p.case(f'{op}.{t} {{d}}, {{0}}, {{1}};', [a, b], w, fn)
        p.case(f'not.{t} {{d}}, {{0}};', [a], w, lambda x: ~x)
        p.case(f'cnot.{t} {{d}}, {{0}};', [a], w, lambda x: x == 0)
        p.case(f'shl.{t} {{d}}, {{0}}, {{1}};', [a, n], w,
               lambda x, k, w=w: x << k if k < w else 0)
        p.case(f'shr.u{w} {{d}}, {{0}}, {{1}};', [a, n], w,
               lambda x, k, w=w: x >> k if k < w else 0)
        p.case(f'shr.b{w} {{d}}, {{0}}, {{1}};', [a, n], w,
               lambda x, k, w=w: x >> k if k < w else 0)
        p.case(f'shr.s{w} {{d}}, {{0}}, {{1}};', [a, n], w,
               lambda x, k, w=w: sgn(x, w) >> min(k, w))
        if w == 16:
            continue
        p.case(f'popc.{t} {{d}}, {{0}};', [a], 32,
               lambda x: bin(x).count('1'))
        p.case(f'clz.{t} {{d}}, {{0}};', [a], 32,
               lambda x, w=w: w - x.bit_length())
        p.case(f'brev.{t} {{d}}, {{0}};', [a], w,
               lambda x, w=w: reverse(x, w))
        for s in 'us':
            def top(x, s=s, w=w):
                if s == 's' and x >> (w - 1):
                    x ^= (1 << w) - 1
                return x.bit_length() - 1
            p.case(f'bfind.{s}{w} {{d}}, {{0}};', [a], 32, top)
            p.case(f'bfind.shiftamt.{s}{w} {{d}}, {{0}};', [a], 32,
                   lambda x, top=top, w=w:
                   w - 1 - top(x) if top(x) >= 0 else -1)

            def field(x, pos, length, s=s, w=w):
                pos, length = pos & 255, length & 255
                if length == 0:
                    return 0
                end = min(pos + length - 1, w - 1)
                fill = x >> end & 1 if s == 's' else 0
                r = 0
                for i in range(w):
                    at = pos + i
                    bit = x >> at & 1 if i < length and at < w else fill
                    r |= bit << i
                return r
            p.case(f'bfe.{s}{w} {{d}}, {{0}}, {{1}}, {{2}};', [a, n, m], w,
                   field)

        def insert(x, y, pos, length, w=w):
            pos, length = pos & 255, length & 255
            for i in range(length):
                if pos + i < w:
                    bit = x >> i & 1
                    y = y & ~(1 << (pos + i)) | bit << (pos + i)
            return y
        p.case(f'bfi.{t} {{d}}, {{0}}, {{1}}, {{2}}, {{3}};', [a, b, n, m], w,
               insert)
    a, b = feeds[32]
    for side, wrap in (('l', 'wrap'), ('l', 'clamp'), ('r', 'wrap'),
                       ('r', 'clamp')):
        def funnel(x, y, k, side=side, wrap=wrap):
            k = k & 31 if wrap == 'wrap' else min(k, 32)
            v = y << 32 | x
            return (v << k) >> 32 if side == 'l' else v >> k
        p.case(f'shf.{side}.{wrap}.b32 {{d}}, {{0}}, {{1}}, {{2}};',
               [a, b, n], 32, funnel)
    for table in (0x80, 0xe8, 0x96, 0x1b, 0xfe, 0x55):
        def logic(x, y, z, table=table):
            r = 0
            for i in range(32):
                k = (x >> i & 1) << 2 | (y >> i & 1) << 1 | (z >> i & 1)
                r |= (table >> k & 1) << i
            return r
        p.case(f'lop3.b32 {{d}}, {{0}}, {{1}}, {{2}}, {table};', [a, b, sel],
               32, logic)
    for mode in ('', '.f4e', '.b4e', '.rc8', '.ecl', '.ecr', '.rc16'):
        p.case(f'prmt.b32{mode} {{d}}, {{0}}, {{1}}, {{2}};', [a, b, sel], 32,
               lambda x, y, s, mode=mode: permute(x, y, s, mode))
    for parts in (2, 4):
        def apart(x, y, z, parts=parts, total=False):
            bits = 32 // parts
            ds = [abs((x >> i * bits & (1 << bits) - 1) -
                      (y >> i * bits & (1 << bits) - 1)) for i in range(parts)]
            return z + sum(ds) if total else \
                sum(d << i * bits for i, d in enumerate(ds))
        name = f'vabsdiff{parts}.u32.u32.u32'
        p.case(f'{name} {{d}}, {{0}}, {{1}}, {{2}};', [a, b, sel], 32, apart)
        p.case(f'{name}.add {{d}}, {{0}}, {{1}}, {{2}};', [a, b, sel], 32,
               lambda x, y, z, f=apart: f(x, y, z, total=True))
    for ta in 'us':
        for tb in 'us':
            def dot(x, y, z, ta=ta, tb=tb):
                for i in range(0, 32, 8):
                    u, v = x >> i & 255, y >> i & 255
                    z += (sgn(u, 8) if ta == 's' else u) * \
                        (sgn(v, 8) if tb == 's' else v)
                return z
            p.case(f'dp4a.{ta}32.{tb}32 {{d}}, {{0}}, {{1}}, {{2}};',
                   [a, b, sel], 32, dot)
            for half in ('lo', 'hi'):
                def dot2(x, y, z, ta=ta, tb=tb, half=half):
                    for i in range(2):
                        u = x >> 16 * i & 0xffff
                        v = y >> (8 * i + (16 if half == 'hi' else 0)) & 255
                        z += (sgn(u, 16) if ta == 's' else u) * \
                            (sgn(v, 8) if tb == 's' else v)
                    return z
                p.case(f'dp2a.{half}.{ta}32.{tb}32 {{d}}, {{0}}, {{1}}, '
                       '{2};', [a, b, sel], 32, dot2)
    p.case('bmsk.clamp.b32 {d}, {0}, {1};', [n, m], 32,
           lambda pos, k: 0 if pos > 31 else ((1 << min(k, 32)) - 1) << pos)
    p.case('bmsk.wrap.b32 {d}, {0}, {1};', [n, m], 32,
           lambda pos, k: ((1 << (k & 31)) - 1) << (pos & 31))
    p.case('szext.clamp.u32 {d}, {0}, {1};', [a, m], 32,
           lambda x, k: x & ((1 << min(k, 32)) - 1))
    p.case('szext.clamp.s32 {d}, {0}, {1};', [a, m], 32,
           lambda x, k: sgn(x & ((1 << min(k, 32)) - 1), min(k, 32))
           if k else 0)
    p.write(folder)


def floats(folder, t):
    f = FORMATS[t]
    p = Program(t)
    w = f.bits
    a, b = p.feed(w, float_samples(f)), p.feed(w, float_samples(f))
    c = p.feed(w, float_samples(f))
    forms = [('', False, False)]
    if t == 'f32':
        forms += [('.ftz', True, False), ('.sat', False, True),
                  ('.ftz.sat', True, True)]
    for mode in ('rn', 'rz', 'rm', 'rp'):
        for mods, ftz, sat in forms:
            def w3(fn):
                return wrapped(f, fn, ftz, sat)
            for op, fn in (('add', add), ('sub', sub), ('mul', mul)):
                p.case(f'{op}.{mode}{mods}.{t} {{d}}, {{0}}, {{1}};', [a, b],
                       w, w3(lambda x, y, fn=fn: fn(f, x, y, mode)))
            p.case(f'fma.{mode}{mods}.{t} {{d}}, {{0}}, {{1}}, {{2}};',
                   [a, b, c], w, w3(lambda x, y, z: fma(f, x, y, z, mode)))
            if sat:
                continue
            p.case(f'div.{mode}{mods}.{t} {{d}}, {{0}}, {{1}};', [a, b], w,
                   w3(lambda x, y: div(f, x, y, mode)))
            p.case(f'rcp.{mode}{mods}.{t} {{d}}, {{0}};', [a], w,
                   w3(lambda x: div(f, f.round(Fraction(1), 'rn'), x, mode)))
            p.case(f'sqrt.{mode}{mods}.{t} {{d}}, {{0}};', [a], w,
                   w3(lambda x: sqrt(f, x, mode)))
    for mods, ftz, sat in forms:
        if sat:
            continue
        fl = f.flush if ftz else (lambda v: v)
        p.case(f'min{mods}.{t} {{d}}, {{0}}, {{1}};', [a, b], w,
               lambda x, y, fl=fl: least(f, fl(x), fl(y)))
        p.case(f'max{mods}.{t} {{d}}, {{0}}, {{1}};', [a, b], w,
               lambda x, y, fl=fl: least(f, fl(x), fl(y), most=True))
        if t == 'f32':
            p.case(f'min{mods}.NaN.{t} {{d}}, {{0}}, {{1}};', [a, b], w,
                   lambda x, y, fl=fl: least(f, fl(x), fl(y), quiet=True))
            p.case(f'max{mods}.NaN.{t} {{d}}, {{0}}, {{1}};', [a, b], w,
                   lambda x, y, fl=fl: least(f, fl(x), fl(y), quiet=True,
                                             most=True))
        p.case(f'abs{mods}.{t} {{d}}, {{0}};', [a], w,
               lambda x, fl=fl: f.nan if f.is_nan(x) else fl(x) & ~f.sign)
        p.case(f'neg{mods}.{t} {{d}}, {{0}};', [a], w,
               lambda x, fl=fl: f.nan if f.is_nan(x) else fl(x) ^ f.sign)
    p.case(f'copysign.{t} {{d}}, {{0}}, {{1}};', [a, b], w,
           lambda x, y: f.nan if f.is_nan(y) else
           (x & f.sign) | (y & ~f.sign))
    p.case(f'add.{t} {{d}}, {{0}}, {{1}};', [a, b], w,
           lambda x, y: add(f, x, y, 'rn'))
    if t == 'f32':
        p.case('mad.rn.f32 {d}, {0}, {1}, {2};', [a, b, c], w,
               lambda x, y, z: fma(f, x, y, z, 'rn'))
    p.write(folder)


def halves(folder, t):
    """f16 and bf16, scalar and packed."""
    f = FORMATS[t]
    p = Program(t)
    lo = [p.feed(16, float_samples(f)) for _ in range(3)]
    pairs = [p.feed(32, [x | y << 16 for x, y in
                         zip(float_samples(f), float_samples(f))])
             for _ in range(3)]

    def both(fn):
        def run(*args):
            return fn(*[v & 0xffff for v in args]) | \
                fn(*[v >> 16 for v in args]) << 16
        return run
    ops = [('fma.rn', 3, lambda x, y, z: fma(f, x, y, z, 'rn')),
           ('min', 2, lambda x, y: least(f, x, y)),
           ('max', 2, lambda x, y: least(f, x, y, most=True)),
           ('min.NaN', 2, lambda x, y: least(f, x, y, quiet=True)),
           ('max.NaN', 2, lambda x, y: least(f, x, y, quiet=True, most=True)),
           ('neg', 1, lambda x: f.nan if f.is_nan(x) else x ^ f.sign),
           ('abs', 1, lambda x: f.nan if f.is_nan(x) else x & ~f.sign),
           ('fma.rn.relu', 3, lambda x, y, z: relu(f, fma(f, x, y, z, 'rn')))]
    ops += [('add', 2, lambda x, y: add(f, x, y, 'rn')),
            ('sub', 2, lambda x, y: sub(f, x, y, 'rn')),
            ('mul', 2, lambda x, y: mul(f, x, y, 'rn'))]
    if t == 'f16':
        ops += [('add.sat', 2, lambda x, y: saturated(f, add(f, x, y, 'rn'))),
                ('fma.rn.sat', 3,
                 lambda x, y, z: saturated(f, fma(f, x, y, z, 'rn'))),
                ('add.ftz', 2, lambda x, y: f.flush(
                    add(f, f.flush(x), f.flush(y), 'rn')))]
    for name, n, fn in ops:
        args = ', '.join(f'{{{i}}}' for i in range(n))
        p.case(f'{name}.{t} {{d}}, {args};', lo[:n], 16, fn)
        p.case(f'{name}.{t}x2 {{d}}, {args};', pairs[:n], 32, both(fn))
    p.write(folder)


def relu(f, v):
    if f.is_nan(v):
        return f.nan
    return 0 if f.is_neg(v) else v


# ---- conversions -----------------------------------------------------------
def whole(x, mode):
    if mode in ('rmi', 'rm'):
        return math.floor(x)
    if mode in ('rpi', 'rp'):
        return math.ceil(x)
    if mode in ('rzi', 'rz'):
        return math.trunc(x)
    return round(x)


def to_int(f, v, bits, signed, mode):
    low = -(1 << (bits - 1)) if signed else 0
    high = (1 << (bits - 1)) - 1 if signed else (1 << bits) - 1
    if f.is_nan(v):
        if bits == 64 or f is F64:
            return sgn(1 << (bits - 1), bits) if signed else 1 << (bits - 1)
        return 0
    if f.is_inf(v):
        return low if f.is_neg(v) else high
    return max(low, min(high, whole(f.value(v), mode)))


def to_float(g, f, v, mode):
    if f.is_nan(v):
        return g.nan
    if f.is_inf(v):
        return g.inf | (g.sign if f.is_neg(v) else 0)
    return g.round(f.value(v), mode, f.is_neg(v))


def conversions(folder):
    p = Program('cvt')
    width = {8: 16, 16: 16, 32: 32, 64: 64}
    feeds = {w: p.feed(w, int_samples(w)) for w in (16, 32, 64)}
    ff = {t: p.feed(FORMATS[t].bits, float_samples(FORMATS[t]))
          for t in ('f16', 'bf16', 'f32', 'f64')}
    big = p.feed(32, [F32.round(Fraction(random.choice([1, -1])) *
                                Fraction(random.getrandbits(24), 1 << 12) *
                                2 ** random.randrange(0, 56), 'rn')
                      for _ in range(LANES)])
    mixed = p.feed(64, [F64.round(Fraction(random.choice([1, -1])) *
                                  Fraction(random.getrandbits(53), 1 << 53) *
                                  Fraction(2) ** random.randrange(-150, 130),
                                  'rn') for _ in range(LANES)])
    for tb in (8, 16, 32, 64):
        for ts in (8, 16, 32, 64):
            for d in 'us':
                for s in 'us':
                    if (d, tb) == (s, ts):
                        continue
                    src = feeds[width[ts]]

                    def conv(x, s=s, ts=ts, d=d, tb=tb, sat=False):
                        v = x & ((1 << ts) - 1)
                        v = sgn(v, ts) if s == 's' else v
                        if sat:
                            lo = -(1 << (tb - 1)) if d == 's' else 0
                            hi = (1 << (tb - (d == 's'))) - 1
                            v = max(lo, min(hi, v))
                        v &= (1 << tb) - 1
                        return sgn(v, tb) if d == 's' else v
                    p.case(f'cvt.{d}{tb}.{s}{ts} {{d}}, {{0}};', [src],
                           width[tb], conv)
                    if tb < ts or d != s:
                        p.case(f'cvt.sat.{d}{tb}.{s}{ts} {{d}}, {{0}};',
                               [src], width[tb],
                               lambda x, conv=conv: conv(x, sat=True))
    for t in ('f16', 'f32', 'f64'):
        g = FORMATS[t]
        for ts in (8, 16, 32, 64):
            for s in 'us':
                for mode in ('rn', 'rz', 'rm', 'rp'):
                    if mode != 'rn' and (ts < 32 or t == 'f16'):
                        continue
                    p.case(f'cvt.{mode}.{t}.{s}{ts} {{d}}, {{0}};',
                           [feeds[width[ts]]], g.bits,
                           lambda x, s=s, ts=ts, g=g, mode=mode: g.round(
                               Fraction(sgn(x, ts) if s == 's' else
                                        x & ((1 << ts) - 1)), mode))
    for t, src in (('f16', ff['f16']), ('f32', ff['f32']), ('f32', big),
                   ('f64', ff['f64']), ('f64', mixed)):
        f = FORMATS[t]
        for tb in (8, 16, 32, 64):
            for d in 'us':
                for mode in ('rni', 'rzi', 'rmi', 'rpi'):
                    if mode != 'rzi' and tb != 32 and t != 'f32':
                        continue
                    p.case(f'cvt.{mode}.{d}{tb}.{t} {{d}}, {{0}};', [src],
                           width[tb],
                           lambda x, f=f, tb=tb, d=d, mode=mode:
                           to_int(f, x, tb, d == 's', mode))
    for mode in ('rni', 'rzi', 'rmi', 'rpi'):
        for t in ('f32', 'f64'):
            f = FORMATS[t]

            def whole_float(v, f=f, mode=mode):
                if f.is_nan(v):
                    return f.nan
                if f.is_inf(v):
                    return v
                return f.round(Fraction(whole(f.value(v), mode)), 'rn',
                               f.is_neg(v))
            p.case(f'cvt.{mode}.{t}.{t} {{d}}, {{0}};', [ff[t]], f.bits,
                   whole_float)
    for a, b, modes in (('f64', 'f32', ['']), ('f32', 'f16', ['']),
                        ('f64', 'f16', ['']),
                        ('f32', 'f64', ['.rn', '.rz', '.rm', '.rp']),
                        ('f16', 'f32', ['.rn', '.rz', '.rm', '.rp']),
                        ('f16', 'f64', ['.rn', '.rz', '.rm', '.rp']),
                        ('bf16', 'f32', ['.rn', '.rz'])):
        for mode in modes:
            g, f = FORMATS[a], FORMATS[b]
            src = mixed if b == 'f64' else ff[b]
            p.case(f'cvt{mode}.{a}.{b} {{d}}, {{0}};', [src], g.bits,
                   lambda x, g=g, f=f, mode=mode:
                   to_float(g, f, x, mode[1:] or 'rn'))
    p.case('cvt.f32.bf16 {d}, {0};', [ff['bf16']], 32,
           lambda x: to_float(F32, BF16, x, 'rn'))
    p.case('cvt.sat.f32.f32 {d}, {0};', [ff['f32']], 32,
           lambda x: saturated(F32, x))
    p.case('cvt.rn.ftz.f16.f32 {d}, {0};', [ff['f32']], 16,
           lambda x: to_float(F16, F32, F32.flush(x), 'rn'))
    p.case('cvt.ftz.f64.f32 {d}, {0};', [ff['f32']], 64,
           lambda x: to_float(F64, F32, F32.flush(x), 'rn'))
    for t in ('f16', 'bf16'):
        g = FORMATS[t]
        for extra in ('', '.relu'):
            def pack(x, y, g=g, extra=extra):
                r = [to_float(g, F32, v, 'rn') for v in (x, y)]
                r = [relu(g, v) if extra else v for v in r]
                return r[0] << 16 | r[1]
            p.case(f'cvt.rn{extra}.{t}x2.f32 {{d}}, {{0}}, {{1}};',
                   [ff['f32'], big], 32, pack)
    p.write(folder)


# ---- comparisons -----------------------------------------------------------
def comparisons(folder):
    p = Program('compare')
    post = 'selp.b32 {d}, 1, 0, %p1;'
    signs = {'eq': lambda x, y: x == y, 'ne': lambda x, y: x != y,
             'lt': lambda x, y: x < y, 'le': lambda x, y: x <= y,
             'gt': lambda x, y: x > y, 'ge': lambda x, y: x >= y}
    for w in (16, 32, 64):
        a = p.feed(w, int_samples(w))
        other = int_samples(w)
        other[:8] = p.inputs[a][1][:8]
        b = p.feed(w, other)
        for s in 'us':
            for cmp, fn in signs.items():
                p.case(f'setp.{cmp}.{s}{w} %p1, {{0}}, {{1}};', [a, b], 32,
                       lambda x, y, fn=fn, s=s, w=w:
                       fn(sgn(x, w), sgn(y, w)) if s == 's' else fn(x, y),
                       post=post)
        for cmp, same in (('lo', 'lt'), ('ls', 'le'), ('hi', 'gt'),
                          ('hs', 'ge')):
            p.case(f'setp.{cmp}.u{w} %p1, {{0}}, {{1}};', [a, b], 32,
                   lambda x, y, fn=signs[same]: fn(x, y), post=post)
        for cmp in ('eq', 'ne'):
            p.case(f'setp.{cmp}.b{w} %p1, {{0}}, {{1}};', [a, b], 32,
                   signs[cmp], post=post)
    for t in ('f32', 'f64', 'f16'):
        f = FORMATS[t]
        a = p.feed(f.bits, float_samples(f))
        other = float_samples(f)
        other[:8] = p.inputs[a][1][:8]
        b = p.feed(f.bits, other)

        def key(v, f=f):
            if f.is_inf(v):
                return math.inf if not f.is_neg(v) else -math.inf
            return f.value(v)
        for cmp, fn in signs.items():
            def ordered(x, y, fn=fn, f=f, key=key):
                return not (f.is_nan(x) or f.is_nan(y)) and fn(key(x), key(y))

            def unordered(x, y, fn=fn, f=f, key=key):
                return f.is_nan(x) or f.is_nan(y) or fn(key(x), key(y))
            p.case(f'setp.{cmp}.{t} %p1, {{0}}, {{1}};', [a, b], 32, ordered,
                   post=post)
            p.case(f'setp.{cmp}u.{t} %p1, {{0}}, {{1}};', [a, b], 32,
                   unordered, post=post)
        p.case(f'setp.num.{t} %p1, {{0}}, {{1}};', [a, b], 32,
               lambda x, y, f=f: not f.is_nan(x) and not f.is_nan(y),
               post=post)
        p.case(f'setp.nan.{t} %p1, {{0}}, {{1}};', [a, b], 32,
               lambda x, y, f=f: f.is_nan(x) or f.is_nan(y), post=post)
        if t == 'f32':
            p.case('setp.lt.ftz.f32 %p1, {0}, {1};', [a, b], 32,
                   lambda x, y: not (F32.is_nan(x) or F32.is_nan(y)) and
                   key(F32.flush(x)) < key(F32.flush(y)), post=post)
        if t == 'f16':
            continue
        for kind, fn in (
                ('finite', lambda v, f=f: (v & f.inf) != f.inf),
                ('infinite', lambda v, f=f: f.is_inf(v)),
                ('number', lambda v, f=f: not f.is_nan(v)),
                ('notanumber', lambda v, f=f: f.is_nan(v)),
                ('normal', lambda v, f=f: (v & f.inf) not in (0, f.inf)),
                ('subnormal', lambda v, f=f: (v & f.inf) == 0 and
                 (v & ~f.sign) != 0)):
            p.case(f'testp.{kind}.{t} %p1, {{0}};', [a], 32, fn, post=post)
        big = f.bits
        p.case(f'slct.b{big}.f32 {{d}}, {{0}}, {{1}}, %r50;', [a, b], big,
               lambda x, y: x, pre='mov.b32 %r50, 0f80000000;')
        p.case(f'slct.b{big}.s32 {{d}}, {{0}}, {{1}}, %r50;', [a, b], big,
               lambda x, y: y, pre='mov.b32 %r50, -1;')
        p.case(f'set.lt.u32.{t} {{d}}, {{0}}, {{1}};', [a, b], 32,
               lambda x, y, f=f, key=key: 0xffffffff if
               not (f.is_nan(x) or f.is_nan(y)) and key(x) < key(y) else 0)
        p.case(f'set.geu.f32.{t} {{d}}, {{0}}, {{1}};', [a, b], 32,
               lambda x, y, f=f, key=key: 0x3f800000 if
               f.is_nan(x) or f.is_nan(y) or key(x) >= key(y) else 0)
    a, b = 2, 3
    p.case('setp.lt.and.s32 %p1|%p2, {0}, {1}, %p3;', [a, b], 32,
           lambda x, y: (sgn(x, 32) >= sgn(y, 32)) and x & 1,
           pre='and.b32 %r51, {0}, 1; setp.ne.u32 %p3, %r51, 0;',
           post='selp.b32 {d}, 1, 0, %p2;')
    p.case('setp.lt.or.s32 %p1, {0}, {1}, !%p3;', [a, b], 32,
           lambda x, y: (sgn(x, 32) < sgn(y, 32)) or not x & 1, post=post)
    p.case('setp.lt.xor.s32 %p1, {0}, {1}, %p3;', [a, b], 32,
           lambda x, y: (sgn(x, 32) < sgn(y, 32)) ^ (x & 1), post=post)
    p.case('xor.pred %p1, %p2, %p3;', [a, b], 32,
           lambda x, y: (x & 1) ^ (y & 1),
           pre='and.b32 %r52, {1}, 1; setp.ne.u32 %p2, %r52, 0;', post=post)
    p.case('not.pred %p1, %p3;', [a], 32, lambda x: not x & 1, post=post)
    p.case('@%p3 mov.u32 {d}, 5;', [a], 32, lambda x: 5 if x & 1 else 9,
           pre='mov.u32 {d}, 9;')
    p.write(folder)


# ---- two numbers in a register ---------------------------------------------
def packed(folder):
    p = Program('packed')
    a, b = [p.feed(32, [random.choice([0, 1, 0x7fff, 0x8000, 0xffff,
                                       random.getrandbits(16)]) << 16 |
                        random.choice([0, 0x7fff, 0x8000, 0xffff,
                                       random.getrandbits(16)])
                        for _ in range(LANES)]) for _ in range(2)]
    x32, y32 = [p.feed(32, int_samples(32)) for _ in range(2)]

    def halves16(fn):
        return lambda x, y: (fn(x & 0xffff, y & 0xffff) & 0xffff) | \
            (fn(x >> 16, y >> 16) & 0xffff) << 16
    for s in 'us':
        p.case(f'add.{s}16x2 {{d}}, {{0}}, {{1}};', [a, b], 32,
               halves16(lambda x, y: x + y))
        for op, pick in (('min', min), ('max', max)):
            for extra in ('', '.relu') if s == 's' else ('',):
                def best(x, y, s=s, pick=pick, extra=extra):
                    r = pick(sgn(x, 16), sgn(y, 16)) if s == 's' \
                        else pick(x, y)
                    return max(r, 0) if extra else r
                p.case(f'{op}.{s}16x2{extra} {{d}}, {{0}}, {{1}};', [a, b],
                       32, halves16(best))
    for op, pick in (('min', min), ('max', max)):
        p.case(f'{op}.s32.relu {{d}}, {{0}}, {{1}};', [x32, y32], 32,
               lambda x, y, pick=pick:
               max(0, pick(sgn(x, 32), sgn(y, 32))))
    pairs = [p.feed(64, [h << 32 | v for h, v in
                         zip(float_samples(F32), float_samples(F32))])
             for _ in range(3)]
    for op, fn, n in (('add', add, 2), ('sub', sub, 2), ('mul', mul, 2),
                      ('fma', fma, 3)):
        for mode in ('rn', 'rz', 'rm', 'rp'):
            for ftz in ('', '.ftz') if mode == 'rn' else ('',):
                one = wrapped(F32, lambda *v, fn=fn, mode=mode:
                              fn(F32, *v, mode), bool(ftz), False)

                def two(*v, one=one):
                    return one(*[x & 0xffffffff for x in v]) | \
                        one(*[x >> 32 for x in v]) << 32
                args = ', '.join('{%d}' % i for i in range(n))
                p.case(f'{op}.{mode}{ftz}.f32x2 {{d}}, {args};', pairs[:n],
                       64, two)
    p.write(folder)


# ---- approximate functions -------------------------------------------------
def approximate(folder):
    """The lab rounds these correctly, which is within any documented error
    (rsqrt 2**-22.9, sin and cos 2**-20.5, lg2 2**-22, ex2 and tanh some
    ulp). The references are in double, rounded once."""
    p = Program('approximate')
    src = [0, 0x80000000, 1, 0x80000001, 0x007fffff, 0x00800000, F32.inf,
           F32.inf | F32.sign, 0x7fc00000, 0xffc00001]
    src += [F32.round(Fraction(v), 'rn') for v in
            (1, -1, 2, 0.5, -0.5, 3.14159, -3.14159, 0.1, 10, -10, 100, -100,
             126.5, -126.5, 128, -150, 1e-4, 0.785, 7.7, -7.7, 1.5, -1.5)]
    a = p.feed(32, src)

    def real(fn, ends=(), ftz=False):
        table = dict(ends)

        def run(v):
            if F32.is_nan(v):
                return F32.nan
            if ftz:
                v = F32.flush(v)
            if v in table:
                return table[v]
            if F32.is_neg(v) and 'positive' in table:
                return F32.nan
            x = float(F32.value(v))
            r = F32.round(Fraction(fn(x)), 'rn', x < 0 or v == F32.sign)
            return F32.flush(r) if ftz else r
        return run
    inf, ninf, nan, one = F32.inf, F32.inf | F32.sign, F32.nan, 0x3f800000
    for ftz in ('', '.ftz'):
        flush = bool(ftz)
        p.case(f'rsqrt.approx{ftz}.f32 {{d}}, {{0}};', [a], 32,
               real(lambda x: 1 / math.sqrt(x),
                    {0: inf, F32.sign: ninf, inf: 0, ninf: nan,
                     'positive': 1}, flush))
        p.case(f'lg2.approx{ftz}.f32 {{d}}, {{0}};', [a], 32,
               real(math.log2, {0: ninf, F32.sign: ninf, inf: inf, ninf: nan,
                                'positive': 1}, flush))
        p.case(f'ex2.approx{ftz}.f32 {{d}}, {{0}};', [a], 32,
               real(lambda x: math.pow(2, x),
                    {0: one, F32.sign: one, inf: inf, ninf: 0}, flush))
        for name, fn, zero in (('sin', math.sin, (0, F32.sign)),
                               ('cos', math.cos, (one, one))):
            p.case(f'{name}.approx{ftz}.f32 {{d}}, {{0}};', [a], 32,
                   real(fn, {0: zero[0], F32.sign: zero[1], inf: nan,
                             ninf: nan}, flush))
    p.case('tanh.approx.f32 {d}, {0};', [a], 32,
           real(math.tanh, {0: 0, F32.sign: F32.sign, inf: one,
                            ninf: one | F32.sign}))
    wide = p.feed(64, [F64.round(F32.value(v), 'rn', F32.is_neg(v))
                       if not F32.is_nan(v) and not F32.is_inf(v) else
                       F64.inf | (F64.sign if F32.is_neg(v) else 0)
                       for v in src])

    def root64(v):
        if F64.value_zero(v):
            return F64.inf | v & F64.sign
        if F64.is_neg(v):
            return F64.nan
        return 0 if F64.is_inf(v) else F64.round(
            Fraction(1 / math.sqrt(float(F64.value(v)))), 'rn')
    p.case('rsqrt.approx.f64 {d}, {0};', [wide], 64, root64)

    def nth(mask, base, n):
        n = sgn(n, 32)
        if n == 0:
            return base if mask >> base & 1 else -1
        places = range(base, 32) if n > 0 else range(base, -1, -1)
        hits = [i for i in places if mask >> i & 1]
        return hits[abs(n) - 1] if len(hits) >= abs(n) else -1
    mask = p.feed(32, [random.getrandbits(32) for _ in range(LANES)])
    base = p.feed(32, [random.randrange(32) for _ in range(LANES)])
    n = p.feed(32, [random.choice([0, 1, 2, 5, -1, -3, 40, 1 << 31])
                    for _ in range(LANES)])
    p.case('fns.b32 {d}, {0}, {1}, {2};', [mask, base, n], 32, nth)
    p.write(folder)


def main():
    folder = sys.argv[1]
    for bits in (16, 32, 64):
        integers(folder, bits)
    bits_program(folder)
    for t in ('f32', 'f64'):
        floats(folder, t)
    for t in ('f16', 'bf16'):
        halves(folder, t)
    conversions(folder)
    comparisons(folder)
    packed(folder)
    approximate(folder)


if __name__ == '__main__':
    main()
