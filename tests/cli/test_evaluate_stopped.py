"""A comparison that is stopped keeps what it has; one that is killed goes on from its journal with the same figures."""

from __future__ import annotations

import json
import os
import signal
import sys

import pytest

from spectralign_gui.cli import Ended
from spectralign_gui.core.validation import transfer
from spectralign_gui.io.journal import ComparisonJournal
from tests.cli.test_refusals import refused


@pytest.fixture
def words(files):
    def given(*more: object, report: bool = True) -> tuple[object, ...]:
        outputs = ("--report", files["folder"] / "r.json") if report else ()
        return ("evaluate", files["A"], files["B"], "--match-names", "--targets", files["targets"], "--method", "ds",
                "--preprocess", "resample", "--standards", "4,6", "--repeats", "3", *outputs, *more)
    return given


@pytest.fixture
def stops_after(monkeypatch):
    """Have the comparison end after some of its parts, as a signal ends it."""
    def after(parts: int, how: BaseException) -> None:
        real, done = transfer.one_job, []

        def job(*arguments):
            if len(done) == parts:
                raise how
            done.append(True)
            return real(*arguments)

        monkeypatch.setattr(transfer, "one_job", job)
    return after


def figures(path) -> dict:
    def without_times(value):
        if isinstance(value, dict):
            return {k: without_times(v) for k, v in value.items() if k not in ("seconds", "threads")}
        return [without_times(v) for v in value] if isinstance(value, list) else value

    return without_times(json.loads(path.read_text()))


@pytest.mark.parametrize(("how", "code"), [(KeyboardInterrupt(), 130), (Ended(signal.SIGTERM), 143)],
                         ids=["Ctrl-C", "SIGTERM"])
def test_what_was_finished_is_kept_and_gone_on_with(call, files, words, stops_after, monkeypatch, how, code):
    folder, table = files["folder"], files["folder"] / "t.csv"
    with monkeypatch.context():
        stops_after(3, how)
        found, printed, errors = call(*words("--table", table))
    assert found == code and errors.count("\n") == 1 and errors.startswith("spectralign: "), errors
    assert "Stopped before all was done" in printed and "--resume" in printed and "RMSEP of Moisture" in printed
    partial = figures(folder / "r.json")
    assert partial["stopped"] and not partial["complete"] and table.exists()
    assert partial["methods"]["ds"]["properties"]["Moisture"]["4"]["rmsep"]["mean"] > 0
    assert (folder / "r.json.journal").exists()

    monkeypatch.undo()
    computed = []
    real = transfer.one_job
    monkeypatch.setattr(transfer, "one_job", lambda *a: computed.append(1) or real(*a))
    code, printed, errors = call(*words("--table", table, "--resume"))
    assert code == 0 and len(computed) == 3, errors
    resumed = figures(folder / "r.json")
    assert not (folder / "r.json.journal").exists() and resumed["complete"] and "stopped" not in resumed
    assert call(*words())[0] == 0
    assert figures(folder / "r.json") == resumed, "as if it had never been stopped"


@pytest.mark.skipif(os.name != "posix", reason="a child that ends as if it were killed")
def test_a_killed_comparison_goes_on(call, files, words, stops_after, monkeypatch, capsys):
    journal = files["folder"] / "r.json.journal"
    child = os.fork()
    if child == 0:
        from spectralign_gui.cli import main

        real, done = transfer.one_job, []

        def job(*arguments):
            if len(done) == 2:
                with open(journal, "ab") as file:  # the line it was writing
                    file.write(b'{"name": "split 1, 4 stand')
                os.kill(os.getpid(), signal.SIGKILL)
            done.append(True)
            return real(*arguments)

        transfer.one_job = job
        main([str(w) for w in words()])
        os._exit(0)
    assert os.waitpid(child, 0)[1] == signal.SIGKILL
    assert not (files["folder"] / "r.json").exists() and journal.exists()
    computed = []
    real = transfer.one_job
    monkeypatch.setattr(transfer, "one_job", lambda *a: computed.append(1) or real(*a))
    assert call(*words("--resume"))[0] == 0 and len(computed) == 4
    assert not journal.exists() and figures(files["folder"] / "r.json")["complete"]


def test_a_journal_of_another_call_is_refused(call, files, words, stops_after, monkeypatch):
    with monkeypatch.context():
        stops_after(1, KeyboardInterrupt())
        assert call(*words())[0] == 130
    monkeypatch.undo()
    refused(call(*words("--seed", "5", "--resume")), "r.json.journal", "another call")
    refused(call(*words("--resume", "--table", files["folder"] / "t.csv", report=False)), "t.csv.journal", "no journal")
    refused(call(*words("--resume", report=False)), "--resume")
    (files["folder"] / "r.json.journal").write_text("nothing\n")
    refused(call(*words("--resume")), "not a journal of a comparison")


def test_stopped_before_anything_is_finished_leaves_nothing(call, files, words, stops_after):
    before = sorted(p.name for p in files["folder"].iterdir())
    stops_after(0, KeyboardInterrupt())
    code, _, errors = call(*words())
    assert code == 130 and errors == "spectralign: cancelled\n"
    assert sorted(p.name for p in files["folder"].iterdir()) == before


def test_the_table_appears_without_a_report(call, files, words):
    before = sorted(p.name for p in files["folder"].iterdir())
    code, printed, errors = call(*words("--table", files["folder"] / "t.csv", report=False))
    assert code == 0 and "written to" in printed, errors
    assert sorted(p.name for p in files["folder"].iterdir()) == sorted([*before, "t.csv"])
    code, printed, _ = call(*words(report=False))
    assert code == 0 and "RMSEP of Moisture" in printed and "written to" not in printed


def test_the_journal_gives_everything_back_exactly(tmp_path):
    import numpy as np

    part = {"cells": {("ds", 4): {"predicted": np.array([[1.1, np.nan], [-0.0, 1e-300]]), "rows": np.array([3, 1]),
                                  "chosen": {"n": (1, "a"), 2: [None, True]}, "seconds": 0.1},
                      ("none", 4): {"error": "no", "seconds": 0.0}}, "flags": [("T²",), ()]}
    with ComparisonJournal(tmp_path / "j", "key") as journal:
        journal.keep(0, 4, part)
    with ComparisonJournal(tmp_path / "j", "key", resume=True) as journal:
        again = journal.known(0, 4)
        assert journal.known(1, 4) is None
    assert again["flags"] == part["flags"] and again["cells"]["none", 4] == part["cells"]["none", 4]
    one, other = part["cells"]["ds", 4], again["cells"]["ds", 4]
    assert other["predicted"].tobytes() == one["predicted"].tobytes() and other["chosen"] == one["chosen"]
    assert other["rows"].tolist() == [3, 1] and sys.getsizeof(other) > 0
