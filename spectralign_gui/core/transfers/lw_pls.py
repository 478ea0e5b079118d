"""Locally weighted PLS on A's samples, after B's spectra were brought to A's by a simple transfer."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..parameters import Parameter
from ..regression.choose import pick
from ..regression.local import LocalModel, distances, local_fits
from ..regression.model import FittedRegression
from ..regression.parameters import REGRESSION
from ._affine import AffineMap
from ._base import SpectraTransfer
from ._problem import TransferProblem
from .mean_shift import MeanShift
from .pds import PiecewiseDirectStandardisation
from .sst import SpectralSpaceTransformation

MAPS: dict[str, type[SpectraTransfer]] = {
    "mean-shift": MeanShift, "sst": SpectralSpaceTransformation, "pds": PiecewiseDirectStandardisation}
NEIGHBOURS, LARGEST = (100, 40), 400
"""Numbers of neighbours that are compared beside all samples, which are at most so many."""
BANDWIDTHS: tuple[float | None, ...] = (None, 2.0, 0.5)
JUDGED = 150
"""Samples of A that settings are judged on, each left out."""


class LocallyWeightedPLS(SpectraTransfer):
    """kNN-LWPLS in A's spectral space. Automatic: neighbours and weighting by leaving A's samples out one by one,
    the transfer by leaving standards out."""

    parameters = (
        Parameter("transfer", "choice", "auto", "Transfer of the spectra",
                  "What brings B's spectra to those of A before neighbours are looked for.",
                  choices=("auto", *MAPS), advice="auto compares a mean shift and SST; pds where peaks are moved."),
        Parameter("n_neighbours", "int", None, "Neighbours",
                  "How many of A's samples the model of one spectrum is fitted on.", minimum=5, has_automatic=True,
                  advice="30 to 200. Automatic compares 40, 100 and all (400 at most)."),
        Parameter("bandwidth", "float", None, "Bandwidth of the weights",
                  "How slowly a neighbour's weight falls with its distance, in deviations of the distances; a large "
                  "one weighs all neighbours alike.", minimum=0, open_minimum=True, has_automatic=True,
                  logarithmic=True, advice="0.5 to 5. Automatic compares 0.5, 2 and equal weights."),
        *(p for p in REGRESSION if p.name != "regression"))
    needs = frozenset({"pairs", "targets", "same channels"})

    def _model_of_a(self, problem: TransferProblem, values: dict[str, Any]) -> FittedRegression | None:
        Y = problem.values_a
        if Y is None or not np.isfinite(Y).any():
            return None
        whole = LocalModel.of(problem.A, Y, [])
        settings = [self._settings(whole, problem.sample_a, j, values) for j in range(Y.shape[1])]
        return LocalModel(whole.rows, whole.values, whole.mean, whole.basis, whole.directions, settings)

    def _settings(self, model: LocalModel, sample: np.ndarray, j: int, values: dict[str, Any]) -> dict[str, Any]:
        """Neighbours, bandwidth and latent variables of one property, each judged sample left out."""
        known = np.flatnonzero(np.isfinite(model.values[:, j]))
        n, y, rows, scores = len(known), model.values[known, j], model.rows[known], model.scores[known]
        asked = known if n <= JUDGED else np.sort(np.random.RandomState(0).permutation(known)[:JUDGED])
        D = distances(model.scores[asked], scores)
        D[sample[asked][:, None] == sample[known]] = np.inf
        numbers = [values["n_neighbours"]] if values["n_neighbours"] is not None else [
            min(n, LARGEST), *(k for k in NEIGHBOURS if k < min(n, LARGEST))]
        widths = [values["bandwidth"]] if values["bandwidth"] is not None else list(BANDWIDTHS)
        candidates = [(k, h) for k in numbers for h in widths]
        if n < 3 or not np.isfinite(D).any(axis=1).all():
            return {"n_neighbours": numbers[0], "bandwidth": widths[0], "n_components": 1, "n_used": n}
        errors, steps = [], []
        for k, h in candidates:
            limit = int(max(1, min(values["max_components"], k - 2, n - 2)))
            left = np.empty((len(asked), limit))
            for part, found in local_fits(model.rows[asked], D, rows, y, k, h, limit):
                left[part] = found
            curve = ((left - model.values[asked, j][:, None]) ** 2).mean(axis=0)
            steps.append(pick(curve, values["component_rule"]))
            errors.append(curve[steps[-1]])
        best = pick(np.array(errors), values["component_rule"])
        k, h = candidates[best]
        return {"n_neighbours": int(k), "bandwidth": h, "n_components": steps[best] + 1, "n_used": n,
                "cv_rmse": float(np.sqrt(errors[best]))}

    def _candidates(self, problem: TransferProblem, values: dict[str, Any]) -> list[dict[str, Any]]:
        names = ("mean-shift", "sst") if values["transfer"] == "auto" else (values["transfer"],)
        found: list[dict[str, Any]] = []
        for name in names:
            least = MAPS[name].min_standards
            if values["transfer"] == "auto" and problem.m < max(least, 3) and found:
                continue
            problem.need_standards(least, self.title)
            own = MAPS[name]()
            found += [{"transfer": name, **c} for c in own._candidates(problem, {
                p.name: getattr(own, p.name) for p in own.parameters})]
        return found

    def _fit_map(self, SA: np.ndarray, SB: np.ndarray, chosen: dict[str, Any]) -> AffineMap:
        own = {name: value for name, value in chosen.items() if name != "transfer"}
        return MAPS[chosen["transfer"]]()._fit_map(SA, SB, own)
