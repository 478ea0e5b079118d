"""What `spectralign info --json` says of a file, in the file's own order of the axis."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..core.data.columns import about_person
from ..core.errors import FileError, SpectrAlignError
from ..core.notes import Note, about, listed, of_code
from .assemble import examine_axis
from .intake.one_instrument import OneInstrument
from .read import read_file
from .readers.contract import Block, ReadResult


def describe_file(path: str | Path, **options: Any) -> dict[str, Any]:
    """Plain description of the spectra of a file.

    Returns
    -------
    dict
        ``path``, ``format``, ``spectra`` (a list with ``name``, ``channels``, ``axis_first``, ``axis_last``,
        ``axis_unit``, ``guessed``, ``quantity``, ``intensity_first3``, ``nan`` and, beyond the
        contract, ``part``: which part of a file of several), ``warnings`` and, beyond the contract,
        ``title``, ``sha256``, ``guesses``, ``choices``, ``columns`` (titles of what stands beside the spectra as text,
        and whether it is about persons).

    Raises
    ------
    FileError
        The file cannot be read, or holds no spectra.
    """
    try:
        result = read_file(path, **options)
    except FileError as error:
        raise (_no_spectra(path, _value_names(path)) if _value_names(path) else error) from error
    if not result.blocks:
        raise _no_spectra(path, result.tables[0].targets.names if result.tables else ())
    return describe_result(result)


def _no_spectra(path: str | Path, names: Sequence[str]) -> FileError:
    columns = ", ".join(names[:4])
    return FileError(about(Path(path).name, Note("info.reference_values", "error", columns=columns)))


def _value_names(path: str | Path) -> tuple[str, ...]:
    """Titles of the values of named samples, where a file that holds no spectra is a table of these."""
    from .intake.values import read_values

    try:
        table = read_values(path, ())[0]
    except SpectrAlignError:
        return ()
    names = tuple(table.targets.names)  # numbers as titles are an axis
    return names if table.names and not any(n.replace(".", "", 1).strip().isdigit() for n in names) else ()


def describe_result(result: ReadResult) -> dict[str, Any]:
    """The same of a file already read."""
    warnings = list(result.warnings)
    for block in result.blocks:
        finding = examine_axis(block.axis)
        if finding.sentence and not (finding.kind == "missing" and of_code(warnings, "axis.none", "axis.none_for")):
            warnings.append(finding.sentence)
    return {
        "path": result.path, "format": result.format, "title": result.title, "sha256": result.sha256,
        "spectra": [row for block in result.blocks for row in _rows(block)],
        "columns": [{"title": t, "person": about_person(t), "part": b.label} for b in result.blocks for t in b.columns],
        "warnings": list(dict.fromkeys(warnings)), "notes": listed(dict.fromkeys(warnings)),
        "guesses": {k: {"value": g.value, "confidence": g.confidence, "reason": g.reason, "stated": g.stated}
                    for k, g in result.guesses.items()},
        "choices": [{"option": c.option, "value": c.value, "title": c.title, "chosen": c.chosen}
                    for c in result.choices],
    }


def describe_several(found: OneInstrument) -> dict[str, Any]:
    """The same of many files as one instrument, the spectra under the names they have there."""
    each = [describe_result(e.result) for e in found.entries if e.result is not None]
    rows = [{**row, "name": name} for row, name in zip(
        (row for d in each for row in d["spectra"]), found.dataset.sample_names, strict=True)]
    columns = {c["title"]: c for d in each for c in d["columns"]}
    warnings = list(dict.fromkeys((*(w for d in each for w in d["warnings"]), *found.dataset.warnings)))
    formats = dict.fromkeys(d["format"] for d in each)
    return {**each[0], "path": str(found.dataset.source.path), "format": " and ".join(formats), "sha256": "",
            "spectra": rows, "columns": list(columns.values()), "warnings": warnings, "notes": listed(warnings),
            "files": [d["path"] for d in each]}


def _rows(block: Block) -> list[dict[str, Any]]:
    p = block.spectra.shape[1]
    first, last, unit = 1.0, float(p), "channel"
    if block.axis is not None:
        first, last, unit = float(block.axis[0]), float(block.axis[-1]), block.unit
    names = block.names or ("",) * len(block.spectra)
    return [{"name": name, "part": block.label, "channels": p, "axis_first": first, "axis_last": last,
             "axis_unit": unit, "guessed": list(block.guessed), "quantity": block.quantity,
             "intensity_first3": [None if np.isnan(v) else float(v) for v in row[:3]],
             "nan": int(np.isnan(row).sum())} for name, row in zip(names, block.spectra, strict=True)]
