"""What transfers are compared on: spectra, pairs and values of all samples, and how they are preprocessed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from ..monitor import Monitor


class Search(Protocol):
    """Chooses how spectra are preprocessed. Must be picklable for several processes."""

    def __call__(self, rows_a: np.ndarray, rows_b: np.ndarray, pairs: np.ndarray, values_a: np.ndarray,
                 monitor: Monitor | None) -> tuple[list[np.ndarray], list[str]]:
        """All spectra of A and B so preprocessed, and the steps in words.

        Parameters
        ----------
        rows_a, rows_b : int arrays
            Training rows.
        pairs : (m, 2) int array
            Standards, counted among these.
        values_a : (n_a, q) array
            Values of the training rows of A.
        monitor : Monitor or None
            May cancel.
        """


@dataclass(frozen=True, eq=False)
class TransferData:
    """What is compared on.

    Parameters
    ----------
    Xs : list of two (n_k, p_k) arrays
        A and B, all samples.
    pairs : (m, 2) or (m, 4) int array
        All samples measured on both.
    targets : list of two (n_k, q) arrays
        NaN where unknown.
    properties : tuple of str
    prepare : callable, optional
        ``prepare(rows_a, rows_b) -> [A, B]``: all spectra preprocessed, learned on these training rows only.
        Must be picklable for several processes.
    other_channels : str
        Why methods that compare channel by channel cannot be used on these two axes, as a sentence; "" if they can
        (equally many channels are not enough).
    lab_errors : mapping of property to float
        The laboratory's own standard error (SEL), where it is known.
    units : mapping of property to str
        Where they are known.
    same : list of two int arrays, optional
        Rows that are repeats of one sample, as in `transfer_splits`.
    search : Search, optional
        Chooses the preprocessing in every split, on its training rows and standards only; takes the place of
        `prepare`, which the standards are chosen by all the same.
    """

    Xs: Sequence[np.ndarray]
    pairs: np.ndarray
    targets: Sequence[np.ndarray]
    properties: tuple[str, ...]
    prepare: Callable[[np.ndarray, np.ndarray], list[np.ndarray]] | None = None
    other_channels: str = ""
    lab_errors: Mapping[str, float] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    same: Sequence[np.ndarray] | None = None
    search: Search | None = None


def data_pairs(data: TransferData) -> np.ndarray:
    """All pairs of the data as (i, j)."""
    table = np.asarray(data.pairs, dtype=np.int64)
    return table if table.shape[1] == 2 else table[:, [1, 3]]
