# SPDX-License-Identifier: Apache-2.0
"""The outputs of one program under two compilers: equal, or close.

usage: compare.py CALLS.txt REPORT-A.json REPORT-B.json
Integer and half functions must be equal. Others may differ by ULPS in their
last place, and by ABSOLUTE where the CUDA documentation bounds the absolute
error (Bessel functions). Prints ok, or what differs.
"""
import json
import re
import struct
import sys

ULPS = {"float": 2, "double": 1, "half": 1}
BESSEL = re.compile(r"(j0|j1|y0|y1|jn|yn)f?\(")


def kind(call):
    """What a call returns, by the program it is in."""
    return ("float" if "floats" in sys.argv[1] else
            "double" if "doubles" in sys.argv[1] else
            "half" if "h2exp2" in call else "bits")


def number(bits, how):
    if how == "double":
        return struct.unpack("<d", struct.pack("<Q", bits << 32))[0]
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def order(bits):
    return bits if bits < 1 << 31 else (1 << 31) - bits


def close(call, a, b):
    how = kind(call)
    if a == b:
        return True
    if how == "bits":
        return False
    if how == "half":
        return all(abs((a >> s & 0xffff) - (b >> s & 0xffff)) <= ULPS[how]
                   for s in (0, 16))
    x, y = number(a, how), number(b, how)
    if x != x and y != y:
        return True
    if abs(order(a) - order(b)) <= ULPS[how]:
        return True
    if BESSEL.match(call):  # and of an infinite argument some give NaN
        return x != x or y != y or abs(x - y) <= 3e-6 * max(1, abs(x))
    return False


def lines(path):
    report = json.load(open(path))
    bad = [f["message"] for f in report["findings"]
           if f["severity"] != "advice"]
    if bad or report["exit"] != 0:
        sys.exit("%s: exit %s, %s" % (path, report["exit"], bad))
    return [[int(v, 16) for v in line.split()[1:]]
            for line in report["output"].splitlines()]


calls = open(sys.argv[1]).read().splitlines()
first, second = lines(sys.argv[2]), lines(sys.argv[3])
if not len(calls) == len(first) == len(second):
    sys.exit("%d calls, %d and %d lines" % (len(calls), len(first),
                                            len(second)))
wrong = ["%s: %x and %x" % (call, a, b)
         for call, x, y in zip(calls, first, second)
         for a, b in zip(x, y) if not close(call, a, b)]
print("; ".join(wrong[:10]) if wrong else "ok")
