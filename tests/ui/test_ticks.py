"""A tick of the rail needs good values, not only hits: errors that beat the mean, and no transfer."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from spectralign_gui.core.data import Targets
from spectralign_gui.core.validation.entries import Entry
from spectralign_gui.core.validation.transfer_result import TransferValidation
from spectralign_gui.core.validation.transfer_splits import TransferSplit
from spectralign_gui.presenters.judgement import doubt, judge
from spectralign_gui.presenters.quality import headline, values_doubted
from spectralign_gui.session.run.execution import execute
from spectralign_gui.session.run.run_errors import run_errors
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state.session_state import SessionState
from spectralign_gui.ui.compare.results import ResultModel
from spectralign_gui.ui.workspaces.known import Compared, Known, Predicted
from spectralign_gui.ui.workspaces.status import statuses
from tests.ui.helpers import make_dataset

METHODS = ("lra", "pds", "bias", "spiked", "cca")


def session(values: str, seed: int, method: str) -> SessionState:
    """Two instruments that agree; their reference values follow the spectra, or not at all."""
    rng = np.random.default_rng(seed)
    a, b = make_dataset("A", n=32, seed=seed), make_dataset("B", n=32, seed=seed + 50)
    standards = hold_out_share(match_by_name((a, b)).standards, 0.25)
    table = a.targets.values.copy()
    if values == "noise":
        table = rng.normal(10, 1, table.shape)
    elif values == "one of two":
        table[:, 1] = rng.normal(10, 1, len(table))
    targets = Targets(a.targets.names, table, a.targets.units)
    return SessionState((a.with_(targets=targets), b.with_(targets=None)), standards, method=method)


@pytest.mark.parametrize(("values", "method"), list(product(("true", "noise", "one of two"), METHODS)))
def test_a_run_is_ticked_only_where_its_values_beat_the_mean(values, method):
    for seed in range(2):
        run = execute(session(values, seed, method))
        errors = run_errors(run)
        assert errors, "the held-out standards have values"
        why, trusted = headline(run)
        known = Known(run.state, run, 1, errors=tuple((e.name, e.text) for e in errors), trusted=trusted, headline=why,
                      predicted=Predicted(32, "run 1"), doubted=values_doubted(run))
        marks = {name: statuses(known)[name].mark for name in ("align", "predict", "check")}
        bad = {e.name for e in errors if e.r2 <= 0}
        if bad:
            assert marks == dict.fromkeys(marks, "warning") and "no better than by the mean" in why
            assert all(name in statuses(known)["predict"].detail for name in bad)
        else:
            assert marks["predict"] == "done" and "no better" not in why
        if values == "true" and not run.quality.hit:
            assert not bad, "a transfer of instruments that agree"
        elif values == "noise" and run.quality.hit:
            assert min(run.quality.hit["3"].values()) > 0.5, "hits say nothing of the values"


def test_hits_without_a_tested_value_are_no_tick():
    run = execute(session("true", 0, "lra"))
    untested = replace(run, quality=run.quality.with_(held_out={}))
    assert headline(run)[1] == "good"
    why, trusted = headline(untested)
    assert trusted == "warning" and "no value was tested" in why
    bare = tuple(d.with_(targets=None) for d in run.state.datasets)
    without = execute(run.state.with_(datasets=bare))
    assert headline(without)[1] == "good" and values_doubted(without) == "", "without values hits are what there is"


def made_up(errors: dict[str, float], seed: int) -> TransferValidation:
    """A comparison of lines with these errors, of values that spread by 1."""
    rng = np.random.default_rng(seed)
    rows = np.arange(12)
    pairs = np.column_stack([rows, rows])
    splits = [TransferSplit(rows, rows, rows + 20, rows + 20, pairs, rows, r, 0) for r in range(4)]
    found = TransferValidation(tuple(Entry(k, k) for k in errors), (8,), ("Oil",), splits)
    for (key, error), n in product(errors.items(), range(4)):
        measured = rng.normal(10, 1, (12, 1))
        off = rng.normal(0, 1, measured.shape)
        found.cells[key, 8, n] = {"predicted": measured + error * off / np.sqrt((off ** 2).mean()),
                                  "measured": measured, "rows": rows, "seconds": 0.1, "chosen": {}, "warnings": ()}
    return found


@pytest.mark.parametrize(("pds", "none"), list(product((0.2, 0.7, 2.0, 5.0), (0.3, 1.9, 4.0))))
def test_a_comparison_is_ticked_only_where_its_best_line_beats_the_mean(qapp, pds, none):
    for seed in range(5):
        result = made_up({"pds": pds, "none": none}, seed)
        model = ResultModel()
        model.start(result.properties)
        model.show(result, 8)
        found = judge(result, model.ranked, 8)
        good = min(pds, none) < 1
        assert found.usable == good and (found.unlearned == ()) == good
        assert ("Nothing can be predicted yet" in found.do) == (not good) and found.best == min(
            {"pds": pds, "none": none}, key={"pds": pds, "none": none}.get)
        line = Compared(found.best, "x", found.do, found.usable and not found.unlearned)
        assert statuses(Known(SessionState(), compared=line))["compare"].mark == ("done" if good else "warning")
        said = doubt(result, model.ranked, "pds", 8)
        assert ("no better than by the mean" in said) == (pds > 1)
        assert ("Without a transfer the errors are smaller" in said) == (none < pds)
        assert doubt(result, model.ranked, "none", 8) == ("" if none < 1 else "But Oil is predicted no better than by "
                                                          "the mean.")


def test_the_rail_marks_a_run_that_the_comparison_found_wanting(qtbot, window):
    compare = window.docks["compare"]
    window.complete()
    state = session("noise", 3, "bias")
    window.model.reset(state.with_(standards=tuple(s.with_held_out(False) for s in state.standards)))
    compare = window.docks["compare"]
    compare.ensure_built()
    compare.form.check_only(("bias",))
    compare.form.standards.setText("8")
    compare.form.repeats.setValue(2)
    compare.start.trigger()
    qtbot.waitUntil(lambda: not compare.running, timeout=60_000)
    rail = window.lead.rail
    qtbot.waitUntil(lambda: rail.buttons["compare"].status.mark == "warning")
    assert not compare.judgement().usable and compare.card.use.isHidden()
    with qtbot.waitSignal(window.docks["predict"].valuesShown, timeout=60_000):
        compare.use_best.trigger()
    for name in ("align", "predict"):
        qtbot.waitUntil(lambda name=name: rail.buttons[name].status.mark == "warning")
        assert "mean" in rail.buttons[name].status.detail
