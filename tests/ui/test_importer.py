"""Opening files: sure ones at once, unsure ones with a look, bad ones with one sentence."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton

from spectralign_gui.io.intake.entries import expand, read_entry
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.importer import Importer
from tests.ui.helpers import make_dataset


@pytest.fixture
def importer(qtbot, model, controller):
    from PySide6.QtWidgets import QWidget

    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    return Importer(model, controller, window)


def write(path: Path, n: int = 5, p: int = 20, names: bool = True, sep: str = ",", seed: int = 0) -> Path:
    rng = np.random.default_rng(seed)
    lines = [sep.join((["name"] if names else []) + [f"{1000 + 10 * j}" for j in range(p)])]
    for i in range(n):
        lines.append(sep.join(([f"s{i + 1}"] if names else []) + [f"{v:.4f}" for v in rng.random(p)]))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n")
    return path


def opened(qtbot, importer, *paths, look=False):
    with qtbot.waitSignal(importer.done, timeout=30000):
        importer.open(paths, look)


def test_two_sure_files_load_without_a_question(qtbot, importer, model, tmp_path, answers):
    heard = []
    importer.opened.connect(heard.extend)
    opened(qtbot, importer, write(tmp_path / "m5.csv"), write(tmp_path / "mp5.csv", 6))
    assert model.state.instruments == ("m5", "mp5")
    assert [d.spectra.shape for d in model.state.datasets] == [(5, 20), (6, 20)]
    assert len(heard) == 2 and answers.said == []
    model.undo_stack.undo()
    assert model.state.instruments == ()


def test_corn_and_sugarcane_load_with_no_change_of_the_guesses(corn, sugarcane):
    for path in (*sorted(corn.glob("m*_spectra.csv")), *sorted(sugarcane.glob("*.csv"))):
        entry = read_entry(path)
        assert entry.sure, (path.name, entry.doubts, entry.problem)
        assert entry.kind == ("values" if path.name == "References.csv" else "spectra")


def test_same_name_takes_the_folder_along(qtbot, importer, model, tmp_path):
    opened(qtbot, importer, write(tmp_path / "lab" / "scan.csv"), write(tmp_path / "field" / "scan.csv"))
    assert model.state.instruments == ("lab scan", "field scan")
    opened(qtbot, importer, write(tmp_path / "bench" / "scan.csv", seed=3))
    assert model.state.instruments[2] == "scan"


def test_one_bad_file_gets_a_sentence_and_the_others_load(qtbot, importer, model, tmp_path, answers):
    bad = tmp_path / "empty.csv"
    bad.write_text("")
    opened(qtbot, importer, write(tmp_path / "m5.csv"), bad, write(tmp_path / "mp5.csv"))
    assert model.state.instruments == ("m5", "mp5")
    assert answers.names == ["import-problems"] and "empty.csv" in answers.said[0][1]


@pytest.mark.parametrize(("number", "folded"), [(2, False), (5, False), (6, True)])
def test_the_reasons_of_a_few_bad_files_are_in_sight(qtbot, importer, tmp_path, number, folded):
    files = [tmp_path / f"empty{k}.csv" for k in range(number)]
    for file in files:
        file.write_text("")
    boxes = []

    def look() -> None:
        box = QApplication.activeModalWidget()
        boxes.append((box.text(), box.detailedText()))
        box.accept()

    timer = QTimer(importer, interval=15)
    timer.timeout.connect(lambda: look() if isinstance(QApplication.activeModalWidget(), QMessageBox) else None)
    timer.start()
    opened(qtbot, importer, *files)
    timer.stop()
    (text, detail), = boxes
    assert f"{number} of {number} files" in text and ("empty0.csv" in text) is not folded
    assert ("empty0.csv" in detail) is folded


@pytest.mark.parametrize(("name", "content"), [
    ("empty.csv", b""), ("text.csv", b"dear reader,\nthis is a letter\n"),
    ("picture.csv", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4),
])
def test_what_is_not_spectra_is_refused_with_one_sentence(qtbot, importer, model, tmp_path, answers, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    opened(qtbot, importer, path)
    assert model.state.datasets == ()
    assert len(answers.said) == 1 and name in answers.said[0][1] and "Traceback" not in answers.said[0][1]


def test_one_column_and_a_column_of_missing_values(qtbot, importer, model, tmp_path, answers):
    column = tmp_path / "column.csv"
    column.write_text("1.5\n2.5\n3.5\n4.5\n5.5\n6.5\n")
    entry = read_entry(column)
    assert entry.kind == "bad" or entry.doubts or len(entry.datasets[0]) >= 1
    holed = write(tmp_path / "holed.csv")
    lines = holed.read_text().splitlines()
    holed.write_text("\n".join([lines[0]] + [",".join([*row.split(",")[:3], "NA", *row.split(",")[4:]])
                                            for row in lines[1:]]) + "\n")
    opened(qtbot, importer, holed)
    assert model.state.datasets[0].missing == 5


def test_folder_of_single_spectra_becomes_one_instrument(qtbot, importer, model, tmp_path):
    for k in range(4):
        rows = [f"{1000 + 2 * j}\t{np.sin(j / 9 + k):.5f}" for j in range(80)]
        (tmp_path / "raman").mkdir(exist_ok=True)
        (tmp_path / "raman" / f"quartz{k}.txt").write_text("\n".join(rows) + "\n")
    assert len(expand([tmp_path])) == 4
    opened(qtbot, importer, tmp_path / "raman")
    assert model.state.instruments == ("raman",)
    assert model.state.datasets[0].sample_names == ("quartz0", "quartz1", "quartz2", "quartz3")


def test_pairs_file_dropped_with_the_spectra(qtbot, importer, model, tmp_path):
    pairs = tmp_path / "pairs.csv"
    pairs.write_text("m5,mp5\ns1,s1\ns4,s2\n")
    opened(qtbot, importer, write(tmp_path / "m5.csv"), write(tmp_path / "mp5.csv"), pairs)
    assert [dict(s.rows) for s in model.state.standards] == [{"m5": (0,), "mp5": (0,)}, {"m5": (3,), "mp5": (1,)}]


def test_cancelled_import_changes_nothing(qtbot, importer, model, controller, tmp_path):
    files = [write(tmp_path / f"f{k}.csv") for k in range(30)]
    with qtbot.waitSignal(importer.done, timeout=20000):
        importer.open(files)
        controller.jobs.jobs[0].cancel()
    assert model.state.datasets == ()


# -- the dialog ------------------------------------------------------------------------------------------


@pytest.fixture
def dialog(qtbot, importer, tmp_path):
    importer.open([write(tmp_path / "m5.csv", sep=";"), write(tmp_path / "mp5.csv")], look=True)
    qtbot.waitUntil(lambda: importer.dialog is not None and importer.dialog._preview is not None, timeout=10000)
    return importer.dialog


def finish(qtbot, importer, dialog, ok=True):
    with qtbot.waitSignal(importer.done, timeout=20000):
        button = dialog.take if ok else dialog.findChildren(QPushButton)[-1]
        if ok:
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        else:
            dialog.reject()


def test_dialog_shows_guesses_rows_and_the_first_spectrum(qtbot, importer, dialog, model):
    assert dialog.form.fields["separator"].currentData() == ";"
    assert dialog.form.marks["separator"].text() == "✓"
    assert dialog.table.item(1, 0).text() == "s1" and dialog.table.item(0, 1).text() == "1000"
    assert len(dialog.plot._curve.getData()[0]) == 20
    assert "5 spectra of 20 channels" in dialog.summary.text()
    finish(qtbot, importer, dialog)
    assert model.state.instruments == ("m5", "mp5")


def test_changing_a_guess_changes_the_preview_and_the_result(qtbot, importer, dialog, model):
    combo = dialog.form.fields["separator"]
    combo.setCurrentIndex(combo.findData(","))
    qtbot.waitUntil(lambda: dialog.table.columnCount() == 1, timeout=10000)
    combo.setCurrentIndex(combo.findData(";"))
    qtbot.waitUntil(lambda: dialog.table.columnCount() == 21, timeout=10000)
    dialog.form.fields["name_column"].setValue(0)
    qtbot.waitUntil(lambda: dialog._preview.options.get("name_column") == 0, timeout=10000)
    dialog.form.again.click()
    qtbot.waitUntil(lambda: dialog._preview.options.get("name_column") == 1, timeout=10000)
    unit = dialog.form.fields["unit"]
    unit.setCurrentIndex(unit.findData("cm-1"))
    qtbot.waitUntil(lambda: dialog._preview.options.get("unit") == "cm-1", timeout=10000)
    finish(qtbot, importer, dialog)
    assert model.state.datasets[0].axis.unit == "cm-1" and model.state.datasets[0].sample_names[0] == "s1"


def test_names_can_be_changed_and_clashes_are_refused(qtbot, importer, dialog, model):
    item = dialog.files.topLevelItem(1)
    item.setText(1, "m5")
    assert not dialog.take.isEnabled() and "already an instrument 'm5'" in dialog.message.text()
    item.setText(1, "portable")
    assert dialog.take.isEnabled()
    dialog.files.topLevelItem(0).setCheckState(0, Qt.CheckState.Unchecked)
    finish(qtbot, importer, dialog)
    assert model.state.instruments == ("portable",)


def test_cancel_takes_nothing(qtbot, importer, dialog, model):
    finish(qtbot, importer, dialog, ok=False)
    assert model.state.datasets == () and importer.dialog is None


def test_unsure_file_brings_up_the_dialog(qtbot, importer, model, tmp_path):
    path = tmp_path / "odd.csv"
    path.write_text("\n".join(f"{(7 * k) % 11},{(5 * k) % 13},{(3 * k) % 7}" for k in range(12)) + "\n")
    assert read_entry(path).doubts
    importer.open([path])
    qtbot.waitUntil(lambda: importer.dialog is not None and importer.dialog._preview is not None, timeout=10000)
    assert importer.dialog.files.topLevelItem(0).text(0) == "?"
    assert importer.dialog.message.text()
    finish(qtbot, importer, importer.dialog, ok=False)


def test_a_guessed_unit_is_asked_about_and_confirmed_with_one_click(qtbot, importer, model, tmp_path):
    path = tmp_path / "ir.csv"
    path.write_text("".join(f"{4000 - 4 * k}\t{np.sin(k / 30):.4f}\n" for k in range(900)))
    assert any("(cm⁻¹) is a guess" in d for d in read_entry(path).doubts)
    importer.open([path])
    qtbot.waitUntil(lambda: importer.dialog is not None and importer.dialog._preview is not None, timeout=10000)
    dialog = importer.dialog
    assert dialog.form.marks["unit"].text() == "?" and dialog.form.confirm.isEnabled()
    qtbot.mouseClick(dialog.form.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not dialog.form.confirm.isEnabled(), timeout=10000)
    finish(qtbot, importer, dialog)
    assert model.state.datasets[0].axis.unit == "cm-1" and model.state.datasets[0].guessed == ()


def test_a_table_of_two_readings_is_shown_and_asked_about(qtbot, importer, model, tmp_path):
    path = tmp_path / "two.csv"
    path.write_text("x,1991,3402,5207,9025\n" + "".join(
        f"{510 + 37 * k + k * k},{3 + k},{4 + k % 2},{5 - k},{6 + (k * 7) % 3}\n" for k in range(4)))
    entry = read_entry(path)
    assert entry.kind == "spectra" and (entry.doubts or entry.sure)


# -- reference values ------------------------------------------------------------------------------------


def reference(qtbot, importer, path):
    with qtbot.waitSignal(importer.done, timeout=20000):
        importer.open_reference(path)


def test_reference_values_join_by_name_and_say_what_is_left(qtbot, importer, model, tmp_path, answers):
    model.reset(SessionState((make_dataset("m5", 4, targets=None), make_dataset("mp5", 3, targets=None))))
    path = tmp_path / "values.csv"
    path.write_text("Sample;Moisture;Oil\ns01 ;9.5;NA\nS02;8.25;<0.05\nS09;1;2\n")
    reference(qtbot, importer, path)
    targets = model.state.dataset("m5").targets
    assert targets.names == ("Moisture", "Oil")
    np.testing.assert_array_equal(targets.values[:3], [[9.5, np.nan], [8.25, np.nan], [np.nan, np.nan]])
    assert targets.censored[1, 1]
    said = answers.said[0][1]
    assert "Rows of values.csv that no sample has (1): S09" in said
    assert "m5, samples without reference values (2)" in said
    assert "1 value below a limit" in said
    model.undo_stack.undo()
    assert model.state.dataset("m5").targets is None


def test_reference_values_without_names_are_joined_by_row_only_after_asking(qtbot, importer, model, tmp_path, answers):
    model.reset(SessionState((make_dataset("m5", 3, targets=None), make_dataset("mp5", 5, targets=None))))
    path = tmp_path / "values.csv"
    path.write_text("Moisture,Oil\n1.5,2.5\n3.5,4.5\n5.5,6.5\n")
    answers.press("cancel", "answer-0")
    reference(qtbot, importer, path)
    assert model.state.dataset("m5").targets is None
    reference(qtbot, importer, path)
    assert model.state.dataset("m5").targets.values[2, 1] == 6.5
    assert model.state.dataset("mp5").targets is None, "other number of spectra"
    assert answers.names == ["ask-reference-rows"] * 2


def test_reference_values_that_fit_nothing(qtbot, importer, model, tmp_path, answers):
    path = tmp_path / "values.csv"
    path.write_text("Moisture,Oil\n1.5,2.5\n3.5,4.5\n5.5,6.5\n")
    reference(qtbot, importer, path)
    model.reset(SessionState((make_dataset("m5", 4, targets=None),)))
    reference(qtbot, importer, path)
    assert answers.names == ["reference-early", "reference-refused"]
    assert model.state.dataset("m5").targets is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are POSIX")
def test_a_pipe_does_not_hold_up_the_files_beside_it(qtbot, importer, model, tmp_path, answers):
    os.mkfifo(tmp_path / "pipe.csv")
    opened(qtbot, importer, tmp_path / "pipe.csv", write(tmp_path / "m5.csv"))
    assert model.state.instruments == ("m5",)
    assert "device or a pipe" in " ".join(str(part) for said in answers.said for part in said)
