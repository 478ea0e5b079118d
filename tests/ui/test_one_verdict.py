"""Rail, Check, Predict, its table and file, and the report say one thing of a run, whatever a comparison came to."""

from __future__ import annotations

import re

import pytest

from spectralign_gui.core.transfers.said import sentence_of
from spectralign_gui.core.validation.transfer_report import how_many_more
from spectralign_gui.io.report import ReportOptions, render_report
from spectralign_gui.presenters.moods import WORDS
from spectralign_gui.presenters.run_verdict import run_verdict
from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.compare.charts import figures_text
from spectralign_gui.ui.compare.judgement import doubt, expected, judge
from spectralign_gui.ui.compare.results import ResultModel
from spectralign_gui.ui.predict import PredictDock
from spectralign_gui.ui.quality import QualityDock
from spectralign_gui.ui.workspaces.known import Compared, Known, Predicted
from spectralign_gui.ui.workspaces.status import ending, statuses
from tests.ui.helpers import make_dataset
from tests.ui.test_judgement import comparison

SIGNS = {"good": "✓", "warning": "⚠", "bad": "✗", "muted": ""}


@pytest.fixture(scope="module")
def runs():
    """Runs whose figures differ: held-out values, none held out, hits only."""
    made = []
    for held, method, values in ((0.25, "pds", True), (0.0, "pds", True), (0.0, "lra", True), (0.25, "lra", False)):
        sets = (make_dataset("A", seed=1), make_dataset("B", seed=2))
        sets = tuple(d if values else d.with_(targets=None) for d in sets)
        standards = match_by_name(sets).standards
        made.append(execute(SessionState(sets, hold_out_share(standards, held) if held else standards, method=method)))
    return made


def said_of(model, run, tested):
    """The verdict that the window shows."""
    model.reset(run.state)
    model.tested = lambda: tested
    model.add_run(run)
    return model.verdict()


@pytest.mark.parametrize("seed", range(40))
def test_no_two_places_contradict(qapp, model, runs, seed):
    """160 runs beside 40 comparisons: every mark of the rail, its last line, and the words of the verdict."""
    result, table = comparison(seed), ResultModel()
    table.start(result.properties)
    count = result.counts[-1]
    table.show(result, count)
    found = judge(result, table.ranked, count)
    for number, run in enumerate(runs):
        key = table.ranked[(seed + number) % len(table.ranked)].key
        tested = expected(result, key, count), doubt(result, table.ranked, key, count)
        verdict = said_of(model, run, tested)
        card = Compared(found.best, "line", found.do, found.usable and not found.unlearned)
        known = Known(run.state, run, 1, card, Predicted(24, "Run 1"), trusted=verdict.mood, headline=verdict.sentence,
                      doubted=verdict.doubted)
        lines = statuses(known)
        marks = {lines[name].mark for name in ("align", "predict", "check")}
        assert marks in ({"done"}, {"warning"}, {"done", "missing"}), (verdict, marks)
        assert lines["check"].line == WORDS[verdict.mood] and verdict.word in verdict.brief
        assert (ending(lines) == "All steps are done.") == all(s.mark != "warning" for s in lines.values())
        if verdict.mood in ("warning", "bad"):
            assert f"Check: {verdict.word}." in ending(lines)
        if tested[1]:
            assert verdict.mood != "good" and verdict.doubted == tested[1]
        assert not (verdict.mood == "good" and verdict.doubted)


def test_every_place_of_the_window_shows_it(qtbot, model, controller, runs, tmp_path):
    predict, quality = PredictDock(model, controller), QualityDock(model, controller)
    for dock in (predict, quality):
        qtbot.addWidget(dock)
        dock.show()
    run = runs[1]
    for tested in (("", ""), ("Oil 0.31 ± 0.04 %", ""), ("Oil 0.31 %", "Without a transfer the errors are smaller.")):
        verdict = said_of(model, run, tested)
        predict.predict_loaded()
        qtbot.waitUntil(lambda: predict.values.predictions is not None and not predict.work.running())
        model.verdictChanged.emit()
        qtbot.waitUntil(lambda: not model.turns.busy)
        header, rows = predict.values.whole_table()
        assert header[-1] == "Verdict" and {row[-1] for row in rows} == {verdict.word}
        assert predict.says.text().startswith(verdict.brief)
        assert quality.headline.text().startswith(SIGNS[verdict.mood]) and verdict.sentence in quality.headline.text()
        assert predict.report_tables(run)[0].note.startswith(verdict.brief)
        assert verdict.brief in render_report(run, ReportOptions(verdict=verdict.brief)).replace("&#39;", "'")
    model.tested = lambda: ("", "")


def test_a_comparison_that_ends_later_is_heard(qtbot, model, controller, runs):
    quality = QualityDock(model, controller)
    qtbot.addWidget(quality)
    quality.show()
    before = said_of(model, runs[1], ("", ""))
    qtbot.waitUntil(lambda: before.sentence in quality.headline.text())
    model.tested = lambda: ("Oil 0.31 ± 0.04 %", "")
    model.verdictChanged.emit()
    assert "RMSEP Oil 0.31" in quality.headline.text() and model.verdict() == run_verdict(
        runs[1], ("Oil 0.31 ± 0.04 %", ""))


@pytest.mark.parametrize("seed", range(30))
def test_numbers_of_more_standards_say_what_they_are_for(qapp, seed):
    """What settles a question and what lowers the error are two numbers: neither stands without what it is for."""
    result = comparison(seed)
    for entry in result.entries:
        text = figures_text(result, entry.key, result.counts[-1], 0)
        for part in re.findall(r"[^.]*more standard[^.]*\.", text):
            assert "Error against the number of standards: " in part, text
    assert re.search(r"\d+ more standards", how_many_more((5, 10), (1.0, 0.95), True)["sentence"])
    need = {"code": "unclear", "line": "none", "probability": 0.6, "as_on_a": False, "more": 101, "gain": 0.0}
    advice = sentence_of({"properties": [need], "standards": 20, "verdict": "not-enough-standards", "method": ""})
    assert "whether no transfer is needed" in advice and "would not settle it" in advice
