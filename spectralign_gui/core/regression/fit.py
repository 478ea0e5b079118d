"""Fitting a regression by name, with everything chosen by cross-validation."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..errors import DataError, ParameterError
from ..naming import the_property
from ..numerics.shared_work import remembered
from ..parameters import the_parameter
from .choose import folds, pick
from .linear import fit_elastic_net, fit_pls, fit_pls2, fit_ridge
from .model import FittedRegression
from .options import RegressionOptions


def _svr(X: np.ndarray, Y: np.ndarray, w: np.ndarray, fold: np.ndarray, o: RegressionOptions) -> FittedRegression:
    from .kernel import fit_svr

    return fit_svr(X, Y, w, fold, o)


def _gp(X: np.ndarray, Y: np.ndarray, w: np.ndarray, fold: np.ndarray, o: RegressionOptions) -> FittedRegression:
    from .kernel import fit_gaussian_process

    return fit_gaussian_process(X, Y, w, fold, o)


Fitter = Callable[[np.ndarray, np.ndarray, np.ndarray, np.ndarray, RegressionOptions], FittedRegression]
REGRESSIONS: dict[str, tuple[str, Fitter]] = {
    "pls": ("PLS, one model per property", fit_pls),
    "pls2": ("PLS2, one model for all properties", fit_pls2),
    "ridge": ("Ridge regression", fit_ridge),
    "elastic-net": ("Elastic net", fit_elastic_net),
    "svr": ("Support vector regression", _svr),
    "gp": ("Gaussian process", _gp),
}


@remembered
def fit_regression(
    name: str, X: np.ndarray, Y: np.ndarray, weights: np.ndarray | None = None,
    options: RegressionOptions | None = None, fold_numbers: np.ndarray | None = None,
) -> FittedRegression:
    """Fit a regression, per property on the samples whose value is known.

    Parameters
    ----------
    name : str
        Key of `REGRESSIONS`.
    X : (n, p) array
    Y : (n, q) array
        NaN where unknown or censored.
    weights : (n,) array, optional
        Weight of every sample (default 1). Not used by PLS2 and the Gaussian process.
    options : RegressionOptions, optional
    fold_numbers : (n,) int array, optional
        Fold of every sample; spectra of one physical sample must share one. Default: shuffled.

    Raises
    ------
    ParameterError
        An unknown name.
    DataError
        A property with fewer than three known values.
    """
    if name not in REGRESSIONS:
        raise ParameterError("regression.one_of", parameter=the_parameter('regression'), regressions=REGRESSIONS,
                             name=name)
    options = options or RegressionOptions()
    X = np.asarray(X, dtype=np.float64)
    Y = np.asarray(Y, dtype=np.float64)
    Y = Y[:, None] if Y.ndim == 1 else Y
    if len(X) != len(Y):
        raise DataError("regression.rows", n_x=len(X), n_y=len(Y))
    counts = np.isfinite(Y).sum(axis=0)
    if (counts < 3).any():
        j = int(np.argmin(counts))
        raise DataError("regression.too_few_known", property=the_property(j), counts=counts[j])
    w = np.ones(len(X)) if weights is None else np.asarray(weights, dtype=np.float64)
    numbers = folds(len(X), options.n_folds, options.seed) if fold_numbers is None else np.asarray(fold_numbers)
    return REGRESSIONS[name][1](X, Y, w, numbers, options)


__all__ = ["REGRESSIONS", "RegressionOptions", "fit_regression", "pick"]
