# SPDX-License-Identifier: Apache-2.0
"""A page as pandoc's tree: read, walk, link, write."""
import copy
import json
import subprocess
import textwrap


def pandoc(args, text):
    out = subprocess.run(["pandoc", *args], input=text, capture_output=True,
                         text=True, check=False)
    if out.returncode or out.stderr.strip():
        raise SystemExit(f"pandoc {' '.join(args)}: {out.stderr.strip()}")
    return out.stdout


def read(markdown):
    """Code blocks with include="FILE" are filled from the sources."""
    return json.loads(pandoc(
        ["-f", "markdown-implicit_figures-tex_math_dollars", "-t", "json",
         "--lua-filter", "book/include.lua"], markdown))


def natural_widths(tree):
    """Columns as wide as what is in them, not as the dashes in the source."""
    def visit(e):
        if e["t"] == "Table":
            for spec in e["c"][2]:
                spec[1] = {"t": "ColWidthDefault"}
    walk(tree["blocks"], visit)


def plain_code(tree):
    """Code blocks at the left, without what only the tests read."""
    def visit(e):
        if e["t"] == "CodeBlock":
            e["c"] = [["", [], []], textwrap.dedent(e["c"][1])]
    walk(tree["blocks"], visit)


def write(tree, to, *more):
    return pandoc(["-f", "json", "-t", to, "--no-highlight", "--wrap=none",
                   *more], json.dumps(tree))


def walk(node, visit):
    """Call visit on every element, the outer ones first."""
    if isinstance(node, list):
        for n in node:
            walk(n, visit)
    elif isinstance(node, dict):
        if "t" in node:
            visit(node)
        for n in node.values():
            walk(n, visit)


def plain(node):
    """The words in it."""
    out = []

    def visit(e):
        if e["t"] == "Str":
            out.append(e["c"])
        elif e["t"] in ("Space", "SoftBreak", "LineBreak"):
            out.append(" ")
        elif e["t"] in ("Code", "CodeBlock"):
            out.append(e["c"][1])
    walk(node, visit)
    return "".join(out)


def identifier(e):
    """The attribute list of an element that has one; None."""
    if e["t"] in ("Span", "Div", "Code", "CodeBlock"):
        return e["c"][0]
    if e["t"] == "Header":
        return e["c"][1]
    return None


def level(tree):
    """The outermost heading's level."""
    found = [b["c"][0] for b in tree["blocks"] if b["t"] == "Header"]
    return min(found, default=1)


def shift(tree, by):
    def visit(e):
        if e["t"] == "Header":
            e["c"][0] += by
    walk(tree["blocks"], visit)


def links(tree, change):
    """Replace the target of each link and picture: change(kind, target)."""
    def visit(e):
        if e["t"] in ("Link", "Image"):
            e["c"][2][0] = change(e["t"], e["c"][2][0])
    walk(tree["blocks"], visit)


def text(words):
    out = []
    for w in words.split():
        out += [{"t": "Space"}, {"t": "Str", "c": w}]
    return out[1:]


def figure(path, alt, caption):
    image = {"t": "Image", "c": [["", [], []], text(alt), [path, ""]]}
    return {"t": "Div", "c": [["", ["figure"], []], [
        {"t": "Plain", "c": [image]},
        {"t": "Para", "c": text(caption)}]]}


def header(depth, name, title, classes=()):
    return {"t": "Header",
            "c": [depth, [name, list(classes), []], text(title)]}


def for_one_file(page, tree, known):
    """A copy whose names are unique in the whole book, and whose links lead
    there: PAGE for the page itself, PAGE--NAME for what is on it."""
    tree = copy.deepcopy(tree)

    def visit(e):
        attr = identifier(e)
        if attr and attr[0]:
            attr[0] = f"{page}--{attr[0]}"

    def change(kind, target):
        if kind == "Image" or "://" in target:
            return target
        file, _, name = target.partition("#")
        file = file.removesuffix(".html") or page
        return "#" + (f"{file}--{name}" if name else file) \
            if file in known else target
    walk(tree["blocks"], visit)
    links(tree, change)
    return tree
