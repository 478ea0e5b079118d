"""Parameter-free calibration enhancement (PFCE): B's coefficients, correlated with A's, that fit the standards."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import DataError, ParameterError
from ..naming import the_set
from ..numerics import lapack
from ..parameters import Parameter
from ..regression import LinearModel
from ..regression.parameters import OWN_MODEL
from ._base import Transfer
from ._problem import TransferProblem

LONGEST = 2.0
"""B's coefficients are at most so many times as long as A's: a few standards do not bound their length; on corn with
five of them it went to a thousand times the error."""
ROUNDS = 3
"""Turns of the multi-task variant; more were mostly worse on corn and on sugarcane."""


class CalibrationEnhancement(Transfer):
    """min ‖target − X_B b − c‖² over the standards, subject to corr(b, A's b) ≥ threshold; multi-task: A's b is fitted
    to A's samples too."""

    parameters = (
        Parameter("variant", "choice", "semi-supervised", "Fitted to",
                  "What B's standards are to give: their values; A's predictions from A's spectra of them, which needs "
                  "no values; or both. Multi-task fits the coefficients of A to A's samples at the same time.",
                  choices=("semi-supervised", "non-supervised", "fully-supervised", "multi-task"),
                  advice="semi-supervised where the standards have values; multi-task where the instruments are of "
                         "different kinds and A's samples are available."),
        Parameter("threshold", "float", 0.98, "Least correlation",
                  "How much B's coefficients must resemble those of A's model.", minimum=0, maximum=1,
                  advice="0.98, as published; 0.9 for instruments of different kinds."),
        *OWN_MODEL)
    needs = frozenset({"pairs", "targets", "same channels"})
    min_standards = 2
    why_no_spectra = "it changes the coefficients, not the spectra."

    def _fit_transfer(self, problem: TransferProblem, values: dict[str, Any]) -> None:
        model = self._need_model(problem, values)
        if model.linear is None:
            raise ParameterError(f"{self.title} changes the coefficients of a linear model; the regression "
                                 f"{values['regression']} has none.")
        of_a = model.predict(problem.standards_a)
        known = of_a if problem.values is None else np.where(np.isfinite(problem.values), problem.values, of_a)
        if values["variant"] == "multi-task":
            self._fit_both(problem, known, model.linear, values["threshold"])
            return
        targets = {"semi-supervised": [known], "non-supervised": [of_a], "fully-supervised": [known, of_a]}
        goal = np.mean(targets[values["variant"]], axis=0)  # of two targets at the same spectra only the mean matters
        b_a = model.linear.coefficients
        b = np.stack([pfce(problem.standards_b, goal[:, j], b_a[:, j], values["threshold"])
                      for j in range(goal.shape[1])], axis=1)
        intercept = goal.mean(axis=0) - problem.standards_b.mean(axis=0) @ b
        self.models_["0"] = model
        self.models_["1"] = LinearModel(b, intercept, model.details)

    def _fit_both(self, problem: TransferProblem, known: np.ndarray, model: LinearModel, threshold: float) -> None:
        """Multi-task: coefficients of A and of B, each to its own samples' values."""
        if problem.values_a is None:
            raise DataError("transfer.needs_values", title=self.title, set=the_set(0))
        found: dict[str, list[tuple[np.ndarray, float]]] = {"0": [], "1": []}
        for j in range(known.shape[1]):
            rows = np.isfinite(problem.values_a[:, j])
            if rows.sum() < 3:
                raise DataError("transfer.needs_values", title=self.title, set=the_set(0))
            data = ((problem.A[rows], problem.values_a[rows, j]), (problem.standards_b, known[:, j]))
            both = pfce_both(*data, model.coefficients[:, j], threshold)
            for key, b, (X, y) in zip("01", both, data, strict=True):
                found[key].append((b, float(y.mean() - X.mean(axis=0) @ b)))
            self._monitor.raise_if_cancelled()
        for key, columns in found.items():
            self.models_[key] = LinearModel(np.stack([b for b, _ in columns], axis=1),
                                            np.array([c for _, c in columns]), model.details)


def pfce_both(a: tuple[np.ndarray, np.ndarray], b: tuple[np.ndarray, np.ndarray], b_a: np.ndarray, threshold: float,
              ) -> tuple[np.ndarray, np.ndarray]:
    """Coefficients (p,) of A and of B that resemble each other, by turns, each the best to the other one.

    Parameters
    ----------
    a, b : (n, p), (n,) arrays
        Spectra and values of A's samples, and of B's standards.
    b_a : (p,) array
        A's coefficients, where it starts.
    threshold : float

    References
    ----------
    Zhang et al., Spectrochim. Acta A 301 (2023) 122978 (MT-PFCE); written from a summary. It ends after
    `ROUNDS` turns: A's coefficients would go on to fit the noise of A's samples.
    """
    most = LONGEST * float(np.linalg.norm(b_a - b_a.mean()))
    of_a, of_b = b_a, pfce(*b, b_a, threshold)
    for _ in range(ROUNDS):
        of_a = pfce(*a, of_b, threshold, most)
        of_b = pfce(*b, of_a, threshold, most)
    return of_a, of_b


def pfce(X: np.ndarray, y: np.ndarray, b_a: np.ndarray, threshold: float, longest: float | None = None) -> np.ndarray:
    """Coefficients (p,) nearest to the data within the cone around A's.

    Parameters
    ----------
    X : (m, p) array
        B's spectra of the standards.
    y : (m,) array
    b_a : (p,) array
        A's coefficients.
    threshold : float
        Least correlation over the channels.
    longest : float, optional
        Length along A's coefficients at most; `LONGEST` times theirs.

    Notes
    -----
    The mean of the coefficients stays that of A: the correlation does not bound it, and a few standards would drive it
    anywhere (corn with 5 standards: thousands of times the error). The published form is solved by sequential quadratic
    programming from b = b_A. The cone corr(b, b_A) ≥ c is convex, so that there is one least error, found here by a
    search over the length along b_A, the rest being a least squares problem with a bound on its length, solved in the
    row space of the spectra.

    References
    ----------
    Zhang, Li, Shan, Wang & Xiang, Anal. Chim. Acta 1142 (2021) 169.
    """
    centred = b_a - b_a.mean()
    size = float(np.linalg.norm(centred))
    if size <= 0:
        return b_a
    u = centred / size
    E, f = X - X.mean(axis=0), y - y.mean()
    level = float(b_a.mean())
    f = f - level * E.sum(axis=1)
    along = E @ u
    rest = E - np.outer(along, u)
    rest = rest - rest.mean(axis=1, keepdims=True)
    U, s, Vt = lapack.svd(rest, full_matrices=False)
    keep = s > 1e-12 * max(float(s[0]) if len(s) else 0.0, 1e-300)
    U, s, Vt = U[:, keep], s[keep], Vt[keep]
    slope = np.sqrt(max(0.0, 1.0 / threshold ** 2 - 1.0)) if threshold > 0 else np.inf
    length = _best_length(along, f, U, s, slope, size, LONGEST * size if longest is None else longest)
    inside = _bounded(U.T @ (f - length * along), s, slope * length)
    return level + length * u + inside @ Vt


def _best_length(along: np.ndarray, f: np.ndarray, U: np.ndarray, s: np.ndarray, slope: float, start: float,
                 upper: float) -> float:
    """Length along A's coefficients, 0 to `upper`, with the least error: convex in this one number."""
    from scipy.optimize import minimize_scalar

    def error(length: float) -> float:
        goal = f - length * along
        turned = U.T @ goal
        inside = _bounded(turned, s, slope * length)
        return float(goal @ goal - turned @ turned + ((turned - s * inside) ** 2).sum())

    found = minimize_scalar(error, bounds=(0.0, upper), method="bounded", options={"xatol": 1e-10 * upper})
    # few standards are met exactly by many lengths: of all that are as good, the one nearest to A's
    good = error(float(found.x)) + 1e-9 * error(0.0)
    near, far = min(start, upper), float(found.x)
    if error(near) <= good:
        return near
    for _ in range(60):
        middle = 0.5 * (near + far)
        near, far = (near, middle) if error(middle) <= good else (middle, far)
    return far


def _bounded(turned: np.ndarray, s: np.ndarray, radius: float) -> np.ndarray:
    """min ‖turned − s·z‖ subject to ‖z‖ ≤ radius."""
    free = turned / s
    if not len(s) or float(np.linalg.norm(free)) <= radius:
        return free
    if radius <= 0:
        return np.zeros_like(s)

    def length(multiplier: float) -> float:
        return float(np.linalg.norm(s * turned / (s ** 2 + multiplier)))

    low, high = 0.0, float(s[0]) * float(np.linalg.norm(turned)) / radius
    for _ in range(200):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if length(middle) > radius else (low, middle)
        if high - low <= 1e-14 * high:
            break
    return s * turned / (s ** 2 + high)
