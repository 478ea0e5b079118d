"""How well spectra come across: standards left out of the fit, measured on one instrument, rebuilt as another's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.base import clone

from ..base import Alignment
from ..errors import PairsError
from ..monitor import CancelOnly, Monitor, SilentMonitor
from .splits import k_folds, standards_of


def held_out_spectra_error(
    estimator: Alignment, Xs: Sequence[np.ndarray], pairs: np.ndarray, instrument: int = 1, to: int = 0, *,
    folds: int = 5, seed: int = 0, targets: Sequence[np.ndarray] | None = None,
    groups: Sequence[np.ndarray] | None = None, monitor: Monitor | None = None,
) -> dict[str, Any]:
    """Error of `to_spectra` on standards whose pairing the fit did not know.

    Parameters
    ----------
    estimator : Alignment
        Unfitted or fitted; cloned for every fold.
    Xs, pairs, targets, groups
        As in `fit`; all marked standards.
    instrument, to : int
        Spectra of `instrument` are rebuilt as `to` would have measured them.
    folds, seed : int
        Of the folds over the standards; with fewer standards than folds each is left out by itself.
    monitor : Monitor, optional

    Returns
    -------
    dict
        "relative": ‖rebuilt − measured‖ over ‖measured − mean spectrum of `to`‖ (1 is no better than the mean
        spectrum); "rmse": (p_to,) root mean square error per channel; "no_transfer": the relative error of taking the
        spectra as they are, NaN where the channels differ; "standards": how many pairs were rebuilt.

    Raises
    ------
    NotImplementedError
        If the method gives no spectra.
    PairsError
        With fewer than two standards measured on both.
    """
    monitor = monitor or SilentMonitor()
    sizes = [len(X) for X in Xs]
    table, sample = standards_of(pairs, sizes)
    both = ((table[:, 0] == instrument) & (table[:, 2] == to)) | ((table[:, 0] == to) & (table[:, 2] == instrument))
    count = len(np.unique(sample[both]))
    if count < 2:
        raise PairsError(f"{count} standards are measured on both instruments; at least 2 are needed to leave any out.")
    source, wanted = np.asarray(Xs[instrument], dtype=float), np.asarray(Xs[to], dtype=float)
    mean = wanted.mean(axis=0)
    squares, as_is, spread, n = np.zeros(wanted.shape[1]), 0.0, 0.0, 0
    same = source.shape[1] == wanted.shape[1]
    splits = k_folds(table, sizes, min(folds, int(sample.max()) + 1), 1, seed)
    for number, split in enumerate(splits):
        monitor.raise_if_cancelled()
        monitor.report(f"Leaving out fold {number + 1}", number / len(splits))
        rows = [(i, j) if (a, b) == (instrument, to) else (j, i)
                for a, i, b, j in split.held if {int(a), int(b)} == {instrument, to}]
        if not rows:
            continue
        here, there = np.array(rows).T
        fitted = clone(estimator).fit(Xs, split.kept, targets, groups, CancelOnly(monitor))
        error = fitted.to_spectra(source[here], instrument, to) - wanted[there]
        squares += (error**2).sum(axis=0)
        spread += float(((wanted[there] - mean) ** 2).sum())
        if same:
            as_is += float(((source[here] - wanted[there]) ** 2).sum())
        n += len(rows)
    spread = spread or float("nan")
    return {"relative": float(np.sqrt(squares.sum() / spread)), "rmse": np.sqrt(squares / n),
            "no_transfer": float(np.sqrt(as_is / spread)) if same else float("nan"), "standards": n}
