"""Certified standards in the window: found, said, applied as steps, undone."""

from __future__ import annotations

import pytest

from spectralign_gui.io.read import read_dataset
from spectralign_gui.session.state import SessionState
from spectralign_gui.session.state.axes_and_units import correct_axis
from tests.cli.test_certificates import SOURCE, Instrument, two  # noqa: F401 - a fixture
from tests.ui.test_common_ground import apply, ground, opened, settled  # noqa: F401 - a fixture


@pytest.fixture
def loaded(model, two):  # noqa: F811
    model.reset(SessionState(tuple(read_dataset(i.samples()).with_(name=i.name) for i in two)))
    return two


def choose(dialog, which, standard, known="", low="", high=""):
    dialog.certificate.setCurrentIndex(dialog.certificate.findData(which))
    dialog.instrument.setCurrentText("B")
    dialog.known.setText(str(known))
    dialog.low.setText(low)
    dialog.high.setText(high)
    dialog.standard.setText(str(standard))


def test_axis_then_intensity(qtbot, ground, model, loaded):  # noqa: F811
    model.reset(correct_axis(model.state, "B", {"shift": 1.0}))
    dialog = opened(qtbot, ground, ground.certify)
    assert "Choose what" in dialog.sentence.text() and not dialog.apply_button.isEnabled()
    choose(dialog, "polystyrene", loaded[1].standard())
    settled(qtbot, dialog)
    assert "differs from the certificate" in dialog.sentence.text() and len(dialog.plot.chart.series) == 3
    apply(qtbot, ground)
    dialog = opened(qtbot, ground, ground.certify)
    choose(dialog, "source", loaded[1].source(), SOURCE, "250", "3150")
    apply(qtbot, ground)
    assert [s.step for s in model.state.preprocessing.steps_for("B")] == ["certified-axis", "certified-intensity"]
    assert model.state.preprocessing.steps_for("A") == ()
    model.undo_stack.undo()
    model.undo_stack.undo()
    assert [s.step for s in model.state.preprocessing.steps_for("B")] == ["shift-axis"]


@pytest.mark.parametrize("given,said", [
    (("neon", "x.csv"), "x.csv"), (("file", "", "gone.csv"), "Choose what"), (("source", "S", "1,2"), "(from, to)"),
    (("source", "S", "1", "a", "2"), "not a number"), (("neon", "S"), "laser"),
    (("source", "S", ""), "certified values")])
def test_what_cannot_be(qtbot, ground, loaded, given, said):  # noqa: F811
    dialog = opened(qtbot, ground, ground.certify)
    which, standard, *more = given
    choose(dialog, which, loaded[1].standard() if standard == "S" else standard, *more)
    settled(qtbot, dialog)
    assert said in dialog.sentence.text() and not dialog.apply_button.isEnabled()
    dialog.reject()


def test_nothing_to_correct(qtbot, ground, loaded, tmp_path):  # noqa: F811
    dialog = opened(qtbot, ground, ground.certify)
    choose(dialog, "polystyrene", Instrument(tmp_path, "C", 0, 0, 0, 1.3).standard())
    settled(qtbot, dialog)
    assert "no correction is needed" in dialog.sentence.text() and not dialog.apply_button.isEnabled()
    dialog.reject()
