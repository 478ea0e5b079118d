"""A comparison of methods as a plain tree, so that a project keeps what was decided by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...core.errors import DataError
from ...core.notes import pack, unpack
from ...core.validation.entries import Entry
from ...core.validation.transfer_result import TransferValidation
from ...core.validation.transfer_splits import TransferSplit
from ..export.codec import plain, tupled

ROWS = ("rows_a", "rows_b", "test_a", "test_b", "pairs", "sample")
ARRAYS = ("predicted", "measured", "rows")


def comparison_to_tree(result: TransferValidation) -> dict[str, Any]:
    """Everything that is shown and saved of a comparison; what the fits chose inside the splits is not kept.

    The cells of one line and one number of standards stand one after the other in one array, so that a file has a few
    hundred entries and not thousands.
    """
    cells = []
    for entry in result.entries:
        for count in result.counts:
            mine = {n: c for (k, m, n), c in sorted(result.cells.items(), key=lambda item: item[0][2])
                    if k == entry.key and m == count}
            good = {n: c for n, c in mine.items() if "error" not in c}
            if mine:
                cells.append({
                    "key": entry.key, "count": int(count),
                    "splits": np.array(list(good), dtype=np.int64),
                    "sizes": np.array([len(c["predicted"]) for c in good.values()], dtype=np.int64),
                    "seconds": np.array([float(c["seconds"]) for c in good.values()]),
                    "warnings": ["\n".join(c.get("warnings", ())) for c in good.values()],
                    "notes": ["\n".join(pack(c.get("warnings", ()))) for c in good.values()],
                    "errors": {str(n): str(c["error"]) for n, c in mine.items() if "error" in c},
                    "error_notes": {str(n): pack([c["error"]])[0] for n, c in mine.items() if "error" in c},
                    **({name: np.concatenate([np.asarray(c[name]) for c in good.values()]) for name in ARRAYS}
                       if good else {})})
    return {
        "entries": [{"key": e.key, "method": e.method, "settings": {k: plain(v) for k, v in e.settings.items()}}
                    for e in result.entries],
        "counts": [int(c) for c in result.counts], "properties": list(result.properties),
        "splits": [{**{name: np.asarray(getattr(s, name)) for name in ROWS}, "repeat": int(s.repeat),
                    "fold": int(s.fold)} for s in result.splits],
        "cells": cells,
        "flags": [{"count": int(c), "split": int(n), "flags": "\n".join("\t".join(f) for f in flags)}
                  for (c, n), flags in result.flags.items()],
        "complete": bool(result.complete), "lab_errors": {k: float(v) for k, v in result.lab_errors.items()},
        "units": {k: str(v) for k, v in result.units.items()},
        "left_out": {k: str(v) for k, v in result.left_out.items()},
        "left_out_notes": pack(result.left_out.values()),
        "unmarked": {n: {k: float(v) for k, v in of.items()} for n, of in result.unmarked.items()}}


def comparison_from_tree(tree: Mapping[str, Any], spectra: tuple[int, int]) -> TransferValidation:
    """The comparison that `comparison_to_tree` described.

    Parameters
    ----------
    spectra : (int, int)
        Numbers of spectra of A and B, which its rows must be among.

    Raises
    ------
    DataError
        The tree is not one of a comparison of such instruments.
    """
    try:
        return _read(tree, spectra)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise DataError("The comparison of methods that the project holds cannot be read; compare again.") from error


def _warnings(part: Mapping[str, Any], place: int) -> list[str]:
    sentences = str(part["warnings"][place]).split("\n")
    packed = str(part["notes"][place]).split("\n") if "notes" in part else ()  # absent in files of earlier versions
    return [w for w in unpack(sentences, packed) if w]


def _read(tree: Mapping[str, Any], spectra: tuple[int, int]) -> TransferValidation:
    properties = tuple(str(p) for p in tree["properties"])
    splits = [TransferSplit(**{name: np.asarray(s[name], dtype=np.intp) for name in ROWS}, repeat=int(s["repeat"]),
                            fold=int(s["fold"])) for s in tree["splits"]]
    a, b = spectra
    if any((r < 0).any() or (r >= n).any() for s in splits
           for r, n in ((s.test_a, a), (s.test_b, b), (s.rows_a, a), (s.rows_b, b))):
        raise ValueError("rows that are not there")
    entries = tuple(Entry(str(e["key"]), str(e["method"]), {k: tupled(v) for k, v in e["settings"].items()})
                    for e in tree["entries"])
    result = TransferValidation(
        entries, tuple(int(c) for c in tree["counts"]), properties, splits, complete=bool(tree["complete"]),
        lab_errors={k: float(v) for k, v in tree["lab_errors"].items()},
        units={k: str(v) for k, v in tree["units"].items()}, left_out=dict(zip(
            tree["left_out"], unpack(tree["left_out"].values(), tree.get("left_out_notes", ())), strict=True)),
        unmarked={str(n): {str(k): float(v) for k, v in of.items()}  # absent in files of earlier versions
                  for n, of in tree.get("unmarked", {}).items()})
    known = {e.key for e in entries}
    for part in tree["cells"]:
        key, count = str(part["key"]), int(part["count"])
        if key not in known or count not in result.counts:
            raise ValueError("a line that is not there")
        for n, sentence in part["errors"].items():
            packed = part.get("error_notes", {}).get(n, "")
            result.cells[key, count, int(n)] = {"error": unpack([sentence], [packed])[0], "seconds": 0.0}
        ends = np.cumsum(part["sizes"])
        for place, n in enumerate(part["splits"]):
            at = slice(int(ends[place] - part["sizes"][place]), int(ends[place]))
            cell = {name: np.asarray(part[name])[at] for name in ARRAYS}
            if cell["predicted"].shape != cell["measured"].shape or cell["predicted"].shape != (
                    len(cell["rows"]), len(properties)) or not 0 <= int(n) < len(splits) or (
                    (cell["rows"] < 0) | (cell["rows"] >= max(spectra))).any():
                raise ValueError("predictions of another shape")
            result.cells[key, count, int(n)] = {
                **cell, "seconds": float(part["seconds"][place]),
                "warnings": _warnings(part, place)}
    for part in tree["flags"]:
        result.flags[int(part["count"]), int(part["split"])] = [
            tuple(f for f in line.split("\t") if f) for line in str(part["flags"]).split("\n")]
    return result.keep_figures()
