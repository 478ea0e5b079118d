"""From two files to predictions with a verdict: as many clicks and dialogs as the guide says."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt

from spectralign_gui.shipped import folder as shipped
from spectralign_gui.ui.main_window import MainWindow
from spectralign_gui.ui.main_window import window as window_module
from spectralign_gui.ui.workspaces import START
from tests.ui.helpers import make_dataset

WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


@pytest.fixture
def begun(qtbot, settings, tmp_path):
    """The window as a user meets it for the first time."""
    made = MainWindow(settings=settings, recovery_folder=tmp_path / "recovery", begin="")
    made.resize(1280, 720)
    with qtbot.waitExposed(made):
        made.show()
    yield made
    assert made.controller.shutdown(15)
    made.keep_or_discard = lambda: True
    made.close()
    made.deleteLater()


def said() -> tuple[int, int]:
    """Clicks and dialogs that the guide says."""
    text = " ".join((shipped("docs") / "guide" / "first-steps.md").read_text(encoding="utf-8").split())
    found = re.search(r"to predictions with a verdict it is (\w+) clicks and (\w+) dialog", text)
    assert found is not None
    return WORDS[found[1]], WORDS[found[2]]


def written(folder: Path, values: str) -> list[str]:
    """Spectra of two instruments, A's reference values in its own file or in a third one."""
    a, b = make_dataset("lab", n=30, seed=1), make_dataset("field", n=30, seed=2)
    b = b.with_(spectra=0.9 * b.spectra + 0.05)
    moisture = a.targets.values[:, 0]
    files = []
    for d in (a, b):
        inside = d is a and values == "in A's file"
        head = ["sample", *(["Moisture"] if inside else []), *(f"{x:.1f}" for x in d.axis.values)]
        rows = [[name, *([f"{m:.4f}"] if inside else []), *(f"{v:.5f}" for v in row)]
                for name, m, row in zip(d.sample_names, moisture, np.asarray(d.spectra), strict=True)]
        files.append(folder / f"{d.name}.csv")
        files[-1].write_text("\n".join(",".join(r) for r in [head, *rows]) + "\n")
    if values == "beside them":
        files.append(folder / "values.csv")
        files[-1].write_text("sample,Moisture\n" + "".join(
            f"{n},{m:.4f}\n" for n, m in zip(a.sample_names, moisture, strict=True)))
    return [str(f) for f in files]


@pytest.mark.parametrize("values", ["in A's file", "beside them"])
def test_from_files_to_predictions_with_a_verdict(qtbot, begun, monkeypatch, tmp_path, values):
    files, counted = written(tmp_path, values), {"clicks": 0, "dialogs": 0}

    def chosen(*_: object) -> list[str]:
        counted["dialogs"] += 1
        counted["clicks"] += 1  # Open, in the dialog
        return files

    monkeypatch.setattr(window_module, "ask_files", chosen)
    rail = begun.lead.rail

    def click(widget) -> None:
        qtbot.waitUntil(lambda: widget.isVisible() and widget.isEnabled())
        counted["clicks"] += 1
        qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)

    def go(button: str) -> None:
        qtbot.waitUntil(lambda: rail.next.text() == button)
        click(rail.next)

    assert begun.lead.switcher.here == START
    click(begun.docks["welcome"].cards["values"])
    go("Open spectra…")
    qtbot.waitUntil(lambda: len(begun.model.state.datasets) == 2 and begun.lead.known.has_values)
    go("Match by name")
    compare, predict = begun.docks["compare"], begun.docks["predict"]
    compare.ensure_built()
    compare.form.check_only(("bias", "pds"))  # fewer than the usual ones, for the sake of time: no click more or less
    compare.form.repeats.setValue(2)
    go("Compare")
    qtbot.waitUntil(lambda: not compare.running and rail.next.text() == "Use and predict", timeout=90_000)
    assert "smallest errors" in compare.card.do.text() and "Moisture" in compare.card.rows["errors"][1].text()
    with qtbot.waitSignal(predict.valuesShown, timeout=60_000):
        go("Use and predict")
    assert begun.lead.switcher.here == "predict" and predict.values.rowCount() == 30
    assert "the comparison left out" in predict.says.text()
    qtbot.waitUntil(lambda: rail.next.text() == "Done")
    assert (counted["clicks"], counted["dialogs"]) == said() and counted["clicks"] <= 6
