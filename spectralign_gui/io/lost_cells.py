"""A cell that was lost or stands twice: the rest of the spectrum has moved by one channel."""

from __future__ import annotations

import numpy as np

from .odd_rows import LEAST, basis_of

MOST_GONE, SUSPECTS, BETTER, CLEARLY, PLACES = 3, 12, 0.5, 0.25, 24


def moved_rows(Y: np.ndarray, odd_values: np.ndarray | None = None) -> list[int]:
    """Spectra of which a part has moved by a channel or a few.

    Parameters
    ----------
    Y : (n, p) array
        NaN where a cell is empty.
    odd_values : (n,) array of bool, optional
        Spectra beside which a reference value is missing that others have.

    Returns
    -------
    list of int
        Rows; those that end a channel or a few early where no other value is missing as well, though it may not be
        seen whether they have moved.
    """
    n, p = Y.shape
    missing = np.isnan(Y)
    if n < 2 or p < 8 or missing.all(axis=1).any():
        return []
    gone = missing.sum(axis=1)
    behind = np.argmax(~missing[:, ::-1], axis=1)
    short = (gone == behind) & (behind > 0) & (behind <= MOST_GONE)
    inside = (gone > 0) & (gone <= MOST_GONE) & ~short
    whole = gone == 0
    if not whole.any():
        return []
    if whole.sum() < LEAST - 1:
        return np.flatnonzero(short).tolist() if not inside.any() and 2 * short.sum() < n else []
    last = np.abs(Y[:, -1] - Y[:, -2])
    jump = whole & (last > 5 * np.quantile(last[whole], 0.8 if n > 5 else 0.7))
    odd = whole & odd_values if odd_values is not None else jump & False
    if odd.sum() > SUSPECTS:
        odd &= jump
    sound = Y[whole & ~odd & ~jump]
    if len(sound) < LEAST - 1:
        return np.flatnonzero(short).tolist()
    basis, found = basis_of(sound), []
    for k in np.flatnonzero(short | inside | odd | jump)[:4 * SUSPECTS]:
        row = Y[k]
        if short[k]:
            known = row[:p - behind[k]]
            moved = _moves(known, basis, int(behind[k]))
        elif inside[k]:  # an empty cell was put in: what follows moved on, and the last one is gone
            at = int(np.flatnonzero(missing[k])[0])
            moved = at + gone[k] < p and _fits(np.concatenate([row[:at], row[at + gone[k]:]]), basis,
                                               slice(0, p - int(gone[k]))) < BETTER * _rest(row, basis)
        else:  # the last channel holds what stood behind it
            moved = _moves(row[:-1], basis, 1, CLEARLY)
        if moved:
            found.append(int(k))
    if not inside.any() and 2 * short.sum() < n:
        found += np.flatnonzero(short).tolist()
    return sorted(set(found))


def _rest(row: np.ndarray, basis: np.ndarray) -> float:
    """What is left of a row as it stands, by the shapes of the others; empty cells left out."""
    known = np.isfinite(row)
    return _left(row[known], basis[:, known])


def _fits(values: np.ndarray, basis: np.ndarray, where: slice) -> float:
    return _left(values, basis[:, where])


def _left(values: np.ndarray, basis: np.ndarray) -> float:
    """Squares that are left of values by some shapes, but for the largest ones: both ends may be noise."""
    squares = np.sort((values - np.linalg.lstsq(basis.T, values, rcond=None)[0] @ basis) ** 2)
    return float(squares[:len(squares) - len(squares) // 10].sum())


def _moves(known: np.ndarray, basis: np.ndarray, by: int, better: float = BETTER) -> bool:
    """Whether values fit the others much better where they move on by some channels from some place on."""
    as_is = _fits(known, basis, slice(0, len(known)))
    size = float(((known - known.mean()) ** 2).sum())
    if as_is <= 1e-12 * size:
        return False
    best = np.inf
    for at in np.unique(np.linspace(0, len(known) - 1, PLACES).astype(int)):
        row = np.concatenate([known[:at], np.full(by, np.nan), known[at:]])
        best = min(best, _rest(row, basis))
    return best < better * as_is
