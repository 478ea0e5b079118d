"""A record that is watched or served with: what is approved takes over between two files, and nothing stops it."""

from __future__ import annotations

import json
import threading
import urllib.request

import numpy as np
import pytest

from spectralign_gui.core.errors import SpectrAlignError
from spectralign_gui.core.notes import code_of
from spectralign_gui.io.lifecycle import approve, current_model, decline, propose, read_record, roll_back, start
from spectralign_gui.io.lifecycle.following import Following
from spectralign_gui.io.model_file import load_model
from spectralign_gui.io.read import read_dataset
from spectralign_gui.io.serving import Answers, ModelServer
from spectralign_gui.io.watching import Watcher, WatchOptions
from tests.cli.conftest import call  # noqa: F401 - a fixture
from tests.io.test_lifecycle import drifted, record  # noqa: F401 - a fixture
from tests.io.test_serving import spectra
from tests.io.test_watching import NOW, model, place, put, table  # noqa: F401 - fixtures


@pytest.fixture
def waiting(record):  # noqa: F811
    """A record with a proposed second version."""
    propose(drifted(record), "change", who="A")
    return record


def expected(path, record):  # noqa: F811
    return load_model(current_model(record)).predict(read_dataset(path), "B").values.ravel()


def test_versions_take_over_between_files(waiting, place, tmp_path):  # noqa: F811
    out = tmp_path / "v.csv"
    with Watcher(waiting, place, "", out, NOW) as watch:
        for k, (change, version) in enumerate((
                (lambda: None, 1), (lambda: approve(waiting, 2, "B", "x"), 2), (lambda: None, 2),
                (lambda: roll_back(waiting, 1, "B", "x"), 1))):
            change()
            put(place, f"{k}.csv", 10 + k)
            events = watch.poll()
            assert [e.kind for e in events if e.kind != "version"] == ["predicted"]
            assert ("version" in [e.kind for e in events]) == (k in (1, 3))
            rows = [r for r in table(out) if r["File"] == f"{k}.csv"]
            values = [float(r["Fat"]) for r in rows]
            np.testing.assert_allclose(values, expected(place / f"{k}.csv", waiting), rtol=1e-4)
            assert all(f"Predicted by version {version}." in " ".join(r.values()) for r in rows)
    with Watcher(waiting, place, "B", out, NOW) as again:  # the same output goes on, whatever version is in force
        assert watch.following.version == 1 and again.poll()
    assert len(table(out)) == 8


def test_an_entry_between_two_files_of_one_look(waiting, place, tmp_path):  # noqa: F811
    put(place, "a.csv", 1)
    put(place, "b.csv", 2)
    with Watcher(waiting, place, "B", tmp_path / "v.csv", NOW) as watch:
        kinds = []
        for event in watch.arriving():
            kinds.append(event.kind)
            if len(kinds) == 1:
                approve(waiting, 2, "B", "x")
    assert kinds == ["predicted", "version", "predicted"]


@pytest.mark.parametrize("spoil", ["edited", "cut", "gone", "model", "another"])
def test_a_record_that_is_spoilt_meanwhile_is_told_once_and_stops_nothing(
        waiting, model, place, tmp_path, spoil):  # noqa: F811
    with Watcher(waiting, place, "B", tmp_path / "v.csv", NOW) as watch:
        whole = waiting.read_bytes()
        if spoil == "edited":
            waiting.write_bytes(whole.replace(b"SOP 12", b"SOP 13"))
        elif spoil == "cut":
            waiting.write_bytes(whole[:-30])
        elif spoil == "gone":
            waiting.unlink()
        elif spoil == "model":
            approve(waiting, 2, "B", "x")
            current_model(waiting).write_bytes(b"x")
        else:
            waiting.unlink()
            start(waiting, model, "B", "Mallory", "y")
        put(place, "1.csv", 1)
        first = watch.poll()
        put(place, "2.csv", 2)
        second = watch.poll()
        assert [e.kind for e in first] == ["alarm", "predicted"] and [e.kind for e in second] == ["predicted"]
        assert code_of(first[0].said) == "life.stays" and "version 1 continues to predict" in str(first[0].said)
        if spoil in ("edited", "cut", "gone", "another"):
            waiting.write_bytes(whole)
            approve(waiting, 2, "B", "put right")
            assert [e.kind for e in watch.poll()] == ["version"] and watch.following.version == 2


def test_what_is_refused(waiting, model, place, tmp_path, call):  # noqa: F811
    for words, said in (
            (("watch", waiting, place, "--output", tmp_path / "v.csv", "--instrument", "A"), "is for B, not for A"),
            (("watch", waiting, place, "--output", tmp_path / "v.csv", "--check", "c.csv"), "spectralign model check"),
            (("watch", model, place, "--output", tmp_path / "v.csv"), "--instrument"),
            (("watch", tmp_path / "no.life", place, "--output", tmp_path / "v.csv"), "no such record"),
            (("serve", tmp_path / "no.life"), "no such record")):
        code, _, err = call(*words)
        assert code == 2 and said in err and err.count("\n") == 1, err
    code, _, err = call("watch", waiting, place, "--output", tmp_path / "v.csv", "--once", "--settle", 0)
    assert code == 0, err
    code, _, err = call("watch", model, place, "--instrument", "B", "--output", tmp_path / "v.csv", "--once")
    assert code == 2 and "another model" in err


def test_a_service_answers_with_the_version_in_force(waiting):
    X = spectra(2)
    body = json.dumps({"instrument": "B", "spectra": X.tolist()}).encode()

    def ask(server):
        request = urllib.request.Request(server.address + "/predict", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=20) as reply:
            return json.loads(reply.read())

    with ModelServer(Following(waiting), port=0) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            first = ask(server)
            approve(waiting, 2, "B", "x")
            second = ask(server)
            waiting.write_bytes(waiting.read_bytes()[:-5])
            third = ask(server)
        finally:
            server.shutdown()
            thread.join(10)
    assert (first["version"], second["version"], third["version"]) == (1, 2, 2)
    values = [[s["values"]["Fat"] for s in reply["samples"]] for reply in (first, second, third)]
    assert values[0] != values[1] == values[2]
    assert not any("continues to predict" in w for w in second["warnings"])
    assert "continues to predict" in third["warnings"][0]
    assert [(c.what, c.status) for c in server.last] == [("POST /predict", 200)] * 3


def test_a_call_is_answered_by_one_version_throughout(waiting):
    """Versions change while four threads ask: every answer is that of the version it names."""
    answers, found = Answers(Following(waiting)), []
    body = json.dumps({"instrument": "B", "spectra": spectra(1).tolist()}).encode()
    stop = threading.Event()

    def ask():
        while not stop.is_set():
            tree = json.loads(answers.answer("POST", "/predict", "application/json", body).body)
            found.append((tree["version"], tree["samples"][0]["values"]["Fat"]))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for t in threads:
        t.start()
    approve(waiting, 2, "B", "x")
    for _ in range(3):
        roll_back(waiting, 1, "B", "x")
        roll_back(waiting, 2, "B", "x")
    stop.set()
    for t in threads:
        t.join()
    assert {len({v for n, v in found if n == k}) for k in {n for n, _ in found}} == {1}


def test_only_what_was_approved_takes_over(waiting):
    following = Following(waiting)
    decline(waiting, 2, "B", "x")
    assert following.look() is None and following.now()[1] == 1
    assert read_record(waiting).life.current == 1
    with pytest.raises(SpectrAlignError):
        Watcher(waiting, waiting.parent, "B", waiting.parent / "v.csv", WatchOptions(checks="c.csv"))
