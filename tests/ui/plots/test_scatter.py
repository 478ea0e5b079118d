"""Scatter plots: matching, picking, lasso, stamping, the 3D geometry."""

from __future__ import annotations

import csv
import re
import xml.etree.ElementTree as ET
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QImage

from spectralign_gui.presenters.plots.matching import Orientation, turn_onto
from spectralign_gui.presenters.plots.soft3d import Camera, depth_order, pick_point
from spectralign_gui.ui.plots.export import export_plot
from spectralign_gui.ui.plots.marks import PointSet, by_group, by_target, make_colouring
from spectralign_gui.ui.plots.scatter3d_view import Scatter3DView
from spectralign_gui.ui.plots.scatter_items import Lines, inside_polygon
from spectralign_gui.ui.plots.scatter_view import MAX_SYMBOLS, ScatterView
from spectralign_gui.ui.plots.splat import splat, stamp


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 6), st.integers(1, 6))
def test_turning_is_orthogonal_and_undoes_any_rotation(seed, d, e):
    rng = np.random.default_rng(seed)
    new = rng.normal(size=(20, d))
    q, _ = np.linalg.qr(rng.normal(size=(d, d)))
    turn = turn_onto(new, (new @ q)[:, :e] if e <= d else np.hstack([new @ q, rng.normal(size=(20, e - d))]))
    np.testing.assert_allclose(turn @ turn.T, np.eye(d), atol=1e-10)
    if e >= d:
        np.testing.assert_allclose(new @ turn, new @ q, atol=1e-9)


def test_orientation_keeps_points_in_place_between_runs():
    rng = np.random.default_rng(1)
    orientation = Orientation()
    rows = [np.arange(30), np.arange(25)]
    first = [rng.normal(size=(30, 4)), rng.normal(size=(25, 4))]
    shown = orientation.apply(("a", "b"), rows, first)
    q, _ = np.linalg.qr(rng.normal(size=(4, 4)))
    fewer = [np.delete(np.arange(30), [3, 7]), np.arange(25)]  # two samples left out, axes mixed
    again = orientation.apply(("a", "b"), fewer, [first[0][fewer[0]] @ q, first[1] @ q])
    np.testing.assert_allclose(again[0], shown[0][fewer[0]], atol=1e-9)
    orientation.keep = False
    own = orientation.apply(("a", "b"), rows, first)
    np.testing.assert_allclose(np.abs(own[0]), np.abs(first[0]))  # only signs differ


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000))
def test_lasso_agrees_with_the_winding_number(seed):
    rng = np.random.default_rng(seed)
    angle = np.sort(rng.uniform(0, 2 * np.pi, 9))
    corners = np.stack([np.cos(angle), np.sin(angle)], axis=1) * rng.uniform(0.3, 1, (9, 1))  # star-shaped about 0
    points = rng.uniform(-1, 1, (60, 2))
    if np.diff(np.append(angle, angle[0] + 2 * np.pi)).max() > np.pi:
        return
    vectors = corners[None] - points[:, None]
    turns = np.angle((vectors[..., 0] + 1j * vectors[..., 1]) / (np.roll(vectors, 1, 1)[..., 0]
                                                                 + 1j * np.roll(vectors, 1, 1)[..., 1]))
    np.testing.assert_array_equal(inside_polygon(points, corners), np.abs(turns.sum(axis=1)) > 3)


def test_stamps_follow_order_and_shape():
    buffer = np.zeros((40, 60), np.uint32)
    stamps = [stamp("o", 7), stamp("s", 5)]
    splat(buffer, np.array([20.0, 22.0, 500.0]), np.array([20.0, 20.0, 5.0]), np.array([1, 2, 3], np.uint32),
          np.array([0, 1, 0]), stamps)
    assert set(np.unique(buffer)) == {0, 1, 2}  # the one outside is left out
    assert (buffer[18:23, 20:25] == 2).all()  # the square covers the disc that came first
    assert (buffer == 2).sum() == len(stamps[1][0])


def test_camera_projects_and_picks_the_front_point():
    points = np.array([[0, 0, -0.9], [0, 0, 0.9], [0.7, 0.1, 0]], np.float32)
    camera = Camera(turn=np.eye(3))
    x, y, z = camera.project(points, 400, 300)
    assert pick_point(x, y, z, (200, 150)) == 1 and pick_point(x, y, z, (x[2], y[2])) == 2
    assert pick_point(x, y, z, (5, 5)) == -1
    assert list(depth_order(z)) == [0, 2, 1]
    for _ in range(3000):
        camera.drag(3, -2)
    np.testing.assert_allclose(camera.turn @ camera.turn.T, np.eye(3), atol=1e-9)


def test_colours_by_group_and_property_reach_partners(make_state):
    state = make_state()
    pairs = np.array([[0, i, 1, i] for i in range(20)])
    colouring = make_colouring("group", state.datasets, pairs)
    assert colouring.labels == ["dry", "wet"]
    np.testing.assert_array_equal(colouring.codes[0][:20], colouring.codes[1][:20])
    assert (colouring.codes[1][20:] == -1).all()
    scale = by_target("Moisture", state.datasets, pairs)
    assert scale.title == "Moisture (%)" and (scale.codes[1][20:] == -1).all() and scale.codes[0].max() == 47
    many = by_group([np.array([f"g{i}" for i in range(30)])])
    assert len(many.labels) == 11 and many.labels[-1] == "other (20 groups)"
    assert make_colouring("target:nonsense", state.datasets).kind == "instrument"


@pytest.fixture
def sets():
    rng = np.random.default_rng(2)
    return [PointSet(name, k, rng.normal(size=(n, 3)), np.arange(n) + 100, [f"{name}{i}" for i in range(n)])
            for k, (name, n) in enumerate((("a", 15), ("b", 10)))]


def test_click_hover_and_rectangle_on_the_scatter(qtbot, sets):
    view = ScatterView()
    qtbot.addWidget(view)
    view.resize(600, 450)
    with qtbot.waitExposed(view):
        view.show()
    view.set_points(sets)
    heard = []
    view.chosen.connect(lambda samples, extend: heard.append((samples, extend)))
    area = view.plot.getViewBox()
    view.canvas.grab()  # the layout has made room for the legend now
    place = view.canvas.mapFromScene(area.mapViewToScene(QPointF(*sets[1].coordinates[4, :2])))
    qtbot.mouseClick(view.canvas.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, place)
    qtbot.waitUntil(lambda: bool(heard))
    assert heard == [([("b", 104)], True)]
    view.hoverMoved.emit(view.plot, QPointF(*sets[0].coordinates[2, :2]))
    assert "a2 (a)" in view.readout.text()
    (x0, x1), (y0, y1) = area.viewRange()
    area.outlined.emit([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], False)
    assert len(heard[-1][0]) == 25
    view.set_selected({("a", 103), ("b", 104)})
    assert len(view._rings.data) == 2


def test_dragging_a_rectangle_selects(qtbot, sets):
    view = ScatterView()
    qtbot.addWidget(view)
    view.resize(600, 450)
    with qtbot.waitExposed(view):
        view.show()
    view.set_points(sets)
    view.set_mode("rectangle")
    heard = []
    view.chosen.connect(lambda samples, extend: heard.append(samples))
    port = view.canvas.viewport()
    start, end = QPoint(80, 20), QPoint(400, 330)
    qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    for t in (0.3, 0.6, 1.0):
        qtbot.mouseMove(port, start + (end - start) * t)
    qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=end)
    qtbot.waitUntil(lambda: bool(heard))
    area = view.plot.getViewBox()
    corners = [area.mapSceneToView(view.canvas.mapToScene(p)) for p in (start, end)]
    expected = [(s.name, int(r)) for s in sets for r, (x, y, _) in zip(s.rows, s.coordinates, strict=True)
                if corners[0].x() <= x <= corners[1].x() and corners[1].y() <= y <= corners[0].y()]
    assert heard[-1] == expected and 0 < len(expected) < 25


def test_many_points_are_stamped(qtbot):
    rng = np.random.default_rng(0)
    n = MAX_SYMBOLS + 10
    view = ScatterView()
    qtbot.addWidget(view)
    view.resize(500, 400)
    with qtbot.waitExposed(view):
        view.show()
    view.set_points([PointSet("a", 0, rng.normal(size=(n, 2)), np.arange(n), [""] * n)])
    assert not view._items and view._splat is not None
    image = view.canvas.grab().toImage()
    middle = view.canvas.mapFromScene(view.plot.getViewBox().mapViewToScene(QPointF(0, 0)))
    colours = {image.pixelColor(middle.x() + i, middle.y()).name() for i in range(-6, 7)}
    assert view.theme.instrument(0) in colours


def test_three_dimensions_turn_pick_and_export(qtbot, sets, tmp_path):
    view = Scatter3DView()
    qtbot.addWidget(view)
    view.add_mode_tools()
    view.resize(600, 450)
    with qtbot.waitExposed(view):
        view.show()
    view.set_points(sets)
    view.set_lines([Lines("standards", np.array([[0, 1, 1, 1]]), "-")])
    heard = []
    view.chosen.connect(lambda samples, extend: heard.append(samples))
    x, y = view.screen_position(0, 3)
    qtbot.mouseClick(view.cloud, Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y)))
    assert heard == [[("a", 103)]]
    before = view.screen_position(0, 3)
    qtbot.mousePress(view.cloud, Qt.MouseButton.LeftButton, pos=QPoint(200, 200))
    for x in (230, 270, 320):  # a click is where the pointer moves little; a drag goes on
        qtbot.mouseMove(view.cloud, QPoint(x, x))
    qtbot.mouseRelease(view.cloud, Qt.MouseButton.LeftButton, pos=QPoint(320, 320))
    assert np.hypot(*np.subtract(view.screen_position(0, 3), before)) > 2
    assert len(heard) == 1  # a drag is no click
    svg = export_plot(view, tmp_path / "c.svg")
    texts = {e.text.strip() for e in ET.parse(svg).iter("{http://www.w3.org/2000/svg}text") if e.text}
    assert {"Joint dimension 1", "Joint dimension 2", "Joint dimension 3", "standards"} <= texts
    assert not QImage(str(export_plot(view, tmp_path / "c.png"))).isNull()
    table = list(csv.reader(export_plot(view, tmp_path / "c.csv").read_text().splitlines()))
    assert table[0][:2] == ["Instrument", "Sample"] and len(table) == 26
    assert float(table[1][2]) == sets[0].coordinates[0, 0]
    view.findChild(QAction, f"{view.objectName()}-select-with-a-lasso").trigger()
    box = [QPoint(1, 1), QPoint(599, 1), QPoint(599, 440), QPoint(1, 440)]
    qtbot.mousePress(view.cloud, Qt.MouseButton.LeftButton, pos=box[0])
    for corner in box[1:]:
        qtbot.mouseMove(view.cloud, corner)
    qtbot.mouseRelease(view.cloud, Qt.MouseButton.LeftButton, pos=box[-1])
    assert len(heard[-1]) == 25
    view.findChild(QAction, f"{view.objectName()}-select-in-a-box").trigger()
    x, y = view.screen_position(0, 3)
    qtbot.mousePress(view.cloud, Qt.MouseButton.LeftButton, pos=QPoint(round(x) - 3, round(y) - 3))
    for step in (0, 1, 2, 3):
        qtbot.mouseMove(view.cloud, QPoint(round(x) + step, round(y) + step))
    qtbot.mouseRelease(view.cloud, Qt.MouseButton.LeftButton, pos=QPoint(round(x) + 3, round(y) + 3))
    assert ("a", 103) in heard[-1] and len(heard[-1]) < 25


SVG = "{http://www.w3.org/2000/svg}"


def clips_of_texts(path):
    """(text, place on the page, clip box) of every text in an SVG."""
    root = ET.parse(path).getroot()
    boxes = {}
    for clip in root.iter(f"{SVG}clipPath"):
        numbers = [float(v) for v in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", clip.find(f"{SVG}path").get("d"))]
        boxes[clip.get("id")] = (0, 0, -1, -1) if not numbers else (
            min(numbers[0::2]), min(numbers[1::2]), max(numbers[0::2]), max(numbers[1::2]))
    for outer in root.iter(f"{SVG}g"):
        clip = outer.get("clip-path")
        for inner in outer.findall(f"{SVG}g"):
            m = [float(v) for v in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", inner.get("transform", "1,0,0,1,0,0"))]
            for text in inner.findall(f"{SVG}text"):
                x, y = float(text.get("x")), float(text.get("y"))
                place = m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]
                yield text.text.strip(), place, boxes[clip[5:-1]] if clip else None


def test_svg_shows_every_symbol_and_clips_no_text_away(qtbot, sets, tmp_path):
    view = ScatterView()
    qtbot.addWidget(view)
    view.resize(600, 450)
    with qtbot.waitExposed(view):
        view.show()
    view.set_points(sets)
    path = export_plot(view, tmp_path / "a.svg")
    found = list(clips_of_texts(path))
    assert {"Joint dimension 1", "Joint dimension 2", "a", "b", "Instrument"} <= {t for t, _, _ in found}
    for text, (x, y), box in found:
        if box is not None:
            assert box[0] - 1 <= x <= box[2] + 1 and box[1] - 1 <= y <= box[3] + 1, text
    colours = [view.theme.instrument(0), view.theme.instrument(1)]
    filled = Counter(g.get("fill") for g in ET.parse(path).iter(f"{SVG}g") for p in g.findall(f"{SVG}path"))
    assert [filled[c] for c in colours] == [16, 11]  # each point, and its entry in the legend
    assert b"<image" not in path.read_bytes()
