"""Steps and docks of other packages: they come by entry point, and one at fault stops nobody."""

from __future__ import annotations

import sys
from importlib import metadata
from importlib.metadata import EntryPoint

import pytest

from spectralign_gui.cli import main
from spectralign_gui.preprocessing import step as steps_module
from spectralign_gui.preprocessing.step import create_step, plugin_problems, steps
from spectralign_gui.ui.main_window import docks as docks_module

MODULE = """
from PySide6.QtWidgets import QLabel
from spectralign_gui.preprocessing.step import Step
from spectralign_gui.ui.dock import Dock

class Halve(Step):
    name, title, group, help = "halve", "Halve", "Intensity", "Halves the intensities."
    linear = True
    def _apply(self, dataset):
        return dataset.with_(spectra=dataset.spectra / 2)

class Snv(Halve):
    name = "snv"

class LabDock(Dock):
    title, dock_name, area, purpose = "Our lab", "our-lab", "bottom", "Show our lab"
    help_page = "guide/window.md"
    def build(self):
        return QLabel("ours")

class Nowhere(LabDock):
    dock_name, area = "nowhere", "somewhere"
"""


@pytest.fixture
def lab(monkeypatch, tmp_path):
    """A package of a lab; give it the entry points as name=place."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "our_lab.py").write_text(MODULE)
    known = dict(steps())

    def install(group, **points):
        given = [EntryPoint(name.replace("_", "-"), place, group) for name, place in points.items()]
        monkeypatch.setattr(metadata, "entry_points", lambda group: [p for p in given if p.group == group])
        monkeypatch.setattr(steps_module, "_loaded", False)
        docks_module.plugin_docks.cache_clear()

    yield install
    steps_module._steps.clear()
    steps_module._steps.update(known)
    steps_module._problems.clear()
    docks_module.plugin_docks.cache_clear()
    sys.modules.pop("our_lab", None)


def test_a_step_of_another_package(lab):
    lab("spectralign.steps", halve="our_lab:Halve")
    assert "halve" in steps() and not plugin_problems()
    from spectralign_gui.contract import step_checks

    step_checks.linear_is_told_truly("halve", {})
    d = step_checks.make()
    assert (create_step("halve").fit(d).apply(d).spectra == d.spectra / 2).all()


@pytest.mark.parametrize(("points", "why"), [
    ({"halve": "no_such_module:Halve"}, "No module named"), ({"halve": "our_lab:Nothing"}, "Nothing"),
    ({"snv": "our_lab:Snv"}, "there is a step of this name already"),
    ({"other": "our_lab:Halve"}, "calls itself 'halve'"),
    ({"halve": "our_lab:MODULE"}, "MODULE"), ({"dock": "our_lab:LabDock"}, "not a subclass of Step")])
def test_a_step_at_fault_is_told_and_stops_nobody(lab, capsys, points, why):
    lab("spectralign.steps", **points)
    assert "snv" in steps() and len(plugin_problems()) == 1 and why in plugin_problems()[0]
    assert main(["methods", "lra"]) == 0
    assert why in capsys.readouterr().err


def test_a_dock_of_another_package(lab, qtbot, settings, tmp_path):
    from spectralign_gui.ui.main_window import MainWindow

    lab("spectralign.docks", our_lab="our_lab:LabDock", nowhere="our_lab:Nowhere", compare="our_lab:LabDock")
    window = MainWindow(settings=settings, recovery_folder=tmp_path / "recovery")
    try:
        dock = window.docks["our-lab"]
        dock.ensure_built()
        assert dock.widget() is not None and "Our lab" in [a.text().replace("&", "") for a in _entries(window)]
        said = docks_module.plugin_problems()
        assert len(said) == 2 and any("somewhere" in s for s in said) and any("name already" in s for s in said)
    finally:
        window.controller.shutdown(15)
        window.keep_or_discard = lambda: True
        window.close()
        window.deleteLater()


def _entries(window):
    def inside(menu):
        for action in menu.actions():
            yield action
            if action.menu() is not None:
                yield from inside(action.menu())

    return [a for top in window.menuBar().actions() for a in inside(top.menu())]
