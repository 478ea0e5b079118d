"""Names of files, instruments, samples, groups and runs are shown as they are written, never drawn as HTML."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication

import spectralign_gui.ui
from spectralign_gui.core.data import Targets
from spectralign_gui.core.errors import FileError
from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.dialogs import ask, ask_text, tell
from spectralign_gui.ui.widgets.as_written import Label, as_written, wrapped
from tests.ui.as_drawn import HOSTILE, PICTURE, drawn_as_html, is_drawn_as_html
from tests.ui.helpers import make_dataset

UI = Path(spectralign_gui.ui.__file__).parent


def hostile_state() -> SessionState:
    """Every name that a file can bring is hostile."""
    made = []
    for k in range(2):
        d = make_dataset(f"{k}{HOSTILE}", n=12, p=20, seed=k, names=[f"{i}{HOSTILE}" for i in range(12)],
                         groups=tuple(f"{'xy'[i % 2]}{HOSTILE}" for i in range(12)))
        assert d.targets is not None
        values = Targets((f"Wet{HOSTILE}",), d.targets.values[:, :1], (HOSTILE,))
        made.append(d.with_(targets=values, warnings=(f"warning {HOSTILE}",),
                            source=replace(d.source, path=f"/there/{HOSTILE}.csv")))
    sets = tuple(made)
    return SessionState(sets, hold_out_share(match_by_name(sets).standards, 0.25),
                        selections={f"few{HOSTILE}": {sets[0].name: (1, 2)}})


@pytest.mark.parametrize("text", [HOSTILE, f"two\nlines {HOSTILE}", f"{HOSTILE} " * 20, f"<qt>{HOSTILE}</qt>",
                                  "plain", "a < b and b > c", "&lt;", "  two  blanks", "<i>\tx</i>"])
def test_the_helper_changes_nothing_that_is_seen(qapp, text):
    for shown in (as_written(text), wrapped(text)):
        assert not is_drawn_as_html(shown)
        if shown != text:
            document = QTextDocument()
            document.setHtml(shown)
            assert re.sub(r"[\s\u2028]+", " ", document.toPlainText()).strip() == re.sub(r"\s+", " ", text).strip()


def test_every_dock_shows_names_as_they_are(qtbot, window):
    state = hostile_state()
    window.model.reset(state)
    run = execute(state)
    window.model.add_run(replace(run, label=f"run {HOSTILE}", warnings=(*run.warnings, f"warning {HOSTILE}")))
    window.model.selection.select([(state.instruments[0], 1), (state.instruments[1], 2)])
    found, seen = [], 0
    for name in window.docks:
        window.show_dock(name)
        qtbot.waitUntil(lambda: not window.controller.jobs.jobs and not window.model.turns.busy)
        QApplication.processEvents()
        found += drawn_as_html(window.docks[name])
        seen += 1
    found += drawn_as_html(window)
    assert "\n".join(found) == "" and seen > 10


@pytest.mark.parametrize("show", [
    lambda: tell(None, HOSTILE, f"{HOSTILE}: this text holds no table.", detail=HOSTILE),
    lambda: ask(None, HOSTILE, f"Replace {HOSTILE}?", ["Replace"], detail=f"More of {HOSTILE}"),
    lambda: ask_text(None, HOSTILE, f"New name of {HOSTILE}", first=HOSTILE),
    lambda: ask_text(None, HOSTILE, f"Group of {HOSTILE}", choices=[HOSTILE])], ids=["tell", "ask", "text", "choice"])
def test_dialogs_show_names_as_they_are(qtbot, show):
    found = []

    def look() -> None:
        box = QApplication.activeModalWidget()
        if box is None:
            QTimer.singleShot(5, look)
            return
        found.append(drawn_as_html(box))
        box.close()

    QTimer.singleShot(0, look)
    show()
    assert found == [[]]


def test_a_file_with_such_a_name_is_refused_in_plain_words(qtbot, window, tmp_path, answers):
    path = tmp_path / f"{PICTURE.replace('/', '')}.csv"
    path.write_text("no table at all")
    seen = []
    window.controller.jobs.defect.connect(lambda line, trace: seen.append(trace))
    window.open_paths([path])
    qtbot.waitUntil(lambda: bool(answers.said) or any(w.isVisible() and w is not window and w.isWindow()
                                                      for w in QApplication.topLevelWidgets()))
    for top in QApplication.topLevelWidgets():
        assert drawn_as_html(top) == []
        if top is not window and top.isVisible():
            top.close()
    assert seen == []


def test_labels_are_made_by_the_one_helper():
    """A bare label guesses; so does a bare message box."""
    bare = re.compile(r"(?<![\w.])(QLabel|QMessageBox|QInputDialog)(\(|\.(warning|information|critical|question|get))")
    allowed = {"dialogs/ask.py"}
    found = [f"{path.relative_to(UI).as_posix()}: {line.strip()}" for path in sorted(UI.rglob("*.py"))
             if path.relative_to(UI).as_posix() not in allowed
             for line in path.read_text(encoding="utf-8").splitlines()
             if bare.search(line) and not line.startswith(("class ", "from ", "import "))]
    assert found == []


def test_tooltips_that_are_put_together_go_through_the_one_helper():
    """Only fixed texts, and those that another widget shows already, are given to Qt as they are."""
    found, seen = [], 0
    for path in sorted(UI.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "setToolTip":
                seen += 1
                if not _is_safe(node.args[-1]):
                    found.append(f"{path.relative_to(UI).as_posix()}:{node.lineno}: {ast.unparse(node)}")
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "named":
                seen += 1  # masks what it is given
    assert found == [] and seen > 100


def _is_safe(tip: ast.expr) -> bool:
    if isinstance(tip, ast.IfExp):
        return _is_safe(tip.body) and _is_safe(tip.orelse)
    if isinstance(tip, ast.JoinedStr):  # a text that Qt has already, and the key
        return all(_is_safe(part.value) for part in tip.values if isinstance(part, ast.FormattedValue))
    if isinstance(tip, ast.Call):
        return (getattr(tip.func, "id", "") in {"as_written", "wrapped", "escape"}
                or getattr(tip.func, "attr", "") in {"toolTip", "toString"}
                or (getattr(tip.func, "attr", "") == "join" and "escape(" in ast.unparse(tip)))
    return isinstance(tip, ast.Constant)


def test_a_label_is_plain_unless_it_says_otherwise(qapp):
    assert drawn_as_html(Label(HOSTILE)) == [] and drawn_as_html(Label(PICTURE, rich=True)) != []
    assert str(FileError(f"{HOSTILE}: no")) == f"{HOSTILE}: no"
