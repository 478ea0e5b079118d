"""A run says which marked standards contradict the others, whatever its method, and keeps which they are."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.data import Axis, SpectralDataset, Standard, Targets
from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.io.report import render_report
from spectralign_gui.session.run import execute
from spectralign_gui.session.run.doubtful_samples import samples_in_doubt
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
