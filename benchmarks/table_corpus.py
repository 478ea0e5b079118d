"""Read generated tables whose truth is known: how often is the layout right, asked about, or silently wrong?

    python benchmarks/table_corpus.py [--count 130] [--first 0] [--kinds GROUP|all] [--output MD]

`table_kinds` makes the kinds that were looked at while the rule was made; `table_held`, `table_blind`, `table_fresh`,
`table_third`, `table_fourth`, `table_fifth`, `table_sixth`, `table_seventh`, `table_eighth` and `table_ninth` those
that were run for the first time when it was frozen, one after the other. `table_slips` and `table_sound` belong to no
layout: slips that must be heard, and tables that look like them and are right.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import warnings
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.table_blind import BLIND
from benchmarks.table_eighth_down import EIGHTH
from benchmarks.table_fifth_values import FIFTH
from benchmarks.table_fourth_down import FOURTH
from benchmarks.table_fresh import FRESH
from benchmarks.table_held import HELD
from benchmarks.table_kinds import OPEN
from benchmarks.table_ninth import NINTH
from benchmarks.table_parts import Case
from benchmarks.table_seventh import SEVENTH
from benchmarks.table_sixth_values import SIXTH
from benchmarks.table_slips import SLIPS
from benchmarks.table_sound import SOUND
from benchmarks.table_third import THIRD
from spectralign_gui.core.data import Targets
from spectralign_gui.core.errors import SpectrAlignError
from spectralign_gui.core.notes import code_of
from spectralign_gui.io.assemble import examine_axis
from spectralign_gui.io.read import read_file
from spectralign_gui.io.readers import Block, ReadResult

KINDS: dict[str, tuple[Callable[[np.random.Generator], Case], ...]] = {
    "open": OPEN, "held": HELD, "blind": BLIND, "fresh": FRESH, "third": THIRD, "fourth": FOURTH,
    "fifth": FIFTH, "sixth": SIXTH, "seventh": SEVENTH, "eighth": EIGHTH,
    "ninth": NINTH}
KINDS["all"] = tuple(k for group in tuple(KINDS.values()) for k in group)
KINDS |= {"slips": SLIPS, "sound": SOUND}
Row = tuple[np.ndarray | None, np.ndarray, str | None]
ASKED = "can be read in two ways"
DOUBTED = ("steps-back", "repeats", "unordered")
"""What is found odd of an axis, which the import and every data set say."""


def make(kind: int, seed: int, kinds: str = "all") -> Case:
    """Case `seed` of a kind; the same on every computer."""
    maker = KINDS[kinds][kind]
    return maker(np.random.default_rng([seed, *maker.__name__.encode()]))


def judge(case: Case, result: ReadResult) -> str:
    """What is wrong; "" if nothing is."""
    if case.what == "spoilt":
        return "numbers that were lost before"
    wrong = _judge(case, result)
    return "" if any(not _judge(other, result) for other in case.also) else wrong


def _judge(case: Case, result: ReadResult) -> str:
    if taken := [n for n in _titles(result) if n in case.never]:
        return f"{taken[0]} taken for a value"
    if case.values and (wrong := _values(case, result)):
        return wrong
    if case.what == "values":
        if result.blocks:
            return f"spectra of {result.blocks[0].spectra.shape[1]} channels"
        found = [n for t in result.tables for n in t.targets.names]
        lost = [p for p in case.properties if p not in found]
        return f"without {lost[0]}" if lost else ""
    for what in ("unit", "quantity"):
        stated = getattr(case, what)
        if stated and any(getattr(b, what) not in (stated, "unknown" if what == "quantity" else stated)
                          for b in result.blocks):
            return f"{what} {getattr(result.blocks[0], what)} in place of {stated}"
    rows = [(b.axis, row, b.names[k] if b.names else None) for b in result.blocks for k, row in enumerate(b.spectra)]
    if len(rows) != len(case.spectra):
        return f"{len(rows)} spectra in place of {len(case.spectra)}"
    order = {w: k for k, w in enumerate(case.names or ())}
    if case.names and all(n in order for _, _, n in rows):  # spectra of one axis stand together
        rows.sort(key=lambda r: order[r[2]])
    if case.names is None and len({x.tobytes() for x in case.axes}) > 1:
        rows = _in_order(rows, case)
    others = case.other_axes or case.axes
    for (x, y, _), truth_x, other_x, truth_y in zip(rows, case.axes, others, case.spectra, strict=True):
        if x is None or len(x) != len(truth_x):
            return "no axis" if x is None else f"{len(x)} channels in place of {len(truth_x)}"
        same = np.allclose(x, truth_x, rtol=1e-9) or np.allclose(x, other_x, rtol=1e-9)
        if not same or not np.allclose(y, truth_y, rtol=1e-6, equal_nan=True):
            return "other numbers"
    if case.names is not None:
        found = tuple(n or "" for _, _, n in rows)
        if any(found) and not case.names:
            return f"names {found[0]!r}"
        if case.names and tuple(n.replace(",", ".") for n in found) != case.names:  # 20,5 °C where decimals have commas
            return f"names {found[0]!r} in place of {case.names[0]!r}"
    return ""


def _targets(result: ReadResult) -> list[Targets]:
    return [t for t in (*(b.targets for b in result.blocks), *(t.targets for t in result.tables)) if t]


def _titles(result: ReadResult) -> list[str]:
    return [n for t in _targets(result) for n in t.names]


def _values(case: Case, result: ReadResult) -> str:
    """What is wrong with the reference values; a value that is not among them is not wrong."""
    for targets in _targets(result):
        for k, name in enumerate(targets.names):
            truth = case.values.get(name)
            if truth is not None and (len(truth) != len(targets.values) or not np.allclose(
                    truth, targets.values[:, k], equal_nan=True)):
                return f"other values of {name}"
    return ""


def _in_order(rows: list[Row], case: Case) -> list[Row]:
    """The spectra in the order of the file (those of one axis stand together), where nothing names them."""
    left, found = list(rows), []
    for x, y in zip(case.axes, case.spectra, strict=True):
        k = next((k for k, (a, b, _) in enumerate(left) if a is not None and len(a) == len(x)
                  and np.allclose(a, x, rtol=1e-9) and np.allclose(b, y, rtol=1e-6)), 0)
        found.append(left.pop(k))
    return found


def _repeats(block: Block) -> bool:
    """Whether the axis has a position twice, which every data set says."""
    return block.axis is not None and len(np.unique(block.axis)) < len(block.axis)


def _write_book(case: Case, path: Path) -> None:
    import openpyxl
    book = openpyxl.Workbook()
    book.remove(book.active)  # type: ignore[arg-type]
    for name, rows in case.book.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(path)


def outcome(case: Case, folder: Path) -> tuple[str, str]:
    """"right", "asked", "refused", "told" (wrong, with a warning) or "wrong", and what was said or is wrong."""
    path = folder / f"table.{case.ending}"
    if case.book:
        _write_book(case, path)
    else:
        path.write_bytes(case.text.encode(case.encoding, errors="replace"))
    try:
        result = read_file(path)
    except SpectrAlignError as error:
        if case.what == "spoilt":
            return "right", ""
        return "asked" if ASKED in str(error) else "refused", str(error)
    wrong = judge(case, result)
    told = [w for w in result.warnings if not str(code_of(w)).startswith("read.guessed")]
    told += [f.sentence for f in (examine_axis(b.axis) for b in result.blocks) if f.kind in DOUBTED]
    if not wrong or (case.what == "spoilt" and (told or any(map(_repeats, result.blocks)))):
        return "right", ""
    return ("told", f"{wrong}; {told[0]}") if told else ("wrong", wrong)


def run(kinds: str, count: int, shown: int = 0, first: int = 0) -> dict[str, Counter[str]]:
    """Outcomes by kind."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for k, maker in enumerate(KINDS[kinds]):
            for seed in range(first, first + count):
                what, why = outcome(make(k, seed, kinds), Path(folder))
                found[maker.__name__][what] += 1
                if what != "right" and found[maker.__name__][what] <= shown:
                    print(f"{maker.__name__} {seed}: {what}: {why}", flush=True)
    return found


def table(found: dict[str, dict[str, Counter[str]]]) -> str:
    """The table for `table_corpus.md`."""
    lines = ["| tables | number | right | asked | refused | told | wrong |", "|---|---:|---:|---:|---:|---:|---:|"]
    for group, kinds in found.items():
        total: Counter[str] = Counter()
        for name, outcomes in kinds.items():
            total += outcomes
            lines.append(f"| {name.replace('_', ' ')} | {outcomes.total()} | " + " | ".join(
                str(outcomes[k]) for k in ("right", "asked", "refused", "told", "wrong")) + " |")
        read = total["right"] + total["told"] + total["wrong"]
        lines.append(f"| **{group}** | {total.total()} | {total['right']} | {total['asked']} | {total['refused']} | "
                     f"{total['told']} | {total['wrong']} |")
        lines.append(f"| of those read, right | {read} | {100 * total['right'] / max(read, 1):.2f} % | | | | |")
    return "\n".join(lines)


def main() -> None:
    """Run and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=130)
    parser.add_argument("--kinds", choices=tuple(KINDS), default="all")
    parser.add_argument("--first", type=int, default=0, help="first seed: other tables of the same kinds")
    parser.add_argument("--shown", type=int, default=0)
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()
    sets = tuple(k for k in KINDS if k not in ("all", "slips", "sound"))
    groups = sets if arguments.kinds == "all" else (arguments.kinds,)
    text = table({g: run(g, arguments.count, arguments.shown, arguments.first) for g in groups})
    print(text)
    if arguments.output:
        arguments.output.write_text(
            "# Layout of tables\n\n`python benchmarks/table_corpus.py`: generated tables of all shapes (sorted, "
            "diluted, dried, trending,\nfew rows, few channels, with columns and rows that are no spectra), whose "
            "truth is known. *Asked*: refused with\nboth readings named, below the threshold of certainty. The kinds "
            "*held* were run for the first time when the rule\nwas frozen.\n\n" + text + "\n")


if __name__ == "__main__":
    main()
