"""Messages stay long enough to be read, and all of them stay in the log, which is kept in the project."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QStatusTipEvent
from PySide6.QtWidgets import QApplication

from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.main_window.news import MOST, SECONDS, News
from spectralign_gui.ui.state.session_log import KEPT, LogLine
from tests.ui.helpers import make_dataset

IMPORTANT = "m5: 8 spectra added to m5."


@pytest.mark.parametrize("count", range(6))
def test_a_message_is_still_there_when_others_come(qtbot, count):
    news = News(lambda: None)
    qtbot.addWidget(news)
    assert SECONDS >= 15
    news.say(IMPORTANT)
    for number in range(count):
        news.say(f"Something else, {number}.")
    shown = news.text().split("   ·   ")
    assert shown[0] == (f"Something else, {count - 1}." if count else IMPORTANT) and len(shown) == min(count + 1, MOST)
    assert (IMPORTANT in shown) == (count < MOST)
    assert all(text in news.toolTip() for text in shown)


def test_messages_go_after_their_time_each_by_itself(qtbot):
    news = News(lambda: None, seconds=0.4)
    qtbot.addWidget(news)
    news.say("first")
    news.say("")
    qtbot.waitUntil(lambda: news.text() == "")
    news.say("second")
    news.say("third")
    news.say("second")
    assert news.text() == "second   ·   third", "a message that comes again is said once"
    qtbot.waitUntil(lambda: news.text() == "")
    assert not news.toolTip()


def test_a_hint_covers_a_message_only_while_it_is_there(qtbot, window):
    window.show()
    window.model.message.emit(IMPORTANT)
    qtbot.waitUntil(lambda: news_seen(window))
    QApplication.sendEvent(window, QStatusTipEvent("What an entry of a menu does"))
    assert not news_seen(window)
    QApplication.sendEvent(window, QStatusTipEvent(""))
    qtbot.waitUntil(lambda: news_seen(window))
    assert window.news.text().startswith(IMPORTANT)
    window.complete()
    qtbot.mouseClick(window.news, Qt.MouseButton.LeftButton)
    assert not window.docks["log"].isHidden() and IMPORTANT in window.docks["log"].text.toPlainText()


def news_seen(window) -> bool:
    return window.news.isVisible() and bool(window.news.text())


def test_the_log_is_kept_in_the_project_and_comes_back(qtbot, window, tmp_path):
    window.complete()
    sets = make_dataset("a"), make_dataset("b", seed=1)
    window.model.change("Load two sets", SessionState(sets))
    window.model.message.emit(IMPORTANT)
    window.model.change("Match by name", window.model.state.with_(standards=match_by_name(sets).standards))
    path = tmp_path / "kept.spectralign"
    assert window.project._save_to(str(path), wait=True)
    before = [line.text for line in window.model.log.lines]
    window.model.reset(SessionState())
    window.project.forget()
    window.model.log.clear()
    window.show_dock("log")
    dock = window.docks["log"]
    assert dock.text.toPlainText() == ""
    with qtbot.waitSignal(window.project.opened):
        window.project.open(path)
    texts = [line.text for line in window.model.log.lines]
    assert texts[:3] == ["Load two sets", IMPORTANT, "Match by name"] == before[:3]
    assert IMPORTANT in dock.text.toPlainText() and not window.project.modified
    window.model.message.emit("And on.")
    assert dock.text.toPlainText().endswith("And on.")


KEPT_LOGS = [None, "text", 7, [], {"a": 1}, ["no time", "2026-13-45T00:00:00 x", 3, "", None, "2026-01-02T03:04:05"]]


def test_projects_without_a_log_or_with_a_spoilt_one_open_still(qtbot, window, tmp_path):
    for k, kept in enumerate(KEPT_LOGS):
        path, names = tmp_path / f"old{k}.spectralign", (f"a{k}", f"b{k}")
        extras = {} if kept is None else {"log": kept}
        save_project(path, SessionState(tuple(map(make_dataset, names))), (), extras)
        assert open_project(path).state.instruments == names
        window.model.message.emit("Of another session.")
        with qtbot.waitSignal(window.project.opened):
            window.project.open(path)
        assert not window.model.log.lines and window.model.state.instruments == names, kept


def test_only_the_newest_lines_are_kept_and_older_days_say_their_date(model):
    for number in range(KEPT + 10):
        model.message.emit(f"Message {number}.")
    kept = model.log.kept()
    assert len(kept) == KEPT and kept[-1].endswith(f"Message {KEPT + 9}.")
    model.log.take([*kept, "2020-01-02T03:04:05 Long ago."])
    assert len(model.log.lines) == KEPT and model.log.lines[-1].text == "Long ago."
    now = datetime(2026, 11, 29, 12, 0, 0)
    assert LogLine(now, "x").shown(now) == "12:00:00  x"
    assert LogLine(now - timedelta(days=1), "x").shown(now) == "2026-11-28 12:00  x"
