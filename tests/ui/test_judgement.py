"""The card, the table and the rail say the same of a comparison, whatever it came to."""

from __future__ import annotations

import re

import numpy as np
import pytest

from spectralign_gui.core.notes import Note
from spectralign_gui.core.validation.entries import Entry
from spectralign_gui.core.validation.transfer_report import FIXED, full_report
from spectralign_gui.core.validation.transfer_result import TransferValidation
from spectralign_gui.core.validation.transfer_splits import TransferSplit
from spectralign_gui.presenters.judgement import ALIKE, doubt, judge
from spectralign_gui.session.compare.comparison_tables import grades_of
from spectralign_gui.session.compare.verdict import BESIDE, BEST, FAILED, PARTLY, SAME, UNSURE, WORSE
from spectralign_gui.ui.compare.charts import figures_text
from spectralign_gui.ui.compare.presets import PRESETS, USUAL, methods_of
from spectralign_gui.ui.compare.results import METHOD, ResultModel
from spectralign_gui.ui.compare.settings import SettingsForm
from spectralign_gui.ui.compare.words import verdict
from spectralign_gui.words.templates import every_template

KEYS = ("none", "bias", "mean-shift", "ds", "pds", "spiked", "lra", "target-only", "native", "a-on-a")


def comparison(seed: int, lines: tuple[str, ...] = KEYS) -> TransferValidation:
    """Made-up errors: methods that are alike, far apart or broken; one or two properties; one to eight repeats."""
    rng = np.random.default_rng(seed)
    keys = [k for k in lines if rng.random() < 0.8] or ["bias"]
    repeats, counts = int(rng.integers(1, 9)), (5, 10) if rng.random() < 0.5 else (8,)
    properties = ("Moisture", "Oil")[:int(rng.integers(1, 3))]
    rows = np.arange(8)
    pairs = np.column_stack([rows, rows])
    splits = [TransferSplit(rows, rows, rows + 10, rows + 10, pairs, rows, r, 0) for r in range(repeats)]
    found = TransferValidation(tuple(Entry(k, k) for k in keys), counts, properties, splits)
    scale = {k: rng.choice([0.3, 0.31, 0.5, 2.0]) for k in keys}
    broken = {k for k in keys if rng.random() < 0.15}
    for k in keys:
        for count in counts:
            for n in range(repeats):
                if k in broken:
                    found.cells[k, count, n] = {"error": f"{k} cannot be fitted.", "seconds": 0.1}
                    continue
                measured = rng.normal(10, 2, (8, len(properties)))
                noise = rng.normal(0, scale[k] * (1 + 2 / count), measured.shape)
                found.cells[k, count, n] = {"predicted": measured + noise, "measured": measured, "rows": rows,
                                            "seconds": 0.1, "chosen": {}, "warnings": ()}
    return found


@pytest.mark.parametrize("seed", range(80))
def test_card_and_table_never_disagree(qapp, seed):
    result = comparison(seed)
    model = ResultModel()
    model.start(result.properties)
    for count in result.counts:
        model.show(result, count)
        found = judge(result, model.ranked, count)
        last = model.columnCount() - 1
        shown = {line.key: model.data(model.index(row, last)) for row, line in enumerate(model.lines)}
        ranks = {line.key: model.data(model.index(row, 0)) for row, line in enumerate(model.lines)}
        assert set(found.grades) == {line.key for line in model.lines}
        assert [k for k, g in found.grades.items() if g == BEST] == ([found.best] if found.best else [])
        for key, grade in found.grades.items():
            if grade == BEST:
                assert shown[key] == "smallest errors" and ranks[key] == "1"
            elif grade == SAME:
                assert shown[key] == "not distinguishable" and "≈" in ranks[key]
            elif grade == WORSE:
                assert shown[key] == "worse" and "≈" not in ranks[key]
            elif grade == UNSURE:
                assert shown[key] == "varies too much to tell" and "≈" not in ranks[key]
            elif grade == PARTLY:
                assert shown[key].startswith("worse for ") and "≈" not in ranks[key]
            elif grade == FAILED:
                assert "cannot be fitted" in shown[key]
            elif grade == BESIDE:
                assert not ranks[key]
        ordered = [found.grades[line.key] for line in model.ranked if line.rank]
        worse = next((k for k, g in enumerate(ordered) if g in (PARTLY, WORSE)), len(ordered))
        assert SAME not in ordered[worse:], "no line below a worse one is called as good as the best"
        table, copied = model.report_table()[1], model.copy_table(range(len(model.lines)))[1]
        for row, line in zip(table, model.ranked, strict=True):
            assert row[-1] == shown[line.key] or not line.intervals, "the report says what the table says"
        for row, line in zip(copied, model.lines, strict=True):
            assert row[-1] == shown[line.key]
        written = grades_of(full_report(result), str(count))
        assert written == {k: g for k, g in found.grades.items() if g not in (FAILED, BESIDE)}, "and so does the file"
        if found.best:
            title = model.data(model.index(model.keys.index(found.best), METHOD)).removeprefix("✓ ")
            assert title in found.do or found.best in ("none", "target-only")
            number = re.search(r"Not distinguishable from (\d+) of (\d+) others", found.sure)
            if number:
                assert int(number[1]) == len(found.same) > 1
            assert ("Clearly better" in found.sure) == (not found.same and sum(
                line.rank > 0 for line in model.ranked) > 1)
            assert found.do in verdict(result, model.ranked, count) and found.error
        else:
            assert found.do == "No method could be fitted." and not found.usable


def test_presets_fill_the_form_and_name_methods_that_there_are(qtbot):
    form = SettingsForm()
    qtbot.addWidget(form)
    there = {item.data(0, 256) for item in form.items()}
    assert set(USUAL) <= there
    for preset in PRESETS.values():
        form.apply(preset)
        settings = form.settings()
        assert set(settings.methods) == set(methods_of(preset)) & there
        assert settings.repeats == preset.repeats and (settings.budget or 0) == preset.budget
    assert PRESETS["quick"].budget <= 20


@pytest.mark.parametrize("seed", range(60))
def test_card_and_figures_say_the_same_of_more_standards(qapp, seed):
    """Whether more would lower the error is one question, with one answer; what settles the advice is another."""
    result, model = comparison(seed), ResultModel()
    model.start(result.properties)
    model.show(result, result.counts[-1])
    found = judge(result, model.ranked, result.counts[-1])
    if not found.best:
        return
    told = [figures_text(result, found.best, result.counts[-1], j) for j in range(len(result.properties))]
    if "More would lower it further" in found.cost or "It still falls" in found.cost:
        assert any("would still lower the error" in t or "would come within" in t for t in told), told
    elif "no sign that more would lower it" in found.cost:
        assert all("No sign" in t or "no sign" in t or "enough: within" in t or "cannot tell" in t for t in told), told
    else:
        assert len(result.counts) == 1 or found.best in FIXED or all("cannot tell" in t for t in told), (told, found)
    assert "measure more" not in f"{found.do} {found.sure} {found.cost}".lower()


def test_what_settles_the_question_is_not_said_to_lower_the_error():
    texts = {code: text for code, text in every_template().items() if code.startswith(("advice.unclear", "benefit."))}
    for code, text in texts.items():
        assert "Measure" not in text and "measuring" not in text, (code, text)
    assert "settle this question" in texts["advice.unclear_more"] and "hit rate" in texts["benefit.stop"]


@pytest.mark.parametrize("seed", range(80))
def test_what_cannot_be_told_from_no_transfer_is_not_recommended_without_a_reserve(qapp, seed):
    """80 comparisons; suspicious standards take the reserve too, whatever the errors are."""
    result, model = comparison(seed), ResultModel()
    model.start(result.properties)
    count = result.counts[-1]
    model.show(result, count)
    found = judge(result, model.ranked, count)
    none = next((line for line in model.ranked if line.key == "none"), None)
    alike = (found.usable and found.best != "none" and none is not None and found.grades["none"] in (SAME, UNSURE)
             and any(d.get("low") is not None for d in (none.against or {}).values()))
    assert (found.doubted == ALIKE) is alike and (ALIKE in doubt(result, model.ranked, found.best, count)) is alike
    if alike:
        assert not found.good and found.do.endswith("but its result is uncertain.")
    note = Note("pairs.suspects", said=Note("pairs.suspects_swapped", swapped=["S1", "S2"]))
    warned = found.suspecting([note])
    assert warned.good is False
    said = "S1 and S2 look swapped: leave them out or measure them again."
    assert not found.usable or warned.doubted.startswith(said)
