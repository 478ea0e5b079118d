"""The Short circuits dock: lines, tables, actions, groups painted by hand, the path of the weight."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.measures.short_circuits import between_group_share
from spectralign_gui.io.samples import load_sample_session
from spectralign_gui.session.run import execute
from spectralign_gui.session.short_circuits.analysis import partners_of, reconstruction_of, split
from spectralign_gui.session.short_circuits.path import weight_path
from spectralign_gui.ui.plots import groups as painting
from spectralign_gui.ui.plots.groups import with_group
from spectralign_gui.ui.short_circuits import ShortCircuitsDock
from tests.ui.helpers import short_circuits_of


@pytest.fixture(scope="module")
def run(request):
    """The dollar sign: an S and a bar that cross."""
    state = load_sample_session("dollar")
    return execute(state.with_(parameters={"lra": {"rank": 6, "n_components": 2}}))


@pytest.fixture
def dock(qtbot, model, controller, run):
    return short_circuits_of(qtbot, model, controller, run)


def lines(dock):
    return {li.text.split(" ")[0]: li for li in dock.pca.lines}


def test_lines_are_the_strongest_links_and_fade_with_weight(dock, run):
    R = run.estimator.reconstructions_[0].matrix()
    size = np.abs(R)
    np.fill_diagonal(size, 0)
    member = np.array(run.datasets[0].groups)
    dock.controls.count.setValue(50)
    drawn = np.concatenate([li.pairs for li in dock.embedding.lines])
    assert len(drawn) == 50
    i, j = np.triu_indices(len(R), 1)
    strongest = np.sort(np.maximum(size[i, j], size[j, i]))[::-1][:50]
    np.testing.assert_allclose(np.sort(size[drawn[:, 1], drawn[:, 3]])[::-1], strongest)
    for name, style in (("within", "-"), ("between", "--")):
        li = lines(dock)[name]
        assert li.style == style
        same = member[li.pairs[:, 1]] == member[li.pairs[:, 3]]
        assert same.all() if name == "within" else not same.any()
        assert len(li.pairs) or name == "between"
        order = np.argsort(size[li.pairs[:, 1], li.pairs[:, 3]])
        assert (np.diff(li.alpha[order]) >= -1e-12).all()
    dock.controls.threshold.setValue(90)
    kept = np.concatenate([li.pairs for li in dock.embedding.lines])
    assert (size[kept[:, 1], kept[:, 3]] >= 0.9 * strongest[0] - 1e-12).all() and len(kept) < 50


def test_only_between_and_neighbours(dock, run):
    dock.controls.only_between.setChecked(True)
    assert not len(lines(dock)["within"].pairs) and len(lines(dock)["between"].pairs) == 80
    dock.controls.only_between.setChecked(False)
    dock.controls.graph.setCurrentIndex(1)
    pairs = np.concatenate([li.pairs for li in dock.pca.lines])
    X = run.datasets[0].spectra
    distance = np.linalg.norm(X[:, None] - X[None], axis=2)
    i, j = np.triu_indices(len(X), 1)
    np.testing.assert_allclose(np.sort(distance[pairs[:, 1], pairs[:, 3]]), np.sort(distance[i, j])[:len(pairs)],
                               atol=1e-9)


def test_summary_and_tables_say_how_much_leaks(dock, run):
    R = run.estimator.reconstructions_[0]
    share = between_group_share(R, np.array(run.datasets[0].groups), diagonal=False)
    assert f"{100 * share:.1f} % of the weight of dollar_first lies between groups" in dock.summary.text()
    assert dock.mass.rowCount() == 2 and dock.mass.horizontalHeaderItem(0).text() == "S"
    own = float(dock.mass.item(0, 0).text().split()[0]) + float(dock.mass.item(0, 1).text().split()[0])
    assert own == pytest.approx(100, abs=0.2)
    table = dock.worst.model()
    weights = [abs(float(table.index(r, 3).data())) for r in range(table.rowCount())]
    assert weights == sorted(weights, reverse=True) and weights[0] > 0 and len(weights) == 200
    assert "←" in table.index(0, 2).data()


def test_a_row_selects_both_samples_and_shows_the_first(dock, model, run):
    dock.worst.selectRow(0)
    worst = dock._analysis.worst[0]
    name = run.datasets[0].name
    assert model.selection.samples == {(name, worst.row), (name, worst.partner)}
    assert model.selection.current == (name, worst.row)
    labels = [s.label for s in dock.sample.chart.series]
    assert labels[0] == run.datasets[0].sample_names[worst.row] and labels[2] == "residual"
    assert len(labels) == 6
    assert len(dock.embedding._rings.data) == len(dock.pca._rings.data) == 2


def test_reconstruction_of_a_sample_is_the_definition(run):
    X, R = np.asarray(run.datasets[0].spectra), run.estimator.reconstructions_[0].matrix()
    mean = X.mean(axis=0)
    spectrum, rebuilt = reconstruction_of(run, 0, 7)
    np.testing.assert_allclose(rebuilt, mean + (R @ (X - mean))[7], atol=1e-12)
    np.testing.assert_array_equal(spectrum, X[7])
    best = partners_of(run, 0, 7, 2)
    row = np.abs(R[7])
    row[7] = 0
    assert best[0][0] == int(row.argmax()) and best[0][1] == pytest.approx(R[7, best[0][0]])


def test_leaving_out_is_undoable(dock, model, run):
    name = run.datasets[0].name
    dock.worst.selectRow(2)
    dock.controls.exclude.trigger()
    worst = dock._analysis.worst[2]
    assert model.state.excluded == {name: tuple(sorted((worst.row, worst.partner)))}
    model.undo_stack.undo()
    assert not model.state.excluded
    dock.worst.exclude.emit([worst.partner])
    assert model.state.excluded == {name: (worst.partner,)}


def test_what_is_sent_keeps_the_run_s_other_settings(qtbot, dock, model):
    dock.controls.robust.trigger()
    qtbot.waitUntil(lambda: not dock.sender.busy, timeout=60_000)
    assert model.state.method == "rlra"
    values = model.state.method_parameters()
    assert values["rank"] == 6 and values["n_components"] == 2 and values["noise_weight"] > 0
    assert f"cost of error γ = {values['noise_weight']:g}".lower() in dock.sender.label.text().lower()
    model.undo_stack.undo()
    assert model.state.method == "lra"


def test_groups_painted_by_hand_reach_partners_and_plots(qtbot, dock, model, run, monkeypatch):
    first, second = (d.name for d in run.datasets)
    standard = run.state.standards[0]
    row = standard.rows[first][0]
    model.selection.select([(first, row), (first, 5)])
    monkeypatch.setattr(painting, "ask_text", lambda *a, **k: (" odd ", True))
    dock.controls.paint.trigger()
    assert model.state.dataset(first).groups[5] == "odd"
    assert model.state.dataset(second).groups[standard.rows[second][0]] == "odd"
    qtbot.waitUntil(lambda: "odd" in list(dock._analysis.labels), timeout=15_000)
    assert dock.mass.rowCount() == 3
    model.undo_stack.undo()
    assert "odd" not in (model.state.dataset(first).groups or ())


def test_taking_the_last_group_away_leaves_none(make_state):
    state = make_state()
    rows = [("lab", i) for i in range(24)]
    assert with_group(state, rows, "").dataset("lab").groups is None
    assert with_group(state, [("field", 23)], "x").dataset("field").groups[23] == "x"


def test_without_groups_clusters_take_their_place(qtbot, loaded, controller):
    state = with_group(loaded.state, [("lab", i) for i in range(24)], "")
    loaded.reset(state)
    dock = ShortCircuitsDock(loaded, controller)
    qtbot.addWidget(dock)
    dock.show()
    loaded.add_run(execute(state))
    qtbot.waitUntil(lambda: dock._analysis is not None, timeout=15_000)
    assert dock._analysis.clustered and dock.pca.colouring.title == "Cluster of R"


def test_methods_without_reconstruction(qtbot, loaded, controller, fake_run):
    dock = ShortCircuitsDock(loaded, controller)
    qtbot.addWidget(dock)
    loaded.add_run(fake_run(loaded.state, reconstructions_=[]))
    assert "no reconstruction" in dock.notice.text()


def test_splitting_by_threshold():
    assert split([], 5, 0.5) == ([], [])


@pytest.fixture(scope="module")
def small():
    """A third of the dollar sign, quick to iterate on."""
    state = load_sample_session("dollar")
    excluded = {d.name: tuple(i for i in range(len(d)) if i % 5) for d in state.datasets}
    return execute(state.with_(excluded=excluded, parameters={"lra": {"rank": 6, "n_components": 2}}))


def test_path_of_the_sparse_weight_cuts_short_circuits(small):
    from spectralign_gui.core.monitor import SilentMonitor

    groups = [np.array(d.groups) for d in small.datasets]
    rows = weight_path(small, "slra", groups, SilentMonitor(), points=4)
    assert [r["weight"] for r in rows] == sorted(r["weight"] for r in rows)
    assert rows[-1]["zeros"] > rows[0]["zeros"] and rows[-1]["between"] < rows[0]["between"]
    robust = weight_path(small, "rlra", groups, SilentMonitor(), points=3)
    assert robust and all(0 <= r["outliers"] <= 1 for r in robust)


def test_path_panel_computes_stops_and_hands_over(qtbot, model, controller, small):
    model.reset(small.state)
    dock = ShortCircuitsDock(model, controller)
    qtbot.addWidget(dock)
    dock.resize(1000, 420)
    dock.show()
    model.add_run(small)
    qtbot.waitUntil(lambda: dock._analysis is not None, timeout=15_000)
    panel = dock.path
    assert not panel.use.isEnabled()
    panel.compute.click()
    assert panel.computing
    qtbot.waitUntil(lambda: len(panel.rows) >= 1, timeout=30_000)
    panel.stop()
    qtbot.waitUntil(lambda: not panel.computing, timeout=15_000)
    assert panel.rows and panel.compute.isEnabled() and "Stopped" in panel.status.text()
    panel.slider.setValue(0)
    assert "weight between groups" in [s.label for s in panel.view.chart.series]
    panel.use.click()
    assert model.state.method == "slra"
    assert model.state.method_parameters()["sparsity"] == pytest.approx(min(r["weight"] for r in panel.rows), rel=1e-2)
