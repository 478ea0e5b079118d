"""Signatures by mouse: a record's decisions, a report, the open project, and the people who may."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLineEdit

from spectralign_gui.io.audit import users as users_file
from spectralign_gui.io.audit.beside import read_lines
from spectralign_gui.io.audit.places import load_trail
from spectralign_gui.io.audit.users import add, authenticate, begin, read_users
from spectralign_gui.io.lifecycle import propose, read_record
from spectralign_gui.session.audit import check, read, signatures
from spectralign_gui.ui.lifecycle.asking import StepDialog
from tests.io.test_signing import HEAD, PEOPLE, REVIEW
from tests.io.test_watching import model  # noqa: F401 - a fixture
from tests.ui.test_audit import save, session  # noqa: F401 - a fixture
from tests.ui.test_lifecycle_window import idle, record, shown, take  # noqa: F401 - fixtures


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(users_file, "wait", lambda _: None)
    monkeypatch.setattr("spectralign_gui.session.audit.signing.COST", (2**4, 8, 1))


@pytest.fixture
def lab(tmp_path):
    path = tmp_path / "lab.users"
    begin(path, "B. Head", HEAD)
    add(path, authenticate(path, "B. Head", HEAD), "C. Look", *PEOPLE["C. Look"])
    return path


def filled(parent, press, **answers):
    """Press, fill the dialog that opens, agree; which lines were typed unseen."""
    unseen = []

    def fill():
        dialog = parent.findChild(StepDialog)
        for field, text in answers.items():
            line = dialog.lines[field]
            line.setCurrentIndex(line.findData(text)) if hasattr(line, "findData") else line.setText(str(text))
        unseen.extend(n for n, line in dialog.lines.items()
                      if isinstance(line, QLineEdit) and line.echoMode() == QLineEdit.EchoMode.Password)
        dialog.accept()

    QTimer.singleShot(0, fill)
    press()
    return unseen


def test_a_record_whose_decisions_are_signed(qtbot, shown, record, lab):  # noqa: F811
    propose(record, "change", who="A. Chemist")
    shown.open(record)
    idle(qtbot, shown)
    assert take(qtbot, shown, "require", users=lab, who="C. Look", why="SOP", **{"pass": REVIEW})
    assert "may not sign" in shown.says.text() and not read_record(record).life.root
    assert take(qtbot, shown, "require", users=lab, who="B. Head", why="SOP", **{"pass": HEAD})
    assert read_record(record).life.root and not shown.buttons["require"].isEnabled()
    assert take(qtbot, shown, "sign", who="C. Look", meaning="reviewed", why="looked", **{"pass": REVIEW})
    assert not take(qtbot, shown, "approve", who="B. Head", why="better")  # without a pass phrase nothing to press
    assert take(qtbot, shown, "approve", who="B. Head", why="better", **{"pass": "not the right one"})
    assert "wrong" in shown.says.text() and read_record(record).life.current == 1
    assert take(qtbot, shown, "approve", who="B. Head", why="better", **{"pass": HEAD})
    found = read_record(record)
    assert found.life.current == 2 and [s.name for s in signatures(found.trail)] == ["B. Head", "C. Look", "B. Head"]


def test_people(qtbot, window, tmp_path, settings):
    made = window.project.signing.show_people()
    assert window.project.signing.show_people() is made
    path = tmp_path / "lab"

    def do(button, **answers):
        unseen = filled(made, made.buttons[button].click, **answers)
        idle(qtbot, made)
        return unseen

    assert do("begin", users=path, who="B. Head", new=HEAD, again=HEAD) == ["new", "again"]
    assert made.people.rowCount() == 1 and made.users.path.name == "lab.users"
    do("add", name="C. Look", role="reviewer", new=REVIEW, again="something else", by="B. Head", **{"pass": HEAD})
    assert "not the same" in made.says.text() and made.people.rowCount() == 1
    do("add", name="C. Look", role="reviewer", new=REVIEW, again=REVIEW, by="B. Head", **{"pass": HEAD})
    made.table.selectRow(1)
    assert made.chosen == "C. Look"
    do("role", role="approver", by="B. Head", **{"pass": HEAD})
    made.table.selectRow(1)
    do("pass", new="another good phrase", again="another good phrase", by="C. Look", **{"pass": REVIEW})
    made.table.selectRow(0)
    do("withdraw", by="C. Look", **{"pass": "another good phrase"})
    people = read_users(made.users.path).people
    assert people["c. look"].role == "approver" and not people["b. head"].active
    made.table.selectRow(0)
    assert not made.buttons["role"].isEnabled() and made.buttons["add"].isEnabled()
    assert not any(HEAD in str(settings.value(k)) for k in settings.allKeys())
    made.close()
    again = window.project.signing.show_people()
    idle(qtbot, again)
    assert again.people.rowCount() == 2  # the file that was used last
    again.close()


def test_a_report_is_signed(qtbot, window, lab, tmp_path):
    report = tmp_path / "report.html"
    report.write_text("x", "utf-8")
    with qtbot.waitSignal(window.model.message, check_params_cb=lambda s: "signed by C. Look" in s):
        filled(window, window.project.signing.sign.trigger, file=report, users=lab, who="C. Look", meaning="reviewed",
               why="read", **{"pass": REVIEW})
    assert [s.meaning for s in signatures(read_lines(report))] == ["reviewed"]


def test_the_open_project_is_signed(qtbot, window, session, lab, tmp_path, answers):  # noqa: F811
    given = {"users": lab, "who": "B. Head", "meaning": "approved", "why": "all runs seen"}
    path = tmp_path / "p.spectralign"
    window.model.reset(session)
    filled(window, window.project.signing.sign.trigger, **given, **{"pass": HEAD})
    qtbot.waitUntil(lambda: "sign-failed" in answers.names)
    assert "keeps no audit trail" in answers.said[-1][1]
    window.project.audit.begin("A")
    save(qtbot, window, path)
    filled(window, window.project.signing.sign.trigger, **given, **{"pass": "not the right one"})
    qtbot.waitUntil(lambda: answers.names.count("sign-failed") == 2)
    with qtbot.waitSignal(window.model.message, check_params_cb=lambda s: "signed by B. Head" in s):
        filled(window, window.project.signing.sign.trigger, **given, **{"pass": HEAD})
    assert window.project.modified
    save(qtbot, window, path)
    trail = load_trail(path)
    assert check(trail).whole and [e.what for e in read(trail)] == [
        "The audit trail was begun", "Saved", "A signature failed: wrong pass phrase", "Signed as approved", "Saved"]
    assert signatures(trail)[0].why == "all runs seen"


def test_a_signature_that_two_windows_pull_apart_is_no_longer_one(qtbot, window, session, lab, tmp_path):  # noqa: F811
    """The entry is kept, but what it was made for has another place: it says that it is not valid here."""
    from spectralign_gui.io.audit.places import add as enter

    path = tmp_path / "p.spectralign"
    window.model.reset(session)
    window.project.audit.begin("A")
    save(qtbot, window, path)
    enter(path, "by another window")
    window.project.audit.sign(authenticate(lab, "B. Head", HEAD), "approved", "x")
    assert len(signatures(window.project.audit.now())) == 1
    save(qtbot, window, path)
    trail = load_trail(path)
    assert check(trail).whole and not signatures(trail) and "not valid here" in trail[-2]
