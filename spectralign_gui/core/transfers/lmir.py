"""Likelihood maximisation inverse regression (LMIR): spectra follow from values; B's blocks of channels tell A's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..errors import DataError
from ..naming import the_property, the_set
from ..numerics import lapack
from ..parameters import Parameter
from ..regression import LinearModel
from ..regression.choose import grouped_folds, pick
from ..regression.closure import CLOSURE
from ._base import Transfer
from ._blocks import Blocks, block_rows, blocks, grouped
from ._problem import TransferProblem

SHRINKAGES = (1e-1, 3e-2, 1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 1e-5)
SHARE_A, SHARE_B, BLOCKS = 0.4, 0.5, 3
"""Shares of A's and B's samples in a block, and blocks per group of channels, as published."""
MOST_COMPONENTS = 6
"""Latent variables of a block that are compared."""
PULL = 1e-2
"""Ridge of the estimated spectra beside the mean square of the blocks."""


class InverseRegression(Transfer):
    """x = a + b y + e on A; from a spectrum of B the spectrum of A by pairs of blocks that tell the same value."""

    parameters = (
        Parameter("n_components", "int", "auto", "Latent variables of a block",
                  "How many latent variables describe the value in every block of channels.", minimum=1, maximum=60,
                  has_automatic=True, automatic="auto",
                  advice="1, as published, to 6. Automatic takes the number that tells most of samples outside the "
                         "blocks, on both instruments."),
        Parameter("pairs", "int", 30, "Block pairs", "How many random pairs of blocks of samples and channels are "
                  "averaged.", minimum=1, maximum=1000, advice="30, as published; more only takes longer."),
        Parameter("shrinkage", "float", None, "Shrinkage", "How far the covariance of A's errors is drawn towards "
                  "equal variance in all channels.", minimum=1e-8, maximum=1, has_automatic=True, logarithmic=True,
                  advice="1e-5 to 0.1. Automatic leaves samples of A out."),
        CLOSURE)
    needs = frozenset({"targets"})
    min_standards = 0
    learns_gain = True
    why_no_spectra = "the spectrum it estimates for A is another one for every property."

    def _fit_transfer(self, problem: TransferProblem, values: dict[str, Any]) -> None:
        if problem.values_a is None or problem.values_b is None:
            raise DataError("transfer.needs_values_of_both", title=self.title)
        found: dict[str, list[Any]] = {"0": [], "1": [], "details": []}
        for j in range(problem.values_a.shape[1]):
            known = [np.isfinite(Y[:, j]) for Y in (problem.values_a, problem.values_b)]
            for k, rows in enumerate(known):
                if rows.sum() < 3:
                    raise DataError("transfer.too_few_known_of_each", property=the_property(j), n=int(rows.sum()),
                                    set=the_set(k))
            task = _Task((problem.A[known[0]], problem.B[known[1]]),
                         (problem.values_a[known[0], j], problem.values_b[known[1], j]))
            shrinkage = values["shrinkage"]
            if shrinkage is None:
                shrinkage = task.best_shrinkage(problem.sample_a[known[0]])
            n, M, offset, doubt = task.block_pairs(values["pairs"], values["n_components"],
                                                   self._monitor.raise_if_cancelled)
            for key, chain in (("0", task.own(shrinkage)), ("1", task.through(M, offset, doubt, shrinkage))):
                found[key].append(chain)
            found["details"].append({"n_components": n, "shrinkage": float(shrinkage),
                                     "n_used": int(sum(r.sum() for r in known))})
        for key in "01":
            self.models_[key] = LinearModel(np.stack([b for b, _ in found[key]], axis=1),
                                            np.array([c for _, c in found[key]]), found["details"])


class _Task:
    """One property: grouped, standardised spectra and values of both instruments, in one order."""

    def __init__(self, Xs: tuple[np.ndarray, np.ndarray], ys: tuple[np.ndarray, np.ndarray]) -> None:
        self.y_mean = float(ys[0].mean())
        self.y_size = float(ys[0].std()) or 1.0
        self.Z, self.y, self.back, self.order = [], [], [], []
        for X, y in zip(Xs, ys, strict=True):
            order = np.lexsort((*X[:, :3].T, y))
            G = grouped(X.shape[1])
            Z = X[order] @ G
            mean, size = Z.mean(axis=0), Z.std(axis=0)
            size = np.where(size > 1e-12 * max(float(np.abs(Z).max()), 1e-300), size, np.inf)
            self.Z.append((Z - mean) / size)
            self.y.append((y[order] - self.y_mean) / self.y_size)
            self.back.append((G / size, mean / size))
            self.order.append(order)

    def best_shrinkage(self, samples: np.ndarray) -> float:
        """That with the least error at samples of A (n,) left out; spectra with one number are of one sample."""
        Z, y, numbers = self.Z[0], self.y[0], grouped_folds(samples[self.order[0]], 10)
        errors = np.zeros((len(SHRINKAGES), len(y)))
        for out in (numbers == k for k in np.unique(numbers)):
            x_mean, level = Z[~out].mean(axis=0), y[~out].mean()
            b, S = inverse_regression(Z[~out] - x_mean, y[~out] - level)
            for c, s in enumerate(SHRINKAGES):
                errors[c, out] = (level + (Z[out] - x_mean) @ likeliest(b, shrunken(S, s)) - y[out]) ** 2
        return SHRINKAGES[pick(errors)]

    def own(self, shrinkage: float) -> tuple[np.ndarray, float]:
        """Coefficients and intercept on A's channels."""
        level = self.y[0].mean()
        b, S = inverse_regression(self.Z[0], self.y[0] - level)
        return self._chain(0, likeliest(b, shrunken(S, shrinkage)), float(level))

    def through(self, M: np.ndarray, offset: np.ndarray, doubt: np.ndarray, shrinkage: float,
                ) -> tuple[np.ndarray, float]:
        """Coefficients and intercept on B's channels: the estimated spectrum, its doubt beside A's errors."""
        level = self.y[0].mean()
        b, S = inverse_regression(self.Z[0], self.y[0] - level)
        beta = likeliest(b, shrunken(S, shrinkage) + doubt)
        return self._chain(1, M.T @ beta, float(level + offset @ beta))

    def _chain(self, k: int, beta: np.ndarray, level: float) -> tuple[np.ndarray, float]:
        G, mean = self.back[k]
        return self.y_size * (G @ beta), self.y_mean + self.y_size * (level - float(mean @ beta))

    def block_pairs(self, count: int, components: int | str, check: Callable[[], None],
                    ) -> tuple[int, np.ndarray, np.ndarray, np.ndarray]:
        """Latent variables L of a block, and the spectrum of A from that of B.

        Returns
        -------
        L, M (p_a, p_b), offset (p_a,): the spectrum is M x + offset; and the covariance (p_a, p_a) of its error.
        """
        limit = MOST_COMPONENTS if components == "auto" else int(components)
        limit = max(1, min(limit, *(block_rows(len(y), share) - 1 for y, share in zip(
            self.y, (SHARE_A, SHARE_B), strict=True))))
        made = []
        rng = np.random.RandomState(0)
        total = BLOCKS * max(Z.shape[1] for Z in self.Z)
        for _ in range(count):
            check()
            made.append([blocks(Z, y, share, total, limit, rng) for Z, y, share in zip(
                self.Z, self.y, (SHARE_A, SHARE_B), strict=True)])
        told = np.sum([(a.told * b.told).sum(axis=0) for a, b in made], axis=0)
        n = int(np.argmax(told)) + 1 if components == "auto" else limit
        pairs = [self._spectra(a, b, n - 1) for a, b in made]
        M, offset, doubt = (np.mean([pair[k] for pair in pairs], axis=0) for k in range(3))
        return n, M, offset, doubt

    def _spectra(self, a: Blocks, b: Blocks, n: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The same from one pair: the spectrum whose blocks tell on A what those of B tell, ridge least squares."""
        R, r, Q, q, h = a.b[:, n], a.b0[:, n], b.b[:, n], b.b0[:, n], a.told[:, n] * b.told[:, n]
        p = R.shape[1]
        gram = (R.T * h) @ R
        scale = float(np.trace(gram)) / p
        if scale <= 0:  # no block tells the value
            return np.zeros((p, Q.shape[1])), np.zeros(p), np.eye(p)
        inverse = lapack.inv(gram + PULL * scale * np.eye(p))
        solve = inverse @ (R.T * h)
        M, offset = solve @ Q, solve @ (q - r)
        misfit = ((self.Z[1] @ M.T + offset) @ R.T + r - self.Z[1] @ Q.T - q) ** 2
        return M, offset, float((misfit * h).sum(axis=1).mean() / h.sum()) * inverse


def inverse_regression(Z: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """b (p,) and the covariance (p, p) of the errors of x = b y + e; both centred."""
    total = float(y @ y)
    b = Z.T @ y / total if total > 0 else np.zeros(Z.shape[1])
    E = Z - np.outer(y, b)
    return b, E.T @ E / max(1, len(Z) - 1)


def shrunken(S: np.ndarray, share: float) -> np.ndarray:
    """Covariance drawn towards equal variances."""
    level = max(float(np.trace(S)) / len(S), 1e-12)
    return (1 - share) * S + share * level * np.eye(len(S))


def likeliest(b: np.ndarray, S: np.ndarray) -> np.ndarray:
    """Coefficients (p,) of the y of greatest likelihood of x = b y + e, e of covariance S: S⁻¹b / bᵀS⁻¹b."""
    solved = lapack.solve(S, b)
    total = float(b @ solved)
    return solved / total if total > 0 else np.zeros_like(b)
