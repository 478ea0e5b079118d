"""The comparison as a table of the report of a run; `compare` is the dock (`dock.CompareDock`)."""

from __future__ import annotations

from typing import Any

from ...io.report import Table
from ...session.run.execution import RunResult
from ...session.state.session_state import SessionState
from .charts import figures_text
from .results import shown_title


def comparison_tables(compare: Any, result: RunResult) -> list[Table]:
    """The comparison of methods, if there is one of the instruments of the run."""
    made_of = compare.compared
    if compare.running or not compare.results.lines or made_of.instruments != result.state.instruments:
        return []
    header, rows = compare.results.report_table()
    return [Table("Comparison of methods", header, rows, _note(compare, made_of, result))]


def _note(compare: Any, made_of: SessionState, result: RunResult) -> str:
    note = (f"RMSEP on {result.state.instruments[1]}, mean over the repeats ± its 95 % interval, with "
            f"{compare.count.currentText()}. {compare.verdict}{_doubted(compare)}{_of_the_best(compare)}")
    now = result.state
    same = (all(a is b for a, b in zip(made_of.datasets, now.datasets, strict=True))
            and made_of.excluded == now.excluded and made_of.standards == now.standards
            and made_of.preprocessing == now.preprocessing)
    return note if same else note + " It was made with other spectra, standards or preprocessing than this run."


def _doubted(compare: Any) -> str:
    """That the run of what is recommended is not to be trusted, as the card says it."""
    found = compare.judgement()
    return f" {found.do} {found.doubted}" if found is not None and found.doubted else ""


def _of_the_best(compare: Any) -> str:
    """SEP, bias, R² and so on of the best line for every property, of the predictions of all repeats together."""
    found, lines, count = compare.worth_keeping, compare.results.ranked, compare.count.currentData()
    if found is None or not lines or not lines[0].rank:
        return ""
    texts = [figures_text(found, lines[0].key, int(count), j) for j in range(len(found.properties))]
    return f" {shown_title(lines[0].key)}: {' '.join(t for t in texts if t)}"
