"""Export: result file, tables, workbook; overwriting asks; failures are one sentence."""

from __future__ import annotations

import csv
import errno
import os

import h5py
import numpy as np
import openpyxl
import pytest

from spectralign_gui.core.data import Source
from spectralign_gui.io import atomic
from spectralign_gui.io.model_file import load_model
from spectralign_gui.io.read import read_datasets
from spectralign_gui.session.run import execute
from spectralign_gui.ui.export import target
from tests.ui.test_main_window import load


@pytest.fixture
def exporter(window):
    load(window)
    window.model.add_run(execute(window.model.state))
    return window.exporter


def read(path) -> list[list[str]]:
    return list(csv.reader(path.read_text(encoding="utf-8").splitlines()))


def wait_written(qtbot, exporter, write):
    with qtbot.waitSignal(exporter.written, timeout=30000):
        write()


def test_nothing_to_export_before_a_run(window):
    assert not window.exporter.result.isEnabled() and not window.exporter.tables.isEnabled()


def test_result_file_is_read_back_and_transforms_alike(qtbot, exporter, window, tmp_path):
    run, path = window.model.current_run, tmp_path / "aligned.h5"
    wait_written(qtbot, exporter, lambda: exporter.write_result(run, path))
    with h5py.File(path) as file:
        np.testing.assert_array_equal(file["embedding/mp5"][:], run.embeddings[1])
        assert file["pairs"].shape == run.pairs.shape
    model = load_model(path)
    again = model.transform(window.model.state.dataset("m5"), "m5")
    np.testing.assert_allclose(again, run.embeddings[0], atol=1e-10)


def test_tables(qtbot, exporter, window, tmp_path):
    run = window.model.current_run
    wait_written(qtbot, exporter, lambda: exporter.write_tables(run, tmp_path / "e.csv", "Embedding"))
    rows = read(tmp_path / "e.csv")
    assert len(rows) == 49 and rows[0][:4] == ["instrument", "sample", "row", "standard"]
    assert float(rows[1][6]) == run.embeddings[0][0, 0]
    wait_written(qtbot, exporter, lambda: exporter.write_tables(run, tmp_path / "all.xlsx"))
    book = openpyxl.load_workbook(tmp_path / "all.xlsx")
    assert {"Embedding", "Standards", "Quality", "Eigenvalues", "Run"} <= set(book.sheetnames)
    assert book["Embedding"].max_row == 49


def test_transferred_spectra(qtbot, exporter, window, tmp_path):
    run = window.model.current_run
    if "to_spectra" not in run.method.can:
        pytest.skip("the default method gives no spectra of another instrument")
    wait_written(qtbot, exporter, lambda: exporter.write_tables(run, tmp_path / "b_as_a.csv", "#1"))
    rows = read(tmp_path / "b_as_a.csv")
    assert len(rows) == 25 and len(rows[0]) == 61


def test_full_disk_and_missing_folder_are_one_sentence(qtbot, exporter, window, tmp_path, answers, monkeypatch):
    run = window.model.current_run
    keep = tmp_path / "t.xlsx"
    keep.write_bytes(b"earlier")

    def full(source, destination):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(atomic.os, "replace", full)
    exporter.write_tables(run, keep)
    qtbot.waitUntil(lambda: "export-failed" in answers.names, timeout=10000)
    assert "t.xlsx" in answers.said[0][1] and keep.read_bytes() == b"earlier"
    monkeypatch.undo()
    exporter.write_result(run, tmp_path / "nowhere" / "x.h5")
    qtbot.waitUntil(lambda: answers.names.count("export-failed") == 2, timeout=10000)
    assert sorted(p.name for p in tmp_path.iterdir() if p.suffix != ".ini") == ["t.xlsx"]


def test_replacing_asks_and_the_ending_is_added(window, tmp_path, answers):
    path = tmp_path / "a.h5"
    path.write_bytes(b"x")
    answers.press("cancel", "answer-0")
    assert not target.may_replace(window, path)
    assert target.may_replace(window, path)
    assert target.with_ending(tmp_path / "a", "Result (*.h5)") == path
    assert target.with_ending(tmp_path / "a.b", "Result (*.h5)").name == "a.b.h5"


def test_plots_that_are_shown_can_be_exported(exporter, window):
    exporter.plots.aboutToShow.emit()
    texts = [a.text() for a in exporter.plots.actions()]
    assert any("Spectra" in t for t in texts) and any("Embedding" in t for t in texts)


def test_a_plot_without_ending_asks_before_it_replaces(exporter, window, tmp_path, answers, monkeypatch):
    from spectralign_gui.ui.plots import export_dialog
    from spectralign_gui.ui.plots.view import PlotView

    there = tmp_path / "plot.csv"
    there.write_text("keep me")
    monkeypatch.setattr(export_dialog.QFileDialog, "getSaveFileName",
                        lambda *a, **k: (str(tmp_path / "plot"), export_dialog.FILTERS["csv"]))
    view = next(v for v in window.docks["spectra"].findChildren(PlotView))
    answers.press("cancel", "answer-0")
    assert export_dialog.ask_and_export(view) is None and there.read_text() == "keep me"
    assert export_dialog.ask_and_export(view) == there and there.read_text() != "keep me"


def test_spectra_are_saved_in_every_format_and_read_back(qtbot, exporter, window, tmp_path):
    state = window.model.state
    for ending in (".h5", ".csv", ".xlsx", ".mat", ".jdx"):
        path = tmp_path / f"m5{ending}"
        wait_written(qtbot, exporter, lambda path=path: exporter.write_spectra(path, ("m5",), "loaded"))
        (found,) = read_datasets(path)
        np.testing.assert_allclose(found.spectra, state.dataset("m5").spectra, rtol=1e-12, err_msg=ending)
        np.testing.assert_allclose(found.axis.values, state.dataset("m5").axis.values, err_msg=ending)


def test_spectra_on_the_reference_and_after_the_steps(qtbot, exporter, window, tmp_path):
    run, path = window.model.current_run, tmp_path / "moved.h5"
    wait_written(qtbot, exporter, lambda: exporter.write_spectra(path, ("m5", "mp5"), "reference"))
    first, moved = read_datasets(path)
    assert moved.name.endswith("mp5 as m5") and first.name.endswith("m5") and moved.axis.same_as(first.axis)
    np.testing.assert_allclose(moved.spectra, run.estimator.to_spectra(run.datasets[1].spectra, 1, 0))
    wait_written(qtbot, exporter, lambda: exporter.write_spectra(path, ("mp5",), "preprocessed"))
    (processed,) = read_datasets(path)
    np.testing.assert_allclose(processed.spectra, run.datasets[1].spectra)


def test_saving_asks_which_spectra_and_never_replaces_an_input(qtbot, exporter, window, tmp_path, answers, monkeypatch):
    from PySide6.QtWidgets import QDialog

    from spectralign_gui.ui.export import exporter as module
    from spectralign_gui.ui.export.spectra_dialog import SpectraDialog

    asked = []

    def accept(dialog):
        asked.append(dialog)
        assert dialog.chosen == (("mp5",), "reference"), "B's spectra as A would have measured them, as the rail says"
        dialog.instrument.setCurrentIndex(0)
        dialog.stage.setCurrentIndex(dialog.stage.findData("reference"))
        assert "48 spectra of 2 instruments" in dialog.sentence.text()
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(SpectraDialog, "exec", accept)
    monkeypatch.setattr(module, "ask_target", lambda *a: (tmp_path / "all.mat", a[3][3]))
    wait_written(qtbot, exporter, exporter.spectra.trigger)
    assert len(asked) == 1 and len(read_datasets(tmp_path / "all.mat")) == 2
    source = tmp_path / "m5.csv"
    source.write_text("a")
    dataset = window.model.state.datasets[0]
    window.model.change("source", window.model.state.with_(datasets=(
        dataset.with_(source=Source(str(source), "", "text")), *window.model.state.datasets[1:])))
    with qtbot.waitSignal(window.model.message, check_params_cb=lambda text: "never changed" in text, timeout=20000):
        exporter.write_spectra(source, ("m5",), "loaded")
    assert source.read_text() == "a"
