"""Which models the automatic transfer compares, the most useful first."""

from __future__ import annotations

from collections.abc import Sequence

from ._domain import KINDS
from ._pool import Pool, Retrained, Source
from ._pool_kernel import SmoothRidge
from ._pool_kinds import Constant, OwnModel, SlopeBiasSource
from ._pool_maps import Mapped, MappedRidge, direct, direct_maps, domain_maps, piecewise, piecewise_maps, shift_maps
from .epo import ExternalParameterOrthogonalisation
from .joint_ridge import PENALTIES
from .narca import NetAnalyteRidge
from .spiked import Spiked

AS_A, SHIFTED = "A's model as it is", "A's model after a mean shift"
"""Models that are no method: their latent variables are read from B's standards too."""


def sources(pool: Pool, paired: bool = False, as_used: Sequence[Source] = ()) -> list[Source]:
    """All sources for the data of the pool, behind those `as_used`; `paired` with unmarked pairs in it.

    A kind is there once: what is there twice, in another dress, weighs twice. Ridges behind DS, PDS or the mean of all
    spectra, GLSW, and A's model with other latent variables changed no figure by 0.5 % (`benchmarks/sources.md`).
    """
    alone = not len(pool.small.extra) and any(s.family == "target-only" for s in as_used)
    every = [*as_used, *_every_source(pool, paired)]
    return [s for s in every if not (alone and isinstance(s, OwnModel))]


def quick_sources(pool: Pool) -> list[Source]:
    """Those that cost next to nothing: they judge the spectra, not each other."""
    shifts = shift_maps(pool)
    return [*_first_sources(pool), Mapped(shifts, AS_A, AS_A, [{"shift": False}]),
            Mapped(shifts, SHIFTED, SHIFTED, [{"shift": True}])]


def _first_sources(pool: Pool) -> list[Source]:
    on, off = {"shift": True}, {"shift": False}
    return [OwnModel(pool), Constant(pool),
            MappedRidge(shift_maps(pool), "joint-ridge", [on, off], [0.0, 0.1, 1.0, 10.0, 100.0]),
            Retrained(pool, "spiked", "spiked", Spiked(), [{**s, "weight": w} for s in (on, off)
                                                           for w in (1.0, 5.0, 25.0)])]


def _every_source(pool: Pool, paired: bool) -> list[Source]:
    m, p = len(pool.small.SA), pool.full.A.shape[1]
    on, off = {"shift": True}, {"shift": False}
    projected = [{"n_components": n, **s, "weight": 0.0} for n in (1, 2, 3, 4) if n <= m - 3 for s in (on, off)]
    windows = [w for w in ((3, 7, 15) if p >= 15 else (1, 3)) if w <= p]
    local = ([piecewise(5, None)] if m >= 4 and p >= 5 else []) + [
        piecewise(w, r) for w in windows for r in (1.0, 0.1, 0.01)]
    # unmarked pairs tell more than the mean of all spectra
    matched = [] if paired else [Mapped(domain_maps(pool), "match", "match", [{"match": k} for k in KINDS])]
    return [
        *_first_sources(pool),
        Retrained(pool, "epo", "epo", ExternalParameterOrthogonalisation(), projected),
        SmoothRidge(pool),
        SlopeBiasSource(pool),
        Mapped(piecewise_maps(pool, max(s["window"] for s in local)), "pds", "pds", local),
        Mapped(direct_maps(pool), "ds", "ds", [direct(r) for r in (1.0, 1e-1, 1e-2, 1e-3, 1e-4)]),
        Retrained(pool, "narca", "narca", NetAnalyteRidge(),
                  [{"weight_of_difference": w, **s} for s in (on, off) for w in (0.1, 10.0, 1000.0)], len(PENALTIES)),
        *matched,
    ]
