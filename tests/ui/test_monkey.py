"""Three hundred random things done to the window, from several seeds; nothing is raised and nothing is left."""

from __future__ import annotations

import os

import pytest
from PySide6.QtCore import QThread
from PySide6.QtGui import QDesktopServices

from spectralign_gui.session.state import SessionState
from tests.ui.monkey import Monkey
from tests.ui.test_every_action import odd, pair, stepped
from tests.ui.test_names_as_written import hostile_state

STATES = (SessionState, pair, stepped, odd, hostile_state, lambda: SessionState(pair().datasets[:1]))


def files(folder) -> list:
    """A table, text that is none, an empty file, a file that is not there, a folder."""
    (folder / "good.csv").write_text("sample," + ",".join(str(1100 + k) for k in range(20)) + "\n"
                                     + "\n".join(f"x{i}," + ",".join(str(i + k) for k in range(20)) for i in range(5)))
    (folder / "bad.csv").write_text("no table at all\n<b>")
    (folder / "empty.csv").write_bytes(b"")
    (folder / "sub").mkdir()
    return [folder / n for n in ("good.csv", "bad.csv", "empty.csv", "gone.csv", "sub")]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_hundred_random_things(qtbot, window, tmp_path, monkeypatch, seed):
    monkeypatch.setattr(QDesktopServices, "openUrl", staticmethod(lambda url: True))
    folder = tmp_path / "files"
    folder.mkdir()
    dropped = files(folder)
    before = sorted(os.listdir(folder))
    with Monkey(window, seed, STATES, dropped) as monkey:
        for _ in range(100):
            monkey.act()
        monkey.rest()
        window.show()
        monkey.rest()
    assert "\n".join(monkey.found) == ""
    assert sorted(os.listdir(folder)) == before and len(monkey.done) == 100
    assert [t for t in window.findChildren(QThread) if t.isRunning()] == []
    window.statusBar().clearMessage()
