"""Input of a fit, checked once for all methods."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from .errors import DataError, PairsError
from .naming import the_property, the_sample, the_set, the_spectra

SMALLEST_TARGET, LARGEST_TARGET = 1e-100, 1e100  # beyond them squares and their sums vanish or overflow


@dataclass(frozen=True)
class FitData:
    """Checked input of a fit.

    Parameters
    ----------
    Xs : list of (n_k, p_k) float arrays
        float32 stays float32 (large data); never changed.
    pairs : (m, 4) int array
        Rows (set_a, i, set_b, j) with set_a < set_b, without doubles, in the order given.
    targets : list of (n_k, q) float arrays or None
    groups : list of (n_k,) arrays or None
    samples : list of (n_k,) int arrays or None
        Rows of a set with one number ≥ 0 are spectra of one sample; -1 is a sample of its own.
    """

    Xs: list[np.ndarray]
    pairs: np.ndarray
    targets: list[np.ndarray] | None = None
    groups: list[np.ndarray] | None = None
    samples: list[np.ndarray] | None = None

    @property
    def sizes(self) -> list[int]:
        """Number of samples per set."""
        return [len(X) for X in self.Xs]

    @property
    def offsets(self) -> np.ndarray:
        """First stacked row of each set, and the total N at the end: (k + 1,)."""
        return np.concatenate([[0], np.cumsum(self.sizes)])

    @property
    def stacked_pairs(self) -> np.ndarray:
        """Pairs as rows (i, j) of the stacked sets: (m, 2)."""
        o = self.offsets
        return np.stack([o[self.pairs[:, 0]] + self.pairs[:, 1], o[self.pairs[:, 2]] + self.pairs[:, 3]], axis=1)

    def without_unknown_properties(self) -> tuple[FitData, list[int]]:
        """The data without properties of which no value is known, and which these were."""
        if self.targets is None:
            return self, []
        known = np.any([np.isfinite(t).any(axis=0) for t in self.targets], axis=0)
        if known.all():
            return self, []
        targets = [t[:, known] for t in self.targets] if known.any() else None
        return replace(self, targets=targets), [int(j) for j in np.flatnonzero(~known)]

    @classmethod
    def check(
        cls, Xs: Sequence[ArrayLike], pairs: ArrayLike | None = None, targets: Sequence[ArrayLike] | None = None,
        groups: Sequence[ArrayLike] | None = None, samples: Sequence[ArrayLike] | None = None, *,
        needs: frozenset[str] = frozenset(), min_sets: int = 1, max_sets: int | None = None,
        method: str = "this method",
    ) -> FitData:
        """Check everything; see `Alignment.fit`.

        Raises
        ------
        DataError, PairsError
            One sentence that names the set and row.
        """
        if isinstance(Xs, np.ndarray) and Xs.ndim == 2:
            raise DataError("input.no_list")
        arrays = [check_spectra(X, the_spectra(k), varied=True) for k, X in enumerate(Xs)]
        if len(arrays) < min_sets or (max_sets is not None and len(arrays) > max_sets):
            code = "input.exactly_instruments" if max_sets == min_sets else (
                "input.at_least_instruments" if max_sets is None else "input.range_of_instruments")
            raise DataError(code, method=method, least=min_sets, most=max_sets, n=len(arrays))
        if "same channels" in needs and len({X.shape[1] for X in arrays}) > 1:
            raise DataError("input.channels_differ", method=method, counts=[X.shape[1] for X in arrays])
        sizes = [len(X) for X in arrays]
        table = check_pairs(pairs, sizes)
        if "pairs" in needs and not len(table):
            raise PairsError("input.needs_pairs", method=method)
        target_list = check_targets(targets, sizes)
        if "targets" in needs and (target_list is None or not any(np.isfinite(t).any() for t in target_list)):
            raise DataError("input.needs_values", method=method)
        group_list = check_groups(groups, sizes)
        if "groups" in needs and group_list is None:
            raise DataError("input.needs_groups", method=method)
        return cls(arrays, table, target_list, group_list, check_samples(samples, sizes))


def check_spectra(X: ArrayLike, what: str, varied: bool = False) -> np.ndarray:
    """Float array (n, p) without NaN or infinity; a view where possible.

    Parameters
    ----------
    X : array-like (n, p)
    what : str
        How the sentence names it ("the spectra of set 1").
    varied : bool
        Also refuse fewer than two samples, all-zero spectra and spectra that are all the same.

    Raises
    ------
    DataError
    """
    try:
        array = np.asarray(X)
        if array.dtype not in (np.float32, np.float64):
            array = array.astype(np.float64)
    except (TypeError, ValueError):
        raise DataError("input.no_table", what=what) from None
    if array.ndim != 2:
        raise DataError("input.two_dimensions", what=what, ndim=array.ndim)
    if not array.size:
        raise DataError("input.empty", what=what, samples=array.shape[0], channels=array.shape[1])
    bad = ~np.isfinite(array.sum(axis=1, dtype=np.float64))
    if bad.any():  # the sum may also have overflowed: look at the rows themselves
        rows = [int(r) for r in np.flatnonzero(bad) if not np.isfinite(array[r]).all()]
        if rows:
            column = int(np.flatnonzero(~np.isfinite(array[rows[0]]))[0])
            raise DataError("input.not_finite" if len(rows) == 1 else "input.not_finite_in_several", what=what,
                            row=rows[0], channel=column, more=len(rows) - 1)
        raise DataError("input.too_large", what=what, row=int(np.flatnonzero(bad)[0]))
    if varied:
        if len(array) < 2:
            raise DataError("input.one_sample", what=what)
        if not array.any():
            raise DataError("input.all_zero", what=what)
        if (array[:100] == array[0]).all() and (array == array[0]).all():  # a look at the first ones settles most
            raise DataError("input.constant", what=what)
    return array


def check_pairs(pairs: ArrayLike | None, sizes: Sequence[int]) -> np.ndarray:
    """Pairs as an (m, 4) int array with set_a < set_b and no doubles.

    Raises
    ------
    PairsError
        Wrong shape, not whole numbers, a row or set out of range, a sample paired within its own set.
    """
    if pairs is None:
        return np.zeros((0, 4), dtype=np.int64)
    table = np.asarray(pairs)
    if table.size == 0:
        return np.zeros((0, 4), dtype=np.int64)
    if table.ndim != 2 or table.shape[1] not in (2, 4):
        raise PairsError("pairs.columns", shape=str(table.shape))
    if table.dtype.kind not in "iu":
        try:
            numbers = table.astype(np.float64)
        except (TypeError, ValueError):
            raise PairsError("pairs.not_whole") from None
        if not (np.isfinite(numbers).all() and (numbers == np.round(numbers)).all()):
            raise PairsError("pairs.not_whole")
        table = numbers
    table = table.astype(np.int64)
    if table.shape[1] == 2:
        if len(sizes) != 2:
            raise PairsError(
                "pairs.two_columns", n_sizes=len(sizes))
        table = np.stack([np.zeros(len(table), np.int64), table[:, 0], np.ones(len(table), np.int64), table[:, 1]], 1)
    for n, (a, i, b, j) in enumerate(table):
        for s, r in ((a, i), (b, j)):
            if not 0 <= s < len(sizes):
                raise PairsError("pairs.no_such_set", n=n, s=s, n_sizes=len(sizes))
            if not 0 <= r < sizes[s]:
                raise PairsError("pairs.no_such_row", n=n, r=r, set=the_set(s), sizes=sizes[s] - 1)
        if a == b:
            raise PairsError("pairs.same_set", n=n, set=the_set(a))
    swap = table[:, 0] > table[:, 2]
    table[swap] = table[swap][:, [2, 3, 0, 1]]
    _, first = np.unique(table, axis=0, return_index=True)
    return table[np.sort(first)]


def check_targets(targets: Sequence[ArrayLike] | None, sizes: Sequence[int]) -> list[np.ndarray] | None:
    """List of (n_k, q) float arrays, NaN where unknown; a set may be None (all unknown).

    Raises
    ------
    DataError
        Of another shape, infinite, or of a size that cannot be squared.
    """
    if targets is None:
        return None
    if len(targets) != len(sizes):
        raise DataError("targets.number_of_sets", n_targets=len(targets), n_sizes=len(sizes))
    checked: list[np.ndarray | None] = []
    for k, (target, n) in enumerate(zip(targets, sizes, strict=True)):
        if target is None:
            checked.append(None)
            continue
        try:
            array = np.asarray(target, dtype=np.float64)
        except (TypeError, ValueError):
            raise DataError("targets.not_numbers", set=the_set(k)) from None
        if array.ndim == 1:
            array = array[:, None]
        if array.ndim != 2 or len(array) != n:
            raise DataError("targets.shape", set=the_set(k), shape=str(array.shape), n=n)
        if np.isinf(array).any():
            row = int(np.argwhere(np.isinf(array))[0, 0])
            raise DataError("targets.infinite", set=the_set(k), sample=the_sample(k, row))
        largest = np.where(np.isnan(array), 0.0, np.abs(array)).max(axis=0, initial=0.0)
        for j in np.flatnonzero((largest > 0) & ((largest > LARGEST_TARGET) | (largest < SMALLEST_TARGET))):
            raise DataError("targets.too_large", set=the_set(k), largest=largest[j], property=the_property(int(j)))
        checked.append(array)
    widths = {array.shape[1] for array in checked if array is not None}
    if len(widths) > 1:
        raise DataError("targets.widths", widths=sorted(widths))
    if not widths:
        return None
    width = widths.pop()
    return [np.full((n, width), np.nan) if array is None else array
            for array, n in zip(checked, sizes, strict=True)]


def check_groups(groups: Sequence[ArrayLike] | None, sizes: Sequence[int]) -> list[np.ndarray] | None:
    """List of (n_k,) arrays of group labels."""
    if groups is None:
        return None
    if len(groups) != len(sizes):
        raise DataError("groups.number_of_sets", n_groups=len(groups), n_sizes=len(sizes))
    arrays = [np.asarray(g) for g in groups]
    for k, (array, n) in enumerate(zip(arrays, sizes, strict=True)):
        if array.shape != (n,):
            raise DataError("groups.shape", set=the_set(k), shape=str(array.shape), n=n)
    return arrays


def check_samples(samples: Sequence[ArrayLike] | None, sizes: Sequence[int]) -> list[np.ndarray] | None:
    """List of (n_k,) int arrays: rows with one number ≥ 0 are one sample.

    Raises
    ------
    DataError
    """
    if samples is None:
        return None
    if len(samples) != len(sizes):
        raise DataError("samples.number_of_sets", n_samples=len(samples), n_sizes=len(sizes))
    arrays = [np.asarray(s) for s in samples]
    for k, (array, n) in enumerate(zip(arrays, sizes, strict=True)):
        if array.shape != (n,) or array.dtype.kind not in "iu":
            raise DataError("samples.shape", set=the_set(k), shape=str(array.shape), n=n)
    return [array.astype(np.int64) for array in arrays]
