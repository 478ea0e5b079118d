"""A validation as a document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from datetime import datetime
from pathlib import Path

import numpy as np

from ...core.naming import counted
from ...core.validation.acceptance import SUPPORTS, Judged
from ...version import __version__
from ..document import Document, Section
from ..report import Figure, Table
from ..table import table_text
from .judged import PropertyResult, Validation
from .picture import against_reference
from .protocol import NUMBERS, Protocol


def in_short(found: Validation) -> str:
    """One sentence; that a method "complies" is for people to say."""
    listed = [j for p in found.properties for j in p.judged if j.criterion is not None]
    good = sum(j.outcome == SUPPORTS for j in listed)
    if found.supported:
        return (f"The data support all {counted(len(listed), 'criterion', 'criteria')} of the protocol for "
                f"{found.instrument}.")
    return (f"The data support {good} of {counted(len(listed), 'criterion', 'criteria')} of the protocol for "
            f"{found.instrument}; the others are not supported.")


def data_table(found: PropertyResult) -> str:
    """The data of a property as CSV."""
    r = found.rows
    rows = [[name, float(y), float(p), float(p - y), flags, " ".join(map(repr, r.repeats.get(name, [])))]
            for name, y, p, flags in zip(r.names, r.reference, r.predicted, r.flags, strict=True)]
    return table_text(["Sample", "Reference", "Predicted", "Error", "Flags", "Repeats"], rows)


def document(found: Validation, model: str, files: Sequence[tuple[str, str, str]], operator: str = "",
             warnings: Sequence[str] = ()) -> Document:
    """What is put on file.

    Parameters
    ----------
    found : Validation
    model : str
        What the model is, in words.
    files : sequence of (what, name, SHA-256)
    operator : str
    warnings : sequence of str
    """
    p = found.protocol
    who = f" · operator {operator}" if operator else ""
    written = datetime.now().astimezone().isoformat(timespec="seconds")
    sections = [Section("Warnings", warnings=warnings)] if warnings else []
    sections += [Section("Protocol", _protocol_words(p), Table("", ["Property", "Question", "Limit"], _asked(p))),
                 Section("Number of samples", _planning_words(p), _planned(found)),
                 Section("Data", [model], Table("", ["What", "File", "SHA-256"], [
                     (what, name, digest) for what, name, digest in files]))]
    for result in found.properties:
        sections.append(_section(result, found.protocol))
    return Document(f"Validation: {p.title}", f"SpectrAlign {__version__}{who} · {written}", in_short(found),
                    found.supported, sections)


def _planned(found: Validation) -> Table | None:
    rows = [(r.limits.name, question, "more than 10,000" if n is None else n)
            for r in found.properties for question, n in r.needed]
    return Table("", ["Property", "Question", "Samples needed"], rows) if rows else None


def _protocol_words(p: Protocol) -> list[str]:
    registered = (f"It was registered on {p.registered}, before this judgement, and has not been changed since."
                  if p.registered else "It was not registered before the data: that it was written first is its "
                  "author's word.")
    return [f"Written by {p.author}, dated {p.dated.isoformat()}; SHA-256 {p.sha256}. {registered}",
            f"Every one-sided limit holds with {100 * p.confidence:g} % confidence (α = {p.alpha:.3g}); a criterion is "
            "supported if the whole interval keeps to it, and not decided if only a part does. "
            f"Of a sample that was measured more than once the {p.repeats} value counts; spectra unlike those of the "
            f"model are {p.flagged}."]


def _planning_words(p: Protocol) -> list[str]:
    least = f" The protocol asks for at least {p.samples}." if p.samples else ""
    return [f"So many samples find a method that is as good as expected good enough in {100 * p.power:g} % of cases "
            f"(TOST: Phillips 1990; SEP: P(χ²(n − 1) ≤ (limit/σ)²·χ²(α; n − 1))).{least}"]


def _asked(p: Protocol) -> list[tuple[str, str, str]]:
    known = {f.name for f in fields(p.properties[0])}
    rows = []
    for limits in p.properties:
        for name in NUMBERS:
            value = getattr(limits, name) if name in known else None
            if value is not None and not (name == "expected_bias" and value == 0):
                rows.append((limits.name, name.replace("_", " "), f"{value:g} {limits.unit}".strip()))
    return rows


def _section(result: PropertyResult, protocol: Protocol) -> Section:
    f, limits = result.figures, result.limits
    unit = f" ({limits.unit})" if limits.unit else ""
    words = [f"{f.n} samples, reference values from {result.rows.reference.min():.4g} to "
             f"{result.rows.reference.max():.4g}, standard deviation {f.spread:.4g}; R² {f.r2:.4f}, RPD "
             f"{f.spread / f.rmsep.value if f.rmsep.value else np.inf:.3g}. Errors are predicted − reference."]
    table = Table("", ["Figure", "Value", "From", "To", "Limit", "The data", "Formula", "In the order of", "Remark"],
                  [_row(j) for j in result.judged])
    name = "".join(c if c.isalnum() or c in "-_" else "_" for c in limits.name)
    return Section(f"{limits.name}{unit}", words, table, result.notes, attached=[(f"{name}.csv", data_table(result))],
                   figures=[Figure(f"{limits.name}: predicted against reference; dashed: the same, with the limits of "
                                   "single results", svg=against_reference(result))])


def _row(j: Judged) -> list[str]:
    def number(value: float) -> str:
        return "–" if not np.isfinite(value) else f"{value:.4g}"

    single = j.figure.low == j.figure.high
    return [j.name, number(j.figure.value), "" if single else number(j.figure.low), "" if single else
            number(j.figure.high), j.criterion.words if j.criterion else "", j.outcome, j.formula, j.source, j.note]


def data_files(found: Validation, beside: Path) -> dict[Path, str]:
    """The data of every property as CSV files beside a report."""
    made: dict[Path, str] = {}
    for result in found.properties:
        name = "".join(c if c.isalnum() or c in "-_" else "_" for c in result.limits.name)
        made[beside.with_name(f"{beside.stem}_{name}.csv")] = data_table(result)
    return made
