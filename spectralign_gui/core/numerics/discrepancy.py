"""Discrepancy minimisation: weights of source samples that make their second moments like the target's."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ..monitor import Monitor, SilentMonitor

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
    eye = np.eye(r)
    history = [uniform]

    def barrier(q: np.ndarray, t: float) -> float:
        """−log det of both constraints − Σ log q; infinite outside."""
        if t <= 0 or (q <= 0).any():
            return np.inf
        M = M0 - (S.T * q) @ S
        try:
            both = [np.linalg.cholesky(t * eye - M), np.linalg.cholesky(t * eye + M)]
        except np.linalg.LinAlgError:
            return np.inf
        return -2 * sum(float(np.log(np.diag(c)).sum()) for c in both) - float(np.log(q).sum())

    value, done = barrier(q, t), False
    for step in range(MAX_NEWTON):
        monitor.raise_if_cancelled()
        dq, dt, decrement = _newton(S, M0, q, t, tau)
        length = 1.0
        while length > 1e-10:
            new_q, new_t = q + length * dq, t + length * dt
            new_value = barrier(new_q, new_t)
            if tau * new_t + new_value <= tau * t + value - 0.1 * length * decrement:
                break
            length /= 2
        else:
            decrement = 0.0  # rounding: this point of the path is as good as it gets
            new_q, new_t, new_value = q, t, value
        q, t, value = new_q / new_q.sum(), float(new_t), new_value
        objective = float(np.linalg.norm(M0 - (S.T * q) @ S, 2))
        history.append(objective)
        gap = (2 * r + m) / tau
        monitor.report("Weighing the reference spectra", 0.2 + 0.6 * step / MAX_NEWTON, iteration=step,
                       objective=objective * scale)
        enough = gap <= tol * max(objective, 0.1)
        if decrement < (1e-9 if enough else 1e-2):  # only the last point has to be centred well
            done = enough
            if done:
                break
            tau *= GROWTH
    return DiscrepancyWeights(q, objective * scale, gap * scale, uniform * scale, [h * scale for h in history], done)


def _newton(S: np.ndarray, M0: np.ndarray, q: np.ndarray, t: float, tau: float) -> tuple[np.ndarray, float, float]:
    """Newton direction (dq, dt) with Σ dq = 0, and the decrement −gᵀd."""
    m = len(q)
    values, V = np.linalg.eigh(M0 - (S.T * q) @ S)
    P = S @ V
    H = np.zeros((m + 2, m + 2))
    g = np.zeros(m + 1)
    g[m] = tau
    for sign in (1.0, -1.0):
        inverse = 1 / (t - sign * values)
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
    d = np.linalg.solve(H, np.concatenate([-g, [0.0]]))[:m + 1]
    return q * d[:m], float(d[m]), float(-(g @ d))
