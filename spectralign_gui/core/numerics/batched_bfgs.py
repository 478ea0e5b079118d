"""Quasi-Newton minimisation of many small problems at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..monitor import Monitor, SilentMonitor

ARMIJO = 1e-4
HALVINGS = 40

Objective = Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]


def minimise_each(
    objective: Objective, start: np.ndarray, tol: float = 1e-7, max_iter: int = 200, monitor: Monitor | None = None,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """BFGS on m independent problems in q variables, all steps of all problems in the same matrix products.

    The inverse Hessian of each problem is kept as a q×q matrix; a step is halved until Armijo's condition holds
    (Nocedal & Wright 2006, algorithm 6.1, equations 3.6 and 6.17), and the update is left out where the curvature
    along the step is not positive, so that every matrix stays positive definite.

    Parameters
    ----------
    objective : callable
        ``objective(Y, rows)`` gives the values (k,) and gradients (k, q) of the problems `rows` at `Y` (k, q).
    start : (m, q) array
    tol : float
        A problem is done when the largest entry of its gradient is below this, or no step lowers it any more.

    Returns
    -------
    Y : (m, q) array
    values : (m,) array
    converged : (m,) bool array
        False where `max_iter` ended the search.
    """
    monitor = monitor or SilentMonitor()
    Y = np.array(start, dtype=np.float64)
    m, q = Y.shape
    values, G = objective(Y, np.arange(m))
    H = np.tile(np.eye(q), (m, 1, 1))
    fresh, done = np.ones(m, dtype=bool), np.abs(G).max(axis=1, initial=0.0) <= tol
    for _ in range(max_iter):
        monitor.raise_if_cancelled()
        rows = np.flatnonzero(~done)
        if not len(rows):
            break
        D = -np.einsum("kij,kj->ki", H[rows], G[rows])
        length = np.where(fresh[rows], 1 / np.maximum(np.linalg.norm(G[rows], axis=1), 1.0), 1.0)
        new_Y, new_values, new_G, moved = _line_search(objective, rows, Y, values, G, D, length)
        step, change = new_Y - Y[rows], new_G - G[rows]
        Y[rows], values[rows], G[rows] = new_Y, new_values, new_G
        # where rounding stops a step that is not the gradient's own, the gradient's is tried once before giving up
        done[rows[~moved & fresh[rows]]] = True
        H[rows[~moved]], fresh[rows[~moved]] = np.eye(q), True
        _update(H, rows, fresh, step, change, moved)
        done[rows] |= np.abs(G[rows]).max(axis=1) <= tol
    return Y, values, done


def _line_search(
    objective: Objective, rows: np.ndarray, Y: np.ndarray, values: np.ndarray, G: np.ndarray, D: np.ndarray,
    length: np.ndarray,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Backtracking of every problem in `rows`; the last item says which of them moved."""
    slope = (G[rows] * D).sum(axis=1)
    new_Y, new_values, new_G = Y[rows].copy(), values[rows].copy(), G[rows].copy()
    waiting = np.flatnonzero(slope < 0)
    moved = np.zeros(len(rows), dtype=bool)
    length = length.copy()
    for _ in range(HALVINGS):
        if not len(waiting):
            break
        trial = Y[rows[waiting]] + length[waiting, None] * D[waiting]
        found, gradient = objective(trial, rows[waiting])
        good = found < values[rows[waiting]] + ARMIJO * length[waiting] * slope[waiting]
        hit = waiting[good]
        new_Y[hit], new_values[hit], new_G[hit], moved[hit] = trial[good], found[good], gradient[good], True
        waiting = waiting[~good]
        length[waiting] /= 2
    return new_Y, new_values, new_G, moved


def _update(
    H: np.ndarray, rows: np.ndarray, fresh: np.ndarray, step: np.ndarray, change: np.ndarray, moved: np.ndarray,
) -> None:
    """BFGS update of the inverse Hessians in place."""
    curvature = (step * change).sum(axis=1)
    # a curvature of nothing has no square to divide by
    good = moved & (curvature > 1e-150) & (
        curvature > 1e-10 * np.linalg.norm(step, axis=1) * np.linalg.norm(change, axis=1))
    at, s, y, sy = rows[good], step[good], change[good], curvature[good]
    first = fresh[at]
    scale = sy / np.maximum((y * y).sum(axis=1), 1e-300)
    H[at[first]] = scale[first, None, None] * np.eye(H.shape[1])
    fresh[at] = False
    Hy = np.einsum("kij,kj->ki", H[at], y)
    yHy = (y * Hy).sum(axis=1)
    outer = np.einsum("ki,kj->kij", s, s) * ((sy + yHy) / sy ** 2)[:, None, None]
    cross = np.einsum("ki,kj->kij", Hy, s)
    H[at] += outer - (cross + cross.transpose(0, 2, 1)) / sy[:, None, None]
