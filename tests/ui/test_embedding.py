"""The Embedding dock as a user works it: controls, keys, both directions, empty, data gone, a run that is cancelled."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget

from spectralign_gui.session.run import execute
from spectralign_gui.ui.embedding import EmbeddingDock
from spectralign_gui.ui.state import run_controller
from tests.ui.helpers import endless
from tests.ui.mouse import place


@pytest.fixture
def dock(qtbot, two, model, controller):
    made = EmbeddingDock(model, controller)
    qtbot.addWidget(made)
    made.resize(720, 620)
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.fixture
def run(two, model, dock):
    model.add_run(execute(two.with_parameter("n_components", 4)))
    return model.current_run


def settle(qtbot, dock) -> None:
    qtbot.waitUntil(lambda: not dock.flat.pending and not dock.explore.busy, timeout=10_000)


def test_empty_says_what_to_do(dock, model):
    assert dock.notice.isVisible() and "Run an alignment" in dock.notice.text() and not dock.flat.isVisible()
    model.selection.select([("m5", 1)])
    assert dock.notice.isVisible()


def test_every_control_has_a_name_and_says_what_it_does(dock, run):
    names = ["embedding-axis-x", "embedding-axis-y", "embedding-axis-z", "embedding-colour", "embedding-keep",
             "explore-mu", "explore-n_components", "explore-keep", "explore-back", "explore-fold"]
    for name in names:
        widget = dock.findChild(QWidget, name)
        assert widget is not None and widget.toolTip(), name
    for view in (dock.flat, dock.solid):
        assert all(a.toolTip() and a.objectName() for a in view.actions())


def test_axes_show_the_dimensions_they_name(qtbot, dock, run):
    x, y, z = dock.axis_boxes
    assert z.isHidden(), "the third axis is for the third dimension"
    x.setCurrentIndex(2)
    y.setCurrentIndex(0)
    settle(qtbot, dock)
    first = dock.flat.sets[0].coordinates
    np.testing.assert_allclose(dock.flat.shown_xy()[:len(first)], first[:, [2, 0]])
    assert dock.flat.plot.getAxis("bottom").labelText.endswith("3")
    dock.tabs.setCurrentIndex(1)
    assert not z.isHidden() and dock.solid.axes[:2] == (2, 0)
    z.setCurrentIndex(1)
    assert dock.solid.axes == (2, 0, 1)


def test_join_draws_a_line_for_every_standard(dock, run):
    assert sum(len(li.pairs) for li in dock.flat.lines) == len(run.pairs) + len(run.held_out_pairs)
    dock.join.setChecked(False)
    assert not dock.flat.lines and not dock.solid._lines
    dock.join.setChecked(True)
    assert {li.style for li in dock.solid._lines} == {"-", "--"}


def test_colour_follows_the_session_and_its_choice(dock, run, model):
    box = dock.colour_box
    assert [box.itemText(k) for k in range(box.count())] == ["Instrument", "Moisture", "Oil"]
    box.setCurrentIndex(box.findText("Oil"))
    assert dock.flat.colouring.title.startswith("Oil")
    model.change("Group", model.state.with_(datasets=(
        model.state.datasets[0].with_(groups=("wet",) * 24), model.state.datasets[1])))
    assert box.currentText() == "Oil", "the choice stays"
    box.setCurrentIndex(box.findText("Group"))
    assert dock.flat.colouring.labels == ["wet"] and dock.solid.colouring.labels == ["wet"]


def test_click_selects_escape_of_a_miss_clears(qtbot, dock, run, model):
    settle(qtbot, dock)
    xy = dock.flat.shown_xy()
    k = int(np.argmax(np.linalg.norm(xy - np.median(xy, axis=0), axis=1)))
    qtbot.mouseClick(dock.flat.canvas.viewport(), Qt.MouseButton.LeftButton, pos=place(dock.flat, *xy[k]))
    flat = [(s.name, int(r)) for s in dock.flat.sets for r in s.rows]
    picked = model.selection.current
    at = flat.index(picked)
    assert np.linalg.norm(xy[at] - xy[k]) < 0.02 * np.ptp(xy) and len(dock.flat._rings.data) == 1
    corner = dock.flat.plot.getViewBox().sceneBoundingRect().bottomRight().toPoint()
    qtbot.mouseClick(dock.flat.canvas.viewport(), Qt.MouseButton.LeftButton, pos=corner - QPoint(4, 4))
    assert not model.selection.samples


def test_keys_change_what_dragging_does_and_walk_through_views(qtbot, dock, run):
    settle(qtbot, dock)
    canvas, area = dock.flat.canvas, dock.flat.plot.getViewBox()
    dock.activateWindow()
    canvas.setFocus()
    qtbot.waitUntil(canvas.hasFocus)
    for key, mode in ((Qt.Key.Key_L, "lasso"), (Qt.Key.Key_B, "rectangle"), (Qt.Key.Key_Z, "zoom"),
                      (Qt.Key.Key_M, "pan")):
        qtbot.keyClick(canvas, key)
        assert dock.flat.mode == area.mode == mode
    qtbot.waitUntil(lambda: dock.flat._settled is not None and not dock.flat._settle.isActive())
    whole = area.viewRange()
    for k in (1, 2):
        area.setXRange(0, 0.01 / k, padding=0)
        area.sigRangeChangedManually.emit([True, False])
        qtbot.waitUntil(lambda: not dock.flat._settle.isActive())
    near = area.viewRange()
    qtbot.keyClick(canvas, Qt.Key.Key_Backspace)
    qtbot.keyClick(canvas, Qt.Key.Key_Backspace)
    np.testing.assert_allclose(area.viewRange(), whole)
    qtbot.keyClick(canvas, Qt.Key.Key_Backspace)
    assert "first view" in dock.flat.readout.text()
    for _ in range(2):
        qtbot.keyClick(canvas, Qt.Key.Key_Backspace, Qt.KeyboardModifier.ShiftModifier)
    np.testing.assert_allclose(area.viewRange(), near)
    qtbot.keyClick(canvas, Qt.Key.Key_Backspace, Qt.KeyboardModifier.ShiftModifier)
    assert "latest view" in dock.flat.readout.text()
    qtbot.keyClick(canvas, Qt.Key.Key_Home)
    (x0, x1), _ = area.viewRange()
    xy = dock.flat.shown_xy()
    assert x0 < xy[:, 0].min() and x1 > xy[:, 0].max()


def test_fold_hides_the_sliders(dock, run):
    slider = dock.explore.sliders["mu"]
    assert slider.isVisible()
    dock.explore.fold.click()
    assert not slider.isVisible()
    dock.explore.fold.click()
    assert slider.isVisible()


def test_a_run_that_is_cancelled_leaves_the_picture_of_the_last_one(qtbot, dock, run, controller, monkeypatch):
    settle(qtbot, dock)
    before = dock.flat.shown_xy().copy()

    def work(state, monitor):
        forming = [np.random.default_rng(k).normal(size=(24, 4)) for k in (0, 1)]
        return endless(state, monitor, embeddings=forming)

    monkeypatch.setattr(run_controller, "execute", work)
    assert controller.start()
    qtbot.waitUntil(lambda: np.abs(dock.flat.sets[0].coordinates - run.embeddings[0]).max() > 0.5, timeout=10_000)
    with qtbot.waitSignal(controller.idle, timeout=30_000):
        controller.cancel()
    settle(qtbot, dock)
    distances = [np.linalg.norm(xy - xy[0], axis=1) for xy in (dock.flat.sets[0].coordinates, run.embeddings[0])]
    np.testing.assert_allclose(*distances, atol=1e-9)
    assert len(dock.flat.shown_xy()) == len(before) and dock._running_state is None


def test_data_removed_while_they_are_shown(qtbot, dock, run, model):
    model.change("Remove", model.state.without_dataset("mp5"))
    settle(qtbot, dock)
    assert [s.name for s in dock.flat.sets] == ["m5", "mp5"], "the run still is what it was"
    dock.flat.chosen.emit([("mp5", 3)], False)
    assert not model.selection.samples
    dock.colour_box.setCurrentIndex(1)
    model.undo_stack.undo()
    dock.flat.chosen.emit([("mp5", 3)], False)
    assert model.selection.samples == {("mp5", 3)}
    model.set_current_run(None)
    assert dock.notice.isVisible()
