"""Null-augmented ridge (NAR): coefficients that repeats of one sample of B cannot move."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ..notes import Note
from ._affine import AffineMap
from ._part import Part
from ._problem import TransferProblem
from .narca import NetAnalyteRidge

WEIGHT = 10.0
"""λ² where no standards are there to choose it on."""


class NullAugmentedRidge(NetAnalyteRidge):
    """min ‖y − Xb‖² + τ²‖b‖² + λ²‖Nb‖² on A; N are B's spectra of one sample less their mean."""

    needs = frozenset({"targets", "same channels"})
    min_standards = 0
    uses_unmarked = True

    def _part(self, problem: TransferProblem) -> Part:
        part = replace(super()._part(problem), nulls=within_samples(problem.B, problem.sample_b))
        if part.nulls is not None and not part.nulls.any():
            self.warnings_.append(Note("transfer.no_repeats", title=self.title))
        return part

    def _candidates(self, part: Part, values: dict[str, Any]) -> list[dict[str, Any]]:
        if len(part.SB):
            return super()._candidates(part, values)
        own = values["weight_of_difference"]
        return [{"weight_of_difference": WEIGHT if own is None else own, "shift": False}]

    def _corrections(self, part: Part, chosen: dict[str, Any]) -> tuple[AffineMap | None, AffineMap | None]:
        return super()._corrections(part, chosen) if len(part.SB) else (None, None)

    def _differences(self, part: Part, map_b: AffineMap | None) -> np.ndarray:
        assert part.nulls is not None
        return part.nulls


def within_samples(X: np.ndarray, sample: np.ndarray) -> np.ndarray:
    """Spectra (k, p) of the samples measured more than once, each less the mean of its sample.

    Parameters
    ----------
    X : (n, p) array
    sample : (n,) int array
        Spectra with one number are of one sample.
    """
    found = [X[sample == s] for s, count in zip(*np.unique(sample, return_counts=True), strict=True) if count > 1]
    return np.vstack([rows - rows.mean(axis=0) for rows in found]) if found else X[:0]
