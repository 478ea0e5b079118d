"""Table of a comparison, best first, filling while it runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from ...core.registry import is_method, method
from ...core.validation.transfer import TransferValidation
from ...core.validation.transfer_report import paired_difference, ranking

YARDSTICKS = {"none": "No transfer (A's model as it is)", "native": "B's own model (all its samples)",
              "target-only": "B's standards alone", "a-on-a": "A's model on A"}
RAW = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex


def shown_title(key: str) -> str:
    """Name of a line in the user's words."""
    if key in YARDSTICKS:
        return YARDSTICKS[key]
    return method(key).title if is_method(key) else key


@dataclass(frozen=True)
class Line:
    """One line: mean and spread of RMSEP per property, difference to the best line, what went wrong."""

    key: str
    means: Mapping[str, float]
    spreads: Mapping[str, float]
    score: float = float("nan")
    against: Mapping[str, Mapping[str, Any]] | None = None
    note: str = ""

    @property
    def is_yardstick(self) -> bool:
        """Whether it is one of the lines that are always shown."""
        return self.key in YARDSTICKS

    @property
    def cannot_be_told_apart(self) -> bool:
        """Whether the 95 % interval of the difference to the best line holds 0 for every property."""
        known = [d for d in (self.against or {}).values() if d["mean"] is not None]
        return bool(known) and all(d["low"] is not None and d["low"] <= 0 <= d["high"] for d in known)


class ResultModel(QAbstractTableModel):
    """Lines of a comparison for one number of standards."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.properties: tuple[str, ...] = ()
        self.lab_errors: dict[str, float] = {}
        self.lines: list[Line] = []
        self._live: dict[tuple[str, int], dict[str, Any]] = {}

    # -- filling -----------------------------------------------------------------------------------------
    def start(self, properties: Sequence[str], lab_errors: Mapping[str, float] | None = None) -> None:
        """Forget everything; `lab_errors` are the laboratory's own standard errors (SEL), where known."""
        self.beginResetModel()
        self.properties = tuple(properties)
        self.lab_errors = dict(lab_errors or {})
        self.lines, self._live = [], {}
        self.endResetModel()

    def add_live(self, row: Mapping[str, Any]) -> None:
        """A ``table_row`` of the running comparison."""
        self._live[str(row["method"]), int(row["standards"])] = dict(row)

    def show_live(self, count: int) -> None:
        """Lines of what is known so far."""
        lines = []
        for (key, n), row in self._live.items():
            if n == count:
                lines.append(Line(key, dict(row["rmsep"]), {}, note=str(row.get("error") or "")))
        self._set(self._ranked(lines))

    def show(self, result: TransferValidation, count: int) -> None:
        """Lines of a finished comparison."""
        ranks = {r["method"]: r for r in ranking(result, count)}
        best = next(iter(ranks), None)
        lines = []
        for entry in result.entries:
            table = result.rmsep(entry.key, count)
            means, spreads = {}, {}
            for j, name in enumerate(result.properties):
                values = table[np.isfinite(table[:, j]), j]
                means[name] = float(values.mean()) if len(values) else float("nan")
                spreads[name] = float(values.std(ddof=1)) if len(values) > 1 else 0.0
            error = next((c["error"] for (k, n, _), c in result.cells.items()
                          if k == entry.key and n == count and "error" in c), "")
            against = (paired_difference(result, entry.key, best, count)
                       if best is not None and entry.key != best and np.isfinite(table).any() else None)
            lines.append(Line(entry.key, means, spreads, ranks.get(entry.key, {}).get("score", float("nan")), against,
                              error))
        self._set(self._ranked(lines))

    def _ranked(self, lines: list[Line]) -> list[Line]:
        best = {p: min((v for line in lines if line.key not in ("native", "a-on-a")
                        for v in [line.means.get(p, np.nan)] if np.isfinite(v)), default=np.nan)
                for p in self.properties}
        scored = []
        for line in lines:
            score = line.score
            if not np.isfinite(score):
                parts = [line.means.get(p, np.nan) / best[p] for p in self.properties if best[p] > 0]
                score = float(np.mean(parts)) if parts else float("nan")
            scored.append(Line(line.key, line.means, line.spreads, score, line.against, line.note))
        return sorted(scored, key=lambda line: (line.key in ("native", "a-on-a"), not np.isfinite(line.score),
                                                line.score if np.isfinite(line.score) else 0.0))

    def _set(self, lines: list[Line]) -> None:
        self.beginResetModel()
        self.lines = lines
        self.endResetModel()

    # -- Qt ----------------------------------------------------------------------------------------------
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.properties) + 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        titles = ["Method", *(self._title(p) for p in self.properties), "Relative", "Against the best"]
        tips = ["Best first; B's own model and A on A are for comparison and cannot be chosen",
                *(f"Root mean square error of {p} on B's test samples, mean ± spread over the repeats"
                  + self._laboratory(p) for p in self.properties),
                "Mean over the properties of RMSEP divided by that of the best line; 1 is the best there can be",
                "In how many repeats it was better than the best line, per property; ≈ where the 95 % interval of the "
                "difference holds 0, so that the two cannot be told apart"]
        if role == Qt.ItemDataRole.DisplayRole:
            return titles[section]
        return tips[section] if role == Qt.ItemDataRole.ToolTipRole else None

    def _title(self, name: str) -> str:
        error = self.lab_errors.get(name)
        return f"RMSEP {name}" if error is None else f"RMSEP {name}\nSEL {error:.3g}"

    def _laboratory(self, name: str) -> str:
        error = self.lab_errors.get(name)
        return "" if error is None else (f"; SEL {error:.3g} is the laboratory's own standard error, which is part "
                                         "of every RMSEP: no model can show less")

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line, column = self.lines[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(line, column)
        if role == Qt.ItemDataRole.TextAlignmentRole and column > 0:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(line, column)
        if role == Qt.ItemDataRole.FontRole and line.is_yardstick:
            font = QFont()
            font.setItalic(True)
            return font
        if role == RAW:
            return line.key
        return None

    def _text(self, line: Line, column: int) -> str:
        if column == 0:
            return shown_title(line.key)
        if column <= len(self.properties):
            name = self.properties[column - 1]
            mean = line.means.get(name, float("nan"))
            if not np.isfinite(mean):
                return "–"
            spread = line.spreads.get(name)
            return f"{mean:.4g} ± {spread:.2g}" if spread else f"{mean:.4g}"
        if column == len(self.properties) + 1:
            return f"{line.score:.2f}" if np.isfinite(line.score) else "–"
        if line.note and not np.isfinite(line.score):
            return line.note
        return self._against(line)

    def _against(self, line: Line) -> str:
        if not line.against:
            return ""
        words = []
        for name in self.properties:
            d = line.against.get(name, {})
            if d.get("mean") is None:
                continue
            same = d["low"] is not None and d["low"] <= 0 <= d["high"]
            words.append(f"{'≈ ' if same else ''}{d['wins']}/{d['repeats']}")
        return ", ".join(words)

    def _tip(self, line: Line, column: int) -> str:
        if line.note:
            return line.note
        if column == len(self.properties) + 2 and line.against:
            parts = []
            for name, d in line.against.items():
                if d.get("low") is not None:
                    parts.append(f"{name}: {d['mean']:+.3g} (95 % {d['low']:+.3g} to {d['high']:+.3g}), better in "
                                 f"{d['wins']} of {d['repeats']} repeats")
            return "\n".join(parts)
        if 0 < column <= len(self.properties):
            name = self.properties[column - 1]
            mean, error = line.means.get(name, float("nan")), self.lab_errors.get(name)
            if error and np.isfinite(mean):
                return f"{mean / error:.1f} times the laboratory's own standard error of {name} ({error:.3g})"
        return shown_title(line.key)
