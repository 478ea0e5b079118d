"""Report and scripts through the window."""

from __future__ import annotations

import shlex

import h5py
import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from spectralign_gui.cli import main
from spectralign_gui.io.samples import load_sample_session
from spectralign_gui.session.pairing import hold_out_share
from spectralign_gui.session.run import execute
from spectralign_gui.ui.report import reporter as reporter_module


@pytest.fixture
def shown(qtbot, window):
    state = load_sample_session("sines")
    a, b = state.datasets
    state = state.with_(standards=hold_out_share(state.standards, 0.2), datasets=(a, b.with_(targets=None)))
    run = execute(state)
    window.model.reset(state)
    window.model.add_run(run)
    return run


@pytest.mark.parametrize("kind", ["html", "pdf"])
def test_report_is_written_with_the_plots(qtbot, window, shown, tmp_path, kind):
    path = tmp_path / f"report.{kind}"
    with qtbot.waitSignal(window.reporter.written, timeout=60_000):
        window.reporter.write_to(path, "Crossing sines", "A. N. Other", "no remark")
    data = path.read_bytes()
    if kind == "pdf":
        assert data.startswith(b"%PDF") and len(data) > 20_000
    else:
        text = data.decode("utf-8")
        assert "A. N. Other" in text and text.count("data:image/svg+xml") >= 3


def test_a_folder_that_cannot_be_written_to(qtbot, window, shown, answers, tmp_path):
    window.reporter.write_to(tmp_path / "no" / "report.html", "x")
    qtbot.waitUntil(lambda: answers.names == ["report-failed"], timeout=60_000)
    assert "folder does not exist" in answers.said[0][1]


def test_copied_command_line_repeats_the_result(qtbot, window, shown, tmp_path, monkeypatch):
    monkeypatch.setattr(reporter_module, "ask_target", lambda *_: (tmp_path / "pairs.csv", ""))
    monkeypatch.chdir(tmp_path)
    QApplication.clipboard().clear()
    window.reporter.command.trigger()
    qtbot.waitUntil(lambda: QApplication.clipboard().text().startswith("spectralign align"), timeout=30_000)
    words = shlex.split(QApplication.clipboard().text())
    assert "--targets" in words and main(words[1:]) == 0
    with h5py.File(tmp_path / "aligned.h5", "r") as file:
        for d, embedding in zip(shown.datasets, shown.embeddings, strict=True):
            np.testing.assert_allclose(file["embedding"][d.name][()], embedding, rtol=0, atol=1e-10)


def test_copied_program_names_the_files(qtbot, window, shown):
    QApplication.clipboard().clear()
    window.reporter.python.trigger()
    qtbot.waitUntil(lambda: "read_dataset(" in QApplication.clipboard().text(), timeout=30_000)
    compile(QApplication.clipboard().text(), "script", "exec")


def test_changed_spectra_need_a_project(qtbot, window, shown, answers):
    a, b = shown.state.datasets
    state = shown.state.with_(datasets=(a.with_(spectra=np.array(a.spectra) * 2), b))
    window.model.reset(state)
    window.model.add_run(execute(state))
    window.reporter.python.trigger()
    qtbot.waitUntil(lambda: answers.names == ["script-needs-project"], timeout=30_000)


def test_nothing_to_report_before_a_run(window):
    assert not any(action.isEnabled() for action in window.reporter.menu_entries())
