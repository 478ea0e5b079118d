"""Intervals from standards that are left out in turn."""

import numpy as np
import pytest
from sklearn.base import clone

from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.core.errors import PairsError
from spectralign_gui.io.model_file import load_model, save_result
from spectralign_gui.preprocessing.spec import PreprocessingSpec, StepSpec
from spectralign_gui.session.predict.model import Model
from spectralign_gui.session.run import execute
from spectralign_gui.session.run.left_out_intervals import with_left_out_intervals
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_row
from spectralign_gui.session.state import SessionState

AXIS = np.linspace(1000, 1100, 20)


def session(n=60, standards=20, seed=0, **changes):
    rng = np.random.default_rng(seed)
    latent = rng.normal(size=(n, 2))
    basis = np.array([np.exp(-(((AXIS - c) / 15) ** 2)) for c in (1030, 1070)])
    values = (10 + latent @ [1.0, 0.5])[:, None] + rng.normal(0, 0.1, (n, 1))
    a = SpectralDataset("A", 1 + latent @ basis + rng.normal(0, 0.02, (n, 20)), Axis(AXIS, "nm"),
                        targets=Targets(("Fat",), values))
    b = SpectralDataset("B", 1.1 + 0.9 * latent @ basis + rng.normal(0, 0.02, (n, 20)), Axis(AXIS, "nm"))
    return SessionState((a, b), match_by_row([a, b]).standards[:standards], method="ds").with_(**changes), values


def test_each_residual_is_that_of_a_fit_without_the_standard():
    state, values = session(n=24, standards=8)
    result = execute(state)
    entry = with_left_out_intervals(result).quality.left_out["B"]
    assert entry.rows == tuple(range(8)) and entry.properties == ("Fat",)
    for row in range(8):
        keep = np.setdiff1d(np.arange(24), [row])
        place = {int(r): i for i, r in enumerate(keep)}
        pairs = [(place[i], place[i]) for i in range(8) if i != row]
        Y = [values[keep], np.full((23, 1), np.nan)]
        fitted = clone(result.estimator).fit([d.spectra[keep] for d in result.datasets], pairs, Y)
        expected = fitted.predict(result.datasets[1].spectra[[row]], 1) - values[[row]]
        np.testing.assert_allclose(entry.residuals[[row]], expected, atol=1e-9)


def test_model_says_what_its_intervals_rest_on(tmp_path):
    state, values = session()
    result = execute(state)
    assert not Model.of(result).predict(result.datasets[1], "B").intervals_from
    result = with_left_out_intervals(result)
    predicted = Model.of(result).predict(result.datasets[1], "B")
    assert predicted.intervals_from == "20 standards, each left out of the fit in turn"
    inside = np.abs(predicted.values - values)[20:] <= predicted.half_width
    assert 0.75 <= inside.mean() <= 1.0, "about 90 % of samples that were in no fit"
    save_result(result, tmp_path / "o.h5")
    again = load_model(tmp_path / "o.h5").predict(result.state.datasets[1], "B")
    assert again.intervals_from == predicted.intervals_from
    np.testing.assert_allclose(again.half_width, predicted.half_width)


def test_enough_held_out_standards_go_first():
    state, _ = session()
    state = state.with_(standards=hold_out_share(state.standards, 0.5, 1))
    result = with_left_out_intervals(execute(state))
    assert Model.of(result).intervals_from["B"] == "10 held-out standards"
    few = state.with_(standards=hold_out_share(session()[0].standards, 0.2, 1))
    result = with_left_out_intervals(execute(few))
    assert Model.of(result).intervals_from["B"] == "16 standards, each left out of the fit in turn"
    held = {s.rows["B"][0] for s in few.standards if s.held_out}
    assert not held & set(result.quality.left_out["B"].rows)


def test_preprocessing_that_learns_is_learned_without_them():
    state, _ = session(n=24, standards=6)
    learned = state.with_(preprocessing=PreprocessingSpec(shared=(StepSpec("msc", {}),)))
    entry = with_left_out_intervals(execute(learned)).quality.left_out["B"]
    drop = [state.datasets[0].take(range(1, 24)), state.datasets[1].take(range(1, 24))]
    rest = learned.with_(datasets=tuple(drop), standards=match_by_row(drop).standards[:5])
    fitted = Model.of(execute(rest))
    expected = fitted.predict(state.datasets[1].take([0]), "B").values - state.datasets[0].targets.values[:1]
    np.testing.assert_allclose(entry.residuals[:1], expected, atol=1e-9)


def test_refusals():
    state, _ = session(standards=2)
    with pytest.raises(PairsError, match="three"):
        with_left_out_intervals(execute(state.with_(method="mean-shift")))
    a, b = session()[0].datasets
    bare = session()[0].with_(datasets=(a.with_(targets=None), b))
    with pytest.raises(PairsError, match="reference values"):
        with_left_out_intervals(execute(bare))
