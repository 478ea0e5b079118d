"""Lines of the comparison: looked at, used, sorted."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt

from spectralign_gui.ui.compare.results import shown_title
from spectralign_gui.ui.state import run_controller
from tests.ui.helpers import endless
from tests.ui.test_compare_dock import click, compare, dock, place, state, wait_idle, wait_over  # noqa: F401  (fixtures)


def test_one_click_makes_a_line_the_current_result(qtbot, dock, model, state):  # noqa: F811
    model.reset(state)
    compare(qtbot, dock, ("bias", "mean-shift"))
    with qtbot.waitSignal(model.runAdded, timeout=30_000):
        click(qtbot, dock, "mean-shift")
        assert "is being fitted on all 30 standards" in dock.says.text()
    wait_idle(qtbot, dock)  # with the end of its job the run takes the errors of the comparison
    first = model.current_run
    assert first.method.name == model.state.method == "mean-shift" and "Mean shift" in model.undo_stack.undoText()
    assert "Mean shift is the current result (run 1)" in dock.says.text()
    assert "smallest errors" in dock.card.do.text(), "what the comparison says stays"
    assert dock.results.current == "mean-shift" and dock._chosen() == "mean-shift" and dock.results.lines
    text = dock.results.data(dock.results.index(dock.results.keys.index("mean-shift"), 1))
    assert text.startswith("✓ ")
    wait_idle(qtbot, dock)
    with qtbot.waitSignal(model.runAdded, timeout=30_000):
        click(qtbot, dock, "bias")
    wait_idle(qtbot, dock)
    assert len(model.runs) == 2 and dock.results.current == "bias"
    with qtbot.waitSignal(model.message) as said:
        click(qtbot, dock, "mean-shift")  # nothing is computed again, and the history does not grow
    assert "is the current result" in said.args[0]
    assert not dock._controller.running and model.current_run is first and len(model.runs) == 2
    assert "run 1, made with the same data and settings" in dock.says.text()
    model.undo_stack.undo()
    assert model.state.method == "bias" and model.current_run is first
    model.undo_stack.undo()
    model.undo_stack.undo()
    assert model.state.method == state.method
    model.apply("Leave out", lambda s: s.with_(excluded={"B": (0,)}))
    assert dock.results.current == "", "on other data the run is another one"
    with qtbot.waitSignal(model.runAdded, timeout=30_000):
        click(qtbot, dock, "mean-shift")
    wait_idle(qtbot, dock)
    assert len(model.runs) == 3


def test_arrows_look_and_enter_uses(qtbot, dock, model, state):  # noqa: F811
    model.reset(state)
    compare(qtbot, dock, ("bias", "mean-shift"))
    dock.table.setFocus()
    before = dock._chosen()
    for _ in range(2):
        qtbot.keyClick(dock.table, Qt.Key.Key_Down)
    assert dock._chosen() != before and not dock._controller.running and not model.runs
    assert model.state.method == state.method, "moving along the table changes nothing"
    dock._select("bias")
    with qtbot.waitSignal(model.runAdded, timeout=30_000):
        qtbot.keyClick(dock.table, Qt.Key.Key_Return)
    wait_idle(qtbot, dock)
    assert model.current_run.method.name == "bias" and len(model.runs) == 1
    qtbot.mouseDClick(dock.table.viewport(), Qt.MouseButton.LeftButton, pos=place(dock, "bias"))
    assert len(model.runs) == 1 and not dock._controller.running


def test_the_last_of_several_clicks_counts(qtbot, dock, model, state, monkeypatch):  # noqa: F811
    model.reset(state)
    compare(qtbot, dock, ("bias", "mean-shift"))
    real, asked = run_controller.execute, []

    def slow(state, monitor):
        asked.append(state.method)
        if state.method == "bias":
            endless(state, monitor)
        return real(state, monitor)

    monkeypatch.setattr(run_controller, "execute", slow)
    click(qtbot, dock, "bias")
    qtbot.waitUntil(lambda: asked == ["bias"], timeout=30_000)
    click(qtbot, dock, "bias")  # the same again changes nothing
    click(qtbot, dock, "none")
    assert "is next" in dock.says.text()
    with qtbot.waitSignal(model.runAdded, timeout=30_000):
        click(qtbot, dock, "mean-shift")
    wait_idle(qtbot, dock)
    assert asked == ["bias", "mean-shift"] and [r.method.name for r in model.runs] == ["mean-shift"]
    # what the user started himself is waited for
    model.apply("Choose", lambda s: s.with_(method="target-only"))
    dock._controller.start()
    click(qtbot, dock, "none")
    assert "after the run under way" in dock.says.text()
    qtbot.waitUntil(lambda: len(model.runs) == 3, timeout=30_000)
    wait_idle(qtbot, dock)
    assert [r.method.name for r in model.runs[1:]] == ["target-only", "none"] and model.state.method == "none"
    # a cancelled one leaves everything as it is
    click(qtbot, dock, "bias")
    qtbot.waitUntil(lambda: asked[-1] == "bias", timeout=30_000)
    dock._controller.cancel()
    wait_idle(qtbot, dock)
    assert "Cancelled; the current result stays" in dock.says.text() and model.current_run.method.name == "none"


def test_while_lines_move_a_click_selects_only(qtbot, dock, model, state):  # noqa: F811
    model.reset(state)
    dock.form.check_only(("bias", "mean-shift"))
    dock.form.standards.setText("5")
    dock.form.repeats.setValue(500)
    dock.start.trigger()
    qtbot.waitUntil(lambda: "mean-shift" in dock.results.keys, timeout=60_000)
    click(qtbot, dock, "mean-shift")
    assert dock._chosen() == "mean-shift" and not dock._controller.running and not model.runs
    seen = []
    dock.results.modelReset.connect(lambda: seen.append(dock._chosen()))
    qtbot.waitUntil(lambda: len(seen) > 5, timeout=60_000)
    assert set(seen) == {"mean-shift"}, "the selection stays with the method while lines are filled in"
    assert "is selected" in dock.says.text()
    with qtbot.waitSignal(model.runAdded, timeout=60_000):
        dock.use.trigger()  # on purpose it can be used at once, beside the comparison
    assert dock.running and model.current_run.method.name == "mean-shift" and dock.results.current == "mean-shift"
    dock.stop.trigger()
    wait_over(qtbot, dock)
    wait_idle(qtbot, dock)


def test_the_table_is_sorted_by_any_column_and_stays_so(qtbot, dock, model, state):  # noqa: F811
    model.reset(state)
    compare(qtbot, dock, ("bias", "mean-shift", "ds"), "4, 8", 2)
    header = dock.table.horizontalHeader()
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton,
                     pos=QPoint(header.sectionViewportPosition(3) + 12, header.height() // 2))
    starch = [line.means["Starch"] for line in dock.results.lines]
    assert starch == sorted(starch) or starch == sorted(starch, reverse=True)
    falls = starch == sorted(starch, reverse=True)
    dock._select("ds")
    dock.count.setCurrentIndex(0)
    starch = [line.means["Starch"] for line in dock.results.lines]
    assert starch == sorted(starch, reverse=falls) and dock._chosen() == "ds"
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton,
                     pos=QPoint(header.sectionViewportPosition(1) + 12, header.height() // 2))
    header_row, copied = dock.results.copy_table(range(2))
    assert header_row[:4] == ["Rank", "Method", "RMSEP Moisture", "± 95 % Moisture"]
    assert copied[0][2] == dock.results.lines[0].means["Moisture"] and len(copied[0]) == len(header_row)
    titles, filed = dock.results.report_table()
    assert titles[:2] == ["Method", "Rank"] and filed[0][1].startswith("1"), "a report is by rank"
    assert filed[0][-1] == "smallest errors" and all(len(row[-1]) < 60 for row in filed)
    said = {"not distinguishable", "varies too much to tell", "worse", "worse for 1 of 2"}
    assert all(row[-1] in said for row in filed[1:] if row[1]), "the report says what the table says"
    names = [shown_title(k).casefold() for k in dock.results.keys]
    assert names == sorted(names) or names == sorted(names, reverse=True)
    assert dock._chosen() == "ds" and dock.results.ranked[0].rank == 1
    with qtbot.waitSignal(model.runAdded, timeout=30_000):
        click(qtbot, dock, "ds")
    wait_idle(qtbot, dock)
    assert [shown_title(k).casefold() for k in dock.results.keys] == names and dock._chosen() == "ds"
