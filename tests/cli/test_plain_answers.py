"""What the command line says: standards and not pairs, tables of values, names of lines, verdicts, limits."""

from __future__ import annotations

import csv
from itertools import product

import numpy as np
import openpyxl
import pytest

from spectralign_gui.commands._comparison import _legend
from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.core.naming import spectrum_names
from spectralign_gui.core.notes import Note
from spectralign_gui.presenters.quality import wilson
from spectralign_gui.presenters.short_circuits import verdict
from spectralign_gui.session.run.marked_spectra import standards_in_words
from spectralign_gui.session.short_circuits.analysis import Analysis
from spectralign_gui.session.state.reference_values import has_values, without_settings
from tests.cli.conftest import write_spectra


@pytest.mark.parametrize(("standards", "on_a", "on_b"), list(product((1, 5, 25), (1, 2, 3), (1, 2, 3))))
def test_repeats_are_not_counted_as_standards(standards, on_a, on_b):
    """27 sets of pairs: every spectrum of a standard on A with every one on B."""
    pairs = np.array([(0, k * on_a + i, 1, k * on_b + j) for k in range(standards) for i in range(on_a)
                      for j in range(on_b)])
    said = standards_in_words(pairs, ["A", "B"])
    many = f"{standards} standard{'s' if standards > 1 else ''}"
    if on_a == on_b == 1:
        assert said == many
    elif on_a == on_b:
        assert said == f"{many} ({standards * on_a} spectra on each instrument)"
    else:
        assert said == f"{many} ({standards * on_a} spectra on A, {standards * on_b} spectra on B)"
    assert standards_in_words(pairs[:0], ["A", "B"]) == "0 standards"


def test_align_says_standards(call, files, tmp_path):
    code, printed, errors = call("align", files["A"], files["B"], "--pairs", files["pairs"], "--method", "lra",
                                 "--hold-out", "0.25", "--output", tmp_path / "m.h5")
    assert code == 0, errors
    assert "12 standards" in printed and "(4 standards withheld from the fit)" in printed and " pairs" not in printed


def test_spectra_of_one_sample_are_told_apart():
    assert spectrum_names(("S1", "S1", " S1", "S2", "")) == [
        "S1 (spectrum 1 of 3)", "S1 (spectrum 2 of 3)", "S1 (spectrum 3 of 3)", "S2", "row 5"]


@pytest.mark.parametrize(("head", "unit", "remark", "censored", "gaps", "ending"), [
    way for way in product((0, 1), (0, 1), (0, 1), (0, 1), (0, 1), ("xlsx", "csv"))
    if not (way[0] and (way[3] or way[4]))])  # a title above gaps is not read without the names of the samples
def test_a_table_of_values_is_called_so(call, tmp_path, head, unit, remark, censored, gaps, ending):
    """40 tables; none is refused as a file without spectra."""
    rows = [["Results of 2026"], []] if head else []
    rows.append(["Sample", "Fat", *(["Remark"] if remark else [])])
    rows += [["", "%"]] if unit else []
    rows += [[f"S{i}", "<0.5" if censored and i == 3 else "" if gaps and i not in (1, 3, 5) else 3 + i * 0.37,
              *(["fine"] if remark else [])] for i in range(9)]
    path = tmp_path / f"values.{ending}"
    if ending == "csv":
        with path.open("w", newline="") as file:
            csv.writer(file).writerows(rows)
    else:
        book = openpyxl.Workbook()
        for row in rows:
            book.active.append([cell if cell != "" else None for cell in row])
        book.save(path)
    code, _, errors = call("info", path)
    assert code == 2 and "it looks like reference values" in errors and "--targets" in errors


@pytest.mark.parametrize("word", ["--pairs", "--already"])
def test_marked_standards_have_one_word(call, files, word):
    code, out, errors = call("suggest", files["A"], files["B"], "--count", "12", word, files["pairs"])
    assert code == 0 and out.count(", score ") == 12, errors


def test_every_line_of_a_comparison_has_key_and_name():
    found = dict(_legend(["auto", "auto-marked", "ds", "lra", "lra/spectra", "none"]))
    assert found["auto-marked"].endswith("(Automatic transfer, standards only)")
    assert found["auto"] == "Automatic transfer" and found["ds"].startswith("Direct standardi")
    assert "its own prediction" in found["lra"] and set(found) == {"auto", "auto-marked", "ds", "lra", "lra/spectra",
                                                                   "none"}


@pytest.mark.parametrize(("share", "usual", "clustered"), list(product((0.0, 0.05, 0.2, 0.6), (0.0, 0.05, 0.2, 0.6),
                                                                       (True, False))))
def test_short_circuits_have_a_verdict(share, usual, clustered):
    """32 of them."""
    figures = {"edges": 200, "reconstruction": {"edge_share": share}, "neighbours": {"edge_share": usual}}
    a = Analysis(0, np.array(["a", "b"]), clustered, [], [], [], np.array(["a", "b"]), np.ones((2, 2)), figures,
                 np.zeros((2, 2)))
    said = verdict(a)
    assert said.startswith("Short circuits are likely") is (wilson(round(200 * share), 200)[0] > usual)
    assert said.startswith("No sign") is not said.startswith("Short") and ("hint" in said) is clustered


def test_the_command_says_the_verdict(call, files):
    code, printed, errors = call("short-circuits", files["A"], files["B"], "--match-names")
    assert code == 0 and printed.count("hort circuits") == 2, errors


def with_columns(names, by_title):
    note = Note("text.codes_among_values", "info", titles=list(by_title), by_title=list(by_title))
    return SpectralDataset("A", np.ones((4, 3)), Axis(np.arange(3.0), "nm"), tuple("abcd"), targets=Targets(
        tuple(names), np.arange(4.0 * len(names)).reshape(4, -1)), warnings=(note,))


@pytest.mark.parametrize(("known", "beside", "asked"), list(product(
    ((), ("Fat",), ("Fat", "Ash")), ((), ("Temperature",), ("Temperature", "Time")), ((), ("Temperature",)))))
def test_settings_of_the_measurement_are_no_values_unless_named(known, beside, asked):
    """18 data sets."""
    if not known and not beside:
        return
    d = with_columns((*known, *beside), beside)
    made, left = without_settings(d, asked)
    assert left == [t for t in beside if t not in asked]
    kept = [*known, *(t for t in beside if t in asked)]
    assert (made.targets is None and not kept) or list(made.targets.names) == kept
    assert has_values(d) is bool(known)


@pytest.mark.parametrize("title", ["Temperature", "Temperature (°C)", "temp", "Time", "time_s", "Day", "Batch", "Plot"])
def test_evaluate_takes_no_temperature_for_a_value(call, tmp_path, title):
    rng = np.random.default_rng(3)
    latent, axis = rng.normal(size=(30, 3)), np.arange(1100.0, 1300.0, 4)
    basis = np.array([np.exp(-0.5 * ((axis - c) / 20) ** 2) for c in (1140, 1200, 1260)])
    for name, gain in (("A", 1.0), ("B", 0.9)):
        X = 1 + gain * latent @ basis + 0.01 * rng.normal(size=(30, len(axis)))
        path = write_spectra(tmp_path / f"{name}.csv", [f"S{i:02d}" for i in range(30)], axis, X)
        lines = path.read_text().splitlines()
        head = next(k for k, line in enumerate(lines) if line.startswith("Sample"))
        lines[head] = lines[head].replace("Sample", f"Sample,{title}", 1)
        lines[head + 1:] = [line.replace(",", f",{20 + 0.3 * (k % 7):.1f},", 1)
                            for k, line in enumerate(lines[head + 1:])]
        path.write_text("\n".join(lines) + "\n")
    words = ("evaluate", tmp_path / "A.csv", tmp_path / "B.csv", "--match-names", "--method", "lra", "--repeats", "1")
    code, _, errors = call(*words)
    assert code == 0 and f"{title}: not taken as reference values" in errors, errors
    code, _, errors = call(*words, "--value-columns", "2")
    assert code == 0 and "not taken" not in errors, errors
