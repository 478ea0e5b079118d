"""The tables of the page that hold RMSEP, and its picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.reproduction.figure import Panel, save
from spectralign_gui.core.validation.transfer_splits import DRAWS

from .journal import Place
from .measure import COMBINED, SLOW, YARDSTICKS
from .results import Cell, Line, geometric_mean, lines, whole_repeats, worst
from .sets import COUNTS

Cells = Mapping[Place, Mapping[str, Any]]
SHOWN = ("none", "native", "target-only", "auto-marked", "auto")


def number(value: float, digits: int = 2) -> str:
    """A figure, or a dash where there is none."""
    return f"{value:.{digits}f}" if np.isfinite(value) else "–"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines of a Markdown table."""
    return ["| " + " | ".join(head) + " |", "|---" * len(head) + "|", *("| " + " | ".join(r) + " |" for r in rows)]


def repeats_of(of: Mapping[Line, Cell]) -> str:
    """How many repeats the figures are of, in words."""
    counts = sorted({len(next(iter(c.rmsep.values()))) for c in of.values()})
    return f"{' to '.join(str(n) for n in dict.fromkeys((counts[0], counts[-1])))} repeat{'s' * (counts[-1] > 1)}"


def ranking(of: Mapping[Line, Cell]) -> list[str]:
    """Every method, best first: geometric mean per design and n, and the worst cell."""
    at = [(d, n) for d in DRAWS for n in COUNTS if any((d, n) == k[1:] for k in of)]
    keys = list(dict.fromkeys(k for c in of.values() for k in c.rmsep))
    scored = []
    for key in keys:
        means = [geometric_mean(of, key, *place) for place in at]
        scored.append((float(np.exp(np.mean(np.log(means)))), key, means))
    scored.sort(key=lambda s: (not np.isfinite(s[0]), s[0]))
    rows = []
    for _, key, means in scored:
        high, where = worst(of, key)
        name = f"**{key}**" if key in COMBINED else f"*{key}*" if key in YARDSTICKS else key
        rows.append([name, *(number(m) for m in means), f"{number(high)} ({where})"])
    return [f"RMSEP over that of the best single method in hindsight, {repeats_of(of)}, geometric mean "
            "(*yardsticks*, **combined**; *a-on-a* is A's model on A's own spectra; – where a set has no figure):", "",
            *table(["method", *(f"{d}, n = {n}" for d, n in at), "worst cell"], rows)]


def per_set(of: Mapping[Line, Cell]) -> list[str]:
    """Set by set, with paired intervals."""
    rows = []
    for (name, draw, count), cell in of.items():
        row = [name, draw, str(count)]
        for key in SHOWN:
            mean, low, high = cell.interval(key) if key in cell.rmsep else (float("nan"),) * 3
            row.append(number(mean) + (f" [{low:.2f}, {high:.2f}]" if np.isfinite(low) and key in COMBINED else ""))
        rows.append([*row, ", ".join(cell.best()[0])])
    return ["Set by set: ratio to the best single method (with its name per property), with the paired 95 % interval "
            "where there are two repeats or more:", "",
            *table(["set", "standards", "n", *SHOWN, "best single in hindsight"], rows)]


def slow(cells: Cells, names: Sequence[str]) -> list[str]:
    """The slow methods, over the repeats that they were measured in."""
    ran = [n for n in names if whole_repeats(cells, "slow", n) and whole_repeats(cells, "main", n)]
    if not ran:
        return [f"The slow methods ({', '.join(SLOW)}) were not measured here yet."]
    of = lines(cells, ran, "slow")
    at = list(dict.fromkeys(k[1:] for k in of))
    rows = [[key, *(number(geometric_mean(of, key, *place)) for place in at), number(worst(of, key)[0])]
            for key in (*SLOW, *SHOWN)]
    return [f"The slow methods beside the others on the same splits ({repeats_of(of)}; {', '.join(ran)}; they are "
            "among the single methods here):", "", *table(["method", *(f"{d}, n = {n}" for d, n in at), "worst"], rows)]


def other_packages(cells: Cells, names: Sequence[str]) -> list[str]:
    """Other packages from their own installs, beside the program's method of the same name; their lines are not
    among those that the best single method is looked for in."""
    out: list[str] = []
    for part in dict.fromkeys(p[0] for p in cells if p[0].startswith("others: ")):
        ran = [n for n in names if whole_repeats(cells, part, n) and whole_repeats(cells, "main", n)]
        of = lines(cells, ran, part)
        at = list(dict.fromkeys(k[1:] for k in of))
        keys = [k for k in dict.fromkeys(k for c in of.values() for k in c.rmsep) if "+" in k]
        same = [k for k in dict.fromkeys(k.split("+")[1] for k in keys) if any(k in c.rmsep for c in of.values())]
        rows = [[k, *(number(geometric_mean(of, k, *place)) for place in at), number(worst(of, k)[0])]
                for k in (*keys, *same, *(s for s in SHOWN if s not in same))]
        if rows and of:
            out += ["", f"{part.removeprefix('others: ')} from its own install, with the program's methods of the same "
                    f"name below ({repeats_of(of)}; {', '.join(ran)}). Its own defaults, nothing tuned: "
                    "whoever knows the package gets lower figures. `auto` beside it uses B's unmarked spectra too:", "",
                    *table(["method", *(f"{d}, n = {n}" for d, n in at), "worst"], rows)]
            said = {k: v.splitlines()[0] for p, c in cells.items() if p[0] == part and p[1] in ran
                    for k, v in c["refused"].items()}
            out += ["", *(f"- {k}, where it has no figure: {v}" for k, v in said.items())] if said else []
    return out


def picture(found: Mapping[str, Mapping[Line, Cell]], path: Path) -> None:
    """Geometric mean against the number of standards, a panel a group and design."""
    panels = []
    for group, of in found.items():
        for draw in DRAWS:
            panel = Panel(f"{group}: {draw}", "standards", "RMSEP / best single in hindsight", log_y=True)
            for colour, key in enumerate(("auto", "auto-marked", "none", "target-only", "native", "spiked", "pds")):
                counts = [n for n in COUNTS if any(k[1:] == (draw, n) for k in of)]
                panel.line(counts, [geometric_mean(of, key, draw, n) for n in counts], colour, key)
            panels.append(panel)
    if panels:
        save(path, panels, width=440, height=340)
