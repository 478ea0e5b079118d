"""A folder is watched from the Predict menu until that is stopped; the window goes on meanwhile."""

from __future__ import annotations

import csv
import json
import urllib.request

import pytest

from spectralign_gui.io.table import write_table
from spectralign_gui.io.watching import WatchOptions
from spectralign_gui.session.run import execute
from spectralign_gui.ui.predict import PredictDock, serving, watching
from tests.ui.helpers import make_dataset


@pytest.fixture
def dock(qtbot, model, controller, two, monkeypatch):
    monkeypatch.setattr(watching, "EVERY", 0.05)
    made = PredictDock(model, controller)
    qtbot.addWidget(made)
    made.ensure_built()
    assert not made.watch.action.isEnabled()
    model.add_run(execute(two.with_(method="pds", datasets=(two.datasets[0], make_dataset("mp5", seed=2)))))
    assert made.watch.action.isEnabled()
    return made


def put(folder, name: str, seed: int) -> None:
    d = make_dataset("mp5", n=3, seed=seed)
    write_table(folder / name, ["Sample", *(f"{v:g} nm" for v in d.axis.values)],
                [[f"{name}{k}", *map(float, row)] for k, row in enumerate(d.spectra)])


def test_it_predicts_what_arrives_and_stops(qtbot, dock, tmp_path):
    incoming, out = tmp_path / "in", tmp_path / "v.csv"
    incoming.mkdir()
    dock.watch.start(incoming, out, WatchOptions(settle=0))
    assert dock.watch.running and "Stop" in dock.watch.action.text()
    for k in range(3):
        with qtbot.waitSignal(dock.watch.told, check_params_cb=lambda said, k=k: f"{k}.csv: 3 spectra" in said):
            put(incoming, f"{k}.csv", 10 + k)
    (incoming / "bad.csv").write_bytes(b"\x00\x01\x02")
    qtbot.waitUntil(lambda: "bad.csv" in dock.says.text())
    with qtbot.waitSignal(dock.watch.told, check_params_cb=lambda said: "not watched any more" in said):
        dock.watch.action.trigger()
    assert not dock.watch.running and dock.watch.action.text().startswith("Watc")
    with open(out, encoding="utf-8", newline="") as file:
        assert len(list(csv.reader(file))) == 10


def test_values_of_another_run_do_not_go_into_the_same_table(qtbot, dock, model, tmp_path):
    (tmp_path / "in").mkdir()
    for number, (said, seed) in enumerate((("not watched any more", 2), ("another model", 3))):
        if number:
            model.add_run(execute(model.state.with_(method="ds", datasets=(
                model.state.datasets[0], make_dataset("mp5", seed=seed)))))
        with qtbot.waitSignal(dock.watch.told, check_params_cb=lambda s, said=said: said in s):
            dock.watch.start(tmp_path / "in", tmp_path / "v.csv", WatchOptions(settle=0))
            if not number:
                qtbot.waitUntil(lambda: (tmp_path / "v.csv").exists())
                dock.watch.action.trigger()


def test_the_shown_run_answers_other_programs(qtbot, dock, monkeypatch):
    monkeypatch.setattr(serving, "BREATH", 0.01)
    made = dock.serve.show()
    made.port.setValue(0)
    made.toggle.click()
    qtbot.waitUntil(lambda: bool(made.address), timeout=20_000)
    with urllib.request.urlopen(f"{made.address}/model", timeout=20) as reply:
        assert len(json.loads(reply.read())["instruments"]) == 2 and "shown run" in made.says.text()
    made.toggle.click()
    qtbot.waitUntil(lambda: not made.running, timeout=10_000)
    made.close()
