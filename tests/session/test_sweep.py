"""Sweeps against single runs: the same figures, held-out samples in no fit."""

import numpy as np
import pytest

from spectralign_gui.core.data import Axis, SpectralDataset, Targets, expand_pairs
from spectralign_gui.core.errors import Cancelled, DataError, ParameterError
from spectralign_gui.core.monitor import SilentMonitor
from spectralign_gui.core.parameters import Parameter
from spectralign_gui.core.registry import method, methods
from spectralign_gui.core.validation.hits import cross_validated_hits
from spectralign_gui.session.compare.evaluate import compare
from spectralign_gui.session.compare.plan import ComparisonPlan
from spectralign_gui.session.compare.sweep import (
    SweepAxis,
    figure_of,
    proposed_values,
    run_sweep,
    sweep_table,
    sweepable,
)
from spectralign_gui.session.run import prepare
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_row
from spectralign_gui.session.state import SessionState

AXIS = np.linspace(1000, 1100, 25)


def session(targets=True, n=30, **changes):
    rng = np.random.default_rng(7)
    latent = rng.normal(size=(n, 3))
    basis = np.array([np.exp(-(((AXIS - c) / 12) ** 2)) for c in (1020, 1050, 1080)])
    values = np.column_stack([10 + latent[:, 0], 40 + 2 * latent[:, 1]])
    a = SpectralDataset("A", 1 + latent @ basis + rng.normal(0, 0.05, (n, 25)), Axis(AXIS, "nm"),
                        targets=Targets(("Fat", "Water"), values) if targets else None)
    b = SpectralDataset("B", 1.1 + 0.9 * latent @ basis + rng.normal(0, 0.05, (n, 25)), Axis(AXIS, "nm"))
    return SessionState((a, b), match_by_row([a, b]).standards).with_(**changes)


def test_points_are_what_single_evaluations_give():
    state = session()
    sweep = run_sweep(state, [SweepAxis("mu", (0.3, 0.8)), SweepAxis("n_components", (2, 3))], folds=3, repeats=2)
    assert [p.values for p in sweep.points] == [(0.3, 2), (0.3, 3), (0.8, 2), (0.8, 3)]
    assert sweep.properties == ("Fat", "Water") and sweep.chance == pytest.approx(0.1)
    prepared = prepare(state)
    for point in (sweep.points[0], sweep.points[3]):
        parameters = dict(zip(("mu", "n_components"), point.values, strict=True))
        found = cross_validated_hits(
            method("lra").create(**parameters), [d.spectra for d in prepared.datasets],
            expand_pairs(state.standards, state.instruments), folds=3, repeats=2, seed=0, targets=prepared.targets)
        worse = min((found["hit"]["3"][d] for d in ("a_to_b", "b_to_a")), key=lambda d: d["mean"])
        assert point.hit == worse["mean"] and point.hit_spread == worse["std"]
        assert point.hit_interval == worse["interval_95"]
        result, _, _ = compare(state, ComparisonPlan(["lra"], {"lra": parameters}, standards=[20], folds=3, repeats=2))
        for j, name in enumerate(("Fat", "Water")):
            assert point.rmsep[name] == pytest.approx(result.rmsep("lra", 20)[:, j].mean(), rel=1e-12)
            assert sweep.yardsticks["none"][name] == pytest.approx(result.rmsep("none", 20)[:, j].mean(), rel=1e-12)
    best = sweep.best("Fat")
    assert best.rmsep["Fat"] == min(figure_of(p, "Fat") for p in sweep.points)
    assert sweep.best().hit == max(p.hit for p in sweep.points)


class Rows(SilentMonitor):
    def __init__(self):
        super().__init__()
        self.values, self.shares = [], []

    def report(self, stage, fraction, **values):
        self.shares.append(fraction)
        if "point" in values.get("table_row", {}):
            self.values.append(values["table_row"]["point"].values)


def figures(sweep):
    return [(p.values, p.hit, p.hit_spread, dict(p.rmsep), p.error) for p in sweep.points]


@pytest.mark.parametrize("where", ["processes", "cluster"])
def test_other_processes_give_the_same_figures_and_sentences(where):
    """The last point is refused, with the name of the instrument."""
    state, axes = session(n=12), [SweepAxis("n_components", (2, 3, 400))]
    alone = run_sweep(state, axes, folds=3, n_jobs=1)
    rows = Rows()
    if where == "processes":
        beside = run_sweep(state, axes, folds=3, n_jobs=2, monitor=rows)
    else:
        distributed = pytest.importorskip("distributed", reason="the extra 'dask' is not installed")
        with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True,
                                      dashboard_address=None) as cluster:
            beside = run_sweep(state, axes, folds=3, dask=cluster.scheduler_address, monitor=rows)
    assert repr(figures(beside)) == repr(figures(alone)) and "400" in alone.points[2].error
    assert sorted(rows.values) == [(2,), (3,), (400,)] and rows.shares == sorted(rows.shares)


def test_held_out_standards_take_no_part():
    state = session()
    state = state.with_(standards=hold_out_share(state.standards, 0.3, 1))
    one = run_sweep(state, [SweepAxis("mu", (0.5,))])
    a, b = state.datasets
    held = [s.rows["B"][0] for s in state.standards if s.held_out]
    values = a.targets.values.copy()
    values[[s.rows["A"][0] for s in state.standards if s.held_out]] = 1e3
    other = state.with_(datasets=(a.with_(targets=Targets(a.targets.names, values)), b))
    assert len(held) == 9
    assert run_sweep(other, [SweepAxis("mu", (0.5,))]).points[0].hit == one.points[0].hit


def test_transfers_are_swept_by_their_errors_and_a_bad_point_does_not_stop_the_others():
    state = session(method="pds")
    sweep = run_sweep(state, [SweepAxis("window", (1, 5)), SweepAxis("n_components", (1, 25))])
    assert all(np.isfinite(p.rmsep["Fat"]) for p in sweep.points if p.values[1] == 1)
    none = run_sweep(session(targets=False), [SweepAxis("n_components", (2, 400))])
    assert np.isfinite(none.points[0].hit) and not none.properties and not none.yardsticks
    header, rows = sweep_table(none)
    assert header[:2] == ["n_components", "hit@3"] and len(rows) == 2
    assert "n_components" in none.points[1].error or np.isfinite(none.points[1].hit)


def test_refusals():
    state = session()
    for axes, what in (([], "one or two"), ([SweepAxis("mu", (0.1,)), SweepAxis("mu", (0.2,))], "twice"),
                       ([SweepAxis("nu", (1,))], "nu"), ([SweepAxis("mu", (2.0,))], "mu"),
                       ([SweepAxis("mu", ())], "at least one"),
                       ([SweepAxis("mu", tuple(np.linspace(0.01, 0.9, 401)))], "401 points")):
        with pytest.raises(ParameterError, match=what):
            run_sweep(state, axes)
    with pytest.raises(DataError, match="reference values"):
        run_sweep(session(targets=False, method="bias"), [SweepAxis("regression", ("pls",))])
    with pytest.raises(DataError, match="two instruments"):
        run_sweep(state.with_(datasets=state.datasets[:1], standards=()), [SweepAxis("mu", (0.5,))])


def test_cancel_keeps_what_was_reported():
    monitor, seen = SilentMonitor(), []

    def report(stage, fraction, **values):
        if "table_row" in values and "point" in values["table_row"]:
            seen.append(values["table_row"]["point"])
            monitor.cancel()

    monitor.report = report
    with pytest.raises(Cancelled):
        run_sweep(session(), [SweepAxis("mu", (0.2, 0.5, 0.8))], rmsep=False, monitor=monitor)
    assert [p.values for p in seen] == [(0.2,)]


def test_every_method_proposes_legal_values():
    for info in methods().values():
        for p in sweepable(info):
            values = proposed_values(p)
            assert values and len(set(values)) == len(values)
            for v in values:
                p.check(v)
    p = Parameter("x", "float", 1.0, "X", "x.", minimum=0, open_minimum=True, logarithmic=True)
    assert proposed_values(p, 5.0)[3] == 5.0
