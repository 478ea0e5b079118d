"""The Spectra dock as a user works it: stage, arrangement, links, boxes, read-out, empty, data gone, failures."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QWidget

from spectralign_gui.preprocessing.spec import PreprocessingSpec, StepSpec
from spectralign_gui.ui.spectra import SpectraDock
from tests.ui.helpers import make_dataset


@pytest.fixture
def dock(qtbot, two, model, controller):
    made = SpectraDock(model, controller)
    qtbot.addWidget(made)
    made.resize(760, 560)
    with qtbot.waitExposed(made):
        made.show()
    ready(qtbot, made)
    return made


def ready(qtbot, dock, count: int = 2) -> None:
    qtbot.waitUntil(lambda: not dock._soon.isActive() and len(dock.view.layers) == count and not dock.view.pending,
                    timeout=10_000)


def test_empty_says_what_to_do(qtbot, model, controller):
    dock = SpectraDock(model, controller)
    qtbot.addWidget(dock)
    dock.show()
    qtbot.waitUntil(lambda: dock.notice.isVisible())
    assert "Load spectra" in dock.notice.text() and not dock.view.layers


def test_every_control_has_a_name_and_says_what_it_does(dock):
    for name in ("spectra-stage", "spectra-arrangement", "spectra-link"):
        assert dock.findChild(QWidget, name).toolTip()
    assert all(a.toolTip() and a.objectName() for a in dock.view.actions())


def test_stage_shows_what_the_method_gets(qtbot, dock, model):
    model.change("SNV", model.state.with_(preprocessing=PreprocessingSpec((StepSpec("snv"),))))
    ready(qtbot, dock)
    np.testing.assert_array_equal(dock.view.layers[0].spectra, model.state.datasets[0].spectra)
    dock.stage.setCurrentIndex(1)
    qtbot.waitUntil(lambda: dock.view.layers and abs(float(dock.view.layers[0].spectra[0].mean())) < 1e-9,
                    timeout=10_000)
    dock.stage.setCurrentIndex(0)
    ready(qtbot, dock)
    np.testing.assert_array_equal(dock.view.layers[0].spectra, model.state.datasets[0].spectra)


def test_a_step_that_fails_is_explained_and_undone(qtbot, dock, model):
    dock.stage.setCurrentIndex(1)
    ready(qtbot, dock)
    model.change("Crop", model.state.with_(preprocessing=PreprocessingSpec((StepSpec("crop", {"ranges": "1-2"}),))))
    qtbot.waitUntil(lambda: dock.notice.isVisible() and not dock.view.layers, timeout=10_000)
    assert dock.notice.text()
    model.undo_stack.undo()
    qtbot.waitUntil(lambda: len(dock.view.layers) == 2 and not dock.notice.isVisible(), timeout=10_000)


def test_arrangement_and_link(qtbot, dock):
    a, b = (p.getViewBox() for p in dock.view.plots)
    a.setXRange(1300, 1500, padding=0)
    assert b.viewRange()[0] == pytest.approx(a.viewRange()[0])
    dock.linked.setChecked(False)
    a.setXRange(2000, 2100, padding=0)
    assert abs(b.viewRange()[0][0] - 2000) > 300
    dock.linked.setChecked(True)
    assert b.viewRange()[0] == pytest.approx(a.viewRange()[0], rel=0.02)
    dock.arrangement.setCurrentIndex(1)
    ready(qtbot, dock)
    assert len(dock.view.plots) == 1 and not dock.linked.isEnabled()
    dock.arrangement.setCurrentIndex(0)
    ready(qtbot, dock)
    assert len(dock.view.plots) == 2 and dock.linked.isEnabled()


def test_read_out_names_the_nearest_band_with_its_source(dock):
    view = dock.view
    view.hoverMoved.emit(view.plots[0], QPointF(1452.0, 0.0))
    text = view.readout.text()
    assert "1455" in text and "(m5)" in text and "O–H 1st overtone, water 1450 (Workman" in text
    assert view._markers[view.plots[0]].isVisible()
    view.hoverLeft.emit()
    assert not view.readout.text().strip()


def test_keys_go_back_and_forward(qtbot, dock):
    view, area = dock.view, dock.view.plots[0].getViewBox()
    dock.activateWindow()
    view.canvas.setFocus()
    qtbot.waitUntil(view.canvas.hasFocus)
    qtbot.waitUntil(lambda: view._settled is not None and not view._settle.isActive())
    whole = area.viewRange()[0]
    area.setXRange(1300, 1500, padding=0)
    area.sigRangeChangedManually.emit([True, False])
    qtbot.waitUntil(lambda: not view._settle.isActive())
    qtbot.keyClick(view.canvas, Qt.Key.Key_Backspace)
    assert area.viewRange()[0] == pytest.approx(whole)
    qtbot.keyClick(view.canvas, Qt.Key.Key_Backspace, Qt.KeyboardModifier.ShiftModifier)
    assert area.viewRange()[0] == pytest.approx([1300, 1500])
    area.setXRange(1700, 1800, padding=0)
    area.sigRangeChangedManually.emit([True, False])
    view.next_view()
    assert "latest" in view.readout.text(), "a new zoom makes an end of going forward"


def test_selection_brings_out_spectra_and_their_partners(dock, model):
    model.selection.select([("m5", 2)])
    assert dock.view.highlighted("m5") == [2] and dock.view.highlighted("mp5") == [2]
    model.change("Unmark", model.state.with_(standards=()))
    assert dock.view.highlighted("mp5") == []
    model.selection.clear()
    assert dock.view.highlighted("m5") == []


def test_box_with_ctrl_adds(qtbot, dock, model):
    model.selection.select([("mp5", 9)])
    area = dock.view.plots[0].getViewBox()
    spectra = model.state.datasets[0].spectra
    top = int(spectra.max(axis=1).argmax())
    x = float(model.state.datasets[0].axis.values[spectra[top].argmax()])
    box = [(x - 5, spectra[top].max() - 1e-6), (x + 5, spectra[top].max() - 1e-6), (x + 5, 99.0), (x - 5, 99.0)]
    with qtbot.waitSignal(dock.view.boxed):
        area.outlined.emit(box, True)
    assert model.selection.samples == {("mp5", 9), ("m5", top)}
    with qtbot.waitSignal(dock.view.boxed):
        area.outlined.emit([(x, 90.0), (x + 1, 90.0), (x + 1, 99.0), (x, 99.0)], True)
    assert len(model.selection.samples) == 2, "an empty box with Ctrl changes nothing"
    with qtbot.waitSignal(dock.view.boxed):
        area.outlined.emit([(x, 90.0), (x + 1, 90.0), (x + 1, 99.0), (x, 99.0)], False)
    assert not model.selection.samples


def test_data_removed_and_replaced_while_they_are_shown(qtbot, dock, model):
    model.selection.select([("mp5", 3)])
    model.change("Remove", model.state.without_dataset("mp5"))
    ready(qtbot, dock, 1)
    assert not model.selection.samples and not dock.linked.isEnabled()
    model.change("Remove", model.state.without_dataset("m5"))
    qtbot.waitUntil(lambda: not dock.view.layers)
    assert "Load spectra" in dock.notice.text()
    model.undo_stack.undo()
    ready(qtbot, dock, 1)
    model.change("Other", model.state.with_(datasets=(make_dataset("m5", n=5, p=33),)))
    qtbot.waitUntil(lambda: dock.view.layers and dock.view.layers[0].spectra.shape == (5, 33))
