# SPDX-License-Identifier: Apache-2.0
"""Check a Chrome trace against the Trace Event Format and a run's report.

usage: perfetto_check.py TRACE.json RUN.json; prints ok, or what is wrong.
"""
import collections
import json
import sys

trace = json.load(open(sys.argv[1]))
run = json.load(open(sys.argv[2]))["run"]
events = trace["traceEvents"]
needed = {"X": {"ts", "dur", "pid", "tid"}, "M": {"pid", "args"},
          "s": {"ts", "pid", "tid", "id"}, "f": {"ts", "pid", "tid", "id"},
          "C": {"ts", "pid", "args"}}
flows = collections.defaultdict(list)
tracks = collections.defaultdict(list)
named = set()
for e in events:
    assert e["ph"] in needed, "unknown phase %s" % e["ph"]
    assert isinstance(e["name"], str) and needed[e["ph"]] <= set(e), e
    if e["ph"] == "X":
        assert e["dur"] >= 0 and e["ts"] >= 0, e
        tracks[e["pid"], e["tid"]].append((e["ts"], e["ts"] + e["dur"]))
    if e["ph"] in "sf":
        flows[e["id"]].append(e)
    if e["ph"] == "M" and e["name"] == "thread_name":
        named.add((e["pid"], e["tid"]))
    if e["ph"] == "C":
        assert all(isinstance(v, (int, float)) for v in e["args"].values()), e
for track, spans in tracks.items():
    assert track in named, "track %s has no name" % (track,)
    spans.sort()
    for a, b in zip(spans, spans[1:]):
        assert b[0] >= a[1] - 0.0015, "spans of %s overlap" % (track,)
kernels = [e for e in events if e["ph"] == "X" and e["cat"] == "kernel"]
starts = {round(k["ts"], 3) for k in kernels}
for i, pair in flows.items():
    assert [e["ph"] for e in pair] == ["s", "f"], "flow %s" % i
    assert pair[0]["ts"] <= pair[1]["ts"], "flow %s goes back" % i
    assert round(pair[1]["ts"], 3) in starts, "flow %s ends nowhere" % i


def same(name, got):
    want = run[name]["value"]
    assert abs(got - want) <= 1e-3 * max(1, abs(want)), (name, got, want)


# The counter is, from each of its moments to the next, what the kernels that
# run then add up to.
spans = [(k["ts"], k["ts"] + k["dur"], k["args"]["occupancy_pct"])
         for k in kernels if "args" in k and k["dur"] > 0]
counters = [e for e in events if e["ph"] == "C"]
assert bool(counters) == any(s[2] > 0 for s in spans), "no occupancy counter"
for e, after in zip(counters, counters[1:] + [None]):
    assert after is None or e["ts"] < after["ts"], "counter goes back"
    at = e["ts"] + 0.0005
    want = min(100, sum(p for a, b, p in spans if a <= at < b))
    assert abs(e["args"]["value"] - want) <= 0.1 * (1 + len(spans)), (e, want)
if counters:
    assert counters[-1]["args"]["value"] == 0, "occupancy after the end"
copies = [e for e in events if e["ph"] == "X" and e["cat"] == "copy" and
          e["pid"] == 3]
same("launches", len(kernels))
same("launches", len(flows))
same("kernel_time_us", sum(k["dur"] for k in kernels))
for name, way in (("h2d", "host to device"), ("d2h", "device to host")):
    mine = [c for c in copies if c["name"] == "copy " + way]
    same("copies_" + name, len(mine))
    same("bytes_" + name, sum(c["args"]["bytes"] for c in mine))
same("syncs", sum(e["ph"] == "X" and "wait" in e["cat"] for e in events))
print("ok")
