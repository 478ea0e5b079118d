"""Report and scripts through the window."""

from __future__ import annotations

import re
import shlex

import h5py
import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QPushButton

from spectralign_gui.cli import main
from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.io.model_file import load_model
from spectralign_gui.io.samples import load_sample_session
from spectralign_gui.io.writers import write
from spectralign_gui.session.run import execute
from spectralign_gui.session.run.side_by_side import held_out_rmsep, yardsticks
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.project import keeper as keeper_module
from spectralign_gui.ui.report import reporter as reporter_module
from spectralign_gui.ui.report.dialog import ReportDialog


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


@pytest.fixture
def calibrated(qtbot, window):
    """A shown run that predicts, with held-out standards that have reference values."""
    rng = np.random.default_rng(1)
    latent = rng.normal(size=(40, 3))
    axis = np.linspace(1000, 1100, 40)
    basis = np.array([np.exp(-(((axis - c) / 12) ** 2)) for c in (1020, 1050, 1080)])
    a, b = (SpectralDataset(name, 1 + gain * latent @ basis + rng.normal(0, 0.01, (40, 40)), Axis(axis, "nm"),
                            tuple(f"S{i}" for i in range(40))) for name, gain in (("A", 1.0), ("B", 0.8)))
    targets = Targets(("Moisture", "Starch"), np.column_stack([10 + latent[:, 0], 40 + 2 * latent[:, 1]]))
    a, b = a.with_(targets=targets), b.with_(targets=targets)
    standards = hold_out_share(match_by_name([a, b]).standards, 0.3, 2)
    run = execute(SessionState((a, b), standards, method="mean-shift"))
    window.model.reset(run.state)
    window.model.add_run(run)
    return run


def through_the_dialog(qtbot, window, path, monkeypatch):
    """Write the report with its menu entry, filling the dialog in."""
    monkeypatch.setattr(reporter_module, "ask_target", lambda *_: (path, ""))

    def fill():
        dialog = window.findChild(ReportDialog)
        dialog.operator.setText("A. N. Other")
        dialog.remark.setPlainText("second lamp")
        qtbot.mouseClick(dialog.findChild(QPushButton, "report-save"), Qt.MouseButton.LeftButton)

    QTimer.singleShot(0, window, fill)
    with qtbot.waitSignal(window.reporter.written, timeout=60_000):
        window.reporter.report.trigger()


def tables_of(html):
    """Heading → rows of cells, for every table under a heading of the report."""
    found = {}
    for title, body in re.findall(r"<h2>([^<]*)</h2>(.*?)(?=<h2>|</body>)", html, re.S):
        found[title] = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)
                        for row in re.findall(r"<tr>(.*?)</tr>", body, re.S)]
    return found


def test_report_holds_predictions_and_yardsticks(qtbot, window, calibrated, tmp_path, monkeypatch):
    new = calibrated.state.datasets[1].take(range(5)).with_(name="new", targets=None)
    write(new, tmp_path / "new.csv")
    predict, compare = window.docks["predict"], window.docks["compare"]
    predict.predict_files([tmp_path / "new.csv"])
    compare.form.check_only(("bias", "mean-shift"))
    compare.form.standards.setText("8")
    compare.form.repeats.setValue(2)
    compare.start.trigger()
    qtbot.waitUntil(lambda: predict.values.predictions is not None and not compare.running, timeout=60_000)
    through_the_dialog(qtbot, window, tmp_path / "report.html", monkeypatch)
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "A. N. Other" in html and "second lamp" in html
    tables = tables_of(html)

    beside, own = yardsticks(calibrated), held_out_rmsep(calibrated)
    header, *lines = tables["Predictions of held-out standards"]
    lines = {(line[0], line[1]): dict(zip(header, line, strict=True)) for line in lines}
    for name in ("Moisture", "Starch"):
        line = lines["B", name]
        assert float(line["RMSEP"]) == pytest.approx(own["B"][name], rel=1e-3)
        assert float(line["RMSEP without transfer"]) == pytest.approx(beside["none"]["B"][name], rel=1e-3)
        # a column has the decimals of its figures together, so a small one has fewer digits
        assert float(line["RMSEP of the native model"]) == pytest.approx(beside["native"]["B"][name], abs=6e-5)
        assert line["Samples"] == "12"
    single = tables["Held-out standards on B"]
    assert len(single) == 1 + 2 * 12 and single[1][0].startswith("S")
    errors = np.array([float(row[4]) for row in single[1:] if row[1] == "Moisture"])
    assert np.sqrt(np.mean(errors ** 2)) == pytest.approx(own["B"]["Moisture"], rel=1e-2)

    predicted = tables["Predictions of new samples on B"]
    assert [row[0] for row in predicted[1:]] == [f"S{i}" for i in range(5)]
    assert float(predicted[1][1].split(" (")[0]) == pytest.approx(predict.values.predictions.values[0, 0], rel=1e-3)
    compared = tables["Comparison of methods"]
    assert compared[0][:3] == ["Method", "Rank", "RMSEP Moisture"] and compared[1][1] == "1"
    assert "with 8 standards. " in html and "95 % interval" in html
    assert {row[0] for row in compared[1:]} >= {"No transfer (A&#39;s model as it is)", "B&#39;s standards alone"}
    assert "other spectra" not in html

    window.model.apply("Exclude", lambda s: s.with_(excluded={"B": (3,)}))
    window.model.add_run(execute(window.model.state))
    through_the_dialog(qtbot, window, tmp_path / "report.html", monkeypatch)
    assert "It was made with other spectra" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_report_without_values_has_no_such_tables(qtbot, window, shown, tmp_path, monkeypatch):
    state = shown.state.with_(datasets=tuple(d.with_(targets=None) for d in shown.state.datasets))
    window.model.reset(state)
    window.model.add_run(execute(state))
    through_the_dialog(qtbot, window, tmp_path / "report.html", monkeypatch)
    titles = tables_of((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert "Data" in titles and not any("redictions" in t or "Comparison" in t for t in titles)


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


def test_copied_command_line_of_a_run_with_values_on_both(qtbot, window, shown, tmp_path, monkeypatch):
    a, b = shown.state.datasets
    own = Targets(a.targets.names, np.arange(len(b) * len(a.targets.names)).reshape(len(b), -1) * 1.5)
    state = shown.state.with_(datasets=(a, b.with_(targets=own)), method="native")
    run = execute(state)
    window.model.reset(state)
    window.model.add_run(run)
    monkeypatch.setattr(reporter_module, "ask_target", lambda *_: (tmp_path / "pairs.csv", ""))
    monkeypatch.chdir(tmp_path)
    QApplication.clipboard().clear()
    window.reporter.command.trigger()
    qtbot.waitUntil(lambda: QApplication.clipboard().text().startswith("spectralign align"), timeout=30_000)
    words = shlex.split(QApplication.clipboard().text())
    assert words.count("--targets") == 2 and main(words[1:]) == 0
    for k, d in enumerate(run.datasets):
        np.testing.assert_allclose(load_model("aligned.h5").estimator.predict(d.spectra, k),
                                   run.estimator.predict(d.spectra, k), rtol=1e-9)


def test_copied_program_names_the_files(qtbot, window, shown):
    QApplication.clipboard().clear()
    window.reporter.python.trigger()
    qtbot.waitUntil(lambda: "sa.read(" in QApplication.clipboard().text(), timeout=30_000)
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


def test_painted_groups_need_a_project_that_holds_the_shown_run(qtbot, window, shown, answers, tmp_path, monkeypatch):
    """Not the session as it has become since: the shown run."""
    a, b = shown.state.datasets
    state = shown.state.with_(datasets=(a.with_(groups=tuple("xy"[k % 2] for k in range(len(a)))), b))
    run = execute(state.with_(parameters={"lra": {"n_components": 2, "rank": 3}}))
    window.model.reset(state)
    monkeypatch.setattr(keeper_module, "ask_target", lambda *_: (tmp_path / "p.spectralign", ""))
    assert window.project.save(wait=True)
    window.model.add_run(run)
    window.reporter.python.trigger()
    qtbot.waitUntil(lambda: answers.names == ["script-needs-project"])
    window.model.apply("Another method", lambda s: s.with_(method="ma"))
    assert window.project.save(wait=True)
    QApplication.clipboard().clear()
    window.reporter.python.trigger()
    qtbot.waitUntil(lambda: "open_project(" in QApplication.clipboard().text())
    monkeypatch.chdir(tmp_path)
    exec(compile(QApplication.clipboard().text(), "script", "exec"), {"__name__": "__main__"})
    with h5py.File(tmp_path / "aligned.h5", "r") as file:
        for d, embedding in zip(run.datasets, run.embeddings, strict=True):
            np.testing.assert_allclose(file["embedding"][d.name][()], embedding, rtol=0, atol=1e-10)
