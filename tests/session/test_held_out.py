"""What is held out is in no fit: changing its values changes no fitted number; its residuals give the intervals."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.core.errors import DataError
from spectralign_gui.session.predict.model import Model
from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState


@pytest.fixture(scope="module")
def state():
    rng = np.random.default_rng(3)
    axis = np.linspace(1000, 1200, 60)
    latent = rng.normal(size=(50, 3))
    basis = np.array([np.exp(-(((axis - c) / 20) ** 2)) for c in (1040, 1100, 1160)])
    names = tuple(f"S{i}" for i in range(50))
    values = np.column_stack([10 + latent[:, 0], 5 + latent[:, 1]])

    def data(name, gain):
        return SpectralDataset(name, 1 + gain * latent @ basis + rng.normal(0, 0.01, (50, 60)), Axis(axis, "nm"), names)

    a = data("A", 1.0).with_(targets=Targets(("Moisture", "Oil"), values))
    b = data("B", 0.8)
    return SessionState((a, b), hold_out_share(match_by_name([a, b]).standards, 0.4, 1), method="bias")


@pytest.mark.parametrize("method", ["bias", "ds", "lra"])
def test_values_of_held_out_samples_are_in_no_fit(state, method):
    state = state.with_(method=method)
    first = execute(state)
    held = [s.rows["A"][0] for s in state.standards if s.held_out]
    a = state.datasets[0]
    values = np.array(a.targets.values)
    values[held] += 100.0
    second = execute(state.with_(datasets=(a.with_(targets=Targets(a.targets.names, values)), state.datasets[1])))
    X = state.datasets[1].spectra
    np.testing.assert_array_equal(first.estimator.predict(X, 1), second.estimator.predict(X, 1))
    shift = second.quality.held_out["B"].residuals - first.quality.held_out["B"].residuals
    np.testing.assert_allclose(shift, -100.0)


def test_intervals_and_flags(state):
    model = Model.of(execute(state))
    new = state.datasets[1].take(range(8)).with_(name="new")
    odd = np.array(new.spectra)
    odd[3, 20:30] += 3.0
    predictions = model.predict(new.with_(spectra=odd), "B")
    assert predictions.properties == ("Moisture", "Oil") and predictions.values.shape == (8, 2)
    assert np.isfinite(predictions.half_width).all() and (predictions.half_width > 0).all()
    assert {"T²", "Q"} <= set(predictions.flags[3]) and not {"T²", "Q", "far from the standards"} & set(
        predictions.flags[0])
    header, rows = predictions.table()
    assert header == ["Sample", "Moisture", "Oil", "Moisture from (90 %)", "Moisture to (90 %)", "Oil from (90 %)",
                      "Oil to (90 %)", "Flags"]
    assert all(row[3] < row[1] < row[4] for row in rows) and "Q" in rows[3][-1]


def test_intervals_of_parts_of_a_whole_end_where_the_parts_do(state):
    closed = state.with_(parameters={"bias": {"closure": 16.0}})
    predictions = Model.of(execute(closed)).predict(state.datasets[1], "B")
    assert (predictions.values.sum(axis=1) <= 16 + 1e-9).all() and predictions.bounds == (0.0, 16.0)
    rows = predictions.table()[1]
    ends = np.array([r[3:7] for r in rows], dtype=float)
    free = predictions.values[:, [0, 0, 1, 1]] + predictions.half_width[[0, 0, 1, 1]] * [-1, 1, -1, 1]
    np.testing.assert_allclose(ends, np.clip(free, 0, 16), atol=predictions.half_width.max() / 1000)
    assert (ends >= 0).all() and (ends <= 16).all()


def test_values_beyond_those_of_the_fit_are_flagged(state, tmp_path):
    from spectralign_gui.io.model_file import load_model, save_result

    run = execute(state)
    held = [s.rows["A"][0] for s in state.standards if s.held_out]
    known = np.delete(state.datasets[0].targets.values, held, axis=0)
    low, high = known.min(axis=0), known.max(axis=0)
    save_result(run, tmp_path / "m.h5")
    for model in (Model.of(run), load_model(tmp_path / "m.h5")):
        np.testing.assert_array_equal(model.value_ranges, [low, high])
        predictions = model.predict(state.datasets[1], "B")
        for value, flags in zip(predictions.values, predictions.flags, strict=True):
            for j, name in enumerate(("Moisture", "Oil")):
                first, last = low[j] - 0.05 * (high[j] - low[j]), high[j] + 0.05 * (high[j] - low[j])
                beyond = not first <= value[j] <= last
                assert (f"{name} beyond {first:.4g} to {last:.4g}" in flags) == beyond  # the text says the rule
        assert 0 < sum("beyond" in "".join(f) for f in predictions.flags) < 10


def test_new_samples_are_not_all_far_where_all_of_b_are_standards(state):
    rows = range(12, 50)
    standards = tuple(s.with_held_out(False) for s in state.standards if s.rows["A"][0] in rows)
    everything = state.with_(standards=standards, excluded={"B": tuple(range(12))})
    predictions = Model.of(execute(everything)).predict(state.datasets[1].take(range(12)), "B")
    assert sum("far from the standards" in f for f in predictions.flags) <= 2


def test_without_held_out_standards_there_is_no_interval(state):
    free = state.with_(standards=tuple(s.with_held_out(False) for s in state.standards))
    predictions = Model.of(execute(free)).predict(state.datasets[1], "B")
    assert np.isinf(predictions.half_width).all()
    assert predictions.table()[0] == ["Sample", "Moisture", "Oil", "Flags"]


def test_a_model_refuses_what_it_is_not_valid_for(state):
    model = Model.of(execute(state))
    b = state.datasets[1]
    with pytest.raises(DataError, match="differs by up to 3 nm"):
        model.predict(b.with_(axis=Axis(b.axis.values + 3, "nm")), "B")
    with pytest.raises(DataError, match="cm⁻¹"):
        model.predict(b.with_(axis=Axis(b.axis.values, "cm-1")), "B")
    with pytest.raises(DataError, match="30 channels"):
        model.predict(b.with_(spectra=b.spectra[:, :30], axis=Axis(b.axis.values[:30], "nm")), "B")
