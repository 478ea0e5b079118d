"""Repeated measurements of one sample: recognised by name, averaged on request with their spread kept."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..errors import ParameterError
from .dataset import SpectralDataset
from .standards import match_key
from .targets import Targets


@dataclass(frozen=True, eq=False)
class Averaged:
    """Means of repeats.

    Parameters
    ----------
    dataset : SpectralDataset
        One row per sample, in the order of their first measurement.
    spread : (n, p) array
        Standard deviation (n - 1) of the repeats at each channel; NaN where there is a single one.
    counts : (n,) int array
        Repeats per sample that were averaged.
    rows : tuple of tuple of int
        Rows of the given data set behind each mean.
    """

    dataset: SpectralDataset
    spread: np.ndarray
    counts: np.ndarray
    rows: tuple[tuple[int, ...], ...]


def find_repeats(data: SpectralDataset) -> tuple[tuple[int, ...], ...]:
    """Rows of each sample, in the order of first occurrence; unnamed spectra stand alone."""
    found: dict[str, list[int]] = {}
    for row, name in enumerate(data.sample_names):
        found.setdefault(match_key(name) or f"\0{row}", []).append(row)
    return tuple(tuple(rows) for rows in found.values())


def average_repeats(data: SpectralDataset, drop_first: int = 0) -> Averaged:
    """Mean spectrum of each sample.

    Parameters
    ----------
    data : SpectralDataset
        Missing values are left out of the mean.
    drop_first : int
        Leave out so many first repeats of each sample (LIBS: shots that clean the surface).

    Raises
    ------
    ParameterError
        `drop_first` is negative or leaves a sample without repeats.
    """
    if drop_first < 0:
        raise ParameterError(f"drop_first must not be negative, but is {drop_first}.")
    kept = []
    for rows in find_repeats(data):
        if len(rows) <= drop_first:
            raise ParameterError(f"{data.name}: sample {data.sample_names[rows[0]]!r} has {len(rows)} repeat(s); "
                                 f"{drop_first} cannot be dropped.")
        kept.append(rows[drop_first:])
    means = np.empty((len(kept), data.spectra.shape[1]))
    spread = np.full(means.shape, np.nan)
    for k, rows in enumerate(kept):
        part = data.spectra[list(rows)].astype(np.float64)
        known = np.isfinite(part)
        count = known.sum(axis=0)
        total = np.where(known, part, 0.0).sum(axis=0)
        with np.errstate(invalid="ignore", divide="ignore"):
            means[k] = total / count
            squares = np.where(known, (part - means[k]) ** 2, 0.0).sum(axis=0)
            spread[k] = np.where(count > 1, np.sqrt(squares / (count - 1)), np.nan)
    first = [rows[0] for rows in kept]
    averaged = data.with_(
        spectra=means, sample_names=tuple(data.sample_names[r] for r in first), targets=_mean_targets(data, kept),
        groups=None if data.groups is None else tuple(data.groups[r] for r in first))
    return Averaged(averaged, spread, np.array([len(r) for r in kept]), tuple(kept))


def _mean_targets(data: SpectralDataset, kept: list[tuple[int, ...]]) -> Targets | None:
    if data.targets is None:
        return None
    values = np.full((len(kept), len(data.targets.names)), np.nan)
    censored = np.zeros(values.shape, bool)
    for k, rows in enumerate(kept):
        part = data.targets.values[list(rows)]
        known = np.isfinite(part)
        some = known.any(axis=0)
        values[k, some] = np.where(known, part, 0.0).sum(axis=0)[some] / known.sum(axis=0)[some]
        censored[k] = data.targets.censored[list(rows)].any(axis=0) & ~some
    return Targets(data.targets.names, values, data.targets.units, censored)
