"""``evaluate``: hit rates of held-out standards in the promised form."""

from __future__ import annotations

import json


def test_hit_rates(call, files, tmp_path):
    path = tmp_path / "r.json"
    words = (
        "evaluate",
        files["A"],
        files["B"],
        "--match-names",
        "--method",
        "lra",
        "--method",
        "procrustes",
        "--set",
        "procrustes.embedding=pca",
        "--folds",
        "4",
        "--repeats",
        "2",
        "--seed",
        "3",
        "--report",
        path,
    )
    code, printed, errors = call(*words)
    assert code == 0, errors
    report = json.loads(path.read_text())
    assert (report["folds"], report["repeats"], report["seed"]) == (4, 2, 3)
    for name in ("lra", "procrustes"):
        entry = report["methods"][name]
        assert {"mean", "std"} <= set(entry["hit"]["3"]["a_to_b"]) and "b_to_a" in entry["hit"]["1"]
        assert entry["seconds"] > 0 and entry["foscttm"]["mean"] >= 0
    assert report["methods"]["lra"]["hit_inductive"]["3"]["a_to_b"]["mean"] > 0.5
    assert "lra" in printed and "procrustes" in printed
    assert call(*words)[0] == 0
    again = json.loads(path.read_text())
    assert again["methods"]["lra"]["hit"] == report["methods"]["lra"]["hit"], "same seed, same figures"


def test_refusals(call, files, tmp_path):
    base = ("evaluate", files["A"], files["B"], "--report", tmp_path / "r.json")
    code, _, errors = call(*base)
    assert code == 2 and "standards" in errors
    code, _, errors = call(*base, "--match-names", "--folds", "1")
    assert code == 2 and "--folds" in errors
    code, _, errors = call(*base, "--match-names", "--method", "lra", "--set", "cada.alpha=1")
    assert code == 2 and "cada" in errors


def test_prediction_errors(call, files, tmp_path):
    path = tmp_path / "r.json"
    code, printed, errors = call(
        "evaluate",
        files["A"],
        files["B"],
        "--match-names",
        "--method",
        "ds",
        "--method",
        "lra",
        "--targets",
        files["targets"],
        "--standards",
        "4,8",
        "--repeats",
        "2",
        "--test-share",
        "0.3",
        "--preprocess",
        "msc",
        "--report",
        path,
    )
    assert code == 0, errors
    report = json.loads(path.read_text())
    assert {"ds", "lra", "none", "native", "target-only"} <= set(report["methods"])
    for name in ("ds", "lra", "target-only", "native"):
        cell = report["methods"][name]["properties"]["Moisture"]["8"]
        assert {"rmsep", "bias", "sep", "r2", "rpd"} <= set(cell)
        assert len(cell["rmsep"]["values"]) == 2 and cell["rmsep"]["mean"] > 0
    assert "RMSEP of Moisture" in printed
    code, _, errors = call(
        "evaluate",
        files["A"],
        files["B"],
        "--match-names",
        "--method",
        "ds",
        "--targets",
        files["targets"],
        "--standards",
        "40",
        "--repeats",
        "1",
        "--report",
        path,
    )
    assert code == 2 and "40 standards" in errors


def test_the_automatic_transfer_recommends(call, files, tmp_path):
    path = tmp_path / "r.json"
    words = ("--match-names", "--method", "auto", "--targets", files["targets"], "--standards", "8", "--repeats", "1")
    grid = ("--preprocess", "resample", "--report", path)
    code, printed, errors = call("evaluate", files["A"], files["B"], *words, *grid)
    assert code == 0, errors
    report = json.loads(path.read_text())
    assert report["recommendation"]["sentence"] in printed
    assert report["methods"]["auto"]["properties"]["Starch"]["8"]["rmsep"]["mean"] > 0
