"""Every method on spectra whose outcome is known: the same samples, measured twice."""

from __future__ import annotations

from functools import lru_cache, partial
from pathlib import Path

import numpy as np

from ...core.data import Axis, SpectralDataset, Targets
from ...core.registry import methods
from ...session.predict.model import Model
from ...session.run import RunResult, execute
from ...session.standards.pairing import match_by_row
from ...session.state import SessionState
from .outcome import Area, Outcome, close

EXACT = ("bias", "ratio", "slope-bias", "none", "native", "target-only", "spiked", "ds", "pds", "dwpds", "sst", "coral",
         "mean-shift", "epo", "glsw", "top", "osc", "ctrl", "ctai", "sinkhorn", "kalman")
"""Transfers that must leave the values of an instrument as they are when B measures what A measures."""
N, P = 30, 40


@lru_cache(maxsize=1)
def spectra() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Axis (p,), noiseless mixtures of three bands (n, p), and twice the share of the first (n,)."""
    t = np.linspace(0, 1, P)
    pure = np.exp(-0.5 * ((t - np.array([0.2, 0.5, 0.8])[:, None]) / 0.1) ** 2)
    shares = np.random.default_rng(0).uniform(0.1, 1, (N, 3))
    return 1000 + 5.0 * np.arange(P), shares @ pure + 0.2, 2 * shares[:, 0]


def session(method: str, gain: float = 1.0, offset: float = 0.0) -> SessionState:
    """A and B measure the same samples, B with another gain and offset; of the first 20 it is known."""
    axis, X, y = spectra()
    a = SpectralDataset("A", X, Axis(axis, "nm"), quantity="absorbance", targets=Targets(("Share",), y[:, None], ("",)),
                        sample_names=tuple(f"S{i + 1}" for i in range(N)))
    b = SpectralDataset("B", gain * X + offset, Axis(axis, "nm"), quantity="absorbance",
                        sample_names=tuple(f"S{i + 1}" for i in range(N)))
    return SessionState((a, b), tuple(match_by_row((a.take(range(20)), b.take(range(20)))).standards), method=method)


def run(method: str, gain: float = 1.0, offset: float = 0.0) -> RunResult:
    """The run of that session."""
    state = session(method, gain, offset)
    if method == "lre":  # of one instrument alone
        state = state.without_dataset("B")
    return execute(state)


def _repeats(name: str, empty: Path) -> Outcome:
    """Two runs of a method are the same numbers, all of them finite."""
    one, two = run(name), run(name)
    if one.embeddings is not None and two.embeddings is not None:
        first, second = np.vstack(one.embeddings), np.vstack(two.embeddings)
    else:
        new = session(name).datasets[1]
        first, second = (Model.of(r).predict(new, "B").values for r in (one, two))
    whole = bool(np.isfinite(first).all())
    worst = float(np.abs(first - second).max())
    return Outcome("finite, and the same when repeated",
                   f"repeats differ by {worst:.2g}" if whole else "numbers that are not finite", "± 1e-09",
                   whole and worst <= 1e-9)


def _unchanged(name: str, empty: Path) -> Outcome:
    predicted = Model.of(run(name)).predict(session(name).datasets[1], "B").values[:, 0]
    return close(predicted, spectra()[2], 1e-6, f"the {N} true values")


def _gain(name: str, empty: Path) -> Outcome:
    """B = 0.8 A + 0.1: what maps spectra channel by channel must find the values of A."""
    predicted = Model.of(run(name, 0.8, 0.1)).predict(session(name, 0.8, 0.1).datasets[1], "B").values[:, 0]
    return close(predicted, spectra()[2], 1e-6, f"the {N} true values")


def _partners(name: str, empty: Path) -> Outcome:
    result = run(name)
    assert result.embeddings is not None
    E, F = (np.asarray(e, dtype=float) for e in result.embeddings[:2])
    nearest = ((E[:, None] - F[None]) ** 2).sum(axis=2).argmin(axis=1)
    hits = int((nearest == np.arange(N)).sum())
    return Outcome(f"{N} of {N} samples beside their partner", f"{hits} of {N}", "all", hits == N)


_TRIALS = (
    *((f"{name}: partners lie together", partial(_partners, name)) for name in ("lra", "cca", "procrustes")),
    *((f"{name}: nothing to transfer", partial(_unchanged, name)) for name in EXACT),
    *((f"{name}: another gain and offset", partial(_gain, name)) for name in ("ds", "pds", "slope-bias", "sst")),
    *((f"{name}: runs and repeats", partial(_repeats, name)) for name in methods() if name not in EXACT))
MODELS = Area("Methods", _TRIALS)
