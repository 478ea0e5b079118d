"""Which models the automatic transfer compares, the most useful first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ._domain import KINDS, DomainModel, DomainRidge
from ._pool import AS_A, SHIFTED, Pool, Retrained, Source
from ._pool_kernel import SmoothRidge
from ._pool_kinds import (
    Constant,
    MappedModel,
    MappedRidge,
    OwnModel,
    Piecewise,
    SlopeBiasSource,
    piecewise,
)
from .ds import DirectStandardisation
from .epo import ExternalParameterOrthogonalisation
from .glsw import GeneralisedLeastSquaresWeighting
from .joint_ridge import PENALTIES, JointRidge
from .pds import PiecewiseDirectStandardisation
from .spiked import Spiked

SUPERSEDED = ("match", "match + joint-ridge")
"""Families that bring nothing once unmarked pairs are used, which tell more than the mean of all spectra."""


def sources(pool: Pool, paired: bool = False, as_used: Sequence[Source] = ()) -> list[Source]:
    """All sources for the data of the pool, behind those `as_used`; `paired` with unmarked pairs in it.

    What spikes a corrected model brings nothing beside the two-instrument ridges of the same correction: without it,
    and without SST, the combination was 1 % better on corn, sugarcane and soil in two thirds of the time.
    """
    every = [*as_used, *_every_source(pool)]
    return [s for s in every if s.family not in SUPERSEDED] if paired else every


def _every_source(pool: Pool) -> list[Source]:
    m = len(pool.small.SA)
    shifts = (True, False)
    directions = [n for n in (1, 2, 3, 4) if n <= m - 3]

    def ds(ridge: float) -> dict[str, Any]:
        return {"ridge": ridge, "n_components": None, "centre": True}

    spiked, epo, glsw = Spiked(), ExternalParameterOrthogonalisation(), GeneralisedLeastSquaresWeighting()
    projected = [{"n_components": n, "shift": s} for n in directions for s in shifts]
    alphas = [{"alpha": a, "shift": True} for a in (1e-1, 1e-2, 1e-3)]

    def alone(settings: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [{**s, "weight": 0.0} for s in settings]

    pds = PiecewiseDirectStandardisation()
    windows = [piecewise(w, r) for w, r in ((3, 0.1), (7, 0.01)) if w <= pool.full.A.shape[1]]
    matches = [{"match": k} for k in KINDS]
    ridges = len(PENALTIES)
    return [
        OwnModel(pool), Constant(pool),
        Retrained(pool, AS_A, AS_A, spiked, [{"shift": False, "weight": 0.0}]),
        Retrained(pool, SHIFTED, SHIFTED, spiked, [{"shift": True, "weight": 0.0}]),
        Retrained(pool, "joint-ridge", "joint-ridge", JointRidge(),
                  [{"own": c, "shift": s} for c in (0.0, 0.1, 1.0, 10.0, 100.0) for s in shifts], ridges),
        Retrained(pool, "spiked", "spiked", spiked, [{"shift": s, "weight": w} for s in shifts
                                                     for w in (1.0, 5.0, 25.0)]),
        Retrained(pool, "epo", "epo", epo, alone(projected)),
        SmoothRidge(pool),
        SlopeBiasSource(pool), Piecewise(pool),
        Retrained(pool, "ds", "ds", MappedModel(DirectStandardisation()),
                  alone([ds(r) for r in (1.0, 1e-1, 1e-2, 1e-3, 1e-4)])),
        Retrained(pool, "glsw", "glsw", glsw, alone(alphas)),
        Retrained(pool, "match", "match", DomainModel(), alone(matches), None, True),
        Retrained(pool, "joint-ridge", "match + joint-ridge", DomainRidge(),
                  [{**s, "own": c} for s in matches for c in (0.0, 0.1)], ridges, True),
        Retrained(pool, "joint-ridge", "ds + joint-ridge", MappedRidge(DirectStandardisation()),
                  [{**ds(r), "own": c} for r in (1e-1, 1e-3) for c in (0.0, 0.1, 1.0, 10.0)], ridges),
        Retrained(pool, "joint-ridge", "pds + joint-ridge", MappedRidge(pds),
                  [{**s, "own": c} for s in windows for c in (0.0, 1.0)], ridges, True),
    ]
