"""Table of a comparison, best first, filling while it runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Slot
from PySide6.QtGui import QFont

from ...core.figures import decimals, fixed
from ...core.validation.transfer_result import TransferValidation
from ...presenters.comparison_lines import NO_CHOICE, NO_RESULT, YARDSTICKS, Line, lines_of, ranked, shown_title
from ...presenters.judgement import grade_words
from ...session.compare.verdict import SAME, grades
from ..widgets.tidy import TidyModel
from .bars import BAR

LONGEST = 3.0
"""Errors so many times the best one's, and larger ones, have a bar over the whole cell."""
RAW = Qt.ItemDataRole.UserRole
RANK, METHOD, FIRST = 0, 1, 2
"""Columns; from `FIRST` on one per property."""
Index = QModelIndex | QPersistentModelIndex


class ResultModel(TidyModel):
    """Lines of a comparison for one number of standards.

    Attributes
    ----------
    ranked, lines : list of Line
        Best first; in the order of the table.
    grades : dict of key to str
        How each line stands against the best one, see `session.compare.verdict`.
    brief : bool
        Short headings, for a narrow table.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.properties: tuple[str, ...] = ()
        self.lab_errors: dict[str, float] = {}
        self.ranked: list[Line] = []
        self.grades: dict[str, str] = {}
        self.lines: list[Line] = []
        self.brief = False
        self._current = ""
        self._order = (0, Qt.SortOrder.AscendingOrder)
        self._live: dict[tuple[str, int], dict[str, Any]] = {}
        self._so_far, self._repeats = False, 0

    # -- filling -----------------------------------------------------------------------------------------
    def start(self, properties: Sequence[str], lab_errors: Mapping[str, float] | None = None, repeats: int = 0) -> None:
        """Forget everything; `lab_errors` are the laboratory's own standard errors (SEL), where known. Lines that come
        until `show` say how many of the `repeats` they have so far."""
        with self.resetting():
            self._so_far, self._repeats = True, repeats
            self.properties = tuple(properties)
            self.lab_errors = dict(lab_errors or {})
            self.ranked, self.lines, self.grades, self._live = [], [], {}, {}
            if self._order[0] >= self.columnCount():
                self._order = (0, Qt.SortOrder.AscendingOrder)

    def expect(self, repeats: int) -> None:
        """How many splits there will be, once that is known."""
        self._repeats = repeats

    def add_live(self, row: Mapping[str, Any]) -> None:
        """A ``table_row`` of the running comparison."""
        self._live[str(row["method"]), int(row["standards"])] = dict(row)

    def show_live(self, count: int) -> None:
        """Lines of what is known so far."""
        lines = []
        for (key, n), row in self._live.items():
            if n == count:
                lines.append(Line(key, dict(row["rmsep"]), {}, {}, note=str(row.get("error") or ""),
                                  repeats=int(row.get("splits", 0))))
        place = {line.key: k for k, line in enumerate(self.ranked)}  # equally good ones stay where they are
        lines.sort(key=lambda line: place.get(line.key, len(place)))
        self._set(ranked(lines, self.properties), so_far=True)

    def show(self, result: TransferValidation, count: int) -> None:
        """Lines of a finished comparison."""
        self._set(lines_of(result, count))

    def _set(self, lines: list[Line], so_far: bool = False) -> None:
        with self.resetting():
            self.ranked, self.grades, self._so_far = lines, grades(lines), so_far
            self.lines = self._sorted()

    # -- order -------------------------------------------------------------------------------------------
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, and keep doing so while lines come and change; what has no number goes last."""
        with self.resetting():
            self._order = (column, order)
            self.lines = self._sorted()

    def _sorted(self) -> list[Line]:
        column, order = self._order
        if column < 0:
            return list(self.ranked)
        if column == METHOD:
            return sorted(self.ranked, key=lambda line: shown_title(line.key).casefold(),
                          reverse=order == Qt.SortOrder.DescendingOrder)
        sign = -1.0 if order == Qt.SortOrder.DescendingOrder else 1.0

        def place(line: Line) -> tuple[bool, float]:
            value = self._number(line, column)
            return not np.isfinite(value), sign * value if np.isfinite(value) else 0.0

        return sorted(self.ranked, key=place)

    def _number(self, line: Line, column: int) -> float:
        if column == RANK:
            return float(line.rank) if line.rank else float("nan")
        if column < FIRST + len(self.properties):
            return float(line.means.get(self.properties[column - FIRST], float("nan")))
        if column == FIRST + len(self.properties):
            return line.score
        if self._so_far:
            return -float(line.repeats)
        known = [d for d in (line.against or {}).values() if d.get("mean") is not None]
        return float(sum(d["wins"] for d in known)) if known else float("nan")

    def report_table(self) -> tuple[list[str], list[list[str]]]:
        """Header and rows, best first and in full words however the table is sorted and wide."""
        header = ["Method", "Rank", *(self._title(p, False).replace("\n", ", ") for p in self.properties), "Relative",
                  "Against the best"]
        rows = []
        for line in self.ranked:
            figures = [self._text(line, c) for c in range(FIRST, FIRST + len(self.properties) + 1)]
            rows.append([shown_title(line.key), self._text(line, RANK), *figures,
                         line.note if line.note and not np.isfinite(line.score) else self._graded(line)])
        return header, rows

    def _graded(self, line: Line) -> str:
        """How it stands against the best line, in a few words; "" before there are intervals."""
        return grade_words(line, self.grades[line.key]) if line.intervals else ""

    def copy_table(self, rows: Sequence[int]) -> tuple[list[str], list[list[Any]]]:
        """Header and rows for a spreadsheet, in full precision."""
        header: list[str] = ["Rank", "Method"]
        for name in self.properties:
            header += [f"RMSEP {name}", f"± 95 % {name}"]
        table: list[list[Any]] = []
        for line in (self.lines[row] for row in rows):
            numbers = [v for name in self.properties for v in (line.means.get(name, float("nan")),
                                                               line.intervals.get(name, float("nan")))]
            table.append([line.rank or "", shown_title(line.key),
                          *(float(v) if np.isfinite(v) else "" for v in (*numbers, line.score)), line.note or
                          self._graded(line)])
        return [*header, "Relative", "Against the best"], table

    @property
    def keys(self) -> list[str]:
        """Keys of the lines, in the order of the table."""
        return [line.key for line in self.lines]

    @property
    def current(self) -> str:
        """Key of the line whose run is the current result; "" if none is."""
        return self._current

    def set_current(self, key: str) -> None:
        """Mark the line whose run is the current result."""
        if key != self._current:
            self._current = key
            if self.lines:
                self.dataChanged.emit(self.index(0, 0), self.index(len(self.lines) - 1, self.columnCount() - 1))

    @Slot(bool)
    def set_brief(self, brief: bool) -> None:
        """Short headings, or the full ones."""
        if brief != self.brief:
            self.brief = brief
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)
            if self.lines:
                self.dataChanged.emit(self.index(0, METHOD), self.index(len(self.lines) - 1, self.columnCount() - 1))

    # -- Qt ----------------------------------------------------------------------------------------------
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else FIRST + len(self.properties) + 2

    def heading(self, section: int, role: int) -> Any:
        titles = ["#", "Method", *(self._title(p, self.brief) for p in self.properties), "Relative",
                  "Repeats" if self._so_far else "Against the best"]
        tips = ["Rank over all properties, 1 is best; ≈ where it cannot be told apart from the best line. B's own "
                "model and A on A are for comparison and have none",
                "Click a line, or press Enter on it, to make it the current result; ✓ marks the line that is",
                *(f"Root mean square error (RMSEP) of {p} on B's test samples: mean over the repeats ± its 95 % "
                  "interval" + self._laboratory(p) for p in self.properties),
                "Mean over the properties of RMSEP divided by that of the best line; 1 is the best there can be",
                "Over how many repeats, or groups that are tested in turn, the errors are so far" if self._so_far else
                "Not distinguishable: the 95 % interval of the difference to the best line holds 0 for every property. "
                "Worse: it lies above 0. Varies too much to tell: it holds 0, but the errors are larger than a worse "
                "line has. The cells' tooltips have the intervals"]
        if role == Qt.ItemDataRole.DisplayRole:
            return titles[section]
        return tips[section] if role == Qt.ItemDataRole.ToolTipRole else None

    def _title(self, name: str, brief: bool) -> str:
        error, title = self.lab_errors.get(name), name if brief else f"RMSEP {name}"
        return title if error is None else f"{title}\nSEL {error:.3g}"

    def _laboratory(self, name: str) -> str:
        error = self.lab_errors.get(name)
        return "" if error is None else (f"; SEL {error:.3g} is the laboratory's own standard error, which is part "
                                         "of every RMSEP: no model can show less")

    def cell(self, index: Index, role: int) -> Any:
        line, column = self.lines[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(line, column)
        if role == Qt.ItemDataRole.TextAlignmentRole and column != METHOD:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(line, column)
        if role == Qt.ItemDataRole.FontRole and (line.is_yardstick or line.key == self._current):
            font = QFont()
            font.setItalic(line.is_yardstick)
            font.setBold(line.key == self._current)
            return font
        if role == RAW:
            return line.key
        if role == BAR and FIRST <= column < FIRST + len(self.properties):
            return self._bar(line, column)
        return None

    def _text(self, line: Line, column: int) -> str:
        if column == RANK:
            alike = not self._so_far and self.grades[line.key] == SAME
            return "" if not line.rank else f"{line.rank} ≈" if alike else str(line.rank)
        if column == METHOD:
            so_far = f"{line.repeats}/{self._repeats} · " if self._so_far and self.brief and self._repeats else ""
            return so_far + ("✓ " if line.key == self._current else "") + shown_title(line.key, self.brief)
        if column < FIRST + len(self.properties):
            name = self.properties[column - FIRST]
            mean = line.means.get(name, float("nan"))
            if not np.isfinite(mean):
                return "–"
            half = line.intervals.get(name, float("nan"))
            places = decimals(mean, 3)
            return fixed(mean, places, 3) + (f" ± {fixed(half, places, 2)}" if np.isfinite(half) else "")
        if column == FIRST + len(self.properties):
            return f"{line.score:.2f}" if np.isfinite(line.score) else "–"
        if line.note and not np.isfinite(line.score):
            return line.note
        if self._so_far:
            return f"{line.repeats} of {self._repeats}" if self._repeats else str(line.repeats)
        return self._graded(line)

    @property
    def best(self) -> str:
        """Key of the line with the smallest errors; "" while there is none."""
        return next((line.key for line in self.ranked if line.rank == 1), "")

    def _bar(self, line: Line, column: int) -> tuple[float, float | None, float | None, str] | None:
        """The error as shares of the longest bar; None where there is nothing to draw."""
        name = self.properties[column - FIRST]
        mean, half = line.means.get(name, float("nan")), line.intervals.get(name, float("nan"))
        known = [v for other in self.ranked if np.isfinite(v := other.means.get(name, float("nan")))]
        if not np.isfinite(mean) or not known or min(known) <= 0:
            return None
        longest = min(max(known), LONGEST * min(known)) * 1.08
        low, high = ((max(mean - half, 0.0) / longest, (mean + half) / longest) if np.isfinite(half) else (None, None))
        return (min(mean / longest, 1.0), None if low is None else min(low, 1.0),
                None if high is None else min(high, 1.0), "" if self._so_far else self.grades[line.key])

    def _tip(self, line: Line, column: int) -> str:
        if line.note:
            return line.note
        if column == FIRST + len(self.properties) + 1 and line.against:
            parts = []
            for name, d in line.against.items():
                if d.get("low") is not None:
                    parts.append(f"{name}: {d['mean']:+.3g} (95 % {d['low']:+.3g} to {d['high']:+.3g}), better in "
                                 f"{d['wins']} of {d['repeats']} repeats")
            return "\n".join(parts)
        if FIRST <= column < FIRST + len(self.properties):
            return self._error_tip(line, self.properties[column - FIRST])
        current = "; its run is the current result" if line.key == self._current else ""
        repeats = f"\nMeans over {line.repeats} repeat{'' if line.repeats == 1 else 's'}" + (
            f" of {self._repeats} so far" if self._so_far and self._repeats else "") if line.repeats else ""
        return shown_title(line.key) + current + repeats

    def _error_tip(self, line: Line, name: str) -> str:
        mean, half, spread = (d.get(name, float("nan")) for d in (line.means, line.intervals, line.spreads))
        if not np.isfinite(mean):
            return shown_title(line.key)
        parts = [f"RMSEP of {name} {mean:.4g}"]
        if np.isfinite(half):
            parts.append(f"95 % interval of the mean {mean - half:.4g} to {mean + half:.4g}")
        if np.isfinite(spread):
            parts.append(f"spread of the repeats {spread:.2g}")
        error = self.lab_errors.get(name)
        if error:
            parts.append(f"{mean / error:.1f} times the laboratory's own standard error of {name} ({error:.3g})")
        return "\n".join(parts)


__all__ = ["NO_CHOICE", "NO_RESULT", "YARDSTICKS", "Line", "ResultModel", "shown_title"]
