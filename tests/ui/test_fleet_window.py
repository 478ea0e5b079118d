"""The window of a fleet: begun, listed, noted, and the way from an instrument to its versions."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QTimer

from spectralign_gui.io.fleet import add, history
from spectralign_gui.io.lifecycle import check, start
from spectralign_gui.presenters import lifecycle_steps
from spectralign_gui.ui.fleet.window import ADD, BUTTONS, MEASURE
from spectralign_gui.ui.lifecycle.asking import StepDialog
from spectralign_gui.ui.lifecycle.window import BUTTONS as LIFE
from spectralign_gui.ui.lifecycle.window import LifeWindow
from tests.io.test_lifecycle import day, put_checks
from tests.io.test_watching import mixtures, model, text_of  # noqa: F401 - a fixture


@pytest.fixture
def place(model, tmp_path):  # noqa: F811
    for name in ("good", "drifted"):
        start(tmp_path / f"{name}.life", model, "B", "A. Chemist")
        for k in range(3):
            drift = 0.5 * k if name == "drifted" else 0.0
            check(tmp_path / f"{name}.life", *put_checks(tmp_path, drift, noise=k), day(k))
    return tmp_path


@pytest.fixture
def shown(window):
    lives = window.docks["predict"].checks.lives
    lives.fleet.trigger()
    made = lives.shown[-1]
    yield made
    made.close()


def idle(qtbot, shown):
    qtbot.waitUntil(lambda: shown._job is None, timeout=20_000)


def take(qtbot, shown, button, **answers):
    def fill():
        dialog = shown.findChild(StepDialog)
        for field, text in answers.items():
            dialog.lines[field].setText(str(text))
        dialog.accept()

    QTimer.singleShot(0, fill)
    shown.buttons[button].click()
    idle(qtbot, shown)


def texts(shown, column):
    model = shown.instruments  # noqa: F811
    return [model.data(model.index(r, column)) for r in range(model.rowCount())]


def test_begin_list_note_and_look(qtbot, window, answers, shown, place):
    assert not shown.buttons["note"].isEnabled() and not shown.buttons["show"].isEnabled()
    for name in ("good", "drifted"):
        take(qtbot, shown, "add", fleet=place / "site", record=place / f"{name}.life", name=name, who="A. Chemist")
    assert shown.path == place / "site.fleet" and texts(shown, 0) == ["drifted", "good"]
    assert texts(shown, 1) == ["alarm", "holds"] and "1 alarm, 1 holds" in shown.says.text()
    take(qtbot, shown, "note", who="B. Head")
    assert len(history(shown.path, "good")) == 2
    shown.table.selectRow(0)
    shown.buttons["show"].click()
    (life,) = (w for w in window.docks["predict"].checks.lives.shown if isinstance(w, LifeWindow))
    idle(qtbot, life)
    assert life.path.name == "drifted.life" and "⚠" in life.says.text()
    life.close()
    answers.press("answer-0")
    shown.buttons["remove"].click()
    idle(qtbot, shown)
    assert texts(shown, 0) == ["good"]


def test_keys_of_a_dialog_are_given_once():
    dialogs = {n: (*(f.label for f in s.fields), s.button) for n, s in lifecycle_steps.STEPS.items()}
    dialogs |= {"add": (*(f.label for f in ADD), "&Add"), "measure": (*(f.label for f in MEASURE), "&Measure"),
                "fleet": tuple(text for _, text, _ in BUTTONS), "life": tuple(text for _, text, _ in LIFE)}
    for name, given in dialogs.items():
        keys = [t[t.index("&") + 1].lower() for t in given]
        assert len(set(keys)) == len(keys), (name, keys)


def test_a_folder_is_listed_and_not_written_to(qtbot, shown, place):
    before = sorted(p.name for p in place.iterdir())
    shown.open(place)
    idle(qtbot, shown)
    assert texts(shown, 1) == ["alarm", "holds"] and not shown.buttons["note"].isEnabled()
    assert sorted(p.name for p in place.iterdir()) == before


def test_a_foreign_file_is_said_and_what_is_shown_stays(qtbot, shown, place):
    add(place / "site.fleet", place / "good.life", "good", "A")
    shown.open(place / "site.fleet")
    idle(qtbot, shown)
    (place / "other.db").write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    shown.open(place / "other.db")
    idle(qtbot, shown)
    assert "other.db" in shown.says.text() and shown.path == place / "site.fleet" and texts(shown, 0) == ["good"]


def test_an_instrument_is_measured_against_another(qtbot, shown, place):
    add(place / "site.fleet", place / "good.life", "good", "A")
    shown.open(place / "site.fleet")
    idle(qtbot, shown)
    assert not shown.buttons["measure"].isEnabled()
    shown.table.selectRow(0)
    X, _ = mixtures(12, 4)
    for name, spectra in (("a", X), ("b", np.roll(X, 1, axis=1))):
        (place / f"{name}.csv").write_text(text_of(spectra, [f"S{k}" for k in range(12)]), encoding="utf-8")
    take(qtbot, shown, "measure", a=place / "a.csv", b=place / "b.csv", who="A")
    assert "good shows bands" in shown.says.text() and "shift" in texts(shown, 7)[0]
    shown.table.selectRow(0)
    take(qtbot, shown, "measure", a=place / "a.csv", b=place / "values.csv", who="A")
    assert "shows bands" not in shown.says.text() and "shift" in texts(shown, 7)[0]
