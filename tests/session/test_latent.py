"""A model that has as many latent variables as it may is told."""

from __future__ import annotations

import numpy as np

from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.state import SessionState


def session(**values) -> SessionState:
    rng = np.random.default_rng(0)
    scores = rng.normal(size=(60, 8))
    spectra = scores @ rng.normal(size=(8, 40)) + 1e-3 * rng.normal(size=(60, 40))
    names = tuple(f"s{k}" for k in range(60))
    axis = Axis(np.linspace(1000, 1100, 40), "nm")
    values_of = np.column_stack([scores @ np.arange(1.0, 9.0), scores[:, 0]]) + 0.1 * rng.normal(size=(60, 2))
    a = SpectralDataset("A", spectra, axis, names, targets=Targets(("Moisture", "Oil"), values_of + 20))
    b = SpectralDataset("B", spectra + 0.1, axis, names)
    return SessionState((a, b), match_by_name([a, b]).standards[:15], method="mean-shift",
                        parameters={"mean-shift": values})


def told(**values) -> list[str]:
    return [w for w in execute(session(**values)).warnings if "latent variables" in w]


def test_it_is_told_where_more_may_be_better():
    (sentence,) = told(max_components=3)
    assert sentence.startswith("Moisture") and "chose 3 latent variables, the largest number allowed" in sentence


def test_nothing_is_said_of_enough_of_them_or_of_another_regression():
    assert told(max_components=20) == [] and told(max_components=3, regression="ridge") == []
