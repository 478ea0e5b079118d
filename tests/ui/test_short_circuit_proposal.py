"""A weight proposed for sparse or robust alignment: it does what its sentence says, and the dock hands it over."""

from __future__ import annotations

import re

import numpy as np
import pytest

from spectralign_gui.core.data import Axis, SpectralDataset, Standard
from spectralign_gui.core.measures.short_circuits import between_group_share
from spectralign_gui.core.monitor import SilentMonitor
from spectralign_gui.io.samples import load_sample_session
from spectralign_gui.session.run import execute
from spectralign_gui.session.short_circuits.analysis import analyse
from spectralign_gui.session.short_circuits.changes import sent_to
from spectralign_gui.session.short_circuits.path import WEIGHTS
from spectralign_gui.session.short_circuits.proposal import propose
from spectralign_gui.session.short_circuits.solution import strength
from spectralign_gui.session.standards.pairing import hold_out_share
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.short_circuits.sending import Sender
from tests.thinned import thinned
from tests.ui.helpers import short_circuits_of

ODD = (14, 20)


def spoiled() -> SessionState:
    """Two kinds of samples that have no channel in common; one of each carries the same artefact."""
    rng = np.random.default_rng(5)
    scores = [rng.normal(size=(15, 2)) + 3 for _ in range(2)]
    sets = []
    for name, p in (("one", 40), ("two", 30)):
        X = 0.02 * rng.normal(size=(30, p))
        X[:15, :p // 2] += scores[0] @ rng.normal(size=(2, p // 2))
        X[15:, p // 2:] += scores[1] @ rng.normal(size=(2, p - p // 2))
        X[list(ODD)] += 6 * np.eye(p)[3]
        names = tuple(f"odd {k}" if k in ODD else f"s{k}" for k in range(30))
        sets.append(SpectralDataset(name, X, Axis(np.arange(float(p)), "channel"), names,
                                    groups=("light",) * 15 + ("dark",) * 15))
    standards = tuple(Standard({"one": (k,), "two": (k,)}, k in (2, 8, 22, 26)) for k in range(0, 30, 2))
    return SessionState(tuple(sets), standards, parameters={"lra": {"penalty": 1.0, "scaling": "none"}})


def spoiled_dollar() -> SessionState:
    """The dollar sign with five spectra on each instrument half mixed with another and noisy."""
    state, rng, made = thinned("dollar", 4), np.random.default_rng(0), []
    for d in state.datasets:
        X = np.array(d.spectra, dtype=float)
        for row in rng.choice(len(X), 5, replace=False):
            X[row] = 0.5 * X[row] + 0.5 * X[rng.integers(len(X))] + rng.normal(0, 0.3 * X[row].std(), X.shape[1])
        made.append(d.with_(spectra=X))
    return state.with_(datasets=tuple(made))


def robust(run, noise_weight: float):
    own = {**run.state.method_parameters("lra"), "noise_weight": noise_weight}
    return execute(run.state.with_(method="rlra", parameters={"rlra": own}))


def looked_at(result, instrument: int = 0):
    return analyse(result, instrument, np.array(result.datasets[instrument].groups), 5, SilentMonitor())


def share_of(result, instrument: int = 0) -> float:
    return between_group_share(result.estimator.reconstructions_[instrument], result.datasets[instrument].groups,
                               diagonal=False)


@pytest.fixture(scope="module")
def run():
    return execute(spoiled())


def test_a_cost_of_error_that_cuts_the_chosen_link():
    run = execute(spoiled_dollar())
    a = looked_at(run)
    link = a.worst[0]
    found = propose(run, "rlra", a, [link], SilentMonitor(), run.datasets[0].sample_names)
    names = [run.datasets[0].sample_names[k] for k in (link.row, link.partner)]
    assert found.kind == "link" and all(n in found.why for n in names) and f"= {found.weight:g}" in found.why
    after = robust(run, found.weight)
    weights = [strength(r.estimator.reconstructions_[0], link.row, link.partner) for r in (run, after)]
    assert weights[0] == pytest.approx(abs(link.weight)) and weights[1] <= 0.11 * weights[0]
    assert np.linalg.norm(after.estimator.errors_[0], axis=1).max() > 0.01, "something is set apart as error"
    said = [float(v) for v in re.search(r"falls from ([\d.e-]+) to ([\d.e-]+),", found.why).groups()]
    assert said == pytest.approx(weights, rel=0.05, abs=0.001)


def test_a_cost_of_error_from_which_the_samples_of_the_link_count_as_faulty(run):
    a = looked_at(run)
    assert {a.worst[0].row, a.worst[0].partner} == set(ODD)
    found = propose(run, "rlra", a, a.worst[:1], SilentMonitor(), run.datasets[0].sample_names)
    assert found.kind == "faulty" and "odd 14" in found.why and "No cost of error γ cuts the link" in found.why
    outliers = [set(robust(run, f * found.weight).estimator.outliers_[0].tolist()) for f in (1.0, 3.0)]
    assert outliers[0] & set(ODD) and not outliers[1] & set(ODD)


def test_a_cost_of_error_that_lowers_the_weight_between_groups(run):
    found = propose(run, "rlra", looked_at(run), [], SilentMonitor())
    assert found.kind == "between"
    before, after = share_of(run), share_of(robust(run, found.weight))
    assert after < 0.95 * before
    said = [float(v) for v in re.findall(r"([\d.]+) %", found.why)]
    assert said[:2] == pytest.approx([100 * before, 100 * after], abs=0.3) and said[2:4] == [100, 100]


def test_a_sparsity_that_lowers_the_weight_between_groups():
    run = execute(load_sample_session("raman"))
    found = propose(run, "slra", looked_at(run), [], SilentMonitor())
    assert found.kind == "between"
    sparse = execute(run.state.with_(method="slra", parameters={"slra": {"sparsity": found.weight}}))
    assert share_of(sparse) < 0.95 * share_of(run)
    said = [float(v) for v in re.findall(r"([\d.]+) %", found.why)]
    assert said[:2] == pytest.approx([100 * share_of(run), 100 * share_of(sparse)], abs=0.6)


def test_where_no_weight_helps_that_is_said():
    run = execute(thinned("dollar", 4))
    a = looked_at(run)
    found = propose(run, "rlra", a, a.worst[:1], SilentMonitor(), run.datasets[0].sample_names)
    assert found.kind == "none" and not found.helps and np.isnan(found.weight) and "Nothing was changed" in found.why
    assert "No cost of error γ cuts the link" in found.why and "lowers the weight between groups" in found.why
    alone = analyse(run, 0, np.full(len(run.datasets[0]), "all"), 5, SilentMonitor())
    assert "All samples are in one group" in propose(run, "rlra", alone, [], SilentMonitor()).why


@pytest.mark.parametrize("method", ["slra", "rlra"])
def test_on_the_libs_sample_nothing_helps_and_nothing_is_proposed(method):
    """Neither cuts the chosen link; the middle of the range would take the hits from 71 % to 14 %."""
    state = load_sample_session("libs")
    run = execute(state.with_(standards=hold_out_share(state.standards, 0.2, state.seed)))
    a = analyse(run, 0, np.full(len(run.datasets[0]), "", dtype=object), 5, SilentMonitor())
    found = propose(run, method, a, a.worst[:1], SilentMonitor(), run.datasets[0].sample_names)
    assert not found.helps and found.before["hit"] == pytest.approx(5 / 7) and not found.after


def crossing(seed: int) -> SessionState:
    """Two kinds of samples whose spectra share a few channels, on two instruments, a third of the standards held
    out."""
    rng = np.random.default_rng(seed)
    n, sets = 24, []
    latent = rng.normal(size=(n, 2)) + np.where(np.arange(n) < n // 2, 1.5, -1.5)[:, None]
    for name, p in (("one", 30), ("two", 22)):
        X = 0.05 * rng.normal(size=(n, p))
        middle = p // 2
        X[:n // 2, :middle + 3] += latent[:n // 2] @ rng.normal(size=(2, middle + 3))
        X[n // 2:, middle - 3:] += latent[n // 2:] @ rng.normal(size=(2, p - middle + 3))
        X[rng.integers(n)] += rng.normal(size=p)
        sets.append(SpectralDataset(name, X, Axis(np.arange(float(p)), "channel"), tuple(f"s{k}" for k in range(n)),
                                    groups=("light",) * (n // 2) + ("dark",) * (n // 2)))
    standards = tuple(Standard({"one": (k,), "two": (k,)}, k % 6 == 0) for k in range(0, n, 2))
    return SessionState(tuple(sets), standards)


@pytest.mark.parametrize("method", ["slra", "rlra"])
@pytest.mark.parametrize("seed", range(2))  # with a chosen link and without
def test_what_is_proposed_costs_no_hits_in_the_run_itself(method, seed):
    run = execute(crossing(seed))
    a = looked_at(run)
    found = propose(run, method, a, a.worst[:seed % 2], SilentMonitor())
    if not found.helps:
        assert np.isnan(found.weight) and not found.after
        return
    state = sent_to(run.state, method, run.state.method, {WEIGHTS[method]: found.weight})
    after = execute(state)
    worse = [min(r.quality.hit["3"].values()) for r in (run, after)]
    assert worse[1] >= worse[0] and found.after["hit"] == pytest.approx(worse[1])
    assert found.after["between"] == pytest.approx(share_of(after), abs=1e-6)


# -- the dock ------------------------------------------------------------------------------------------------
@pytest.fixture
def dock(qtbot, model, controller, run):
    return short_circuits_of(qtbot, model, controller, run)


def test_the_chosen_link_is_sent_with_an_explicit_weight_and_the_reason(qtbot, dock, model):
    dock.worst.selectRow(0)
    before, label = model.state, dock.sender.label
    assert label.isHidden()
    dock.controls.robust.trigger()
    assert "Looking for a cost of error" in label.text() and not dock.controls.sparse.isEnabled()
    qtbot.waitUntil(lambda: not dock.sender.busy, timeout=30_000)
    assert model.state.method == "rlra" and model.state.method_parameters()["penalty"] == 1.0
    weight = model.state.method_parameters()["noise_weight"]
    assert weight > 0 and f"cost of error γ = {weight:g}" in label.text() and "odd 14" in label.text()
    assert label.isVisible() and dock.controls.robust.isEnabled()
    assert model.undo_stack.undoText() == "Try robust low rank alignment"
    model.undo_stack.undo()
    assert model.state == before
    model.undo_stack.redo()
    assert model.state.method_parameters()["noise_weight"] == weight
    dock._analysis = None
    model.add_run(execute(model.state))
    assert label.isHidden(), "what was said of another run is gone"
    qtbot.waitUntil(lambda: dock._analysis is not None and not dock.pending, timeout=20_000)


def test_what_does_not_help_changes_nothing(qtbot, model, controller):
    run = execute(thinned("dollar", 4))
    dock = short_circuits_of(qtbot, model, controller, run)
    dock.worst.selectRow(0)
    before = model.state
    dock.controls.robust.trigger()
    qtbot.waitUntil(lambda: not dock.sender.busy, timeout=30_000)
    assert model.state is before and not model.undo_stack.canUndo()
    assert "Nothing was changed" in dock.sender.label.text()


def test_stopping_and_another_run_meanwhile_propose_nothing(qtbot, dock, model, controller, run):
    before = model.state
    dock.controls.sparse.trigger()
    next(j for j in controller.jobs.jobs if j.title.startswith("Looking for")).cancel()
    qtbot.waitUntil(lambda: not dock.sender.busy, timeout=30_000)
    assert dock.sender.label.text() == "Stopped: nothing was proposed." and model.state == before
    sender: Sender = dock.sender
    dock.controls.robust.trigger()
    dock._analysis = None
    model.add_run(execute(run.state.with_(method="klra")))
    qtbot.waitUntil(lambda: not sender.busy, timeout=30_000)
    assert "Another run is shown now" in sender.label.text() and model.state == before
    qtbot.waitUntil(lambda: dock._analysis is not None and not dock.pending, timeout=20_000)
