"""Many files at once: grouped, moved, named by a pattern, spliced; one bad file of 500 is listed with its reason."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QMenu, QWidget

from spectralign_gui.io.intake.entries import expand, read_batch
from spectralign_gui.io.intake.plan import ImportPlan, Member
from spectralign_gui.ui.importer import Importer
from spectralign_gui.ui.importer.files_tree import FilesTree


@pytest.fixture
def importer(qtbot, model, controller):
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    return Importer(model, controller, window)


def single(path: Path, seed: int = 0, start: float = 400.0, n: int = 40, step: float = 2.0) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    x = start + step * np.arange(n)
    y = 1 + np.random.default_rng(seed).random(n)
    path.write_text("\n".join(f"{a:.3f}\t{b:.5f}" for a, b in zip(x, y, strict=True)) + "\n")
    return path


@pytest.fixture
def folders(tmp_path) -> Path:
    """Two instruments in folders of their own, one file on other channels, one that is no spectrum."""
    for k in range(3):
        for instrument in ("lab", "field"):
            single(tmp_path / "drop" / instrument / f"{instrument}_quartz{k}_{k + 1}.txt", k)
    single(tmp_path / "drop" / "field" / "field_other_1.txt", 9, start=900.0)
    (tmp_path / "drop" / "notes.docx").write_bytes(b"PK\x03\x04 not a workbook")
    return tmp_path / "drop"


@pytest.fixture
def dialog(qtbot, importer, folders, answers):
    importer.open([folders])
    qtbot.waitUntil(lambda: importer.dialog is not None and importer.dialog._preview is not None, timeout=15000)
    return importer.dialog


def take(qtbot, importer, dialog):
    with qtbot.waitSignal(importer.done, timeout=20000):
        qtbot.mouseClick(dialog.take, Qt.MouseButton.LeftButton)


def tops(tree: FilesTree) -> list[str]:
    return [tree.topLevelItem(k).text(1) for k in range(tree.topLevelItemCount())]


def test_folders_become_instruments_and_the_bad_file_is_listed(qtbot, importer, dialog, model, answers):
    assert tops(dialog.files) == ["field_other_1", "field", "lab", "(could not be read)"]
    field = dialog.files.topLevelItem(1)
    assert field.childCount() == 3 and field.text(2) == "3 files" and field.text(3) == "3 spectra"
    assert [field.child(k).text(3) for k in range(3)] == [f"field_quartz{k}_{k + 1}" for k in range(3)]
    assert "docx" in dialog.files.topLevelItem(3).text(2) and dialog.files.topLevelItem(3).text(3)
    assert dialog.total.text() == "7 spectra of 7 files become 3 instruments; 1 file cannot be read."
    take(qtbot, importer, dialog)
    assert model.state.instruments == ("field_other_1", "field", "lab")
    assert [len(d) for d in model.state.datasets] == [1, 3, 3]
    assert answers.names == ["import-problems"] and "notes.docx" in answers.said[0][1]
    d = model.state.dataset("lab")
    assert d.source.changed and d.source.path.endswith("lab") and "lab_quartz0_1.txt" in d.metadata["files"]
    model.undo_stack.undo()
    assert model.state.instruments == ()


def test_pattern_names_samples_while_it_is_typed(qtbot, importer, dialog, model):
    form = dialog.grouping
    form.naming.setCurrentIndex(form.naming.findData("pattern"))
    form.naming.activated.emit(form.naming.currentIndex())
    assert form.pattern.isVisible()
    form.pattern.selectAll()
    qtbot.keyClicks(form.pattern, "{skip}_quartz{sample}_{repeat}")
    lab = dialog.files.topLevelItem(2)
    assert [lab.child(k).text(3) for k in range(3)] == ["0", "1", "2"]
    assert "1 file names do not fit" in form.misfits.text() and "field_other_1" in form.misfits.text()
    form.pattern.selectAll()
    qtbot.keyClicks(form.pattern, "{oops}")
    assert "known are {sample}" in dialog.message.text() and not dialog.take.isEnabled()
    form.pattern.selectAll()
    qtbot.keyClicks(form.pattern, "{group}_{sample}_{repeat}")
    assert form.misfits.text() == "The pattern fits all file names."
    take(qtbot, importer, dialog)
    d = model.state.dataset("lab")
    assert d.sample_names == ("quartz0", "quartz1", "quartz2") and d.groups == ("lab",) * 3


def test_grouping_can_follow_the_instrument_in_the_file_name(qtbot, importer, dialog, model, folders):
    form = dialog.grouping
    form.by.setCurrentIndex(form.by.findData("file"))
    form.by.activated.emit(form.by.currentIndex())
    assert dialog.files.topLevelItemCount() == 8
    form.by.setCurrentIndex(form.by.findData("pattern"))
    form.by.activated.emit(form.by.currentIndex())
    assert dialog.plan.pattern == "{instrument}_{sample}" and form.pattern.isVisible()
    assert sorted(tops(dialog.files)) == ["(could not be read)", "field", "field 2", "lab"]
    dialog.reject()


def test_files_are_moved_by_menu_and_by_dragging(qtbot, importer, dialog, model):
    tree = dialog.files
    lab = tree.topLevelItem(2)
    tree.setCurrentItem(lab.child(0))
    menu = QMenu(dialog)
    tree.fill_move_menu(menu)
    assert [a.text() for a in menu.actions() if a.text()] == ["field_other_1", "field", "lab", "A &new instrument"]
    menu.actions()[1].trigger()
    assert len(dialog.plan.groups[1].members) == 4 and tree.topLevelItem(1).childCount() == 4
    # a file on other channels does not fit, and that is said
    tree.setCurrentItem(tree.topLevelItem(0))
    tree.clearSelection()
    tree.topLevelItem(0).setSelected(True)
    drop(tree, tree.topLevelItem(2))
    assert "lab" in dialog.message.text() and "two calibrations" in dialog.message.text()
    assert not dialog.take.isEnabled()
    other = next(i for i in children(tree) if i.text(2) == "field_other_1.txt")
    tree.clearSelection()
    other.setSelected(True)
    drop(tree, None)
    assert dialog.take.isEnabled() and "field_other_1" in tops(tree)
    take(qtbot, importer, dialog)
    assert [(d.name, len(d)) for d in model.state.datasets] == [("field", 4), ("lab", 2), ("field_other_1", 1)]


def children(tree: FilesTree) -> list:
    return [tree.topLevelItem(k).child(j) for k in range(tree.topLevelItemCount())
            for j in range(tree.topLevelItem(k).childCount())]


def drop(tree: FilesTree, item) -> None:
    """What Qt sends at the end of a drag inside the tree."""
    class Inside(QDropEvent):
        def source(self):
            return tree

    rect = tree.visualItemRect(item) if item is not None else None
    at = QPointF(rect.center()) if rect is not None else QPointF(5, tree.viewport().height() - 2)
    event = Inside(at, Qt.DropAction.MoveAction, QMimeData(), Qt.MouseButton.LeftButton,
                   Qt.KeyboardModifier.NoModifier)
    tree.dropEvent(event)
    assert event.dropAction() == Qt.DropAction.IgnoreAction


def test_unticked_files_stay_out(qtbot, importer, dialog, model):
    tree = dialog.files
    tree.topLevelItem(1).child(1).setCheckState(0, Qt.CheckState.Unchecked)
    assert tree.topLevelItem(1).checkState(0) == Qt.CheckState.PartiallyChecked
    assert tree.topLevelItem(1).text(3) == "2 spectra"
    tree.topLevelItem(2).setCheckState(0, Qt.CheckState.Unchecked)
    assert dialog.total.text().startswith("3 spectra of 3 files become 2 instruments")
    take(qtbot, importer, dialog)
    assert [(d.name, len(d)) for d in model.state.datasets] == [("field_other_1", 1), ("field", 2)]


def detectors(path: Path, seed: int) -> Path:
    """Two detectors that overlap from 600 to 620."""
    x = np.concatenate([np.arange(400.0, 621.0, 2), np.arange(600.0, 901.0, 2)])
    y = 1 + np.random.default_rng(seed).random(len(x))
    path.write_text("\n".join(f"{a:.3f}\t{b:.5f}" for a, b in zip(x, y, strict=True)) + "\n")
    return path


def test_step_back_is_pointed_out_and_spliced_at_a_chosen_place_in_all_files(qtbot, importer, model, tmp_path):
    importer.open([detectors(tmp_path / f"s{k}.txt", k) for k in range(4)])
    qtbot.waitUntil(lambda: importer.dialog is not None and importer.dialog._preview is not None, timeout=15000)
    dialog = importer.dialog
    assert "steps back" in dialog.message.text() and dialog.form.axis.isVisible()
    choices = [dialog.form.axis.itemData(k) for k in range(dialog.form.axis.count())]
    assert {"split", "splice", "keep"} <= set(choices)
    dialog.form.axis.setCurrentIndex(choices.index("splice"))
    assert dialog.form.splice.isVisible() and dialog.same.isVisible() and "other 3 files" in dialog.same.text()
    dialog.form.splice.setText("606")
    dialog.form.splice.editingFinished.emit()
    dialog.same.click()
    take(qtbot, importer, dialog)
    (d,) = model.state.datasets
    assert len(d) == 4 and d.source.changed
    x = d.axis.values
    assert (np.diff(x) > 0).all() and x[0] == 400 and x[-1] == 900 and len(x) == len(np.unique(x))
    raw = [np.loadtxt(tmp_path / f"s{k}.txt") for k in range(4)]
    at = int(np.argmin(np.abs(x - 604)))
    np.testing.assert_allclose(d.spectra[:, at], [r[r[:, 0] == 604][0, 1] for r in raw], rtol=1e-6)
    at = int(np.argmin(np.abs(x - 608)))
    np.testing.assert_allclose(d.spectra[:, at], [r[r[:, 0] == 608][1, 1] for r in raw], rtol=1e-6)


def test_a_split_file_becomes_one_instrument_per_detector(tmp_path):
    entry = read_batch([str(detectors(tmp_path / "s.txt", 1))])[0]
    plan = ImportPlan([entry])
    assert plan.unsure and len(plan.groups) == 1
    from spectralign_gui.io.intake.entries import read_entry

    plan.replace(0, read_entry(entry.path, axis="split"))
    assert [(g.name, g.members) for g in plan.groups] == [("s detector 1", [Member(0, 0)]),
                                                          ("s detector 2", [Member(0, 1)])]
    assert [len(d.axis) for d in plan.datasets()] == [111, 151]
    plan.propose()
    assert len(plan.groups) == 2


def test_one_bad_file_of_500_is_listed_and_499_load(qtbot, importer, model, tmp_path, answers):
    for k in range(500):
        if k == 250:
            (tmp_path / "many").mkdir(exist_ok=True)
            (tmp_path / "many" / "s250.txt").write_bytes(b"")
        else:
            single(tmp_path / "many" / f"s{k:03d}.txt", k, n=12)
    stages = []
    with qtbot.waitSignal(importer.done, timeout=120000):
        importer.open([tmp_path / "many"])
        importer._controller.jobs.jobs[0].progress.connect(lambda stage, *_: stages.append(stage))
    (d,) = model.state.datasets
    assert len(d) == 499 and d.name == "many" and d.sample_names[0] == "s000" and "s250" not in d.sample_names
    assert answers.names == ["import-problems"]
    assert "s250.txt" in answers.said[0][1] and "empty" in answers.said[0][1]
    assert any(" of 500" in s for s in stages)


def test_names_that_say_nothing_give_way_to_file_names(tmp_path):
    for k in range(3):
        path = single(tmp_path / f"run{k}.txt", k)
        path.write_text("x\tspectrum\n" + path.read_text())
    plan = ImportPlan(read_batch(expand([tmp_path])))
    (d,) = plan.datasets()
    assert d.sample_names == ("run0", "run1", "run2")


def test_metadata_names_the_instrument(tmp_path):
    lines = "##TITLE={}\n##JCAMP-DX=4.24\n##DATA TYPE=INFRARED SPECTRUM\n##SPECTROMETER/DATA SYSTEM={}\n" \
            "##XUNITS=1/CM\n##YUNITS=ABSORBANCE\n##FIRSTX=400\n##LASTX=403\n##NPOINTS=4\n##XFACTOR=1\n##YFACTOR=1\n" \
            "##XYDATA=(X++(Y..Y))\n400 1 2 3 4\n##END=\n"
    for k, instrument in enumerate(("alpha", "beta", "alpha")):
        (tmp_path / f"q{k}.jdx").write_text(lines.format(f"quartz {k}", instrument))
    plan = ImportPlan(read_batch(expand([tmp_path])))
    plan.by = "instrument"
    plan.propose()
    assert [(g.name, len(g.members)) for g in plan.groups] == [("alpha", 2), ("q1", 1)]
    assert plan.datasets()[0].sample_names == ("quartz 0", "quartz 2")


def test_a_look_at_a_vendor_file_shows_format_header_and_choices(qtbot, importer, shared, model):
    importer.open([shared / "corpus" / "asd" / "soil.asd"])
    qtbot.waitUntil(lambda: importer.dialog is not None and importer.dialog._preview is not None, timeout=15000)
    dialog = importer.dialog
    assert "(ASD" in dialog.summary.text() and "2151 channels" in dialog.summary.text()
    header = {dialog.table.item(r, 0).text(): dialog.table.item(r, 1).text() for r in range(dialog.table.rowCount())}
    assert header["instrument number"] == "16401"
    assert "more than one signal" in dialog.message.text()
    dialog.reject()


def test_parts_of_one_file_are_ticked_together(qtbot, importer, shared, model):
    importer.open([shared / "corpus" / "spc" / "BARBITUATES.SPC"], look=True)
    qtbot.waitUntil(lambda: importer.dialog is not None and importer.dialog._preview is not None, timeout=15000)
    tree = importer.dialog.files
    assert tree.topLevelItemCount() == 1, "the parts of one file are folded together"
    whole = tree.topLevelItem(0)
    assert whole.childCount() > 100 and not whole.isExpanded(), "a run of mass spectra: every one on peaks of its own"
    assert f"{whole.childCount()} parts" in whole.text(3)
    assert not whole.child(5).flags() & Qt.ItemFlag.ItemIsUserCheckable
    whole.child(5).setText(1, "run 6")
    qtbot.waitUntil(lambda: tree._plan.groups[5].name == "run 6")
    assert tree.topLevelItem(0).child(5).text(1) == "run 6"
    tree.topLevelItem(0).setCheckState(0, Qt.CheckState.Unchecked)
    qtbot.waitUntil(lambda: not importer.dialog.take.isEnabled())
    importer.dialog.reject()


def test_every_choice_for_an_odd_axis_has_words():
    from spectralign_gui.core.data.suspicious import CHOICES
    from spectralign_gui.io.assemble import AXIS_CHOICES
    from spectralign_gui.ui.importer.options_form import AXIS_TITLES

    assert set(AXIS_CHOICES) | set(CHOICES) <= set(AXIS_TITLES)
