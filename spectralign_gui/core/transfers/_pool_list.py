"""Which models the automatic transfer compares, the most useful first."""

from __future__ import annotations

from typing import Any

from ._domain import KINDS, DomainModel, DomainRidge
from ._pool import (
    Constant,
    MappedModel,
    MappedRidge,
    OwnModel,
    Piecewise,
    Pool,
    Retrained,
    SlopeBiasSource,
    Source,
    piecewise,
)
from ._pool_kernel import SmoothRidge
from .ds import DirectStandardisation
from .epo import ExternalParameterOrthogonalisation
from .glsw import GeneralisedLeastSquaresWeighting
from .joint_ridge import PENALTIES, JointRidge
from .pds import PiecewiseDirectStandardisation
from .spiked import Spiked
from .sst import SpectralSpaceTransformation

SUPERSEDED = ("match", "match + spiked", "match + joint-ridge", "epo + spiked")
"""Families that bring nothing once unmarked pairs are used, which tell more than the mean of all spectra."""


def sources(pool: Pool, paired: bool = False) -> list[Source]:
    """All sources for the data of the pool; `paired` with unmarked pairs in it."""
    every = _every_source(pool)
    return [s for s in every if s.family not in SUPERSEDED] if paired else every


def _every_source(pool: Pool) -> list[Source]:
    m = len(pool.small.SA)
    shifts = (True, False)
    directions = [n for n in (1, 2, 3, 4) if n <= m - 3]

    def ds(ridge: float) -> dict[str, Any]:
        return {"ridge": ridge, "n_components": None, "centre": True}

    spiked, epo, glsw = Spiked(), ExternalParameterOrthogonalisation(), GeneralisedLeastSquaresWeighting()
    mapped_ds, mapped_sst = MappedModel(DirectStandardisation()), MappedModel(SpectralSpaceTransformation())
    ranks = [n for n in (1, 2, 3, 5, 8) if n <= m - 2]
    projected = [{"n_components": n, "shift": s} for n in directions for s in shifts]
    alphas = [{"alpha": a, "shift": True} for a in (1e-1, 1e-2, 1e-3)]

    def weighted(settings: list[dict[str, Any]], weights: tuple[float, ...]) -> list[dict[str, Any]]:
        return [{**s, "weight": w} for s in settings for w in weights]

    pds = PiecewiseDirectStandardisation()
    windows = [piecewise(w, r) for w, r in ((3, 0.1), (7, 0.01)) if w <= pool.full.A.shape[1]]
    matches = [{"match": k} for k in KINDS]
    shift_only = [{"shift": s} for s in shifts]
    return [
        OwnModel(pool), Constant(pool),
        Retrained(pool, "none", "none", spiked, [{"shift": False, "weight": 0.0}]),
        Retrained(pool, "bias", "bias", spiked, [{"shift": True, "weight": 0.0}]),
        Retrained(pool, "joint-ridge", "joint-ridge", JointRidge(),
                  [{"own": c, "shift": s} for c in (0.0, 0.1, 1.0, 10.0, 100.0) for s in shifts], len(PENALTIES)),
        Retrained(pool, "spiked", "spiked", spiked, weighted(shift_only, (1.0, 5.0, 25.0))),
        Retrained(pool, "epo", "epo", epo, weighted(projected, (0.0,))),
        SlopeBiasSource(pool), Piecewise(pool),
        Retrained(pool, "ds", "ds", mapped_ds, weighted([ds(r) for r in (1.0, 1e-1, 1e-2, 1e-3, 1e-4)], (0.0,))),
        Retrained(pool, "glsw", "glsw", glsw, weighted(alphas, (0.0,))),
        SmoothRidge(pool),
        Retrained(pool, "match", "match", DomainModel(), weighted(matches, (0.0,)), None, True),
        Retrained(pool, "match", "match + spiked", DomainModel(), weighted(matches, (1.0, 5.0)), None, True),
        Retrained(pool, "joint-ridge", "match + joint-ridge", DomainRidge(),
                  [{**s, "own": c} for s in matches for c in (0.0, 0.1)], len(PENALTIES), True),
        Retrained(pool, "epo", "epo + spiked", epo, weighted(projected, (1.0, 5.0))),
        Retrained(pool, "joint-ridge", "ds + joint-ridge", MappedRidge(DirectStandardisation()),
                  [{**ds(r), "own": c} for r in (1e-1, 1e-3) for c in (0.0, 0.1, 1.0, 10.0)], len(PENALTIES)),
        Retrained(pool, "ds", "ds + spiked", mapped_ds,
                  weighted([ds(r) for r in (1.0, 1e-1, 1e-2, 1e-3)], (1.0, 5.0))),
        Retrained(pool, "sst", "sst", mapped_sst, weighted([{"n_components": n} for n in ranks], (0.0,))),
        Retrained(pool, "glsw", "glsw + spiked", glsw, weighted(alphas, (1.0,))),
        Retrained(pool, "sst", "sst + spiked", mapped_sst, weighted([{"n_components": n} for n in ranks], (1.0,))),
        Retrained(pool, "pds", "pds + spiked", MappedModel(pds), weighted(windows, (1.0,)), None, True),
        Retrained(pool, "joint-ridge", "pds + joint-ridge", MappedRidge(pds),
                  [{**s, "own": c} for s in windows for c in (0.0, 1.0)], len(PENALTIES), True),
    ]


