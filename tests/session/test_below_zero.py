"""Predicted values below 0 of what is never negative: kept, flagged, and said once wherever values are given."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest

from spectralign_gui.cli import main
from spectralign_gui.core.data import Targets
from spectralign_gui.core.notes import code_of, of_code
from spectralign_gui.io.model_file import save_result
from spectralign_gui.io.report_tables import predictions_table
from spectralign_gui.io.writers import write
from spectralign_gui.presenters.prediction_outcome import outcome
from spectralign_gui.session.predict import in_parts
from spectralign_gui.session.predict.below_zero import FLAG, NOTE, below_zero
from spectralign_gui.session.predict.flags import of_the_spectrum
from spectralign_gui.session.predict.model import Model
from spectralign_gui.session.predict.predictions import Predictions
from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.state import SessionState
from tests.ui.helpers import make_dataset


def near_zero(shift: float, method: str = "mean-shift"):
    """A run whose first property lies just above `shift`, and whose second one well above 0."""
    sets = [make_dataset("A", seed=1), make_dataset("B", seed=2)]
    values = sets[0].targets.values
    values = np.column_stack([values[:, 0] - values[:, 0].min() + shift, values[:, 1] + 5.0])
    sets = tuple(d.with_(targets=Targets(("Ash", "Oil"), values, ("%", "%"))) for d in sets)
    return execute(SessionState(sets, match_by_name(sets).standards, method=method))


@pytest.fixture(scope="module")
def low():
    return near_zero(0.01)


@pytest.fixture(scope="module")
def new(low):
    """Spectra of B beyond those of the fit, so that the first value of some is below 0."""
    b = low.state.datasets[1]
    middle = b.spectra.mean(axis=0)
    return b.with_(spectra=middle + 1.3 * (b.spectra - middle), targets=None, name="new")


def test_they_are_kept_flagged_and_said_once(low, new):
    found = Model.of(low).predict(new, "B")
    negative = found.values < 0
    assert negative[:, 0].any() and not negative[:, 1].any()
    flagged = [bool(of_code(flags, FLAG)) for flags in found.flags]
    assert flagged == negative[:, 0].tolist()
    (note,) = of_code(found.warnings, NOTE)
    assert note.facts["n"] == negative.sum() and "lowest reference value is 0.01 %" in note
    assert str(note).startswith(f"{negative.sum()} predicted value") and "not set to 0" in note
    assert found.unlike == sum(bool(of_the_spectrum(f)) for f in found.flags), "a value says nothing of the spectrum"


@pytest.mark.parametrize("shift", [-0.5, -0.001])
def test_what_may_be_negative_is_not_told(shift, new):
    found = Model.of(near_zero(shift)).predict(new, "B")
    assert (found.values < 0).any() and not of_code(found.warnings, NOTE)
    assert not any(of_code(flags, FLAG) for flags in found.flags)


@pytest.mark.parametrize("seed", range(20))
def test_by_definition(seed):
    rng = np.random.default_rng(seed)
    values, lowest = rng.normal(size=(7, 3)), rng.normal(size=3) * (rng.random(3) < 0.7)
    values[rng.random((7, 3)) < 0.2], lowest[rng.random(3) < 0.2] = np.nan, np.nan
    expected = [[bool(v < 0 and low >= 0) for v, low in zip(row, lowest, strict=True)] for row in values]
    assert below_zero(values, lowest).tolist() == expected


def test_parts_and_files_give_one_note(low, new, monkeypatch):
    model = Model.of(low)
    whole = model.predict(new, "B")
    monkeypatch.setattr(in_parts, "AT_ONCE", 7 * len(new.axis))
    assert model.predict(new, "B").warnings == whole.warnings
    (note,) = of_code(whole.warnings, NOTE)
    (both,) = of_code(Predictions.joined([whole, whole]).warnings, NOTE)
    assert both.facts["n"] == 2 * note.facts["n"] and len(both.facts["of"]) == 1


def test_window_and_report_say_it(low, new):
    model = Model.of(low)
    found = model.predict(new, "B")
    (note,) = of_code(found.warnings, NOTE)
    assert str(note) in outcome(found, model, low, "Run 1", "B")
    assert str(note) in predictions_table(found, "B").note


@pytest.mark.parametrize("block", [False, True])
def test_the_command_says_it_and_the_file_flags_it(low, new, tmp_path, monkeypatch, capsys, block):
    """Also where a file is predicted block by block."""
    if block:
        monkeypatch.setattr("spectralign_gui.io.blocks.opening.LARGE", 0)
        monkeypatch.setattr(in_parts, "AT_ONCE", 7 * len(new.axis))
    save_result(low, tmp_path / "m.h5")
    write([new], tmp_path / "new.csv")
    call = ["predict", str(tmp_path / "m.h5"), str(tmp_path / "new.csv"), "--instrument", "B", "--output",
            str(tmp_path / "out.csv"), "--json"]
    assert main(call) == 0
    said = capsys.readouterr()
    told = json.loads(said.out)
    (note,) = [n for n in told["notes"] if n["code"] == NOTE]
    assert note["facts"]["n"] == sum(s["values"]["Ash"] < 0 for s in told["samples"]) > 0
    assert "below 0, though no reference value is" in " ".join(said.err.split())
    rows = list(csv.DictReader((tmp_path / "out.csv").open(encoding="utf-8-sig")))
    for row in rows:
        assert ("Ash below 0" in row["Flags"]) == (float(row["Ash (%)"]) < 0)


def test_a_flag_knows_its_code(low, new):
    flags = [f for flags in Model.of(low).predict(new, "B").flags for f in flags]
    assert {code_of(f) for f in flags if str(f).endswith("below 0")} == {FLAG}
