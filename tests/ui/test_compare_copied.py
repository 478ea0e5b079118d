"""The comparison on the clipboard as a Python program, and as a command line."""

from __future__ import annotations

import builtins
import csv
import json
import shlex

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from spectralign_gui.cli import main
from spectralign_gui.core.data import Targets
from spectralign_gui.io.read import read_dataset
from spectralign_gui.io.writers import write
from spectralign_gui.preprocessing.spec import PreprocessingSpec, StepSpec
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.ui.compare import copying as copying_module
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


def from_files(given, folder):
    """The same session, its spectra read from files."""
    sets = []
    for d in given.datasets:
        write(d, folder / f"{d.name}.csv")
        sets.append(read_dataset(folder / f"{d.name}.csv", name=d.name).with_(targets=d.targets))
    return given.with_(datasets=tuple(sets))


def same_tables(one, other):
    tables = [list(csv.reader(path.open(encoding="utf-8-sig"))) for path in (one, other)]
    assert tables[0][0] == tables[1][0] and len(tables[0]) == len(tables[1]) > 4
    for a_row, b_row in zip(*tables, strict=True):
        for a, b in zip(a_row, b_row, strict=True):
            assert a == b or float(a) == pytest.approx(float(b), rel=1e-9, abs=1e-12), (a_row, b_row)
    return tables[0]


def copied_command(qtbot, dock, monkeypatch, folder):  # noqa: F811
    """The words of the copied command; the window's own table is saved as window.csv."""
    monkeypatch.setattr(copying_module, "ask_target", lambda *_: (folder / "pairs.csv", ""))
    monkeypatch.setattr(dock_module, "ask_target", lambda *_: (folder / "window.csv", ""))
    QApplication.clipboard().clear()
    dock.copying.command.trigger()
    qtbot.waitUntil(lambda: QApplication.clipboard().text().startswith("spectralign evaluate"))
    assert "as a command line" in dock.says.text()
    dock.save.trigger()
    qtbot.waitUntil(lambda: (folder / "window.csv").exists())
    monkeypatch.chdir(folder)
    return shlex.split(QApplication.clipboard().text())[1:]


@pytest.mark.parametrize("closure", [0.0, 45.0])
def test_the_copied_command_gives_the_same_numbers(qtbot, dock, model, state, tmp_path, monkeypatch,  # noqa: F811
                                                   closure):
    a, b = state.datasets
    more = Targets(("Moisture", "Ash, crude", "Starch"), np.column_stack([
        a.targets.values[:, 0], np.linspace(1, 3, 30), a.targets.values[:, 1]]), ("%", "", "g/kg"))
    now = state.with_(
        datasets=(a.with_(targets=more), b), excluded={"B": (4,)}, method="ds",
        preprocessing=PreprocessingSpec((StepSpec("snv"),), {"B": (StepSpec("snv"), StepSpec("centre"))}),
        parameters={"ds": {"n_components": 3, "component_rule": "one-standard-error"}, "lra": {"mu": 0.6},
                    "lra/spectra": {"mu": 0.7}})
    model.reset(from_files(now, tmp_path))
    dock.form.rule.setCurrentText("smallest error")
    dock.form.properties.menu().actions()[1].setChecked(False)
    dock.form.closure.setValue(closure)
    dock.form.seed.setValue(3)
    compare(qtbot, dock, ("mean-shift", "ds", "lra"), standards="5, 8", repeats=2)
    words = copied_command(qtbot, dock, monkeypatch, tmp_path)
    assert ("--closure" in words) == bool(closure) and "--rule" in words and words.count("--properties") == 2
    assert main(words) == 0
    table = same_tables(tmp_path / "window.csv", tmp_path / "comparison.csv")
    assert {row[table[0].index("method")] for row in table[1:]} >= {"ds", "lra", "lra/spectra", "none", "a-on-a"}
    # the same call by hand: what is asked of all lines counts for the yardsticks too
    report = json.loads((tmp_path / "comparison.json").read_text())
    for entry in dock._result.entries:
        for n, count in enumerate((5, 8)):
            for j, name in enumerate(("Moisture", "Starch")):
                values = report["methods"][entry.key]["properties"][name][str(count)]["rmsep"]["values"]
                np.testing.assert_allclose(values, dock._result.rmsep(entry.key, (5, 8)[n])[:, j], rtol=1e-9)
    assert dock._entries["a-on-a"].settings["component_rule"] == "minimum"


def test_the_copied_command_of_two_among_three(qtbot, dock, model, state, tmp_path, monkeypatch):  # noqa: F811
    a, b = state.datasets
    c = b.with_(name="C", spectra=b.spectra * 1.1)
    three = from_files(state.with_(datasets=(a, b, c), standards=match_by_name([a, b, c]).standards), tmp_path)
    model.reset(three.with_(pair=("A", "C")))
    compare(qtbot, dock, ("bias", "mean-shift"), standards="6", repeats=1)
    words = copied_command(qtbot, dock, monkeypatch, tmp_path)
    assert main(words) == 0
    same_tables(tmp_path / "window.csv", tmp_path / "comparison.csv")


def test_the_copied_command_of_few_standards_tests_each_in_turn_too(qtbot, dock, model, state, tmp_path,  # noqa: F811
                                                                    monkeypatch):
    a, b = state.datasets
    few = state.with_(datasets=(a, b.take(np.arange(10))), standards=state.standards[:10])
    model.reset(from_files(few, tmp_path))
    dock.form.check_only(("bias",))
    dock.start.trigger()
    qtbot.waitUntil(lambda: not dock.running and dock._result is not None, timeout=60_000)
    words = copied_command(qtbot, dock, monkeypatch, tmp_path)
    assert "--test-share" not in words and words[words.index("--standards") + 1] == "3,5,8"
    assert words[words.index("--repeats") + 1] == "3"
    assert main(words) == 0
    same_tables(tmp_path / "window.csv", tmp_path / "comparison.csv")
    report = json.loads((tmp_path / "comparison.json").read_text())
    assert report["splits"]["folds"] == 5 and report["splits"]["samples"] == 10
