#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Check pictures: well formed, with a title and a description, light and
dark, every shape and text inside the frame.

usage: svg_check.py FILE.svg...     prints `ok`, or what is wrong
"""
import re
import sys
import xml.etree.ElementTree as tree

SVG = "{http://www.w3.org/2000/svg}"
TEXT, CODE = 6.6, 7.25  # average width of a character


def number(e, name):
    return float(e.get(name, 0))


def text_span(e):
    fixed = "Mono" in (e.get("font-family") or "")
    x, width = number(e, "x"), len(e.text or "") * (CODE if fixed else TEXT)
    anchor = e.get("text-anchor", "start")
    left = {"start": x, "middle": x - width / 2, "end": x - width}[anchor]
    return left, left + width


def problems(path):
    root = tree.parse(path).getroot()
    width, height = number(root, "width"), number(root, "height")
    if root.get("viewBox") != f"0 0 {width:.0f} {height:.0f}":
        yield "the view box is not the size"
    for name in ("title", "desc"):
        e = root.find(SVG + name)
        if e is None or not (e.text or "").strip():
            yield f"no {name}"
        elif e.get("id") not in root.get("aria-labelledby", "").split():
            yield f"{name} does not label the picture"
    style = root.findtext(SVG + "style") or ""
    if "prefers-color-scheme:dark" not in style:
        yield "one set of colours only"
    known = set(re.findall(r"\.(\w+)\{fill", style))
    for e in root:
        kind = e.tag.removeprefix(SVG)
        if kind in ("title", "desc", "style"):
            continue
        if e.get("class") not in known:
            yield f"{kind} of no known class"
        if kind == "rect":
            x, y = number(e, "x"), number(e, "y")
            box = (x, y, x + number(e, "width"), y + number(e, "height"))
        elif kind == "line":
            xs = number(e, "x1"), number(e, "x2")
            ys = number(e, "y1"), number(e, "y2")
            box = (min(xs), min(ys), max(xs), max(ys))
        elif kind == "circle":
            r = number(e, "r")
            box = (number(e, "cx") - r, number(e, "cy") - r,
                   number(e, "cx") + r, number(e, "cy") + r)
        else:
            left, right = text_span(e)
            box = (left, number(e, "y") - 10, right, number(e, "y") + 3)
        if box[0] < 0 or box[1] < 0 or box[2] > width or box[3] > height:
            yield f"outside the frame: {kind} {e.text or ''} {box}"


def main():
    bad = [f"{p}: {what}" for p in sys.argv[1:] for what in problems(p)]
    print("\n".join(bad[:10]) if bad else "ok")
    return 1 if bad else 0


sys.exit(main())
