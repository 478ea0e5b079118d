"""Tables that docks show, for the report of a run."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QDockWidget

from ...io.report import Table
from ...io.report_tables import predictions_table
from ...session.run import RunResult
from ...session.state import SessionState
from ..compare import CompareDock
from ..compare.charts import figures_text
from ..compare.results import shown_title
from ..predict import PredictDock


def dock_tables(docks: Mapping[str, QDockWidget], result: RunResult) -> list[Table]:
    """Predictions of new samples and the comparison of methods, as far as there are any for these data."""
    tables = []
    predict, compare = docks.get("predict"), docks.get("compare")
    if isinstance(predict, PredictDock) and predict.values.predictions is not None:
        tables.append(predictions_table(predict.values.predictions, predict.instrument.currentText()))
    if isinstance(compare, CompareDock) and not compare.running and compare.results.lines:
        made_of = compare.compared
        if made_of.instruments == result.state.instruments:
            header, rows = compare.results.report_table()
            tables.append(Table("Comparison of methods", header, rows, _note(compare, made_of, result)))
    return tables


def _note(compare: CompareDock, made_of: SessionState, result: RunResult) -> str:
    note = (f"RMSEP on {result.state.instruments[1]}, mean over the repeats ± its 95 % interval, with "
            f"{compare.count.currentText()}. {compare.verdict}{_of_the_best(compare)}")
    now = result.state
    same = (all(a is b for a, b in zip(made_of.datasets, now.datasets, strict=True))
            and made_of.excluded == now.excluded and made_of.standards == now.standards
            and made_of.preprocessing == now.preprocessing)
    return note if same else note + " It was made with other spectra, standards or preprocessing than this run."


def _of_the_best(compare: CompareDock) -> str:
    """SEP, bias, R² and so on of the best line for every property, of the predictions of all repeats together."""
    found, lines, count = compare.worth_keeping, compare.results.ranked, compare.count.currentData()
    if found is None or not lines or not lines[0].rank:
        return ""
    texts = [figures_text(found, lines[0].key, int(count), j) for j in range(len(found.properties))]
    return f" {shown_title(lines[0].key)}: {' '.join(t for t in texts if t)}"
