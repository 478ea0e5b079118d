"""What of each sample the others cannot put together: the measure by which robust alignment names outlying samples.

In min λ‖R‖_* + γ Σ‖Eᵢ‖ a strong outlier costs less as itself (R_ii = 1, about 1 in the nuclear norm) than as error, so
a large Eᵢ finds the small outliers only. Here every sample is left out and rebuilt from the others by ridge regression,

    cᵢ² = min_r ‖xᵢ − r X₋ᵢ‖² + τ‖r‖² = τ hᵢ / (1 − hᵢ),   H = X(XᵀX + τI)⁻¹Xᵀ

(the leave-one-out residual of Allen 1974, in its penalised form), in closed form for all samples at once.

Three things keep outliers from hiding themselves and each other:

* the centre is the geometric median, since an outlier of 100 times the size moves the mean;
* rows longer than the median row are shortened to it, so that none rules the fit;
* samples much like xᵢ (|cosine| above `ALIKE`) are left out with it, if they are few.

Where the spectra have a common shape that is large beside their differences, that shape is taken out first: a spectrum
that is stronger or weaker but of the usual kind is put together from others, whatever its size.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ..numerics import lapack

ALIKE = 0.9
FEW = 0.15
"""Largest share of the samples that is left out together with one like them."""
SUSPECT = 2.5
STEPS = 60
BLOCK = 4_000_000


@dataclass(frozen=True)
class OwnPart:
    """Result of `own_part`.

    Parameters
    ----------
    sizes : (n,) array
        cᵢ, in the unit of the rows.
    shares : (n,) array
        cᵢ² over the squared distance from the centre, 0 … 1: 0 is put together from others, 1 has nothing of them.
    scores : (n,) array
        How many robust standard deviations log cᵢ lies above the median.
    lengths : (n,) array
        Distance from the centre (without the common shape).
    fellows : list of (m_i,) int arrays
        Samples much like this one that were left out with it.
    usual : (n,) bool array
        Which samples the centre and τ were taken from.
    """

    sizes: np.ndarray
    shares: np.ndarray
    scores: np.ndarray
    lengths: np.ndarray
    fellows: list[np.ndarray]
    usual: np.ndarray


def own_part(B: np.ndarray, rank: int, common: np.ndarray | None = None, lost: float = 0.0) -> OwnPart:
    """What of each row the other rows cannot put together.

    Parameters
    ----------
    B : (n, r) array
        Rows are samples; any rotation of the channels will do.
    rank : int
        How many directions count as more than noise: τ is the square of the singular value after them, of the usual
        samples.
    common : (r,) array, optional
        What was subtracted from all rows (their mean spectrum), in the same coordinates.
    lost : float
        Norm of the part of the mean spectrum that these coordinates cannot hold.

    Returns
    -------
    OwnPart
    """
    unit = float(np.abs(B).max(initial=0.0)) or 1.0  # what is squared below neither over- nor underflows
    B, common, lost = B / unit, None if common is None else common / unit, lost / unit
    found = _twice(B, rank, common, lost)
    return replace(found, sizes=found.sizes * unit, lengths=found.lengths * unit)


def _twice(B: np.ndarray, rank: int, common: np.ndarray | None, lost: float) -> OwnPart:
    first = _pass(B, rank, common, lost, np.ones(len(B), dtype=bool))
    suspect = first.scores > SUSPECT
    if not suspect.any():
        return first
    # several outliers shift even the median and look like directions of the data: again, with a centre and a τ that
    # they have no part in
    return _pass(B, rank, common, lost, ~suspect)


def _pass(B: np.ndarray, rank: int, common: np.ndarray | None, lost: float, usual: np.ndarray) -> OwnPart:
    n = len(B)
    C, lengths, factor = _bounded(B, common, lost, usual)
    if not lengths.any():
        return OwnPart(np.zeros(n), np.zeros(n), np.zeros(n), lengths, [np.zeros(0, int)] * n, usual)
    W, tau = _smoother(C, rank, usual)
    leverage = np.minimum(np.einsum("ij,ij->i", W, W), 1.0 - 1e-12)
    sizes = np.sqrt(tau * leverage / (1.0 - leverage))
    fellows = _fellows(W, np.sqrt(leverage))
    for i, others in enumerate(fellows):
        if len(others):
            G = np.append(i, others)
            H = W[G] @ W[G].T
            sizes[i] = np.sqrt(tau * max(float(lapack.solve((1 + 1e-12) * np.eye(len(G)) - H, H)[0, 0]), 0.0))
    short = lengths * factor
    shares = np.minimum(sizes / np.maximum(short, 1e-300), 1.0) ** 2
    sizes = sizes / factor
    return OwnPart(sizes, shares, robust_scores(sizes), lengths, fellows, usual)


def unlike_others(
    B: np.ndarray, rank: int, rows: np.ndarray, found: OwnPart, common: np.ndarray | None = None, lost: float = 0.0,
) -> np.ndarray:
    """xᵢ − r X₋ᵢ of some rows (m, r): what is left of them when they are put together from the others only."""
    unit = float(np.abs(B).max(initial=0.0)) or 1.0
    C, lengths, factor = _bounded(B / unit, None if common is None else common / unit, lost / unit, found.usual)
    out = np.zeros((len(rows), B.shape[1]))
    if not lengths.any():
        return out
    W, _ = _smoother(C, rank, found.usual)
    for k, i in enumerate(rows):
        G = np.append(int(i), found.fellows[int(i)])
        rest = C[G] - W[G] @ (W.T @ C)
        out[k] = lapack.solve((1 + 1e-12) * np.eye(len(G)) - W[G] @ W[G].T, rest)[0] * (unit / factor[int(i)])
    return out


def robust_scores(values: np.ndarray) -> np.ndarray:
    """(log v − median) / (1.4826 · median absolute deviation), 0 where nothing varies."""
    positive = values > 0
    if positive.sum() < 2:
        return np.zeros(len(values))
    logs = np.log(np.maximum(values, values[positive].min()))
    middle = np.median(logs)
    spread = 1.4826 * float(np.median(np.abs(logs - middle)))
    return (logs - middle) / max(spread, 1e-3)


def geometric_median(B: np.ndarray) -> np.ndarray:
    """The point with the smallest sum of distances from the rows (Weiszfeld's iteration), (r,)."""
    centre = np.median(B, axis=0)
    for _ in range(STEPS):
        distances = np.linalg.norm(B - centre, axis=1)
        if not distances.any():
            break
        weights = 1.0 / np.maximum(distances, 1e-12 * max(float(distances.max()), 1e-300))
        new = weights @ B / weights.sum()
        moved = float(np.linalg.norm(new - centre))
        centre = new
        if moved <= 1e-8 * float(np.median(distances)):
            break
    return centre


def _bounded(
    B: np.ndarray, common: np.ndarray | None, lost: float, usual: np.ndarray,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows from their centre, none longer than the median; their true lengths; what they were multiplied by."""
    centre = geometric_median(B[usual])
    C = B - centre
    lengths = np.linalg.norm(C, axis=1)
    shape = centre if common is None else centre + common
    whole = float(np.hypot(np.linalg.norm(shape), lost))
    if whole > np.median(lengths[usual]) and np.linalg.norm(shape) > 0.9 * whole:
        shape = shape / np.linalg.norm(shape)
        C = C - np.outer(C @ shape, shape)
        lengths = np.linalg.norm(C, axis=1)
    used = lengths > 1e-12 * max(float(lengths.max()), 1e-300)
    bound = float(np.median(lengths[used & usual])) if (used & usual).any() else 0.0
    factor = np.minimum(1.0, bound / np.maximum(lengths, 1e-300)) if bound > 0 else np.ones(len(B))
    return C * factor[:, None], np.where(used, lengths, 0.0), factor


def _smoother(C: np.ndarray, rank: int, usual: np.ndarray) -> tuple[np.ndarray, float]:
    """W with H = WWᵀ, and τ."""
    wide = C.shape[0] <= C.shape[1]
    squares, vectors = lapack.eigh(C @ C.T if wide else C.T @ C)
    squares, vectors = np.maximum(squares[::-1], 0.0), vectors[:, ::-1]
    used = squares > squares[0] * 1e-14
    squares, vectors = squares[used], vectors[:, used]
    others = squares
    if not usual.all():
        part = C[usual]
        others = lapack.eigvalsh(part @ part.T if len(part) <= part.shape[1] else part.T @ part)[::-1]
        others = others[others > squares[0] * 1e-14]
        others = others if len(others) else squares
    tau = float(others[min(rank, len(others) - 1)])
    return (vectors * np.sqrt(squares / (squares + tau)) if wide else C @ vectors / np.sqrt(squares + tau)), tau


def _fellows(W: np.ndarray, lengths: np.ndarray) -> list[np.ndarray]:
    """For every row the few others that are much like it, once all directions count alike; none where they are many."""
    n = len(W)
    unit = W / np.maximum(lengths, 1e-300)[:, None]
    most = int(FEW * n)
    found = []
    rows = max(1, BLOCK // n)
    for start in range(0, n, rows):
        alike = np.abs(unit[start:start + rows] @ unit.T) > ALIKE
        for k, row in enumerate(alike):
            row[start + k] = False
            others = np.flatnonzero(row)
            found.append(others if len(others) < most else np.zeros(0, int))
    return found
