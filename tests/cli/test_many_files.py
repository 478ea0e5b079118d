"""Many files as one instrument, by a folder or a pattern, with their repeats averaged, for every command that reads."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from spectralign_gui.io.read import read_dataset
from tests.cli.conftest import write_spectra

FORMS = {"folder": "b", "pattern": "b/*.csv", "question mark": "b/S??_?.csv", "deep folder": "deep",
         "deep pattern": "deep/**/*.csv"}
PAIR = ("--match-names", "--average-repeats")


@pytest.fixture
def repeated(files):
    """B in a file per spectrum, three of every sample (S08_1 …), in one folder and in a folder per sample."""
    b, folder = read_dataset(files["B"]), files["folder"]
    rng = np.random.default_rng(1)
    for name, row in zip(b.sample_names, b.spectra, strict=True):
        for k in (1, 2, 3):
            noisy = (row + rng.normal(0, 0.001, row.shape))[None]
            for place in (folder / "b", folder / "deep" / name):
                place.mkdir(parents=True, exist_ok=True)
                write_spectra(place / f"{name}_{k}.csv", [f"{name}_{k}"], b.axis.values, noisy)
    return files


def _b(files, form: str) -> str:
    return f"B={files['folder']}/{FORMS[form]}"


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_one_instrument(call, repeated, form, tmp_path):
    code, out, errors = call("info", _b(repeated, form), "--json")
    assert code == 0, errors
    (entry,) = json.loads(out)["files"]
    assert len(entry["spectra"]) == 60 and len(entry["files"]) == 60 and entry["spectra"][0]["name"] == "S08_1"
    assert "60 files of" in errors and "60 spectra" in errors and errors.count("\n") == 1
    code, _, errors = call("align", repeated["A"], _b(repeated, form), *PAIR, "--output", tmp_path / "o.h5")
    assert code == 0 and "60 spectra averaged to 20 samples" in errors, errors


def test_every_command_takes_it(call, repeated, tmp_path):
    a, b, model = repeated["A"], _b(repeated, "folder"), tmp_path / "m.h5"
    new = b.partition("=")[2]
    calls = [
        ("align", a, b, *PAIR, "--method", "lra", "--targets", repeated["targets"], "--output", model),
        ("evaluate", a, b, *PAIR, "--method", "lra", "--folds", "2", "--repeats", "1"),
        ("suggest", a, b, *PAIR, "--count", "2"),
        ("convert", b, "--average-repeats", "B", "--output", tmp_path / "o.csv"),
        ("predict", model, new, "--instrument", "B", "--average-repeats", "--output", tmp_path / "p.csv"),
        ("transform", model, new, "--instrument", "B", "--average-repeats", "--output", tmp_path / "t.csv")]
    for words in calls:
        code, _, errors = call(*words)
        assert code == 0 and "averaged to 20 samples" in errors and "60 files" in errors, (words[0], errors)
    (made,) = [read_dataset(tmp_path / "o.csv")]
    assert len(made) == 20 and made.sample_names[0] == "S08"
    rows = [line for line in (tmp_path / "p.csv").read_text("utf-8-sig").splitlines() if line.startswith("S")]
    assert len([r for r in rows if not r.startswith("Sample")]) == 20 and "_1" not in rows[-1]


def test_names_that_count_repeats_name_the_option(call, repeated, tmp_path):
    for words in (("align", "--output", tmp_path / "o.h5"), ("evaluate",), ("suggest", "--count", "1")):
        code, _, errors = call(words[0], repeated["A"], _b(repeated, "folder"), "--match-names", *words[1:])
        assert code == 2 and "--average-repeats" in errors and "--match-rows" not in errors, errors
        assert "names of B" in errors and "16 samples would match" in errors


def test_a_named_instrument_is_averaged_alone(call, repeated, tmp_path):
    words = ("align", repeated["A"], _b(repeated, "folder"), "--match-names", "--output", tmp_path / "o.h5")
    code, _, errors = call(*words, "--average-repeats", "B")
    assert code == 0 and "averaged to 20" in errors
    code, _, errors = call(*words, "--average-repeats", "A")
    assert code == 2 and "A: no repeats" in errors and "--average-repeats" in errors.splitlines()[-1]
    code, _, errors = call(*words, "--average-repeats", "C")
    assert code == 2 and "'C'" in errors.splitlines()[-1]


def test_one_bad_spectrum_of_a_sample_can_be_left_out(call, repeated, tmp_path):
    words = ("align", repeated["A"], _b(repeated, "folder"), *PAIR, "--output", tmp_path / "o.h5", "--report")
    for row in ("1", "60"):
        assert call(*words, tmp_path / "r.json", "--exclude", f"B:#{row}")[0] == 0
        report = json.loads((tmp_path / "r.json").read_text())
        assert [d["spectra"] for d in report["instruments"]] == [24, 20] and report["pairs"] == 16


def test_what_is_no_instrument_is_refused_or_told(call, repeated, tmp_path):
    folder: Path = repeated["folder"] / "b"
    (folder / "notes.txt").write_text("measured on a Monday\n")
    code, _, errors = call("info", folder)
    assert code == 0 and "1 file left out: notes.txt" in errors, errors
    write_spectra(folder / "T00_1.csv", ["T00_1"], np.arange(1600.0, 1700.0, 5), np.ones((1, 20)))
    code, _, errors = call("align", repeated["A"], f"B={folder}", "--match-rows", "--output", tmp_path / "o.h5")
    assert code == 2 and "not of one instrument" in errors, errors
    (tmp_path / "empty").mkdir()
    for word in (tmp_path / "empty", tmp_path / "no*.csv"):
        code, _, errors = call("info", word)
        assert code == 2 and "no files are there" in errors and errors.count("\n") == 1, errors


def test_files_that_name_all_samples_alike_are_named_by_the_file(call, files):
    folder = files["folder"] / "alike"
    folder.mkdir()
    b = read_dataset(files["B"])
    for k in range(4):
        write_spectra(folder / f"day{k}.csv", ["sample"], b.axis.values, b.spectra[k:k + 1])
    code, out, _ = call("info", folder, "--json")
    assert code == 0 and [s["name"] for s in json.loads(out)["files"][0]["spectra"]] == [f"day{k}" for k in range(4)]
