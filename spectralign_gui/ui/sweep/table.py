"""The points of a sweep as a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from PySide6.QtCore import QObject

from ...session.compare.sweep import SweepPoint
from ..widgets import Column, TableModel
from .form import shown_value

HITS = "Share of left-out standards whose partner is among the 3 nearest, worse direction, ± its 95 % interval"


class SweepTable(TableModel[SweepPoint]):
    """One row a point, as they come in."""

    empty = "Nothing swept yet."

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((), parent=parent)
        self.titles: tuple[str, ...] = ()
        self.properties: tuple[str, ...] = ()

    @property
    def points(self) -> list[SweepPoint]:
        """The points so far."""
        return self.rows

    def start(self, titles: Sequence[str], properties: Sequence[str], points: Sequence[SweepPoint] = ()) -> None:
        """Show these points only; `titles` are those of the swept parameters."""
        self.titles, self.properties = tuple(titles), tuple(properties)
        self.set_rows(points, [
            *(Column(t, partial(_swept, k), lambda p, k=k: p.values[k], f"Value of {t}", number=True)
              for k, t in enumerate(self.titles)),
            Column("Hits", _hits, lambda p: p.hit, HITS, number=True),
            *(Column(f"RMSEP {name}", partial(_rmsep, name), lambda p, name=name: p.rmsep.get(name, float("nan")),
                     f"Root mean square error of {name} on samples that took part in no fit", number=True)
              for name in self.properties),
            Column("Remark", lambda p: p.error, tip="Why there is no figure")])

    def row_tip(self, row: SweepPoint) -> str:
        return row.error


def _swept(k: int, p: SweepPoint) -> str:
    return shown_value(p.values[k])


def _hits(p: SweepPoint) -> str:
    half = f" ± {100 * p.hit_interval:.0f}" if np.isfinite(p.hit_interval) else ""
    return f"{100 * p.hit:.0f}{half} %" if np.isfinite(p.hit) else "–"


def _rmsep(name: str, p: SweepPoint) -> str:
    value = p.rmsep.get(name, float("nan"))
    return f"{value:.4g}" if np.isfinite(value) else "–"
