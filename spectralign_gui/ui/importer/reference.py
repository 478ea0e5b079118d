"""Reference values: join a table to the loaded spectra by sample name, or by row order after asking."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from ...core.data import SpectralDataset
from ...io.readers import Table
from ...session.standards.pairing import in_a_row
from ...session.state.editing import replace_dataset
from ...session.state.reference_values import JoinReport, join_by_name, join_by_row
from ..dialogs import ask, tell
from ..state import AppModel


class ReferenceJoiner(QObject):
    """Joins tables of reference values; `joined` carries the reports."""

    joined = Signal(object)

    def __init__(self, model: AppModel, window: QWidget) -> None:
        super().__init__(window)
        self._model, self._window = model, window

    def join(self, path: str, tables: Sequence[Table]) -> bool:
        """Join the tables of a file to all instruments that they fit; whether something was joined."""
        name = Path(path).name
        if not self._model.state.datasets:
            tell(self._window, "Reference values", f"{name} holds reference values; load the spectra they belong to "
                 "first.", name="reference-early")
            return False
        done = False
        for table in tables:
            done = self._join_table(name, table) or done
        return done

    def _join_table(self, name: str, table: Table) -> bool:
        datasets = self._model.state.datasets
        reports = [join_by_name(d, table.names, table.targets) for d in datasets] if table.names else []
        reports = [r for r in reports if r.matched]
        if not reports:
            equal = [d for d in datasets if len(d) == len(table.targets)]
            reports = self._ask_rows(name, table, equal)
            if not reports:
                return False
        state = self._model.state
        for report in reports:
            state = replace_dataset(state, report.dataset)
        self._model.change(f"Join {name}", state)
        self._tell(name, table, reports)
        self.joined.emit(reports)
        return True

    def _ask_rows(self, name: str, table: Table, equal: Sequence[SpectralDataset]) -> list[JoinReport]:
        rows = len(table.targets)
        why = "has no sample names" if not table.names else "names none of the loaded samples"
        if not equal:
            sizes = ", ".join(f"{len(d)} on {d.name}" for d in self._model.state.datasets)
            tell(self._window, "Reference values", f"{name} {why}, and its {rows} rows are not as many as the spectra "
                 f"({sizes}), so it cannot be joined.", name="reference-refused")
            return []
        first = ", ".join(f"{p} {v:g}" for p, v in zip(table.targets.names, table.targets.values[0], strict=True))
        samples = in_a_row([f"{d.sample_names[0].strip() or 'the spectrum in row 1'} of {d.name}" for d in equal])
        question = f"Are its {rows} rows in the same order as the spectra of {in_a_row([d.name for d in equal])}?"
        answer = ask(self._window, "Join by row order?", f"{name} {why}. {question}", ["&Join by row order"],
                     detail=f"The first row ({first}) would belong to {samples}.", name="ask-reference-rows")
        return [join_by_row(d, table.targets) for d in equal] if answer == 0 else []

    def _tell(self, name: str, table: Table, reports: Sequence[JoinReport]) -> None:
        for report in reports:
            self._model.message.emit(f"{name} → {report.summary}")
        # a row that no instrument has is worth saying; one that only some instruments have is normal
        unused = set(reports[0].unused).intersection(*(r.unused for r in reports[1:]))
        censored = int(table.targets.censored.sum())
        lines = list(table.notes)
        for report in reports:
            if report.without_values:
                lines.append(f"{report.dataset.name}, samples without reference values "
                             f"({len(report.without_values)}): {', '.join(report.without_values[:200])}")
            if report.ambiguous:
                lines.append(f"{report.dataset.name}, several rows that contradict each other: "
                             f"{', '.join(report.ambiguous[:200])}")
        if unused:
            listed = [n for n in reports[0].unused if n in unused]
            lines.append(f"Rows of {name} that no sample has ({len(listed)}): {', '.join(listed[:200])}")
        if censored:
            lines.append("1 value below a limit (<…) is kept as unknown." if censored == 1 else
                         f"{censored} values below a limit (<…) are kept as unknown.")
        if lines:
            tell(self._window, "Reference values", "\n".join(r.summary for r in reports), detail="\n".join(lines),
                 icon=QMessageBox.Icon.Information, name="reference-report")
