#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make the book: HTML, EPUB and PDF from the same pages.

usage: make.py BUILD      runs from the top folder; writes BUILD/book/

contents.txt says what is in it and in which order. Chapters come from the
lessons as the lab shows them, appendices from the product's tables, pictures
from runs.
"""
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import doc
import pictures
import printed
import site_html
import tables
import values


class Page:
    def __init__(self, name, title, markdown, part, number=None, written=True):
        self.name, self.title, self.markdown = name, title, markdown
        self.part, self.number, self.written = part, number, written
        self.tree = None

    def heading(self):
        return f"{self.number} {self.title}" if self.number else self.title


def front_matter(text):
    """title, and the text after the front matter."""
    m = re.match(r"---\n(.*?)\n---\n", text, flags=re.S)
    if not m:
        raise SystemExit("a page without front matter")
    title = re.search(r"(?m)^title: *(.+)$", m.group(1)).group(1).strip()
    return title.strip("\"'"), text[m.end():]


def planned():
    """Lessons to come: {name: (title, idea)} of planned.md."""
    out = {}
    text = Path("book/planned.md").read_text()
    for m in re.finditer(r"(?ms)^## (\d\d-[\w-]+): (.+?)\n(.*?)(?=^## |\Z)",
                         text):
        out[m.group(1)] = (m.group(2), m.group(3).strip())
    return out


def parts_of_course():
    text = Path("lessons/course.yaml").read_text()
    return [(m[0], int(m[1]), int(m[2])) for m in re.findall(
        r'title: "([^"]+)", first: (\d+), last: (\d+)', text)]


def course(lab, where):
    """A copy of the course whose numbers are of this build: its chapters then
    agree with the pictures."""
    for folder in ("lessons", "kernels", "solutions"):
        shutil.copytree(folder, where / folder)
    run = subprocess.run([str(lab), "author", "seen", "--course", str(where)],
                         capture_output=True, text=True, check=False)
    if run.returncode:
        raise SystemExit(f"author seen: {run.stdout}{run.stderr}")


def chapter(lab, where, name, part):
    source = where / "lessons" / name / "lesson.md"
    title, _ = front_matter(source.read_text())
    out = subprocess.run([str(lab), "show", name, "--course", str(where)],
                         capture_output=True, text=True, check=True).stdout
    return Page(name, title, out.split("\n", 3)[3], part, name[:2])


NOT_YET = "::: note\nNot yet written. This is its idea.\n:::\n\n"


def chapters(lab, where):
    ideas = planned()
    have = {p.parent.name for p in Path("lessons").glob("*/lesson.md")
            if not p.parent.name.startswith(".")}
    names = sorted(have | set(ideas))
    numbers = [int(n[:2]) for n in names]
    if numbers != list(range(1, 33)):
        raise SystemExit(f"the chapters are not 1 to 32: {names}")
    for part, first, last in parts_of_course():
        for name in names[first - 1:last]:
            if name in have:
                yield chapter(lab, where, name, part)
            else:
                title, idea = ideas[name]
                yield Page(name, title, NOT_YET + idea, part, name[:2],
                           written=False)


def contents(lab, where):
    made = tables.Tables(lab)
    filled = values.Values(made, where)
    part = ""
    for line in Path("book/contents.txt").read_text().splitlines():
        what, _, rest = line.partition(" ")
        rest = rest.strip()
        if what == "part":
            part = rest
        elif what == "lessons":
            yield from chapters(lab, where)
        elif what == "table":
            name, _, title = rest.partition(" ")
            yield Page(name, title.strip(), made.make(name), part)
        elif what in ("page", "maybe"):
            source = Path("book") / f"{rest}.md"
            if what == "maybe" and not source.exists():
                continue
            title, text = front_matter(source.read_text())
            yield Page(rest, title, filled.fill(text, source), part)
        elif what and not what.startswith("#"):
            raise SystemExit(f"contents.txt: '{line}'")


def name_findings(tree):
    """Each finding's name becomes a link to its row; one with a hyphen that is
    no finding is a mistake."""
    known = {r[1] for r in tables.rows("engine/trace/findings.def", "FINDING")}

    def visit(e):
        if e["t"] not in ("Plain", "Para"):
            return
        for i, inline in enumerate(e["c"]):
            if inline["t"] != "Code":
                continue
            name = inline["c"][1]
            if name in known:
                e["c"][i] = {"t": "Link", "c": [
                    ["", [], []], [inline], [f"findings.md#{name}", ""]]}
            elif re.fullmatch(r"[a-z]+(-[a-z]+)+", name):
                raise SystemExit(f"there is no finding '{name}'")
    doc.walk(tree["blocks"], visit)


def finish(page, drawn, known):
    """Read a page; headings below the title, links to pages, pictures in."""
    tree = doc.read(page.markdown)
    doc.natural_widths(tree)
    doc.plain_code(tree)
    blocks = tree["blocks"]
    if blocks and blocks[0]["t"] == "Header" and blocks[0]["c"][0] == 1 and \
            sum(b["t"] == "Header" and b["c"][0] == 1 for b in blocks) == 1:
        del blocks[0]  # the title again
    doc.shift(tree, 2 - doc.level(tree))
    if page.name == "troubleshooting":
        name_findings(tree)
    for heading, shape in drawn.get(page.name, []):
        pictures.put(tree, heading, shape, page.name)

    def change(_, target):
        if target.startswith("recorded:"):
            return f"pictures/{target[9:]}.svg"
        file, mark, name = target.partition("#")
        file = file.removeprefix("book/")
        if file.endswith(".md") and file[:-3] in known:
            return f"{file[:-3]}.html{mark}{name}"
        return target
    doc.links(tree, change)
    page.tree = tree


def main():
    build = Path(sys.argv[1])
    lab, out = build.resolve() / "warplings", build / "book"
    start = time.time()
    shutil.rmtree(out, ignore_errors=True)
    (out / "pictures").mkdir(parents=True)
    where = build.resolve() / "book-course"
    shutil.rmtree(where, ignore_errors=True)
    course(lab, where)
    pages = list(contents(lab, where))
    known = {p.name for p in pages}
    drawn = pictures.make(lab, out / "pictures")
    if any("(recorded:" in p.markdown for p in pages):
        subprocess.run(["tests/pictures.sh", str(build), str(out / "pictures")],
                       check=True, stdout=subprocess.DEVNULL)
    unplaced = set(drawn) - known
    if unplaced:
        raise SystemExit(f"pictures of no page: {unplaced}")
    for p in pages:
        finish(p, drawn, known)
    site_html.write(pages, out)
    printed.epub(pages, known, out)
    printed.pdf(pages, known, out)
    for f in ("index.html", "warplings.epub", "warplings.pdf"):
        print(out / f)
    print(f"{len(pages)} pages, {time.time() - start:.0f} s")


main()
