"""Linear algebra, statistics and preprocessing against answers that are known in closed form."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import scipy

from ...core.data import Axis, SpectralDataset
from ...core.measures.regression import regression_figures
from ...core.numerics.svt import SingularValueThresholding
from ...core.regression.pls import pls1_path
from ...core.validation.conformal import ConformalIntervals
from ...core.validation.control_chart import ControlChart
from ...preprocessing.step import create_step
from .outcome import Area, Outcome, close, same


def _hilbert(empty: Path) -> Outcome:
    """A x = A·1 with the Hilbert matrix of order 6, whose inverse consists of whole numbers."""
    n = 6
    H = np.array([[float(Fraction(1, i + j + 1)) for j in range(n)] for i in range(n)])
    inverse = [[(-1) ** (i + j) * (i + j + 1) * comb(n + i, n - j - 1) * comb(n + j, n - i - 1) * comb(i + j, i) ** 2
                for j in range(n)] for i in range(n)]
    found = np.linalg.inv(H)
    return close(found / np.array(inverse, dtype=float), np.ones((n, n)), 1e-8, "whole numbers of the exact inverse")


def _eigenvalues(empty: Path) -> Outcome:
    """Second differences: eigenvalues 2 − 2 cos(kπ/(n+1))."""
    n = 60
    T = 2 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1)
    return close(np.linalg.eigvalsh(T), 2 - 2 * np.cos(np.arange(1, n + 1) * np.pi / (n + 1)), 1e-12,
                 "2 − 2 cos(kπ/61)")


def _sparse_eigenvalues(empty: Path) -> Outcome:
    n = 400
    T = scipy.sparse.diags_array([-np.ones(n - 1), 2 * np.ones(n), -np.ones(n - 1)], offsets=[-1, 0, 1]).tocsc()
    found = np.sort(scipy.sparse.linalg.eigsh(T, 4, sigma=0, v0=np.ones(n), return_eigenvectors=False))
    return close(found, 2 - 2 * np.cos(np.arange(1, 5) * np.pi / (n + 1)), 1e-10, "the 4 smallest, 2 − 2 cos(kπ/401)")


def _singular_values(empty: Path) -> Outcome:
    """An outer product of known lengths: one singular value |u||v|, all others 0."""
    u, v = np.arange(1.0, 41.0), np.arange(1.0, 26.0)
    s = np.linalg.svd(np.outer(u, v), compute_uv=False)
    expected = np.zeros(25)
    expected[0] = np.sqrt(40 * 41 * 81 / 6 * 25 * 26 * 51 / 6)
    return close(s / expected[0], expected / expected[0], 1e-13, "|u||v|, then zeros")


def _thresholding(empty: Path) -> Outcome:
    """The proximal map of the nuclear norm of U diag(5, 3, 1) Vᵀ with threshold 2 is U diag(3, 1, 0) Vᵀ."""
    rng = np.random.default_rng(1)
    U, V = (np.linalg.qr(rng.standard_normal((n, 3)))[0] for n in (12, 9))
    found = SingularValueThresholding()(U @ np.diag([5.0, 3.0, 1.0]) @ V.T, 2.0).matrix
    return close(found, U @ np.diag([3.0, 1.0, 0.0]) @ V.T, 1e-12, "U diag(3, 1, 0) Vᵀ")


def _all_components(empty: Path) -> Outcome:
    """PLS with as many latent variables as there are channels is least squares."""
    rng = np.random.default_rng(2)
    X, y = rng.standard_normal((30, 5)), rng.standard_normal(30)
    X, y = X - X.mean(axis=0), y - y.mean()
    found = pls1_path(X, y, 5).predict(X)[:, -1]
    return close(found.ravel(), X @ np.linalg.lstsq(X, y, rcond=None)[0], 1e-10, "fitted values of least squares")


def _figures(empty: Path) -> Outcome:
    found = regression_figures([1.0, 2.0, 5.0], [1.0, 4.0, 4.0])
    return close([found["rmsep"], found["bias"], found["sep"]], [np.sqrt(5 / 3), 1 / 3, np.sqrt(14 / 6)], 1e-12,
                 "√(5/3), 1/3, √(7/3)")


def _conformal(empty: Path) -> Outcome:
    """The ⌈(n+1)·0.9⌉ = 18th smallest of the absolute errors 1 … 19."""
    return close(ConformalIntervals(np.arange(1.0, 20.0)).half_width(0.9), [18.0], 0)


def _control_chart(empty: Path) -> Outcome:
    """20 errors of mean 0 and SD 1 limit the mean of 4 others to ± t·√(1/4 + 1/20), t of 19 degrees of freedom.

    t is as improbable as 3 standard errors; a day beyond raises an alarm, an ordinary one does not.
    """
    base = np.array([-1.0, 1.0] * 10) * np.sqrt(19 / 20)
    chart = ControlChart.from_baseline(base)
    quiet = chart.add([0.1, -0.1, 0.2, 0.0])[0]
    loud = chart.add([2.5, 2.6, 2.4, 2.5])[0].alarms
    t = 3.447233150604
    return same((round(quiet.low, 9), round(quiet.high, 9), len(quiet.alarms), len(loud) > 0),
                (round(-t * 0.3 ** 0.5, 9), round(t * 0.3 ** 0.5, 9), 0, True))


def _normal_quantile(empty: Path) -> Outcome:
    return close(scipy.special.ndtri(0.975), 1.959963984540054, 1e-12)


def _t_quantile(empty: Path) -> Outcome:
    """Of Student's t with 2 degrees of freedom, t = (2p − 1)·√(2 / (4p(1 − p)))."""
    p = 0.975
    return close(scipy.special.stdtrit(2, p), (2 * p - 1) * np.sqrt(2 / (4 * p * (1 - p))), 1e-10)


def _step(name: str, X: np.ndarray, axis: np.ndarray, **values: object) -> np.ndarray:
    dataset = SpectralDataset("self-test", X, Axis(axis, "nm"), quantity="absorbance")
    step = create_step(name, **values)
    step.fit(dataset)
    return np.asarray(step.apply(dataset).spectra)


def _snv(empty: Path) -> Outcome:
    """Mean 0 and SD 1 of every spectrum."""
    X = np.random.default_rng(3).random((6, 50)) * 7 + 2
    Z = _step("snv", X, np.arange(50.0))
    return close(np.stack([Z.mean(axis=1), (Z ** 2).mean(axis=1)]), np.stack([np.zeros(6), np.ones(6)]), 1e-9,
                 "mean 0, mean square 1")


def _msc(empty: Path) -> Outcome:
    """Spectra that differ by offset and slope only become one spectrum."""
    shape = np.sin(np.linspace(0, 6, 80)) + 2
    X = np.array([1.0, 0.5, 2.0, 1.3])[:, None] * shape + np.array([0.0, 0.3, -0.2, 1.0])[:, None]
    Z = _step("msc", X, np.arange(80.0))
    return close(Z - Z[:1], np.zeros_like(Z), 1e-10, "all the same")


def _derivative(empty: Path) -> Outcome:
    """Savitzky–Golay of second order is exact for a parabola."""
    x = np.arange(0.0, 60.0)
    found = _step("derivative", (0.5 * x ** 2 - 3 * x + 1)[None, :], x)[0]
    return close(found[10:-10], x[10:-10] - 3, 1e-9, "x − 3")


def _absorbance(empty: Path) -> Outcome:
    dataset = SpectralDataset("self-test", np.array([[1.0, 0.1, 0.01]]), Axis(np.array([1.0, 2.0, 3.0]), "nm"),
                              quantity="reflectance")
    step = create_step("absorbance", given="reflectance", scale="fraction")
    step.fit(dataset)
    return close(step.apply(dataset).spectra, [[0.0, 1.0, 2.0]], 1e-12)


_TRIALS: tuple[tuple[str, Callable[[Path], Outcome]], ...] = (
    ("Inverse of the Hilbert matrix", _hilbert), ("Eigenvalues of a matrix", _eigenvalues),
    ("Eigenvalues of a sparse matrix", _sparse_eigenvalues), ("Singular values", _singular_values),
    ("Low rank by singular value thresholding", _thresholding), ("PLS with all components", _all_components),
    ("RMSEP, bias and SEP", _figures), ("Prediction interval", _conformal), ("Control chart", _control_chart),
    ("Quantile of the normal distribution", _normal_quantile), ("Quantile of Student's t", _t_quantile),
    ("Standard normal variate", _snv), ("Multiplicative scatter correction", _msc),
    ("Savitzky–Golay derivative", _derivative), ("Absorbance from reflectance", _absorbance))
NUMBERS = Area("Known answers", _TRIALS)
