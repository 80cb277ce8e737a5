#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Check the book: links, pictures, references, accessibility, pages.

usage: book_check.py html|epub|pdf|contrast|sources BOOK     prints `ok`, or what is
wrong. BOOK is the folder that `make book` writes.
"""
import re
import subprocess
import sys
import xml.etree.ElementTree as tree
import zipfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

VOID = {"meta", "link", "img", "input", "br", "hr", "col"}
MM = 72 / 25.4
A4 = (210 * MM, 297 * MM)
SIDE = 20 * MM  # margins of print.css


class Page(HTMLParser):
    """What the checks need to know of one page."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.images, self.heads = [], [], [], []
        self.labels, self.inputs, self.open, self.problems = [], [], [], []
        self.navs, self.words, self.lang, self.title = [], [], None, ""
        self.loads = []
        self.feed(text)
        if self.open:
            self.problems.append(f"not closed: {self.open[-1]}")

    def handle_starttag(self, tag, attrs):
        a = dict(attrs)
        if "id" in a:
            self.ids.append(a["id"])
        if tag == "html":
            self.lang = a.get("lang")
        elif tag == "a":
            self.links.append(a.get("href", ""))
        elif tag == "img":
            self.images.append((a.get("src", ""), a.get("alt", "")))
        elif tag in ("script", "link"):
            self.loads.append(a.get("src") or a.get("href"))
        elif re.fullmatch("h[1-6]", tag):
            self.heads.append(int(tag[1]))
        elif tag == "input":
            self.inputs.append(a.get("id"))
        elif tag == "label":
            self.labels.append(a.get("for"))
        elif tag == "nav":
            self.navs.append(a.get("aria-label"))
        elif tag in ("pre",) and a.get("tabindex") != "0":
            self.problems.append("a block of code that no key scrolls")
        elif tag == "th" and "scope" not in a:
            self.problems.append("a table heading without a scope")
        if int(a.get("tabindex", 0)) > 0:
            self.problems.append("an order of focus of its own")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> in the wrong place")

    def handle_data(self, data):
        if self.open and self.open[-1] == "title":
            self.title += data
        if not self.open or self.open[-1] not in ("script", "code"):
            self.words.append(data)


def structure(p):
    """Headings, names, language: WCAG 2.2, 1.3.1, 2.4.2, 3.1.1, 4.1.2."""
    yield from p.problems
    if p.lang != "en":
        yield "no language"
    if not p.title.strip():
        yield "no title"
    if p.heads.count(1) != 1 or p.heads[0] != 1:
        yield f"headings begin {p.heads[:3]}, with {p.heads.count(1)} h1"
    for a, b in zip(p.heads, p.heads[1:]):
        if b > a + 1:
            yield f"h{a} is followed by h{b}"
    for i in {i for i in p.ids if p.ids.count(i) > 1}:
        yield f"two things are called {i}"
    for src, alt in p.images:
        if len(alt.split()) < 3:
            yield f"{src}: alt text '{alt}'"
    if set(p.inputs) - set(p.labels):
        yield "an input without a label"
    if None in p.navs or len(set(p.navs)) != len(p.navs):
        yield "navigation without a name of its own"
    if not p.links or p.links[0] != "#text" or "text" not in p.ids:
        yield "no link to skip to the text"
    text = " ".join(p.words)
    for bad in re.findall(r"\{\{.*?\}\}|recorded:\w+|\?\?\?|\[\]\{", text):
        yield f"left over: {bad}"


def html(book):
    pages = {f.name: Page(f.read_text()) for f in book.glob("*.html")}
    if len(pages) < 45:
        yield f"only {len(pages)} pages"
    for name, p in sorted(pages.items()):
        for what in structure(p):
            yield f"{name}: {what}"
        for target in p.links:
            if re.match(r"[a-z]+:", target):
                if not target.startswith("https://"):
                    yield f"{name}: a link to {target}"
                continue
            file, _, mark = unquote(target).partition("#")
            file = file or name
            if not (book / file).is_file():
                yield f"{name}: no file {file}"
            elif mark and mark not in pages[file].ids:
                yield f"{name}: no '{mark}' in {file}"
        for src in [s for s, _ in p.images] + p.loads:
            if re.match(r"[a-z]+:|//", src) or not (book / src).is_file():
                yield f"{name}: needs {src}"
    reached, todo = set(), ["index.html"]
    while todo:
        name = todo.pop()
        if name in pages and name not in reached:
            reached.add(name)
            todo += [t.partition("#")[0] for t in pages[name].links]
    for name in sorted(set(pages) - reached):
        yield f"{name}: no page leads there"
    used = {Path(s).name for p in pages.values() for s, _ in p.images}
    if not used:
        yield "no pictures"


def epub(book):
    with zipfile.ZipFile(book / "warplings.epub") as z:
        names = z.namelist()
        if names[0] != "mimetype":
            yield "mimetype is not first"
        ids = {}
        texts = {n: z.read(n).decode() for n in names if n.endswith(".xhtml")}
        for n in names:
            if n.endswith((".xhtml", ".opf", ".ncx", ".svg")):
                try:
                    tree.fromstring(z.read(n))
                except tree.ParseError as e:
                    yield f"{n}: {e}"
        for n, t in texts.items():
            ids[n] = set(re.findall(r'\bid="([^"]+)"', t))
            for tag in re.findall(r"<img [^>]*>", t):
                if len(re.findall(r'alt="[^"]{10,}"', tag)) != 1:
                    yield f"{n}: a picture without words"
        for n, t in texts.items():
            for target in re.findall(r'(?:href|src)="([^"]+)"', t):
                if re.match(r"[a-z]+:", target):
                    continue
                file, _, mark = unquote(target).partition("#")
                where = str((Path("/") / Path(n).parent / file).resolve())[1:]
                where = where if file else n
                if where not in names:
                    yield f"{n}: no {where}"
                elif mark and mark not in ids[where]:
                    yield f"{n}: no '{mark}' in {where}"


def run(*args):
    return subprocess.run(args, capture_output=True, text=True,
                          check=True).stdout


def pdf(book):
    path = str(book / "warplings.pdf")
    pages = int(re.search(r"Pages: +(\d+)", run("pdfinfo", path)).group(1))
    if pages < 60:
        yield f"only {pages} pages"
    for line in run("pdffonts", path).splitlines()[2:]:
        if line.split()[-5] != "yes":
            yield f"a font that is not in the file: {line}"
    number = 0
    for line in run("pdftotext", "-bbox", path, "-").splitlines():
        number += "<page " in line
        box = re.search(r'xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" '
                        r'yMax="([-\d.]+)">(.*?)<', line)
        if not box:
            continue
        x1, y1, x2, y2 = map(float, box.groups()[:4])
        if x1 < SIDE - 3 or x2 > A4[0] - SIDE + 3 or y1 < 0 or y2 > A4[1]:
            yield f"page {number}: '{box.group(5)}' runs off ({x1}, {x2})"


def luminance(colour):
    if len(colour) == 4:
        colour = "#" + "".join(c * 2 for c in colour[1:])
    rgb = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    rgb = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
           for c in rgb]
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]


def contrast(book):
    """WCAG 2.2, 1.4.3 and 1.4.11, of the colours of style.css."""
    css = (book / "style.css").read_text()
    sets = re.findall(r":root \{(.*?)\}", css, flags=re.S)
    if len(sets) != 2:
        yield "not two sets of colours"
    for which, text in zip(("light", "dark"), sets):
        c = dict(re.findall(r"--(\w+): (#\w+)", text))
        for front, back, least in (
                ("text", "back", 4.5), ("text", "code", 4.5),
                ("text", "note", 4.5), ("dim", "back", 4.5),
                ("link", "back", 4.5), ("link", "note", 4.5)):
            a, b = sorted((luminance(c[front]), luminance(c[back])))
            if (b + 0.05) / (a + 0.05) < least:
                yield f"{which}: {front} on {back}"
    if ":focus-visible { outline: 3px" not in css:
        yield "focus cannot be seen"
    for rule in re.findall(r"(?m)^(.*?)\{[^}]*outline: none", css):
        if rule.strip() != "main:focus":
            yield f"focus is hidden: {rule.strip()}"


def sources(_):
    """Links of the Markdown that is read as it is."""
    for f in [*Path(".").glob("*.md"), *Path("book").glob("*.md")]:
        for target in re.findall(r"\]\(([^)\s]+)\)", f.read_text()):
            path = target.partition("#")[0]
            if re.match(r"[a-z]+:", target) or not path:
                continue
            made = f.parent.name == "book" and path.endswith(".md")
            if not made and not (f.parent / path).exists():
                yield f"{f}: no {target}"


def main():
    check = {"html": html, "epub": epub, "pdf": pdf, "contrast": contrast,
             "sources": sources}
    bad = list(check[sys.argv[1]](Path(sys.argv[2])))
    print("\n".join(bad[:12]) if bad else "ok")
    return 1 if bad else 0


sys.exit(main())
