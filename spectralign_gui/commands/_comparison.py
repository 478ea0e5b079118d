"""The tables of prediction errors that ``evaluate`` prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..core.measures.regression import FIGURES
from ..core.notes import code_of, said_of
from ..core.registry import ROUTE, is_method, method
from ..core.validation.unmarked import MARKED
from ..session.compare.comparison_settings import closure_note
from ..session.compare.comparison_tables import in_order, properties_of, ranks
from .common_grid import grid_option

YARDSTICKS = {"none": "no transfer, A's model on B's spectra as they are",
              "target-only": "a model of B's standards alone", "native": "B's own model, on all its samples",
              "a-on-a": "A's model on A's own spectra of the tested samples",
              "auto-marked": "the automatic transfer without unmarked spectra of B"}
"""The lines that stand beside every comparison."""
SAME = "≈"
"""Before a difference that may be none, as in the window; the line below each table says so."""
NO_CURVE = ("none", "native", "a-on-a")
"""Lines that do not depend on the number of standards."""


def print_comparison(report: Mapping[str, Any]) -> None:
    """Errors with ranks and paired differences per property, what more standards would bring, what is missing."""
    properties = properties_of(report)
    if report.get("closure"):
        print(f"\n{closure_note(report['closure'])}")
    if not report.get("complete", True):
        print("\nThe time was up before all repeats were done; the figures are of those that were.")
    if report.get("splits", {}).get("sentence"):
        print(f"\n{report['splits']['sentence']}")
    counts = list(report["paired"])
    last = counts[-1]
    reference = report["paired"][last]["against"]
    if properties:
        best = next(iter(ranks(report, last)), None)
        what = " (the best over all properties)" if reference is not None and reference == best else ""
        print(f"\nRanks and differences are for {last} standards" + (
            f"; differences of RMSEP from that of {reference}{what}, on the same splits." if reference else "."))
    for name in properties:
        _print_property(report, name, counts, reference)
    if report.get("unmarked"):
        print(f"\n{report['unmarked']['sentence']}")
    lost = report.get("without_figures", {})
    if lost:
        print("\nNot in the tables of prediction errors:")
        for sentence in _grouped(lost):
            print(f"  {sentence}")
    legend = [f"  {name}: {words}" for name, words in _legend(report["methods"])] if properties else []
    if legend:
        print("\nwhere\n" + "\n".join(legend))
    _print_verdict(report.get("verdict"))
    advice = report.get("recommendation")
    if advice:
        print(f"\nRecommendation: {advice.get('sentence', advice)}")


def _print_verdict(verdict: Mapping[str, Any] | None) -> None:
    """What the card of the window says."""
    if verdict is None:
        return
    error = f"With {verdict['standards']} standards: {verdict['error']}." if verdict["error"] else ""
    # of a line that is not to be used nothing else is told
    more = [verdict["doubted"], verdict["sure"], verdict["cost"]] if verdict["best"] else []
    print("\nVerdict: " + " ".join(t for t in (verdict["do"], error, *more) if t))


def _grouped(lost: Mapping[str, str]) -> Iterator[str]:
    """One sentence for all lines that the channels rule out, with the remedy; then the others' own."""
    by_channel = [key for key, sentence in lost.items() if code_of(said_of(sentence)) == "method.by_channel"]
    if by_channel:
        said = said_of(lost[by_channel[0]])
        why, remedy = said.facts["reason"], grid_option(said)
        yield f"{', '.join(by_channel)}: these compare channel by channel. {why.rstrip('.')}.{remedy}"
    yield from (sentence for key, sentence in lost.items() if key not in by_channel)


def _print_property(report: Mapping[str, Any], name: str, counts: list[str], reference: str | None) -> None:
    last = counts[-1]
    placed, paired = ranks(report, last), report["paired"][last]["differences"]
    lines = {k: report["methods"][k]["properties"][name] for k in in_order(report, last)
             if report["methods"][k].get("properties", {}).get(name)}
    error = next((c["lab_error"] for cells in lines.values() for c in cells.values() if "lab_error" in c), None)
    beside = "" if error is None else f" (the laboratory's own error, SEL: {error:.3g})"
    unit = report.get("units", {}).get(name, "")
    several = any(cell["rmsep"].get("interval_95") is not None for cells in lines.values() for cell in cells.values())
    print(f"\nRMSEP of {name}{f' in {unit}' if unit and unit not in name else ''}, by number of standards{beside}"
          + (": mean over the repeats ± its 95 % interval" if several else ""))
    rows = [["rank", "method", *counts, *(["difference", "95 % interval", "better in"] if reference else [])]]
    for key, cells in lines.items():
        figures = [_with_interval(cells[c]["rmsep"]) if c in cells else "-" for c in counts]
        rows.append([str(placed.get(key, "-")), key, *figures, *(_difference(paired.get(key, {}).get(name))
                                                                 if reference else [])])
    _print_columns(rows)
    if any(SAME in cell for row in rows[1:] for cell in row):
        print(f"  {SAME} not distinguishable from {reference}: the 95 % interval of the difference holds 0")
    _print_figures(lines, last)
    for key, curve in report.get("learning_curve", {}).items():
        if key not in NO_CURVE and curve.get(name, {}).get("sentence"):
            print(f"  {key}: {curve[name]['sentence']}")


def _with_interval(figure: Mapping[str, Any]) -> str:
    """Mean ± half width of its 95 % interval; the mean alone if there was one repeat."""
    half = figure.get("interval_95")
    return f"{figure['mean']:.4g}" + (f" ± {half:.2g}" if half is not None else "")


def _print_figures(lines: Mapping[str, Mapping[str, Any]], last: str) -> None:
    """What the predictions of all repeats together show, for the largest number of standards."""
    rows = [["", "method", "predictions", "RMSEP", "SEP", "bias", "slope", "R²", "RPD", "RPIQ"]]
    for key, cells in lines.items():
        if last in cells:
            found = [cells[last].get(f, {}).get("pooled") for f in FIGURES]
            rows.append(["", key, str(cells[last]["predictions"]), *("-" if v is None else f"{v:.3g}" for v in found)])
    print(f"  the predictions of all repeats together, {last} standards (RMSEP² is about SEP² + bias²)")
    _print_columns(rows)


def _difference(d: Mapping[str, Any] | None) -> list[str]:
    if not d or d["mean"] is None:
        return ["", "", ""]
    if d["low"] is None:  # a single repeat has no interval
        return [f"{d['mean']:+.3g}", "", f"{d['wins']} of {d['repeats']}"]
    same = f"{SAME} " if d["low"] <= 0 <= d["high"] else ""
    return [f"{same}{d['mean']:+.3g}", f"{d['low']:+.3g} to {d['high']:+.3g}", f"{d['wins']} of {d['repeats']}"]


def _print_columns(rows: list[list[str]]) -> None:
    widths = [max(len(row[j]) for row in rows) for j in range(len(rows[0]))]
    for row in rows:
        sized = enumerate(zip(row, widths, strict=True))
        print("  ".join(cell.ljust(w) if j == 1 else cell.rjust(w) for j, (cell, w) in sized).rstrip())


def _legend(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """What the lines of the table are: the name that sentences call a line by stands beside its key."""
    names = list(names)
    for name in names:
        if name in YARDSTICKS:
            title = f" ({method(name).title})" if name == MARKED else ""
            yield name, YARDSTICKS[name] + title
        elif name.endswith(ROUTE):
            plain = name.removesuffix(ROUTE)
            yield name, f"B's spectra as {plain} turns them into A's, predicted by A's own model"
        elif name + ROUTE in names:
            yield name, f"its own prediction from the joint space ({method(name).title})"
        elif is_method(name):
            yield name, method(name).title
