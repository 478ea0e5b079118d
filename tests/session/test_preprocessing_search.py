"""The preprocessing that the standards choose: it helps where it should, and nothing that is tested takes part."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from spectralign_gui.core.data import Axis, SpectralDataset, Standard, Targets
from spectralign_gui.core.errors import DataError
from spectralign_gui.core.transfers.foreseen import foreseen
from spectralign_gui.io.model_file import load_model, save_result
from spectralign_gui.preprocessing.parse import parse_preprocessing
from spectralign_gui.session.compare.chosen_inside import ChosenInside
from spectralign_gui.session.compare.evaluate import compare, transfer_data
from spectralign_gui.session.compare.plan import ComparisonPlan
from spectralign_gui.session.export.script import command_line
from spectralign_gui.session.run import execute
from spectralign_gui.session.run.preprocessing_search import chains, search_preprocessing
from spectralign_gui.session.state import SessionState

N, M, P = 50, 12, 60


def measured(seed: int, scatter: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A, B, values of N samples; every measurement has a path length and a level of its own."""
    rng = np.random.default_rng([5, seed])
    grid = np.linspace(0, 1, P)
    pure = np.exp(-0.5 * ((grid - rng.uniform(0.1, 0.9, (5, 1))) / rng.uniform(0.04, 0.1, (5, 1))) ** 2)
    C = rng.dirichlet((30.0, 4.0, 4.0, 2.0, 2.0), N)  # parts of a whole, in a matrix that is always there

    def on(gain: np.ndarray) -> np.ndarray:
        length = np.exp(scatter * rng.normal(size=(N, 1)))
        return C @ pure * gain * length + scatter * rng.normal(size=(N, 1)) + 1e-3 * rng.normal(size=(N, P))

    A, B = on(np.ones(P)), on(1.0 + 0.1 * np.sin(4 * grid))
    Y = 100.0 * C[:, 1:2]
    return A, B, Y + 0.05 * Y.std() * rng.normal(size=(N, 1))


def session(seed: int = 0, scatter: float = 0.3, quantity: str = "absorbance", method: str = "spiked") -> SessionState:
    A, B, Y = measured(seed, scatter)
    axis = Axis(1000.0 + 5 * np.arange(P), "nm")
    a, b = (SpectralDataset(name, X, axis, tuple(f"{name}{k}" for k in range(len(X))), quantity)
            for name, X in (("a", A), ("b", B[:M + 20])))
    standards = tuple(Standard({"a": (k,), "b": (k,)}) for k in range(M))
    return SessionState((a.with_(targets=Targets(("Y",), Y)), b), method=method, standards=standards)


def rmsep(state: SessionState, Y: np.ndarray) -> float:
    result = execute(state)
    new = result.datasets[1].spectra[M:]
    return float(np.sqrt(np.mean((result.estimator.predict(new, 1) - Y[M:M + 20]) ** 2)))


def test_scatter_is_taken_out_where_there_is_some():
    gains = []
    for seed in range(6):
        state, Y = session(seed), measured(seed, 0.3)[2]
        found = search_preprocessing(state)
        assert found.tried[0].added and found.note.code == "search.chosen" and found.note.facts["gain"] > 0
        gains.append(rmsep(found.state, Y) / rmsep(state, Y))
    assert sum(g < 0.6 for g in gains) >= 5 and np.mean(gains) < 0.6


def test_what_is_held_out_chooses_nothing():
    state = session()
    held = state.with_(standards=tuple(s.with_held_out(k >= 9) for k, s in enumerate(state.standards)))
    spoilt = np.array(held.datasets[1].spectra)
    spoilt[9:] = spoilt[9:][::-1]  # what belongs to which sample is not known of those that are held out
    other = held.with_(datasets=(held.datasets[0], held.datasets[1].with_(spectra=spoilt)))
    judged = [{t.added: t.judged.total for t in search_preprocessing(s).tried} for s in (held, other)]
    assert judged[0] == pytest.approx(judged[1], rel=1e-8)


def test_test_samples_of_a_split_choose_nothing():
    state = session()
    state = state.with_(standards=tuple(Standard({"a": (k,), "b": (k,)}) for k in range(M + 20)))
    data, _ = transfer_data(state, search=True)
    rows, pairs = np.arange(24), np.stack([np.arange(10)] * 2, axis=1)
    search = pickle.loads(pickle.dumps(data.search))
    (A, B), words = search(rows, rows, pairs, data.targets[0][rows], None)
    rng = np.random.default_rng(1)
    spoilt = tuple(d.with_(spectra=np.vstack([d.spectra[:24], rng.uniform(1, 2, d.spectra[24:].shape)]))
                   for d in search.raw)
    (A2, B2), words2 = ChosenInside(spoilt, search.chains)(rows, rows, pairs, data.targets[0][rows], None)
    assert words == words2 and words
    np.testing.assert_array_equal(A[:24], A2[:24])
    np.testing.assert_array_equal(B[:24], B2[:24])


def test_a_saved_model_predicts_raw_spectra_as_the_run_did(tmp_path):
    found = search_preprocessing(session(method="auto-marked"))
    result = execute(found.state, notes=(found.note,))
    assert found.note in result.warnings
    save_result(result, tmp_path / "m.h5")
    raw = found.state.datasets[1]
    again = load_model(tmp_path / "m.h5").predict(raw, "b")
    np.testing.assert_allclose(again.values, result.estimator.predict(result.datasets[1].spectra, 1), rtol=1e-10)


def test_own_steps_stay_in_front_and_are_not_done_twice():
    state = session()
    spec = parse_preprocessing(["crop:1000-1200", "snv"], state.instruments)
    tried = chains(spec, state.datasets)
    assert tried[0] == (spec, ()) and ("snv",) not in [added for _, added in tried]
    assert all(s.steps_for("a")[:2] == spec.steps_for("a") for s, _ in tried)
    own = parse_preprocessing(["b/smooth"], state.instruments)
    for s, added in chains(own, state.datasets):
        assert len(s.steps_for("b")) == len(s.steps_for("a")) + 1 == len(added) + 1


def test_reflectance_is_tried_as_absorbance():
    bright = session(quantity="reflectance")
    assert any(added[:1] == ("absorbance",) for _, added in chains(bright.preprocessing, bright.datasets))
    already = parse_preprocessing(["absorbance"], bright.instruments)
    assert not any("absorbance" in added for _, added in chains(already, bright.datasets))


def test_a_comparison_chooses_in_every_split_and_says_what():
    state = session()
    state = state.with_(standards=tuple(Standard({"a": (k,), "b": (k,)}) for k in range(M + 20)))
    options = {"standards": (6,), "repeats": 2, "seed": 1}
    given, _, _ = compare(state, ComparisonPlan(["spiked"], **options))
    found, _, notes = compare(state, ComparisonPlan(["spiked"], search=True, **options))
    assert any(getattr(n, "code", "") == "search.in_splits" for n in notes)
    for key in ("spiked", "none", "native"):
        assert all(c["chosen"]["preprocessing"] for (k, _, _), c in found.cells.items() if k == key)
    assert np.nanmean(found.rmsep("spiked", 6)) < 0.8 * np.nanmean(given.rmsep("spiked", 6))


@pytest.mark.parametrize(("change", "code"), [
    (lambda s: s.with_(standards=s.standards[:3]), "search.too_few"),
    (lambda s: s.with_(datasets=s.datasets[:1]), "comparison.two_instruments"),
    (lambda s: s.with_(datasets=tuple(d.with_(targets=None) for d in s.datasets)), "comparison.needs_values"),
    (lambda s: s.with_(preprocessing=parse_preprocessing(["b/crop:1000-1200"], s.instruments)), "search.by_channel"),
])
def test_what_cannot_be_chosen_is_refused(change, code):
    with pytest.raises(DataError) as refused:
        search_preprocessing(change(session()))
    assert refused.value.code == code


def test_the_command_line_of_the_session_has_the_chosen_steps():
    found = search_preprocessing(session())
    added = found.tried[0].added
    words = [w for s in found.state.preprocessing.shared for w in [s.step]]
    assert words == [a.split(":")[0] for a in added]
    with pytest.raises(DataError):  # these spectra are of no file
        command_line(found.state)


def test_properties_that_few_standards_know_have_no_say():
    A, B, Y = measured(0, 0.3)
    pairs = np.stack([np.arange(M)] * 2, axis=1)
    Y2 = np.column_stack([Y, np.where(np.arange(N) < M - 3, np.nan, 1e3 * Y[:, 0])])
    two = foreseen([A, B[:M]], pairs, [Y2, np.full((M, 2), np.nan)])
    one = foreseen([A, B[:M]], pairs, [Y, np.full((M, 1), np.nan)])
    assert two == one
