"""The automatic number of dimensions of the comparison methods."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.contract.problem import make_problem
from spectralign_gui.core import create, methods
from spectralign_gui.core.alignments import _dimensions
from spectralign_gui.core.fitdata import FitData
from spectralign_gui.core.measures.hits import hit_rates
from spectralign_gui.core.monitor import SilentMonitor

AUTOMATIC = ("ma", "ma-linear", "ma-hard", "global", "global-linear", "procrustes", "affine", "multiscale", "cca",
             "pls")


class Progress(SilentMonitor):
    """Keeps the fractions."""

    def __init__(self) -> None:
        super().__init__()
        self.fractions: list[float] = []

    def report(self, stage, fraction, **values):
        self.fractions.append(fraction)


def sets(standards=20, seed=0, n=60):
    rng = np.random.default_rng(seed)
    latent = rng.standard_normal((n, 3)) * [3, 2, 1]
    Xs = [latent @ rng.standard_normal((3, 12)) + 0.05 * rng.standard_normal((n, 12)) for _ in range(2)]
    return Xs, np.stack([np.arange(standards)] * 2, 1)


@pytest.mark.parametrize("name", AUTOMATIC)
def test_the_choice_is_no_worse_on_withheld_samples_than_most_fixed_numbers(name):
    Xs, pairs = sets(seed=1)
    rows = np.arange(20, 60)
    held = np.stack([0 * rows, rows, 0 * rows + 1, rows], 1)

    def hit(d):
        r = hit_rates(create(name, n_components=d).fit(Xs, pairs).embeddings_, held)["3"]
        return (r["a_to_b"] + r["b_to_a"]) / 2

    fixed = []
    for d in (1, 2, 3, 5, 8, 12):
        try:
            fixed.append(hit(d))
        except ValueError:  # more than the method holds
            continue
    assert hit("auto") >= np.median(fixed) - 0.02


@pytest.mark.parametrize("name", AUTOMATIC)
def test_progress_never_steps_back(name):
    problem, monitor = make_problem(methods()[name]), Progress()
    problem.fit(methods()[name], monitor=monitor)
    steps = np.array(monitor.fractions)
    assert len(steps) > 3 and (np.diff(steps) >= -1e-9).all() and steps.max() <= 1


def test_few_standards_or_many_spectra_go_by_the_rule(monkeypatch):
    for standards, d in ((4, 2), (7, 3)):
        Xs, pairs = sets(standards)
        assert create("ma").fit(Xs, pairs).n_components_ == d
    Xs, pairs = sets()
    monkeypatch.setattr(_dimensions, "LARGE", 50)
    assert create("pls").fit(Xs, pairs).n_components_ == 3


def test_a_number_stays_as_it_is():
    Xs, pairs = sets()
    values = {"n_components": 5}
    found, _ = _dimensions.settle(create("ma"), FitData.check(Xs, pairs), values, SilentMonitor())
    assert found is values
