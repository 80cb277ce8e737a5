#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Published experiments, re-created and run under the model.

usage: validate.py BUILD [--only WORD] [--every N] [--book FILE]
                   [--floor ERROR RIGHT]

published.csv holds what others measured, rows.csv how each pair is re-created
here: card, program, arguments of A and B, work of B over A. The ratio is the
speed-up of B over A. --only keeps rows whose id, category or card contains
WORD, --every each N-th row; --book writes the table of all. --floor fails if
the mean error is above ERROR per cent or fewer than RIGHT per cent are ranked
rightly.
"""
import concurrent.futures
import csv
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TIE = 0.05  # ratios this near to 1 count as equal


def table(name):
    with open(os.path.join(HERE, name), newline="") as f:
        return list(csv.DictReader(f))


def measure(build, job):
    """Modelled microseconds of the program's last kernel, or what it says."""
    card, program, args, note = job
    command = [build + "/warplings", "run", f"{HERE}/{program}.cu", "--json",
               "--compiler", "clang", "--card", card, "--checks", "off",
               "--timeout", "300"]
    if note.startswith("sampled"):
        command.append("--sampled")
    r = subprocess.run(command + ["--"] + args.split(), capture_output=True,
                       text=True)
    if r.returncode:
        return None, r.stderr.strip()[:300]
    j = json.loads(r.stdout)
    if program == "bus" and j["exit"] == 0:  # it says what it timed
        return float(j["output"].split()[1]), ""
    if not j["kernels"] or j["exit"] != 0:
        return None, j["output"].strip()[:300] or "no kernel"
    return j["kernels"][-1]["metrics"]["time_us"]["value"], ""


def side(ratio):
    if abs(ratio - 1) <= TIE:
        return 0
    return 1 if ratio > 1 else -1


def run(build, rows):
    jobs = sorted({(r["card"], r["program"], r[a], r["note"].split(";")[0])
                   for r in rows for a in ("args_a", "args_b")})
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        times = dict(zip(jobs, pool.map(lambda j: measure(build, j), jobs)))
    for r in rows:
        pair = [times[r["card"], r["program"], r[a], r["note"].split(";")[0]]
                for a in ("args_a", "args_b")]
        r["failed"] = pair[0][1] or pair[1][1]
        if r["failed"]:
            continue
        r["times"] = pair[0][0], pair[1][0]
        r["model"] = pair[0][0] / pair[1][0] * float(r["work"])
        r["error"] = abs(r["model"] / r["published"] - 1) * 100
        a, b = side(r["model"]), side(r["published"])
        r["right"] = a == b or (b == 0 and abs(r["model"] - 1) <= 2 * TIE) or (
            a == 0 and abs(r["published"] - 1) <= 2 * TIE)
        r["strict"] = a == b
    return rows


def summary(rows):
    """category -> (pairs, mean absolute percentage error, percent ranked
    rightly, percent where ties agree as well)"""
    groups = {"all": [r for r in rows if not r["failed"]]}
    for r in groups["all"]:
        groups.setdefault(r["category"], []).append(r)
    return {k: (len(g), sum(r["error"] for r in g) / len(g),
                100 * sum(r["right"] for r in g) / len(g),
                100 * sum(r["strict"] for r in g) / len(g))
            for k, g in sorted(groups.items()) if g}


def book(path, rows, sums):
    with open(os.path.join(HERE, "validation.in.md")) as f:
        out = f.read()
    lines = ["| category | pairs | error of the ratio, % | ranked rightly, % | "
             "ties as well, % |", "|---|---:|---:|---:|---:|"]
    lines += [f"| {k} | {n} | {e:.1f} | {s:.0f} | {t:.0f} |"
              for k, (n, e, s, t) in sums.items()]
    out = out.replace("@SUMMARY@", "\n".join(lines))
    lines = ["| row | card | A, B | published | modelled | how |",
             "|---|---|---|---:|---:|---|"]
    for r in rows:
        if r["failed"]:
            continue
        lines.append(f"| {r['id']} | {r['card']} | {r['version_a']}, "
                     f"{r['version_b']} ({r['size']}) | {r['published']:.3g} | "
                     f"{r['model']:.3g}{'' if r['right'] else ' (!)'} | "
                     f"{r['note']} |")
    out = out.replace("@ROWS@", "\n".join(lines))
    with open(path, "w") as f:
        f.write(out)


def main():
    build, only, to, every, floor = sys.argv[1], "", None, 1, None
    args = sys.argv[2:]
    while args:
        word = args.pop(0)
        if word == "--only" and args:
            only = args.pop(0)
        elif word == "--book" and args:
            to = args.pop(0)
        elif word == "--every" and args:
            every = int(args.pop(0))
        elif word == "--floor" and len(args) > 1:
            floor = float(args.pop(0)), float(args.pop(0))
        else:
            sys.exit(__doc__)
    published = {r["id"]: r for r in table("published.csv")}
    rows = []
    for r in table("rows.csv"):
        p = published[r["id"]]
        r.update(category=p["category"], size=p["size"],
                 version_a=p["version_a"], version_b=p["version_b"],
                 published=float(p["speedup_b_over_a"]))
        if only in r["id"] or only in r["category"] or only == r["card"]:
            rows.append(r)
    rows = rows[::every]
    run(build, rows)
    for r in rows:
        if r["failed"]:
            print(f"{r['id']} {r['card']}: FAILED {r['failed']}")
            continue
        print(f"{r['id']} {r['category']:22.22} {r['card']:15} "
              f"{r['args_a']:>22.22} {r['args_b']:>22.22} "
              f"{r['times'][0]:10.1f} {r['times'][1]:10.1f} us "
              f"{r['published']:8.3g} {r['model']:8.3g} {r['error']:6.1f}%"
              f"{'' if r['right'] else '  wrong order'}")
    sums = summary(rows)
    print()
    for k, (n, error, right, strict) in sums.items():
        print(f"{k:26} {n:4} pairs  error {error:5.1f} %  right {right:5.1f} % "
              f" ties as well {strict:5.1f} %")
    if to:
        book(to, rows, sums)
    if floor and (sums["all"][1] > floor[0] or sums["all"][2] < floor[1]):
        sys.exit(f"the model got worse: at most {floor[0]:g} % error and at "
                 f"least {floor[1]:g} % ranked rightly are wanted")
    sys.exit(1 if any(r["failed"] for r in rows) else 0)


main()
