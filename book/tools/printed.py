# SPDX-License-Identifier: Apache-2.0
"""The book as one file: EPUB by pandoc, PDF by WeasyPrint."""
import json
import re
import subprocess
from html import escape

import doc
from site_html import TITLE

META = {"title": {"t": "MetaString", "c": TITLE},
        "lang": {"t": "MetaString", "c": "en"}}


def whole(pages, known):
    """Parts, chapters in them, sections in those."""
    blocks, part, version = [], None, None
    for p in pages:
        if p.part != part:
            part = p.part
            blocks.append(doc.header(1, "part-" + re.sub(
                r"\W+", "-", part.lower()).strip("-"), part))
        tree = doc.for_one_file(p.name, p.tree, known)
        doc.shift(tree, 1)
        blocks.append(doc.header(2, p.name, p.heading(),
                                 () if p.written else ("idea",)))
        blocks += tree["blocks"]
        version = tree["pandoc-api-version"]
    return {"pandoc-api-version": version, "meta": META, "blocks": blocks}


def epub(pages, known, out):
    subprocess.run(
        ["pandoc", "-f", "json", "-t", "epub3", "--no-highlight",
         "--epub-chapter-level=2", "--toc", "--toc-depth=2", "--css",
         "book/epub.css", "--resource-path", str(out),
         "-o", str(out / "warplings.epub")],
        input=json.dumps(whole(pages, known)), text=True, check=True)


def toc(pages):
    rows, part = [], None
    for p in pages:
        if p.part != part:
            part = p.part
            rows.append(f'<li class="part">{escape(part)}</li>')
        yet = ' <span class="yet">(not yet)</span>' if not p.written else ""
        rows.append(f'<li><a href="#{p.name}">{escape(p.heading())}</a>{yet}'
                    "</li>")
    return '<h1 class="toc">Contents</h1><ul class="toc">' + "\n".join(rows) \
        + "</ul>"


def pdf(pages, known, out):
    body = doc.write(whole(pages, known), "html5")
    (out / "warplings.print.html").write_text(
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>'
        f'{escape(TITLE)}</title></head><body><div class="cover"><p '
        f'class="title">Warplings</p><p>CUDA, warp by warp</p></div>'
        f"{toc(pages)}{body}</body></html>")
    run = subprocess.run(
        ["weasyprint", "-s", "book/print.css",
         str(out / "warplings.print.html"), str(out / "warplings.pdf")],
        capture_output=True, text=True, check=False)
    (out / "warplings.print.html").unlink()
    bad = [line for line in run.stderr.splitlines()
           if re.search("No anchor|Failed to load|ERROR", line)]
    if run.returncode or bad:
        raise SystemExit("weasyprint: " + "\n".join(bad or [run.stderr]))
