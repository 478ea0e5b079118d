"""A comparison of transfers as plain tables, for CSV and workbooks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...core.measures.regression import FIGURES
from ..export.tables import Table
from .verdict import grades

_OTHER = tuple(f for f in FIGURES if f != "rmsep")
_HEADER = ("property", "unit", "standards", "rank", "method", "RMSEP", "RMSEP ± 95 %", "RMSEP std", "RMSEP pooled",
           *(f"{f} pooled" for f in _OTHER), "predictions",
           "90 % interval ±", "SEL", "compared with", "difference", "difference low 95 %", "difference high 95 %",
           "wins", "repeats", "grade", "note")


def comparison_tables(report: Mapping[str, Any]) -> dict[str, Table]:
    """Tables of a comparison by title: errors with ranks and paired differences, learning curve, single repeats.

    Parameters
    ----------
    report : mapping
        Of `core.validation.transfer_report.full_report`.
    """
    return {"Errors": errors_table(report), "Learning curve": curve_table(report), "Repeats": repeats_table(report)}


def properties_of(report: Mapping[str, Any]) -> list[str]:
    """Properties in the order of the comparison."""
    return list(dict.fromkeys(p for e in report["methods"].values() for p in e.get("properties", {})))


def ranks(report: Mapping[str, Any], count: str) -> dict[str, int]:
    """Place of every line that can be chosen, 1 = best over all properties."""
    return {line["method"]: k for k, line in enumerate(report.get("ranking", {}).get(count, []), start=1)}


@dataclass(frozen=True)
class _Line:
    """A line as `verdict.grades` asks for it."""

    key: str
    rank: int
    against: Mapping[str, Mapping[str, Any]] | None


def grades_of(report: Mapping[str, Any], count: str) -> dict[str, str]:
    """How every line stands against the best one: the same as in the table of the Compare page."""
    ranking = report.get("ranking", {}).get(count, [])
    return grades([_Line(line["method"], k, line.get("against_best")) for k, line in enumerate(ranking, start=1)])


def in_order(report: Mapping[str, Any], count: str) -> list[str]:
    """Lines by rank; those without one (B's own model, A on A, a property missing) after them."""
    placed = ranks(report, count)
    return [*placed, *(k for k in report["methods"] if k not in placed)]


def errors_table(report: Mapping[str, Any]) -> Table:
    """One row per property, number of standards and line, best first; then one per method without figures, with why.

    "grade" is of `verdict`: best, same (not distinguishable), unsure, partly, worse, over all properties.

    "RMSEP" is the mean over the repeats, with the half width of its 95 % interval and the standard deviation of single
    repeats; what is "pooled" is of the predictions of all repeats together.
    """
    rows: list[list[Any]] = []
    units = report.get("units", {})
    for name in properties_of(report):
        for count, paired in report["paired"].items():
            placed, graded = ranks(report, count), grades_of(report, count)
            for key in in_order(report, count):
                cell = report["methods"][key].get("properties", {}).get(name, {}).get(count)
                if not cell:
                    continue
                d = paired["differences"].get(key, {}).get(name, {})
                failed = report["methods"][key].get("failed")
                note = f"{failed['fits']} of {failed['of']} fits failed" if failed else None
                rows.append([
                    name, units.get(name), int(count), placed.get(key), key,
                    *(cell["rmsep"][k] for k in ("mean", "interval_95", "std", "pooled")),
                    *(cell.get(f, {}).get("pooled") for f in _OTHER), cell["predictions"], cell["interval_90"],
                    cell.get("lab_error"), paired["against"] if d else None,
                    *(d.get(k) for k in ("mean", "low", "high", "wins", "repeats")),
                    graded.get(key), note])
    for key, why in report.get("without_figures", {}).items():
        rows.append([None, None, None, None, key, *[None] * (len(_HEADER) - 6), why])
    return list(_HEADER), rows


def curve_table(report: Mapping[str, Any]) -> Table:
    """RMSEP against the number of standards, and what more of them would bring."""
    rows: list[list[Any]] = []
    for name in properties_of(report):
        for key, curve in report["learning_curve"].items():
            told = curve.get(name, {})
            for count, mean, half, std in zip(*(told.get(k, ()) for k in ("standards", "mean", "interval_95", "std")),
                                              strict=True):
                last = count == told["standards"][-1]
                rows.append([name, key, count, mean, half, std, told.get("enough") if last else None,
                             told.get("sentence") if last else None])
    return ["property", "method", "standards", "RMSEP", "RMSEP ± 95 %", "RMSEP std", "standards needed",
            "in words"], rows


def repeats_table(report: Mapping[str, Any]) -> Table:
    """RMSEP of every single repeat, so that any other test can be made with it."""
    rows: list[list[Any]] = []
    for name in properties_of(report):
        for key, entry in report["methods"].items():
            for count, cell in entry.get("properties", {}).get(name, {}).items():
                values = cell["rmsep"]["values"]
                numbers = cell.get("of_repeats") or range(1, len(values) + 1)
                rows += [[name, key, int(count), k, v] for k, v in zip(numbers, values, strict=True)]
    return ["property", "method", "standards", "repeat", "RMSEP"], rows
