# SPDX-License-Identifier: Apache-2.0
"""Write a record of N events: half are calls, half copies. See
book/formats.md. usage: bench_trace.py FILE N"""
import struct
import sys

n = int(sys.argv[2]) // 2


def text(s):
    return struct.pack("<I", len(s)) + s


def chunk(kind, body):
    return struct.pack("<IQ", kind, len(body)) + body


with open(sys.argv[1], "wb") as out:
    out.write(b"WLTRACE\n" + struct.pack("<II", 1, 2))
    out.write(chunk(1, text(b"h100-sxm") + struct.pack("<QBQ", n * 1000, 1, 0)))
    out.write(chunk(3, struct.pack("<I", n) + b"".join(
        struct.pack("<IiQQQBi", 1, 0, i * 1000 + 100, i * 1000 + 900, 4096, 0,
                    -1) for i in range(n))))
    name = text(b"cudaMemcpyAsync")
    out.write(chunk(4, struct.pack("<I", n) + b"".join(
        name + struct.pack("<QQiB", i * 1000, i * 1000 + 90, 0, 0)
        for i in range(n))))
    out.write(chunk(0, b""))
