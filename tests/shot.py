#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Turn a terminal's text with colours into an SVG picture.

usage: tmux capture-pane -e -p | shot.py [TITLE [DESCRIPTION]] > picture.svg

Several screens with form feeds between them make a moving picture, each shown
for a few seconds; who asks for less motion sees the last one.

Reads SGR sequences (16 and 256 colours, bold, dim, underline, reverse); any
other escape sequence is dropped. One cell is 8.43 x 17 units.
"""
import re
import sys
import unicodedata
from html import escape

CELL_W, CELL_H, PAD = 8.43, 17, 12
FG, BG = "#d8d8d8", "#16181a"
BASE = ["#2b2e31", "#e06c6c", "#8fbf4d", "#d8b25a", "#6fa8dc", "#c48ad8",
        "#5cc0c0", "#c8c8c8", "#6b7075", "#ff8a8a", "#b2e066", "#f2d27a",
        "#92c4f5", "#dfaef0", "#84dede", "#ffffff"]


def palette(n):
    """The xterm colour of index n."""
    if n < 16:
        return BASE[n]
    if n >= 232:
        v = 8 + (n - 232) * 10
        return f"#{v:02x}{v:02x}{v:02x}"
    n -= 16
    step = [0, 95, 135, 175, 215, 255]
    return "#%02x%02x%02x" % (step[n // 36], step[n // 6 % 6], step[n % 6])


class Look:
    """The attributes in force."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.fg = self.bg = None
        self.bold = self.dim = self.under = self.reverse = False

    def colour(self, codes):
        """The colour after a 38 or 48."""
        kind = codes.pop(0) if codes else 5
        if kind == 5 and codes:
            return palette(codes.pop(0))
        if kind == 2 and len(codes) >= 3:
            r, g, b = codes.pop(0), codes.pop(0), codes.pop(0)
            return f"#{r:02x}{g:02x}{b:02x}"
        return None

    def apply(self, codes):
        codes = codes or [0]
        while codes:
            c = codes.pop(0)
            if c == 0:
                self.reset()
            elif c in (1, 2, 4, 7):
                name = {1: "bold", 2: "dim", 4: "under", 7: "reverse"}[c]
                setattr(self, name, True)
            elif c == 22:
                self.bold = self.dim = False
            elif c == 24:
                self.under = False
            elif c == 27:
                self.reverse = False
            elif 30 <= c <= 37:
                self.fg = palette(c - 30)
            elif 40 <= c <= 47:
                self.bg = palette(c - 40)
            elif 90 <= c <= 97:
                self.fg = palette(c - 82)
            elif 100 <= c <= 107:
                self.bg = palette(c - 92)
            elif c == 38:
                self.fg = self.colour(codes)
            elif c == 48:
                self.bg = self.colour(codes)
            elif c == 39:
                self.fg = None
            elif c == 49:
                self.bg = None

    def key(self):
        fg, bg = self.fg or FG, self.bg or BG
        if self.reverse:
            fg, bg = bg, fg
        return (fg, bg, self.bold, self.dim, self.under)


def cells(line, look):
    """(character, look) for each cell of a line."""
    out = []
    for part in re.split(r"(\x1b\[[0-9;:]*[A-Za-z]|\x1b[()][A-Z0-9]|\x0f)",
                         line):
        if part.startswith("\x1b["):
            if part.endswith("m"):
                look.apply([int(n or 0) for n in
                            re.split("[;:]", part[2:-1] or "0")])
        elif not part.startswith("\x1b") and part != "\x0f":
            for ch in part:
                out.append((ch, look.key()))
                if unicodedata.east_asian_width(ch) in "WF":
                    out.append(("", look.key()))
    return out


def runs(row):
    """(column, text, look, width) for stretches of one look."""
    start = 0
    for i in range(1, len(row) + 1):
        if i == len(row) or row[i][1] != row[start][1]:
            yield start, "".join(c for c, _ in row[start:i]), row[start][1], \
                i - start
            start = i


FRAME_S = 3  # seconds a screen is shown


def screen(rows):
    for y, row in enumerate(rows):
        top = PAD + y * CELL_H
        for x, text, (fg, bg, bold, dim, under), n in runs(row):
            left = PAD + x * CELL_W
            if bg != BG:
                print(f'<rect x="{left:.1f}" y="{top}" '
                      f'width="{n * CELL_W:.1f}" height="{CELL_H}" '
                      f'fill="{bg}"/>')
            style = ' font-weight="bold"' if bold else ""
            style += ' opacity="0.6"' if dim else ""
            style += ' text-decoration="underline"' if under else ""
            # Viewers treat spaces differently: only single ones are left.
            for m in re.finditer(r"\S+(?: \S+)*", text):
                wide = sum(unicodedata.east_asian_width(ch) in "WF"
                           for ch in m.group(0))
                print(f'<text x="{left + m.start() * CELL_W:.1f}" '
                      f'y="{top + 13}" fill="{fg}" textLength="'
                      f'{(len(m.group(0)) + wide) * CELL_W:.1f}"{style}>'
                      f'{escape(m.group(0))}</text>')


def motion(count):
    """Each of the screens in turn."""
    share = 100 / count
    print(f"<style>.s{{visibility:hidden;animation:show {FRAME_S * count}s "
          f"step-end infinite}}@keyframes show{{0%{{visibility:visible}}"
          f"{share:.3f}%{{visibility:hidden}}}}")
    for i in range(count):
        print(f".s{i}{{animation-delay:{i * FRAME_S}s}}")
    print("@media (prefers-reduced-motion:reduce){.s{animation:none}"
          f".s{count - 1}{{visibility:visible}}}}</style>")


def main():
    title = sys.argv[1] if len(sys.argv) > 1 else "warplings"
    desc = sys.argv[2] if len(sys.argv) > 2 else ""
    frames = []
    for text in sys.stdin.read().split("\f"):
        look = Look()
        frames.append([cells(line, look) for line in text.splitlines()])
    cols = max([len(r) for rows in frames for r in rows] + [1])
    width = cols * CELL_W + 2 * PAD
    height = max(len(rows) for rows in frames) * CELL_H + 2 * PAD
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" '
          f'height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}" '
          f'role="img"><title>{escape(title)}</title>')
    if desc:
        print(f"<desc>{escape(desc)}</desc>")
    print("<!-- SPDX-License-Identifier: Apache-2.0 -->")
    if len(frames) > 1:
        motion(len(frames))
    print(f'<rect width="100%" height="100%" rx="8" fill="{BG}"/>')
    print('<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" '
          'font-size="14">')
    for i, rows in enumerate(frames):
        if len(frames) > 1:
            print(f'<g class="s s{i}">')
        screen(rows)
        if len(frames) > 1:
            print("</g>")
    print("</g></svg>")


main()
