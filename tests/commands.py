#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The commands that README, book and chapters tell the reader to type.

usage: commands.py FILE.md...     one block after the other, each as
       FILE:LINE WHERE            WHERE: see below
       the block's lines, each after a space
       commands.py --inline HELP FILE.md...    prints `ok`, or what is wrong

A block of commands is a fenced block of class sh, or an indented one whose
first line begins with a command of ours. ``` {.sh run="WHERE"} says where it
is run: in the working copy (default), in the lesson's folder of it (06), in the
sources (`source`), or `elsewhere: SCRIPT`, which must name a test of that file.
"""
import re
import sys
from pathlib import Path

# What a test of its own runs.
ELSEWHERE = {"make lab": "tests/e2e/lab.sh", "make test": "tests/run-all.sh"}
OURS = re.compile(r"(warplings|make|build/warplings|\.\.\./build/warplings)"
                  r"( |$)")


def blocks(path):
    lines = Path(path).read_text().splitlines()
    i, before = 0, ""
    while i < len(lines):
        fence = re.match(r"(`{3,})\s*(.*)$", lines[i])
        if fence:
            start = i + 1
            i = start
            while i < len(lines) and lines[i].strip() != fence.group(1):
                i += 1
            kind = fence.group(2)
            where = re.search(r'run="([^"]*)"', kind)
            if re.match(r"\{?\s*\.?sh\b", kind):
                yield start + 1, where.group(1) if where else "", \
                    lines[start:i]
        elif lines[i].startswith("    ") and not before.strip():
            start = i
            while i < len(lines) and (lines[i].startswith("    ") or
                                      not lines[i].strip()):
                i += 1
            body = [line[4:] for line in lines[start:i] if line.strip()]
            if OURS.match(body[0]):
                yield start + 1, "", body
            i -= 1
        before = lines[i] if i < len(lines) else ""
        i += 1


def inline(help_text, paths):
    """Commands in sentences whose name or options --help does not have."""
    words = set(re.findall(r"(?m)^  ([a-z]+)\b", help_text))
    options = set(re.findall(r"(?<![\w-])--?[a-z][\w-]*", help_text))
    bad = []
    for path in paths:
        text = re.sub(r"(?ms)^```.*?^```", "", Path(path).read_text())
        for m in re.finditer(r"`warplings ([^`]+)`", text):
            parts = m.group(1).split()
            if re.match(r"[a-z]", parts[0]) and parts[0] not in words:
                bad.append(f"{path}: {m.group(0)}")
            bad += [f"{path}: {m.group(0)} {p}" for p in parts
                    if p.startswith("-") and p not in options]
    print("\n".join(bad) or "ok")


def main():
    if sys.argv[1] == "--inline":
        inline(sys.argv[2], sys.argv[3:])
        return
    for path in sys.argv[1:]:
        for line, where, body in blocks(path):
            tests = [ELSEWHERE.get(t.split("#")[0].strip()) for t in body]
            if all(tests):
                where, body = f"elsewhere: {tests[0]}", []
            print(f"{path}:{line} {where or 'work'}")
            for text in body:
                print(f" {text}")


main()
