"""Which models the automatic transfer compares, the most useful first."""

from __future__ import annotations

from collections.abc import Sequence

from ._domain import KINDS
from ._pool import AS_A, SHIFTED, Pool, Retrained, Source
from ._pool_kernel import SmoothRidge
from ._pool_kinds import Constant, OwnModel, SlopeBiasSource
from ._pool_maps import Mapped, MappedRidge, direct, direct_maps, domain_maps, piecewise, piecewise_maps, shift_maps
from .epo import ExternalParameterOrthogonalisation
from .glsw import GeneralisedLeastSquaresWeighting
from .joint_ridge import PENALTIES
from .narca import NetAnalyteRidge
from .spiked import Spiked

SUPERSEDED = ("match", "match + joint-ridge")
"""Families that bring nothing once unmarked pairs are used, which tell more than the mean of all spectra."""


def sources(pool: Pool, paired: bool = False, as_used: Sequence[Source] = ()) -> list[Source]:
    """All sources for the data of the pool, behind those `as_used`; `paired` with unmarked pairs in it.

    B's standards alone are among those as used: what is there twice weighs twice (1 % worse on the same sets), unless
    further samples of B have values.

    What spikes a corrected model brings nothing beside the two-instrument ridges of the same correction: without it,
    and without SST, the combination was 1 % better on corn, sugarcane and soil in two thirds of the time.
    """
    alone = not len(pool.small.extra) and any(s.family == "target-only" for s in as_used)
    every = [*as_used, *(s for s in _every_source(pool) if not (alone and isinstance(s, OwnModel)))]
    return [s for s in every if s.family not in SUPERSEDED] if paired else every


def quick_sources(pool: Pool) -> list[Source]:
    """Those that cost next to nothing: they judge the spectra, not each other."""
    on, off = {"shift": True}, {"shift": False}
    shifts = shift_maps(pool)
    return [OwnModel(pool), Constant(pool), Mapped(shifts, AS_A, AS_A, [off]), Mapped(shifts, SHIFTED, SHIFTED, [on]),
            MappedRidge(shifts, "joint-ridge", [on, off], [0.0, 0.1, 1.0, 10.0, 100.0]),
            Retrained(pool, "spiked", "spiked", Spiked(), [{**s, "weight": w} for s in (on, off)
                                                           for w in (1.0, 5.0, 25.0)])]


def _every_source(pool: Pool) -> list[Source]:
    m, p = len(pool.small.SA), pool.full.A.shape[1]
    on, off = {"shift": True}, {"shift": False}
    epo, glsw = ExternalParameterOrthogonalisation(), GeneralisedLeastSquaresWeighting()
    projected = [{"n_components": n, **s, "weight": 0.0} for n in (1, 2, 3, 4) if n <= m - 3 for s in (on, off)]
    windows = [w for w in ((3, 7, 15) if p >= 15 else (1, 3)) if w <= p]
    local = ([piecewise(5, None)] if m >= 4 and p >= 5 else []) + [
        piecewise(w, r) for w in windows for r in (1.0, 0.1, 0.01)]
    ds, matches = direct_maps(pool), domain_maps(pool)
    widest = max([*windows, *(s["window"] for s in local), 7 if p >= 7 else 1])
    pds = piecewise_maps(pool, widest)
    kinds = [{"match": k} for k in KINDS]
    return [
        *quick_sources(pool),
        Retrained(pool, "epo", "epo", epo, projected),
        SmoothRidge(pool),
        SlopeBiasSource(pool), Mapped(pds, "pds", "pds", local),
        Mapped(ds, "ds", "ds", [direct(r) for r in (1.0, 1e-1, 1e-2, 1e-3, 1e-4)]),
        Retrained(pool, "glsw", "glsw", glsw, [{"alpha": a, **on, "weight": 0.0} for a in (1e-1, 1e-2, 1e-3)]),
        Retrained(pool, "narca", "narca", NetAnalyteRidge(),
                  [{"weight_of_difference": w, **s} for s in (on, off) for w in (0.1, 10.0, 1000.0)], len(PENALTIES)),
        Mapped(matches, "match", "match", kinds),
        MappedRidge(matches, "match + joint-ridge", kinds, [0.0, 0.1]),
        MappedRidge(ds, "ds + joint-ridge", [direct(r) for r in (1e-1, 1e-3)], [0.0, 0.1, 1.0, 10.0]),
        MappedRidge(pds, "pds + joint-ridge", [piecewise(w, r) for w, r in ((3, 0.1), (7, 0.01)) if w <= p],
                    [0.0, 1.0]),
    ]
