"""--threads of every command that calculates; what was used is on file."""

from __future__ import annotations

import json

import h5py
import pytest
from threadpoolctl import threadpool_info

from spectralign_gui.cli import build_parser, main
from spectralign_gui.core import threads
from spectralign_gui.session.run import execution as session_run


def blas() -> set[int]:
    return {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"}


def test_every_command_that_calculates_has_it():
    parser = build_parser()
    commands = next(a for a in parser._actions if hasattr(a, "choices") and a.choices).choices
    for name in ("align", "evaluate", "suggest", "transform", "predict", "run"):
        assert "--threads" in commands[name].format_help(), name


def test_align_uses_the_number_and_states_it(call, files, monkeypatch):
    before, seen = blas(), []
    prepare = session_run.prepare
    monkeypatch.setattr(session_run, "prepare", lambda *a, **k: (seen.append(blas()), prepare(*a, **k))[1])
    out, report = files["folder"] / "out.h5", files["folder"] / "r.json"
    words = ["align", files["A"], files["B"], "--pairs", files["pairs"], "--output", out, "--report", report]
    assert call(*words, "--threads", "2")[0] == 0
    # another library of the process may have brought a BLAS of its own that only knows one thread
    assert len(seen) == 1 and max(seen[0]) == 2
    assert json.loads(report.read_text())["threads"] == 2
    with h5py.File(out) as file:
        assert "threads" in str(list(file["provenance"].attrs) + list(file["provenance"]))
    assert threads.chosen_threads() is None and blas() == before  # nothing stays behind in the process
    assert call(*words)[0] == 0
    assert json.loads(report.read_text())["threads"] == 1  # automatic: small data


def test_evaluate_states_it(call, files):
    report = files["folder"] / "r.json"
    code, _, error = call("evaluate", files["A"], files["B"], "--pairs", files["pairs"], "--method", "lra", "--repeats",
                          "1", "--folds", "2", "--threads", "2", "--report", report)
    assert code == 0, error
    assert json.loads(report.read_text())["threads"] == 2


@pytest.mark.parametrize("count", ["0", "-3", "two", "1.5"])
def test_nonsense_is_refused(call, files, count):
    code, _, error = call("suggest", files["A"], "--count", "3", "--threads", count)
    assert code == 2 and "--threads" in error


def test_sweeps_keep_to_one_thread_unless_asked(monkeypatch):
    assert threads.threads_inside_sweeps() == 1
    monkeypatch.setattr(threads, "_chosen", 3)
    assert threads.threads_inside_sweeps() == 3 and threads.threads_for([(10, 10)]) == 3
    assert main(["methods", "--json"]) == 0
