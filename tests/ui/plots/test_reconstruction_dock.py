"""Matrix view and Reconstruction dock: blocks, order, levels, live factors, selection."""

from __future__ import annotations

import csv

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from scipy import sparse

from spectralign_gui.core.errors import FileError
from spectralign_gui.core.numerics.matrix_source import MatrixSource, order_by_cluster, order_by_group, order_by_name
from spectralign_gui.ui import theme
from spectralign_gui.ui.plots import matrix_view
from spectralign_gui.ui.plots.export import export_plot
from spectralign_gui.ui.plots.matrix_view import MatrixView
from spectralign_gui.ui.reconstruction import ReconstructionDock


def block_diagonal(n=60, seed=0):
    """Two subspaces, samples shuffled: U, w, membership."""
    rng = np.random.default_rng(seed)
    member = rng.permutation(np.repeat([0, 1], n // 2))
    X = np.zeros((n, 6))
    for g in (0, 1):
        X[np.ix_(member == g, [3 * g, 3 * g + 1, 3 * g + 2])] = rng.normal(size=((member == g).sum(), 3))
    U, s, _ = np.linalg.svd(X, full_matrices=False)
    return U, 1 - 0.1 / s**2, member


def test_sources_agree_with_the_dense_matrix():
    U, w, _ = block_diagonal()
    dense = (U * w) @ U.T
    rows, columns = np.array([3, 1, 59]), np.array([0, 5])
    for source in (MatrixSource.of_factors(U, w), MatrixSource.of_array(dense),
                   MatrixSource(60, entries=sparse.csr_matrix(dense))):
        np.testing.assert_allclose(source.block(rows, columns), dense[np.ix_(rows, columns)])
        np.testing.assert_allclose(source.pairs(rows[:2], columns), dense[rows[:2], columns])
        off = np.abs(dense[~np.eye(60, dtype=bool)])
        assert source.level() == pytest.approx(np.percentile(off, 99.5))


def test_level_of_large_matrices_comes_from_a_sample():
    rng = np.random.default_rng(0)
    U = np.linalg.qr(rng.normal(size=(3000, 5)))[0]
    source = MatrixSource.of_factors(U, np.ones(5))
    part = np.abs(source.block(np.arange(1500), np.arange(1500, 3000)))
    assert source.level() == pytest.approx(np.percentile(part, 99.5), rel=0.05)


def test_clusters_find_the_subspaces():
    U, w, member = block_diagonal()
    order = order_by_cluster(MatrixSource.of_factors(U, w))
    assert len(order.blocks) == 2 and sorted(order.permutation) == list(range(60))
    for start, stop, _ in order.blocks:
        assert len(set(member[order.permutation[start:stop]])) == 1


def test_clusters_of_more_samples_than_anchors(monkeypatch):
    monkeypatch.setattr("spectralign_gui.core.numerics.matrix_source.ANCHORS", 20)
    U, w, member = block_diagonal()
    order = order_by_cluster(MatrixSource.of_factors(U, w), clusters=2)
    assert sorted(order.permutation) == list(range(60))
    for start, stop, _ in order.blocks:
        assert len(set(member[order.permutation[start:stop]])) == 1


def test_orders_by_name_and_group():
    assert list(order_by_name(["S10", "S2", "a", "S1"]).permutation) == [2, 3, 1, 0]
    order = order_by_group(["b", "", "a", "b"])
    assert list(order.permutation) == [2, 0, 3, 1]
    assert order.blocks == [(0, 1, "a"), (1, 3, "b"), (3, 4, "none")]


@pytest.fixture
def view(qtbot, jobs):
    view = MatrixView(jobs)
    qtbot.addWidget(view)
    view.resize(500, 460)
    with qtbot.waitExposed(view):
        view.show()
    return view


def colour_at(view, row, column):
    """Colour of the middle of a cell on the screen."""
    scene = view.plot.getViewBox().mapViewToScene(QPointF(column + 0.5, row + 0.5))
    place = view.canvas.mapFromScene(scene)
    return view.canvas.grab().toImage().pixelColor(place)


def test_image_shows_the_values_in_order(qtbot, view, settle):
    R = np.zeros((10, 10))
    R[2, 7], R[7, 2] = 1.0, -1.0
    order = order_by_name([f"{9 - i}" for i in range(10)])  # turns the order round
    view.set_matrix(MatrixSource.of_array(R), [f"{9 - i}" for i in range(10)], order)
    with qtbot.waitSignal(view.drawn):
        pass
    settle(view)
    view._level = 1.0
    view._request()
    positive, negative, zero = colour_at(view, 7, 2), colour_at(view, 2, 7), colour_at(view, 4, 2)
    assert zero.name() == theme.current().plot_background
    assert positive.red() > positive.blue() and negative.blue() > negative.red()
    theme.set_mode("dark")
    assert colour_at(view, 4, 2).name() == theme.DARK.plot_background


def test_large_matrices_are_read_as_finely_as_shown(qtbot, view, settle, tmp_path, monkeypatch):
    rng = np.random.default_rng(0)
    U = np.linalg.qr(rng.normal(size=(4000, 3)))[0]
    source = MatrixSource.of_factors(U, np.ones(3))
    asked = []
    block = MatrixSource.block
    monkeypatch.setattr(MatrixSource, "block",
                        lambda self, r, c: asked.append((len(r), len(c))) or block(self, r, c))
    view.set_matrix(source)
    settle(view)
    assert max(r * c for r, c in asked) <= (matrix_view.TILE + 1) ** 2
    assert "every 7th of 4" in view._corner.lines[0][0]
    with pytest.raises(FileError, match="zoom in"):
        export_plot(view, tmp_path / "r.csv")
    view.plot.getViewBox().setRange(xRange=(100, 140), yRange=(100, 140), padding=0)
    qtbot.waitUntil(lambda: not view._corner.lines)
    table = list(csv.reader(export_plot(view, tmp_path / "r.csv").read_text().splitlines()))
    r0, r1, c0, c1, _ = view._visible()
    assert len(table) == r1 - r0 + 1 and len(table[0]) == c1 - c0 + 1
    assert float(table[1][1]) == pytest.approx(float(U[r0] @ U[c0]), rel=1e-12)


def test_click_and_hover_name_the_samples(qtbot, view, settle):
    U, w, _ = block_diagonal()
    view.set_matrix(MatrixSource.of_factors(U, w), [f"s{i}" for i in range(60)])
    settle(view)
    heard = []
    view.chosen.connect(lambda places, extend: heard.append(places))
    scene = view.plot.getViewBox().mapViewToScene(QPointF(12.5, 30.5))
    qtbot.mouseClick(view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=view.canvas.mapFromScene(scene))
    qtbot.waitUntil(lambda: heard == [[12, 30]])
    view.hoverMoved.emit(view.plot, QPointF(12.5, 30.5))
    assert "s30" in view.readout.text() and "s12" in view.readout.text()
    assert f"{(U[30] * w) @ U[12]:.4g}" in view.readout.text()
    view.set_selected([5])
    assert view.selected_places() == [5]


def test_dock_shows_both_instruments(qtbot, loaded, controller, settle, fake_run):
    dock = ReconstructionDock(loaded, controller)
    qtbot.addWidget(dock)
    dock.resize(900, 400)
    with qtbot.waitExposed(dock):
        dock.show()
    assert dock.notice.isVisible()
    loaded.add_run(fake_run(loaded.state))
    for v in dock.views:
        settle(v)
    assert [v.n for v in dock.views] == [24, 24]
    chart = dock.values.chart
    assert [s.label for s in chart.series] == ["lab: 4 of 12 kept", "field: 4 of 12 kept"]
    assert chart.levels[0].at == 2.0 and list(chart.series[0].filled) == list(chart.series[0].y > 2.0)
    dock.order_box.setCurrentIndex(2)
    # the field instrument has no groups of its own: standards take those of their partners
    assert [b[2] for b in dock.views[0].order.blocks] == ["dry", "wet"]
    assert [b[2] for b in dock.views[1].order.blocks] == ["dry", "wet", "none"]
    dock.order_box.setCurrentIndex(3)
    qtbot.waitUntil(lambda: bool(dock.views[1].order.blocks) and "cluster" in dock.views[1].order.blocks[0][2])
    dock.views[0].chosen.emit([3, 5], False)
    assert loaded.selection.samples == {("lab", 3), ("lab", 5)}
    assert len(dock.views[0].selected_places()) == 2


def test_dock_follows_factors_as_they_come(qtbot, loaded, controller, settle):
    dock = ReconstructionDock(loaded, controller)
    qtbot.addWidget(dock)
    dock.show()
    controller.started.emit()
    controller.snapshot.emit({"stage": "s", "fraction": 0.2, "instrument": 0, "singular_values": np.arange(9, 0, -1.0)})
    assert dock.values.chart.series[0].label == "lab: 9 of 9 kept"
    controller.snapshot.emit({"stage": "s", "fraction": 0.3, "instrument": 0, "threshold": 3.5})
    assert dock.values.chart.series[0].label == "lab: 6 of 9 kept"
    U = np.linalg.qr(np.random.default_rng(0).normal(size=(24, 3)))[0]
    controller.snapshot.emit({"stage": "s", "fraction": 0.5, "instrument": 1, "basis": U, "weights": np.ones(3)})
    settle(dock.views[1])
    assert dock.views[1].n == 24 and dock.views[0].n == 0
    controller.idle.emit()  # stopped: nothing is shown any more
    assert dock.notice.isVisible()


def test_an_empty_dock_says_that_a_run_is_under_way(loaded, controller, qtbot):
    dock = ReconstructionDock(loaded, controller)
    qtbot.addWidget(dock)
    dock.show()
    controller.started.emit()
    assert "under way" in dock.notice.text()
    controller.idle.emit()
    assert "Run a method" in dock.notice.text()


def test_methods_without_reconstruction_say_so(loaded, controller, qtbot, fake_run):
    dock = ReconstructionDock(loaded, controller)
    qtbot.addWidget(dock)
    loaded.add_run(fake_run(loaded.state, reconstructions_=[]))
    assert "Run a method" in dock.notice.text()  # hidden: nothing is drawn yet
    dock.show()
    assert "no reconstruction" in dock.notice.text()
