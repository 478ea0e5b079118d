"""Write docs/preprocessing.md, docs/methods.md and docs/methods/*.md from the declarations in the program and, for what
was measured, from the tables in benchmarks/.

    python tools/make_docs.py            write them
    python tools/make_docs.py --check    exit 1 if they are not current
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from spectralign_gui.core import methods  # noqa: E402
from spectralign_gui.core.parameters import Parameter  # noqa: E402
from spectralign_gui.preprocessing.parse import SHORT, format_step  # noqa: E402
from spectralign_gui.preprocessing.presets import built_in, describe_built_in  # noqa: E402
from spectralign_gui.preprocessing.step import Step, steps  # noqa: E402
from tools.method_pages import method_page, methods_page  # noqa: E402

NOTE = "<!-- Made by tools/make_docs.py from the declarations in the program; do not edit. -->"
GROUPS = ("Axis", "Data", "Noise", "Baseline", "Scatter", "Intensity", "Channels")


def cell(text: object) -> str:
    """Text that does not break a table."""
    return " ".join(str(text).split()).replace("|", "\\|")


def value(p: Parameter, v: object) -> str:
    """A value as the user writes it."""
    if p.is_automatic(v):
        return "automatic"
    if isinstance(v, bool):
        return "yes" if v else "no"
    if v == ():
        return "none"
    return f"{v:g}" if isinstance(v, float) else f"`{v}`" if isinstance(v, str) and v else str(v) or "(empty)"


def allowed(p: Parameter) -> str:
    """What a parameter may be."""
    if p.kind == "choice":
        return ", ".join(f"`{c}`" for c in p.choices)
    if p.kind in ("bool", "text"):
        return {"bool": "yes, no", "text": "text"}[p.kind]
    low, high = p.minimum, p.maximum
    parts = []
    if low is not None:
        parts.append(f"{'>' if p.open_minimum else '≥'} {low:g}")
    if high is not None:
        parts.append(f"{'<' if p.open_maximum else '≤'} {high:g}")
    kind = {"int": "whole number", "floats": "numbers"}.get(p.kind, "number")
    return f"{kind} {', '.join(parts)}".strip() + (f" {p.unit}" if p.unit else "")


def table(parameters: Sequence[Parameter], advice: bool = False) -> list[str]:
    """Markdown table of parameters, with a column of practical values if `advice` is set."""
    if not parameters:
        return ["No parameters.", ""]
    rows = ["| Parameter | Default | Allowed | What it does |" + " In practice |" * advice, "|---" * (4 + advice) + "|"]
    for p in parameters:
        only = f" (for {p.when[0]} {', '.join(p.when[1])})" if p.when else ""
        rows.append(f"| `{p.name}` {cell(p.title)} | {cell(value(p, p.default))} | {cell(allowed(p))} | "
                    f"{cell(p.help)}{cell(only) and ' ' + cell(only)} |" + f" {cell(p.advice)} |" * advice)
    return [*rows, ""]


def paragraphs(cls: type) -> list[str]:
    """The class's own description as Markdown paragraphs."""
    text = inspect.cleandoc(cls.__dict__.get("__doc__") or "")
    return [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]


def step_section(cls: type[Step]) -> list[str]:
    """One step."""
    lines = [f"### {cls.title} (`{cls.name}`)", "", cls.help, ""]
    for part in paragraphs(cls):
        lines += [part, ""]
    facts = ["learns from the training spectra" if cls.learned else "learns nothing",
             "the same affine map for every spectrum" if cls.linear else "not an affine map"]
    lines += [f"{facts[0].capitalize()}; {facts[1]}."
              + (f" A value without a name is `{cls.positional}`." if cls.positional else ""), ""]
    return lines + table(cls.parameters)


def preprocessing_page() -> str:
    """docs/preprocessing.md."""
    lines = [
        NOTE, "", "# Preprocessing steps", "",
        "Steps are applied in the order of the list, the same in the preview, the fit, exported models, the command "
        "line and for later samples. A list is shared by all instruments unless an instrument has its own. Steps that "
        "learn (an MSC reference, channel means, a common grid) learn from the training spectra only. No step changes "
        "the loaded spectra, and 32-bit spectra stay 32-bit.", "",
        "On the command line: `--preprocess STEP[:value,name=value,...]`, repeated for every step, in order; "
        "`--preprocess NAME/STEP...` adds a step for one instrument only. Ranges are in the unit of the axis, such as "
        "`crop:400-1100,1200-1700`.", "",
        "Missing values are gaps. Filters along the axis (smoothing, derivative, despiking) never reach over a gap, "
        "nor over a jump of the axis between detectors; statistics of a spectrum leave its gaps out; baselines bridge "
        "them for the estimate. Gaps stay gaps until the step *Missing values* closes them or leaves channels or "
        "samples out. A step that makes values missing says how many, in a sentence.", ""]
    known = steps()
    for group in [*GROUPS, *sorted({c.group for c in known.values()} - set(GROUPS))]:
        members = sorted((c for c in known.values() if c.group == group), key=lambda c: c.title)
        if members:
            lines += [f"## {group}", ""]
            for cls in members:
                lines += step_section(cls)
    lines += ["## Short names", "", "| Short name | Stands for |", "|---|---|"]
    for short, (step, fixed, key) in SHORT.items():
        words = ",".join(f"{k}={v}" for k, v in fixed.items())
        more = f"; a value without a name is `{key}`" if key else ""
        lines.append(f"| `{short}` | `{step}{':' + words if words else ''}`{more} |")
    lines += ["", "## Presets", ""]
    for name, spec in built_in().items():
        words = " ".join(f"--preprocess {format_step(s)}" for s in spec.shared)
        lines += [f"**{name}.** {describe_built_in()[name]}", "", f"    {words}", ""]
    return "\n".join(lines).rstrip() + "\n"


def pages() -> dict[Path, str]:
    """All generated pages."""
    docs = ROOT / "docs"
    made = {docs / "preprocessing.md": preprocessing_page(), docs / "methods.md": methods_page(NOTE, cell)}
    return made | {docs / "methods" / f"{name}.md": method_page(info, NOTE, table) for name, info in methods().items()}


def stale() -> list[str]:
    """Names of the pages whose checked-in text is not current."""
    return [path.name for path, text in pages().items()
            if not path.is_file() or path.read_text(encoding="utf-8") != text]


def main() -> int:
    """Write the pages, or check them."""
    if "--check" in sys.argv[1:]:
        old = stale()
        if old:
            print(f"not current: {', '.join(old)}; run python tools/make_docs.py", file=sys.stderr)
        return 1 if old else 0
    for path, text in pages().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
