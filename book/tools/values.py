# SPDX-License-Identifier: Apache-2.0
"""Numbers in prose, from the product's own data. In a page of the book:

    {{count findings}}                   rows of a table
    {{card h100-sxm sm_count}}           a card's figure, or a peak by name
    {{card h100-sxm l2_bytes MiB}}       the same in another unit
    {{calc transfer bytes=67108864}}     a formula's result and unit
    {{seen 06-coalescing: rows.time_us / cells.time_us}}
                                         what a chapter's runs gave
    {{seen 06-coalescing: card}}

A name that is not there ends the build.
"""
import re
from pathlib import Path

import tables

COUNTS = {
    "findings": ("engine/trace/findings.def", "FINDING"),
    "metrics": ("engine/report/metrics.def", "METRIC"),
    "opcodes": ("engine/ptx/ops.def", "OP"),
    "formulas": ("engine/cli/calc.def", "FORMULA"),
}


# What a figure is divided by to be told in another unit.
UNITS = {("bytes", "KiB"): 2 ** 10, ("bytes", "MiB"): 2 ** 20,
         ("bytes", "GiB"): 2 ** 30, ("ns", "us"): 1000}


def number(v):
    """As people read it: three digits that count, thousands apart."""
    if v == int(v) or abs(v) >= 1000:
        return f"{round(v):,}".replace(",", "\u00a0")
    return f"{v:.3g}"


def seen_table(course, lesson):
    table = {}
    path = course / "lessons" / lesson / "seen.txt"
    for line in path.read_text().splitlines():
        words = line.split("#")[0].split()
        if len(words) == 3:
            table[f"{words[0]}.{words[1]}"] = float(words[2])
        elif len(words) == 2 and words[0] == "card":
            table["card"] = words[1]
    return table


class Values:
    def __init__(self, made, course):
        self.made, self.course = made, course
        self.cards = None

    def card(self, name, field, unit=None):
        if self.cards is None:
            self.cards = {c["name"]: c for c in
                          self.made.ask("devices", "--json")["cards"]}
        card = self.cards[name]
        value = card[field] if field in card else card["peaks"][field]
        return number(value["value"] / (
            UNITS[value["unit"], unit] if unit else 1))

    def value(self, text):
        what, _, rest = text.partition(" ")
        if what == "count" and rest == "cards":
            return str(len(list(Path("engine/time/cards").glob("*.yaml"))))
        if what == "count" and rest == "lessons":
            return str(len(list(Path("lessons").glob("*/lesson.md"))))
        if what == "count":
            return str(len(tables.rows(*COUNTS[rest])))
        if what == "card":
            return self.card(*rest.split())
        if what == "calc":
            j = self.made.ask("calc", *rest.split(), "--json")
            return f"{number(j['value'])} {j['unit']}".strip()
        if what == "seen":
            lesson, _, expression = rest.partition(": ")
            seen = seen_table(self.course, lesson)
            a, _, b = expression.partition(" / ")
            if a == "card":
                return seen["card"]
            return number(seen[a] / seen[b] if b else seen[a])
        raise KeyError(what)

    def fill(self, text, where):
        def one(m):
            try:
                return self.value(m.group(1).strip())
            except (KeyError, ZeroDivisionError, TypeError, OSError) as e:
                raise SystemExit(f"{where}: no value for {m.group(0)}: {e!r}")
        return re.sub(r"\{\{(.+?)\}\}", one, text)
