"""Joint-Y PLS (JYPLS): each instrument has weights of its own, both share what turns scores into values."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import DataError
from ..naming import the_property, the_set
from ..regression import LinearModel
from ..regression.choose import folds, pick
from ..regression.parameters import REGRESSION
from ._base import Transfer
from ._problem import TransferProblem


class JointYPLS(Transfer):
    """X_A = T_A P_Aᵀ, X_B = T_B P_Bᵀ, [y_A; y_B] = [T_A; T_B] q. Needs values on both, no pairs, any channels."""

    parameters = tuple(p for p in REGRESSION if p.name != "regression")
    learns_gain = True
    needs = frozenset({"targets"})
    why_no_spectra = "the instruments share the regression on their scores, not spectra."

    def _fit_transfer(self, problem: TransferProblem, values: dict[str, Any]) -> None:
        if problem.values_a is None or problem.values_b is None:
            raise DataError("transfer.needs_values_of_both", title=self.title)
        folds_a, folds_b = joint_folds(problem)
        found: dict[str, list[Any]] = {"0": [], "1": [], "details": []}
        for j in range(problem.values_a.shape[1]):
            known = [np.isfinite(problem.values_a[:, j]), np.isfinite(problem.values_b[:, j])]
            for k, rows in enumerate(known):
                if rows.sum() < 3:
                    raise DataError("transfer.too_few_known_of_each", property=the_property(j), n=int(rows.sum()),
                                    set=the_set(k))
            Xs = [problem.A[known[0]], problem.B[known[1]]]
            ys = [problem.values_a[known[0], j], problem.values_b[known[1], j]]
            limit = int(max(1, min(values["max_components"], min(len(y) for y in ys) - 2)))
            curve = left_out_curve(Xs, ys, [folds_a[known[0]], folds_b[known[1]]], limit)
            n = pick(curve, values["component_rule"])
            models = jypls_path(Xs, ys, n + 1)
            for k, (b, b0) in enumerate(models):
                found[str(k)].append((b[n], float(b0[n])))
            found["details"].append({"n_components": n + 1, "n_used": int(sum(len(y) for y in ys))})
            self._monitor.raise_if_cancelled()
        for key in "01":
            self.models_[key] = LinearModel(np.stack([b for b, _ in found[key]], axis=1),
                                            np.array([c for _, c in found[key]]), found["details"])


def joint_folds(problem: TransferProblem) -> tuple[np.ndarray, np.ndarray]:
    """Fold of every row of A and of B; all spectra of one physical sample share one."""
    samples = np.unique(np.concatenate([problem.sample_a, problem.sample_b]))
    numbers = dict(zip(samples.tolist(), folds(len(samples), 10), strict=True))
    return (np.array([numbers[s] for s in problem.sample_a.tolist()]),
            np.array([numbers[s] for s in problem.sample_b.tolist()]))


def left_out_curve(Xs: list[np.ndarray], ys: list[np.ndarray], numbers: list[np.ndarray], limit: int) -> np.ndarray:
    """Sum of both instruments' mean squared errors (L,) of samples left out; B's few count as much as A's many."""
    squares = [np.zeros((limit, len(y))) for y in ys]
    for fold in np.unique(np.concatenate(numbers)):
        out = [f == fold for f in numbers]
        rest = [(X[~o], y[~o]) for X, y, o in zip(Xs, ys, out, strict=True)]
        if min(len(y) for _, y in rest) < 2:
            continue
        for k, (b, b0) in enumerate(jypls_path([X for X, _ in rest], [y for _, y in rest], limit)):
            squares[k][:, out[k]] = (b @ Xs[k][out[k]].T + b0[:, None] - ys[k][out[k]]) ** 2
    return squares[0].mean(axis=1) + squares[1].mean(axis=1)


def jypls_path(Xs: list[np.ndarray], ys: list[np.ndarray], n_components: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Coefficients (L, p_k) and intercepts (L,) of every instrument for 1 … L latent variables.

    Parameters
    ----------
    Xs : list of (n_k, p_k) arrays
        Centred within, and divided by their root mean square length, so that scores are of one size.
    ys : list of (n_k,) arrays
        Centred within.
    n_components : int

    References
    ----------
    García-Muñoz, MacGregor & Kourti, Chemom. Intell. Lab. Syst. 79 (2005) 101. For one value the NIPALS loop ends after
    one turn: w_k ∝ X_kᵀ y_k.
    """
    means = [X.mean(axis=0) for X in Xs]
    sizes = [max(float(np.sqrt(((X - m) ** 2).sum(axis=1).mean())), 1e-300) for X, m in zip(Xs, means, strict=True)]
    E = [(X - m) / s for X, m, s in zip(Xs, means, sizes, strict=True)]
    y_means = [float(y.mean()) for y in ys]
    f = [y - m for y, m in zip(ys, y_means, strict=True)]
    R = [np.zeros((n_components, X.shape[1])) for X in Xs]
    P = [np.zeros((n_components, X.shape[1])) for X in Xs]
    B = [np.zeros((n_components, X.shape[1])) for X in Xs]
    first = 0.0
    for a in range(n_components):
        weights = [X.T @ y for X, y in zip(E, f, strict=True)]
        norms = [float(np.linalg.norm(w)) for w in weights]
        first = max(norms) if a == 0 else first
        ts, rs = [], []
        for k, (w, norm) in enumerate(zip(weights, norms, strict=True)):
            w = w / norm if norm > 1e-13 * first else np.zeros_like(w)
            t = E[k] @ w
            tt = float(t @ t)
            loading = E[k].T @ t / tt if tt > 1e-28 * len(t) else np.zeros_like(w)
            rs.append(w - R[k][:a].T @ (P[k][:a] @ w))
            E[k] = E[k] - np.outer(t, loading)
            P[k][a], R[k][a] = loading, rs[-1]
            ts.append(t)
        total = sum(float(t @ t) for t in ts)
        q = sum(float(t @ y) for t, y in zip(ts, f, strict=True)) / total if total > 0 else 0.0
        for k, t in enumerate(ts):
            f[k] = f[k] - q * t
            B[k][a] = (B[k][a - 1] if a else 0.0) + q * rs[k]
    return [(b / s, m - (b / s) @ x) for b, s, m, x in zip(B, sizes, y_means, means, strict=True)]
