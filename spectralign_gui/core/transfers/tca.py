"""Transfer component analysis (TCA): a regression on components in which both instruments have one mean."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..numerics import lapack
from ..numerics.kernels import Kernel
from ..parameters import Parameter
from ..regression import LinearModel
from ..regression.choose import pick
from ..regression.model import KernelModel
from ..regression.parameters import REGRESSION
from ._base import Transfer
from ._problem import TransferProblem
from ._unpaired import MEANS, at_most, compared, need_spectra

MOST_ROWS = 500
"""Spectra of each instrument that the components are made from; more would cost their cube."""
MOST_COMPONENTS = 30


class TransferComponents(Transfer):
    """Leading eigenvectors of (KLK + μI)⁻¹ KHK; least squares of A's values on the components of A's spectra."""

    parameters = (
        Parameter("n_components", "int", "auto", "Components", "How many transfer components the values are regressed "
                  "on.", minimum=1, has_automatic=True, automatic="auto",
                  advice="3 to 15. Automatic leaves samples of A out."),
        Parameter("kernel", "choice", "linear", "Kernel", "Likeness of two spectra: linear gives coefficients, rbf "
                  "bends with the data.", choices=("linear", "rbf"), advice="linear; rbf wants many samples."),
        Parameter("gamma", "float", None, "Kernel width γ", "How fast likeness falls with the squared distance of two "
                  "spectra, which is 2 on average.", minimum=0, open_minimum=True, maximum=1e6, has_automatic=True,
                  logarithmic=True, when=("kernel", ("rbf",)),
                  advice="0.05 to 2. Automatic is one over the median squared distance."),
        Parameter("penalty", "float", None, "Penalty of the mean difference",
                  "How strongly the components avoid the difference of the instruments' means; 0 is plain principal "
                  "components.", minimum=0, has_automatic=True, logarithmic=True,
                  advice="Automatic avoids it altogether; less than 1e9 lets it into the small components."),
        MEANS, *(p for p in REGRESSION if p.name in ("component_rule", "closure")))
    needs = frozenset({"targets", "same channels"})
    min_standards = 0
    uses_unmarked = True
    why_no_spectra = "it gives components of both instruments, not spectra."

    def _fit_transfer(self, problem: TransferProblem, values: dict[str, Any]) -> None:
        need_spectra(problem, 3, self.title)
        self._need_model(problem, {"regression": "pls", "max_components": 1, "component_rule": "minimum"})
        rows = np.vstack([at_most(problem.A, MOST_ROWS), at_most(problem.B, MOST_ROWS)])
        middle = rows.mean(axis=0)
        size = max(float(np.sqrt(((rows - middle) ** 2).sum(axis=1).mean())), 1e-300)
        Z = (rows - middle) / size
        kernel = Kernel(values["kernel"], self._gamma(Z, values))
        gap = np.subtract(*(kernel(Z, (at_most(X, MOST_ROWS) - middle) / size).mean(axis=1)
                            for X in compared(problem, values["mean"], self.title)))
        W, level = transfer_components(kernel(Z, Z), gap, values["penalty"])
        self._check_components(values, W.shape[1], "these spectra")
        self._regress(problem, values, (kernel((problem.A - middle) / size, Z) - level) @ W, W)
        self._models(Z, W, level, middle, size, kernel)

    def _gamma(self, Z: np.ndarray, values: dict[str, Any]) -> float:
        if values["kernel"] != "rbf":
            return 1.0
        if values["gamma"] is None:
            squared = (Z ** 2).sum(axis=1)[:, None] + (Z ** 2).sum(axis=1) - 2 * Z @ Z.T
            typical = float(np.median(squared[np.triu_indices(len(Z), 1)]))
            self.chosen_["gamma"] = 1.0 / typical if typical > 1e-12 else 0.5
        return float(self.chosen_["gamma"])

    def _regress(self, problem: TransferProblem, values: dict[str, Any], T: np.ndarray, W: np.ndarray) -> None:
        """Per property how many components, and what the values follow from them."""
        assert problem.values_a is not None
        numbers = problem.folds_of_a(10, 0)
        self._found: list[tuple[np.ndarray, float, dict[str, Any]]] = []
        for j in range(problem.values_a.shape[1]):
            known = np.isfinite(problem.values_a[:, j])
            S, y = T[known], problem.values_a[known, j]
            if values["n_components"] == "auto":
                n = 1 + pick(left_out_curve(S, y, numbers[known]), values["component_rule"])
            else:
                n = min(int(values["n_components"]), W.shape[1])
            q = lapack.lstsq(S[:, :n] - S[:, :n].mean(axis=0), y - y.mean(), rcond=None)[0]
            self._found.append((W[:, :n] @ q, float(y.mean() - S[:, :n].mean(axis=0) @ q),
                                {"n_components": n, "n_used": len(y)}))

    def _models(self, Z: np.ndarray, W: np.ndarray, level: np.ndarray, middle: np.ndarray, size: float,
                kernel: Kernel) -> None:
        """The chain as coefficients on channels, or on the spectra where the kernel bends."""
        details = [d for _, _, d in self._found]
        if kernel.name == "linear":
            b = np.stack([Z.T @ w for w, _, _ in self._found], axis=1) / size
            constant = np.array([c - level @ w for w, c, _ in self._found]) - middle @ b
            self.models_["0"] = self.models_["1"] = LinearModel(b, constant, details)
        else:
            self.models_["0"] = self.models_["1"] = KernelModel(
                [{"rows": Z, "weights": w, "constant": float(c - level @ w), "kernel": "rbf", "gamma": kernel.gamma,
                  "amplitude": 1.0} for w, c, _ in self._found], middle, size, details)
        del self._found


def transfer_components(K: np.ndarray, gap: np.ndarray, penalty: float | None) -> tuple[np.ndarray, np.ndarray]:
    """What turns kernel rows into components of unit variance over all spectra.

    Parameters
    ----------
    K : (n, n) array
        Kernel of all spectra of both instruments.
    gap : (n,) array
        K e, e: 1/n_a for what stands for A, −1/n_b for what stands for B; its square norm times its projection is
        KLK, L = eeᵀ.
    penalty : float or None
        ‖gap‖² / μ; None: μ = 0.

    Returns
    -------
    W : (n, r) array
        Components are (k − level) W, k: kernels of a spectrum with all; r at most `MOST_COMPONENTS`.
    level : (n,) array

    References
    ----------
    Pan, Tsang, Kwok & Yang, IEEE Trans. Neural Netw. 22 (2011) 199, eq. 8–11. L is of rank one, so that the
    eigenproblem is the singular value decomposition of K (KLK + μI)^(−½).
    """
    n, level = len(K), K.mean(axis=0)
    centred = K - level - (level - level.mean())[:, None]
    gap = gap - gap.mean()
    length = float(np.linalg.norm(gap))
    d = gap / length if length > 1e-12 * max(float(np.abs(K).max()), 1e-300) else np.zeros(n)
    cut = 1.0 if penalty is None else 1.0 - 1.0 / np.sqrt(1.0 + penalty)
    _, s, Vt = lapack.svd(centred - cut * np.outer(centred @ d, d), full_matrices=False)
    keep = (s > 1e-11 * max(float(s[0]), 1e-300)).nonzero()[0][:MOST_COMPONENTS]
    if not len(keep):
        return np.zeros((n, 1)), level
    V = Vt[keep].T
    W = (V - cut * np.outer(d, d @ V)) * (np.sqrt(n) / s[keep])
    return W - W.mean(axis=0), level


def left_out_curve(T: np.ndarray, y: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """Mean squared error (L,) of y (n,) at samples left out, regressed on the first 1 … L columns of T."""
    groups = [numbers == k for k in np.unique(numbers)]
    limit = max(1, min(T.shape[1], min(len(y) - int(g.sum()) for g in groups) - 2))
    squares = np.zeros((limit, len(y)))
    for out in groups:
        mean, level = T[~out, :limit].mean(axis=0), float(y[~out].mean())
        Q, R = lapack.qr(T[~out, :limit] - mean)
        used = np.abs(np.diag(R)) > 1e-10 * max(float(np.abs(R).max()), 1e-300)
        R[~used, ~used] = 1.0
        parts = lapack.solve(R.T, (T[out, :limit] - mean).T)  # what each further column adds
        parts[~used] = 0.0
        squares[:, out] = (level + np.cumsum(parts * (Q.T @ (y[~out] - level))[:, None], axis=0) - y[out]) ** 2
    return np.asarray(squares.mean(axis=1))
