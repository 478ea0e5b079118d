"""Discrepancy minimisation: weights of source samples that make their second moments like the target's."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ..monitor import Monitor, SilentMonitor
from . import lapack

GROWTH = 12.0
MAX_NEWTON = 200


@dataclass
class DiscrepancyWeights:
    """Solution of min_q ‖M₀ − Σ qᵢ xᵢxᵢᵀ‖₂ over the simplex.

    Parameters
    ----------
    weights : (m,) array
        q > 0, sum 1.
    objective : float
        ‖M(q)‖₂, the discrepancy.
    gap : float
        The smallest possible objective is at most this much smaller.
    uniform : float
        ‖M(q)‖₂ of equal weights.
    history : list of float
        Objective after each Newton step.
    converged : bool
        Whether the gap came within the tolerance.
    """

    weights: np.ndarray
    objective: float
    gap: float
    uniform: float
    history: list[float] = field(default_factory=list)
    converged: bool = False


FINEST = 1e-12
ROUNDING = 4 * np.finfo(float).eps  # eigenvalues of a matrix of norm near 1 are known no better


def minimise_discrepancy(
    source: np.ndarray, target: np.ndarray, tol: float = 1e-4, monitor: Monitor | None = None,
) -> DiscrepancyWeights:
    """min_q ‖(1/n)Σⱼtⱼtⱼᵀ − Σᵢ qᵢ sᵢsᵢᵀ‖₂ over q ≥ 0, Σq = 1 (Cortes & Mohri 2014, §5, in explicit features).

    The semidefinite problem min t with −tI ≼ M(q) ≼ tI is followed along its central path by Newton steps. The
    second derivatives are squares of inner products, (sᵢᵀA sⱼ)² with A = (tI ∓ M)⁻¹, so a step costs O(m³ + r³),
    and the path gives the gap, (2r + m)/τ. Where the best weights are not unique the path leads to their
    analytic centre, so the answer does not hang on rounding.

    Parameters
    ----------
    source : (m, r) array
    target : (n, r) array
    tol : float
        Gap relative to the objective, or to a tenth of ‖M₀‖₂ if that is more; 1e-12 at the finest, beyond which
        rounding decides.
    """
    tol = max(tol, FINEST)
    monitor = monitor or SilentMonitor()
    m, r = source.shape
    M0 = target.T @ target / len(target)
    scale = float(np.linalg.norm(M0, 2)) or 1.0
    S, M0 = source / np.sqrt(scale), M0 / scale
    q = np.full(m, 1 / m)
    uniform = float(np.linalg.norm(M0 - (S.T * q) @ S, 2))
    t = 1.5 * uniform + 0.05
    tau = (2 * r + m) / t
    history = [uniform]

    def point(q: np.ndarray, t: float) -> _Point | None:
        """The point with its barrier −log det of both constraints − Σ log q; None outside."""
        q = q / q.sum()
        if not (q > 0).all():
            return None
        values, vectors = lapack.eigh(M0 - (S.T * q) @ S)
        slack = np.concatenate([t - values, t + values])
        if not slack.min() > ROUNDING * max(1.0, t):
            return None
        return _Point(q, t, values, vectors, -float(np.log(slack).sum()) - float(np.log(q).sum()))

    here, done, before = point(q, t), False, np.inf
    assert here is not None  # t exceeds the norm of M by a half and 0.05
    for step in range(MAX_NEWTON):
        monitor.raise_if_cancelled()
        dq, dt, decrement = _newton(S, here, tau)
        length, lost = 1.0, False
        while True:
            there = point(here.q + length * dq, here.t + length * dt)
            if there is not None and (tau * (there.t - here.t) + there.barrier - here.barrier
                                      <= -0.1 * length * decrement):
                here = there
                break
            length /= 2
            lost = length * decrement < ROUNDING * max(tau * here.t, 1.0)  # t itself is known no better
            if lost:
                break
        objective = float(np.abs(here.values).max())
        history.append(objective)
        monitor.report("Weighing the reference spectra", 0.2 + 0.6 * step / MAX_NEWTON, iteration=step,
                       objective=objective * scale)
        gap = (2 * r + m) / tau
        enough = gap <= tol * max(objective, 0.1)
        # near the path Newton squares the decrement: where it does not, what is left is rounding
        lost = lost or (before < 1e-2 and decrement > before / 2)
        before = decrement
        if decrement < (1e-9 if enough else 1e-2) or lost:  # only the last point has to be centred well
            done = enough
            if done:
                break
            tau, before = tau * GROWTH, np.inf
    return DiscrepancyWeights(here.q, objective * scale, gap * scale, uniform * scale, [h * scale for h in history],
                              done)


@dataclass
class _Point:
    """A point inside the cone: what the line search measured is what the next Newton step reckons with."""

    q: np.ndarray
    t: float
    values: np.ndarray
    vectors: np.ndarray
    barrier: float


def _newton(S: np.ndarray, here: _Point, tau: float) -> tuple[np.ndarray, float, float]:
    """Newton direction (dq, dt) with Σ dq = 0, and the decrement −gᵀd; none where rounding leaves no direction."""
    m, q = len(here.q), here.q
    P = S @ here.vectors
    H = np.zeros((m + 2, m + 2))
    g = np.zeros(m + 1)
    g[m] = tau
    for sign in (1.0, -1.0):
        inverse = 1 / (here.t - sign * here.values)
        half = P * np.sqrt(inverse)
        H[:m, :m] += (half @ half.T) ** 2
        H[:m, m] += sign * (P ** 2 @ inverse ** 2)
        H[m, m] += float((inverse ** 2).sum())
        g[:m] -= sign * (P ** 2 @ inverse)
        g[m] -= float(inverse.sum())
    # in units of q the entries 1/q² become 1, which keeps the system well-conditioned near the boundary
    g[:m] = q * g[:m] - 1
    H[:m, :m] = q[:, None] * H[:m, :m] * q + np.eye(m)
    H[:m, m] *= q
    H[m, :m] = H[:m, m]
    H[m + 1, :m] = H[:m, m + 1] = q
    try:
        d = lapack.solve(H, np.concatenate([-g, [0.0]]))[:m + 1]
    except np.linalg.LinAlgError:
        d = np.zeros(m + 1)
    return q * d[:m], float(d[m]), float(-(g @ d))
