"""The Short circuits dock as a user works it: every control, both directions, empty, data gone, cancelled."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QApplication

from spectralign_gui.core.measures.short_circuits import between_group_share
from spectralign_gui.io.samples import load_sample_session
from spectralign_gui.session.run import execute
from spectralign_gui.session.short_circuits.analysis import clusters_of
from spectralign_gui.ui.short_circuits.views import chosen_links
from tests.ui.helpers import analysed, short_circuits_of


@pytest.fixture(scope="module")
def run():
    return execute(load_sample_session("dollar"))


@pytest.fixture
def dock(qtbot, model, controller, run):
    return short_circuits_of(qtbot, model, controller, run)


def drawn(view) -> dict[str, np.ndarray]:
    return {li.text.split(" (")[0]: li.pairs[:, [1, 3]] for li in view.lines if li.text}


def total(view) -> int:
    return sum(len(p) for p in drawn(view).values())


def test_top_and_weakest_say_which_links_are_drawn(dock):
    c = dock.controls
    for wanted in (10, 200):
        c.count.setValue(wanted)
        assert total(dock.embedding) == total(dock.pca) == wanted
    c.threshold.setValue(80)
    fewer = total(dock.pca)
    assert 0 < fewer < 200
    strongest = max(abs(x.weight) for x in dock._analysis.strongest)
    assert fewer == sum(abs(x.weight) >= 0.8 * strongest for x in dock._analysis.strongest[:200])


def test_a_neighbour_graph_of_as_many_links_flicked_and_side_by_side(qtbot, dock):
    c = dock.controls
    c.count.setValue(120)
    c.threshold.setValue(60)
    own = drawn(dock.pca)
    c.flick.trigger()
    assert c.graph.currentData() == "neighbours" and total(dock.pca) == sum(map(len, own.values()))
    near = drawn(dock.pca)
    assert not all(np.array_equal(near[k], own[k]) for k in own)
    c.flick.trigger()
    assert c.graph.currentData() == "reconstruction" and total(dock.pca) == sum(map(len, own.values()))
    c.graph.setCurrentIndex(2)
    qtbot.waitUntil(lambda: not dock.pending)
    left, right = drawn(dock.embedding), drawn(dock.pca)
    for key in own:
        np.testing.assert_array_equal(left[key], own[key])
        np.testing.assert_array_equal(right[key], near[key])
    np.testing.assert_allclose(dock.embedding.shown_xy(), dock.pca.shown_xy())
    assert [label.text() for label in dock.links.captions] == ["Reconstruction", "Neighbours"]
    c.graph.setCurrentIndex(0)
    qtbot.waitUntil(lambda: not dock.pending)
    assert [label.text() for label in dock.links.captions] == ["Embedding", "PCA"]
    assert np.abs(dock.embedding.shown_xy() - dock.pca.shown_xy()).max() > 0.01


def test_links_between_groups_differ_by_style_and_carry_the_groups_names(dock):
    dock.controls.only_between.setChecked(True)
    line = next(li for li in dock.pca.lines if li.text.startswith("between"))
    assert line.style == "--" and len(line.pairs) == 80
    groups = dock._analysis.groups
    assert [set(t.split(" – ")) for t in line.labels] == [{groups[i], groups[j]}
                                                          for _, i, _, j in line.pairs[:len(line.labels)]]
    without = dock.pca.canvas.grab().toImage()
    dock.controls.only_between.setChecked(False)
    assert dock.pca.canvas.grab().toImage() != without


def test_keys_work_in_the_dock(qtbot, dock, model, run):
    name = run.datasets[0].name
    dock.activateWindow()
    dock.embedding.canvas.setFocus()
    qtbot.waitUntil(dock.embedding.canvas.hasFocus)
    qtbot.keyClick(dock.embedding.canvas, Qt.Key.Key_F)
    assert dock.controls.graph.currentData() == "neighbours"
    assert not dock.controls.exclude.isEnabled() and not dock.controls.outliers.isEnabled()
    model.selection.select([(name, 3), (name, 9)])
    qtbot.keyClick(dock.embedding.canvas, Qt.Key.Key_O)
    assert model.state.selections == {"Outliers": {name: (3, 9)}} and not model.state.excluded
    model.selection.select([(name, 5)])
    qtbot.keyClick(dock.embedding.canvas, Qt.Key.Key_O)
    assert model.state.selections == {"Outliers": {name: (3, 5, 9)}}
    qtbot.keyClick(dock.embedding.canvas, Qt.Key.Key_Delete)
    assert model.state.excluded == {name: (5,)}
    model.undo_stack.undo()
    model.undo_stack.undo()
    assert model.state.selections == {"Outliers": {name: (3, 9)}}


def test_pointing_at_a_sample_shows_partners_reconstruction_and_residual(qtbot, dock, model, run):
    dock.tabs.setCurrentWidget(dock.sample)
    view, name = dock.pca, run.datasets[0].name
    at = view.canvas.mapFromScene(view.plot.getViewBox().mapViewToScene(QPointF(*view.shown_xy()[7])))
    with qtbot.waitSignal(model.selection.hovered, timeout=5000):
        qtbot.mouseMove(view.canvas.viewport(), at + QPoint(1, 0))
    shown = model.selection._hover
    place = shown[1]
    assert shown[0] == name
    row = np.abs(run.estimator.reconstructions_[0].matrix()[place])
    row[place] = 0
    star = next(li for li in view.lines if li.style == ":")
    assert set(star.pairs[:, 1]) == {place} and star.pairs[0, 3] == row.argmax()
    series = dock.sample.chart.series
    assert [s.label for s in series[1:3]] == ["rebuilt by R", "residual"]
    np.testing.assert_allclose(series[0].y - series[1].y, series[2].y)
    assert series[0].label == run.datasets[0].sample_names[place] and len(series) == 6
    model.selection.hover(None)
    assert not any(li.style == ":" and len(li.pairs) for li in view.lines)


def test_a_row_of_the_table_shows_both_spectra_its_place_in_r_and_in_the_embedding(qtbot, dock, model, run):
    table, worst = dock.worst, dock._analysis.worst[4]
    rect = table.visualRect(table.model().index(0, 0))
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert len(model.selection.samples) == 2
    table.selectRow(4)
    name = run.datasets[0].name
    assert model.selection.samples == {(name, worst.row), (name, worst.partner)}
    assert sorted(dock.matrix._selected) == sorted({worst.row, worst.partner})
    assert len(dock.embedding._rings.data) == 2
    table.activated.emit(table.model().index(4, 0))
    assert dock.tabs.currentWidget() is dock.sample
    label = dock.sample.chart.series[3].label
    assert label.startswith(run.datasets[0].sample_names[worst.partner]), "the clicked partner comes first"
    assert f"{worst.weight:+.3f}" in label
    table.customContextMenuRequested.emit(table.visualRect(table.model().index(4, 0)).center())
    menu = QApplication.activePopupWidget()
    entries = {a.text(): a for a in menu.actions()}
    entries["Show in R"].trigger()
    assert dock.tabs.currentWidget() is dock.matrix
    entries["Mark both as outliers"].trigger()
    assert model.state.selections["Outliers"] == {name: tuple(sorted((worst.row, worst.partner)))}
    entries["Leave out both"].trigger()
    assert model.state.excluded == {name: tuple(sorted((worst.row, worst.partner)))}
    menu.close()


def test_r_is_ordered_by_group_with_outlines_and_gives_cells_back(qtbot, dock, model, run):
    dock.tabs.setCurrentWidget(dock.matrix)
    qtbot.waitUntil(lambda: not dock.matrix.pending)
    groups = dock._analysis.groups
    for start, stop, label in dock.matrix.order.blocks:
        assert set(groups[dock.matrix.order.permutation[start:stop]]) == {label}
    assert [b[2] for b in dock.matrix.order.blocks] == ["S", "bar"]
    dock.matrix.chosen.emit([4, 8], False)
    assert model.selection.samples == {(run.datasets[0].name, 4), (run.datasets[0].name, 8)}
    area = dock.matrix.plot.getViewBox()
    area.outlined.emit([(10.2, 20.3), (12.4, 20.3), (12.4, 21.7), (10.2, 21.7)], False)
    wanted = {int(dock.matrix.order.permutation[k]) for k in (10, 11, 12, 20, 21)}
    assert {row for _, row in model.selection.samples} == wanted


def test_groups_given_or_found_and_the_links_per_sample(qtbot, dock, run):
    c = dock.controls
    before = dock.summary.text()
    c.groups.setCurrentIndex(c.groups.findData("clusters"))
    dock._analysis = None
    analysed(qtbot, dock)
    assert dock._analysis.clustered and dock.pca.colouring.title == "Cluster of R"
    assert set(dock._analysis.labels) <= {f"cluster {k}" for k in range(1, 11)} | {"none"}
    assert "clusters" in dock.summary.text()
    c.groups.setCurrentIndex(0)
    dock._analysis = None
    analysed(qtbot, dock)
    assert dock.summary.text() == before
    c.partners.setValue(9)
    dock._analysis = None
    analysed(qtbot, dock)
    assert dock._analysis.figures["edges"] == 9 * len(run.datasets[0])


def test_clusters_are_those_of_low_rank_clustering(run):
    from spectralign_gui.core.monitor import SilentMonitor
    from spectralign_gui.core.registry import method

    expected = method("lra-cluster").create(rank=3).fit([d.spectra for d in run.datasets], pairs=run.pairs)
    for found, labels in zip(clusters_of(run, SilentMonitor()), expected.labels_, strict=True):
        assert [f"cluster {c + 1}" for c in labels] == list(found)


def test_before_and_after_is_the_number_of_the_measure(qtbot, dock, model, run):
    assert "Before" not in dock.summary.text()
    kernel = execute(run.state.with_(method="klra"))
    first, second = (100 * between_group_share(r.estimator.reconstructions_[0], r.datasets[0].groups, diagonal=False)
                     for r in (run, kernel))
    dock._analysis = None
    model.add_run(kernel)
    analysed(qtbot, dock)
    assert f"Before: {first:.1f} %, now {second:.1f} %" in dock.summary.text()
    text = dock.summary.text()
    dock.hide()
    dock.show()
    dock._analysis = None
    analysed(qtbot, dock)
    assert dock.summary.text() == text, "looking again changes nothing"
    dock._analysis = None
    model.set_current_run(run)
    analysed(qtbot, dock)
    assert f"Before: {second:.1f} %, now {first:.1f} %" in dock.summary.text()


def test_other_instrument_and_nothing_to_show(qtbot, dock, model, run):
    dock.controls.instrument.setCurrentIndex(1)
    analysed(qtbot, dock)
    assert dock._analysis.instrument == 1 and dock.pca.sets[0].name == run.datasets[1].name
    model.selection.select([(run.datasets[1].name, 3)])
    assert dock.sample.chart.series[0].label == run.datasets[1].sample_names[3]
    model.set_current_run(None)
    assert dock.notice.isVisible() and not dock.embedding.isVisible()
    assert not dock.sample.chart.series and dock.matrix.n == 0
    model.selection.clear()
    dock.controls.sparse.trigger()
    assert model.state.method == "lra", "nothing is sent without a run"


def test_data_removed_while_they_are_shown(qtbot, dock, model, run):
    gone = run.datasets[0].name
    model.selection.select([(gone, 3)])
    model.change("Remove", model.state.without_dataset(gone))
    assert not model.selection.samples
    analysed(qtbot, dock)
    dock.worst.selectRow(0)
    assert not model.selection.samples, "what the session no longer has is not selected"
    dock.worst.exclude.emit([1])
    dock.worst.outliers.emit([1])
    assert not model.state.excluded and not model.state.selections


def test_chosen_links_of_both_kinds_are_as_many(dock):
    for count, threshold, between in ((1, 0.0, False), (400, 0.5, False), (30, 0.0, True)):
        own, near = chosen_links(dock._analysis, count, threshold, between)
        assert sum(map(len, own)) == sum(map(len, near)) > 0
        assert not between or (not own[0] and not near[0])


def test_cancelling_the_path_keeps_what_was_found(qtbot, dock):
    panel = dock.path
    panel.method.setCurrentIndex(panel.method.findData("rlra"))
    panel.compute.click()
    assert not panel.compute.isEnabled() and not panel.method.isEnabled()
    qtbot.waitUntil(lambda: bool(panel.rows) or not panel.computing, timeout=30_000)
    panel.stop()
    qtbot.waitUntil(lambda: not panel.computing, timeout=15_000)
    assert panel.rows and panel.compute.isEnabled() and panel.method.isEnabled()
    assert panel.slider.isEnabled()
    panel.method.setCurrentIndex(panel.method.findData("slra"))
    assert not panel.rows and not panel.use.isEnabled(), "another weight begins anew"


def test_every_control_has_a_name_and_says_what_it_does(dock):
    from PySide6.QtWidgets import QWidget

    for name in ("instrument", "graph", "count", "threshold", "only-between", "partners", "groups"):
        widget = dock.findChild(QWidget, f"short-circuits-{name}")
        assert widget is not None and widget.toolTip(), name
