"""The whole window: docks, menus, settings, theme, dropping files, running, closing."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDropEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit, QPushButton, QSpinBox, QToolButton

from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui import theme
from spectralign_gui.ui.main_window import MainWindow
from spectralign_gui.ui.state import run_controller
from tests.ui.helpers import make_dataset


def load(window) -> None:
    datasets = (make_dataset("m5", seed=1), make_dataset("mp5", p=50, seed=2))
    window.model.reset(SessionState(datasets, hold_out_share(match_by_name(datasets).standards, 0.25)))


def drop(window, *paths) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(p)) for p in paths])
    window.dropEvent(QDropEvent(QPointF(10, 10), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
                                Qt.KeyboardModifier.NoModifier))


def actions(window) -> list[QAction]:
    found, menus = [], [a.menu() for a in window.menuBar().actions()]
    while menus:
        menu = menus.pop()
        for action in menu.actions():
            if action.menu() is not None:
                menus.append(action.menu())
            elif not action.isSeparator():
                found.append(action)
    return found


def test_every_action_has_name_text_and_tooltip_and_no_key_is_used_twice(window):
    listed = actions(window)
    assert len(listed) > 50
    for action in listed:
        if action.isEnabled() and action.text() not in ("Nothing opened yet", "No plot is shown"):
            assert action.objectName() and action.text() and action.toolTip(), action.text()
    keys = [a.shortcut().toString() for a in listed if not a.shortcut().isEmpty()]
    assert sorted(keys) == sorted(set(keys))
    first = {key.split(", ")[0] for key in keys if ", " in key}
    assert not first & set(keys), "a key that begins another one never works"
    without = [a.objectName() for a in listed if a.objectName() and a.shortcut().isEmpty()]
    assert [n for n in without if not n.startswith(("recent-", "clear-recent", "export-plot"))] == []
    assert {"run", "cancel-run", "quit"} <= {a.objectName() for a in listed}


def test_every_control_has_a_name_and_a_tooltip(window):
    load(window)
    for kind in (QPushButton, QToolButton, QComboBox, QSpinBox, QLineEdit):
        for widget in window.findChildren(kind):
            if not widget.isVisibleTo(window) or widget.objectName().startswith("qt_"):
                continue
            parents = []
            up = widget.parent()
            while up is not None:
                parents.append(type(up).__name__)
                up = up.parent()
            if "QTabBar" in parents or "QMenuBar" in parents or "QDockWidget" in type(widget.parent()).__name__:
                continue
            if any(name in ("QSpinBox", "NumberBox", "QComboBox", "QToolBar", "QMenuBar") for name in parents[:1]):
                continue
            if widget.parent() in window.docks.values():
                continue  # float and close buttons of a dock
            assert widget.objectName(), (kind, widget.accessibleName(), parents)
            named = widget.accessibleName() or getattr(widget, "text", lambda: "")()
            assert named or isinstance(widget, QSpinBox), (widget.objectName(), parents)
            assert widget.toolTip(), (widget.objectName(), parents)


def test_docks_can_be_hidden_restored_and_are_remembered(qtbot, window, settings):
    window.docks["log"].close()
    assert window.docks["log"].isHidden()
    window.resize(1300, 820)
    window.close()
    again = MainWindow(settings=settings, recovery_folder=settings.fileName() + "-recovery")
    with qtbot.waitExposed(again):
        again.show()
    assert again.docks["log"].isHidden() and not again.docks["data"].isHidden()
    again.restore_layout()
    assert not again.docks["log"].isHidden()
    again.close()
    again.deleteLater()


def test_theme_is_forced_remembered_and_follows(window, settings):
    window.findChild(QAction, "theme-dark").trigger()
    assert theme.current().dark and settings.value("look/theme") == "dark"
    colour = QApplication.palette().window().color().name()
    window.findChild(QAction, "theme-light").trigger()
    assert not theme.current().dark and QApplication.palette().window().color().name() != colour
    window.findChild(QAction, "theme-system").trigger()
    assert theme.mode() == "system"


def test_text_size(window, settings):
    before = QApplication.font().pointSizeF()
    table = window.docks["data"].samples
    height = table.verticalHeader().defaultSectionSize()
    window.findChild(QAction, "scale-150").trigger()
    theme.finish()
    assert QApplication.font().pointSizeF() == pytest.approx(before * 1.5)
    assert window.docks["method"].summary.font().pointSizeF() == pytest.approx(before * 1.5)
    assert table.verticalHeader().defaultSectionSize() > height
    window.findChild(QAction, "scale-100").trigger()
    theme.finish()
    assert QApplication.font().pointSizeF() == pytest.approx(before)
    assert str(settings.value("look/scale")) == "100"


def test_dropped_corn_loads_and_is_in_the_recent_list(qtbot, window, corn):
    paths = [corn / "m5_spectra.csv", corn / "mp5_spectra.csv"]
    with qtbot.waitSignal(window.importer.done, timeout=30000):
        drop(window, *paths)
    assert window.model.state.instruments == ("m5_spectra", "mp5_spectra")
    assert "m5_spectra, mp5_spectra" in window.windowTitle()
    assert [p.rsplit("/", 1)[-1] for p in window.recent.all()] == ["mp5_spectra.csv", "m5_spectra.csv"]
    window.menus.recent_menu.aboutToShow.emit()
    assert any("mp5_spectra.csv" in a.text() for a in window.menus.recent_menu.actions())


def test_undo_and_redo_through_the_menu(window):
    load(window)
    window.docks["standards"].actions_.release_all.trigger()
    assert "Release all standards" in window.menus.undo.text()
    window.menus.undo.trigger()
    assert any(s.held_out for s in window.model.state.standards)
    window.menus.redo.trigger()
    assert not any(s.held_out for s in window.model.state.standards)


def test_run_from_the_menu_shows_progress_and_hit_rate(qtbot, window):
    assert not window.menus.run.isEnabled() and "instruments" in window.menus.run.toolTip()
    load(window)
    with qtbot.waitSignal(window.controller.idle, timeout=60000):
        window.menus.run.trigger()
        assert window.job_status.isVisibleTo(window)
        assert window.menus.cancel.isEnabled() and not window.menus.run.isEnabled()
    assert "found among the 3 nearest" in window.news.text()
    qtbot.waitUntil(lambda: not window.controller.jobs.jobs, timeout=10000)
    assert not window.job_status.isVisibleTo(window)


def test_failed_run_says_what_and_why(qtbot, window, answers):
    load(window)
    window.model.change("x", window.model.state.with_parameter("n_components", 400))
    with qtbot.waitSignal(window.controller.idle, timeout=60000):
        window.menus.run.trigger()
    assert answers.names == ["run-failed"] and window.model.runs == ()


@pytest.fixture
def endless(monkeypatch):
    started = threading.Event()

    def work(state, monitor):
        k = 0
        while True:
            k += 1
            monitor.report("Going on", min(k / 1e6, 0.9))
            started.set()
            monitor.raise_if_cancelled()

    monkeypatch.setattr(run_controller, "execute", work)
    return started


def test_cancel_from_the_status_bar(qtbot, window, endless):
    load(window)
    window.menus.run.trigger()
    assert endless.wait(10)
    stage = window.findChild(QLabel, "job-stage")
    qtbot.waitUntil(lambda: "Going on" in stage.text(), timeout=5000)
    with qtbot.waitSignal(window.controller.idle, timeout=10000):
        qtbot.mouseClick(window.findChild(QPushButton, "job-cancel"), Qt.MouseButton.LeftButton)
    assert "cancelled" in window.news.text()


def test_closing_during_a_run_asks_cancels_and_ends(qtbot, window, endless, answers):
    load(window)
    window.menus.run.trigger()
    assert endless.wait(10)
    answers.press("cancel")
    assert not window.close(), "Cancel keeps the window open"
    assert window.controller.running
    answers.press("answer-0", "answer-1")
    assert window.close()
    assert answers.names == ["ask-stop", "ask-stop", "ask-save"]
    assert not any(job.running and not job.wait(0.01) for job in window.controller.jobs.jobs)


def test_a_run_that_does_not_stop_is_waited_for(qtbot, window, monkeypatch, answers):
    from spectralign_gui.ui.main_window import closing

    release, started = threading.Event(), threading.Event()

    def stubborn(state, monitor):
        started.set()
        release.wait(30)
        monitor.raise_if_cancelled()

    monkeypatch.setattr(run_controller, "execute", stubborn)
    monkeypatch.setattr(closing, "PATIENCE", 0.05)
    load(window)
    window.project.forget()
    window.menus.run.trigger()
    assert started.wait(10)
    answers.press("answer-0", "cancel")
    assert not window.close(), "still inside a long step: stay"
    release.set()
    answers.press("answer-0", "answer-0")
    assert window.close()


def test_defect_in_a_run_is_told_and_logged(qtbot, window, monkeypatch, answers):
    heard = []
    window.controller.jobs.defect.connect(lambda line, trace: heard.append(trace))

    def broken(state, monitor):
        raise KeyError("oops")

    monkeypatch.setattr(run_controller, "execute", broken)
    load(window)
    with qtbot.waitSignal(window.controller.idle, timeout=10000):
        window.menus.run.trigger()
    assert "KeyError" in heard[0] and "defect" in answers.said[0][1]


def test_about_names_the_version(qtbot, window):
    from PySide6.QtCore import QTimer

    from spectralign_gui import __version__

    seen = []

    def look():
        dialog = QApplication.activeModalWidget()
        seen.append(" ".join(label.text() for label in dialog.findChildren(QLabel)))
        dialog.reject()

    QTimer.singleShot(100, look)
    window.menus.about.trigger()
    assert __version__ in seen[0]


def test_sample_spectra_open_from_the_menu(qtbot, window):
    window.findChild(QAction, "sample-raman").trigger()
    qtbot.waitUntil(lambda: len(window.model.state.datasets) == 2, timeout=20000)
    assert len(window.model.state.standards) == 40


def test_drag_of_something_else_is_not_taken(window):
    from PySide6.QtGui import QDragEnterEvent

    data = QMimeData()
    data.setText("hello")
    event = QDragEnterEvent(QPoint(1, 1), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
                            Qt.KeyboardModifier.NoModifier)
    event.ignore()
    window.dragEnterEvent(event)
    assert not event.isAccepted()


def test_nothing_is_asked_about_jobs_that_have_ended(qtbot, window, answers):
    window.controller.jobs.start(lambda monitor: None, "Quick work")
    assert window.controller.shutdown(10)
    window.project.forget()
    assert window.close() and answers.names == []
