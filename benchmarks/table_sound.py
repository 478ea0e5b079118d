"""Tables that are right and look like those of `table_slips`: blanks, filters, darks, differences, designs.

No guard may say a word about them; how often one does is counted (`SOUND`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from benchmarks.table_fourth import joined
from benchmarks.table_kinds import Rng
from benchmarks.table_parts import Case, shapes
from benchmarks.table_sixth import Scans
from benchmarks.table_slips import digits_of, sound, table, with_row


def _case(kind: Callable[[Rng], Case], s: Scans, rng: Rng) -> Case:
    s = replace(s, X=np.round(s.X, digits_of(s.X)))
    text = joined(table(s, bool(rng.random() < 0.5)), str(rng.choice([",", ";", "\t"])))
    return s.case(kind.__name__, text, tuple(s.who))


def _noise(s: Scans) -> float:
    return max(float(np.std(np.diff(s.X, n=3, axis=1))) / np.sqrt(20), 10.0 ** -digits_of(s.X))


def as_measured(rng: Rng) -> Case:
    """Nothing but samples."""
    return _case(as_measured, sound(rng), rng)


def blank_of_noise(rng: Rng) -> Case:
    """An empty cell: noise about zero, or about a small offset."""
    s = sound(rng)
    level = float(rng.choice([0, 0.05])) * float(np.median(s.X))
    return _case(blank_of_noise, with_row(s, rng, level + _noise(s) * rng.normal(size=s.p), "blank-1"), rng)


def blank_that_drifts(rng: Rng) -> Case:
    """An empty cell whose baseline goes through zero."""
    s = sound(rng)
    size = 0.02 * float(np.median(s.X))
    row = size * np.linspace(-1, 1, s.p) ** int(rng.integers(1, 4)) + _noise(s) * rng.normal(size=s.p)
    return _case(blank_that_drifts, with_row(s, rng, row, "blank-1"), rng)


def flat_standard(rng: Rng) -> Case:
    """A white or grey standard: the same everywhere, with the noise of all others."""
    s = sound(rng)
    level = float(rng.choice([0.5, 1.0])) * float(s.X.max())
    return _case(flat_standard, with_row(s, rng, level + _noise(s) * rng.normal(size=s.p), "W-1"), rng)


def filter_with_an_edge(rng: Rng) -> Case:
    """A long-pass filter among the samples."""
    s = sound(rng)
    t = np.linspace(0, 1, s.p)
    row = float(s.X.max()) / (1 + np.exp(-(t - rng.uniform(0.3, 0.7)) * 60)) + _noise(s) * rng.normal(size=s.p)
    return _case(filter_with_an_edge, with_row(s, rng, row, "RG-1"), rng)


def turbid_sample(rng: Rng) -> Case:
    """One sample that only scatters: it falls all along."""
    s = sound(rng)
    row = float(np.median(s.X)) * (1.6 - np.linspace(0, 1, s.p) ** 0.7) + _noise(s) * rng.normal(size=s.p)
    return _case(turbid_sample, with_row(s, rng, row, "t-1"), rng)


def dark_of_counts(rng: Rng) -> Case:
    """Counts and a dark spectrum of a few hundred; and a sample that reaches the limit of the converter."""
    s = sound(rng)
    X = np.round(300 + 6e4 * s.X / s.X.max())
    X[0] = np.minimum(np.round(1.5 * X[0]), 65535)
    X[1] = np.round(300 + 3 * rng.normal(size=s.p))
    return _case(dark_of_counts, replace(s, X=X), rng)


def derivatives(rng: Rng) -> Case:
    """First or second derivatives, or spectra without their mean: both signs in all."""
    s = sound(rng)
    X = np.gradient(s.X, axis=1)
    X = np.gradient(X, axis=1) if rng.random() < 0.5 else X
    X = (s.X - s.X.mean(axis=1, keepdims=True)) / s.X.std(axis=1, keepdims=True) if rng.random() < 0.3 else X
    return _case(derivatives, replace(s, X=np.round(X, 6)), rng)


def differences(rng: Rng) -> Case:
    """Each spectrum less the first one or less the mean of all: they turn round."""
    s = sound(rng)
    X = s.X - (s.X[:1] if rng.random() < 0.5 else s.X.mean(axis=0))
    if rng.random() < 0.5:
        X = np.outer(np.linspace(-1, 1, s.n) + 0.05, shapes(rng, s.p, 1)[0]) + 1e-3 * rng.normal(size=X.shape)
    s = replace(s, X=np.round(X, 5))
    return _case(differences, replace(s, X=s.X[1:], who=s.who[1:], n=s.n - 1), rng)


def ends_missing_here_and_there(rng: Rng) -> Case:
    """Single values are missing anywhere, the last of a spectrum among them."""
    s = sound(rng, int(rng.integers(6, 12)))
    X = s.X.copy()
    for i in rng.choice(s.n, 4, replace=False):
        X[i, int(rng.integers(s.p))] = np.nan
    X[int(rng.integers(s.n)), -1] = np.nan
    return replace(_case(ends_missing_here_and_there, replace(s, X=X), rng))


def lines_of_emission(rng: Rng) -> Case:
    """A few sharp lines over next to nothing; their heights differ."""
    s = sound(rng)
    at = rng.choice(s.p, max(3, s.p // 12), replace=False)
    X = 0.01 + 1e-3 * rng.normal(size=s.X.shape)
    X[:, at] += rng.uniform(0.02, 1.5, (s.n, len(at))) * rng.uniform(0.2, 3, len(at))
    return _case(lines_of_emission, replace(s, X=np.round(np.abs(X), 4)), rng)


def dilution(rng: Rng) -> Case:
    """One spectrum in amounts that fall by halves, or in even steps, with noise or without."""
    s = sound(rng)
    a = np.abs(shapes(rng, s.p, 1)[0]) + 0.02
    u = 0.5 ** np.arange(s.n) if rng.random() < 0.5 else np.arange(1, s.n + 1) / s.n
    u = rng.permutation(u) if rng.random() < 0.5 else u
    X = np.outer(u, a) + float(rng.choice([0, 1e-3])) * rng.normal(size=(s.n, s.p))
    return _case(dilution, replace(s, X=np.round(X, 5)), rng)


def kinetics(rng: Rng) -> Case:
    """One spectrum turns into another, with noise or without."""
    s = sound(rng)
    a, b = np.abs(shapes(rng, s.p, 2)) + 0.02
    u = np.exp(-rng.uniform(0.1, 0.6) * np.arange(s.n))[:, None]
    X = u * a + (1 - u) * b + float(rng.choice([0, 1e-3])) * rng.normal(size=(s.n, s.p))
    return _case(kinetics, replace(s, X=np.round(X, 5)), rng)


def copies(rng: Rng) -> Case:
    """A spectrum stands there twice; repeats that differ by noise alone."""
    s = sound(rng, int(rng.integers(6, 10)))
    X = s.X.copy()
    X[1] = X[0]
    X[3:6] = np.round(X[3] + _noise(s) * rng.normal(size=(3, s.p)), digits_of(s.X))
    return _case(copies, replace(s, X=X), rng)


def unlike_materials(rng: Rng) -> Case:
    """Every sample is something else; one is as bright as the others are dark."""
    s = sound(rng)
    X = np.abs(np.array([shapes(rng, s.p, 1)[0] for _ in range(s.n)])) * rng.uniform(0.1, 2, (s.n, 1))
    return _case(unlike_materials, replace(s, X=np.round(X + 1e-3 * rng.normal(size=X.shape), 4)), rng)


def one_with_fewer_decimals(rng: Rng) -> Case:
    """A spectrum of a colleague, rounded to two decimals less."""
    s = sound(rng)
    i, d = int(rng.integers(s.n)), max(digits_of(s.X) - 2, 0)
    s.X[i] = np.round(s.X[i], d)
    return _case(one_with_fewer_decimals, s, rng)


def coarse(rng: Rng) -> Case:
    """All written with two decimals, so that neighbours are often alike; one is nearly empty."""
    s = sound(rng)
    X = s.X / s.X.max()
    X[0] *= 0.05
    return _case(coarse, replace(s, X=np.round(X, 2)), rng)


def mirror_images(rng: Rng) -> Case:
    """Dichroism of both enantiomers: as many of one sign as of the other."""
    s = sound(rng, 8)
    a = shapes(rng, s.p, 2)
    X = np.outer(np.tile([1, -1], 4) * rng.uniform(0.5, 1.5, 8), a[0] - a[1]) + 1e-3 * rng.normal(size=(8, s.p))
    return _case(mirror_images, replace(s, X=np.round(20 * X, 4)), rng)


def baselines_under_zero(rng: Rng) -> Case:
    """A correction has gone too far: parts of some spectra are a little below zero."""
    s = sound(rng)
    X = s.X - s.X.min(axis=1, keepdims=True) - 0.08 * s.X.max() * rng.uniform(0, 1, (s.n, 1))
    return _case(baselines_under_zero, replace(s, X=np.round(X, digits_of(s.X))), rng)


def noisy_ends(rng: Rng) -> Case:
    """The detector sees nothing at both ends."""
    s = sound(rng)
    edge = np.exp(-np.minimum(np.arange(s.p), np.arange(s.p)[::-1]) / 2.0)
    return _case(noisy_ends, replace(s, X=np.round(
        s.X + 0.3 * float(np.median(s.X)) * edge * rng.normal(size=s.X.shape), digits_of(s.X))), rng)


SOUND: tuple[Callable[[Rng], Case], ...] = (
    as_measured, blank_of_noise, blank_that_drifts, flat_standard, filter_with_an_edge, turbid_sample, dark_of_counts,
    derivatives, differences, ends_missing_here_and_there, lines_of_emission, dilution, kinetics, copies,
    unlike_materials, one_with_fewer_decimals, coarse, mirror_images, baselines_under_zero, noisy_ends)
