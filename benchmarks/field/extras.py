"""What else is asked of a cell: foreign spectra, spoilt standards, coverage of the intervals."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.interpolate import CubicSpline

from spectralign_gui.core import create
from spectralign_gui.core.measures.outliers import OutlierModel
from spectralign_gui.core.numerics.shared_work import forget, shared_work
from spectralign_gui.core.validation.conformal import ConformalIntervals
from spectralign_gui.core.validation.left_out import left_out_residuals
from spectralign_gui.core.validation.splits import standards_of
from spectralign_gui.core.validation.transfer_data import data_pairs
from spectralign_gui.core.validation.transfer_splits import choose_standards, shared_values

from .measure import COMBINED, entries, errors_of, measured
from .sets import FieldSet, field_set

WITH_SPOILT = (*COMBINED, "none", "target-only", "mean-shift", "bias", "slope-bias", "ds", "pds", "spiked")
FOREIGN_AT, SPOILT_AT, LEVEL = (10,), (10,), 0.9
COVERED_AT = {"random": (5, 10, 20), "kennard-stone": (10,)}


def standards(of: FieldSet, repeat: int, draw: str, count: int) -> np.ndarray:
    """Pairs (m, 2) of the standards of a cell, as the engine chooses them."""
    split = of.split(repeat)
    known = np.isfinite(shared_values(split.pairs, of.data.targets)[0]).any(axis=1)
    return choose_standards(np.asarray(of.data.Xs[0], dtype=np.float64), split, count, known, draw=draw)


def shifted(X: np.ndarray, channels: float) -> np.ndarray:
    """Spectra moved along their channels, by a cubic spline; the ends are held."""
    at = np.arange(X.shape[1], dtype=float)
    return np.asarray(CubicSpline(at, X, axis=1)(np.clip(at - channels, 0, at[-1])))


def other_product(of: FieldSet) -> np.ndarray | None:
    """Spectra of another product on the same wavelengths: cassava roots, or soil where the set is cassava."""
    if of.axis is None or of.group == "own":
        return None
    other = field_set("soil dry->wet" if of.name.startswith("cassava") else "cassava intact->mashed")
    assert other.axis is not None
    X = np.array([np.interp(of.axis, other.axis, row) for row in np.asarray(other.data.Xs[1])])
    return X if of.finish is None else of.finish(X)


def foreign_cell(of: FieldSet, repeat: int, draw: str, count: int) -> dict[str, Any]:
    """[flagged, of] of ordinary and of foreign spectra, where B's other spectra are known and where they are not."""
    split, (A, B) = of.split(repeat), (np.asarray(X, dtype=np.float64) for X in of.data.Xs)
    pairs = standards(of, repeat, draw, count)
    sample = standards_of(pairs, [len(A), len(B)])[1]
    test = B[split.test_b]
    given = {"ordinary": test, "shifted by 1 channel": shifted(test, 1.0), "the other instrument": A[split.test_a]}
    if of.axis is not None:
        given["shifted by 1 nm"] = shifted(test, 1.0 / float(np.median(np.diff(of.axis))))
    product = other_product(of)
    if product is not None:
        given["another product"] = product
    found: dict[str, Any] = {}
    for name, X in (("all", B[split.rows_b]), ("standards", B[pairs[:, 1]])):
        model = OutlierModel.fit(X, B[pairs[:, 1]], sample=sample)
        found[name] = {kind: [sum(map(bool, model.figures(Z).flags)), len(Z)] for kind, Z in given.items()}
    return found


def spoilt_sets(of: FieldSet, repeat: int, draw: str, count: int) -> dict[str, FieldSet]:
    """The set with one standard's spectrum on B taken from another sample, and with two standards swapped on B."""
    pairs = standards(of, repeat, draw, count)
    rng = np.random.default_rng([2026, repeat, count])
    one, two = rng.permutation(len(pairs))[:2]
    others = np.setdiff1d(of.split(repeat).rows_b, pairs[:, 1])
    source = rng.choice(others)
    found = {}
    for kind in ("one spoilt", "two swapped"):
        B = np.array(of.data.Xs[1], dtype=np.float64)
        if kind == "one spoilt":
            B[pairs[one, 1]] = B[source]
        else:
            B[pairs[[one, two], 1]] = B[pairs[[two, one], 1]]
        found[kind] = replace(of, data=replace(of.data, Xs=[of.data.Xs[0], B]))
    return found


def spoilt_cell(of: FieldSet, repeat: int, draw: str, count: int) -> dict[str, Any]:
    """Squared errors of some methods, per kind of mistake."""
    some = tuple(e for e in entries() if e.key in WITH_SPOILT)
    return {kind: errors_of(measured(bad, repeat, draw, count, some))
            for kind, bad in spoilt_sets(of, repeat, draw, count).items()}


def left_out(of: FieldSet, repeat: int, draw: str, count: int, name: str = "auto-marked"
             ) -> tuple[np.ndarray, np.ndarray]:
    """Errors of a transfer at left-out standards, and of the fit with all of them at B's test samples."""
    split, (A, B) = of.split(repeat), (np.asarray(X, dtype=np.float64) for X in of.data.Xs)
    values = shared_values(split.pairs, of.data.targets)[0]
    chosen = standards(of, repeat, draw, count)
    rows = np.unique(chosen[:, 1])
    place_a, place_b = np.full(len(A), -1), np.full(len(B), -1)
    place_a[split.rows_a], place_b[rows] = np.arange(len(split.rows_a)), np.arange(len(rows))
    pairs = np.stack([place_a[chosen[:, 0]], place_b[chosen[:, 1]]], axis=1)
    Xs, targets = [A[split.rows_a], B[rows]], [values[split.rows_a], np.full((len(rows), values.shape[1]), np.nan)]
    estimator = create(name, max_components=of.max_components)
    with np.errstate(all="ignore"), warnings.catch_warnings(), shared_work():
        warnings.simplefilter("ignore")
        residuals, _ = left_out_residuals(estimator, Xs, pairs, targets)
        predicted = estimator.unfitted().fit(Xs, pairs=pairs, targets=targets).predict(B[split.test_b], instrument=1)
    forget()
    return residuals, predicted - shared_values(data_pairs(of.data), of.data.targets)[1][split.test_b]


def coverage_cell(of: FieldSet, repeat: int, draw: str, count: int) -> dict[str, Any]:
    """[inside, of] per property of 90 % intervals from left-out standards, at B's test samples ("auto-marked")."""
    residuals, errors = left_out(of, repeat, draw, count)
    width, known = ConformalIntervals(residuals).half_width(LEVEL), np.isfinite(errors)
    inside = (np.abs(errors) <= width) & known
    return {"covered": [[int(i), int(k)] for i, k in zip(inside.sum(axis=0), known.sum(axis=0), strict=True)],
            "width": [float(f"{2 * w:.6g}") for w in width]}
