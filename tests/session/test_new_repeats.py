"""A model made from averages of repeats: new repeats are averaged too, however they are named and spread over files."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest

from spectralign_gui.cli import main
from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.core.data.repeats import find_repeats
from spectralign_gui.core.notes import Note, code_of
from spectralign_gui.io.model_file import load_model, save_result
from spectralign_gui.io.watching import Watcher, WatchOptions
from spectralign_gui.io.writers import write
from spectralign_gui.session.predict.averaged import predict_new
from spectralign_gui.session.predict.flags import flag_words, flagged_note, of_the_spectrum, of_the_values
from spectralign_gui.session.predict.model import Model
from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.state import SessionState
from spectralign_gui.session.state.row_changes import average_samples

AXIS = np.linspace(1000, 1100, 40)
ENDINGS = ("_{}", "-{}", " {}", ".{}", " ({})", "_rep{}", " scan {}", "#{}", "_0{}", "")


def scans(seed: int, latent: np.ndarray, names: list[str], noise: float, gain: float, name: str) -> SpectralDataset:
    basis = np.array([np.exp(-(((AXIS - c) / 12) ** 2)) for c in (1020, 1050, 1080)])
    noisy = np.random.default_rng(seed).normal(0, noise, (len(latent), 40))
    return SpectralDataset(name, 1 + gain * latent @ basis + noisy, Axis(AXIS, "nm"), tuple(names), "absorbance")


@pytest.fixture(scope="module")
def averaged_run():
    latent = np.random.default_rng(1).normal(size=(40, 3))
    names = [f"T{k}" for k in range(40)]
    a = scans(1, latent, names, 0.003, 1.0, "A").with_(targets=Targets(("Ash",), 10 + latent[:, :1]))
    b = scans(2, np.repeat(latent, 3, axis=0), [f"t{k}_{r}" for k in range(40) for r in (1, 2, 3)], 0.05, 0.8, "B")
    state = SessionState((a, b), method="ds")
    state = average_samples(state, "B", find_repeats(b.sample_names).groups)
    return execute(state.with_(standards=match_by_name(state.datasets).standards))


def new(count: int, ending: str = "_{}", seed: int = 7) -> SpectralDataset:
    latent = np.random.default_rng(seed).normal(size=(count, 3)) * 0.7
    names = [f"new{k}{ending.format(r)}" for k in range(count) for r in (1, 2, 3)]
    return scans(seed, np.repeat(latent, 3, axis=0), names, 0.05, 0.8, "new")


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("ending", ENDINGS)
def test_repeats_of_every_name_are_averaged(averaged_run, ending, apart):
    model, data = Model.of(averaged_run), new(8, ending)
    files = [data.take([row]) for row in range(24)] if apart else [data]
    found, repeats = predict_new(model, files, "B")
    assert repeats is not None and len(found.names) == repeats.samples == 8
    assert "8 samples × 3" in str(repeats.offer) and "24 spectra were averaged to 8 samples (3 each)" in found.averaged
    mean = data.spectra.reshape(8, 3, 40).mean(axis=1)
    alone = model.predict(data.take(range(0, 24, 3)).with_(spectra=mean), "B")
    np.testing.assert_allclose(found.values, alone.values, atol=1e-10)
    single, _ = predict_new(model, files, "B", average=False)
    assert len(single.names) == 24 and single.unlike > 12 > 4 > found.unlike
    assert "repeats.single_of_averages" in {code_of(w) for w in single.warnings}


@pytest.mark.parametrize(("names", "count"), [
    (("T7_1", "T7_2", "T7_3"), 1), (("Sample 1", "Sample 2", "Sample 3"), 3), (("T7_1", "T7_2"), 2),
    (("T7", "T8", "T9"), 3)])
def test_one_sample_is_believed_with_the_number_of_the_fit(names, count):
    assert len(find_repeats(names, 3).groups) == count and len(find_repeats(names).groups) == len(names)


def test_a_model_of_single_spectra_averages_nothing(averaged_run):
    state = averaged_run.state
    plain = state.with_(datasets=tuple(d.with_(repeats=None, spread=None) for d in state.datasets))
    model = Model.of(execute(plain))
    assert model.repeats == {} and Model.of(averaged_run).repeats == {"B": 3}
    found, repeats = predict_new(model, [new(8)], "B")
    assert repeats is None and len(found.names) == 24 and not found.averaged


def test_the_saved_model_knows_it_in_the_command_and_in_a_watched_folder(averaged_run, tmp_path, capsys):
    save_result(averaged_run, tmp_path / "m.h5")
    assert load_model(tmp_path / "m.h5").repeats == {"B": 3}
    folder = tmp_path / "new"
    folder.mkdir()
    write([new(8)], folder / "new.csv")
    call = ["predict", str(tmp_path / "m.h5"), str(folder / "new.csv"), "--instrument", "B", "--json", "--output",
            str(tmp_path / "out.csv")]
    assert main(call) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told["samples"]) == 8 and "24 spectra were averaged to 8 samples" in told["averaged"]
    assert main([*call, "--single"]) == 0
    said = capsys.readouterr()
    assert len(json.loads(said.out)["samples"]) == 24 and "made from averages of 3" in " ".join(said.err.split())
    with Watcher(tmp_path / "m.h5", folder, "B", tmp_path / "watched.csv", WatchOptions(settle=0)) as watcher:
        events = [*watcher.poll(), *watcher.poll()]
    assert [e.samples for e in events] == [8]
    rows = list(csv.DictReader((tmp_path / "watched.csv").open(encoding="utf-8-sig")))
    assert len(rows) == 8 and all("averaged to 8 samples" in row["Remarks"] for row in rows)


SPECTRUM = ("T²", "Q", "far from the standards", "shifted")
VALUE = (Note("flag.below_zero", property="Ash"), Note("flag.beyond", property="Ash", low=0.3, high=14.6))


@pytest.mark.parametrize("spectrum", [SPECTRUM[:k] for k in range(5)])
@pytest.mark.parametrize("values", [VALUE[:k] for k in range(3)])
def test_flags_of_spectra_and_of_values_are_told_apart(spectrum, values):
    """15 sets of flags."""
    flags = (*spectrum, *values)
    words = str(flag_words(flags))
    assert of_the_spectrum(flags) == spectrum and of_the_values(flags) == values
    assert ("spectrum: " in words, "value: " in words) == (bool(spectrum), bool(values))
    assert ("unknown to the fit (Q)" in words) == ("Q" in spectrum)
    said = str(flagged_note(int(bool(spectrum)), int(bool(values))) or "")
    assert ("unlike" in said, "outside the range" in said) == (bool(spectrum), bool(values))
