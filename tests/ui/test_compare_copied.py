"""The comparison on the clipboard as a Python program."""

from __future__ import annotations

import builtins
import csv

import pytest
from PySide6.QtWidgets import QApplication

from spectralign_gui.io.read import read_dataset
from spectralign_gui.io.writers import write
from spectralign_gui.ui.compare import dock as dock_module
from tests.ui.test_compare_dock import compare, dock, state  # noqa: F401  (fixtures)


def test_the_comparison_is_copied_as_a_program_that_makes_its_table_again(
        qtbot, dock, model, state, tmp_path, monkeypatch):  # noqa: F811
    assert not dock.copying.action.isEnabled()
    model.reset(state)
    compare(qtbot, dock, ("bias", "lra"))
    dock.copying.action.trigger()
    qtbot.waitUntil(lambda: "No program for this: the spectra or groups of A, B" in dock.says.text())

    sets = []
    for d in state.datasets:
        write(d, tmp_path / f"{d.name}.csv")
        sets.append(read_dataset(tmp_path / f"{d.name}.csv", name=d.name).with_(targets=d.targets))
    model.reset(state.with_(datasets=tuple(sets)))
    assert not dock.copying.action.isEnabled(), "that comparison was of other data"
    dock.form.rule.setCurrentText("minimum")
    compare(qtbot, dock, ("bias", "lra"), standards="5, 8", repeats=2)
    QApplication.clipboard().clear()
    dock.copying.action.trigger()
    qtbot.waitUntil(lambda: "compare(state" in QApplication.clipboard().text())
    monkeypatch.setattr(dock_module, "ask_target", lambda *_: (tmp_path / "window.csv", ""))
    dock.save.trigger()
    qtbot.waitUntil(lambda: (tmp_path / "window.csv").exists())
    monkeypatch.chdir(tmp_path)
    exec(builtins.compile(QApplication.clipboard().text(), "script", "exec"), {"__name__": "__main__"})
    tables = [list(csv.reader((tmp_path / f"{n}.csv").open(encoding="utf-8-sig"))) for n in ("window", "comparison")]
    assert tables[0][0] == tables[1][0] and len(tables[0]) == len(tables[1]) > 4
    for one, other in zip(*tables, strict=True):
        for a, b in zip(one, other, strict=True):
            assert a == b or float(a) == pytest.approx(float(b), rel=1e-10)
