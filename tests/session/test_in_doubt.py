"""A run says which marked standards contradict the others, whatever its method, and keeps which they are."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.data import Axis, SpectralDataset, Standard, Targets
from spectralign_gui.core.notes import of_code
from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.io.report import render_report
from spectralign_gui.presenters.quality import headline
from spectralign_gui.session.run import execute
from spectralign_gui.session.run.doubtful_samples import all_in_doubt, samples_in_doubt
from spectralign_gui.session.state import SessionState


def session(method: str, swapped: bool = True, shuffled: bool = False, held_out: tuple[int, ...] = ()) -> SessionState:
    rng = np.random.default_rng(0)
    latent = rng.standard_normal((40, 4))
    names = tuple(f"S{k}" for k in range(40))
    datasets = tuple(SpectralDataset(name, latent @ rng.standard_normal((4, 50)) + 3
                                     + 0.05 * rng.standard_normal((40, 50)), Axis(np.arange(50.0)), names,
                                     targets=Targets(("oil",), latent[:, :1]))
                     for name in ("lab", "field"))
    partner = np.arange(30)
    if swapped:
        partner[[3, 7]] = 7, 3
    if shuffled:
        partner = rng.permutation(30)
    standards = tuple(Standard({"lab": (k,), "field": (int(partner[k]),)}, held_out=k in held_out) for k in range(30))
    return SessionState(datasets, standards, method=method, excluded={"lab": (0,)})


@pytest.mark.parametrize("method", ["lra", "cca", "procrustes", "cada", "ds"])
def test_swapped_standards_are_named_in_the_warnings(method):
    run = execute(session(method))
    told = [w for w in run.warnings if "look swapped" in w]
    assert len(told) == 1 and told[0].startswith("Standards S3 and S7 of lab look swapped") and "on field" in told[0]
    assert set(samples_in_doubt(run)) == {("lab", 3), ("lab", 7), ("field", 3), ("field", 7)}, "rows of the session"
    assert "S3 and S7 of lab look swapped" in render_report(run)
    clean = execute(session(method, swapped=False))
    assert not samples_in_doubt(clean) and not any("swapped" in w or "chance" in w for w in clean.warnings)


@pytest.mark.parametrize("method", ["lra", "ds"])
def test_a_shuffled_list_is_told_once(method):
    run = execute(session(method, shuffled=True))
    assert sum("no better than by chance" in w for w in run.warnings) == 1
    assert len(samples_in_doubt(run)) > 50


def test_held_out_standards_are_looked_at_too():
    run = execute(session("lra", held_out=(7, 20, 21)))
    assert any("S3 and S7 of lab look swapped" in w for w in run.warnings)


def test_a_project_keeps_which_they_are(tmp_path):
    state = session("lra")
    run = execute(state)
    save_project(tmp_path / "doubt.spectralign", state, (run,))
    (again,) = open_project(tmp_path / "doubt.spectralign").runs
    assert samples_in_doubt(again) == samples_in_doubt(run)


def spoiled(method: str) -> SessionState:
    """S3 and S7 swapped, and S11 measured badly on the second instrument: before, it hid the others."""
    state = session(method)
    field = state.datasets[1]
    X = field.spectra.copy()
    X[11] = 3 + 60 * np.exp(-0.5 * ((np.arange(50) - 20) / 12.0) ** 2)
    return state.with_(datasets=(state.datasets[0], field.with_(spectra=X)))


@pytest.mark.parametrize("method", ["lra", "procrustes", "pds", "sst", "auto"])
def test_swapped_and_spoiled_ones_are_named_in_the_verdict(method):
    run = execute(spoiled(method))
    assert {row for _, row in samples_in_doubt(run)} == {3, 7, 11}
    sentence, mood = headline(run)
    assert sentence.startswith("S3 and S7 look swapped, S11 does not fit: ") and mood in ("warning", "bad")
    assert sentence.count("look swapped") == 1
    if method == "auto":
        assert "left 3 standards out" in sentence and run.estimator.recommendation_["standards"] == 26
        assert run.estimator.recommendation_["confidence"] != "high"


def test_all_in_doubt_has_a_cause():
    """A shuffled list without spikes is a wrong list; of Raman spectra with spikes and fluorescence these are named."""
    run = execute(session("lra", shuffled=True))
    assert all_in_doubt(run) and of_code(run.warnings, "pairs.list_is_wrong")
    state = session("lra", shuffled=True)
    rng = np.random.default_rng(3)
    x = np.linspace(200, 3200, 300)
    sets = []
    for d in state.datasets:
        X = 500 + rng.uniform(2000, 9000, (40, 1)) * np.exp(-x / 1500) + 10 * rng.standard_normal((40, 300))
        X[np.arange(40), rng.integers(5, 295, 40)] += 20000
        sets.append(SpectralDataset(d.name, X, Axis(x, "cm-1"), d.sample_names, targets=d.targets))
    run = execute(state.with_(datasets=tuple(sets)))
    (cause,) = of_code(run.warnings, "pairs.hidden")
    assert "spikes of lab and field and the baseline of lab and field" in cause
    assert str(cause) in headline(run)[0] and headline(run)[1] != "good"
