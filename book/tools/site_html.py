# SPDX-License-Identifier: Apache-2.0
"""The HTML book: one page a chapter, no network, found through search.js."""
import json
import re
import shutil
from html import escape
from pathlib import Path

import doc

TITLE = "Warplings: CUDA, warp by warp"


def contents(pages, here, open_all=False):
    """The list of pages, a part at a time; only the part of `here` is open."""
    out, last = [], None
    for p in pages:
        if p.part != last:
            if last is not None:
                out.append("</ul></details>")
            inside = open_all or here is not None and here.part == p.part
            out.append(f"<details{' open' if inside else ''}><summary>"
                       f"{escape(p.part)}</summary><ul>")
            last = p.part
        mark = ' aria-current="page"' if p is here else ""
        plan = "" if p.written else ' <span class="yet">not yet</span>'
        out.append(f'<li><a href="{p.name}.html"{mark}>'
                   f"{escape(p.heading())}</a>{plan}</li>")
    return "\n".join(out + ["</ul></details>"])


def polish(html):
    """What pandoc leaves out: scrolling by keyboard, scopes of headings."""
    html = html.replace("<pre", '<pre tabindex="0"')
    html = html.replace(
        "<table", '<div class="wide" tabindex="0" role="region" '
        'aria-label="table"><table').replace("</table>", "</table></div>")
    html = re.sub(r"<th(?= |>)(?! scope)", '<th scope="col"', html)
    html = html.replace('<div class="figure">',
                        '<div class="figure" role="group">')
    return html.replace("<img ", '<img loading="lazy" ')


def frame(title, pages, here, body):
    at = pages.index(here) if here else -1
    turn = []
    if here:
        back = pages[at - 1] if at else None
        turn.append(f'<a rel="prev" href="{back.name}.html">&larr; '
                    f"{escape(back.heading())}</a>" if back else
                    '<a rel="prev" href="index.html">&larr; Contents</a>')
        if at + 1 < len(pages):
            after = pages[at + 1]
            turn.append(f'<a rel="next" href="{after.name}.html">'
                        f"{escape(after.heading())} &rarr;</a>")
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<link rel="stylesheet" href="style.css">
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header>
<a class="home" href="index.html">Warplings</a>
<form role="search" id="search" hidden>
<label for="words">Search the book</label>
<input id="words" type="search" autocomplete="off">
</form>
</header>
<div id="found" role="status" aria-live="polite" hidden></div>
<nav aria-label="Contents"><details class="all"><summary>Contents</summary>
{contents(pages, here)}
</details></nav>
<main id="text" tabindex="-1">
{body}
</main>
<footer>
<nav class="turn" aria-label="Pages before and after">{"".join(turn)}</nav>
</footer>
<script src="search-index.js"></script>
<script src="search.js"></script>
</body>
</html>
"""


def sections(page):
    """(name, title, words) of each section, for the search."""
    name, title, words = "", page.heading(), []
    for b in page.tree["blocks"]:
        if b["t"] == "Header" and b["c"][0] == 2:
            yield name, title, " ".join(words)
            name, title = b["c"][1][0], doc.plain(b["c"][2])
            words = []
        else:
            words.append(doc.plain(b))
    yield name, title, " ".join(words)


def index(pages):
    rows = []
    for p in pages:
        for name, title, words in sections(p):
            rows.append([f"{p.name}.html{'#' + name if name else ''}",
                         p.heading(), title,
                         re.sub(r"\s+", " ", words).strip()])
    text = json.dumps(rows, ensure_ascii=False).replace("</", "<\\/")
    return f"var bookIndex = {text};\n"


def write(pages, out):
    for f in ("style.css", "search.js"):
        shutil.copy(Path("book") / f, out / f)
    (out / "search-index.js").write_text(index(pages))
    for p in pages:
        body = (f"<h1>{escape(p.heading())}</h1>\n"
                + polish(doc.write(p.tree, "html5")))
        (out / f"{p.name}.html").write_text(
            frame(f"{p.heading()} - Warplings", pages, p, body))
    cover = (f"<h1>{escape(TITLE)}</h1>\n<p>A lab for CUDA in the terminal, "
             "and its book. The whole as one file: <a href=\"warplings.pdf\">"
             "PDF</a>, <a href=\"warplings.epub\">EPUB</a>.</p>\n"
             f'<div class="cover">{contents(pages, None, True)}</div>')
    (out / "index.html").write_text(frame(TITLE, pages, None, cover))
