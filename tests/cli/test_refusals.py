"""Bad calls and bad input: exit code 2, one line on standard error that names what is wrong, no traceback."""

from __future__ import annotations

import subprocess
import sys

import pytest

from spectralign_gui import cli
from spectralign_gui.commands import methods as methods_command


def refused(result: tuple[int, str, str], *words: str) -> None:
    code, _, errors = result
    assert code == 2, errors
    lines = [line for line in errors.splitlines() if "warning:" not in line]
    assert len(lines) == 1 and "Traceback" not in errors
    for word in words:
        assert word in lines[0]


def test_files_that_are_not_there(call, files, tmp_path):
    refused(
        call("align", files["A"], tmp_path / "none.csv", "--match-names", "--output", tmp_path / "o.h5"), "none.csv"
    )
    refused(call("info", tmp_path / "none.csv"), "none.csv")
    refused(
        call("transform", tmp_path / "no.h5", files["A"], "--instrument", "A", "--output", tmp_path / "t.h5"), "no.h5"
    )


def test_pairs(call, files, tmp_path):
    base = ("align", files["A"], files["B"], "--output", tmp_path / "o.h5")
    refused(call(*base), "Mark the standards")
    bad = tmp_path / "bad.csv"
    bad.write_text("A,B\nS09,S09\nnobody,S10\n")
    refused(call(*base, "--pairs", bad), "bad.csv", "nobody")
    bad.write_text("X,Y\nS09,S09\n")
    refused(call(*base, "--pairs", bad), "'X'")
    bad.write_text("A,B\n")
    refused(call(*base, "--pairs", bad), "bad.csv")


def test_methods_and_parameters(call, files, tmp_path):
    base = ("align", files["A"], files["B"], "--match-names", "--output", tmp_path / "o.h5")
    refused(call(*base, "--method", "magic"), "magic", "lra")
    refused(call(*base, "--set", "nope=1"), "nope", "mu")
    refused(call(*base, "--set", "mu=1"), "mu")
    refused(call(*base, "--set", "mu=many"), "mu", "many")
    refused(call(*base, "--set", "n_components=4000"), "n_components")
    refused(call(*base, "--set", "rank=3", "--set", "penalty=1"), "penalty", "rank")
    refused(call(*base, "--preprocess", "polish"), "polish")
    refused(call(*base, "--hold-out", "1.5"), "hold-out")
    refused(call(*base, "--exclude", "A:#99"), "#99")


def test_what_is_not_spectra(call, files, tmp_path):
    for name, content in {
        "empty.csv": b"",
        "text.csv": b"dear all\nno numbers here\n",
        "one.csv": b"1\n2\n3\n",
        "image.csv": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4,
    }.items():
        path = tmp_path / name
        path.write_bytes(content)
        refused(call("align", files["A"], path, "--match-names", "--output", tmp_path / "o.h5"), name)
        assert not (tmp_path / "o.h5").exists()


def test_the_output_never_replaces_an_input(call, files):
    before = files["A"].read_bytes()
    refused(call("align", files["A"], files["B"], "--match-names", "--output", files["A"]), "A.csv")
    assert files["A"].read_bytes() == before


def test_unwritable_output(call, files, tmp_path):
    refused(
        call("align", files["A"], files["B"], "--match-names", "--output", tmp_path / "nowhere" / "o.h5"), "nowhere"
    )


def test_models_refuse_what_they_are_not_for(call, files, tmp_path):
    out = tmp_path / "o.h5"
    assert call("align", files["A"], files["B"], "--match-names", "--output", out)[0] == 0
    refused(call("transform", out, files["A"], "--instrument", "C", "--output", tmp_path / "t.h5"), "'C'", "A, B")
    refused(call("transform", out, files["A"], "--instrument", "B", "--output", tmp_path / "t.h5"), "50 channels", "30")
    refused(call("transform", out, files["B"], "--instrument", "B", "--output", tmp_path / "t.txt"), ".h5 or .csv")
    refused(call("transform", files["A"], files["B"], "--instrument", "B", "--output", tmp_path / "t.h5"), "A.csv")
    refused(call("predict", out, files["B"], "--instrument", "B", "--output", tmp_path / "p.csv"), "align again",
            "--targets")


def test_wrong_words(call):
    for words in (["frobnicate"], ["align"], ["info"], ["align", "--bogus"]):
        code, _, errors = call(*words)
        assert code == 2 and errors.strip().count("\n") == 0


def test_a_defect_is_exit_code_1(call, monkeypatch):
    def broken(arguments):
        raise ZeroDivisionError("a defect")

    monkeypatch.setattr(methods_command, "run", broken)
    code, _, errors = call("methods")
    assert code == 1 and "Traceback" in errors and "defect of the program" in errors


def test_without_a_screen_the_window_is_refused(call, monkeypatch):
    monkeypatch.setattr(cli, "has_screen", lambda: False)
    refused(call(), "no screen")


@pytest.mark.parametrize("words", [["--version"], ["methods"], ["--help"]])
def test_as_a_module(words):
    done = subprocess.run(
        [sys.executable, "-m", "spectralign_gui", *words], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0 and not done.stderr and done.stdout


def test_no_input_is_replaced_by_any_output(call, files, tmp_path):
    base = ("align", files["A"], "B=" + str(files["B"]), "--pairs", files["pairs"], "--targets", files["targets"])
    output = tmp_path / "o.h5"
    before = {name: files[name].read_bytes() for name in ("A", "B", "pairs", "targets")}
    for name in before:
        refused(call(*base, "--output", files[name]), "input file")
        refused(call(*base, "--output", output, "--report", files[name]), "input file")
        refused(call("evaluate", *base[1:], "--report", files[name]), "input file")
    twin = tmp_path / "twin.csv"
    twin.hardlink_to(files["A"])
    refused(call(*base, "--output", output, "--report", twin), "input file")
    assert {name: files[name].read_bytes() for name in before} == before


def test_two_results_need_two_files(call, files, tmp_path):
    base = ("align", files["A"], files["B"], "--pairs", files["pairs"], "--output", tmp_path / "o.h5")
    refused(call(*base, "--report", tmp_path / "." / "o.h5"), "two results")
    refused(call(*base, "--report", tmp_path / "nowhere" / "r.json"), "folder does not exist")
    refused(call(*base[:-1], ""), "no name")
    assert not (tmp_path / "o.h5").exists(), "said before the work, not after"


def test_no_project_is_replaced_by_its_result(call, tmp_path):
    project = tmp_path / "p.specalign"
    project.write_bytes(b"whatever it is")
    refused(call("run", project, "--output", project), "input file")


def test_the_ending_says_what_is_written(call, files, tmp_path):
    base = ("align", files["A"], files["B"], "--match-names")
    refused(call(*base, "--output", tmp_path / "o.xyz"), "o.xyz", ".h5 or .hdf5")
    refused(call("convert", files["A"], "--output", tmp_path / "o.xyz"), ".h5", ".csv", ".jdx")
    model = tmp_path / "o.h5"
    assert call(*base, "--output", model)[0] == 0
    common = (model, files["A"], "--instrument", "A", "--output")
    refused(call("transform", *common, tmp_path / "t.xyz"), ".h5 or .csv")
    refused(call("predict", *common, tmp_path / "p.h5"), "p.h5", ".csv")
    assert [p.name for p in tmp_path.iterdir() if p.suffix in (".xyz",)] == []


def test_contradictory_reference_values_are_told(call, files, tmp_path):
    table = tmp_path / "t.csv"
    lines = files["targets"].read_text().splitlines()
    first = lines[1].split(",")
    table.write_text("\n".join([*lines, ",".join([first[0], *["99"] * (len(first) - 1)])]) + "\n")
    code, _, errors = call("align", files["A"], files["B"], "--match-names", "--targets", table, "--output",
                           tmp_path / "o.h5")
    assert code == 0 and "1 sample is listed more than once with different values" in errors and first[0] in errors
