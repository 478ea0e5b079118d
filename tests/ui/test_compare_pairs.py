"""Compare dock with more than two instruments: From and To, and what is then of these two."""

from __future__ import annotations

import builtins
import csv

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from spectralign_gui.core.data import Standard
from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.io.read import read_dataset
from spectralign_gui.io.targets import read_targets
from spectralign_gui.preprocessing.spec import PreprocessingSpec, StepSpec
from spectralign_gui.session.compare.evaluate import compare as compare_plainly
from spectralign_gui.session.compare.plan import ComparisonPlan
from spectralign_gui.session.standards.pairing import match_by_name, match_by_row
from spectralign_gui.session.state import SessionState
from spectralign_gui.session.state.instrument_pair import two_of
from spectralign_gui.session.state.reference_values import join_by_name
from spectralign_gui.ui.embedding import EmbeddingDock
from spectralign_gui.ui.method import MethodDock
from tests.ui.helpers import make_dataset
from tests.ui.test_compare_dock import click, compare, dock, wait_over  # noqa: F401  (fixtures)


@pytest.fixture
def three() -> SessionState:
    """A, B and C; the values are A's, C reads much higher."""
    a, b, c = (make_dataset(n, n=30, p=40, seed=k) for k, n in enumerate("ABC"))
    b, c = b.with_(targets=None), c.with_(targets=None, spectra=1.2 * c.spectra + 0.4)
    return SessionState((a, b, c), match_by_name([a, b, c]).standards)


def pick(qtbot, box, name):
    box.setCurrentText(name)
    box.activated.emit(box.currentIndex())


def test_two_of_three_are_chosen_and_undone(qtbot, dock, model, three):  # noqa: F811
    pair = dock.pair
    model.reset(three.without_dataset("C"))
    assert not pair.isVisible()
    model.reset(three)
    assert pair.isVisible() and (pair.source.currentText(), pair.target.currentText()) == ("A", "B")
    assert dock.run_button.isEnabled(), dock.says.text()
    for box, name in ((pair.source, "From instrument"), (pair.target, "To instrument")):
        assert box.accessibleName() == name and box.toolTip()
    pick(qtbot, pair.target, "C")
    assert model.state.pair == ("A", "C") and model.undo_stack.undoText() == "Compare from A to C"
    pick(qtbot, pair.source, "C")
    assert model.state.pair == ("C", "A") and pair.target.currentText() == "A"
    model.undo_stack.undo()
    model.undo_stack.undo()
    assert model.state == three and pair.target.currentText() == "B"
    model.undo_stack.redo()
    pick(qtbot, pair.source, "B")
    assert "Neither B nor C has reference values" in dock.says.text() and not dock.run_button.isEnabled()
    model.change("Fewer standards", model.state.with_(pair=None, standards=(
        *(Standard({"A": (k,), "B": (k,)}) for k in range(5)), *three.standards[5:7])))
    assert dock.run_button.isEnabled(), "seven with B"
    model.change("Fewer still", model.state.with_(standards=model.state.standards[:5]))
    assert "six samples measured on both A and B" in dock.says.text()


def test_everything_is_of_the_two(qtbot, dock, model, controller, three, tmp_path):  # noqa: F811
    model.reset(three)
    pick(qtbot, dock.pair.target, "C")
    compare(qtbot, dock, ("mean-shift", "lra"), standards="4, 8", repeats=2)
    assert dock.compared.instruments == ("A", "C") and dock.verdict.startswith("Here A is A and B is C.")
    plan = ComparisonPlan(("mean-shift", "lra"), standards=(4, 8), repeats=2)
    expected = compare_plainly(two_of(three, ("A", "C")), plan)[0]
    for key, cell in expected.cells.items():
        np.testing.assert_allclose(dock._result.cells[key]["predicted"], cell["predicted"], rtol=1e-10)
    assert all(name == "C" for name, _ in dock.plots._tested(dock._result, "mean-shift", 8, 0))
    dock._select("mean-shift")
    dock.tabs.setCurrentIndex(3)
    qtbot.waitUntil(lambda: len(dock.views["difference"].chart.series) == 2)
    before, after = (s.y.mean() for s in dock.views["difference"].chart.series)
    assert before > 0.3 > 0.2 > after, "C reads 0.4 and more above A"

    # a click on a line runs it on the two, also where the method could take all three
    with qtbot.waitSignal(model.runAdded):
        click(qtbot, dock, "lra")
    assert model.current_run.state.instruments == ("A", "C") and len(model.current_run.datasets) == 2
    assert model.state.instruments == ("A", "B", "C") and model.state.method == "lra"
    assert dock.results._current == "lra", "it is marked"
    runs = len(model.runs)
    click(qtbot, dock, "lra")
    assert len(model.runs) == runs and "is the current result" in dock.says.text()

    # C is the third instrument in every dock, though the run has two
    embedding = EmbeddingDock(model, controller)
    qtbot.addWidget(embedding)
    embedding.show()
    qtbot.waitUntil(lambda: bool(embedding.flat.sets))
    assert [(s.name, s.index) for s in embedding.flat.sets] == [("A", 0), ("C", 2)]
    colours = embedding.flat.colouring.colours(embedding.flat.theme)
    assert [colours[int(c[0])] for c in embedding.flat.colouring.codes] == [
        embedding.flat.theme.instrument(k) for k in (0, 2)]
    qtbot.waitUntil(lambda: bool(dock.views["difference"].chart.series))  # calculated anew behind the window
    assert dock.views["difference"].chart.series[0].colour == "instrument:2"
    embedding.close()

    # the project keeps it, with its comparison
    assert dock.worth_keeping is not None
    tree = dock.kept()
    assert tree["instruments"] == ["A", "C"]
    save_project(tmp_path / "p.spectralign", model.state, model.runs)
    opened = open_project(tmp_path / "p.spectralign")
    assert opened.state.pair == ("A", "C") and opened.runs[-1].state.instruments == ("A", "C")
    model.reset(opened.state)
    dock.take(tree)
    assert dock.results.lines and "as they were then" not in dock.says.text()
    pick(qtbot, dock.pair.target, "B")
    assert "The table is of A and C as they were then" in dock.says.text() and dock.worth_keeping is None
    model.undo_stack.undo()
    dock._forget()
    dock.take({**tree, "instruments": ["A", "B"]})
    assert not dock.results.lines, "that is a table of others"


def test_a_method_for_two_runs_on_from_and_to(qtbot, dock, model, controller, three):  # noqa: F811
    method = MethodDock(model, controller)
    qtbot.addWidget(method)
    method.show()
    model.reset(three.with_(method="lra"))
    assert not method.pair.isVisible(), "low rank alignment takes all"
    model.change("Choose", model.state.with_(method="ds"))
    assert method.pair.isVisible() and method.run.isEnabled() and not method.reason.isVisible()
    pick(qtbot, method.pair.target, "C")
    assert dock.pair.target.currentText() == "C"
    with qtbot.waitSignal(model.runAdded):
        method.run.click()
    assert model.current_run.state.instruments == ("A", "C")
    qtbot.waitUntil(lambda: not controller.running)
    compare(qtbot, dock, ("ds",))
    runs = len(model.runs)
    click(qtbot, dock, "ds")
    assert len(model.runs) == runs, "the run of the Method dock is that of the line"
    method.close()


def test_the_automatic_transfer_of_two_and_the_copied_program(
        qtbot, dock, model, three, tmp_path, monkeypatch):  # noqa: F811
    from spectralign_gui.io.writers import write

    sets = []
    for d in three.datasets:
        write(d, tmp_path / f"{d.name}.csv")
        sets.append(read_dataset(tmp_path / f"{d.name}.csv", name=d.name).with_(targets=d.targets))
    state = three.with_(datasets=tuple(sets), parameters={"auto": {"most_models": 6}})
    model.reset(state)
    pick(qtbot, dock.pair.target, "C")
    compare(qtbot, dock, ("bias", "auto"), standards="8")
    assert dock._advice.confidence and dock._advice.sentence
    dock.copying.action.trigger()
    qtbot.waitUntil(lambda: "compare(state" in QApplication.clipboard().text())
    program = QApplication.clipboard().text()
    assert "name='B'" not in program
    monkeypatch.chdir(tmp_path)
    exec(builtins.compile(program, "script", "exec"), {"__name__": "__main__"})
    rows = list(csv.DictReader((tmp_path / "comparison.csv").open(encoding="utf-8-sig")))
    assert {r["method"] for r in rows} >= {"bias", "auto", "none"}
    for r in rows:
        line = next((x for x in dock.results.lines if x.key == r["method"]), None)
        if line is not None and r["property"] == "Moisture":
            assert float(r["RMSEP"]) == pytest.approx(line.means["Moisture"], rel=1e-9)


def test_the_three_corn_instruments(qtbot, dock, model, corn):  # noqa: F811
    sets = [read_dataset(corn / f"{n}_spectra.csv", name=n) for n in ("m5", "mp5", "mp6")]
    values = read_targets(corn / "property_values.csv").targets.columns([0, 3])
    state = SessionState((sets[0].with_(targets=values), *sets[1:]), match_by_row(sets).standards,
                         PreprocessingSpec((StepSpec("crop", {"ranges": "1100-1400"}),)))
    model.reset(state)
    assert (dock.pair.source.currentText(), dock.pair.target.currentText()) == ("m5", "mp5")
    errors = {}
    for target in ("mp5", "mp6"):
        pick(qtbot, dock.pair.target, target)
        compare(qtbot, dock, ("mean-shift",), standards="20")
        assert dock.compared.instruments == ("m5", target)
        errors[target] = {x.key: x.means for x in dock.results.lines}
        plan = ComparisonPlan(("mean-shift",), standards=(20,), repeats=1)
        expected = compare_plainly(two_of(state, ("m5", target)), plan)[0]
        assert errors[target]["mean-shift"][values.names[0]] == pytest.approx(
            float(np.sqrt(np.mean((expected.cells["mean-shift", 20, 0]["predicted"][:, 0]
                                   - expected.cells["mean-shift", 20, 0]["measured"][:, 0]) ** 2))))
    assert errors["mp5"] != errors["mp6"]


def test_the_five_sugarcane_instruments(qtbot, dock, model, sugarcane):  # noqa: F811
    names = ("Micronir1700rep1", "Micronir1700rep2", "Nirscan_nano", "Tellspec", "F750")
    sets = [read_dataset(sugarcane / f"{n}.CSV", name=n) for n in names]
    table = read_targets(sugarcane / "References.csv")
    sets = [join_by_name(d, table.names, table.targets).dataset for d in sets]
    model.reset(SessionState(tuple(sets), match_by_name(sets).standards))
    assert [dock.pair.source.itemText(k) for k in range(5)] == list(names)
    pick(qtbot, dock.pair.source, "Nirscan_nano")
    pick(qtbot, dock.pair.target, "F750")
    compare(qtbot, dock, ("ds", "lra"), standards="10")
    assert dock.compared.instruments == ("Nirscan_nano", "F750")
    assert {"ds", "lra", "native"} <= {x.key for x in dock.results.lines}
    with qtbot.waitSignal(model.runAdded):
        click(qtbot, dock, "ds")
    assert model.current_run.state.instruments == ("Nirscan_nano", "F750") and len(model.state.datasets) == 5
    wait_over(qtbot, dock)
