"""A saved model that is opened in the window predicts there, with the card of the model, and the session stays."""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent

from spectralign_gui.cli import main
from spectralign_gui.core.data import QUANTITIES, UNITS
from spectralign_gui.io import model_card, model_file
from spectralign_gui.io.hdf5 import write_datasets
from spectralign_gui.io.model_card import ModelCard, card_of, holds_model, load_with_card
from spectralign_gui.io.model_file import load_model, properties_of, save_model, save_result
from spectralign_gui.io.project import save_project
from spectralign_gui.io.seal import kind_of
from spectralign_gui.io.writers import write
from spectralign_gui.presenters.model_card import card_rows, trust
from spectralign_gui.presenters.run_verdict import RunVerdict
from spectralign_gui.session.run import execute
from spectralign_gui.session.run.run_errors import RunError
from spectralign_gui.ui.saved_model import window as window_module
from spectralign_gui.version import __version__
from tests.ui import test_predict_as_the_command
from tests.ui.test_main_window import drop, load

state, new_file = test_predict_as_the_command.state, test_predict_as_the_command.new_file


@pytest.fixture
def saved(state, tmp_path):
    run = execute(state.with_(method="ds"))
    save_result(run, tmp_path / "model.h5")
    return run, tmp_path / "model.h5"


def opened(qtbot, window, answers, *paths, press="answer-0"):
    answers.press(press)
    drop(window, *paths)
    qtbot.waitUntil(lambda: bool(window.saved.shown) and not window.controller.jobs.jobs)
    return window.saved.shown[-1]


def test_dropped_model_predicts_and_the_session_stays(qtbot, window, answers, saved, new_file, tmp_path, monkeypatch):
    """Model and spectra dropped together: values, intervals, flags; the file is the one that the command writes."""
    path = saved[1]
    load(window)
    before = window.model.state
    shown = opened(qtbot, window, answers, path, new_file)
    qtbot.waitUntil(lambda: shown.values.rowCount() == 8)
    assert answers.said[0][0] == "ask-saved-model" and "model.h5 holds a saved model" in answers.said[0][1]
    assert window.model.state is before and not window.model.runs
    assert "8 samples predicted with model.h5" in shown.says.text() and "held-out standards" in shown.says.text()
    flags = [shown.values.data(shown.values.index(r, 4)) for r in range(8)]
    assert "T²" in flags[5] and "Q" in flags[6] and "±" in shown.values.data(shown.values.index(0, 1))
    for ending in ("csv", "xlsx"):
        monkeypatch.setattr(window_module, "ask_target", lambda *_, e=ending: (tmp_path / f"window.{e}", ""))
        shown.save.click()
        qtbot.waitUntil(lambda e=ending: shown.says.text() == f"Saved to {tmp_path / f'window.{e}'}.")
        assert main(["predict", str(path), str(new_file), "--instrument", "B", "--output",
                     str(tmp_path / f"command.{ending}")]) == 0
    assert (tmp_path / "window.csv").read_bytes() == (tmp_path / "command.csv").read_bytes()
    read = test_predict_as_the_command.xlsx_table
    assert read(tmp_path / "window.xlsx") == read(tmp_path / "command.xlsx")
    shown.close()


def test_the_card_says_what_the_file_says(qtbot, window, answers, saved):
    run, path = saved
    shown = opened(qtbot, window, answers, path)
    told = {head.text(): text.text() for head, text in shown.card.rows}
    assert told["Instruments"] == "A (reference) and B" and told["Method"] == run.method.title
    assert f"SpectrAlign {__version__}" in told["Made"] and run.started[:4] in told["Made"]
    held = sum(s.held_out for s in run.state.standards)
    assert told["Standards"] == f"{len(run.state.standards) - held} in the fit; {held} more were held out"
    error = next(e for e in load_with_card(path)[1].of("B") if e.name == "fat")
    assert f"of {error.n} held-out standards" in told["Error on B"]
    shown.instrument.setCurrentText("A")
    assert "Error on A" in {head.text() for head, _ in shown.card.rows}
    shown.close()


def test_a_model_dropped_on_predict_is_no_file_of_spectra(qtbot, window, answers, saved, state):
    """It is offered as a model, and is among the recent files."""
    run = execute(state.with_(method="bias"))
    window.complete()
    window.model.reset(run.state)
    window.model.add_run(run)
    answers.press("answer-0")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(saved[1]))])
    window.docks["predict"].dropEvent(QDropEvent(QPointF(10, 10), Qt.DropAction.CopyAction, data,
                                                 Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier))
    qtbot.waitUntil(lambda: bool(window.saved.shown) and not window.controller.jobs.jobs)
    assert window.model.current_run is run and str(saved[1]) in window.recent.all()
    window.saved.shown[-1].close()


def test_the_spectra_of_a_model_can_still_be_opened(qtbot, window, answers, saved):
    answers.press("answer-1")
    drop(window, saved[1])
    qtbot.waitUntil(lambda: window.model.state.instruments == ("model A", "model B"))
    assert not window.saved.shown


def test_nothing_is_opened_where_the_question_is_not_answered(qtbot, window, answers, saved):
    answers.press("cancel")
    drop(window, saved[1])
    qtbot.waitUntil(lambda: bool(answers.said) and not window.controller.jobs.jobs)
    assert not window.saved.shown and not window.model.state.datasets


def test_the_model_is_read_apart_and_not_in_the_thread_of_the_window(qtbot, window, answers, saved, monkeypatch):
    threads = set()
    apart = model_card.apart

    def noted(*args, **more):
        threads.add(threading.current_thread())
        return apart(*args, **more)

    monkeypatch.setattr(model_card, "apart", noted)
    opened(qtbot, window, answers, saved[1]).close()
    assert threads and threading.main_thread() not in threads


def test_a_file_that_is_refused_takes_nothing_away(qtbot, window, answers, saved, new_file, tmp_path, state):
    shown = opened(qtbot, window, answers, saved[1], new_file)
    qtbot.waitUntil(lambda: shown.values.rowCount() == 8)
    other = state.datasets[1]
    write(other.with_(spectra=other.spectra[:, :20], axis=type(other.axis)(other.axis.values[:20], "nm")),
          tmp_path / "short.csv")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "short.csv"))])
    shown.dropEvent(QDropEvent(QPointF(10, 10), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
                               Qt.KeyboardModifier.NoModifier))
    qtbot.waitUntil(lambda: "20 channels" in shown.says.text())
    assert "The table shows new.csv still." in shown.says.text() and shown.values.rowCount() == 8
    shown.close()


def test_a_file_changed_after_it_was_saved_is_refused_in_a_sentence(qtbot, window, answers, saved):
    shown = window.saved.show(saved[1])
    qtbot.waitUntil(lambda: shown.choose.isEnabled())
    shown.close()
    content = bytearray(saved[1].read_bytes())
    content[-200] ^= 0xFF
    saved[1].write_bytes(bytes(content))
    assert not holds_model(saved[1])
    shown = window.saved.show(saved[1])
    qtbot.waitUntil(lambda: "model.h5" in shown.says.text() and "Reading" not in shown.says.text())
    assert not shown.choose.isEnabled() and not shown.save.isEnabled()
    shown.close()


def test_models_of_earlier_versions_and_imported_ones_have_a_card(saved, tmp_path):
    model = load_model(saved[1])
    old = card_of(model, {"version": "0.0.9"})
    kept = load_with_card(saved[1])[1]
    assert old.standards is None and [e.name for e in old.of("B")] == [e.name for e in kept.of("B")]
    for one, other in zip(old.of("B"), kept.of("B"), strict=True):
        assert one.rmsep == pytest.approx(other.rmsep) and one.n == other.n
    save_model(model, tmp_path / "imported.h5")
    assert holds_model(tmp_path / "imported.h5")
    imported = load_with_card(tmp_path / "imported.h5")[1]
    assert imported.made == "" and dict(card_rows(imported, "B"))["Standards"] == "The file does not say."


@pytest.mark.parametrize(("r2", "mood", "said"), [
    ((0.9, 0.8), "good", ""), ((0.9, -0.1), "warning", "Oil is predicted"),
    ((-0.2, -0.1), "bad", "Do not use these values")])
def test_what_can_be_trusted_follows_the_errors(r2, mood, said):
    errors = tuple(RunError("B", name, "", 9, 1.0, 0.8, 1.4, r, "held-out standards")
                   for name, r in zip(("Moisture", "Oil"), r2, strict=True))
    card = ModelCard("m.h5", "DS", ("A", "B"), ("Moisture", "Oil"), errors=errors)
    sentence, found = trust(card, "B")
    assert found == mood and said in sentence and bool(said) == bool(sentence)
    assert trust(card, "A")[1] == "warning"


@pytest.mark.parametrize(("mood", "verdict"), [
    ("bad", "Verdict: not good. A comparison found no transfer better."), ("warning", "Verdict: uncertain."),
    ("good", "Verdict: can be trusted.")])
def test_the_verdict_goes_with_the_model(qtbot, window, state, tmp_path, monkeypatch, mood, verdict):
    """What the window says of a run is said of the model that is saved of it, wherever it is opened."""
    monkeypatch.setattr(type(window.model), "verdict", lambda _model: RunVerdict(mood, "", ""))
    monkeypatch.setattr(RunVerdict, "kept", property(lambda _said: verdict))
    window.model.reset(state)
    window.model.add_run(execute(state))
    path = tmp_path / "model.h5"
    window.exporter.write_result(window.model.current_run, path)
    qtbot.waitUntil(path.exists, timeout=20_000)
    qtbot.waitUntil(lambda: not window.controller.jobs.jobs, timeout=20_000)
    card = load_with_card(path)[1]
    assert (card.mood, card.verdict) == (mood, verdict)
    said, shown = trust(card, card.instruments[1])
    plain = trust(replace(card, mood="", verdict=""), card.instruments[1])
    assert (said, shown) == ((verdict, mood) if mood in ("bad", "warning") and plain[1] != "bad" else plain)


def test_unit_and_quantity_can_be_given_where_the_file_does_not_say_them(qtbot, window, answers, saved, tmp_path):
    """The same choices as in the import dialog; what was refused is read anew with them."""
    run, path = saved
    b = run.state.datasets[1]
    odd = tmp_path / "odd.csv"  # in wavenumbers, as nobody says
    odd.write_text("Sample," + ",".join(f"{v:g}" for v in b.axis.values) + "\n" + "".join(
        f"{n}," + ",".join(f"{v:.6f}" for v in row) + "\n" for n, row in zip(b.sample_names, b.spectra, strict=True)))
    shown = opened(qtbot, window, answers, path, odd)
    qtbot.waitUntil(lambda: shown.values.rowCount() == len(b), timeout=20_000)
    assert "guess" not in shown.says.text(), "a guess that agrees with the model needs no word"
    units = [shown.unit.itemData(k) for k in range(shown.unit.count())]
    assert units == ["", *(u for u in UNITS if u != "unknown")] and shown.unit.currentData() == ""
    assert [shown.quantity.itemData(k) for k in range(shown.quantity.count())][1:] == [
        q for q in QUANTITIES if q != "unknown"]
    before = shown.values.predictions.values.copy()
    shown.unit.setCurrentIndex(shown.unit.findData("um"))
    qtbot.waitUntil(lambda: shown.choose.isEnabled() and "odd.csv" not in shown.values.empty and
                    shown.values.rowCount() == 0 and len(shown.says.text()) > 20)
    assert "um" in shown.says.text() or "µm" in shown.says.text()
    shown.unit.setCurrentIndex(shown.unit.findData("nm"))
    qtbot.waitUntil(lambda: shown.values.rowCount() == len(b), timeout=20_000)
    np.testing.assert_array_equal(shown.values.predictions.values, before)
    assert "does not say" in shown.says.text()
    shown.quantity.setCurrentIndex(shown.quantity.findData(b.quantity))
    qtbot.waitUntil(lambda: shown.values.rowCount() == len(b) and "does not say" not in shown.says.text())
    shown.close()
    out = tmp_path / "out.csv"
    for words in (("--unit", "nm", "--quantity", b.quantity), ()):
        assert main(["predict", str(path), str(odd), "--instrument", "B", "--output", str(out), *words]) == 0
    assert main(["predict", str(path), str(odd), "--instrument", "B", "--output", str(out), "--unit", "um"]) != 0


def test_what_is_no_result_is_not_read_whole_to_see_that(saved, tmp_path, monkeypatch, state):
    """A project or a file of spectra says so in its first line; a model and its card are one reading."""
    save_project(tmp_path / "p.spectralign", state)
    write_datasets(tmp_path / "spectra.h5", list(state.datasets))

    def never(*_):
        raise AssertionError("the whole file is read")

    with monkeypatch.context() as patch:
        patch.setattr(model_card, "apart", never)
        assert not holds_model(tmp_path / "p.spectralign") and not holds_model(tmp_path / "spectra.h5")
    assert [kind_of(tmp_path / "p.spectralign"), kind_of(tmp_path / "spectra.h5"), kind_of(saved[1])] == [
        "project", "data", "result"]
    calls = []
    plain = model_file.apart
    for module in (model_file, model_card):
        monkeypatch.setattr(module, "apart", lambda what, *a, **k: calls.append(what.__name__) or plain(what, *a, **k))
    model, card = load_with_card(saved[1])
    assert len(calls) == 1 and card.properties and card.standards is not None
    assert properties_of(saved[1]) == model.properties and calls[1:] == ["read_properties"]
