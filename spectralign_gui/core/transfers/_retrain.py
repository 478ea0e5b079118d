"""Base of the transfers that train a model anew so that it serves both instruments.

One cross-validation by physical sample gives everything: a fold leaves out some of A's samples and some
standards (their spectra on both instruments and their values); what the correction learns from standards is
learned without those left out. The residuals choose the number of latent variables and the setting.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np

from ..errors import DataError
from ..naming import the_property, the_set
from ..parameters import Parameter
from ..regression import LinearModel, fit_regression
from ..regression.choose import pick, pick_paired
from ..regression.operands import Filtered
from ..regression.parameters import REGRESSION
from ..regression.pls import PLSPath, pls1_path, row_space
from ._affine import AffineMap
from ._base import Transfer
from ._part import (
    Part,
    Path,
    pulled_path,
    read_errors,
    reduced,
    sample_folds,
    thinned,
)
from ._problem import TransferProblem

SHIFT = Parameter("shift", "choice", "auto", "Mean shift first",
                  "Add the standards' mean difference to B's spectra before anything else.",
                  choices=("auto", "yes", "no"),
                  advice="auto compares both.")
WEIGHT = Parameter("weight", "float", None, "Weight of B's standards",
                   "Weight of a standard measured on B, and of any other sample of B with values, beside a sample of "
                   "A in the joint model; 0 leaves B out.",
                   minimum=0, has_automatic=True, logarithmic=True,
                   advice="1 to 25: more where the standards are few beside A's samples. Automatic compares some "
                          "values.")


def _moves(step: AffineMap | None) -> bool:
    """Whether all it does is to add a constant spectrum."""
    return step is None or (step.left is None and step.band is None and step.diagonal is not None
                            and bool((step.diagonal == 1.0).all()))


def _filters(step: AffineMap | None) -> bool:
    """Whether it is x + (x·left)·right + offset."""
    return step is None or (step.left is not None and step.band is None and step.diagonal is not None
                            and bool((step.diagonal == 1.0).all()))


class RetrainedTransfer(Transfer):
    """A subclass gives `_candidates` and `_corrections` (or `_path`)."""

    needs: ClassVar[frozenset[str]] = frozenset({"pairs", "targets", "same channels"})
    min_standards: ClassVar[int] = 2
    uses_all_of_b: ClassVar[bool] = False
    cleans: ClassVar[bool] = True
    """Whether `transform` gives the corrected spectra."""
    tuning_rank: ClassVar[int | None] = None
    """Leading directions of all spectra that the comparison of settings uses (None: all)."""
    final_rank: ClassVar[int | None] = None
    steady: ClassVar[bool] = False
    """Whether a less simple setting must be better beyond the noise of the standards to be chosen."""
    why_no_spectra = "it makes the model serve both instruments and leaves the spectra of B as they are."
    why_no_transform = "it corrects the model, not the spectra."

    def _candidates(self, part: Part, values: dict[str, Any]) -> list[dict[str, Any]]:
        """Settings to compare, simple first."""
        raise NotImplementedError

    def _corrections(self, part: Part, chosen: dict[str, Any]) -> tuple[AffineMap | None, AffineMap | None]:
        """What is done to A's and to B's spectra before the common model (None: nothing)."""
        return None, None

    def _path_length(self, part: Part, values: dict[str, Any]) -> int:
        """How many steps (latent variables) the models of a path have."""
        return int(max(1, min(values["max_components"], np.isfinite(part.YA).sum(axis=0).min() - 2)))

    def _describe_step(self, index: int) -> dict[str, Any]:
        return {"n_components": index + 1}

    # -- one fit ------------------------------------------------------------------------------------
    def _training(
        self, part: Part, chosen: dict[str, Any],
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, AffineMap | None, AffineMap | None]:
        map_a, map_b = self._corrections(part, chosen)
        XA = part.A if map_a is None else map_a(part.A)
        weight = float(chosen.get("weight") or 0.0)
        if weight <= 0:
            return XA, part.YA, np.ones(len(XA)), map_a, map_b
        XB, YB = part.labelled
        XB = XB if map_b is None else map_b(XB)
        return (np.vstack([XA, XB]), np.vstack([part.YA, YB]),
                np.concatenate([np.ones(len(XA)), np.full(len(XB), weight)]), map_a, map_b)

    def _path(self, part: Part, chosen: dict[str, Any], n_components: int) -> Path:
        X, Y, w, map_a, map_b = self._training(part, chosen)
        Z, basis = row_space(X)
        path = pls1_path(Z, Y, n_components, w)
        if Z is not X:
            path = PLSPath(path.coefficients @ basis, path.x_mean @ basis, path.y_mean)
        return pulled_path(path, map_a, map_b)

    def _fold_paths(self, part: Part, chosen: dict[str, Any], n_components: int,
                    outs: list[tuple[np.ndarray, np.ndarray]]) -> Iterator[Path]:
        """The paths without A's rows and the standards of each fold (masks), in one batch where that can be.

        It can where the correction filters A's spectra, or moves B's: the folds share the spectra themselves.
        """
        weight = float(chosen.get("weight") or 0.0)
        parts = part.without_each(outs)
        together = type(self)._path is RetrainedTransfer._path and (
            type(self)._training is RetrainedTransfer._training)
        maps = [self._corrections(p, chosen) for p in parts] if together else []
        if not together or any(not (_moves(b) and a is None if weight > 0 else _filters(a)) for a, b in maps):
            for p in parts:
                yield self._path(p, chosen, n_components)
            return
        q, (XB, YB) = part.YA.shape[1], part.labelled
        rows = [~np.concatenate([a, b, np.zeros(len(XB) - len(b), bool)]) for a, b in outs]
        X, Y = (np.vstack([part.A, XB]), np.vstack([part.YA, YB])) if weight > 0 else (part.A, part.YA)
        rows = [keep[:len(X)] for keep in rows]
        held = np.hstack([np.where(keep[:, None], Y, np.nan) for keep in rows])
        each = [k for k in range(len(outs)) for _ in range(q)]
        if weight > 0:
            of_b = np.arange(len(X)) >= len(part.A)
            moves = [np.zeros(X.shape[1]) if b is None else b.offset for _, b in maps]
            by = np.array([moves[k] for k in each])
            path = pls1_path(Filtered(X, of_b, by), held, n_components, np.where(of_b, weight, 1.0))
        elif filters := [a for a, _ in maps if a is not None]:
            steps = [filters[k] for k in each]
            path = pls1_path(Filtered(X, left=[s.left for s in steps if s.left is not None],
                                      right=[s.right for s in steps if s.right is not None],
                                      offset=np.array([s.offset for s in steps])), held, n_components)
        else:
            path = pls1_path(X, held, n_components)
        for k, (map_a, map_b) in enumerate(maps):
            mine = slice(k * q, (k + 1) * q)
            yield pulled_path(PLSPath(path.coefficients[mine], path.x_mean[mine], path.y_mean[mine]), map_a, map_b)

    # -- the whole fit ------------------------------------------------------------------------------
    def _fit_transfer(self, problem: TransferProblem, values: dict[str, Any]) -> None:
        part = self._part(problem)
        candidates = self._candidates(part, values)
        limit = self._path_length(part, values)
        q = part.YA.shape[1]
        tuning, _ = reduced(part, self.uses_all_of_b, self.tuning_rank)
        small, basis = reduced(part, self.uses_all_of_b, self.final_rank)
        chosen, components = [0] * q, [0] * q
        error = np.full((len(candidates), q), np.nan)
        lvs = np.zeros((len(candidates), q), dtype=int)
        squared = np.full((q, len(candidates), len(part.SB)), np.nan)
        fold_a, fold_s = sample_folds(problem)
        tuning, tuning_fold = thinned(tuning, fold_a, problem.sample_a < problem.m)
        for c, candidate in enumerate(candidates):
            self._monitor.raise_if_cancelled()
            left_a, left_b = self._left_out(tuning, candidate, limit, tuning_fold, fold_s)
            for j in range(q):
                lvs[c, j], error[c, j] = read_errors(left_a[j], left_b[j], values["component_rule"])
                squared[j, c] = left_b[j][lvs[c, j]] ** 2
        for j in range(q):
            usable = np.where(np.isfinite(error[:, j]), error[:, j], np.inf)
            if np.isfinite(usable).any():
                chosen[j] = pick_paired(squared[j]) if self.steady else pick(usable)
            components[j] = int(lvs[chosen[j], j])
        spread = np.nanstd(part.YA, axis=0)
        scaled = error / np.where(spread > 0, spread, 1.0) ** 2
        scaled = scaled[:, np.isfinite(scaled).any(axis=0)]  # a property unknown at all standards says nothing
        relative = scaled.mean(axis=1) if scaled.size else np.zeros(len(candidates))
        common = int(np.argmin(np.where(np.isfinite(relative), relative, np.inf)))
        self.tuning_ = [{**c, "error": [float(np.sqrt(v)) for v in e]} for c, e in zip(candidates, error, strict=True)]
        self.chosen_.update(candidates[common])
        self.chosen_["per_property"] = [{**candidates[c], "model": self._describe_step(n)}
                                        for c, n in zip(chosen, components, strict=True)]
        if self.cleans:
            self.clean_ = dict(zip("01", self._corrections(part, candidates[common]), strict=True))
        if values.get("regression", "pls") == "pls":
            self._finish_pls(part, small, basis, candidates, chosen, components, error)
        else:
            self._finish(part, candidates, chosen, common, values, fold_a, fold_s)

    def _finish_pls(
        self, part: Part, small: Part, basis: np.ndarray | None, candidates: list[dict[str, Any]], chosen: list[int],
        components: list[int], error: np.ndarray,
    ) -> None:
        q = len(chosen)
        columns: dict[str, list[np.ndarray]] = {"0": [], "1": []}
        intercepts: dict[str, list[float]] = {"0": [], "1": []}
        details: list[dict[str, Any]] = []
        paths = {c: self._path(small, candidates[c], 1 + max(n for k, n in zip(chosen, components, strict=True)
                                                             if k == c)) for c in set(chosen)}
        for j in range(q):
            path, n = paths[chosen[j]], components[j]
            for key, b, c in (("0", path.a, path.a0), ("1", path.b, path.b0)):
                columns[key].append(b[j, n] if basis is None else basis.T @ b[j, n])
                intercepts[key].append(float(c[j, n]))
            details.append({**self._describe_step(n), "n_used": int(np.isfinite(part.YA[:, j]).sum()),
                            "standards_rmse": float(np.sqrt(error[chosen[j], j]))})
        for key in "01":
            self.models_[key] = LinearModel(np.stack(columns[key], axis=1), np.array(intercepts[key]), details)

    def _finish(
        self, part: Part, candidates: list[dict[str, Any]], chosen: list[int], common: int, values: dict[str, Any],
        fold_a: np.ndarray, fold_s: np.ndarray,
    ) -> None:
        """Another regression than PLS: one setting for all properties, tuned with PLS as the judge."""
        X, Y, w, map_a, map_b = self._training(part, candidates[common])
        numbers = np.concatenate([fold_a, fold_s, np.arange(len(part.extra))])[:len(X)]
        model = fit_regression(values["regression"], X, Y, w, self._options(values), numbers)
        self.models_["0"] = self.models_["1"] = model
        for key, step in (("0", map_a), ("1", map_b)):
            if step is not None:
                self.maps_[key] = step

    def _left_out(
        self, part: Part, candidate: dict[str, Any], limit: int, fold_a: np.ndarray, fold_s: np.ndarray,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Residuals (q, L, n) at A's samples and (q, L, m) at B's standards, each left out."""
        q = part.YA.shape[1]
        left_a = np.full((q, limit, len(part.A)), np.nan)
        left_b = np.full((q, limit, len(part.SB)), np.nan)
        count = int(max(fold_a.max(), fold_s.max(initial=0))) + 1
        outs = [(fold_a == k, fold_s == k) for k in range(count)]
        for (out_a, out_s), path in zip(outs, self._fold_paths(part, candidate, limit, outs), strict=True):
            left_a[:, :, out_a] = path.a @ part.A[out_a].T + path.a0[:, :, None] - part.YA[out_a].T[:, None, :]
            left_b[:, :, out_s] = path.b @ part.SB[out_s].T + path.b0[:, :, None] - part.YS[out_s].T[:, None, :]
        return left_a, left_b

    def _part(self, problem: TransferProblem) -> Part:
        if problem.values_a is None or not np.isfinite(problem.values_a).any():
            raise DataError("transfer.needs_values", title=self.title, set=the_set(0))
        counts = np.isfinite(problem.values_a).sum(axis=0)
        if (counts < 4).any():
            j = int(np.argmin(counts))
            raise DataError("transfer.too_few_known", property=the_property(j), counts=counts[j], set=the_set(0))
        assert problem.values is not None and problem.values_b is not None
        paired = np.zeros(len(problem.sample_b), bool)
        for rows in problem.rows_b:
            paired[rows] = True
        extra = ~paired & np.isfinite(problem.values_b).any(axis=1)
        return Part(problem.A, problem.values_a, problem.standards_a, problem.standards_b, problem.values,
                    problem.B[extra], problem.values_b[extra], problem.B)

    # -- using --------------------------------------------------------------------------------------
    def _transform(self, X: np.ndarray, instrument: int) -> np.ndarray:
        if not hasattr(self, "clean_"):
            return super()._transform(X, instrument)
        step = self.clean_[str(instrument)]
        return np.asarray(X, dtype=np.float64) if step is None else step(X)

    def _extra_state(self) -> dict[str, Any]:
        clean = getattr(self, "clean_", {})
        return {"clean": {k: (None if m is None else m.to_state()) for k, m in clean.items()}}

    @classmethod
    def from_state(cls, parameters: dict[str, Any], state: dict[str, Any]) -> RetrainedTransfer:
        """Estimator with constructor arguments `parameters` and the fitted `state` of `to_state`."""
        self = super().from_state(parameters, state)
        assert isinstance(self, RetrainedTransfer)
        self.clean_ = {k: (None if m is None else AffineMap.from_state(m))
                       for k, m in self.state_["clean"].items()}
        if not self.clean_:
            del self.clean_
        return self


PROJECTED = (SHIFT, Parameter(
    "weight", "float", 0.0, "Weight of B's standards",
    "Also put B's standards, and its other samples with values, into the model, each with this weight beside a "
    "sample of A; 0 leaves them out.",
    minimum=0, advanced=True,
    advice="0; 1 to 5 makes it an augmented calibration too."), *REGRESSION)


def shifts(values: dict[str, Any]) -> list[bool]:
    """Settings of the parameter `shift` to compare."""
    return {"auto": [True, False], "yes": [True], "no": [False]}[values["shift"]]
