"""A property of which no value is known: left out by name, everywhere; refused where it was the only one."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.data import Targets
from spectralign_gui.core.errors import DataError
from spectralign_gui.io.model_file import load_model, save_result
from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.session.predict.model import Model
from spectralign_gui.session.run import execute
from spectralign_gui.session.run.held_out import property_names
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.state import SessionState
from tests.ui.helpers import make_dataset


def session(method: str, second: np.ndarray | float) -> SessionState:
    datasets = []
    for name, seed in (("m5", 1), ("mp5", 2)):
        d = make_dataset(name, seed=seed)
        values = d.targets.values.copy()
        values[:, 1] = second
        datasets.append(d.with_(targets=Targets(("Moisture", "Oil"), values, ("%", "%"))))
    return SessionState(tuple(datasets), tuple(match_by_name(datasets).standards), method=method)


@pytest.mark.parametrize("method", ["lra", "epo", "none"])
def test_it_is_left_out_by_name(method, tmp_path):
    result = execute(session(method, np.nan))
    assert any("Oil has no known value" in w and "left out" in w for w in result.warnings)
    assert property_names(result.datasets) == ["Moisture"]
    new = make_dataset("new", seed=3)
    found = Model.of(result).predict(new, "mp5")
    assert found.properties == ("Moisture",) and np.isfinite(found.values).all()
    save_result(result, tmp_path / "r.h5")
    again = load_model(tmp_path / "r.h5").predict(new, "mp5")
    assert again.properties == ("Moisture",) and np.array_equal(again.values, found.values)


def test_it_stays_left_out_in_a_project(tmp_path):
    state = session("lra", np.nan)
    save_project(tmp_path / "p.spectralign", state, [execute(state)])
    run = open_project(tmp_path / "p.spectralign").runs[0]
    assert property_names(run.datasets) == ["Moisture"]
    assert Model.of(run).predict(make_dataset("new", seed=3), "mp5").properties == ("Moisture",)


def test_known_on_held_out_standards_only():
    known = np.full(24, np.nan)
    known[:3] = [1.0, 2.0, 3.0]
    state = session("lra", known)
    held = tuple(s.with_held_out(s.touches("m5", 0) or s.touches("m5", 1) or s.touches("m5", 2))
                 for s in state.standards)
    result = execute(state.with_(standards=held))
    assert any(w.startswith("Oil: all known values are of held-out standards") for w in result.warnings)
    assert not any("Property 1" in w for w in result.warnings)
    found = Model.of(result).predict(make_dataset("new", seed=3), "mp5")
    assert found.properties == ("Moisture", "Oil") and np.isnan(found.values[:, 1]).all()


def test_where_it_was_the_only_one():
    state = session("epo", np.nan)
    only = state.with_(datasets=tuple(d.with_(targets=d.targets.columns([1])) for d in state.datasets))
    with pytest.raises(DataError, match="reference values"):
        execute(only)
    result = execute(only.with_(method="lra"))  # needs none, so it runs and says that it predicts nothing
    assert any("nothing can be predicted" in w for w in result.warnings)
    with pytest.raises(NotImplementedError, match="no target values"):
        result.estimator.predict(result.datasets[1].spectra, 1)
