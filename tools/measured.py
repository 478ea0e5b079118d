"""What the tables in benchmarks/ say of each method, for the pages of the methods."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "benchmarks"
STANDARDS = (5, 10, 20, 30)
YARDSTICKS = ("none", "native", "a-on-a", "auto")
"""Not among the single methods whose best is the measure of all."""
Table = dict[str, list[str]]


@cache
def sections(file: str, level: str = "## ") -> dict[str, Table]:
    """Tables of a Markdown file by the heading they are under: first cell → the other cells."""
    return tables((FOLDER / file).read_text(encoding="utf-8"), level)


def tables(text: str, level: str) -> dict[str, Table]:
    """Tables of a Markdown text by the heading they are under."""
    found: dict[str, Table] = {}
    for block in re.split(rf"^{level}", text, flags=re.M)[1:]:
        head, body = block.split("\n", 1)
        rows = [[c.strip().strip("*") for c in line.strip("|").split("|")] for line in body.splitlines()
                if line.startswith("| ")]
        if rows:
            found[head.strip()] = {r[0]: r[1:] for r in rows}
    return found


def number(cell: str) -> float:
    """The first number of a cell; NaN if it holds none."""
    hit = re.match(r"[*]*(-?\d+(?:\.\d+)?)", cell)
    return float(hit.group(1)) if hit else math.nan


def geometric(values: Iterable[float]) -> float:
    """Geometric mean."""
    logs = [math.log(v) for v in values]
    return math.exp(sum(logs) / len(logs))


def mean(values: Iterable[float]) -> float:
    """Mean."""
    kept = list(values)
    return sum(kept) / len(kept)


# -- partners found (hit_rates.md, few_standards.md) ---------------------------------------------------
@cache
def hits() -> dict[str, dict[str, tuple[float, float]]]:
    """Pair of instruments → method → hit@3 with the pairing withheld, and inductive (NaN where it cannot)."""
    return {head.split(" (")[0]: {m: (number(r[1]), number(r[3])) for m, r in table.items()
                                  if m != "method" and not m.startswith("↳")}
            for head, table in sections("hit_rates.md").items()}


@cache
def chance() -> dict[str, float]:
    """Pair of instruments → hit@3 by chance."""
    sizes = {head.split(" (")[0]: re.findall(r"(\d+) × \d+", head) for head in sections("hit_rates.md")}
    return {pair: 3 / int(n[-1]) for pair, n in sizes.items()}


@cache
def few() -> tuple[list[str], dict[str, list[float]]]:
    """Numbers of standards, and method → mean hit@3 over the pairs of instruments."""
    tables = list(sections("few_standards.md").values())
    names = [m for m in tables[0] if m != "method"]
    return tables[0]["method"], {m: [mean(number(t[m][i]) for t in tables) for i in range(len(tables[0]["method"]))]
                                 for m in names}


def hit_range(name: str) -> str:
    """Smallest and largest hit@3 over the pairs."""
    found = [table[name][0] for table in hits().values()]
    return f"{min(found):.2f}–{max(found):.2f}"


# -- transfers (transfer_rmsep.md) ---------------------------------------------------------------------
@cache
def errors() -> dict[tuple[str, str, int], dict[str, float]]:
    """(pair, property, standards) → method → mean RMSEP."""
    found: dict[tuple[str, str, int], dict[str, float]] = {}
    for head, table in sections("transfer_rmsep.md", "### ").items():
        if " / " not in head:
            continue
        pair, name = head.split(" / ")
        for i, n in enumerate(STANDARDS):
            found[pair, name, n] = {m: number(r[i]) for m, r in table.items() if m != "method"}
    return found


def ratios(name: str, kind: str, n: int) -> list[float]:
    """RMSEP over that of the best single method in hindsight, per pair and property of one kind of data."""
    cells = [t for (pair, _, m), t in errors().items() if kind in pair and m == n and name in t]
    return [t[name] / min(v for m, v in t.items() if m not in YARDSTICKS) for t in cells]


def ratio(name: str, kind: str, n: int) -> str:
    """Geometric mean of `ratios`."""
    return f"{geometric(ratios(name, kind, n)):.2f}"


def in_transfers() -> set[str]:
    """Methods that the table of transfers holds."""
    return {m for t in errors().values() for m in t} - {"a-on-a"}


# -- newer transfers (newer_methods.md) ----------------------------------------------------------------
APART = "Without standards, other samples on A than on B"


@cache
def newer() -> list[dict[str, Table]]:
    """Parts of the table of the newer transfers, the latest first: pair of instruments → method → ratios."""
    text = (FOLDER / "newer_methods.md").read_text(encoding="utf-8")
    parts = [part for part in re.split(r"^# ", text, flags=re.M)[1:] if not part.startswith(APART)]
    return [{head.split(" (")[0]: table for head, table in tables(part, "## ").items()} for part in parts[::-1]]


def newer_ratios(name: str) -> dict[str, list[str]]:
    """Pair of instruments → ratios by the number of standards, of the latest part that holds the method; else {}."""
    part = next((p for p in newer() if all(name in table for table in p.values())), {})
    return {pair: table[name] for pair, table in part.items()}


@cache
def apart() -> Table:
    """Method → RMSEP over the spread of the values without standards, per pair (the row "method")."""
    text = (FOLDER / "newer_methods.md").read_text(encoding="utf-8")
    return tables("# " + text.split(f"# {APART}")[1].split("Share of")[0], "# ")[""]


# -- values without pairs, cost ------------------------------------------------------------------------
@cache
def values() -> dict[str, Table]:
    """Pair of instruments → method → RMSEP relative to a model of B's own samples."""
    return {head.split(" (")[0]: table for head, table in sections("values_without_pairs.md").items()}


def value_mean(label: str, column: int) -> float:
    """Geometric mean of that over the pairs, for one number of labelled samples of B."""
    return geometric(number(t[label][column]) for t in values().values())


@cache
def cost() -> Table:
    """Method → seconds, times as long with four times the spectra, with four times the channels."""
    return sections("method_cost.md", "# ")["What a fit costs"]
