"""The main job from the command line: align, transform, predict; files and reports as promised."""

from __future__ import annotations

import csv
import json

import h5py
import numpy as np
import pytest


@pytest.fixture
def aligned(call, files):
    out, report = files["folder"] / "out.h5", files["folder"] / "report.json"
    code, printed, errors = call(
        "align",
        files["A"],
        files["B"],
        "--pairs",
        files["pairs"],
        "--targets",
        files["targets"],
        "--hold-out",
        "0.25",
        "--set",
        "n_components=3",
        "--output",
        out,
        "--report",
        report,
    )
    assert code == 0, errors
    return out, json.loads(report.read_text()), printed


def test_report_has_the_promised_keys(aligned):
    _, report, printed = aligned
    assert {
        "method",
        "parameters",
        "instruments",
        "pairs",
        "held_out",
        "eigenvalues",
        "converged",
        "iterations",
        "hit",
        "seconds",
        "warnings",
        "version",
    } <= set(report)
    assert (report["method"], report["pairs"], report["held_out"]) == ("lra", 12, 4)
    assert [i["name"] for i in report["instruments"]] == ["A", "B"]
    assert {"spectra", "channels", "rank", "singular_values"} <= set(report["instruments"][0])
    assert report["parameters"]["rank"] and report["parameters"]["n_components"] != "auto"
    assert report["hit"]["3"]["a_to_b"] == 1.0 and "100 %" in printed


def test_output_is_readable_by_h5py_alone(aligned):
    out, report, _ = aligned
    with h5py.File(out, "r") as file:
        assert file["instruments/A/spectra"].shape == (24, 50) and file["instruments/B/axis"].shape == (30,)
        assert file["instruments/A/sample_names"].asstr()[0] == "S00"
        assert file["embedding/A"].shape == (24, report["parameters"]["n_components"])
        assert file["pairs"].shape == (12, 4) and file["held_out_pairs"].shape == (4, 4)
        hashes = [v.asstr()[()] for k, v in _walk(file["provenance"]) if k.endswith("sha256")]
        assert len(hashes) == 2 and all(len(h) == 64 for h in hashes)


def _walk(group):
    found = []
    group.visititems(lambda name, item: found.append((name, item)) if isinstance(item, h5py.Dataset) else None)
    return found


@pytest.mark.parametrize("name", ["A", "B"])
def test_transform_gives_the_stored_embedding_back(call, files, aligned, name):
    out, *_ = aligned
    target = files["folder"] / "again.h5"
    code, _, errors = call("transform", out, files[name], "--instrument", name, "--output", target)
    assert code == 0, errors
    with h5py.File(out, "r") as a, h5py.File(target, "r") as b:
        np.testing.assert_allclose(b[f"embedding/{name}"][()], a[f"embedding/{name}"][()], rtol=0, atol=1e-10)


def test_transform_to_csv_and_to_another_instrument(call, files, aligned):
    out, *_ = aligned
    table = files["folder"] / "t.csv"
    assert call("transform", out, files["B"], "--instrument", "B", "--output", table)[0] == 0
    rows = list(csv.reader(table.open()))
    assert rows[0][:2] == ["Sample", "dimension 1"] and rows[1][0] == "S08"
    moved = files["folder"] / "as_A.h5"
    code, _, errors = call("transform", out, files["B"], "--instrument", "B", "--to", "A", "--output", moved)
    assert code == 0, errors
    with h5py.File(moved, "r") as b, h5py.File(out, "r") as a:
        spectra, real = b["instruments/A/spectra"][()], a["instruments/A/spectra"][()]
        assert spectra.shape == (20, 50)
        # rows 8..23 of A are rows 0..15 of B: the moved spectra look like A's, far better than A's mean does
        error = np.linalg.norm(spectra[:16] - real[8:]) / np.linalg.norm(real[8:] - real.mean(axis=0))
        assert error < 0.5


def test_predict(call, files, aligned):
    out, *_ = aligned
    table = files["folder"] / "p.csv"
    code, _, errors = call("predict", out, files["B"], "--instrument", "B", "--output", table)
    assert code == 0, errors
    rows = list(csv.reader(table.open()))
    assert rows[0][:3] == ["Sample", "Moisture", "Starch"] and rows[0][-1] == "Flags"
    assert len(rows) == 21 and all(len(r) == len(rows[0]) for r in rows)
    predicted = np.array([[float(c) for c in r[1:3]] for r in rows[1:]])
    assert (
        np.abs(predicted - files["values"][8:]).mean() < 0.5 * np.abs(files["values"] - files["values"].mean(0)).mean()
    )


def test_names_and_rows_and_settings(call, files):
    out = files["folder"] / "o.h5"
    code, _, errors = call(
        "align",
        f"lab={files['A']}",
        f"field={files['B']}",
        "--match-names",
        "--set",
        "rank=5",
        "--set",
        "n_components=3",
        "--set",
        "mu=0.5",
        "--output",
        out,
    )
    assert code == 0, errors
    with h5py.File(out, "r") as file:
        assert set(file["embedding"]) == {"lab", "field"} and file["embedding/lab"].shape == (24, 3)
    code, _, errors = call("align", files["A"], files["B"], "--match-rows", "--output", out)
    assert code == 2 and "24 on A, 20 on B" in errors and errors.count("\n") == 1


def test_excluded_rows_stay_out(call, files):
    out = files["folder"] / "o.h5"
    assert call("align", files["A"], files["B"], "--match-names", "--exclude", "A:#1,#3", "--output", out)[0] == 0
    with h5py.File(out, "r") as file:
        assert file["embedding/A"].shape[0] == 22


def test_two_files_of_the_same_name(call, files):
    other = files["folder"] / "second" / "A.csv"
    other.parent.mkdir()
    other.write_bytes(files["B"].read_bytes())
    out = files["folder"] / "o.h5"
    code, _, errors = call("align", files["A"], other, "--match-names", "--output", out)
    assert code == 0, errors
    with h5py.File(out, "r") as file:
        assert "second_A" in file["embedding"]


def test_a_project_repeats_its_runs(call, files, tmp_path):
    from spectralign_gui.io.project import save_project
    from spectralign_gui.io.samples import load_sample_session
    from spectralign_gui.session.run import execute

    state = load_sample_session("sines")
    path = tmp_path / "p.spectralign"
    save_project(path, state, [execute(state)])
    out = tmp_path / "o.h5"
    code, printed, errors = call("run", path, "--output", out)
    assert code == 0 and "the same" in printed and out.exists(), errors
    other = execute(state)
    other.estimator.embeddings_ = [1.5 * e for e in other.estimator.embeddings_]
    save_project(path, state, [other])
    code, printed, _ = call("run", path)
    assert code == 2 and "DIFFERENT" in printed


def test_report_says_how_well_held_out_spectra_are_rebuilt(call, files, tmp_path):
    import json

    report = tmp_path / "r.json"
    words = ("align", files["A"], files["B"], "--match-names", "--hold-out", "0.25", "--output", tmp_path / "o.h5")
    code, printed, errors = call(*words, "--report", report)
    assert code == 0 and "rebuilt as A measures them, are off by" in printed, errors
    entry = json.loads(report.read_text())["spectra"]["B"]
    assert entry["before"] is None and entry["after"] > 0, "other channels: nothing to compare with before"
    code, printed, _ = call("align", files["A"], files["B"], "--match-names", "--output", tmp_path / "p.h5",
                            "--report", report)
    assert code == 0 and "rebuilt" not in printed and json.loads(report.read_text())["spectra"] == {}
