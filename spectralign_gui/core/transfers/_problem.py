"""What a transfer is given, sorted: A's samples, the standards on both instruments, B's values."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ..errors import PairsError
from ..fitdata import FitData
from ..numerics import lapack
from ..regression.choose import grouped_folds


@dataclass(eq=False)
class TransferProblem:
    """Two instruments and their standards, repeats of one physical standard averaged.

    Parameters
    ----------
    measured_a, measured_b : (n_a, p_a), (n_b, p_b) arrays
        As they came; `A` and `B` give them in 8 bytes. Large sets in 4 bytes are not copied for methods that only
        look at the standards.
    standards_a, standards_b : (m, p_a), (m, p_b) arrays
        One row per physical standard.
    rows_a, rows_b : list of int arrays
        Rows of each standard.
    values_a : (n_a, q) array or None
        Reference values of A's samples; a standard's value from either instrument counts for it.
    values : (m, q) array or None
        Reference values of the standards.
    values_b : (n_b, q) array or None
        Values known for B's rows: its own, and those of its standards.
    """

    measured_a: np.ndarray
    measured_b: np.ndarray
    standards_a: np.ndarray
    standards_b: np.ndarray
    rows_a: list[np.ndarray]
    rows_b: list[np.ndarray]
    sample_a: np.ndarray
    sample_b: np.ndarray
    """Physical sample of every row: standards 0 … m − 1, of the others rows that are one sample share a number."""
    values_a: np.ndarray | None = None
    values: np.ndarray | None = None
    values_b: np.ndarray | None = None

    @property
    def A(self) -> np.ndarray:
        """A's spectra (n_a, p_a) in float64; a copy of those in 4 bytes."""
        return np.asarray(self.measured_a, dtype=np.float64)

    @property
    def B(self) -> np.ndarray:
        """B's spectra (n_b, p_b) in float64; a copy of those in 4 bytes."""
        return np.asarray(self.measured_b, dtype=np.float64)

    @property
    def m(self) -> int:
        """Number of physical standards."""
        return len(self.standards_a)

    @classmethod
    def from_fit(cls, data: FitData, a: int = 0, b: int = 1) -> TransferProblem:
        """Sort the checked input of a fit."""
        A, B = data.Xs[a], data.Xs[b]
        pairs = data.pairs[(data.pairs[:, 0] == a) & (data.pairs[:, 2] == b)][:, [1, 3]]
        rows_a, rows_b = _components(pairs)
        SA = np.array([A[r].mean(axis=0, dtype=np.float64) for r in rows_a]).reshape(-1, A.shape[1])
        SB = np.array([B[r].mean(axis=0, dtype=np.float64) for r in rows_b]).reshape(-1, B.shape[1])
        m = len(rows_a)
        sample_a, sample_b = m + np.arange(len(A)), m + len(A) + np.arange(len(B))
        for s in range(m):
            sample_a[rows_a[s]] = s
            sample_b[rows_b[s]] = s
        if data.samples is not None:
            sample_a, sample_b = _joined(sample_a, data.samples[a], m), _joined(sample_b, data.samples[b], m)
        problem = cls(A, B, SA, SB, rows_a, rows_b, sample_a, sample_b)
        if data.targets is not None:
            YA, YB = data.targets[a].copy(), data.targets[b].copy()
            values = np.full((m, YA.shape[1]), np.nan)
            for s in range(m):
                both = np.vstack([YA[rows_a[s]], YB[rows_b[s]]])
                known = np.isfinite(both)
                count = known.sum(axis=0)
                values[s] = np.where(count > 0, np.where(known, both, 0).sum(axis=0) / np.maximum(count, 1), np.nan)
                for Y, rows in ((YA, rows_a[s]), (YB, rows_b[s])):
                    Y[rows] = np.where(np.isfinite(Y[rows]), Y[rows], values[s])
            problem.values_a, problem.values, problem.values_b = YA, values, YB
        return problem

    def folds_of_a(self, count: int, seed: int) -> np.ndarray:
        """Fold of every row of A (n_a,); the spectra of one sample share one."""
        return grouped_folds(self.sample_a, count, seed)

    def without_unmarked(self) -> TransferProblem:
        """The same without B's spectra that are neither of a standard nor have values of their own."""
        keep = self.sample_b < self.m
        if self.values_b is not None:
            keep |= np.isfinite(self.values_b).any(axis=1)
        if keep.all():
            return self
        place = np.cumsum(keep) - 1
        return replace(self, measured_b=self.measured_b[keep], rows_b=[place[r] for r in self.rows_b],
                       sample_b=self.sample_b[keep], values_b=None if self.values_b is None else self.values_b[keep])

    def in_span(self) -> TransferProblem:
        """The same in coordinates of the span of the spectra that are marked or have values, if that is smaller.

        Models that do not look at neighbouring channels predict the same there.
        """
        marked = self.without_unmarked()
        rows = np.vstack([marked.A, marked.B])
        if len(rows) >= rows.shape[1]:
            return marked
        Q = lapack.qr(rows.T)[0]
        return replace(marked, measured_a=marked.A @ Q, measured_b=marked.B @ Q, standards_a=marked.standards_a @ Q,
                       standards_b=marked.standards_b @ Q)

    def of_properties(self, columns: np.ndarray) -> TransferProblem:
        """The same with some of the properties (mask)."""
        def of(values: np.ndarray | None) -> np.ndarray | None:
            return None if values is None else values[:, columns]

        return replace(self, values_a=of(self.values_a), values=of(self.values), values_b=of(self.values_b))

    def of_a(self, rows: np.ndarray) -> TransferProblem:
        """The same with some of A's rows; those of all standards among them."""
        if len(rows) == len(self.sample_a):
            return self
        place = np.full(len(self.sample_a), -1)
        place[rows] = np.arange(len(rows))
        return replace(self, measured_a=self.measured_a[rows], rows_a=[place[r] for r in self.rows_a],
                       sample_a=self.sample_a[rows], values_a=None if self.values_a is None else self.values_a[rows])

    def without(self, out: np.ndarray) -> TransferProblem:
        """The same without some of the standards (m,) and everything that was measured of them."""
        kept, gone = np.flatnonzero(~out), np.flatnonzero(out)
        keep_a, keep_b = ~np.isin(self.sample_a, gone), ~np.isin(self.sample_b, gone)
        place_a, place_b = np.cumsum(keep_a) - 1, np.cumsum(keep_b) - 1
        place_s = np.cumsum(~out) - 1

        def numbers(sample: np.ndarray) -> np.ndarray:
            return np.where(sample < self.m, place_s[np.minimum(sample, self.m - 1)], sample - len(gone))

        def of(values: np.ndarray | None, rows: np.ndarray) -> np.ndarray | None:
            return None if values is None else values[rows]

        return TransferProblem(
            self.measured_a[keep_a], self.measured_b[keep_b], self.standards_a[kept], self.standards_b[kept],
            [place_a[self.rows_a[s]] for s in kept], [place_b[self.rows_b[s]] for s in kept],
            numbers(self.sample_a[keep_a]), numbers(self.sample_b[keep_b]),
            of(self.values_a, keep_a), of(self.values, kept), of(self.values_b, keep_b))

    def need_standards(self, count: int, method: str) -> None:
        """Refuse too few standards.

        Raises
        ------
        PairsError
        """
        if self.m < count:
            raise PairsError("transfer.too_few_standards", method=method, count=count, m=self.m)


def _components(pairs: np.ndarray) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Physical standards: rows joined by pairs, in the order of their first pair."""
    groups: list[tuple[set[int], set[int]]] = []
    for i, j in pairs:
        touched = [g for g in groups if int(i) in g[0] or int(j) in g[1]]
        if not touched:
            groups.append(({int(i)}, {int(j)}))
            continue
        first = touched[0]
        first[0].add(int(i))
        first[1].add(int(j))
        for other in touched[1:]:
            first[0].update(other[0])
            first[1].update(other[1])
            groups.remove(other)
    return ([np.array(sorted(g[0]), dtype=np.intp) for g in groups],
            [np.array(sorted(g[1]), dtype=np.intp) for g in groups])


def _joined(sample: np.ndarray, same: np.ndarray, m: int) -> np.ndarray:
    """Numbers of the rows, those with one number ≥ 0 of `same` given the smallest of theirs; standards keep theirs."""
    found = sample.copy()
    for number in np.unique(same[same >= 0]):
        rows = np.flatnonzero(same == number)
        marked = rows[sample[rows] < m]
        found[rows] = np.where(sample[rows] < m, sample[rows], sample[marked if len(marked) else rows].min())
    return found
