# SPDX-License-Identifier: Apache-2.0
"""The appendices: tables of the product, read from where the product reads
them, as Markdown. A row that cannot be read ends the build."""
import json
import re
import subprocess
from pathlib import Path

TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([(),])|'
                   r"('(?:[^'\\]|\\.)'|[^\s(),\"]+)|(\s+)")


def rows(path, macro):
    """Arguments of every MACRO(...) of a .def file: strings joined, words as
    they are."""
    text = re.sub(r"/\*.*?\*/", " ", Path(path).read_text(), flags=re.S)
    found = []
    for m in re.finditer(rf"(?m)^\s*{macro}\(", text):
        args, depth, at, words = [], 1, m.end(), []
        quoted = False
        while depth:
            t = TOKEN.match(text, at)
            if not t:
                raise SystemExit(f"{path}: cannot read a row of {macro}")
            at = t.end()
            string, mark, word, _ = t.groups()
            if mark == "," and depth == 1 or mark == ")" and depth == 1:
                args.append("".join(words) if quoted else " ".join(words))
                words, quoted = [], False
                depth -= mark == ")"
            elif mark:
                words.append(mark)
                depth += (mark == "(") - (mark == ")")
            elif string is not None:
                words.append(re.sub(r"\\(.)", r"\1", string))
                quoted = True
            elif word:
                words.append(word)
        found.append(args)
    if not found:
        raise SystemExit(f"{path}: no row of {macro}")
    return found


def cell(text):
    return re.sub(r"([\\*_\[\]<>|~^`$@#])", r"\\\1", str(text))


def code(text):
    if not text:
        return ""
    return "`` ` ``" if text == "`" else f"`{text}`".replace("|", r"\|")


def table(head, body):
    columns = list(zip(*body))
    marks = ["---:" if all(re.fullmatch(r"[\d. \u00a0]+", str(c)) for c in col)
             else "---" for col in columns]
    lines = ["| " + " | ".join(head) + " |", "|" + "|".join(marks) + "|"]
    lines += ["| " + " | ".join(str(c) for c in row) + " |" for row in body]
    return "\n".join(lines) + "\n"


class Tables:
    """make(name) gives the text of one appendix."""

    def __init__(self, lab):
        self.lab = str(lab)

    def ask(self, *args):
        out = subprocess.run([self.lab, *args], capture_output=True, text=True,
                             check=True)
        return json.loads(out.stdout)

    def make(self, name):
        return getattr(self, name)()

    # ---- what the lab says ------------------------------------------------
    def findings(self):
        advice = {a[0]: a[1] for a in rows("engine/report/advice.def",
                                           "ADVICE")}
        kinds = {"ERROR": "Errors", "WARNING": "Warnings", "ADVICE": "Advice"}
        told = {"ERROR": "The program does something that CUDA forbids or "
                         "leaves undefined. A check fails.",
                "WARNING": "Something that works here and will hurt "
                           "elsewhere.",
                "ADVICE": "The program is right, and slower than it needs to "
                          "be."}
        text = ("Every finding has a name, a place in your source, a count, a "
                "sentence on what happened and one on what to try. The third "
                "column is that last sentence.\n\n")
        for kind, title in kinds.items():
            body = [[f"[]{{#{r[1]}}}{code(r[1])}", lesson_link(r[3]),
                     cell(advice.get(r[0], ""))]
                    for r in rows("engine/trace/findings.def", "FINDING")
                    if r[2] == kind]
            text += f"# {title}\n\n{told[kind]}\n\n"
            text += table(["finding", "lesson", "what to try"], body) + "\n"
        return text

    def metrics(self):
        text = ("*Counted* numbers are exact at the level of PTX and the same "
                "on every machine. *Modelled* ones are for the card of the "
                "run. Goals, reports, screens and this book use these names "
                "and no others.\n\n")
        for scope, title in (("LAUNCH", "Of one launch"),
                             ("RUN", "Of a whole run")):
            body = [[code(r[1]), r[3].lower(), r[4], cell(r[5])]
                    for r in rows("engine/report/metrics.def", "METRIC")
                    if r[2] == scope]
            text += f"# {title}\n\n"
            text += table(["metric", "basis", "unit", "meaning"], body) + "\n"
        return text

    def limits(self):
        text = ("So that tiny programs stay quiet, advice is given only where "
                "enough is at stake.\n\n")
        return text + table(
            ["what is counted", "least"],
            [[cell(r[2]), f"{int(r[1]):,}".replace(",", " ")]
             for r in rows("engine/report/limits.def", "LIMIT")])

    # ---- the cards --------------------------------------------------------
    def cards(self):
        cards = self.ask("devices", "--json")["cards"]
        v = lambda c, k: c[k]["value"]
        body = [[code(c["name"]), cell(c["product"]),
                 f"{v(c, 'cc_major'):.0f}.{v(c, 'cc_minor'):.0f}",
                 f"{v(c, 'sm_count'):.0f}", f"{v(c, 'clock_mhz'):.0f}",
                 f"{v(c, 'vram_bytes') / 2 ** 30:.0f}",
                 f"{v(c, 'mem_bus_bits') * v(c, 'mem_rate_gtps') / 8:.0f}",
                 f"{v(c, 'fp32_lanes') * v(c, 'sm_count') * 2 * v(c, 'clock_mhz') / 1e6:.1f}"]
                for c in cards]
        text = (f"`--card NAME` picks one of these {len(cards)}. Every figure "
                "behind them has its source: `warplings devices NAME` prints "
                "them all, with the derived ones marked.\n\n")
        text += table(["name", "product", "compute capability", "SMs", "MHz",
                       "memory, GiB", "peak GB/s", "peak float TFLOP/s"], body)
        text += "\n# What a card file holds\n\n"
        return text + table(
            ["field", "unit", "meaning"],
            [[code(r[0]), cell(r[1]), cell(r[2])] for r in
             rows("engine/time/card_fields.def", "FIELD")])

    def formulas(self):
        text = ("`warplings calc NAME INPUT=VALUE...` prints the formula, the "
                "numbers put in, the result, its unit and the card. Inputs "
                "that have a value of the card need not be given.\n\n")
        inputs = rows("engine/cli/calc.def", "INPUT")
        for r in rows("engine/cli/calc.def", "FORMULA"):
            text += (f"# {r[0]}\n\n{r[1][0].upper()}{r[1][1:]}"
                     f"{', in ' + r[3] if r[3] else ''}: `{r[2]}`\n\n")
            text += table(["input", "unit", "meaning", "if not given"],
                          [[code(i[1]), i[2], cell(i[4]),
                            "must be given" if i[3] == "ASK" else
                            "the card's" if "->" in i[3] else cell(i[3])]
                           for i in inputs if i[0] == r[0]]) + "\n"
        return text

    # ---- the tools --------------------------------------------------------
    def commands(self):
        text = table(["command", "arguments", "what it does"],
                     [[code(r[0]), code(r[1]), cell(r[2])] for r in
                      rows("engine/cli/commands.def", "COMMAND")])
        text += "\n# Options\n\nThe same everywhere.\n\n"
        text += table(["option", "argument", "meaning"],
                      [[code(r[1]), "" if r[2] == "NULL" else code(r[2]),
                        cell(r[3])] for r in
                       rows("engine/cli/options.def", "OPTION")])
        text += "\n# Pictures\n\n`warplings plot KIND ...` makes these.\n\n"
        text += table(["kind", "numbers", "shows"],
                      [[code(r[1]), r[2].lower(), cell(r[3])] for r in
                       rows("engine/plot/plots.def", "PLOT")])
        text += "\n# Exit codes\n\n"
        text += table(["code", "meaning"],
                      [[r[0], cell(r[2])] for r in
                       rows("engine/cli/exit_codes.def", "CODE")])
        text += "\n# Environment\n\n"
        return text + table(["variable", "meaning"],
                            [[code(r[0]), cell(r[1])] for r in
                             rows("engine/cli/environment.def", "VARIABLE")])

    def keys(self):
        text, shown, order = "", {}, []
        for r in rows("tui/keys.def", "KEY"):
            where = r[0]
            if where not in shown:
                order.append(where)
                shown[where] = {}
            entry = shown[where].setdefault(r[2], [[], ""])
            entry[0].append(r[3])
            entry[1] = entry[1] or r[5]
        names = {"ANY": "Everywhere"}
        for where in order:
            title = names.get(where, where.replace("_", " ").capitalize())
            text += f"# {title}\n\n"
            text += table(["key", "does"],
                          [[", ".join(code(k) for k in keys), cell(help_)]
                           for keys, help_ in shown[where].values()
                           if help_]) + "\n"
        return text

    # ---- coverage ---------------------------------------------------------
    def api(self):
        return api_table()

    def ptx(self):
        ops = [r for r in rows("engine/ptx/ops.def", "OP") if r[1]]
        text = (f"The {len(ops)} opcodes the lab executes. An opcode, a type "
                "or a word outside this table is the finding `unsupported`, "
                "with the source line, never a wrong answer.\n\n")
        return text + table(["opcode", "types", "words", "meaning"],
                            [[code(r[1]), cell(r[4] or "-"), cell(r[5] or "-"),
                              cell(r[6])] for r in ops])


def lesson_link(name):
    if not name or name == "NULL":
        return ""
    return f"[{name[:2]}]({name}.md)"


def api_table():
    """Functions of the runtime API: what the sources export, what is refused.
    A table of all functions, where there is one, decides."""
    folder = Path("engine/cudart")
    refused, known, notes = set(), set(), {}
    for path in sorted(folder.glob("*.def")):
        text = re.sub(r"/\*.*?\*/", " ", path.read_text(), flags=re.S)
        for m in re.finditer(r"(?m)^\s*([A-Z_]+)\(\s*\"?(cuda\w+)", text):
            macro, name = m.groups()
            if "REFUSE" in macro or "UNSUPPORTED" in macro:
                refused.add(name)
            elif path.name.startswith("api"):
                known.add(name)
    for path in sorted(folder.glob("*.c")):
        text = path.read_text()
        for m in re.finditer(r"(?m)^(?:API\(|PUBLIC [\w ]+?[ *])(cuda\w+)",
                             text):
            known.add(m.group(1))
    known -= refused
    if len(known) < 20:
        raise SystemExit("engine/cudart: the API functions are not found")
    text = (f"The lab's runtime has {len(known)} functions of the CUDA runtime "
            f"API. Another {len(refused)} are known by name: a call returns "
            "`cudaErrorNotSupported` and says so once. A function in neither "
            "list does not link.\n\n# Supported\n\n")
    text += listed(known) + "\n# Refused by name\n\n"
    return text + (listed(refused) if refused else "None.\n")


def listed(names):
    """Names by their area, one paragraph each."""
    areas = {}
    for n in sorted(names):
        area = re.match(r"cuda([A-Z][a-z]+|[A-Z]+(?![a-z]))?", n).group(1)
        areas.setdefault(area or "other", []).append(n)
    single = [n for names in areas.values() if len(names) < 3 for n in names]
    text = "".join(f"**{area}** " + ", ".join(code(n) for n in names) + "\n\n"
                   for area, names in areas.items() if len(names) >= 3)
    return text + (f"**others** {', '.join(code(n) for n in sorted(single))}"
                   "\n\n" if single else "")
