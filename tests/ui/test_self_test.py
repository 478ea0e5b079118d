"""The self-test from the Help menu: it asks, runs apart from the window, and says what came out."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QInputDialog

from spectralign_gui.ui.self_test import starter


def test_it_says_what_passed_and_what_failed(qtbot, window, answers, monkeypatch, tmp_path):
    asked = []
    results = [{"checks": [{"area": "A", "name": "n", "expected": "1", "got": "1", "passed": True},
                           {"area": "A", "name": "m", "expected": "", "got": "", "passed": None}]},
               {"checks": [{"area": "A", "name": "n", "expected": "1", "got": "2", "passed": False}]}]

    def fake(path: Path, operator: str, monitor):
        asked.append((path, operator))
        return results[len(asked) - 1]

    monkeypatch.setattr(starter, "tested", fake)
    monkeypatch.setattr(starter, "ask_target", lambda *a: (tmp_path / "r.html", "Report (*.html)"))

    def answer() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QInputDialog)
        box.setTextValue("A. Chemist")
        box.accept()

    for outcome in ("self-test-passed", "self-test-failed"):
        QTimer.singleShot(0, answer)
        with qtbot.waitSignal(window.tester.tested):
            window.findChild(QAction, "self-test").trigger()
        assert answers.names[-1] == outcome
    assert asked == [(tmp_path / "r.html", "A. Chemist")] * 2
    assert "expected 1, got 2" in answers.said[-1][1] and "All 1 checks" in answers.said[-2][1]
