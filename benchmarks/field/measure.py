"""One cell: all transfers on one split with one number of standards; what of it is kept."""

from __future__ import annotations

import warnings
from functools import cache
from typing import Any

import numpy as np

from spectralign_gui.core.notes import code_of
from spectralign_gui.core.numerics.shared_work import forget, shared_work
from spectralign_gui.core.registry import methods
from spectralign_gui.core.validation.entries import Entry, entries_for
from spectralign_gui.core.validation.transfer import one_job
from spectralign_gui.core.validation.transfer_splits import shared_values

from .sets import FieldSet

YARDSTICKS = ("none", "target-only", "native", "a-on-a")
LEFT_OUT = {"mdipls": "between two instruments it is dipls"}
SLOW = ("dipls", "gct-pls", "lw-pls", "dwpds")
"""Half of all the time; a part of its own, so that fewer of their repeats can be measured."""
COMBINED = ("auto", "auto-marked")
PARTS = ("main", "slow")
JUDGED = ("none", "bias", "target-only", "auto-marked", "a-on-a")
"""What a verdict speaks of: cheap, so that its truth is known from more repeats than everything else."""


@cache
def entries(part: str = "all") -> tuple[Entry, ...]:
    """Every transfer that predicts values, and the yardsticks; or those of one of `PARTS`."""
    every = entries_for([n for n, m in methods().items()
                         if m.family == "transfer" and "predict" in m.can and n not in LEFT_OUT])
    return tuple(e for e in every if part == "all" or (e.key in SLOW) == (part == "slow"))


def singles() -> tuple[str, ...]:
    """Methods a user could have chosen: neither combined nor "native" nor "a-on-a"."""
    return tuple(e.key for e in entries() if e.key not in (*COMBINED, "native", "a-on-a"))


def measured(of: FieldSet, repeat: int, draw: str, count: int, some: tuple[Entry, ...]) -> dict[str, Any]:
    """Everything the engine gives for one cell."""
    common = {"regression": "pls", "max_components": of.max_components, "draw": draw}
    with np.errstate(all="ignore"), warnings.catch_warnings(), shared_work():
        warnings.simplefilter("ignore")
        part = one_job((of.data, some, common, None, None), of.split(repeat), count,
                       (count,))
    forget()
    return part


def errors_of(part: dict[str, Any]) -> dict[str, list[float]]:
    """Mean squared error per property of every method that predicted."""
    return {key: [float(f"{v:.6g}") for v in np.nanmean((c["predicted"] - c["measured"]) ** 2, axis=0)]
            for (key, _), c in part["cells"].items() if "predicted" in c}


def kept_of(part: dict[str, Any]) -> dict[str, Any]:
    """What is kept of every method: "mse", "refused" (codes), "seconds"."""
    cells = {key: c for (key, _), c in part["cells"].items()}
    return {"mse": errors_of(part), "refused": {k: code_of(c["error"]) for k, c in cells.items() if "error" in c},
            "seconds": {k: round(c["seconds"], 2) for k, c in cells.items()}}


def slow_cell(of: FieldSet, repeat: int, draw: str, count: int) -> dict[str, Any]:
    """The slow methods of one cell, on the same split with the same standards."""
    return kept_of(measured(of, repeat, draw, count, entries("slow")))


def main_cell(of: FieldSet, repeat: int, draw: str, count: int) -> dict[str, Any]:
    """Squared errors, refusals, verdicts and flags of one cell, as plain data."""
    part = measured(of, repeat, draw, count, entries("main"))
    split = of.split(repeat)
    return {**kept_of(part), **said_of(part, of, repeat), "flagged": sum(bool(f) for f in part["flags"]),
            "tested": len(part["flags"]), "training": len(split.rows_b)}


def verdict_cell(of: FieldSet, repeat: int, draw: str, count: int) -> dict[str, Any]:
    """What `auto-marked` says, and the squared errors of what it speaks of."""
    part = measured(of, repeat, draw, count, tuple(e for e in entries() if e.key in JUDGED))
    return {"mse": errors_of(part), **said_of(part, of, repeat), "tested": len(part["flags"]),
            "training": len(of.split(repeat).rows_b)}


def said_of(part: dict[str, Any], of: FieldSet, repeat: int) -> dict[str, Any]:
    """The verdicts per property, and the mean squared error of the mean of A's values ("constant")."""
    cells = {key: c for (key, _), c in part["cells"].items()}
    advice = cells["auto-marked"].get("chosen", {}).get("recommendation", {})
    split = of.split(repeat)
    values = shared_values(split.pairs, of.data.targets)[0][split.rows_a]
    constant = np.nanmean((np.nanmean(values, axis=0) - cells["none"]["measured"]) ** 2, axis=0)
    return {"constant": [float(f"{v:.6g}") for v in constant],
            "needs": [{k: n[k] for k in ("code", "line", "as_on_a")} for n in advice.get("properties", [])]}
