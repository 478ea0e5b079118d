"""Outlying samples of a run and their reasons, as the window, the command line, the report and a project show them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from spectralign_gui.commands.align import summary
from spectralign_gui.core.data import Axis, SpectralDataset, Standard
from spectralign_gui.io.report import render_report
from spectralign_gui.presenters.quality import facts
from spectralign_gui.presenters.sample_chart import sample_chart
from spectralign_gui.session.export.codec import Pool, run_from_tree, run_to_tree
from spectralign_gui.session.run import RunResult, execute
from spectralign_gui.session.run.outlying_samples import outlying_samples
from spectralign_gui.session.state import SessionState


@pytest.fixture(scope="module")
def run() -> RunResult:
    rng = np.random.default_rng(0)
    latent = rng.standard_normal((40, 3))
    spectra = [latent @ rng.standard_normal((3, p)) + 0.02 * rng.standard_normal((40, p)) for p in (20, 18)]
    spectra[1][7] += 3 * rng.standard_normal(18)
    spectra[1][9] += 0.3 * rng.standard_normal(18)
    datasets = tuple(
        SpectralDataset(name=name, spectra=X, axis=Axis(np.arange(X.shape[1], dtype=float), "channel"),
                        sample_names=tuple(f"s{i}" if i != 9 else "" for i in range(40)))
        for name, X in zip(("lab", "field"), spectra, strict=True))
    standards = tuple(Standard({"lab": (i,), "field": (i,)}) for i in range(12))
    # one sample is left out before the others: rows of the run are not those of the file
    return execute(SessionState(datasets=datasets, standards=standards, method="rlra", excluded={"field": (1,)}))


def test_named_with_reason_everywhere(run: RunResult) -> None:
    found = outlying_samples(run)
    assert [(s.instrument, s.row, s.name) for s in found] == [("field", 6, "s7"), ("field", 8, "row 9")]
    assert "from itself" in found[0].reason and "error part" in found[1].reason
    texts = [summary(run, "x"), render_report(run), next(f for f in facts(run) if f.name == "Outliers, field").meaning]
    for text in texts:
        for sample in found:
            assert sample.name in text and sample.reason.split(" (")[0] in text
    assert next(f for f in facts(run) if f.name == "Outliers, lab").value == "0"


def test_what_the_others_cannot_give_is_drawn(run: RunResult) -> None:
    labels = [s.label for s in sample_chart(run, 1, 6).series]
    assert "left when put together from the others only" in labels
    assert "left when put together from the others only" not in [s.label for s in sample_chart(run, 1, 5).series]
    left = next(s.y for s in sample_chart(run, 1, 6).series if s.label.startswith("left"))
    residual = next(s.y for s in sample_chart(run, 1, 6).series if s.label == "residual")
    assert np.linalg.norm(left) > 5 * np.linalg.norm(residual)


def test_a_project_keeps_the_reasons(run: RunResult, tmp_path: Path) -> None:
    pool = Pool()
    again = run_from_tree(run_to_tree(run, pool), pool)
    assert outlying_samples(again) == outlying_samples(run)
    assert again.estimator.outlier_kinds_ == run.estimator.outlier_kinds_ == [[], ["alone", "error"]]


def test_a_run_of_an_older_program_has_names_only(run: RunResult) -> None:
    pool = Pool()
    tree = run_to_tree(run, pool)
    tree["shown"] = {k: v for k, v in tree["shown"].items() if not k.startswith(("outlier_", "unlike", "own_"))}
    old = run_from_tree(tree, pool)
    assert [s.reason for s in outlying_samples(old)] == ["", ""]
    assert "s7, row 9" in next(f for f in facts(old) if f.name == "Outliers, field").meaning
