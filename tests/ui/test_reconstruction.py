"""The Reconstruction dock as a user works it: order, matrix, singular values, both directions, empty, data gone."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from spectralign_gui.session.run import execute
from spectralign_gui.ui.reconstruction import ReconstructionDock
from spectralign_gui.ui.state import run_controller
from tests.ui.helpers import endless
from tests.ui.mouse import place


@pytest.fixture
def dock(qtbot, two, model, controller):
    made = ReconstructionDock(model, controller)
    qtbot.addWidget(made)
    made.resize(1100, 420)
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.fixture
def run(qtbot, two, model, dock):
    groups = tuple("wet" if k % 3 else "dry" for k in range(24))
    model.change("Group", two.with_(datasets=(two.datasets[0].with_(groups=groups), two.datasets[1])))
    model.add_run(execute(model.state))
    ready(qtbot, dock)
    return model.current_run


def ready(qtbot, dock) -> None:
    qtbot.waitUntil(lambda: not any(v.pending for v in dock.views), timeout=10_000)


def test_empty_says_what_to_do(dock, model):
    assert dock.notice.isVisible() and "low rank family" in dock.notice.text()
    model.selection.select([("m5", 2)])
    assert dock.notice.isVisible()


def test_order_sorts_rows_and_columns_and_outlines_blocks(qtbot, dock, run):
    box = dock.order_box
    assert box.toolTip() and box.accessibleName()
    R = run.estimator.reconstructions_[0].matrix()
    box.setCurrentIndex(box.findData("group"))
    ready(qtbot, dock)
    order = dock.views[0].order
    assert [b[2] for b in order.blocks] == ["dry", "wet"] and [b[:2] for b in order.blocks] == [(0, 8), (8, 24)]
    np.testing.assert_allclose(dock.views[0]._values[0], R[np.ix_(order.permutation, order.permutation)], atol=1e-12)
    assert [b[2] for b in dock.views[1].order.blocks][:2] == ["dry", "wet"], "partners belong to the group too"
    box.setCurrentIndex(box.findData("name"))
    assert list(dock.views[0].order.permutation) == list(range(24))
    box.setCurrentIndex(box.findData("cluster"))
    qtbot.waitUntil(lambda: bool(dock.views[0].order.blocks), timeout=10_000)
    assert dock.views[0].order.blocks[0][2] == "cluster 1"


def test_without_groups_it_says_where_to_give_them(qtbot, dock, two, model):
    model.add_run(execute(two))
    dock.order_box.setCurrentIndex(dock.order_box.findData("group"))
    assert "No instrument has groups" in dock.facts.text()


def test_groups_painted_later_sort_the_matrix(qtbot, dock, two, model):
    model.add_run(execute(two))
    dock.order_box.setCurrentIndex(dock.order_box.findData("group"))
    first = model.state.datasets[0].with_(groups=("b",) * 12 + ("a",) * 12)
    model.change("Group", model.state.with_(datasets=(first, model.state.datasets[1])))
    assert [b[2] for b in dock.views[0].order.blocks] == ["a", "b"]
    model.undo_stack.undo()
    assert not dock.views[0].order.blocks


def test_selection_frames_rows_and_a_cell_selects_both_samples(qtbot, dock, run, model):
    model.selection.select([("m5", 5), ("mp5", 7)])
    assert dock.views[0].selected_places() == [5] and dock.views[1].selected_places() == [7]
    view = dock.views[0]
    qtbot.mouseClick(view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=place(view, 10.5, 2.5))
    assert model.selection.samples == {("m5", 10), ("m5", 2)} and model.selection.current == ("m5", 2)
    qtbot.mouseClick(view.canvas.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier,
                     place(view, 20.5, 20.5))
    assert model.selection.samples == {("m5", 10), ("m5", 2), ("m5", 20)}
    view.hoverMoved.emit(view.plot, view.plot.getViewBox().mapSceneToView(
        view.canvas.mapToScene(place(view, 4.5, 9.5))))
    assert "S10  from  S05" in view.readout.text() and model.selection._hover == ("m5", 9)


def test_singular_values_with_their_threshold(dock, run):
    chart = dock.values.chart
    for k, R in enumerate(run.estimator.reconstructions_):
        assert chart.series[k].label.startswith(f"{run.datasets[k].name}: {R.rank} of")
        np.testing.assert_allclose(chart.series[k].y, R.singular_values[:200])
        assert chart.levels[k].at == pytest.approx(np.sqrt(R.penalty))
        assert int(chart.series[k].filled.sum()) == R.rank
    assert "kept" in dock.facts.text()


def test_left_out_rows_are_not_in_the_matrix(qtbot, dock, run, model):
    model.change("Out", model.state.with_(excluded={"m5": (0, 1)}))
    model.add_run(execute(model.state))
    ready(qtbot, dock)
    assert dock.views[0].n == 22 and dock.views[1].n == 24
    dock.views[0].chosen.emit([0], False)
    assert model.selection.samples == {("m5", 2)}


def test_hidden_it_draws_nothing_and_catches_up(qtbot, dock, two, model):
    dock.hide()
    model.add_run(execute(two))
    assert dock.views[0].source is None
    dock.show()
    ready(qtbot, dock)
    assert dock.views[0].n == 24


def test_a_cancelled_run_brings_the_last_one_back(qtbot, dock, run, controller, monkeypatch):
    forming = np.eye(24)
    monkeypatch.setattr(run_controller, "execute",
                        lambda state, monitor: endless(state, monitor, instrument=0, reconstruction=forming))
    every = np.arange(24)
    assert controller.start()
    qtbot.waitUntil(lambda: np.array_equal(dock.views[0].source.block(every, every), forming), timeout=10_000)
    with qtbot.waitSignal(controller.idle, timeout=30_000):
        controller.cancel()
    ready(qtbot, dock)
    assert dock._running_state is None
    np.testing.assert_allclose(dock.views[0].source.block(every, every), run.estimator.reconstructions_[0].matrix(),
                               atol=1e-12)


def test_data_removed_while_they_are_shown(qtbot, dock, run, model):
    model.change("Remove", model.state.without_dataset("mp5"))
    dock.views[1].chosen.emit([3], False)
    assert not model.selection.samples
    dock.order_box.setCurrentIndex(dock.order_box.findData("group"))
    ready(qtbot, dock)
    model.set_current_run(None)
    assert dock.notice.isVisible()


def test_every_tool_has_a_name_and_a_tooltip(dock, run):
    for view in (*dock.views, dock.values):
        assert all(a.toolTip() and a.objectName() for a in view.actions())
        assert {"M", "Z", "Home", "Backspace"} <= {a.shortcut().toString() for a in view.actions()}
    assert dock.findChild(QWidget, "reconstruction-order") is dock.order_box
