"""``--preprocess search``: the standards choose the steps; what was chosen is told, kept and repeated."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests.cli.conftest import write_spectra
from tests.session.test_preprocessing_search import M, N, P, measured


@pytest.fixture
def scattered(tmp_path):
    A, B, Y = measured(1, 0.3)
    names = [f"S{k:02d}" for k in range(N)]
    axis = 1000.0 + 5 * np.arange(P)
    (tmp_path / "t.csv").write_text("Sample,Y\n" + "".join(
        f"{n},{v:.6f}\n" for n, v in zip(names, Y[:, 0], strict=True)), encoding="utf-8")
    a = write_spectra(tmp_path / "A.csv", names, axis, A)
    return [a, write_spectra(tmp_path / "B.csv", names[:M], axis, B[:M]), "--match-names",
            "--targets", tmp_path / "t.csv", "--preprocess", "search"]


def test_align_tells_reports_and_keeps_the_steps(call, scattered, tmp_path):
    out, report = tmp_path / "o.h5", tmp_path / "r.json"
    code, _, errors = call("align", *scattered, "--method", "auto-marked", "--output", out, "--report", report)
    assert code == 0, errors
    told = [line for line in errors.splitlines() if "preprocessings the standards chose" in line]
    assert len(told) == 1 and "snv" in told[0] and "warning" not in told[0]
    found = json.loads(report.read_text())
    table = found["preprocessing_search"]
    assert "snv" in table[0]["added"] and {t["reason"] for t in table} == {""} and len(table) == 9
    assert table[0]["error_on_b"] < next(t for t in table if not t["added"])["error_on_b"]
    assert call("predict", out, tmp_path / "B.csv", "--instrument", "B", "--output", tmp_path / "p.csv")[0] == 0
    steps = [w for step in table[0]["added"] for w in ("--preprocess", step)]
    again = tmp_path / "again.h5"
    assert call("align", *scattered[:-2], *steps, "--method", "auto-marked", "--output", again)[0] == 0
    assert call("predict", again, tmp_path / "B.csv", "--instrument", "B", "--output", tmp_path / "q.csv")[0] == 0
    assert (tmp_path / "p.csv").read_text() == (tmp_path / "q.csv").read_text()


def test_evaluate_and_sweep_choose_in_every_split(call, scattered, tmp_path):
    words = [*scattered, "--method", "spiked", "--standards", "5", "--repeats", "1"]
    code, _, errors = call("evaluate", *words, "--report", tmp_path / "r.json")
    assert code == 0 and "chosen separately in every split" in errors, errors
    code, _, errors = call("sweep", *scattered, "--method", "spiked", "--vary", "weight=1,5", "--folds", "2",
                           "--output", tmp_path / "s.csv")
    assert code == 0, errors


def test_refusals(call, scattered, tmp_path):
    without = [w for w in scattered if w not in ("--targets", tmp_path / "t.csv")]
    code, _, errors = call("evaluate", *without, "--method", "lra")
    assert code == 2 and "--targets" in errors
    code, _, errors = call("align", *without, "--output", tmp_path / "o.h5")
    assert code == 2 and "reference values" in errors
    assert not (tmp_path / "o.h5").exists()
