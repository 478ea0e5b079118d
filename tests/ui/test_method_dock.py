"""Method dock: form from the declaration, why not, run and cancel."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QToolButton

from spectralign_gui.core.parameters import Parameter
from spectralign_gui.core.registry import method, methods
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.forms import ParameterForm
from spectralign_gui.ui.forms.fields import NumberBox
from spectralign_gui.ui.method import MethodDock
from spectralign_gui.ui.state import run_controller
from tests.ui.helpers import make_dataset


@pytest.fixture
def dock(qtbot, model, controller):
    made = MethodDock(model, controller)
    qtbot.addWidget(made)
    made.resize(330, 700)
    made.show()
    return made


def test_says_why_a_run_is_not_possible_yet(dock, model):
    assert "needs spectra of 2 instruments; none is loaded" in dock.reason.text()
    assert not dock.run.isEnabled()
    model.reset(SessionState((make_dataset("m5"), make_dataset("mp5"))))
    assert "Mark the standards first" in dock.reason.text()


def test_lists_all_methods_in_groups(dock):
    shown = [dock.chooser.itemData(r, Qt.ItemDataRole.UserRole) for r in range(dock.chooser.count())]
    assert sorted(name for name in shown if name) == sorted(methods())
    headings = [r for r in range(dock.chooser.count()) if not shown[r]]
    assert headings and all(not dock.chooser.model().item(r).isEnabled() for r in headings)


@pytest.mark.parametrize("name", list(methods()))
def test_every_method_has_a_form_with_its_defaults(dock, model, name):
    model.change("x", model.state.with_(method=name))
    info = method(name)
    assert dock.chooser.currentData() == name
    assert set(dock.form.rows) == {p.name for p in info.parameters}
    for p in info.parameters:
        row = dock.form.rows[p.name]
        assert p.help in row.help.text() and p.help in row.field.widget.toolTip()
        if row.automatic is not None:
            assert row.automatic.isChecked() == p.is_automatic(p.default)
        elif p.kind in ("float", "int") and p.default is not None:
            assert row.field.value() == pytest.approx(p.default)
    assert dock.form.isEnabled() and model.state.parameters == {}, "showing a form sets nothing"


def test_editing_a_parameter_changes_the_state_and_can_be_undone(qtbot, dock, model, two):
    box = dock.form.rows["mu"].field.widget
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, "0.35")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert model.state.method_parameters() == {"mu": 0.35}
    assert dock.reset.isEnabled()
    model.undo_stack.undo()
    assert model.state.method_parameters() == {} and box.value() == pytest.approx(0.8)
    model.undo_stack.redo()
    dock.reset.trigger()
    assert box.value() == pytest.approx(0.8)


def test_parameters_that_exclude_each_other_switch(qtbot, dock, model):
    rows = dock.form.rows
    qtbot.mouseClick(rows["rank"].automatic, Qt.MouseButton.LeftButton, pos=rows["rank"].automatic.rect().center())
    rows["rank"].automatic.setChecked(False)
    assert model.state.method_parameters()["rank"] == rows["rank"].field.value()
    rows["penalty"].automatic.setChecked(False)
    values = model.state.method_parameters()
    assert values["rank"] is None and values["penalty"] is not None
    assert rows["rank"].automatic.isChecked()
    method("lra").create(**values)


def test_number_box_takes_any_float_and_a_comma(qtbot):
    box = NumberBox(logarithmic=True)
    qtbot.addWidget(box)
    box.setRange(1e-300, 1e300)
    box.setValue(1.0)
    for text, value in (("2.5e-7", 2.5e-7), ("1e30", 1e30), ("0,25", 0.25)):
        box.lineEdit().setText(text)
        box.interpretText()
        assert box.value() == pytest.approx(value, rel=1e-6)
    box.setValue(1.0)
    box.stepBy(3)
    assert box.value() == pytest.approx(8.0)
    assert box.textFromValue(1e-7) == "1e-07"


def test_form_refuses_with_a_sentence(qtbot):
    form = ParameterForm()
    qtbot.addWidget(form)
    form.build((Parameter("share", "float", 0.5, "Share", "A share.", minimum=0, maximum=1, open_minimum=True),
                Parameter("widths", "floats", (1.0, 2.0), "Widths", "Numbers."),
                Parameter("deep", "int", 3, "Deep", "Advanced one.", minimum=1, advanced=True)), {})
    heard, changed = [], []
    form.refused.connect(heard.append)
    form.changed.connect(lambda n, v: changed.append((n, v)))
    form.rows["share"].field.widget.setValue(0.0)
    assert heard == ["Share must be above 0, not 0."] and changed == []
    line = form.rows["widths"].field.widget
    line.setText("3; 4.5")
    line.editingFinished.emit()
    assert changed == [("widths", (3.0, 4.5))]
    assert not form.rows["deep"].isVisibleTo(form)
    assert any("Advanced one." in label.text() for label in form.findChildren(QLabel))


def test_run_shows_what_was_chosen(qtbot, dock, model, controller, two):
    assert dock.run.isEnabled() and dock.reason.isHidden()
    with qtbot.waitSignal(controller.idle, timeout=60000):
        qtbot.mouseClick(dock.run, Qt.MouseButton.LeftButton)
        assert not dock.run.isEnabled() and dock.pause.isEnabled()
    assert len(model.runs) == 1 and model.current_run.quality.hit["3"]
    assert dock.run.isEnabled() and not dock.pause.isEnabled()
    chosen = model.current_run.estimator.chosen_["n_components"]
    assert f"chose {chosen}" in dock.form.rows["n_components"].used.text()


def test_cancel_leaves_everything_as_it_was(qtbot, dock, model, controller, two, monkeypatch):
    started = threading.Event()

    def endless(state, monitor):
        while True:
            started.set()
            monitor.raise_if_cancelled()

    monkeypatch.setattr(run_controller, "execute", endless)
    before = model.state
    qtbot.mouseClick(dock.run, Qt.MouseButton.LeftButton)
    assert started.wait(10)
    with qtbot.waitSignals([controller.cancelled, controller.idle], timeout=10000):
        controller.cancel()
    assert model.runs == () and model.state is before and dock.run.isEnabled()


@pytest.mark.parametrize(("change", "words"), [
    (lambda s: s.with_(standards=()), "Mark the standards first"),
    (lambda s: s.with_(standards=tuple(t.with_held_out(True) for t in s.standards)), "All standards are held out"),
    (lambda s: s.with_(method="no-such-method"), "there is no method"),
])
def test_bad_sessions_cannot_be_run(dock, model, two, change, words):
    model.change("x", change(model.state))
    assert words in dock.reason.text() and not dock.run.isEnabled()


def failing_run(qtbot, controller) -> str:
    heard: list[str] = []
    controller.failed.connect(heard.append)
    with qtbot.waitSignal(controller.idle, timeout=60000):
        assert controller.start()
    return heard[0]


def test_more_dimensions_than_the_data_hold(qtbot, dock, model, controller, two):
    model.change("x", model.state.with_parameter("n_components", 500))
    before = model.state
    sentence = failing_run(qtbot, controller)
    assert "n_components" in sentence or "dimension" in sentence
    assert model.runs == () and model.state is before


def test_constant_spectra_and_missing_values(qtbot, dock, model, controller, two):
    good = model.state.datasets[1]
    import numpy as np

    constant = model.state.datasets[0].with_(spectra=np.ones((24, 60)))
    model.change("x", model.state.with_(datasets=(constant, good)))
    assert "constant" in failing_run(qtbot, controller)
    holed = np.array(good.spectra)
    holed[:, 7] = np.nan
    model.change("x", model.state.with_(datasets=(two.datasets[0], good.with_(spectra=holed))))
    assert "mp5: sample 'S01' has a missing value" in failing_run(qtbot, controller)


def test_values_through_the_spectra_of_the_first_instrument(qtbot, dock, model, two):
    """The second way to predict is chosen under the method, with the settings that both have."""
    assert dock.route.isVisible() and dock.route.currentIndex() == 0
    model.apply("Set", lambda s: s.with_parameter("mu", 0.5))
    dock.route.setFocus()
    qtbot.keyClick(dock.route, Qt.Key.Key_Down)
    assert model.state.method == "lra/spectra" and model.state.method_parameters() == {"mu": 0.5}
    assert dock.chooser.currentData() == "lra" and "through A's spectra" in model.undo_stack.undoText()
    assert {"regression", "component_rule", "mu"} <= set(dock.form.rows)
    heard = []
    dock.helpRequested.connect(lambda *words: heard.append(words))
    dock.findChild(QToolButton, "method-help").click()
    assert heard == [("lra/spectra", "")]
    dock.next.trigger()
    assert "/" not in model.state.method
    model.undo_stack.undo()
    assert dock.route.currentIndex() == 1
    model.undo_stack.undo()
    assert model.state.method == "lra" and dock.route.currentIndex() == 0
    model.apply("Choose", lambda s: s.with_(method="pds"))
    assert not dock.route.isVisible(), "a transfer has one way only"


def test_a_common_axis_is_one_click_where_the_method_will_refuse(qtbot, dock, model):
    a, b = make_dataset("A", seed=1), make_dataset("B", seed=2)
    shorter = b.with_(spectra=b.spectra[:, 1:-1], axis=type(b.axis)(b.axis.values[1:-1], b.axis.unit))
    standards = match_by_name((a, shorter)).standards
    model.reset(SessionState((a, shorter), standards, method="auto"))
    button = dock.common.button
    assert button.isVisible() and "needs the same channels" in dock.reason.text()
    model.change("x", model.state.with_(method="lra"))
    assert not button.isVisible() and not dock.reason.isVisible(), "it takes any channels"
    model.undo_stack.undo()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not button.isVisible() and not dock.reason.isVisible()
    assert model.undo_stack.undoText() == "Resample onto the reference"
