"""The table of the Compare dock while it fills: best first, ties and the user's line stay, repeats are told."""

from __future__ import annotations

from PySide6.QtCore import Qt

from spectralign_gui.ui.compare.parts import fill_box
from tests.ui import test_compare_dock
from tests.ui.test_compare_dock import compare, wait_over

state, dock = test_compare_dock.state, test_compare_dock.dock


def row(method: str, moisture: float, splits: int, starch: float = 1.0, error: str = "") -> dict:
    """What a running comparison tells of a line."""
    return {"method": method, "standards": 5, "rmsep": {"Moisture": moisture, "Starch": starch}, "splits": splits,
            "error": error}


def test_the_table_is_best_first_while_it_fills(qtbot, dock, model, state):
    """Every line at every moment, in the order on the screen; each says how many repeats it has."""
    model.reset(state)
    dock.form.check_only(("bias", "mean-shift", "ds", "slope-bias"))
    dock.form.standards.setText("5")
    dock.form.repeats.setValue(40)
    seen = []

    def look():
        lines = [(dock.results.index(r, 0).data(), float(dock.results.index(r, 4).data().replace("–", "nan")),
                  dock.results.index(r, 5).data()) for r in range(dock.results.rowCount())]
        seen.append([line for line in lines if line[0]])

    dock.results.modelReset.connect(look)
    dock.start.trigger()
    qtbot.waitUntil(lambda: len({str(s) for s in seen}) > 6, timeout=60_000)
    dock.stop.trigger()
    wait_over(qtbot, dock)
    assert dock.results.headerData(5, Qt.Orientation.Horizontal) == "Repeats", "the table stays as it was stopped"
    filled = [s for s in seen if s]
    for lines in filled:
        assert [int(rank) for rank, _, _ in lines] == list(range(1, len(lines) + 1)), "ranks as they stand below"
        assert [score for _, score, _ in lines] == sorted(score for _, score, _ in lines)
        assert all(repeats.endswith(" of 40") for _, _, repeats in lines)
    assert int(filled[-1][0][2].split()[0]) > int(filled[0][0][2].split()[0])
    compare(qtbot, dock, ("bias",), "5", 2)
    assert dock.results.headerData(5, Qt.Orientation.Horizontal) == "Against the best"
    tip = dock.results.index(0, 1).data(Qt.ItemDataRole.ToolTipRole)
    assert "Means over 2 repeats" in tip and "so far" not in tip


def test_equally_good_lines_stay_and_so_do_selection_and_scroll_place(qtbot, dock, model, state):
    model.reset(state)
    dock.resize(1200, 330)
    names = [f"m{k}" for k in range(30)]
    dock.results.start(("Moisture", "Starch"), {}, 9)
    for k, name in enumerate(names):
        dock.results.add_live(row(name, 1.0 + k, 1))
    fill_box(dock.count, ["5 standards"], [5])
    dock.results.show_live(5)
    assert dock.results.keys == names
    bar = dock.table.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    dock._select("m20")
    down = bar.value()
    assert 0 < down < bar.maximum() and dock._chosen() == "m20"

    dock.results.add_live(row("m7", 1.0, 2))  # as good as the best now: behind it, not before it
    dock.results.show_live(5)
    assert dock.results.keys[:3] == ["m0", "m7", "m1"] and dock.results.index(1, 5).data() == "2 of 9"
    dock.results.add_live(row("m0", 1.0, 2))
    dock.results.show_live(5)
    assert dock.results.keys[:3] == ["m0", "m7", "m1"]
    dock.results.add_live(row("m7", 0.9, 3))
    dock.results.show_live(5)
    dock.results.add_live(row("m0", 0.9, 3))
    dock.results.show_live(5)
    assert dock.results.keys[:2] == ["m7", "m0"], "the one that was first stays first"

    dock.results.add_live(row("m20", 0.5, 3))  # the selected line goes to the top, the table does not follow it
    dock.results.show_live(5)
    assert dock.results.keys[0] == "m20" and dock._chosen() == "m20" and bar.value() == down
    dock.results.add_live(row("m3", float("nan"), 0, error="it broke"))
    dock.results.show_live(5)
    assert dock.results.keys[-1] == "m3" and dock.results.index(29, 5).data() == "it broke"
    assert not dock.results.index(29, 0).data() and bar.value() == down
