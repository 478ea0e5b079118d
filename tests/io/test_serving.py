"""The service answers what the model predicts, and whatever is sent to it, one sentence, never a defect."""

from __future__ import annotations

import json
import socket
import threading
import urllib.error
import urllib.request

import numpy as np
import pytest

import spectralign_gui as sa
from spectralign_gui.core.errors import FileError, ParameterError
from spectralign_gui.io.model_file import load_model
from spectralign_gui.io.serving import Answers, Limits, ModelServer, answers
from tests.io.test_watching import AXIS, P, mixtures, text_of
from tests.io.test_watching import model as model_file

model = model_file
LIMITS = Limits(megabytes=0.2, seconds=2.0, threads=2)


@pytest.fixture(scope="module")
def fitted(model):
    return load_model(model)


@pytest.fixture
def server(fitted):
    with ModelServer(fitted, port=0, limits=LIMITS) as made:
        thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield made
        made.shutdown()
        thread.join(10)


def call(server, path: str, body: bytes | None = None, kind: str = "application/json", **headers: str):
    request = urllib.request.Request(server.address + path, body, {"Content-Type": kind, **headers})
    try:
        with urllib.request.urlopen(request, timeout=20) as reply:
            return reply.status, json.loads(reply.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def spectra(n: int = 3) -> np.ndarray:
    return 0.9 * mixtures(n, 9)[0] + 0.05


def test_values_are_those_of_the_model(server, fitted):
    X = spectra()
    dataset = sa.spectra(X, axis=AXIS, unit="nm", quantity="absorbance", sample_names=["a", "b", "ü"])
    expected = fitted.predict(dataset, "B").to_json()
    tree = {"instrument": "B", "spectra": X.tolist(), "names": ["a", "b", "ü"]}
    assert call(server, "/predict", json.dumps(tree).encode()) == (200, json.loads(json.dumps(expected)))
    falling = {**tree, "axis": AXIS[::-1].tolist(), "spectra": X[:, ::-1].tolist(), "axis_unit": "nm",
               "quantity": "absorbance"}
    assert call(server, "/predict", json.dumps(falling).encode())[1]["samples"] == expected["samples"]
    status, reply = call(server, "/predict-file?instrument=B&name=new.csv", text_of(X, ["a", "b", "ü"]).encode())
    assert status == 200
    np.testing.assert_allclose([s["values"]["Fat"] for s in reply["samples"]],
                               [s["values"]["Fat"] for s in expected["samples"]], rtol=1e-4)


def test_what_it_says_of_itself(server):
    with urllib.request.urlopen(server.address + "/") as reply:
        page = reply.read().decode()
        assert reply.headers["Content-Type"].startswith("text/html") and "openapi.json" in page
    status, about = call(server, "/model")
    assert status == 200 and [i["name"] for i in about["instruments"]] == ["A", "B"] and about["properties"] == ["Fat"]
    _, described = call(server, "/openapi.json")
    assert described["openapi"].startswith("3.1")
    for path, entry in described["paths"].items():
        for method in entry:
            status, _ = call(server, path, None if method == "get" else b"{}")
            assert status != 404 and status != 405
    assert call(server, "/health")[1]["status"] == "ok"
    schema = described["paths"]["/predict"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert set(schema["properties"]) == {"instrument", "spectra", "names", "axis", "axis_unit", "quantity"}


GOOD = {"instrument": "B", "spectra": [[1.0] * P]}
BAD = {
    "no object": [1, 2], "empty": {}, "no spectra": {"instrument": "B"},
    "no such instrument": {**GOOD, "instrument": "C"},
    "instrument a number": {**GOOD, "instrument": 3}, "no instrument": {"spectra": GOOD["spectra"]},
    "text for numbers": {**GOOD, "spectra": [["1"] * P]}, "true for numbers": {**GOOD, "spectra": [[True] * P]},
    "a flat list": {**GOOD, "spectra": [1.0] * P}, "of unequal length": {**GOOD, "spectra": [[1.0] * P, [1.0]]},
    "other channels": {**GOOD, "spectra": [[1.0] * 7]}, "no channels": {**GOOD, "spectra": [[]]},
    "no rows": {**GOOD, "spectra": []}, "all missing": {**GOOD, "spectra": [[None] * P]},
    "names too few": {**GOOD, "names": []}, "names no texts": {**GOOD, "names": [1]},
    "other axis": {**GOOD, "axis": (AXIS + 1).tolist()}, "axis not a numbers": {**GOOD, "axis": [None] * P},
    "axis of nothing": {**GOOD, "axis": []}, "axis that stands still": {**GOOD, "axis": [1.0] * P},
    "other unit": {**GOOD, "axis_unit": "cm-1"}, "no unit": {**GOOD, "axis_unit": "furlong"},
    "other quantity": {**GOOD, "quantity": "counts"}, "no quantity": {**GOOD, "quantity": {"a": 1}},
    "too much": {**GOOD, "surprise": 1}, "deep": {**GOOD, "spectra": [[[1.0]] * P]},
    "huge number": {**GOOD, "spectra": [[10 ** 400] * P]},
}


@pytest.mark.parametrize("name", BAD)
def test_bad_calls_are_one_sentence(fitted, name):
    reply = Answers(fitted, LIMITS).answer("POST", "/predict", "application/json", json.dumps(BAD[name]).encode())
    said = json.loads(reply.body)["error"]
    assert reply.status in (400, 422) and said.endswith(".") and "\n" not in said and "Traceback" not in said, said


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"spectra": [[NaN]]}', b"null", b'"x"',
                                  b'{"spectra": [[1e999]]}', b"\x00" * 50])
def test_what_is_not_json_is_one_sentence(fitted, body):
    reply = Answers(fitted, LIMITS).answer("POST", "/predict", "application/json", body)
    assert reply.status in (400, 422) and json.loads(reply.body)["error"].endswith(".")


def test_500_mutilated_calls_and_files(fitted):
    """Bytes of good calls changed, cut and swapped: answered, or refused in one sentence."""
    made = Answers(fitted, LIMITS)
    whole = json.dumps({**GOOD, "spectra": np.round(spectra(), 4).tolist()}).encode()
    file = text_of(spectra(), list("abc")).encode()
    rng = np.random.default_rng(0)
    statuses = set()
    for k in range(500):
        content = bytearray(whole if k % 5 else file)
        for place in rng.integers(0, len(content), 3):
            content[place] = rng.integers(0, 256)
        if k % 3 == 0:
            del content[int(rng.integers(len(content))):]
        reply = (made.answer("POST", "/predict", "application/json", bytes(content)) if k % 5 else
                 made.answer("POST", "/predict-file?instrument=B&name=x.csv", "", bytes(content)))
        statuses.add(reply.status)
        json.loads(reply.body)
    assert statuses == {200, 400, 422}


@pytest.mark.parametrize("name", ["../../etc/passwd", "a\nb", "", ".", "..", "x" * 300, "%00", "C:\\x\\y.csv", "ü.csv",
                                  "a/b/c.csv"])
def test_names_of_files_lead_nowhere(fitted, tmp_path, monkeypatch, name):
    from urllib.parse import urlencode

    seen = []
    real = answers.read_dataset
    monkeypatch.setattr(answers, "read_dataset", lambda path: seen.append(path) or real(path))
    reply = Answers(fitted, LIMITS).answer("POST", "/predict-file?" + urlencode({"instrument": "B", "name": name}), "",
                                           text_of(spectra(), list("abc")).encode())
    assert reply.status in (200, 400)
    assert all(p.parent.name.startswith("spectralign-serve-") and not p.exists() for p in seen)


def test_limits_of_size_kind_method_and_path(server):
    big = b"x" * (LIMITS.bytes + 1)
    assert call(server, "/predict", big)[0] == 413
    assert call(server, "/predict", b"{}", "text/plain")[0] == 415
    assert call(server, "/predict")[0] == 405 and call(server, "/model", b"x")[0] == 405
    assert call(server, "/nothing")[0] == 404 and call(server, "/../../etc/passwd")[0] == 404


def test_pages_of_other_sites_and_other_names_are_refused(server):
    assert call(server, "/health", Origin="http://evil.example")[0] == 403
    assert call(server, "/health", Host="evil.example")[0] == 403
    assert call(server, "/health", Origin=server.address)[0] == 200


def test_a_body_that_never_comes_and_too_many_calls(server):
    port = server.server_address[1]
    waiting = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(LIMITS.threads)]
    for s in waiting:
        s.sendall(b"POST /predict HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
    while server._free._value:  # until both have their thread
        pass
    assert call(server, "/health")[0] == 503
    said = [s.recv(4000) for s in waiting]
    assert all(b" 408 " in text.splitlines()[0] for text in said)
    for s in waiting:
        s.close()
    while server._free._value < LIMITS.threads:
        pass
    assert call(server, "/health")[0] == 200


def test_a_letter_at_a_time_does_not_keep_a_thread(fitted):
    with ModelServer(fitted, port=0, limits=Limits(seconds=0.2, threads=1)) as made:
        thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        sent = 0
        try:
            with socket.create_connection(("127.0.0.1", made.server_address[1]), timeout=20) as s:
                s.settimeout(0.05)
                while sent < 400:
                    try:
                        s.sendall(b"G")
                        sent += 1
                        if not s.recv(1):
                            break
                    except TimeoutError:
                        continue
                    except OSError:
                        break
            assert sent < 60
        finally:
            made.shutdown()
            thread.join(10)


def test_no_length_and_a_body_cut_short(server):
    port = server.server_address[1]
    for head, status in ((b"", b"411"), (b"Content-Length: -5\r\n", b"411"), (b"Content-Length: 10\r\n", b"400")):
        with socket.create_connection(("127.0.0.1", port), timeout=20) as s:
            s.sendall(b"POST /predict HTTP/1.0\r\nContent-Type: application/json\r\n" + head + b"\r\n{}")
            s.shutdown(socket.SHUT_WR)
            assert status in s.recv(4000).splitlines()[0]


def test_work_that_takes_too_long_is_stopped(fitted, monkeypatch):
    from spectralign_gui.core.monitor import checkpoint

    def endless(self, dataset, instrument):
        while True:
            checkpoint()

    monkeypatch.setattr(type(fitted), "predict", endless)
    reply = Answers(fitted, Limits(seconds=0.05)).answer("POST", "/predict", "application/json",
                                                         json.dumps(GOOD).encode())
    assert reply.status == 503 and "longer than" in json.loads(reply.body)["error"]


def test_a_defect_is_told_and_the_next_call_answered(server, monkeypatch):
    def broken(*words):
        raise ZeroDivisionError

    with monkeypatch.context() as m:
        m.setattr(Answers, "answer", broken)
        assert call(server, "/health")[0] == 500
    assert call(server, "/health")[0] == 200


def test_tokens_ports_and_hosts(fitted, model, tmp_path, capsys):
    from spectralign_gui.cli import main

    with pytest.raises(ParameterError, match="token"):
        ModelServer(fitted, "0.0.0.0", 0)
    with ModelServer(fitted, port=0, limits=LIMITS, token="0123456789abcdef") as made:
        with pytest.raises(FileError, match="cannot listen"):
            ModelServer(fitted, "192.0.2.7", 0, token="x" * 16)
        thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            assert call(made, "/model")[0] == 401 and call(made, "/health")[0] == 200
            assert call(made, "/model", Authorization="Bearer 0123456789abcdex")[0] == 401
            assert call(made, "/model", Authorization="Bearer 0123456789abcdef")[0] == 200
        finally:
            made.shutdown()
            thread.join(10)
    (tmp_path / "short").write_text("abc\n")
    for words, said in ((["--token-file", str(tmp_path / "short")], "16 characters"), (["--port", "-1"], "--port"),
                        (["--port", "99999"], "cannot listen"), (["--max-mb", "0"], "--max-mb"),
                        (["--host", "0.0.0.0"], "token")):
        assert main(["serve", str(model), *words]) == 2
        assert said in capsys.readouterr().err
