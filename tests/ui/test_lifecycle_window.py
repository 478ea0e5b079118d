"""The window of a record: every step of a model's life by mouse, as the command line does it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QTimer

from spectralign_gui.io.lifecycle import check, read_record, start
from spectralign_gui.presenters.lifecycle_steps import STEPS
from spectralign_gui.ui.lifecycle import window as window_module
from spectralign_gui.ui.lifecycle.asking import PERSON, StepDialog
from tests.io.test_lifecycle import day, put_checks
from tests.io.test_watching import model  # noqa: F401 - a fixture


@pytest.fixture
def record(model, tmp_path):  # noqa: F811
    path = tmp_path / "fat_B.life"
    start(path, model, "B", "A. Chemist", "SOP 12")
    for k in range(5):
        check(path, *put_checks(tmp_path, 0.5 * (k > 2), noise=k), day(k))
    return path


def idle(qtbot, shown):
    qtbot.waitUntil(lambda: shown._job is None, timeout=20_000)


@pytest.fixture
def shown(qtbot, window, record):
    dock = window.docks["predict"]
    dock.checks.lives.action.trigger()
    made = dock.checks.lives.shown[-1]
    made.open(record)
    idle(qtbot, made)
    yield made
    made.close()


def take(qtbot, shown, name, **answers):
    """Press the button, fill the dialog, agree."""
    said = []

    def fill():
        dialog = shown.findChild(StepDialog)
        for field, text in answers.items():
            line = dialog.lines[field]
            line.setCurrentIndex(line.findData(text)) if hasattr(line, "findData") else line.setText(str(text))
        said.append(dialog.ok.isEnabled())
        dialog.accept() if dialog.ok.isEnabled() else dialog.reject()

    QTimer.singleShot(0, fill)
    shown.buttons[name].click()
    idle(qtbot, shown)
    return said[0]


def test_from_the_alarm_to_approval_and_back(qtbot, shown, record):
    assert "⚠" in shown.says.text() and shown.versions.rowCount() == 1 and shown.chosen == 1
    assert len(shown.view.chart.series) >= 4 and not shown.buttons["approve"].isEnabled()
    assert take(qtbot, shown, "propose", kind="change", who="A. Chemist")
    assert shown.versions.rowCount() == 2 and shown.chosen == 2 and "A decision is due" in shown.says.text()
    assert "better on 6 samples" in shown.detail.text()
    assert not take(qtbot, shown, "approve", who="B. Head")  # without a reason there is nothing to press
    assert read_record(record).life.current == 1
    assert take(qtbot, shown, "approve", who="B. Head", why="lamp exchanged")
    assert "no check sample was measured with it yet" in shown.says.text()
    spectra, values = put_checks(record.parent, 0.5, noise=7)
    assert take(qtbot, shown, "check", spectra=spectra, values=values, day=day(6), who="A. Chemist")
    assert "Version 2 holds" in shown.says.text() and len(shown.record.life.checks) == 6
    shown.kind.setCurrentIndex(1)
    assert shown.view.chart.series[0].label == "sum upwards"
    shown.table.selectRow(0)
    assert take(qtbot, shown, "back", who="B. Head", why="old lamp put back")
    assert read_record(record).life.current == 1 and read_record(record).life.version(1).why == "old lamp put back"


def test_a_window_without_a_record_and_one_of_the_same_are_not_opened_twice(qtbot, window, shown, record):
    lives = window.docks["predict"].checks.lives
    empty = lives.show()
    assert lives.show() is empty and empty is not shown and lives.show(record) is shown
    idle(qtbot, shown)
    empty.close()
    assert lives.shown == [shown]


def test_a_refused_step_is_said_and_changes_nothing(qtbot, shown, record):
    before, text = record.read_bytes(), shown.view.chart
    spectra, values = put_checks(record.parent, noise=8)
    assert take(qtbot, shown, "check", spectra=spectra, values=values, day=day(0), who="A")
    assert "before the last check" in shown.says.text() and record.read_bytes() == before and shown.view.chart is text
    assert take(qtbot, shown, "propose", kind="bias", since="2030-01-01", who="A")
    assert "no check samples" in shown.says.text() and record.read_bytes() == before


def test_beginning_a_record_and_who_is_remembered(qtbot, window, shown, model, tmp_path, settings):  # noqa: F811
    new = tmp_path / "another"
    assert take(qtbot, shown, "begin", record=new, model=model, instrument="B", who="C. New")
    assert shown.path == tmp_path / "another.life" and shown.path.exists() and shown.versions.rowCount() == 1
    assert settings.value(PERSON) == "C. New"
    dialog = StepDialog("t", "", STEPS["approve"].fields, "&Approve", shown, settings)
    assert dialog.answers["who"] == "C. New" and not dialog.ok.isEnabled() and "Reason" in dialog.ok.toolTip()
    dialog.deleteLater()


def test_an_edited_record_is_told(qtbot, shown, record):
    record.write_bytes(record.read_bytes().replace(b"C00", b"C99", 1))
    shown.open(record)
    idle(qtbot, shown)
    assert "was changed after it was written" in shown.says.text() and shown.versions.rowCount() == 1


def test_the_chart_is_calculated_beside_the_window(qtbot, shown, record, monkeypatch):
    """Thousands of days take a second: never in the thread of the window."""
    import threading

    from spectralign_gui.core.validation.control_chart import ControlChart
    threads, plain = set(), ControlChart.add
    monkeypatch.setattr(ControlChart, "add", lambda *given: (threads.add(threading.current_thread()), plain(*given))[1])
    shown.open(record)
    idle(qtbot, shown)
    shown.kind.setCurrentIndex(1)
    assert threads and threading.main_thread() not in threads


def test_export(qtbot, shown, tmp_path, monkeypatch):
    monkeypatch.setattr(window_module, "ask_target", lambda *_: (tmp_path / "r.csv", ""))
    shown.buttons["export"].click()
    idle(qtbot, shown)
    assert "SOP 12" in (tmp_path / "r.csv").read_text("utf-8") and "r.csv" in shown.says.text()
