# SPDX-License-Identifier: Apache-2.0
"""The book's pictures, made by the lab from real runs: `pictures.txt` says
which picture stands where, `warplings plot` draws it and says in its
description what there is to see."""
import re
import subprocess
import xml.etree.ElementTree as tree
from pathlib import Path

import doc

SVG = "{http://www.w3.org/2000/svg}"


def make(lab, out):
    """{page: [(heading, figure)]}"""
    drawn = {}
    for line in Path("book/pictures.txt").read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        page, heading, command, caption = re.split(r"  +", line.strip())
        kind, *sources = command.split()
        name = f"{page}-{kind}.svg"
        if (out / name).exists():
            raise SystemExit(f"pictures.txt: two pictures are {name}")
        run = subprocess.run([str(lab), "plot", kind, *sources, "-o",
                              str(out / name)], capture_output=True, text=True,
                             check=False)
        if run.returncode:
            raise SystemExit(f"warplings plot {command}: {run.stderr}")
        root = tree.parse(out / name).getroot()
        alt = f"{root.findtext(SVG + 'title')}. {root.findtext(SVG + 'desc')}"
        drawn.setdefault(page, []).append(
            (heading, doc.figure(f"pictures/{name}", alt, caption)))
    return drawn


def put(page, heading, figure, name):
    """Insert at the end of the section with that heading; `top`: before the
    first one."""
    blocks, inside = page["blocks"], heading == "top"
    for i, b in enumerate(blocks):
        if b["t"] != "Header":
            continue
        if inside:
            blocks.insert(i, figure)
            return
        inside = doc.plain(b["c"][2]) == heading
    if not inside:
        raise SystemExit(f"pictures.txt: {name} has no section '{heading}'")
    blocks.append(figure)
