"""The service from the window: started, called, stopped; with the shown run, a model, a record. A record watched."""

from __future__ import annotations

import json
import urllib.error
import urllib.request

import pytest

from spectralign_gui.io.lifecycle import approve, propose
from spectralign_gui.ui.lifecycle.window import LifeWindow
from spectralign_gui.ui.predict import serving, watching
from tests.io.test_lifecycle import drifted, record  # noqa: F401 - a fixture
from tests.io.test_serving import spectra
from tests.io.test_watching import model as saved  # noqa: F401 - a fixture
from tests.io.test_watching import put


@pytest.fixture
def model(saved):  # noqa: F811 - what `record` is made of
    return saved


@pytest.fixture
def shown(qtbot, window, monkeypatch):
    monkeypatch.setattr(serving, "BREATH", 0.01)
    made = window.docks["predict"].serve.show()
    made.port.setValue(0)
    yield made
    if made.running:
        stop(qtbot, made)


def stop(qtbot, made):
    made.toggle.click()
    qtbot.waitUntil(lambda: not made.running, timeout=10_000)


def begin(qtbot, made):
    made.toggle.click()
    qtbot.waitUntil(lambda: bool(made.address) or not made.running, timeout=20_000)


def ask(address, path, tree=None):
    request = urllib.request.Request(address + path, None if tree is None else json.dumps(tree).encode(),
                                     {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as reply:
        return json.loads(reply.read())


def test_a_record_answers_and_the_calls_are_shown(qtbot, window, shown, record):  # noqa: F811
    propose(drifted(record), "change", who="A")
    assert window.docks["predict"].serve.show() is shown
    shown.source.setText(str(record))
    begin(qtbot, shown)
    assert shown.running and shown.toggle.text() == "&Stop" and not shown.port.isEnabled()
    assert record.name in shown.says.text() and shown.address in shown.says.text()
    tree = {"instrument": "B", "spectra": spectra(1).tolist()}
    assert ask(shown.address, "/predict", tree)["version"] == 1
    approve(record, 2, "B", "x")
    assert ask(shown.address, "/predict", tree)["version"] == 2
    with pytest.raises(urllib.error.HTTPError):
        ask(shown.address, "/nothing")
    qtbot.waitUntil(lambda: shown.calls.rowCount() == 3)
    assert [r[2:] for r in shown.calls.rows] == [["GET /nothing", "404"], ["POST /predict", "200"],
                                                 ["POST /predict", "200"]]
    address = shown.address
    shown.close()
    assert shown.running and ask(address, "/health")["status"] == "ok"  # closed, it goes on
    stop(qtbot, shown)
    assert "not answer any more" in shown.says.text() and shown.toggle.text() == "&Start"
    with pytest.raises(OSError):
        ask(address, "/health")


def test_what_cannot_be_served_is_said(qtbot, shown, tmp_path):
    begin(qtbot, shown)
    assert "no run that predicts" in shown.says.text()
    shown.source.setText(str(tmp_path / "no.life"))
    begin(qtbot, shown)
    assert "no such record" in shown.says.text() and not shown.running
    shown.source.setText(str(tmp_path / "no.h5"))
    begin(qtbot, shown)
    assert not shown.running and shown.says.text() and "Starting" not in shown.says.text()


def test_a_folder_is_watched_with_a_record(qtbot, window, record, tmp_path, monkeypatch):  # noqa: F811
    monkeypatch.setattr(watching, "EVERY", 0.05)
    predict, place, out = window.docks["predict"], tmp_path / "in", tmp_path / "v.csv"
    place.mkdir()
    monkeypatch.setattr(watching.QFileDialog, "getExistingDirectory", lambda *_: str(place))
    monkeypatch.setattr(watching, "ask_target", lambda *_: (out, ""))
    monkeypatch.setattr(watching.WatchOptions, "settle", 0.0)
    life = predict.checks.lives.show(record)
    assert isinstance(life, LifeWindow)
    qtbot.waitUntil(lambda: life._job is None and life.record is not None)
    life.buttons["watch"].click()
    assert predict.watch.running
    put(place, "1.csv", 3)
    qtbot.waitUntil(lambda: out.exists() and "Predicted by version 1." in out.read_text("utf-8"), timeout=20_000)
    life.buttons["watch"].click()  # a second one is refused
    with qtbot.waitSignal(predict.watch.told, check_params_cb=lambda said: "not watched any more" in said):
        predict.watch.action.trigger()
    life.close()
