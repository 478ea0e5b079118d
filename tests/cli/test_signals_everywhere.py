"""SIGINT and SIGTERM at every stage of every command: one sentence, the usual exit code, no half-written file."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from spectralign_gui.cli import main

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and children are POSIX")
PLACES = (0.02, 0.25, 0.5, 0.75, 0.97)
"""Where in a call, by the number of functions called."""
CODES = {signal.SIGINT: 130, signal.SIGTERM: 143}


def calls(files) -> dict[str, list[str]]:
    """A call of every command that computes or writes; files are named from within their folder."""
    pair = ["A.csv", "B.csv", "--match-names"]
    return {
        "info": ["info", "A.csv", "B.csv"], "methods": ["methods"],
        "convert": ["convert", "A.csv", "--output", "o.csv"],
        "convert xlsx": ["convert", "A.csv", "--output", "o.xlsx"],
        "align": ["align", *pair, "--set", "rank=3", "--output", "o.h5", "--report", "o.html"],
        "evaluate": ["evaluate", *pair, "--targets", "targets.csv", "--method", "ds", "--preprocess", "resample",
                     "--repeats", "1", "--standards", "5", "--report", "r.json", "--table", "t.xlsx"],
        "suggest": ["suggest", "A.csv", "--count", "3"],
        "predict": ["predict", "model.h5", "B.csv", "--instrument", "B", "--output", "p.csv"],
        "transform": ["transform", "model.h5", "B.csv", "--instrument", "B", "--to", "A", "--output",
                      "x.csv"]}


def child(folder: Path, words: list[str], at: int, number: int) -> tuple[int, str, int]:
    """Exit code, standard error and number of functions called of a call that gets a signal in one of them."""
    reading, writing = os.pipe()
    counts, counted = os.pipe()
    process = os.fork()
    if process == 0:
        code, seen = 99, 0

        def profile(frame, event, argument) -> None:
            nonlocal seen
            if event == "call":
                seen += 1
                if seen == at:
                    os.kill(os.getpid(), number)

        try:
            os.chdir(folder)
            os.close(reading)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os.dup2(writing, 2)
            sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", closefd=False)  # noqa: SIM115
            signal.signal(signal.SIGINT, signal.default_int_handler)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            sys.setprofile(profile)
            code = main(words)
            sys.setprofile(None)
            sys.stderr.flush()
            os.write(counted, str(seen).encode())
        finally:
            os._exit(code)
    os.close(writing)
    os.close(counted)
    with open(reading, encoding="utf-8") as said, open(counts, encoding="ascii") as number_of:
        text, seen = said.read(), number_of.read()
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), text, int(seen or 0)


@pytest.fixture
def folder(files):
    """The files and a saved model."""
    assert main(["align", str(files["A"]), str(files["B"]), "--match-names", "--targets", str(files["targets"]),
                 "--method", "ds", "--preprocess", "resample", "--output", str(files["folder"] / "model.h5")]) == 0
    return files["folder"]


@pytest.mark.parametrize("name", list(calls({})))
def test_a_signal_at_any_stage(folder, name):
    words = calls({})[name]
    before = sorted(os.listdir(folder))
    code, said, total = child(folder, words, -1, signal.SIGTERM)
    assert code == 0 and total > 50, said
    for written in set(os.listdir(folder)) - set(before):
        (folder / written).unlink()
    for k, place in enumerate(PLACES):
        number = (signal.SIGINT, signal.SIGTERM)[k % 2]
        code, said, _ = child(folder, words, max(int(place * total), 1), number)
        left = set(os.listdir(folder)) - set(before)
        lines = [line for line in said.splitlines() if "warning" not in line.casefold()]
        if code == 0:  # it came after the last thing to do
            assert lines == []
        else:
            assert code == CODES[number] and len(lines) == 1 and lines[0].startswith("spectralign: "), (place, said)
        assert not [f for f in left if f.startswith(".")], "half a file is left"
        for written in left:
            assert (folder / written).stat().st_size > 0
            (folder / written).unlink()
