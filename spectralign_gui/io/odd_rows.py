"""Rows among spectra that are no spectra, or are turned: settings, weights of a model, another sign, another order.

Each rule needs several others that agree with each other and one or a few rows that do not; a blank, a filter or
another material is a sample and none of these.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .made_of_others import digits

LEAST, CHANNELS, WAYS, SOME = 4, 8, 6, 60
MINORITY, FEW_SIGNS, LIKE, GAP, FITS, MISFIT, AGREE = 0.4, 0.05, 0.7, 0.6, 0.02, 0.05, 0.1
NOISIER, ROUGH, PLAIN, ELSE = 2.0, 1.0, 1.6, 0.2
LEVELS, STILL, STEP, TRIMMED = 8, 0.7, 20, 0.85
BOTH_SIGNS, ONE_SIGN, APART, SIZE, UNIT = 0.1, 0.02, 0.3, 0.1, 2e-4
STANDARDS = (0.0, 1.0, 100.0)
"""What a blank or a white standard may be everywhere."""


def noise_of(Y: np.ndarray, share: float = 1.0) -> np.ndarray:
    """What of each spectrum changes from channel to channel as no band does, in a share of its quietest channels."""
    squares = np.diff(Y, n=3, axis=1) ** 2
    if share < 1:
        squares = np.sort(squares, axis=1)[:, :max(1, int(share * squares.shape[1]))]
    return np.asarray(np.sqrt(np.mean(squares, axis=1) / 20))


def basis_of(others: np.ndarray, ways: int = WAYS) -> np.ndarray:
    """Shapes (k, p) that some spectra are made of, and a constant."""
    some = others if len(others) <= SOME else others[np.linspace(0, len(others) - 1, SOME).astype(int)]
    shapes = np.linalg.svd(some, full_matrices=False)[2][:min(ways, some.shape[1] // 4)]
    return np.vstack([shapes, np.ones(some.shape[1])])


def unexplained(row: np.ndarray, basis: np.ndarray) -> float:
    """Share of a row's changes that is not made of these shapes."""
    rest = row - np.linalg.lstsq(basis.T, row, rcond=None)[0] @ basis
    own = float(((row - row.mean()) ** 2).sum())
    return float((rest**2).sum()) / own if own > 0 else 0.0


def agree(others: np.ndarray) -> bool:
    """Whether spectra are made of much the same: each of some by the shapes of the rest."""
    some = others if len(others) <= SOME else others[np.linspace(0, len(others) - 1, SOME).astype(int)]
    rows = np.unique(np.linspace(0, len(some) - 1, 5).astype(int))
    return len(some) >= LEAST - 1 and bool(np.median([
        unexplained(some[k], basis_of(np.delete(some, k, axis=0))) for k in rows]) < AGREE)


def turned_signs(Y: np.ndarray) -> list[int]:
    """The few spectra that are below zero all along, while the others are above it and look the same."""
    if len(Y) < LEAST:
        return []
    above = np.mean(Y > 0, axis=1)
    few = above <= FEW_SIGNS
    if not 0 < few.sum() <= MINORITY * len(Y) or not (above[~few] >= 1 - FEW_SIGNS).all():
        return []
    mean = Y[~few].mean(axis=0)
    along = Y @ mean / (mean @ mean)
    cos = along * np.linalg.norm(mean) / (np.linalg.norm(Y, axis=1) + 1e-300)
    turned = few & (cos < -LIKE)
    if not turned.any() or (cos[~few] < LIKE).any():
        return []
    across = along[~few].min() - along[turned].max()
    # differences from one of a series turn round as well, but step by step
    step = np.diff(np.sort(along[~few])).max(initial=0.0)
    return np.flatnonzero(turned).tolist() if across > max(GAP, 2 * step) else []


def turned_order(Y: np.ndarray) -> list[int]:
    """Spectra that fit the others only when they are read from the other end."""
    if len(Y) < LEAST:
        return []
    mean = np.median(Y, axis=0)
    mean = mean - mean.mean()
    Z = Y - Y.mean(axis=1, keepdims=True)
    suspects = np.flatnonzero(Z[:, ::-1] @ mean > Z @ mean)
    if not 0 < len(suspects) <= MINORITY * len(Y):
        return []
    others = np.delete(Y, suspects, axis=0)
    basis = basis_of(others)
    found = [int(k) for k in suspects[:SOME] if unexplained(Y[k, ::-1], basis) < FITS and (
        unexplained(Y[k], basis) > max(MISFIT, 10 * unexplained(Y[k, ::-1], basis)))]
    return found if found and agree(others) else []


def settings(Y: np.ndarray) -> list[int]:
    """Rows that go in a few steps, or are rough where no other is, and are made of nothing that the others are."""
    if len(Y) < LEAST or Y.shape[1] < 2 * CHANNELS:
        return []
    found = set(_in_steps(Y))
    noise = noise_of(Y)
    order = np.argsort(-noise)
    count = next((c for c in range(max(1, len(Y) // 4), 0, -1)
                  if noise[order[c - 1]] > NOISIER * noise[order[c]]), 0)
    quiet = noise_of(Y[order[:count + 1]], TRIMMED)  # a single number that is far off is no noise
    rough = [int(k) for k, q in zip(order[:count], quiet, strict=False) if k not in found and q > NOISIER * quiet[-1]]
    fewer = [k for k in _fewer_decimals(Y) if k not in found]
    if rough or fewer:
        sound = np.delete(Y, [*rough, *fewer, *found], axis=0)
        if not agree(sound):
            return sorted(found)
        basis = basis_of(sound)
        t = np.linspace(-1, 1, Y.shape[1])
        rest = Y - np.polynomial.polynomial.polyval(t, np.polynomial.polynomial.polyfit(t, Y.T, 3))
        off = np.sqrt(np.mean(rest**2, axis=1))
        others = [k for k in range(len(Y)) if k not in rough]
        banded = np.median(off[others]) > 3 * np.median(noise[others])
        for k in rough:
            share = unexplained(Y[k], basis)
            new = share > 0.5 if noise[k] < 1.5 * NOISIER * noise[order[count]] else (
                share > ELSE or np.sqrt(share) * Y[k].std() > 4 * noise[k])
            if new and _one_sided(Y[k]) and (_rough(Y[k]) or (banded and off[k] < PLAIN * noise[k])):
                found.add(k)
        found |= {k for k in fewer if unexplained(Y[k], basis) > ELSE}
    return sorted(found)


def _one_sided(row: np.ndarray) -> bool:
    """Whether it is about a level far from zero: a blank is not."""
    return bool(abs(row.mean()) > 3 * row.std())


def _rough(row: np.ndarray) -> bool:
    """Whether neighbouring channels differ as unrelated numbers do: 3 of noise, 2 of a walk, next to 0 of bands."""
    first, second = np.mean(np.diff(row) ** 2), np.mean(np.diff(row, n=2) ** 2)
    return bool(second > ROUGH * first)


def _in_steps(Y: np.ndarray) -> list[int]:
    still = np.mean(np.diff(Y, axis=1) == 0, axis=1)
    if np.median(still) > 0.3:
        return []
    quantum = 10.0 ** -np.median(digits(Y[:SOME]))
    found = []
    for k in np.flatnonzero(still >= STILL):
        values = np.unique(Y[k])
        if len(values) == 1:
            if values[0] not in STANDARDS:
                found.append(int(k))
        elif len(values) <= LEVELS and np.diff(values).min() > STEP * quantum and not _at_a_limit(Y[k], values):
            found.append(int(k))
    return found


def _at_a_limit(row: np.ndarray, values: np.ndarray) -> bool:
    """Whether nearly all of it is one highest or lowest value: a detector at its limit, or nothing at all."""
    return bool(max(np.mean(row == values[0]), np.mean(row == values[-1])) > 0.9)


def _fewer_decimals(Y: np.ndarray) -> list[int]:
    """The one row that is written with two decimals less than all others, though it is as large."""
    if len(Y) > SOME:
        return []
    count = digits(Y)
    size = np.median(np.abs(Y), axis=1)
    few = np.flatnonzero(count == count.min())
    rest = np.delete(count, few)
    if len(few) > max(1, len(Y) // 4) or rest.min() < count.min() + 2:
        return []
    return [int(k) for k in few if np.ptp(Y[k]) > 0 and 0.1 < size[k] / (np.median(size) or 1) < 10]


def weights(Y: np.ndarray) -> list[int]:
    """Rows on both sides of zero among spectra on one side of it, or of length 1 as vectors of a model are."""
    if len(Y) < LEAST:
        return []
    length = np.linalg.norm(Y, axis=1)
    near = np.flatnonzero(np.abs(length - 1) < UNIT)
    ones = [int(k) for k in near if abs(length[k] - 1) < max(4 * 10.0 ** -float(digits(Y[k:k + 1])[0]), 2e-6)]
    found = set(ones if len(ones) <= MINORITY * len(Y) else [])
    sign = np.sign(np.median(Y.sum(axis=1)))
    size = np.abs(Y).sum(axis=1) + 1e-300
    against = np.where(sign * Y < 0, -sign * Y, 0).sum(axis=1) / size
    side = sign * Y.mean(axis=1) / np.sqrt(np.mean(Y**2, axis=1) + 1e-300)  # 1 on one side of zero, 0 on both alike
    few = (against > BOTH_SIGNS) & (np.mean(sign * Y < 0, axis=1) > BOTH_SIGNS) & (side < side.max() - APART)
    others = Y[~few]
    if 0 < few.sum() <= MINORITY / 2 * len(Y) + 1 and len(others) > LEAST and (against[~few] < ONE_SIGN).all() and (
            side[few].max() < side[~few].min() - APART):
        mean = others.mean(axis=0)
        cos = others @ mean / (length[~few] * np.linalg.norm(mean) + 1e-300)
        found |= {int(k) for k in np.flatnonzero(few & (length > SIZE * np.median(length[~few])))} if (
            cos > LIKE).all() else set()
    return sorted(found)


def apart_channels(Y: np.ndarray) -> Sequence[int]:
    """Channels that have nothing in common with those beside them, where all others have: a setting, a property."""
    if len(Y) < 2 * LEAST or Y.shape[1] < 2 * CHANNELS:
        return []
    some = Y if len(Y) <= 10 * SOME else Y[np.linspace(0, len(Y) - 1, 10 * SOME).astype(int)]
    Z = some - some.mean(axis=0)
    size = np.linalg.norm(Z, axis=0)
    if not (size > 0).all():
        return []
    Z = Z / size
    beside = np.sum(Z[:, 1:] * Z[:, :-1], axis=0)
    if np.median(beside) < 0.97:
        return []
    low = np.abs(beside) < 0.6
    if not 0 < low.sum() <= 4:
        return []
    apart, p = 1 - beside, Y.shape[1]
    # how far each channel is from the line through the two beside it; where all spectra cross it is as near as others
    off = np.empty(p)
    off[1:-1] = np.sqrt(np.mean((some[:, 1:-1] - (some[:, :-2] + some[:, 2:]) / 2) ** 2, axis=0))
    off[0] = np.sqrt(np.mean((some[:, 0] - 2 * some[:, 1] + some[:, 2]) ** 2))
    off[-1] = np.sqrt(np.mean((some[:, -1] - 2 * some[:, -2] + some[:, -3]) ** 2))
    far = off > 10 * np.quantile(off, 0.8)
    found = [j for j in range(1, p - 1) if low[j - 1] and low[j] and far[j] and Z[:, j - 1] @ Z[:, j + 1] > 0.9]
    if low[0] and far[0] and 10 * apart[1:4].max() < apart[0]:
        found.insert(0, 0)
    if low[-1] and far[-1] and 10 * apart[-4:-1].max() < apart[-1]:
        found.append(p - 1)
    return found
