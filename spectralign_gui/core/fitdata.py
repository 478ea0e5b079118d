"""Input of a fit, checked once for all methods."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from .errors import DataError, PairsError
from .naming import counted, the_property, the_sample, the_set

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
    """

    Xs: list[np.ndarray]
    pairs: np.ndarray
    targets: list[np.ndarray] | None = None
    groups: list[np.ndarray] | None = None

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
        groups: Sequence[ArrayLike] | None = None, *, needs: frozenset[str] = frozenset(), min_sets: int = 1,
        max_sets: int | None = None, method: str = "this method",
    ) -> FitData:
        """Check everything; see `Alignment.fit`.

        Raises
        ------
        DataError, PairsError
            One sentence that names the set and row.
        """
        if isinstance(Xs, np.ndarray) and Xs.ndim == 2:
            raise DataError("the spectra must be a list with one array per instrument, not a single array.")
        arrays = [check_spectra(X, f"the spectra of {the_set(k)}", varied=True) for k, X in enumerate(Xs)]
        if len(arrays) < min_sets or (max_sets is not None and len(arrays) > max_sets):
            wanted = f"{min_sets}" if max_sets == min_sets else (
                f"at least {min_sets}" if max_sets is None else f"{min_sets} to {max_sets}")
            raise DataError(f"{method} takes {wanted} instrument{'s' if wanted != '1' else ''}, not {len(arrays)}.")
        if "same channels" in needs and len({X.shape[1] for X in arrays}) > 1:
            counts = ", ".join(str(X.shape[1]) for X in arrays)
            raise DataError(f"{method} needs the same channels on all instruments, but they have {counts}; "
                            "put them on a common axis first.")
        sizes = [len(X) for X in arrays]
        table = check_pairs(pairs, sizes)
        if "pairs" in needs and not len(table):
            raise PairsError(f"{method} needs pairs: mark at least one sample measured on two instruments.")
        target_list = check_targets(targets, sizes)
        if "targets" in needs and (target_list is None or not any(np.isfinite(t).any() for t in target_list)):
            raise DataError(f"{method} needs reference values: give targets with at least one known value.")
        group_list = check_groups(groups, sizes)
        if "groups" in needs and group_list is None:
            raise DataError(f"{method} needs groups: give the group of every sample.")
        return cls(arrays, table, target_list, group_list)


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
        raise DataError(f"{what} are not a table of numbers.") from None
    if array.ndim != 2:
        raise DataError(f"{what} must have two dimensions (samples × channels), not {array.ndim}.")
    if not array.size:
        raise DataError(f"{what} are empty: {counted(array.shape[0], 'sample')} × "
                        f"{counted(array.shape[1], 'channel')}.")
    bad = ~np.isfinite(array.sum(axis=1, dtype=np.float64))
    if bad.any():  # the sum may also have overflowed: look at the rows themselves
        rows = [int(r) for r in np.flatnonzero(bad) if not np.isfinite(array[r]).all()]
        if rows:
            column = int(np.flatnonzero(~np.isfinite(array[rows[0]]))[0])
            more = f" and {len(rows) - 1} more rows" if len(rows) > 1 else ""
            raise DataError(f"{what} hold NaN or infinity in row {rows[0]}, channel {column}{more}.")
        raise DataError(f"{what} hold values too large to add up in row {int(np.flatnonzero(bad)[0])}.")
    if varied:
        if len(array) < 2:
            raise DataError(f"{what} hold one sample only; at least two are needed.")
        if not array.any():
            raise DataError(f"{what} are all zero.")
        if (array[:100] == array[0]).all() and (array == array[0]).all():  # a look at the first ones settles most
            raise DataError(f"{what} are constant: every channel has the same value in all samples.")
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
        raise PairsError(f"pairs must have 2 or 4 columns, not the shape {table.shape}.")
    if table.dtype.kind not in "iu":
        try:
            numbers = table.astype(np.float64)
        except (TypeError, ValueError):
            raise PairsError("pairs must be whole numbers (rows counted from 0).") from None
        if not (np.isfinite(numbers).all() and (numbers == np.round(numbers)).all()):
            raise PairsError("pairs must be whole numbers (rows counted from 0).")
        table = numbers
    table = table.astype(np.int64)
    if table.shape[1] == 2:
        if len(sizes) != 2:
            raise PairsError(
                f"pairs with 2 columns are for two instruments; with {len(sizes)} give (set, row, set, row).")
        table = np.stack([np.zeros(len(table), np.int64), table[:, 0], np.ones(len(table), np.int64), table[:, 1]], 1)
    for n, (a, i, b, j) in enumerate(table):
        for s, r in ((a, i), (b, j)):
            if not 0 <= s < len(sizes):
                raise PairsError(f"pair {n} names set {s}, but there are {len(sizes)} (counted from 0).")
            if not 0 <= r < sizes[s]:
                raise PairsError(f"pair {n} names row {r} of {the_set(s)}, which has rows 0 to {sizes[s] - 1}.")
        if a == b:
            raise PairsError(f"pair {n} joins two samples of the same {the_set(a)}.")
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
        raise DataError(f"targets are given for {len(targets)} sets, but there are {len(sizes)}.")
    checked: list[np.ndarray | None] = []
    for k, (target, n) in enumerate(zip(targets, sizes, strict=True)):
        if target is None:
            checked.append(None)
            continue
        try:
            array = np.asarray(target, dtype=np.float64)
        except (TypeError, ValueError):
            raise DataError(f"the targets of {the_set(k)} are not numbers.") from None
        if array.ndim == 1:
            array = array[:, None]
        if array.ndim != 2 or len(array) != n:
            raise DataError(f"the targets of {the_set(k)} have the shape {array.shape}, but the set has {n} samples.")
        if np.isinf(array).any():
            row = int(np.argwhere(np.isinf(array))[0, 0])
            raise DataError(f"the targets of {the_set(k)} hold infinity in {the_sample(k, row)}.")
        largest = np.where(np.isnan(array), 0.0, np.abs(array)).max(axis=0, initial=0.0)
        for j in np.flatnonzero((largest > 0) & ((largest > LARGEST_TARGET) | (largest < SMALLEST_TARGET))):
            raise DataError(f"the targets of {the_set(k)} reach {largest[j]:.3g} in {the_property(int(j))}, a size "
                            "that cannot be calculated with; give it in another unit.")
        checked.append(array)
    widths = {array.shape[1] for array in checked if array is not None}
    if len(widths) > 1:
        raise DataError(f"the sets have different numbers of properties: {sorted(widths)}.")
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
        raise DataError(f"groups are given for {len(groups)} sets, but there are {len(sizes)}.")
    arrays = [np.asarray(g) for g in groups]
    for k, (array, n) in enumerate(zip(arrays, sizes, strict=True)):
        if array.shape != (n,):
            raise DataError(f"the groups of {the_set(k)} have the shape {array.shape}, but the set has {n} samples.")
    return arrays
