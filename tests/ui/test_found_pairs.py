"""Pairs that the automatic transfer found: seen, looked at, confirmed, taken in one step; nothing is marked unasked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.io.report import render_report
from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.found_pairs import found_in, found_pairs, pairs_table, with_found
from spectralign_gui.session.standards.pairing import mark, match_table
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.compare import CompareDock
from spectralign_gui.ui.standards import StandardsDock
from tests.core.transfers.conftest import simulate


@pytest.fixture(scope="module")
def session() -> SessionState:
    """The same 30 samples on two instruments, B's in another order and under other names; 10 are marked, 2 held out."""
    a, b, values = simulate(n=30)
    order, axis = np.random.default_rng(2).permutation(30), Axis(np.arange(1100.0, 1340.0, 4), "nm")
    sets = (SpectralDataset("A", a, axis, tuple(f"S{i}" for i in range(30)),
                            targets=Targets(("Fat",), values[:, :1])),
            SpectralDataset("B", b[order], axis, tuple(f"b{i}" for i in order)))
    place = np.argsort(order)
    standards = ()
    for i in range(10):
        standards = mark(standards, [("A", i), ("B", int(place[i]))])
    standards = (*standards[:8], *(s.with_held_out(True) for s in standards[8:]))
    return SessionState(sets, standards, method="auto", parameters={"auto": {"max_components": 4}})


@pytest.fixture(scope="module")
def run(session):
    return execute(session)


@pytest.fixture
def dock(qtbot, model, controller, session):
    dock = StandardsDock(model, controller)
    qtbot.addWidget(dock)
    dock.resize(420, 600)
    dock.show()
    model.reset(session)
    return dock


@pytest.fixture
def dialog(qtbot, dock, model, run):
    model.add_run(run)
    qtbot.mouseClick(dock.open_found, Qt.MouseButton.LeftButton)
    dialog = dock.actions_._dialog
    qtbot.waitExposed(dialog)
    yield dialog
    dialog.close()


def test_what_was_found(run, session):
    found = found_in(run)
    assert found is not None and [p.sure for p in found.pairs] == sorted((p.sure for p in found.pairs), reverse=True)
    right = [p.names[0][1:] == p.names[1][1:] for p in found.pairs]
    assert sum(right) > 0.8 * len(right) and len(right) >= 10
    assert all(session.dataset(n).sample_names[r] == name for p in found.pairs
               for (n, r), name in zip(p.spectra, p.names, strict=True))
    marked = {(name, row) for s in session.standards for name, rows in s.rows.items() for row in rows}
    assert not marked & {spectrum for p in found.pairs for spectrum in p.spectra}, "held-out ones are standards"
    assert found.held_out_found == 2 and f"{found.held_out_right} of 2 held-out ones" in found.sentence
    likely = sum(p.sure > 0.5 for p in found.pairs)
    assert likely and f"{likely} are more likely than not to be one sample" in found.sentence
    doubtful = [replace(p, sure=0.33) for p in found.pairs]
    assert "none is more likely right than wrong" in found.told(doubtful) and "seem" not in found.told(doubtful)
    other = session.with_(datasets=(session.datasets[0], session.datasets[1].with_(
        spectra=session.datasets[1].spectra.copy())))
    assert found.open(other) == (), "other spectra: the rows may be other samples"
    header, rows = pairs_table(found)
    again = match_table(header, [[str(c) for c in row] for row in rows], session.datasets)
    assert {tuple(sorted(s.rows.items())) for s in again.standards} == {
        tuple(sorted({n: (r,) for n, r in p.spectra}.items())) for p in found.pairs}
    page = render_report(run)
    assert "Pairs found by their spectra" in page and found.sentence in page and found.pairs[0].names[1] in page
    assert "Pairs found" not in render_report(execute(session.with_(method="bias")))
    assert len(with_found(session.standards, found.open(session))) == 10 + len(found.open(session))


def test_names_that_mean_the_same_on_both_instruments_rule_a_pair_out(run, session):
    a, b = session.datasets
    pair = found_in(run).pairs
    estimator, kept = run.estimator, run.kept_rows

    def left(names):
        return found_pairs(estimator, (a, b.with_(sample_names=tuple(names))), kept, session.standards)

    of_sample = [name[1:] for name in b.sample_names]
    right = [p for p in pair if p.names[0][1:] == p.names[1][1:]]
    assert len(left([f"s{i}" for i in of_sample]).pairs) == len(right) > 0, "B calls every sample as A does"
    marked = {row for s in session.standards for row in s.rows["B"]}
    new = [f"S{i}" if row in marked else f"new {i}" for row, i in enumerate(of_sample)]
    assert left(new) is None, "all standards have one name, and none of the others is called like a sample of A"
    assert len(left([f"S{i}" if row in marked else "" for row, i in enumerate(of_sample)]).pairs) == len(pair)
    other = [name if row != min(marked) else "another" for row, name in enumerate(new)]
    assert len(left(other).pairs) == len(pair), "a standard has two names: names prove nothing"


def test_nothing_is_offered_without_a_search(dock, model, run):
    assert not dock.actions_.found.isEnabled() and not dock.open_found.isVisible()
    model.add_run(run)
    assert dock.actions_.found.isEnabled() and dock.open_found.isVisible()
    assert f"{len(model.found_pairs.open(model.state))} found pairs" in dock.open_found.text()
    model.reset(SessionState())
    assert not dock.actions_.found.isEnabled() and not dock.open_found.isVisible()


def test_look_confirm_take_undo(qtbot, dialog, dock, model, session):
    table, before = dialog.table, model.state.standards
    pairs = dialog.found.pairs
    assert len(pairs) >= 8 and not dialog.found.ticked and not dialog.take.isEnabled()
    assert "None is a standard before you take it" in dialog.says.text() and "of 8 standards" in dialog.says.text()
    shown = [dialog.found.index(2, c).data() for c in range(4)]
    assert shown[0] == pairs[2].names[0] and shown[1] == pairs[2].names[1] and shown[2].endswith("%")

    # by mouse: a click looks, a click on the box ticks
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton,
                     pos=table.visualRect(dialog.found.index(2, 1)).center())
    assert model.selection.samples == set(pairs[2].spectra) and model.state.standards is before
    option = QStyleOptionViewItem()
    table.initViewItemOption(option)
    option.rect = table.visualRect(dialog.found.index(2, 0))
    option.features |= QStyleOptionViewItem.ViewItemFeature.HasCheckIndicator
    box = table.style().subElementRect(QStyle.SubElement.SE_ItemViewItemCheckIndicator, option, table)
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    assert dialog.found.ticked == {pairs[2]} and model.state.standards is before

    # by keys: down looks at the next one, space ticks it
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Down)
    assert model.selection.samples == set(pairs[3].spectra)
    qtbot.keyClick(table, Qt.Key.Key_Space)
    assert dialog.found.ticked == {pairs[2], pairs[3]} and dialog.take.text() == "Take 2 as &standards"
    qtbot.mouseClick(dialog.take, Qt.MouseButton.LeftButton)
    added = [s.rows for s in model.state.standards[len(before):]]
    assert added == [{n: (r,) for n, r in p.spectra} for p in pairs[2:4]] and not dialog.found.ticked
    assert set(dialog.found.pairs) == set(pairs) - {pairs[2], pairs[3]} and model.undo_stack.count() == 1
    assert model.undo_stack.undoText() == "Take 2 found pairs as standards"
    model.undo_stack.undo()
    assert model.state.standards == before and dialog.found.pairs == pairs


def test_ticks_of_the_sure_ones(qtbot, dialog):
    sure = [p for p in dialog.found.pairs if round(100 * p.sure) >= 80]
    dialog.limit.setValue(80)
    qtbot.mouseClick(dialog.tick_sure, Qt.MouseButton.LeftButton)
    assert dialog.found.ticked == set(sure)
    qtbot.mouseClick(dialog.tick_none, Qt.MouseButton.LeftButton)
    assert not dialog.found.ticked and not dialog.take.isEnabled()


def test_the_comparison_tells_and_fills_best_first(qtbot, model, controller, session, dock):
    """The automatic transfer in a comparison: its own table fills best first, the pairs can be opened from there."""
    compare = CompareDock(model, controller)
    qtbot.addWidget(compare)
    compare.resize(1200, 420)
    compare.show()
    free = session.standards[:8]
    model.reset(session.with_(standards=free))
    compare.form.check_only(("auto",))
    compare.form.standards.setText("5")
    compare.form.repeats.setValue(1)
    compare.tabs.setCurrentWidget(compare.tried)
    assert not compare.search.found.isEnabled()
    tables = []
    compare.tried.model.modelReset.connect(lambda: tables.append([line.score for line in compare.tried.model.lines]))
    compare.start.trigger()
    qtbot.waitUntil(lambda: not compare.running, timeout=120_000)
    grown = [t for t in tables if t]
    assert len(grown) > 2 and all(t == sorted(t) for t in grown), "best first at every moment"
    assert [len(t) for t in grown] == sorted(len(t) for t in grown) and len(grown[0]) < len(grown[-1])
    parts = [line.part for line in compare.tried.model.lines]
    titles = [line.title for line in compare.tried.model.lines]
    assert any(t.startswith("Piecewise direct standardisation (PDS), window") for t in titles)
    assert not [t for t in titles if "=" in t or "_" in t], "in the words of the form"
    assert abs(sum(parts) - 1) < 1e-6 and "settings" in compare.tried.says.text()
    assert "Standards ▸ Found pairs… shows the pairs" in compare.says.text() and model.state.standards == free
    assert compare.search.found.isEnabled() and dock.actions_.found.isEnabled()
    qtbot.mouseClick(compare.search.found, Qt.MouseButton.LeftButton)
    dialog = dock.actions_._dialog
    qtbot.waitExposed(dialog)
    assert dialog.found.pairs == model.found_pairs.open(model.state)
    dialog.close()


def test_a_run_of_it_fills_the_same_table(qtbot, model, controller, session):
    compare = CompareDock(model, controller)
    qtbot.addWidget(compare)
    compare.show()
    model.reset(session)
    sizes = []
    compare.tried.model.modelReset.connect(lambda: sizes.append(len(compare.tried.model.lines)))
    with qtbot.waitSignal(model.runAdded, timeout=120_000):
        controller.start()
    qtbot.waitUntil(lambda: not controller.running, timeout=30_000)
    assert sizes[0] == 0 and 0 < sizes[1] < sizes[-1] == len(model.current_run.estimator.tuning_)
    assert model.found_pairs is not None and "settings" in compare.tried.says.text()
    model.reset(session)
    assert not compare.tried.model.lines and "choose it as the method" in compare.tried.says.text()
    assert not compare.search.found.isEnabled()


def test_a_run_of_it_is_followed_where_nobody_has_looked(qtbot, model, controller, session):
    compare = CompareDock(model, controller)
    qtbot.addWidget(compare)
    model.reset(session.with_(method="lra"))
    with qtbot.waitSignal(controller.idle, timeout=60_000):
        controller.start()
    assert not compare.is_built, "another method has nothing to say here"
    model.reset(session)
    with qtbot.waitSignal(controller.idle, timeout=120_000):
        controller.start()
        assert compare.is_built
        qtbot.waitUntil(lambda: len(compare.tried.model.lines) > 0, timeout=60_000)
        controller.cancel()
    assert compare.tried.model.lines and not compare.isVisible()
