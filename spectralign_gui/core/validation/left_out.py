"""Errors at standards that are left out one group at a time: what the intervals and the control chart rest on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..base import Alignment
from ..errors import DataError, PairsError
from ..monitor import CancelOnly, Monitor, SilentMonitor
from ..naming import are, counted
from ..regression.choose import folds as fold_numbers
from .splits import standards_of


def left_out_residuals(
    estimator: Alignment, Xs: Sequence[np.ndarray], pairs: np.ndarray, targets: Sequence[np.ndarray], *,
    instrument: int = 1, folds: int = 10, seed: int = 0, monitor: Monitor | None = None,
    prepare: Callable[..., Sequence[np.ndarray]] | None = None, groups: Sequence[np.ndarray] | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Predicted − known at an instrument's standards, each predicted by a fit that knows nothing of it.

    A left-out standard is gone from all instruments, with its value, so that everything the method chooses is chosen
    without it.

    Parameters
    ----------
    estimator : Alignment
        Unfitted or fitted; cloned.
    Xs, pairs, targets
        As in `fit`.
    instrument : int
    folds : int
        Groups of standards; each standard alone where there are no more standards than that.
    seed : int
        Of the groups.
    monitor : Monitor, optional
    prepare : callable, optional
        Preprocessing that learns: called with the rows that stay, per instrument, it returns the spectra of all rows.
    groups : sequence of (n_k,) arrays, optional
        As in `fit`.

    Returns
    -------
    residuals : (m, q) array
        NaN where a value is unknown.
    rows : (m,) int array
        Rows of the instrument's spectra they belong to.

    Raises
    ------
    PairsError
        Fewer than 3 standards.
    NotImplementedError
        With the reason, if the method cannot predict.
    Cancelled
    """
    monitor = monitor or SilentMonitor()
    sizes = [len(X) for X in Xs]
    table, sample = standards_of(pairs, sizes)
    owners = [-np.ones(n, dtype=np.intp) for n in sizes]
    for (a, i, b, j), s in zip(table, sample, strict=True):
        owners[a][i] = owners[b][j] = s
    mine = np.unique(owners[instrument][owners[instrument] >= 0])
    if len(mine) < 3:
        raise PairsError(f"errors at left-out standards need at least 3 standards, but {len(mine)} are marked.")
    number = np.arange(len(mine)) if len(mine) <= folds else fold_numbers(len(mine), folds, seed)
    known = _shared(table, targets)
    rows_found: list[np.ndarray] = []
    residuals: list[np.ndarray] = []
    count = int(number.max()) + 1
    for k in range(count):
        monitor.raise_if_cancelled()
        monitor.report(f"Leaving standards out, {k + 1} of {count}", k / count)
        out = [np.isin(owner, mine[number == k]) for owner in owners]
        place = [np.cumsum(~o) - 1 for o in out]
        kept = np.array([(a, place[a][i], b, place[b][j]) for a, i, b, j in table if not out[a][i]],
                        dtype=np.int64).reshape(-1, 4)
        spectra = Xs if prepare is None else prepare(*[np.flatnonzero(~o) for o in out])
        fitted = estimator.unfitted().fit(
            [np.asarray(X)[~o] for X, o in zip(spectra, out, strict=True)], kept,
            [t[~o] for t, o in zip(targets, out, strict=True)], monitor=CancelOnly(monitor),
            groups=None if groups is None else [np.asarray(g)[~o] for g, o in zip(groups, out, strict=True)])
        rows = np.flatnonzero(out[instrument])
        predicted = fitted.predict(np.asarray(spectra[instrument])[rows], instrument=instrument)
        truth = known[instrument][rows]
        if predicted.shape != truth.shape:
            raise DataError(f"the method predicts {counted(predicted.shape[1], 'property', 'properties')}, but "
                            f"{truth.shape[1]} {are(truth.shape[1])} known.")
        rows_found.append(rows)
        residuals.append(predicted - truth)
    order = np.argsort(np.concatenate(rows_found), kind="stable")
    return np.vstack(residuals)[order], np.concatenate(rows_found)[order]


def _shared(table: np.ndarray, targets: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Values where an unknown one of a standard is taken from its partners."""
    filled = [np.array(t, dtype=np.float64) for t in targets]
    for a, i, b, j in table:
        x, y = filled[a][i].copy(), filled[b][j].copy()
        filled[a][i] = np.where(np.isfinite(x), x, y)
        filled[b][j] = np.where(np.isfinite(y), y, x)
    return filled
