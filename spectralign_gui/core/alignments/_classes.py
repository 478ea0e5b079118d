"""Classes of samples from groups, from bins of one property, or from clusters of several."""

from __future__ import annotations

import numpy as np

from ..errors import DataError, ParameterError
from ..fitdata import FitData
from ..numerics.kmeans import kmeans
from ..parameters import the_parameter

PER_CLASS = 5


def classes_of(
    data: FitData, labels: str = "auto", n_classes: int | str = "auto", seed: int = 0,
) -> tuple[list[np.ndarray], str]:
    """Class number of every sample per set (−1 where unknown), and what they were made from.

    Parameters
    ----------
    data : FitData
    labels : {"auto", "groups", "bins", "clusters"}
    n_classes : int or "auto"
        Bins or clusters; "auto" is one per five samples with known values, 2 to 10.
    seed : int
        Of k-means.

    Raises
    ------
    DataError
        If there is nothing to make classes from.
    ParameterError
        Bins of several properties.
    """
    if labels == "auto":
        width = data.targets[0].shape[1] if data.targets is not None else 0
        labels = "groups" if data.groups is not None else "bins" if width == 1 else "clusters"
    if labels == "groups":
        return _from_groups(data), labels
    if data.targets is None:
        raise DataError("classes.nothing_to_make_from")
    table = np.concatenate(data.targets)
    table = table[:, np.isfinite(table).any(axis=0)]
    if labels == "bins" and table.shape[1] > 1:
        raise ParameterError("classes.bins_of_one_property", parameter=the_parameter('labels'), shape=table.shape[1])
    known = np.isfinite(table).all(axis=1) if table.size else np.zeros(len(table), dtype=bool)
    if known.sum() < 2:
        raise DataError("classes.too_few_known", sum=int(known.sum()))
    count = int(n_classes) if n_classes != "auto" else max(2, min(10, int(known.sum()) // PER_CLASS))
    numbers = np.full(len(table), -1)
    numbers[known] = _bins(table[known, 0], count) if table.shape[1] == 1 else _clusters(table[known], count, seed)
    return np.split(numbers, data.offsets[1:-1]), labels


def _from_groups(data: FitData) -> list[np.ndarray]:
    if data.groups is None:
        raise DataError("classes.no_groups", parameter=the_parameter('labels'))
    names = [np.array([str(g) for g in group]) for group in data.groups]
    unknown = {"", "nan", "None"}
    found = sorted({n for group in names for n in group} - unknown)
    number = {n: i for i, n in enumerate(found)}
    return [np.array([number.get(n, -1) for n in group]) for group in names]


def _bins(values: np.ndarray, count: int) -> np.ndarray:
    """Bins of about equal count; equal values share a bin, so there may be fewer."""
    edges = np.unique(np.quantile(values, np.linspace(0, 1, count + 1)[1:-1]))
    return np.unique(np.searchsorted(edges, values, side="right"), return_inverse=True)[1]


def _clusters(table: np.ndarray, count: int, seed: int) -> np.ndarray:
    spread = np.where(table.std(axis=0) > 0, table.std(axis=0), 1.0)
    count = min(count, len(np.unique(table, axis=0)))
    return kmeans(table / spread, count, seed=seed)
