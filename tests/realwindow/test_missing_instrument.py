"""Samples that only the field instrument has seen get the values that the laboratory instrument's calibration gives."""

from __future__ import annotations

import csv

import numpy as np
import pytest

from spectralign_gui.io.read import read_dataset
from spectralign_gui.io.targets import read_targets
from spectralign_gui.io.writers import write
from spectralign_gui.session.predict.model import Model
from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.state import SessionState
from spectralign_gui.session.state.axes_and_units import resample_onto_reference
from spectralign_gui.session.state.reference_values import join_by_name
from spectralign_gui.shipped import folder as shipped


@pytest.mark.realwindow
def test_from_files_to_predictions_of_samples_one_instrument_never_saw(person, tmp_path):
    folder = shipped("sample_spectra") / "libs"
    lab, field = read_dataset(folder / "libs_lab.csv"), read_dataset(folder / "libs_field.csv")
    both = [r for r, n in enumerate(field.sample_names) if n in lab.sample_names]
    alone = [r for r, n in enumerate(field.sample_names) if n not in lab.sample_names]
    write(lab, tmp_path / "lab.csv")
    write(field.take(both), tmp_path / "field.csv")
    write(field.take(alone), tmp_path / "unknown.csv")
    known = set(lab.sample_names)  # the composition of the others is what is asked for: the program never sees it
    lines = (folder / "libs_composition.csv").read_text().splitlines()
    (tmp_path / "composition.csv").write_text(
        "\n".join([lines[0], *(x for x in lines[1:] if x.split(",")[0] in known)]) + "\n")

    somebody = person("window")
    somebody.state(instruments=[], jobs=0)
    somebody.drag([tmp_path / "lab.csv", tmp_path / "field.csv"])
    somebody.state(instruments=["lab", "field"], jobs=0)
    somebody.focus("SpectrAlign")
    somebody.keys("ctrl+r")
    somebody.choose_file("Reference values", str(tmp_path / "composition.csv"))
    somebody.until(lambda: len(somebody.ask("state")["properties"]) == 10, "ten oxides")
    somebody.focus("SpectrAlign")
    somebody.click("menu Standards")
    somebody.click("menu Match by name")
    somebody.state(standards=36, jobs=0)
    somebody.keys("F5")  # the transfer that is proposed where there are values: it needs the same channels
    somebody.focus("Put the instruments on the same channels")
    somebody.keys("Return")
    somebody.state(runs=1, running=False, jobs=0)

    somebody.focus("SpectrAlign")
    somebody.keys("ctrl+p")
    somebody.choose_file("New spectra", str(tmp_path / "unknown.csv"))
    somebody.until(lambda: "8 samples predicted" in (somebody.ask("text predict-says") or ""), "predictions")
    somebody.picture("predicted")
    somebody.focus("SpectrAlign")
    somebody.click("menu Predict")
    somebody.click("menu Save predicted values…")
    somebody.choose_file("Save predicted values", str(tmp_path / "out.csv"))
    somebody.until((tmp_path / "out.csv").exists, "the saved table")
    somebody.state(jobs=0)
    somebody.focus("SpectrAlign")
    somebody.leave()
    assert "Traceback" not in (tmp_path / "stderr.txt").read_text()

    rows = list(csv.reader((tmp_path / "out.csv").open()))
    got = np.array([[float(c) for c in r[1:11]] for r in rows[1:]])
    a, b = read_dataset(tmp_path / "lab.csv"), read_dataset(tmp_path / "field.csv")
    table = read_targets(tmp_path / "composition.csv")
    a, b = (join_by_name(d, table.names, table.targets).dataset for d in (a, b))
    done = execute(resample_onto_reference(SessionState((a, b), match_by_name([a, b]).standards, method="auto")))
    expected = Model.of(done).predict(
        read_dataset(tmp_path / "unknown.csv"), "field")
    assert [r[0] for r in rows[1:]] == [field.sample_names[r] for r in alone] == list(expected.names)
    np.testing.assert_allclose(got, expected.values, rtol=1e-9)
    everything = read_targets(folder / "libs_composition.csv")
    truth = np.array([everything.targets.values[everything.names.index(n)] for n in expected.names])
    spread = np.nanstd(everything.targets.values, axis=0)
    relative = np.sqrt(((got - truth) ** 2).mean(axis=0)) / spread
    assert np.median(relative) < 0.75, "better than the mean of the known samples by far"
