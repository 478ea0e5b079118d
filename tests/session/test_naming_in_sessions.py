"""Warnings of a run name the user's instruments and samples."""

from __future__ import annotations

import numpy as np

from spectralign_gui.core.data import Axis, SpectralDataset, Standard
from spectralign_gui.session.run import execute
from spectralign_gui.session.state import SessionState


def test_a_session_names_its_instruments_and_samples() -> None:
    rng = np.random.default_rng(0)
    latent = rng.standard_normal((30, 3))
    spectra = [latent @ rng.standard_normal((3, p)) + 0.02 * rng.standard_normal((30, p)) for p in (20, 18)]
    datasets = tuple(
        SpectralDataset(name=name, spectra=X, axis=Axis(np.arange(X.shape[1], dtype=float), "channel"),
                        sample_names=tuple(f"s{i}" for i in range(30)))
        for name, X in zip(("lab", "field"), spectra, strict=True))
    standards = tuple(Standard({"lab": (i,), "field": (i,)}) for i in range(12))
    run = execute(SessionState(datasets=datasets, standards=standards, method="lra", parameters={"lra": {"rank": 25}}))
    assert [w for w in run.warnings if w.startswith("field holds only 18 singular values")]
    assert not any("set " in w.lower() for w in run.warnings)
