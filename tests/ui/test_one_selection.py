"""The selection is one: picked with the mouse in any view, it shows in every other."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt

from spectralign_gui.session.compare.evaluate import compare
from spectralign_gui.session.compare.plan import ComparisonPlan
from spectralign_gui.session.run import execute
from spectralign_gui.ui.compare import CompareDock
from spectralign_gui.ui.compare.parts import fill_box
from spectralign_gui.ui.data import DataDock
from spectralign_gui.ui.embedding import EmbeddingDock
from spectralign_gui.ui.reconstruction import ReconstructionDock
from spectralign_gui.ui.short_circuits import ShortCircuitsDock
from spectralign_gui.ui.spectra import SpectraDock
from spectralign_gui.ui.standards import StandardsDock
from tests.ui.mouse import drag, place

NAME = "mp5"
SAMPLE = (NAME, 3)
CLASSES = {"data": DataDock, "standards": StandardsDock, "spectra": SpectraDock, "embedding": EmbeddingDock,
           "reconstruction": ReconstructionDock, "links": ShortCircuitsDock, "compare": CompareDock}
VIEWS = ("table", "standards", "spectra", "matrix", "flat", "solid", "links", "links-pca", "links-matrix",
         "predicted", "residuals")


@pytest.fixture
def docks(qtbot, two, model, controller):
    made = {name: cls(model, controller) for name, cls in CLASSES.items()}
    for dock in made.values():
        qtbot.addWidget(dock)
        dock.resize(900, 700)
        with qtbot.waitExposed(dock):
            dock.show()
    made["data"].instrument_view.selectRow(1)
    model.add_run(execute(two))
    made["links"].controls.instrument.setCurrentIndex(1)
    result, _, _ = compare(two, ComparisonPlan(["ds"], {}, standards=(6,), repeats=3))
    made["compare"].plots.start(two, made["compare"]._settings_of)
    made["compare"].results.start(["Moisture", "Oil"])
    fill_box(made["compare"].property, ["Moisture", "Oil"], range(2))
    made["compare"]._finished((result, None, []))
    made["embedding"].tabs.setCurrentIndex(1)
    qtbot.waitUntil(lambda: made["links"]._analysis is not None and not made["links"].pending, timeout=20_000)
    qtbot.waitUntil(lambda: not any(v.pending for v in made["reconstruction"].views)
                    and len(made["spectra"].view.layers) == 2 and not made["spectra"].view.pending, timeout=20_000)
    return made


def row_of(name: str, view, sample=SAMPLE) -> int:
    which = next(k for k, s in enumerate(view.sets) if s.name == name)
    return which, int(np.flatnonzero(view.sets[which].rows == sample[1])[0])


def click(qtbot, docks, view: str) -> set:
    """Pick a sample with the mouse; what should be selected then."""
    left = Qt.MouseButton.LeftButton
    if view in ("table", "standards"):
        table = docks["data"].samples if view == "table" else next(
            v for v in docks["standards"].findChildren(type(docks["data"].samples)) if v.samples.instrument == NAME)
        index = table.filter.mapFromSource(table.samples.index(3, 1))
        table.scrollTo(index)
        qtbot.mouseClick(table.viewport(), left, pos=table.visualRect(index).center())
        return {SAMPLE}
    if view == "spectra":
        shown = docks["spectra"].view
        layer, plot = shown.layers[1], shown.plots[1]
        channel = int(np.argmax(np.abs(layer.spectra[3] - layer.spectra).sum(axis=0)))
        at = place(shown, float(layer.axis.values[channel]), float(layer.spectra[3, channel]), plot)
        qtbot.mouseClick(shown.canvas.viewport(), left, pos=at)
        return {(NAME, shown._pick(plot, plot.getViewBox().mapSceneToView(shown.canvas.mapToScene(at)), 8.0)[1])}
    if view in ("matrix", "links-matrix"):
        if view == "links-matrix":
            docks["links"].tabs.setCurrentWidget(docks["links"].matrix)
        matrix = docks["reconstruction"].views[1] if view == "matrix" else docks["links"].matrix
        qtbot.waitUntil(lambda: not matrix.pending)
        at = int(np.flatnonzero(matrix.order.permutation == 3)[0])
        qtbot.mouseClick(matrix.canvas.viewport(), left, pos=place(matrix, at + 0.5, at + 0.5))
        return {SAMPLE}
    if view == "solid":
        docks["embedding"].tabs.setCurrentIndex(1)
        solid = docks["embedding"].solid
        x, y = solid.screen_position(*row_of(NAME, solid))
        qtbot.mouseClick(solid.cloud, left, pos=QPoint(round(x), round(y)))
        return set(docks["embedding"]._model.selection.samples)
    if view in ("predicted", "residuals"):
        chart = docks["compare"].views[view]
        docks["compare"].tabs.setCurrentWidget(chart)
        k = next(k for k, s in enumerate(chart._samples))
        x, y = chart._points()[k]
        qtbot.mouseClick(chart.canvas.viewport(), left, pos=place(chart, x, y))
        return {chart._samples[k]}
    docks["embedding"].tabs.setCurrentIndex(0)
    scatter = {"flat": docks["embedding"].flat, "links": docks["links"].embedding,
               "links-pca": docks["links"].pca}[view]
    qtbot.waitUntil(lambda: not scatter.pending)
    which, k = row_of(NAME, scatter)
    at = scatter._coordinates[which][k]
    qtbot.mouseClick(scatter.canvas.viewport(), left, pos=place(scatter, *at))
    return {SAMPLE} if len(scatter.sets) == 1 else set(docks["embedding"]._model.selection.samples)


def shown(docks) -> dict[str, set]:
    """What every view brings out, of the second instrument."""
    data, spectra, links = docks["data"], docks["spectra"].view, docks["links"]
    standards = [v for v in docks["standards"].findChildren(type(data.samples)) if v.samples.instrument == NAME]
    found = {"table": set(data.samples.rows()), "standards": set(standards[0].rows()),
             "spectra": set(spectra.highlighted(NAME)),
             "matrix": {int(docks["reconstruction"]._rows[1][k]) for k in docks["reconstruction"].views[1]._selected},
             "links-matrix": {int(links._result.kept_rows[1][k]) for k in links.matrix._selected}}
    for key, view in (("flat", docks["embedding"].flat), ("solid", docks["embedding"].solid),
                      ("links", links.embedding), ("links-pca", links.pca)):
        found[key] = {r for n, r in view._selected if n == NAME}
    for key in ("predicted", "residuals"):
        found[key] = {r for n, r in docks["compare"].views[key].ringed if n == NAME}
    return found


def test_picked_in_one_view_it_shows_in_all_others(qtbot, docks, model):
    for source in VIEWS:  # one after the other in the same docks: making them takes much longer than a click
        picked_in(source, qtbot, docks, model)


def picked_in(source: str, qtbot, docks, model) -> None:
    model.selection.clear()
    wanted = click(qtbot, docks, source)
    assert wanted and model.selection.samples == wanted, source
    rows = {row for name, row in wanted if name == NAME}
    partners = {row for s in model.state.standards if any(s.touches(*w) for w in wanted) for row in s.rows[NAME]}
    for view, found in shown(docks).items():
        if view == "spectra":  # brings out the partners of a standard too
            assert found == rows | partners, (source, view)
        elif view in ("predicted", "residuals"):  # of the samples that were tested
            assert found == rows & {r for _, r in docks["compare"].views[view]._samples}, (source, view)
        else:
            assert found == rows, (source, view)
    model.selection.clear()
    assert not any(shown(docks).values())


def test_ctrl_adds_and_takes_away_in_a_scatter(qtbot, docks, model):
    scatter = docks["links"].pca
    xy = scatter._coordinates[0]
    far = sorted(range(len(xy)), key=lambda k: -np.linalg.norm(xy[k]))[:2]
    ctrl = Qt.KeyboardModifier.ControlModifier
    for k in far:
        qtbot.mouseClick(scatter.canvas.viewport(), Qt.MouseButton.LeftButton, ctrl, place(scatter, *xy[k]))
    assert model.selection.samples == {(NAME, far[0]), (NAME, far[1])}
    qtbot.mouseClick(scatter.canvas.viewport(), Qt.MouseButton.LeftButton, ctrl, place(scatter, *xy[far[0]]))
    assert model.selection.samples == {(NAME, far[1])}


def test_box_and_lasso_in_every_scatter(qtbot, docks, model):
    docks["embedding"].tabs.setCurrentIndex(0)
    charts = docks["compare"]
    for view in (docks["embedding"].flat, docks["links"].embedding, docks["links"].pca, charts.views["predicted"],
                 charts.views["residuals"]):
        if view in charts.views.values():
            charts.tabs.setCurrentWidget(view)
        qtbot.waitUntil(lambda view=view: not getattr(view, "pending", False))
        points = view._points() if view in charts.views.values() else view.shown_xy()
        (x0, x1), (y0, y1) = view.plot.getViewBox().viewRange()
        middle = (x0 + x1) / 2
        for mode in ("rectangle", "lasso"):
            key = Qt.Key.Key_B if mode == "rectangle" else Qt.Key.Key_L
            view.canvas.setFocus()
            action = next(a for a in view.actions() if a.shortcut().toString() == ("B" if mode == "rectangle" else "L"))
            action.trigger()
            assert view.mode == mode, (view.objectName(), key)
            model.selection.clear()
            dx, dy = 0.01 * (x1 - x0), 0.01 * (y1 - y0)
            corners = [place(view, x0 + dx, y0 + dy), place(view, middle, y1 - dy)] if mode == "rectangle" else [
                place(view, x0 + dx, y0 + dy), place(view, middle, y0 + dy), place(view, middle, y1 - dy),
                place(view, x0 + dx, y1 - dy), place(view, x0 + dx, y0 + 2 * dy)]
            drag(qtbot, view.canvas.viewport(), corners)
            edge = view.plot.getViewBox().mapSceneToView(view.canvas.mapToScene(corners[1])).x()
            inside = np.flatnonzero(points[:, 0] < edge)
            if view in charts.views.values():
                wanted = {view._samples[k] for k in inside}
            else:
                flat = [(s.name, int(r)) for s in view.sets for r in s.rows]
                wanted = {flat[k] for k in inside}
            assert wanted and model.selection.samples == wanted, (view.objectName(), mode)


def test_box_in_spectra_and_in_the_matrix(qtbot, docks, model):
    view = docks["spectra"].view
    layer, plot = view.layers[1], view.plots[1]
    view.set_mode("rectangle")
    (x0, x1), (y0, y1) = plot.getViewBox().viewRange()
    a, b = x0 + 0.4 * (x1 - x0), x0 + 0.5 * (x1 - x0)
    values = layer.spectra[:, (layer.axis.values >= a) & (layer.axis.values <= b)]
    level = float(np.median(values))
    corners = [place(view, a, level, plot), place(view, b, y1 - 0.01 * (y1 - y0), plot)]
    with qtbot.waitSignal(view.boxed, timeout=10_000):
        drag(qtbot, view.canvas.viewport(), corners)
    got = {row for name, row in model.selection.samples if name == NAME}
    sure = {k for k in range(len(values)) if values[k].max() > level + 0.02 * (y1 - y0)}
    never = {k for k in range(len(values)) if values[k].max() < level - 0.05 * (y1 - y0)}
    assert sure <= got and not got & never and {n for n, _ in model.selection.samples} == {NAME}

    matrix = docks["reconstruction"].views[1]
    matrix.set_mode("rectangle")
    drag(qtbot, matrix.canvas.viewport(), [place(matrix, 2.5, 10.5), place(matrix, 9.5, 15.5)])
    assert {row for _, row in model.selection.samples} == {int(matrix.order.permutation[k]) for k in range(2, 16)}


def test_hover_in_one_view_rings_the_sample_in_the_others(docks, model):
    model.selection.hover(SAMPLE)
    for view in (docks["embedding"].flat, docks["embedding"].solid, docks["links"].pca):
        assert view._hover == SAMPLE
    assert docks["compare"].views["predicted"]._hover == SAMPLE
    model.change("Remove", model.state.without_dataset(NAME))
    assert model.selection._hover is None
