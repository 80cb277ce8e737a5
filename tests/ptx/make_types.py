#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tests of the types that make_cases.py leaves out: moves, selections,
loads and stores, atomics, halves in approximate functions and comparisons.
usage: make_types.py FOLDER
"""
import math
import sys
from fractions import Fraction

from make_cases import (BF16, F16, F32, F64, FORMATS, Program, add, fma,
                        float_samples, int_samples, sgn)

def half_fn(f, fn):
    """A half by way of a float, as the lab works it out."""
    return lambda v: f.nan if f.is_nan(v) else fn(f, v)


def ex2(f, v):
    if f.is_inf(v):
        return 0 if f.is_neg(v) else f.inf
    w = F32.round(Fraction(math.pow(2, max(-300, min(300, float(
        f.value(v)))))), 'rn')
    if F32.is_inf(w):
        return f.inf
    return f.round(F32.value(w), 'rn')


def tanh(f, v):
    if f.is_inf(v):
        return f.round(Fraction(-1 if f.is_neg(v) else 1), 'rn')
    w = F32.round(Fraction(math.tanh(float(f.value(v)))), 'rn', f.is_neg(v))
    return f.round(F32.value(w), 'rn', F32.is_neg(w))


def twice(fn):
    return lambda *v: fn(*[x & 0xffff for x in v]) | \
        fn(*[x >> 16 for x in v]) << 16


def feeds_of(p):
    ints = {w: (p.feed(w, int_samples(w)), p.feed(w, int_samples(w)))
            for w in (16, 32, 64)}
    halves = {t: (p.feed(16, float_samples(FORMATS[t])),
                  p.feed(16, float_samples(FORMATS[t])))
              for t in ('f16', 'bf16')}
    pairs = {t: tuple(p.feed(32, [h << 16 | v for h, v in
                                  zip(float_samples(FORMATS[t]),
                                      float_samples(FORMATS[t]))])
                      for _ in range(2)) for t in ('f16', 'bf16')}
    return ints, halves, pairs


def moves(p, ints):
    for w, (a, b) in ints.items():
        kinds = [k + str(w) for k in 'bus'] + \
            {16: [], 32: ['f32'], 64: ['f64']}[w]
        for t in kinds:
            p.case(f'selp.{t} {{d}}, {{0}}, {{1}}, %p1;', [a, b], w,
                   lambda x, y: x if x & 1 else y,
                   pre='cvt.u32.u%d %%r60, {0}; and.b32 %%r60, %%r60, 1; '
                       'setp.ne.u32 %%p1, %%r60, 0;' % w)
            for c in ('s32', 'f32'):
                for k, first in (('0', True), ('0x80000000', c == 'f32'),
                                 ('0x7fc00000', c == 's32'),
                                 ('0xbf800000', False)):
                    p.case(f'slct.{t}.{c} {{d}}, {{0}}, {{1}}, %r50;',
                           [a, b], w, lambda x, y, first=first:
                           x if first else y, pre=f'mov.b32 %r50, {k};')
        for t in kinds + {16: ['f16', 'bf16'], 32: ['f16x2', 'bf16x2'],
                          64: []}[w]:
            p.case(f'mov.{t} {{d}}, {{0}};', [a], w, lambda x: x)
        for t in 'us':
            for op, one in (('ne', 0xffffffff), ('eq', 0xffffffff)):
                p.case(f'set.{op}.{t}32.{t}{w} {{d}}, {{0}}, {{1}};', [a, b],
                       32, lambda x, y, op=op, one=one:
                       one if (x == y) == (op == 'eq') else 0)
        p.case(f'set.eq.f32.b{w} {{d}}, {{0}}, {{1}};', [a, a], 32,
               lambda x, y: 0x3f800000)
    a, b = ints[32]
    p.case('and.pred %p1, %p2, %p3;', [a, b], 32,
           lambda x, y: x & y & 1,
           pre='and.b32 %r51, {0}, 1; setp.ne.u32 %p3, %r51, 0; '
               'and.b32 %r52, {1}, 1; setp.ne.u32 %p2, %r52, 0;',
           post='selp.b32 {d}, 1, 0, %p1;')


def carries(p, ints):
    for w in (32, 64):
        a, b = ints[w]
        top = (1 << w) - 1
        for op, fn in (('add', lambda x, y, top: x + (x + x > top) + y),
                       ('sub', lambda x, y, top: x - y - (x < y))):
            pre = f'{op}.cc.s{w} {{d}}, {{0}}, {{0}};' if op == 'add' else \
                f'{op}.cc.s{w} {{d}}, {{0}}, {{1}};'
            p.case(f'{op}c.s{w} {{d}}, {{0}}, {{1}};', [a, b], w,
                   lambda x, y, fn=fn, top=top: fn(x, y, top), pre=pre)
        p.case(f'madc.lo.s{w} {{d}}, {{0}}, {{1}}, {{1}};', [a, b], w,
               lambda x, y, top=top: x * y + y + (x + x > top),
               pre=f'add.cc.s{w} {{d}}, {{0}}, {{0}};')
    f = p.feed(64, float_samples(F64))
    p.case('mad.rn.f64 {d}, {0}, {0}, {0};', [f], 64,
           lambda x: fma(F64, x, x, x, 'rn'))


def halves_and_pairs(p, halves, pairs):
    for t, f in (('f16', F16), ('bf16', BF16)):
        a, b = halves[t]
        ftz = '.ftz' if t == 'bf16' else ''

        def flushed(fn, f=f, ftz=ftz):
            if not ftz:
                return half_fn(f, fn)
            return lambda v: f.flush(half_fn(f, fn)(f.flush(v)))
        e, h = flushed(ex2), half_fn(f, tanh)
        p.case(f'ex2.approx{ftz}.{t} {{d}}, {{0}};', [a], 16, e)
        p.case(f'tanh.approx.{t} {{d}}, {{0}};', [a], 16, h)
        c, d = pairs[t]
        p.case(f'ex2.approx{ftz}.{t}x2 {{d}}, {{0}};', [c], 32, twice(e))
        p.case(f'tanh.approx.{t}x2 {{d}}, {{0}};', [c], 32, twice(h))

        def less(x, y, f=f):
            if f.is_nan(x) or f.is_nan(y):
                return False
            k = [(1 if v & f.sign == 0 else -1) * (v & ~f.sign)
                 for v in (x, y)]
            return k[0] < k[1]
        p.case(f'setp.lt.{t} %p1, {{0}}, {{1}};', [a, b], 32, less,
               post='selp.b32 {d}, 1, 0, %p1;')
        p.case(f'setp.lt.{t}x2 %p1|%p2, {{0}}, {{1}};', [c, d], 32,
               lambda x, y, less=less: less(x & 0xffff, y & 0xffff) +
               2 * less(x >> 16, y >> 16),
               post='selp.b32 {d}, 1, 0, %p1; selp.b32 %r60, 2, 0, %p2; '
                    'add.u32 {d}, {d}, %r60;')
        one = f.round(Fraction(1), 'rn')
        p.case(f'set.lt.{t}.{t} {{d}}, {{0}}, {{1}};', [a, b], 16,
               lambda x, y, less=less, one=one: one if less(x, y) else 0)
        p.case(f'set.lt.{t}x2.{t}x2 {{d}}, {{0}}, {{1}};', [c, d], 32,
               twice(lambda x, y, less=less, one=one:
                     one if less(x, y) else 0))


def memory(p, ints, halves, pairs):
    """Each lane has 8 bytes of shared memory of its own."""
    def scoped(statements):
        return '{{ .shared .align 8 .b8 own[256]; mov.u32 %r60, own; ' \
            'shl.b32 %r61, %r0, 3; add.u32 %r60, %r60, %r61; ' + \
            statements + ' }}'
    for t in ('b8', 'u8', 's8', 'b16', 'u16', 's16', 'b32', 'u32', 's32',
              'f32', 'b64', 'u64', 's64', 'f64'):
        w = int(t[1:])
        reg = max(w, 16)
        wide = (1 << w) - 1

        def loaded(x, w=w, t=t, wide=wide):
            return sgn(x & wide, w) if t[0] == 's' else x & wide
        p.case(scoped(f'st.shared.{t} [%r60], {{0}}; '
                      f'ld.shared.{t} {{d}}, [%r60];'),
               [ints[reg][0]], reg, loaded)
    for t, ops in (('b32', 'and or xor exch'), ('b64', 'and or xor exch'),
                   ('s32', 'add min max'), ('u32', 'add min max'),
                   ('u64', 'add min max'), ('s64', 'min max')):
        w = int(t[1:])
        a, b = ints[w]
        for op in ops.split():
            def key(v, t=t, w=w):
                return sgn(v, w) if t[0] == 's' else v
            fn = {'and': lambda x, y: x & y, 'or': lambda x, y: x | y,
                  'xor': lambda x, y: x ^ y, 'exch': lambda x, y: y,
                  'add': lambda x, y: x + y,
                  'min': lambda x, y, k=key: x if k(x) < k(y) else y,
                  'max': lambda x, y, k=key: x if k(x) > k(y) else y}[op]
            atomics(p, scoped, op, t, a, b, w, fn)
    for t, f in (('f16', F16), ('bf16', BF16), ('f32', F32), ('f64', F64)):
        a, b = halves[t] if f.bits == 16 else \
            [p.feed(f.bits, float_samples(f)) for _ in range(2)]

        def plus(x, y, f=f):
            return add(f, x, y, 'rn')
        hint = '.noftz' if f.bits == 16 else ''
        atomics(p, scoped, 'add' + hint, t, a, b, f.bits, plus)
        if f.bits == 16:
            atomics(p, scoped, 'add.noftz', t + 'x2', *pairs[t], 32,
                    twice(plus))
    a, b = ints[16]
    p.case(scoped('st.shared.b16 [%r60], {0}; '
                  'atom.shared.cas.b16 {d}, [%r60], {0}, {1}; '
                  'ld.shared.b16 {d}, [%r60];'), [a, b], 16, lambda x, y: y)


def atomics(p, scoped, op, t, a, b, w, fn):
    m = f'b{w}'
    begin = f'st.shared.{m} [%r60], {{0}}; '
    p.case(scoped(begin + f'atom.shared.{op}.{t} {{d}}, [%r60], {{1}};'),
           [a, b], w, lambda x, y: x)
    if op != 'exch':
        p.case(scoped(begin + f'red.shared.{op}.{t} [%r60], {{1}}; '
                      f'ld.shared.{m} {{d}}, [%r60];'), [a, b], w, fn)


def main():
    p = Program('types')
    ints, halves, pairs = feeds_of(p)
    moves(p, ints)
    carries(p, ints)
    halves_and_pairs(p, halves, pairs)
    memory(p, ints, halves, pairs)
    p.write(sys.argv[1])


main()
