"""The automatic transfer from the standards only: a method of its own, and a line beside the automatic one."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core import create
from spectralign_gui.core.registry import method
from spectralign_gui.core.validation.entries import Entry
from spectralign_gui.core.validation.transfer import validate_transfers
from spectralign_gui.core.validation.transfer_data import TransferData
from spectralign_gui.core.validation.transfer_report import full_report
from tests.core.transfers.conftest import simulate

SETTINGS = {"max_components": 4, "budget": None}


@pytest.fixture(scope="module")
def data():
    """Few marked, and B has measured A's other samples too."""
    return simulate(noise=3e-3, n=40, p=30)


def fit(data, rows_b, name="auto", **values):
    A, B, Y = data
    pairs = np.stack([np.arange(6)] * 2, axis=1)
    return create(name, **SETTINGS, **values).fit([A, B[rows_b]], pairs=pairs, targets=[Y, None])


def test_it_is_the_automatic_transfer_without_unmarked_pairs(data):
    info, (_, B, _) = method("auto-marked"), data
    assert info.preset == {"unmarked": False} and "unmarked" not in {p.name for p in info.parameters}
    assert info.title == "Automatic transfer, standards only" and info.create().unmarked is False
    named, set_so = fit(data, np.arange(30), "auto-marked"), fit(data, np.arange(30), unmarked=False)
    np.testing.assert_array_equal(named.predict(B[30:], 1), set_so.predict(B[30:], 1))
    assert not np.allclose(fit(data, np.arange(30)).predict(B[30:], 1), named.predict(B[30:], 1))


def test_standards_only_means_that_nothing_else_of_b_takes_part(data):
    """Not even unlabelled: what someone gets who measures the standards and nothing else."""
    _, B, _ = data
    nothing_else = fit(data, np.arange(6), "auto-marked").predict(B[30:], 1)
    for rows in (np.arange(30), np.r_[0:6, 33, 38, 36], np.r_[0:6, 20:40]):
        np.testing.assert_array_equal(fit(data, rows, "auto-marked").predict(B[30:], 1), nothing_else)


def test_b_samples_with_values_of_their_own_are_no_unmarked_ones(data):
    A, B, Y = data
    pairs, own = np.stack([np.arange(6)] * 2, axis=1), np.full_like(Y, np.nan)
    own[10:20] = Y[10:20]
    fits = [create("auto-marked", **SETTINGS).fit([A[:10], B], pairs=pairs, targets=[Y[:10], values])
            for values in (own, None)]
    assert not np.allclose(fits[0].predict(B[30:], 1), fits[1].predict(B[30:], 1))


def test_where_b_has_only_standards_one_fit_serves_both_lines(data, monkeypatch):
    A, B, Y = data
    given = TransferData([A, B[:10]], np.stack([np.arange(10)] * 2, 1), [Y, np.full_like(Y[:10], np.nan)],
                         tuple(f"y{j}" for j in range(Y.shape[1])))
    fits, fit_of = [], type(create("auto")).fit
    monkeypatch.setattr(type(create("auto")), "fit", lambda self, *a, **k: fits.append(self.unmarked) or fit_of(
        self, *a, **k))
    entries = [Entry("auto", "auto", SETTINGS), Entry("auto-marked", "auto-marked", SETTINGS)]
    found = validate_transfers(given, entries, (5, 8), folds=5, repeats=1)
    assert fits.count(True) == 10 and fits.count(False) == 5, "with 8 of 10 none is left that are not marked"
    monkeypatch.undo()
    alone = validate_transfers(given, entries[1:], (5, 8), folds=5, repeats=1)
    for place, cell in alone.cells.items():
        np.testing.assert_array_equal(cell["predicted"], found.cells[place]["predicted"])
        np.testing.assert_array_equal(cell["rows"], found.cells[place]["rows"])


def test_a_comparison_says_what_took_part(data):
    A, B, Y = data
    given = TransferData([A, B], np.stack([np.arange(40)] * 2, 1), [Y, np.full_like(Y, np.nan)],
                         tuple(f"y{j}" for j in range(Y.shape[1])))
    entries = [Entry("auto", "auto", SETTINGS), Entry("auto-marked", "auto-marked", SETTINGS)]
    found = validate_transfers(given, entries, (5, 8), repeats=1)
    used = found.unmarked
    assert used["5"]["spectra"] == 25 and used["8"]["spectra"] == 22 and 0 < used["5"]["pairs"] <= 25
    assert used["5"]["fits"] == used["5"]["of"] == 1 and 0 < used["5"]["share"] <= 1
    report = full_report(found)
    sentence = report["unmarked"]["sentence"]
    assert f"with 5 standards, {used['5']['pairs']:.0f} of 25 were" in sentence and "with 8 standards, " in sentence
    assert "see the line “Automatic transfer, standards only”" in sentence
    assert "compare “Automatic transfer, standards only” too" in full_report(
        validate_transfers(given, entries[:1], (5,), repeats=1))["unmarked"]["sentence"]
    assert len(report["learning_curve"]["auto-marked"]["y0"]["mean"]) == 2
    assert "with unmarked spectra of B" in report["learning_curve"]["auto"]["y0"]["sentence"]
    assert "unmarked" not in report["learning_curve"]["auto-marked"]["y0"]["sentence"]
    alone = validate_transfers(given, entries[1:], (5,), repeats=1)
    assert not alone.unmarked and full_report(alone)["unmarked"] == {}
