"""The Predict dock and ``spectralign predict`` give the same table for the same model and file."""

from __future__ import annotations

import csv

import numpy as np
import pytest
from openpyxl import load_workbook

from spectralign_gui.cli import main
from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.io.model_file import save_result
from spectralign_gui.io.read import read_dataset
from spectralign_gui.io.writers import write
from spectralign_gui.preprocessing.parse import parse_preprocessing
from spectralign_gui.presenters.moods import WORDS
from spectralign_gui.session.export.saving import spectra_to_save
from spectralign_gui.session.export.tables import transferred_table
from spectralign_gui.session.run import execute
from spectralign_gui.session.run.left_out_intervals import with_left_out_intervals
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.predict import dock as dock_module
from tests.ui import test_predict_dock

dock = test_predict_dock.dock

NAMES = ("Fat, raw (%)", "Größe \"x\"", "fat")


def mixtures(seed: int, n: int, gain: float) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    latent = rng.normal(size=(n, 3))
    axis = np.linspace(1000, 1100, 40)
    basis = np.array([np.exp(-(((axis - c) / 12) ** 2)) for c in (1020, 1050, 1080)])
    return 1 + gain * latent @ basis + rng.normal(0, 0.01, (n, 40)), latent


@pytest.fixture
def state():
    values = np.column_stack([10 + mixtures(1, 40, 1.0)[1][:, 0], 40 + mixtures(1, 40, 1.0)[1][:, 1],
                              5 + mixtures(1, 40, 1.0)[1][:, 2]])
    censored = values < np.array([9.0, -1, -1])
    values[[3, 7], 1] = np.nan
    axis = Axis(np.linspace(1000, 1100, 40), "nm")
    names = tuple(f"S{i}" for i in range(40))
    sets = [SpectralDataset(name, mixtures(1, 40, gain)[0], axis, names, "absorbance")
            for name, gain in (("A", 1.0), ("B", 0.8))]
    sets[0] = sets[0].with_(targets=Targets(NAMES, values, ("%", "mm", ""), censored))
    return SessionState(tuple(sets), hold_out_share(match_by_name(sets).standards, 0.5, 2),
                        preprocessing=parse_preprocessing(["derivative:window=5"], ["A", "B"]))


@pytest.fixture
def new_file(tmp_path):
    """Ordinary spectra, one without a name, one far away, one with a spike, one with an awkward name."""
    X = mixtures(9, 8, 0.8)[0]
    X[5] = 1 + 6 * (X[5] - 1)
    X[6, 20] += 0.4
    names = ["N0", "", "N2", "Ünit; \"4\"", "N0", "far", "spike", " N7 "]
    path = tmp_path / "new.csv"
    with open(path, "w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(["sample", *(f"{v:.4f} nm" for v in np.linspace(1000, 1100, 40))])
        writer.writerows([name, *map(repr, row)] for name, row in zip(names, X.tolist(), strict=True))
    return path


def csv_table(path):
    with open(path, newline="", encoding="utf-8") as stream:
        header, *rows = csv.reader(stream)
    return header, [[cell or None for cell in row] for row in rows]


def xlsx_table(path):
    header, *rows = load_workbook(path)["Predictions"].iter_rows(values_only=True)
    return list(header), [list(row) for row in rows]


def without_run(header, rows, method):
    """What the window saves says besides which run predicted, and the verdict on it."""
    assert header[-2:] == ["Predicted by", "Verdict"] and {row[-2] for row in rows} == {f"Run 1, {method}"}
    assert {row[-1] for row in rows} <= set(WORDS.values()) and len({row[-1] for row in rows}) == 1
    return header[:-2], [row[:-2] for row in rows]


def assert_equal_tables(found, wanted):
    assert found[0] == wanted[0] and len(found[1]) == len(wanted[1])
    for row, other in zip(found[1], wanted[1], strict=True):
        assert (row[0], row[-1] or None) == (other[0], other[-1] or None), "name and flags"
        np.testing.assert_allclose([float(v) for v in row[1:-1]], [float(v) for v in other[1:-1]], rtol=1e-12)


@pytest.mark.parametrize(("method", "settings", "left_out"), [
    ("bias", {}, False), ("pds", {}, True), ("epo", {"closure": 70.0}, False), ("msc", {}, False),
    ("lra/spectra", {}, False), ("pls-joint", {}, True), ("auto", {"max_components": 3, "most_models": 6}, False)])
def test_the_same_table(qtbot, dock, model, state, new_file, tmp_path, monkeypatch, capsys, method, settings, left_out):
    run = execute(state.with_(method=method, parameters={method: settings}))
    if left_out:
        run = with_left_out_intervals(run)
    save_result(run, tmp_path / "model.h5")
    model.reset(run.state)
    model.add_run(run)
    dock.predict_files([new_file])
    qtbot.waitUntil(lambda: dock.values.rowCount() == 8, timeout=30_000)
    tables, told = {}, dock.says.text()
    for ending, read in (("csv", csv_table), ("xlsx", xlsx_table)):
        target = tmp_path / f"window.{ending}"
        monkeypatch.setattr(dock_module, "ask_target", lambda *_, target=target: (target, ""))
        dock.save.trigger()
        qtbot.waitUntil(lambda target=target: dock.says.text().startswith(f"Saved to {target}. "), timeout=30_000)
        assert dock.says.text() == f"Saved to {target}. {told}", "what the values rest on stays in sight"
        assert main(["predict", str(tmp_path / "model.h5"), str(new_file), "--instrument", "B", "--output",
                     str(tmp_path / f"command.{ending}")]) == 0
        tables[ending] = without_run(*read(target), model.runs[0].method.title)
        assert_equal_tables(read(tmp_path / f"command.{ending}"), tables[ending])
    assert_equal_tables(tables["xlsx"], tables["csv"])
    said = capsys.readouterr()
    shown = dock.values.predictions
    assert shown.unlike >= 2 and said.err.count(f"{shown.unlike} of the spectra are unlike") == 2
    assert shown.intervals_from and f"intervals from {shown.intervals_from}" in said.out
    header, rows = tables["csv"]
    assert all(title.startswith(n) for title, n in zip(header[1:4], NAMES, strict=True))
    assert len(header) == 1 + 3 + 2 * 3 + 1
    assert [row[0] for row in rows] == ["N0", "#2", "N2", "Ünit; \"4\"", "N0", "far", "spike", "N7"]
    assert "T²" in rows[5][-1] and "Q" in rows[6][-1]
    # what the window shows is what it saves
    copied = dock.values.copy_table(range(8))
    assert_equal_tables(without_run(*copied, model.runs[0].method.title), tables["csv"])


@pytest.mark.parametrize("method", ["ds", "lra", "sst"])
def test_the_same_spectra_on_the_reference(state, tmp_path, method):
    """What the window exports, and ``transform --to`` writes."""
    run = execute(state.with_(method=method))
    save_result(run, tmp_path / "model.h5")
    write(state.datasets[1], tmp_path / "b.csv")
    wanted = spectra_to_save(run.state, ("B",), "reference", run)[0]
    for ending in ("h5", "csv"):
        assert main(["transform", str(tmp_path / "model.h5"), str(tmp_path / "b.csv"), "--instrument", "B", "--to", "A",
                     "--output", str(tmp_path / f"moved.{ending}")]) == 0
        found = read_dataset(tmp_path / f"moved.{ending}")
        np.testing.assert_allclose(found.spectra, wanted.spectra, rtol=1e-12)
        np.testing.assert_allclose(found.axis.values, wanted.axis.values, rtol=1e-9)
        assert found.sample_names == wanted.sample_names
        if ending == "h5":  # a plain table says nothing but numbers
            assert found.axis.same_as(wanted.axis) and found.quantity == wanted.quantity
            assert found.metadata["preprocessed"] == wanted.metadata["preprocessed"]
    _, rows = transferred_table(run, 1)
    np.testing.assert_array_equal(np.array([row[-40:] for row in rows], dtype=float), wanted.spectra)
