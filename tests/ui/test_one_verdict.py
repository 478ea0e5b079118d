"""Rail, Check, Predict, its table and file, and the report say one thing of a run, whatever a comparison came to."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

import pytest

from spectralign_gui.core.transfers.said import VERDICTS, sentence_of
from spectralign_gui.core.validation.transfer_report import how_many_more
from spectralign_gui.io.report import ReportOptions, render_report
from spectralign_gui.presenters.judgement import ALIKE, Judgement, doubt, expected, judge
from spectralign_gui.presenters.moods import WORDS
from spectralign_gui.presenters.quality import headline
from spectralign_gui.presenters.run_verdict import RunVerdict, run_verdict
from spectralign_gui.session.compare.verdict import ONE_LINE, Advised
from spectralign_gui.session.run import execute
from spectralign_gui.session.run.run_errors import run_errors
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.compare import CompareDock
from spectralign_gui.ui.compare.charts import figures_text
from spectralign_gui.ui.compare.results import ResultModel
from spectralign_gui.ui.predict import PredictDock
from spectralign_gui.ui.quality import QualityDock
from spectralign_gui.ui.workspaces.known import Checked, Compared, Known, Predicted
from spectralign_gui.ui.workspaces.status import ending, statuses
from tests.ui.helpers import make_dataset
from tests.ui.test_judgement import KEYS, comparison
from tests.ui.test_ticks import made_up

SIGNS = {"good": "✓", "warning": "⚠", "bad": "✗", "muted": ""}


class _Unsure:
    """An estimator whose advice is as told."""

    def __init__(self, estimator, verdict, confidence):
        self._estimator = estimator
        self.recommendation_ = {"sentence": "Advice.", "verdict": verdict, "confidence": confidence}

    def __getattr__(self, name):
        return getattr(self._estimator, name)


def advised(run, verdict, confidence):
    """The run as if the automatic transfer had made it, and said so."""
    return replace(run, estimator=_Unsure(run.estimator, verdict, confidence))


@pytest.fixture(scope="module")
def runs():
    """Runs whose figures differ: held-out values, none held out, hits only; advice of every kind; hits by chance."""
    made = []
    for held, method, values in ((0.25, "pds", True), (0.0, "pds", True), (0.0, "lra", True), (0.25, "lra", False)):
        sets = (make_dataset("A", seed=1), make_dataset("B", seed=2))
        sets = tuple(d if values else d.with_(targets=None) for d in sets)
        standards = match_by_name(sets).standards
        made.append(execute(SessionState(sets, hold_out_share(standards, held) if held else standards, method=method)))
    for base, verdict, confidence in product(made[:2], VERDICTS.values(), ("high", "fair", "low")):
        made.append(advised(base, verdict, confidence))
    hits = {"3": {"a_to_b": 0.0, "b_to_a": 0.1}}
    made += [replace(run, quality=run.quality.with_(hit=hits)) for run in made[:4]]
    return made


def said_of(model, run, tested):
    """The verdict that the window shows."""
    model.reset(run.state)
    model.tested = lambda: tested
    model.add_run(run)
    return model.verdict()


@pytest.mark.parametrize("seed", range(40))
def test_no_two_places_contradict(qapp, model, runs, seed):
    """More than a thousand pairs of run and comparison: card, every mark of the rail, its last line, and the words."""
    result, table = comparison(seed), ResultModel()
    table.start(result.properties)
    count = result.counts[-1]
    table.show(result, count)
    found = judge(result, table.ranked, count)
    for number, run in enumerate(runs):
        key = table.ranked[(seed + number) % len(table.ranked)].key
        tested = expected(result, key, count), doubt(result, table.ranked, key, count)
        verdict = said_of(model, run, tested)
        seen = found.beside(verdict) if key == found.best else found
        card = Compared(seen.best, "line", seen.do, seen.good)
        known = Known(run.state, run, 1, card, Predicted(24, "Run 1"), trusted=verdict.mood, headline=verdict.sentence,
                      doubted=verdict.doubted)
        lines = statuses(known)
        if key == found.best:
            doubtful = verdict.mood in ("warning", "bad")
            assert lines["compare"].mark == ("warning" if doubtful else "done") or found.unlearned
            assert not (seen.do.startswith("Use") and doubtful), (seen.do, verdict)
            assert seen.good or seen.doubted or found.unlearned
        marks = {lines[name].mark for name in ("align", "predict", "check")}
        assert marks in ({"done"}, {"warning"}, {"done", "missing"}), (verdict, marks)
        assert lines["check"].line == WORDS[verdict.mood] and verdict.word in verdict.brief
        if verdict.mood in ("warning", "bad"):  # a word without its reason helps nobody
            assert len(verdict.brief) > len(f"Verdict: {verdict.word}. ") + 10, verdict
        assert (ending(lines) == "All steps are done.") == all(s.mark != "warning" for s in lines.values())
        if verdict.mood in ("warning", "bad"):
            assert f"Check: {verdict.word}." in ending(lines)
        if tested[1]:
            assert verdict.mood != "good" and verdict.doubted == tested[1]
        assert not (verdict.mood == "good" and verdict.doubted)


@pytest.mark.parametrize("seed", range(60))
def test_advice_never_stands_beside_a_verdict_that_it_speaks_against(qapp, model, runs, seed):
    """4320 cards: comparisons with the automatic transfer, and every advice of it; before and after the run is made."""
    result, table = comparison(seed, ("auto", *KEYS[seed % 4:])), ResultModel()
    table.start(result.properties)
    count = result.counts[-1]
    table.show(result, count)
    judged = judge(result, table.ranked, count)
    if not judged.best or not judged.usable:
        assert judged.advised(Advised("Advice.", "low", "unclear", "")).doubted == ""
        return
    base = runs[1]  # nothing held out: its errors are those of the comparison
    tested = expected(result, judged.best, count), doubt(result, table.ranked, judged.best, count)
    for verdict, confidence, method in product(sorted({*VERDICTS.values(), "no-transfer-helps", "by-property"}),
                                               ("high", "fair", "low"), ("", judged.best, "pds")):
        advice = Advised("Automatic transfer combines the models.", confidence, verdict, method)
        card = judged.advised(advice)
        if judged.best != "auto":
            assert card.doubted in ("", ALIKE) and (not card.advice or (
                confidence == "high" and method == judged.best and verdict in ONE_LINE)), (judged.best, advice)
        run = advised(base, verdict, confidence) if judged.best == "auto" else base
        said = run_verdict(run, tested)
        if judged.best == "auto":
            assert bool(card.doubted) is (said.mood != "good") or card.unlearned or tested[1], "before as after"
        for shown, mood in ((card, "muted"), (card.beside(said), said.mood)):
            texts = f"{shown.do} {shown.advice} {shown.doubted}"
            assert not (mood == "good" and re.search("Confidence: (low|fair)", texts)), (shown, said)
            assert shown.do.startswith(("Use", "Do not")) is not bool(shown.doubted), shown
            compared = Compared(shown.best, "line", shown.do, shown.good)
            known = Known(run.state, run, 1, compared, Predicted(24, "Run 1"), trusted=mood, headline=said.sentence)
            marks = {name: status.mark for name, status in statuses(known).items()}
            assert (marks["compare"] == "done") is shown.good
            if mood != "muted" and not shown.unlearned:
                assert shown.good is (mood == "good") and marks["predict"] == marks["check"] == marks["compare"]


@pytest.mark.parametrize(("mood", "mark"), [("good", "done"), ("warning", "warning"), ("bad", "warning"),
                                            ("muted", "missing")])
def test_no_change_since_the_run_is_no_tick_for_bad_values(runs, mood, mark):
    """Two questions: whether something has changed, and whether the values were good; both are said."""
    run = runs[0]
    known = Known(run.state, run, 1, checked=Checked("2026-05-12", True, "No sign of a change."), trusted=mood,
                  headline="Why.")
    line = statuses(known)["check"]
    assert line.mark == mark and line.line == f"stable, {'2026-05-12' if mood == 'good' else WORDS[mood]}"
    assert "Change since the run: No sign" in line.detail and f"Values of the run: {WORDS[mood]}. Why." in line.detail
    alarm = statuses(replace(known, checked=Checked("2026-05-12", False, "Beyond the limits.")))["check"]
    assert alarm.mark == "warning" and alarm.line.startswith("alarm")


def test_the_check_names_the_run_where_the_comparison_recommends_another_method(runs):
    run = runs[0]
    known = Known(run.state, run, 1, Compared("ds", "DS", "Use DS: it has the smallest errors."), trusted="bad",
                  headline="Why.")
    detail = statuses(known)["check"].detail
    assert detail.startswith(f"{run.method.title}: not good.") and "This is the shown run." in detail
    assert "Use DS" in detail
    same = replace(known, compared=Compared(run.method.name, "x", "Use it."))
    assert "shown run" not in statuses(same)["check"].detail


def test_the_card_changes_with_the_run_that_is_shown(qtbot, model, controller, runs):
    """The card recommends a method; the run that was made of it turns out doubtful, is mended, and another is shown."""
    dock = CompareDock(model, controller)
    qtbot.addWidget(dock)
    run = runs[0]
    model.reset(run.state)
    dock.ensure_built()
    dock._show_result(made_up({"pds": 0.2, "none": 2.0}, 0), Advised())
    assert dock.card.do.text().startswith("Use ") and dock.in_short().good
    model.add_run(run)
    doubtful = replace(run, quality=run.quality.with_(hit={"3": {"a_to_b": 0.0, "b_to_a": 0.0}}))
    for shown, good in ((doubtful, False), (run, True), (doubtful, False)):
        model.update_current(shown)
        assert model.verdict().mood == ("good" if good else "warning") and dock.in_short().good is good
        assert dock.card.do.text().startswith("Use ") is good
        said = dock.card.rows["doubted"][1]
        assert (model.verdict().sentence == said.text() and not said.isHidden()) is not good
        assert (dock.in_short().sentence.startswith("Use ")) is good
        note = dock.report_tables(shown)[0].note
        assert ("but its result is uncertain" in note) is not good


@pytest.mark.parametrize(("key", "said"), [
    ("target-only", "A model of B's standards alone has the smallest errors, but its result is not good."),
    ("none", "A's model without a transfer has the smallest errors, but its result is not good."),
    ("bias", "Bias correction has the smallest errors, but its result is not good.")])
def test_a_doubtful_yardstick_is_said_in_a_whole_sentence(key, said):
    assert Judgement(key).beside(RunVerdict("bad", "Why.")).do == said


def test_unsure_advice_is_not_called_not_good_where_the_values_are(runs):
    for run in runs:
        text, mood = headline(run)
        errors = run_errors(run)
        if errors and all(e.r2 > 0 for e in errors):
            advice = getattr(run.estimator, "recommendation_", None)
            assert mood != "bad" or advice["verdict"] == "nothing-learned", text


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


@pytest.mark.parametrize(("mood", "doubted", "kept"), [
    ("warning", "", "Verdict: uncertain. Why."), ("bad", "", "Verdict: not good. Why."),
    ("warning", "Oil is doubtful.", "Verdict: uncertain. Oil is doubtful."), ("good", "", "Verdict: can be trusted.")])
def test_a_verdict_that_goes_with_a_model_says_why(mood, doubted, kept):
    assert RunVerdict(mood, "Why.", doubted).kept == kept
