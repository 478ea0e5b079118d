"""The dialogs of the Data menu that bring spectra on common ground, through real widgets; each can be undone."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from spectralign_gui.core.data import Axis, SpectralDataset, Standard
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.common_ground import CommonGround


@pytest.fixture
def ground(qtbot, model, controller):
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    return CommonGround(model, controller, window)


def bands(x: np.ndarray, n: int) -> np.ndarray:
    shares = np.random.default_rng(3).random((n, 8))
    return shares @ np.exp(-(((x - np.linspace(1150, 2420, 8)[:, None]) / 35) ** 2)) + 0.1


def made(name: str, move: float = 0.0, n: int = 12, names=None, p: int = 300, **more) -> SpectralDataset:
    x = np.linspace(1100, 2498, p)
    return SpectralDataset(name, bands(x - move, n), Axis(x, "nm"),
                           tuple(names or (f"S{i + 1:02d}" for i in range(n))), "absorbance", **more)


def opened(qtbot, ground, action: QAction):
    assert action.isEnabled()
    action.trigger()
    qtbot.waitUntil(lambda: ground.dialog is not None and not ground.dialog.busy, timeout=15000)
    return ground.dialog


def settled(qtbot, dialog) -> None:
    qtbot.waitUntil(lambda: not dialog.busy, timeout=15000)


def apply(qtbot, ground) -> None:
    dialog = ground.dialog
    settled(qtbot, dialog)
    assert dialog.apply_button.isEnabled(), dialog.sentence.text()
    qtbot.mouseClick(dialog.apply_button, Qt.MouseButton.LeftButton)
    assert ground.dialog is None


def test_entries_wait_for_instruments(ground, model):
    assert not any(a.isEnabled() for a in ground.menu_entries() if a is not None)
    model.reset(SessionState((made("A"),)))
    assert ground.convert.isEnabled() and not ground.check.isEnabled() and not ground.merge.isEnabled()
    for action in ground.menu_entries():
        if action is not None:
            assert action.objectName() and action.toolTip() and action.shortcut().toString()


def test_entries_are_in_the_data_menu_of_the_window_with_keys_of_their_own(window):
    data = next(a.menu() for a in window.menuBar().actions() if a.text() == "&Data")
    assert {a.objectName() for a in window.ground.menu_entries() if a} <= {a.objectName() for a in data.actions()}
    keys = [a.shortcut().toString() for a in window.findChildren(QAction)
            if a.shortcut().toString() and a.shortcutContext() == Qt.ShortcutContext.WindowShortcut]
    assert sorted(k for k in set(keys) if keys.count(k) > 1) == []


# -- wavelengths -------------------------------------------------------------------------------------------


@pytest.fixture
def shifted(model) -> SessionState:
    standards = tuple(Standard({"A": (i,), "B": (i,)}) for i in range(12))
    model.reset(SessionState((made("A"), made("B", 1.7)), standards))
    return model.state


def test_shift_is_shown_told_and_corrected(qtbot, ground, model, shifted):
    dialog = opened(qtbot, ground, ground.check)
    assert dialog.check.shift == pytest.approx(1.7, abs=0.05)
    assert dialog.sentence.text().startswith("B = A +1.7") and "12 standards" in dialog.basis.text()
    labels = [s.label for s in dialog.plot.chart.series]
    assert "fitted shift" in labels and "window compared" in labels
    dialog.resample.setChecked(True)
    apply(qtbot, ground)
    steps = model.state.preprocessing.own["B"]
    assert [s.step for s in steps] == ["shift-axis", "resample"]
    assert steps[0].parameters["shift"] == pytest.approx(-1.7, abs=0.05)
    assert [s.step for s in model.state.preprocessing.shared] == ["resample"]
    model.undo_stack.undo()
    assert model.state is shifted
    assert model.undo_stack.redoText() == "Correct axis of B"


def test_check_says_when_nothing_is_to_be_done_and_when_it_cannot_be(qtbot, ground, model):
    energies = made("C").with_(axis=Axis(np.linspace(4000, 9000, 300), "cm-1"))
    model.reset(SessionState((made("A"), made("B"), energies)))
    dialog = opened(qtbot, ground, ground.check)
    assert "No correction is needed" in dialog.sentence.text() and "mean spectra" in dialog.basis.text()
    dialog.instrument.setCurrentText("C")
    settled(qtbot, dialog)
    assert "convert them first" in dialog.sentence.text() and not dialog.apply_button.isEnabled()
    dialog.instrument.setCurrentText("A")
    settled(qtbot, dialog)
    assert "two different" in dialog.sentence.text()
    dialog.reject()


# -- units -------------------------------------------------------------------------------------------------


def test_conversion_is_told_with_three_values_before_it_is_done(qtbot, ground, model):
    model.reset(SessionState((made("A"),)))
    before = model.state
    dialog = opened(qtbot, ground, ground.convert)
    assert "Nothing is changed" in dialog.sentence.text() and not dialog.apply_button.isEnabled()
    dialog.axis_mode.setCurrentIndex(dialog.axis_mode.findData("convert"))
    dialog.unit.setCurrentIndex(dialog.unit.findData("cm-1"))
    dialog.quantity_mode.setCurrentIndex(dialog.quantity_mode.findData("convert"))
    dialog.quantity.setCurrentIndex(dialog.quantity.findData("reflectance"))
    settled(qtbot, dialog)
    assert "converted from nm to cm⁻¹" in dialog.sentence.text()
    cells = [[float(dialog.table.item(r, c).text()) for c in range(4)] for r in range(3)]
    assert cells[0][:2] == [1100, pytest.approx(1e7 / 1100, rel=1e-6)] and cells[2][0] == 2498
    assert cells[0][3] == pytest.approx(10 ** -cells[0][2], rel=1e-5)
    apply(qtbot, ground)
    d = model.state.dataset("A")
    assert d.axis.unit == "cm-1" and d.quantity == "reflectance" and d.source.changed
    np.testing.assert_allclose(d.spectra[:, ::-1], 10 ** -before.dataset("A").spectra)
    model.undo_stack.undo()
    assert model.state is before


def test_raman_shift_needs_the_laser_line_and_physics_is_kept(qtbot, ground, model):
    model.reset(SessionState((made("A"),)))
    dialog = opened(qtbot, ground, ground.convert)
    dialog.axis_mode.setCurrentIndex(dialog.axis_mode.findData("convert"))
    dialog.unit.setCurrentIndex(dialog.unit.findData("raman-shift"))
    settled(qtbot, dialog)
    assert dialog.laser.isVisible() and "laser line" in dialog.sentence.text()
    assert not dialog.apply_button.isEnabled()
    dialog.laser.setValue(1064)
    settled(qtbot, dialog)
    assert dialog.apply_button.isEnabled() and "1064 nm" in dialog.sentence.text()
    dialog.reject()


def test_what_the_file_did_not_tell_can_be_said(qtbot, ground, model):
    d = made("A").with_(axis=Axis(np.arange(300.0), "unknown"), quantity="unknown")
    model.reset(SessionState((d,)))
    dialog = opened(qtbot, ground, ground.convert)
    assert dialog.axis_mode.currentData() == "declare" and "numbers the channels" in dialog.notes.text()
    dialog.unit.setCurrentIndex(dialog.unit.findData("raman-shift"))
    dialog.laser.setValue(532)
    dialog.quantity_mode.setCurrentIndex(dialog.quantity_mode.findData("declare"))
    dialog.quantity.setCurrentIndex(dialog.quantity.findData("raman-intensity"))
    apply(qtbot, ground)
    made_ = model.state.dataset("A")
    assert (made_.axis.unit, made_.axis.laser_nm, made_.quantity) == ("raman-shift", 532.0, "raman-intensity")
    assert not made_.source.changed
    np.testing.assert_array_equal(made_.spectra, d.spectra)


# -- repeats -----------------------------------------------------------------------------------------------


@pytest.fixture
def repeated(model) -> SessionState:
    names = [f"S{i // 3 + 1}_{i % 3 + 1}" for i in range(12)]
    standards = (Standard({"A": (3, 4, 5), "B": (0,)}),)
    model.reset(SessionState((made("A", names=names), made("B", n=4)), standards))
    return model.state


def test_repeats_are_listed_and_averaged_with_their_standards(qtbot, ground, model, repeated):
    dialog = opened(qtbot, ground, ground.average)
    assert dialog.list.topLevelItemCount() == 4
    assert dialog.list.topLevelItem(1).text(0) == "S2" and "S2_3 (#6)" in dialog.list.topLevelItem(1).text(2)
    assert "12 spectra become 4" in dialog.sentence.text()
    dialog.drop.setValue(1)
    dialog.list.topLevelItem(3).setCheckState(0, Qt.CheckState.Unchecked)
    settled(qtbot, dialog)
    assert not dialog.apply_button.isEnabled() and "none is left" in dialog.sentence.text()
    dialog.list.topLevelItem(3).setCheckState(0, Qt.CheckState.Checked)
    settled(qtbot, dialog)
    assert dialog.list.topLevelItem(0).text(1) == "2 of 3"
    apply(qtbot, ground)
    d = model.state.dataset("A")
    assert d.sample_names == ("S1", "S2", "S3", "S4") and d.repeats == (2, 2, 2, 2) and d.spread is not None
    np.testing.assert_allclose(d.spectra[1], repeated.dataset("A").spectra[4:6].mean(axis=0))
    assert dict(model.state.standards[0].rows) == {"A": (1,), "B": (0,)}
    model.undo_stack.undo()
    assert model.state is repeated


def test_ways_to_find_repeats(qtbot, ground, model, repeated):
    dialog = opened(qtbot, ground, ground.average)
    dialog.way.setCurrentIndex(dialog.way.findData("name"))
    settled(qtbot, dialog)
    assert "no repeats" in dialog.sentence.text() and not dialog.apply_button.isEnabled()
    dialog.way.setCurrentIndex(dialog.way.findData("standard"))
    settled(qtbot, dialog)
    assert "12 spectra become 10" in dialog.sentence.text()
    dialog.way.setCurrentIndex(dialog.way.findData("count"))
    dialog.count.setValue(5)
    settled(qtbot, dialog)
    assert [len(g) for g in dialog.groups()] == [5, 5, 2] and dialog.count.isVisible()
    dialog.reject()


# -- missing values ----------------------------------------------------------------------------------------


def holed(name: str, gaps) -> SpectralDataset:
    d = made(name)
    spectra = np.array(d.spectra)
    for row, start, stop in gaps:
        spectra[row, start:stop] = np.nan
    return d.with_(spectra=spectra)


def test_gaps_are_counted_and_dealt_with_instrument_by_instrument(qtbot, ground, model):
    model.reset(SessionState((made("A"), holed("B", [(2, 50, 53), (4, 80, 100)]), holed("C", [(0, 0, 1)]))))
    before = model.state
    dialog = opened(qtbot, ground, ground.missing)
    texts = [[dialog.table.item(r, c).text() for c in range(5)] for r in range(3)]
    assert texts == [["A", "0", "0", "0", "–"], ["B", "23", "2", "23", "20 channels"],
                     ["C", "1", "1", "1", "1 channel"]]
    assert not dialog.boxes["A"].isEnabled() and "24 of 24" in dialog.sentence.text()

    def choose(name, how):
        box = dialog.boxes[name]
        box.setCurrentIndex(box.findData(how))
        box.activated.emit(box.currentIndex())
        settled(qtbot, dialog)

    choose("B", "interpolate")
    assert "20 still missing" in dialog.table.item(1, 6).text()
    dialog.longest.setValue(20)
    settled(qtbot, dialog)
    assert "complete" in dialog.table.item(1, 6).text()
    choose("C", "drop-samples")
    assert dialog.table.item(2, 6).text() == "11 × 300, complete" and "All gaps" in dialog.sentence.text()
    apply(qtbot, ground)
    own = model.state.preprocessing.own
    assert own["B"][0].parameters == {"how": "interpolate", "max_gap": 20}
    assert own["C"][0].parameters == {"how": "drop-samples"} and "A" not in own
    assert model.state.datasets is before.datasets
    dialog = opened(qtbot, ground, ground.missing)
    assert dialog.boxes["C"].currentData() == "drop-samples" and dialog.longest.value() == 20
    choose("C", "interpolate")
    choose("B", "interpolate")
    dialog.reject()
    model.undo_stack.undo()
    assert model.state is before


def test_one_choice_for_all_stands_in_the_shared_list(qtbot, ground, model):
    model.reset(SessionState((made("A"), holed("B", [(2, 50, 53)]))))
    dialog = opened(qtbot, ground, ground.missing)
    dialog.boxes["B"].setCurrentIndex(dialog.boxes["B"].findData("drop-channels"))
    dialog.boxes["B"].activated.emit(2)
    apply(qtbot, ground)
    assert [s.step for s in model.state.preprocessing.shared] == ["missing"] and not model.state.preprocessing.own
    dialog = opened(qtbot, ground, ground.missing)
    dialog.boxes["B"].setCurrentIndex(0)
    dialog.boxes["B"].activated.emit(0)
    apply(qtbot, ground)
    assert model.state.preprocessing.shared == ()


def test_nothing_missing(qtbot, ground, model):
    model.reset(SessionState((made("A"),)))
    dialog = opened(qtbot, ground, ground.missing)
    assert dialog.sentence.text() == "No values are missing." and not dialog.apply_button.isEnabled()
    dialog.reject()


# -- merging and adding ------------------------------------------------------------------------------------


def moved(d: SpectralDataset, by: float) -> SpectralDataset:
    return d.with_(axis=Axis(d.axis.values + by, "nm"))


def test_nearly_equal_axes_with_the_tolerance_shown(qtbot, ground, model):
    model.reset(SessionState((made("A", n=5), moved(made("B", n=4), 0.2), moved(made("C", n=3), 2.0))))
    before = model.state
    dialog = opened(qtbot, ground, ground.merge)
    assert [d.name for d in dialog.ticked()] == ["A", "B"]
    assert dialog.tolerance.value() == pytest.approx(0.1 * 1398 / 299, abs=1e-3) and dialog.tolerance.suffix() == " nm"
    assert "within the tolerance" in dialog.table.item(1, 3).text()
    assert "two calibrations" in dialog.table.item(2, 3).text()
    dialog.tolerance.setValue(0.1)
    settled(qtbot, dialog)
    assert not dialog.apply_button.isEnabled() and "+0.2" in dialog.sentence.text()
    dialog.tolerance.setValue(0.25)
    dialog.name.setText("both days")
    apply(qtbot, ground)
    assert model.state.instruments == ("both days", "C") and len(model.state.dataset("both days")) == 9
    model.undo_stack.undo()
    assert model.state is before
    dialog = opened(qtbot, ground, ground.merge)
    dialog.one_axis.setChecked(True)
    apply(qtbot, ground)
    assert model.state.instruments == ("A", "B", "C")
    assert model.state.dataset("B").axis is model.state.dataset("A").axis
    assert model.state.dataset("C").axis is not model.state.dataset("A").axis


def test_instruments_that_share_standards_are_not_proposed(qtbot, ground, model):
    model.reset(SessionState((made("A", n=5), made("B", n=5)), (Standard({"A": (0,), "B": (0,)}),)))
    dialog = opened(qtbot, ground, ground.merge)
    assert [d.name for d in dialog.ticked()] == ["A"] and not dialog.apply_button.isEnabled()
    dialog.table.item(1, 0).setCheckState(Qt.CheckState.Checked)
    settled(qtbot, dialog)
    assert "not standards any more" in dialog.sentence.text()
    dialog.reject()


def write(path, axis, names, seed=0):
    rng = np.random.default_rng(seed)
    lines = [",".join(["name", *(f"{v:.3f}" for v in axis)])]
    lines += [",".join([n, *(f"{v:.5f}" for v in 0.5 + rng.random(len(axis)))]) for n in names]
    path.write_text("\n".join(lines) + "\n")
    return path


def test_new_standards_are_added_below(qtbot, ground, model, tmp_path, answers):
    x = np.linspace(1100, 1300, 51)
    a = SpectralDataset("A", np.ones((3, 51)), Axis(x, "nm"), ("s1", "s2", "s3"))
    model.reset(SessionState((a, made("B")), (Standard({"A": (1,), "B": (1,)}),)))
    before = model.state
    bad = tmp_path / "bad.csv"
    bad.write_text("")
    more = write(tmp_path / "more.csv", x + 0.01, ["s9", "s2"])
    ground.read([more, write(tmp_path / "wide.csv", x[::2], ["w"]), bad])
    qtbot.waitUntil(lambda: ground.dialog is not None and not ground.dialog.busy, timeout=15000)
    dialog = ground.dialog
    assert answers.names == ["append-problems"] and "bad.csv" in answers.said[0][1]
    assert "51" in dialog.sentence.text() and not dialog.apply_button.isEnabled(), "other channels are refused"
    dialog.list.topLevelItem(1).setCheckState(0, Qt.CheckState.Unchecked)
    settled(qtbot, dialog)
    assert "2 spectra are added to A, which then has 5" in dialog.sentence.text()
    assert "1 of their names are there already (s2)" in dialog.sentence.text()
    dialog.list.topLevelItem(1).setCheckState(0, Qt.CheckState.Checked)
    dialog.interpolate.setChecked(True)
    apply(qtbot, ground)
    d = model.state.dataset("A")
    assert d.sample_names == ("s1", "s2", "s3", "s9", "s2", "w") and d.source.changed and d.missing == 0
    assert model.state.standards == before.standards
    model.undo_stack.undo()
    assert model.state is before


def test_methods_that_need_the_same_channels_offer_to_resample(qtbot, window, answers):
    names = [f"S{i:02d}" for i in range(12)]
    datasets = (made("A", names=names), made("B", names=names, p=220))
    standards = tuple(Standard({"A": (i,), "B": (i,)}) for i in range(12))
    window.model.reset(SessionState(datasets, standards, method="pds"))
    answers.press("cancel", "answer-0")
    with qtbot.waitSignal(window.controller.idle, timeout=20000):
        window.start_run()
    qtbot.waitUntil(lambda: answers.names == ["ask-resample"], timeout=5000)
    assert window.model.state.preprocessing.shared == () and "channel by channel" in answers.said[0][1]
    with qtbot.waitSignal(window.controller.finished, timeout=30000):
        window.start_run()
    assert [s.step for s in window.model.state.preprocessing.shared] == ["resample"]
    assert window.model.current_run.datasets[0].axis.same_as(window.model.current_run.datasets[1].axis)
    qtbot.waitUntil(lambda: not window.controller.running)
    window.model.undo_stack.undo()
    assert window.model.state.preprocessing.shared == ()
