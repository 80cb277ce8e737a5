# SPDX-License-Identifier: Apache-2.0
"""Is the report of one program of tests/cases what its comments expect?

usage: case.py PROGRAM REPORT   (with REPORT.err and REPORT.rc beside it)
Prints ok, or what is wrong.
"""
import json
import re
import sys

program, report = sys.argv[1:]
source = open(program).read().splitlines()


HOST = {"launch-config", "host-race", "stream-race", "copy-overrun",
        "copy-direction", "invalid-free", "device-pointer-on-host"}


def after(key):
    start = f"// {key}: "
    return [s[len(start):] for s in source if s.startswith(start)]


def line_of(tag):
    return next(i for i, s in enumerate(source, 1) if s.endswith("// " + tag))


def expected():
    for word in " ".join(after("expect")).split():
        if word != "clean":
            kind, *tags = re.split("(?=@)", word.replace("/", ""))
            yield kind, *[line_of(t) for t in tags]


def found():
    """(finding and lines, message) of each; what is missing in it."""
    if open(report + ".rc").read().strip() == "3":
        for m in re.finditer(r":(\d+): error: (.*)",
                             open(report + ".err").read()):
            yield ("compile-error", int(m[1])), m[2]
        return
    for f in json.load(open(report))["findings"]:
        lines = [f[k] for k in ("line", "line2") if k in f]
        yield (f["id"], *lines), f["message"]
        # Errors of kernels name the thread; the host's have none, and advice
        # for a whole kernel has no line either.
        if f["severity"] == "error" and f["id"] not in HOST:
            missing = {"kernel", "thread", "block", "line"} - set(f)
            if missing:
                yield ("incomplete", f["id"], *missing), ""
        if f["id"] != "unsupported" and not f.get("lesson"):
            yield ("no lesson", f["id"]), ""
        if not f["advice"]:
            yield ("no advice", f["id"]), ""


def same(want, got):
    """Two lines of a race or barrier may be told in either order."""
    return want[0] == got[0] and sorted(want[1:]) == sorted(got[1:])


wants, gots = list(expected()), list(found())
wrong = [f"unexpected {g}: {m}" for g, m in gots
         if not any(same(w, g) for w in wants)]
wrong += [f"missing {w}" for w in wants
          if not any(same(w, g) for g, _ in gots)]
wrong += [f"nobody says '{t}'" for t in after("says")
          if not any(t in m for _, m in gots)]
if not gots and json.load(open(report))["output"] != "PASS\n":
    wrong.append("no PASS")
print("; ".join(wrong) or "ok")
