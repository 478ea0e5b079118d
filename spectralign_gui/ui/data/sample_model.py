"""The samples of one instrument as a table: names as written, standards, groups, reference values, remarks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont

from ...core.data import SpectralDataset, Standard, match_key
from ...session.state import SessionState
from ...words import shown
from .. import theme
from ..widgets.tidy import TidyModel

NUMBER, NAME, STANDARD, GROUP = range(4)
HEADINGS = ("#", "Sample", "Standard", "Group")
Index = QModelIndex | QPersistentModelIndex


# weak: spectra that were taken out of the session must not stay in memory for what was counted in them
_missing: WeakKeyDictionary[SpectralDataset, np.ndarray] = WeakKeyDictionary()
_keys: WeakKeyDictionary[SpectralDataset, tuple[list[str], list[str], Counter[str]]] = WeakKeyDictionary()


def missing_per_row(dataset: SpectralDataset) -> np.ndarray:
    """Number of missing values of every spectrum."""
    if dataset not in _missing:
        finite = np.isfinite(dataset.spectra.sum(dtype=np.float64))  # one fast pass for the usual case
        _missing[dataset] = np.zeros(len(dataset), dtype=int) if finite else np.isnan(dataset.spectra).sum(axis=1)
    return _missing[dataset]


def names_of(dataset: SpectralDataset) -> tuple[list[str], list[str], Counter[str]]:
    """Names as they are sought, as they are compared, and how often each of the latter occurs."""
    if dataset not in _keys:
        compared = [match_key(n) for n in dataset.sample_names]
        _keys[dataset] = [n.casefold() for n in dataset.sample_names], compared, Counter(compared)
    return _keys[dataset]


class SampleModel(TidyModel):
    """Read-only table; `show` gives it a state and an instrument."""

    def __init__(self, parent: Any = None, values: bool = True) -> None:
        """`values`: with a column for every property."""
        super().__init__(parent)
        self._values = values
        self._dataset: SpectralDataset | None = None
        self._standards: dict[int, tuple[int, Standard]] = {}
        self._names: dict[str, SpectralDataset] = {}
        self._excluded: frozenset[int] = frozenset()
        self._properties: tuple[str, ...] = ()

    # -- content -----------------------------------------------------------------------------------------
    @property
    def instrument(self) -> str:
        """Name of the instrument shown; "" if none."""
        return self._dataset.name if self._dataset is not None else ""

    @property
    def dataset(self) -> SpectralDataset | None:
        """The data set shown."""
        return self._dataset

    def show(self, state: SessionState, instrument: str) -> None:
        """Show the samples of an instrument ("" shows none)."""
        dataset = state.dataset(instrument) if instrument in state.instruments else None
        standards = {row: (number, s) for number, s in enumerate(state.standards)
                     for row in s.rows.get(instrument, ())}
        excluded = frozenset(state.excluded.get(instrument, ()))
        names = {d.name: d for d in state.datasets}
        # same rows and columns: refresh in place, so that sorting, scrolling and selection stay as they are
        same = (dataset is not None and self._dataset is not None and dataset.name == self._dataset.name
                and dataset.sample_names == self._dataset.sample_names
                and _properties(dataset, self._values) == self._properties)
        with nullcontext() if same else self.resetting():
            self._dataset, self._standards, self._excluded, self._names = dataset, standards, excluded, names
            self._properties = _properties(dataset, self._values)
        if same and dataset is not None and len(dataset):
            self.dataChanged.emit(self.index(0, 0), self.index(len(dataset) - 1, self.columnCount() - 1))

    def standard(self, row: int) -> Standard | None:
        """The standard that a row belongs to."""
        found = self._standards.get(row)
        return found[1] if found else None

    def remark(self, row: int) -> str:
        """What is worth knowing of a sample: repeats, no name, missing values, left out."""
        if self._dataset is None:
            return ""
        _, keys, counts = names_of(self._dataset)
        key = keys[row]
        parts = []
        if row in self._excluded:
            parts.append("left out")
        if not key:
            parts.append("no name")
        elif counts[key] > 1:
            parts.append(f"repeat ({counts[key]}×)")
        if self._dataset.repeats is not None and self._dataset.repeats[row] > 1:
            parts.append(f"average of {self._dataset.repeats[row]}")
        missing = int(missing_per_row(self._dataset)[row])
        if missing:
            parts.append(f"{missing} missing")
        return ", ".join(parts)

    def copy_table(self, rows: Sequence[int]) -> tuple[list[str], list[list[Any]]]:
        """Header and rows for a spreadsheet, numbers in full precision; values below a limit are left empty."""
        d = self._dataset
        if d is None:
            return [], []
        # the name first and all else that is no reference value as text: such a table can be pasted back
        header = ["Sample", *self._properties, "Standard", "Group", "Row", "Remark"]
        made = []
        for row in rows:
            found = self._standards.get(row)
            values = [float(v) for v in d.targets.values[row]] if d.targets is not None and self._properties else []
            made.append([d.sample_names[row], *values, "" if found is None else f"S{self._text(row, STANDARD)}",
                         d.groups[row] if d.groups is not None else "", f"#{row + 1}", self.remark(row)])
        return header, made

    # -- Qt ----------------------------------------------------------------------------------------------
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() or self._dataset is None else len(self._dataset)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(HEADINGS) + len(self._properties) + 1

    def heading(self, section: int, role: int) -> Any:
        headings = (*HEADINGS, *self._properties, "Remark")
        if role == Qt.ItemDataRole.DisplayRole and section < len(headings):
            return headings[section]
        if role == Qt.ItemDataRole.ToolTipRole and self._dataset is not None and self._dataset.targets is not None:
            at = section - len(HEADINGS)
            if 0 <= at < len(self._properties):
                unit = self._dataset.targets.units[at]
                known = int(np.isfinite(self._dataset.targets.values[:, at]).sum())
                return f"{self._properties[at]}{f' ({unit})' if unit else ''}: {known} known values"
        return None

    def cell(self, index: Index, role: int) -> Any:
        return self.value(index.row(), index.column(), role)

    def value(self, row: int, column: int, role: int) -> Any:
        """What a cell says in a role of Qt's."""
        if self._dataset is None or row >= len(self._dataset):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            text = self._text(row, column)
            return shown(text) if self._property(column) is not None else text
        if role == Qt.ItemDataRole.TextAlignmentRole and (column == NUMBER or self._property(column) is not None):
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(row, column)
        if role == Qt.ItemDataRole.ForegroundRole:
            if row in self._excluded or (column == NAME and not self._dataset.sample_names[row].strip()):
                return QColor(theme.current().muted)
            if column == self.columnCount() - 1:
                return QColor(theme.current().warning)
        if role == Qt.ItemDataRole.FontRole and row in self._excluded:
            font = QFont()
            font.setStrikeOut(True)
            return font
        return None

    def _property(self, column: int) -> int | None:
        at = column - len(HEADINGS)
        return at if 0 <= at < len(self._properties) else None

    def _text(self, row: int, column: int) -> str:
        d = self._dataset
        assert d is not None
        if column == NUMBER:
            return str(row + 1)
        if column == NAME:
            return d.sample_names[row] if d.sample_names[row].strip() else "(no name)"
        if column == STANDARD:
            found = self._standards.get(row)
            return "" if found is None else f"{found[0] + 1} held" if found[1].held_out else str(found[0] + 1)
        if column == GROUP:
            return d.groups[row] if d.groups is not None else ""
        at = self._property(column)
        if at is None:
            return self.remark(row)
        assert d.targets is not None
        if d.targets.censored[row, at]:
            return "below limit"
        value = d.targets.values[row, at]
        return f"{value:.6g}" if np.isfinite(value) else "–"

    # -- many rows at once -------------------------------------------------------------------------------
    def matching(self, text: str) -> np.ndarray:
        """Rows whose name contains a text (already without upper case), ascending."""
        if self._dataset is None:
            return np.zeros(0, dtype=np.intp)
        if not text:
            return np.arange(len(self._dataset))
        return np.array([k for k, name in enumerate(names_of(self._dataset)[0]) if text in name], dtype=np.intp)

    def is_marked(self) -> np.ndarray:
        """Which rows belong to a standard."""
        marked = np.zeros(self.rowCount(), dtype=bool)
        marked[[row for row in self._standards if row < len(marked)]] = True
        return marked

    def ordered(self, rows: np.ndarray, column: int, falling: bool) -> np.ndarray:
        """These rows (ascending) in the order of a column; equal ones stay as they are."""
        d, at = self._dataset, self._property(column)
        if d is None:
            return rows
        if column == NUMBER:
            return rows[::-1] if falling else rows
        if column == STANDARD or at is not None:
            if at is None:
                values = np.full(len(d), np.inf)
                for row, (number, _) in self._standards.items():
                    values[row] = number
            else:
                assert d.targets is not None
                values = np.where(np.isfinite(d.targets.values[:, at]), d.targets.values[:, at], np.inf)
            keys = -values[rows] if falling else values[rows]
            return rows[np.argsort(keys, kind="stable")]
        if column == NAME:
            texts = names_of(d)[0]
        elif column == GROUP:
            texts = list(d.groups) if d.groups is not None else [""] * len(d)
        else:
            texts = [self.remark(row) for row in range(len(d))]
        return np.array(sorted(rows.tolist(), key=[t.casefold() for t in texts].__getitem__, reverse=falling),
                        dtype=np.intp)

    def _tip(self, row: int, column: int) -> str | None:
        if column == STANDARD and row in self._standards:
            number, standard = self._standards[row]
            lines = [f"Standard {number + 1}" + (", held out: its pairing is used to check the fit"
                                                 if standard.held_out else "")]
            for name, rows in standard.rows.items():
                if name in self._names:
                    lines.append(f"{name}: " + ", ".join(
                        f"{self._names[name].sample_names[r].strip() or '(no name)'} (#{r + 1})" for r in rows))
            return "\n".join(lines)
        d = self._dataset
        if column == NAME and d is not None and d.columns:
            return "\n".join([self._text(row, column), *(f"{t}: {c[row]}" for t, c in list(d.columns.items())[:20])])
        return self._text(row, column) or None


def _properties(dataset: SpectralDataset | None, wanted: bool) -> tuple[str, ...]:
    return dataset.targets.names if wanted and dataset is not None and dataset.targets is not None else ()
