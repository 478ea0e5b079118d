"""The Embedding dock through its widgets: runs, live snapshots, sliders, selection both ways."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.session.run import execute
from spectralign_gui.ui import theme
from spectralign_gui.ui.embedding import EmbeddingDock
from spectralign_gui.ui.plots import groups


@pytest.fixture
def dock(qtbot, loaded, controller):
    dock = EmbeddingDock(loaded, controller)
    qtbot.addWidget(dock)
    dock.resize(700, 600)
    with qtbot.waitExposed(dock):
        dock.show()
    return dock


def test_says_what_to_do_before_a_run(dock, loaded, fake_run):
    assert dock.notice.isVisible() and "Run an alignment" in dock.notice.text()
    loaded.add_run(fake_run(loaded.state))
    assert not dock.notice.isVisible() and dock.flat.isVisible()
    loaded.set_current_run(None)
    assert dock.notice.isVisible()


def test_axes_colour_and_lines(qtbot, dock, loaded, fake_run):
    loaded.add_run(fake_run(loaded.state, d=4))
    assert dock.axis_boxes[0].count() == 4
    dock.axis_boxes[0].setCurrentIndex(3)
    qtbot.waitUntil(lambda: not dock.flat.pending)
    np.testing.assert_allclose(dock.flat.shown_xy()[:24, 0], dock.flat.sets[0].coordinates[:, 3])
    assert dock.flat.plot.getAxis("bottom").labelText == "Joint dimension 4"
    assert [dock.colour_box.itemText(i) for i in range(dock.colour_box.count())] == ["Instrument", "Group", "Moisture"]
    dock.colour_box.setCurrentIndex(2)
    assert dock.flat.colouring.kind == dock.solid.colouring.kind == "target"
    assert [(li.style, len(li.pairs)) for li in dock.flat.lines] == [("-", 15), ("--", 5)]
    dock.join.setChecked(False)
    assert not dock.flat.lines


def test_axes_come_back_after_a_result_of_one_dimension(qtbot, dock, loaded, fake_run):
    loaded.add_run(fake_run(loaded.state, d=1))
    qtbot.waitUntil(lambda: dock.axis_boxes[0].count() == 1)
    assert dock.flat.axes == (0, 0)
    loaded.add_run(fake_run(loaded.state, d=4))
    qtbot.waitUntil(lambda: dock.axis_boxes[0].count() == 4)
    assert dock.flat.axes == (0, 1) and dock.solid.axes == (0, 1, 2)
    dock.axis_boxes[1].setCurrentIndex(3)
    for d, axes in ((2, (0, 1)), (4, (0, 3))):
        loaded.add_run(fake_run(loaded.state, d=d))
        qtbot.waitUntil(lambda d=d: dock.axis_boxes[0].count() == d)
        assert dock.flat.axes == axes
    assert dock.solid.axes == (0, 3, 2)


def test_rows_follow_exclusion_and_selection_goes_both_ways(qtbot, dock, loaded, fake_run):
    loaded.change("Exclude", loaded.state.with_(excluded={"lab": (0, 3)}))
    loaded.add_run(fake_run(loaded.state))
    assert list(dock.flat.sets[0].rows[:3]) == [1, 2, 4]
    loaded.selection.select([("lab", 4), ("field", 4), ("lab", 0)])
    assert len(dock.flat._rings.data) == 2  # the excluded one is not there
    dock.flat.chosen.emit([("lab", 7)], True)
    assert ("lab", 7) in loaded.selection.samples and loaded.selection.current == ("lab", 7)
    dock.flat.chosen.emit([], False)
    assert not loaded.selection.samples
    loaded.selection.hover(("field", 5))
    assert len(dock.flat._spot.data) == 1


def test_points_stay_where_they_are_when_the_solver_mirrors_its_axes(qtbot, dock, loaded, fake_run):
    run = fake_run(loaded.state)
    loaded.add_run(run)
    before = [s.coordinates.copy() for s in dock.flat.sets]
    q, _ = np.linalg.qr(np.random.default_rng(5).normal(size=(3, 3)))
    loaded.add_run(fake_run(loaded.state, embeddings_=[e @ q for e in run.embeddings]))
    for a, s in zip(before, dock.flat.sets, strict=True):
        np.testing.assert_allclose(s.coordinates, a, atol=1e-9)
    dock.keep.setChecked(False)
    assert np.abs(dock.flat.sets[0].coordinates - before[0]).max() > 0.1
    qtbot.waitUntil(lambda: not dock.flat.pending)


def test_follows_live_snapshots_and_returns_after_a_stopped_run(qtbot, dock, loaded, controller, fake_run):
    loaded.add_run(fake_run(loaded.state))
    old = dock.flat.sets[0].coordinates.copy()
    controller.started.emit()
    rng = np.random.default_rng(7)
    forming = [rng.normal(size=(24, 3)), rng.normal(size=(24, 3))]
    controller.snapshot.emit({"stage": "Aligning", "fraction": 0.5, "embeddings": forming})
    assert np.abs(dock.flat.sets[0].coordinates - old).max() > 0.1
    controller.snapshot.emit({"stage": "x", "fraction": 0.6, "embeddings": [np.zeros((3, 3)), np.zeros((2, 3))]})
    assert len(dock.flat.sets[0].coordinates) == 24  # of other samples: passed over
    controller.idle.emit()  # cancelled: no new run
    d = dock.flat.sets[0].coordinates
    np.testing.assert_allclose(d @ d.T, old @ old.T, atol=1e-9)
    qtbot.waitUntil(lambda: not dock.flat.pending)


def test_methods_without_joint_space_say_so(dock, loaded, fake_run):
    loaded.add_run(fake_run(loaded.state, embeddings_=None))
    assert dock.notice.isVisible() and "no joint coordinates" in dock.notice.text()
    assert not dock.explore.sliders


def test_theme_switch(qtbot, dock, loaded, fake_run):
    loaded.add_run(fake_run(loaded.state))
    qtbot.waitUntil(lambda: not dock.flat.pending)
    theme.set_mode("dark")
    assert dock.flat.theme is theme.DARK and dock.solid.theme is theme.DARK
    assert dock.flat.canvas.grab().toImage().pixelColor(4, 4).lightness() < 60
    dock.tabs.setCurrentIndex(1)
    assert dock.solid.cloud.grab().toImage().pixelColor(4, 4).lightness() < 60


def test_sliders_solve_again_and_can_be_kept_or_taken_back(qtbot, dock, loaded):
    loaded.add_run(execute(loaded.state))
    first = loaded.current_run
    explore = dock.explore
    assert set(explore.sliders) == {"mu", "n_components", "rank"}
    assert not explore.keep.isEnabled()
    explore.sliders["mu"].setValue(120)
    explore.sliders["rank"].setValue(5)
    d = first.estimator.n_components_ + 1
    explore.sliders["n_components"].setValue(d)
    qtbot.waitUntil(lambda: not explore.busy and loaded.current_run is not first)
    moved = loaded.current_run
    assert moved.estimator.chosen_["n_components"] == d and moved.estimator.chosen_["rank"] == 5
    assert moved.estimator.chosen_["mu"] == pytest.approx(0.99 * 120 / 400, abs=1e-3)
    assert moved.state.method_parameters()["rank"] == 5  # provenance says what was really used
    fresh = execute(moved.state)
    np.testing.assert_allclose(moved.estimator.eigenvalues_, fresh.estimator.eigenvalues_, atol=1e-10)
    assert moved.quality.hit == fresh.quality.hit
    assert dock.axis_boxes[0].count() == d
    assert len(loaded.runs) == 1  # explored, not run again
    assert explore.keep.isEnabled()
    explore.keep.click()
    assert loaded.state.method_parameters()["n_components"] == d
    explore.back.click()
    assert loaded.current_run is first and not explore.keep.isEnabled()
    assert explore.sliders["n_components"].value() == first.estimator.n_components_
    loaded.undo_stack.undo()
    assert "n_components" not in loaded.state.method_parameters()


def test_a_value_the_data_do_not_allow_is_explained(qtbot, dock, loaded, make_state):
    loaded.add_run(execute(make_state(n=10)))
    explore = dock.explore
    explore._changes = {"n_components": 5000}
    explore._submit()
    qtbot.waitUntil(lambda: not explore.busy)
    assert "5000" in explore.message.text() or "dimensions" in explore.message.text()


def test_selected_samples_are_put_into_a_group_from_the_plot(dock, loaded, fake_run, monkeypatch):
    loaded.add_run(fake_run(loaded.state))
    loaded.selection.select([("lab", 2), ("field", 22)])
    monkeypatch.setattr(groups, "ask_text", lambda *a, **k: ("odd", True))
    action = next(a for a in dock.flat.actions() if a.text().startswith("Put selection"))
    action.trigger()
    assert loaded.state.dataset("lab").groups[2] == loaded.state.dataset("field").groups[22] == "odd"
    assert loaded.state.dataset("field").groups[2] == "odd"  # the partner is the same physical sample
    dock.colour_box.setCurrentIndex(1)
    assert "odd" in dock.flat.colouring.labels
