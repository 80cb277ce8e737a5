# SPDX-License-Identifier: Apache-2.0
"""Each `race N` of racy.cu is found, and nothing else is.

usage: check.py SOURCE REPORT.json; prints ok, or what is wrong.
"""
import json
import re
import sys

marks = {}
for number, line in enumerate(open(sys.argv[1]), 1):
    m = re.search(r"// race (\d+)$", line)
    if m:
        marks[number] = m.group(1)
seen = set()
for f in json.load(open(sys.argv[2]))["findings"]:
    if f["severity"] == "advice":
        continue
    a, b = marks.get(f["line"]), marks.get(f["line2"] or f["line"])
    if f["id"] != "race-global" or a is None or a != b:
        sys.exit("unexpected: %s" % f)
    seen.add(a)
missing = sorted(set(marks.values()) - seen)
print("not found: %s" % missing if missing else "ok")
