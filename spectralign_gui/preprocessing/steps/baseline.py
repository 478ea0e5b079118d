"""Baselines, by pybaselines."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import scipy

from ...core.data import SpectralDataset
from ...core.data.missing import fill_gaps
from ...core.data.resample import regions
from ...core.errors import DataError, ParameterError
from ...core.monitor import Monitor, SilentMonitor
from ...core.notes import Note
from ...core.parameters import Parameter
from ..step import Step, register_step
from ._base import changed, name_rows

if TYPE_CHECKING:
    from pybaselines import Baseline as PyBaseline

PENALISED = ("arpls", "aspls", "iarpls", "drpls", "asls", "airpls", "derpsalsa", "fabc")
ITERATED = (*PENALISED[:-1], "modpoly", "imodpoly")
POLYNOMIAL = ("modpoly", "imodpoly", "poly")
WINDOWED = ("snip", "mor", "rolling_ball")
METHODS = (*PENALISED, *POLYNOMIAL, "rubberband", *WINDOWED)


@register_step
class Baseline(Step):
    """Subtracts a baseline estimated for each spectrum, detector by detector.

    Missing values are bridged for the estimate and stay missing. See the pybaselines documentation for the methods:
    arPLS (Baek 2015), asPLS (Zhang 2020), IarPLS, drPLS, AsLS (Eilers 2005), airPLS (Zhang 2010), derpsalsa, fabc;
    ModPoly (Lieber 2003), IModPoly, polynomial; rubber band (lower convex hull); SNIP (Ryan 1988), Mor, rolling ball.
    """

    name = "baseline"
    title = "Baseline"
    help = "Estimates a smooth baseline under the bands of each spectrum and subtracts it."
    group = "Baseline"
    positional = "method"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("method", "choice", "arpls", "Method", "arPLS suits most Raman and infrared spectra; SNIP line "
                  "spectra (LIBS); rubber band spectra that touch their baseline often.", choices=METHODS),
        Parameter("penalty", "float", None, "Stiffness", "λ: larger is stiffer; automatic is 1e5 for 1000 channels and "
                  "grows with the fourth power of their number.", minimum=0.0, open_minimum=True, maximum=1e18,
                  has_automatic=True, logarithmic=True, when=("method", PENALISED)),
        Parameter("asymmetry", "float", 0.01, "Asymmetry", "Weight of points above the baseline; smaller values lie "
                  "lower.", minimum=0.0, maximum=1.0, open_minimum=True, open_maximum=True, logarithmic=True,
                  when=("method", ("asls", "derpsalsa"))),
        Parameter("order", "int", 4, "Order", "Degree of the polynomial.", minimum=0, maximum=20,
                  when=("method", POLYNOMIAL)),
        Parameter("half_window", "int", None, "Half window", "About the half width of the widest band; automatic is 4 "
                  "% of the channels.", minimum=1, maximum=100000, unit="channels", has_automatic=True,
                  when=("method", WINDOWED)),
        Parameter("max_iter", "int", 100, "Iterations", "Most iterations per spectrum.", minimum=1, maximum=10000,
                  advanced=True, when=("method", ITERATED)),
        Parameter("tol", "float", 1e-3, "Tolerance", "Change at which the iteration stops.", minimum=0.0, maximum=1.0,
                  open_minimum=True, logarithmic=True, advanced=True, when=("method", ITERATED)),
    )

    def _apply(self, dataset: SpectralDataset) -> SpectralDataset:
        return self._apply_watched(dataset, SilentMonitor())

    def _apply_watched(self, dataset: SpectralDataset, monitor: Monitor) -> SpectralDataset:
        from pybaselines import Baseline as PyBaseline

        X = dataset.spectra.astype(np.float64)
        unfinished: set[int] = set()
        parts = regions(dataset.axis.values)
        for k, part in enumerate(parts):
            x = dataset.axis.values[part]
            if len(x) < self.fewest:
                raise DataError("baseline.too_few_channels", title=self.title, name=dataset.name, n_x=len(x), x=x[0],
                                x2=x[-1], unit=dataset.axis.unit, fewest=self.fewest)
            whole = PyBaseline(x, check_finite=False, assume_sorted=True)
            for row in range(len(X)):
                if row % 16 == 0:
                    monitor.raise_if_cancelled()
                    monitor.report(f"{self.title} of {dataset.name}", (k + row / len(X)) / len(parts))
                if not self._subtract(X[row, part], x, whole, dataset, row):
                    unfinished.add(row)
        notes = []
        if unfinished:
            rows = np.array(sorted(unfinished))
            notes.append(Note("baseline.not_converged", title=self.title, name_rows=name_rows(dataset, rows),
                              name=dataset.name, values=self.values['max_iter']))
        return changed(dataset, X, notes=notes)

    @property
    def fewest(self) -> int:
        """Channels that the method needs."""
        return max(self.values["order"] + 2, 5) if self.values["method"] in POLYNOMIAL else 5

    def _subtract(self, y: np.ndarray, x: np.ndarray, whole: PyBaseline, dataset: SpectralDataset, row: int) -> bool:
        """Subtract the baseline of one spectrum in place; whether the iteration converged."""
        present = np.flatnonzero(~np.isnan(y))
        if not len(present):
            return True
        span = slice(int(present[0]), int(present[-1]) + 1)
        filled = y[span]
        if len(present) < len(filled):
            filled = fill_gaps(filled[None], x[span])[0]
        if len(filled) < self.fewest:
            raise DataError("baseline.too_few_values", title=self.title, sample_names=repr(dataset.sample_names[row]),
                            name=dataset.name, n_present=len(present), fewest=self.fewest)
        fitter = whole if len(filled) == len(x) else type(whole)(x[span], check_finite=False, assume_sorted=True)
        try:
            baseline, converged = self.estimate(fitter, filled)
        except (np.linalg.LinAlgError, ValueError) as error:
            raise ParameterError("baseline.failed", title=self.title, values=self.values['method'],
                                 sample_names=repr(dataset.sample_names[row]), name=dataset.name,
                                 error=error) from error
        if not np.isfinite(baseline).all():
            raise ParameterError("baseline.none_found", title=self.title, values=self.values['method'],
                                 sample_names=repr(dataset.sample_names[row]), name=dataset.name)
        y[span] -= baseline
        return converged

    def estimate(self, fitter: PyBaseline, y: np.ndarray) -> tuple[np.ndarray, bool]:
        """Baseline (p,) of one complete spectrum, and whether the iteration converged."""
        v, method = self.values, self.values["method"]
        keywords: dict[str, Any] = {}
        if method in PENALISED:
            keywords["lam"] = 1e5 * (len(y) / 1000.0) ** 4 if v["penalty"] is None else v["penalty"]
        if method in POLYNOMIAL:
            keywords["poly_order"] = v["order"]
        if method in ("asls", "derpsalsa"):
            keywords["p"] = v["asymmetry"]
        if method in ITERATED:
            keywords |= {"max_iter": v["max_iter"], "tol": v["tol"]}
        if method in WINDOWED:
            half = max(round(0.04 * len(y)), 1) if v["half_window"] is None else v["half_window"]
            half = min(half, (len(y) - 1) // 2)
            keywords["max_half_window" if method == "snip" else "half_window"] = half
            if method == "snip":
                keywords["decreasing"] = True
        if method == "rubberband":
            return rubber_band(fitter, y), True
        from pybaselines.utils import ParameterWarning

        with warnings.catch_warnings():
            # said in one sentence for all spectra instead
            warnings.simplefilter("ignore", ParameterWarning)
            warnings.simplefilter("ignore", RuntimeWarning)
            baseline, info = getattr(fitter, method)(y, **keywords)
        history = info.get("tol_history", ())
        return baseline, not len(history) or bool(history[-1] <= v["tol"])


def rubber_band(fitter: PyBaseline, y: np.ndarray) -> np.ndarray:
    """Lower convex hull of one complete spectrum (p,) over its axis.

    The hull is found with intensities scaled to the axis (it moves along with any straight-line change of them):
    intensities of 1e-9 over an axis of 1e3 would count as flat otherwise.
    """
    low, high, width = float(y.min()), float(y.max()), float(np.ptp(fitter.x))
    if high == low:
        return y.copy()
    scale = width / (high - low)
    try:
        baseline, _ = fitter.rubberband((y - low) * scale)
    except scipy.spatial.QhullError:
        return y.copy()  # a straight line is its own baseline
    return baseline / scale + low
