"""A part of very large sets, on which kept rank and dimensions are chosen."""

from __future__ import annotations

import numpy as np

from ..fitdata import FitData
from ..numerics.laplacian import PairGraph

MOST_ROWS = 2000  # per set


def draw_part(data: FitData, graph: PairGraph, most: int | None = None, seed: int = 0) -> tuple[
        list[np.ndarray], PairGraph]:
    """Rows of each set, standards first (at most half of the part), and the pairs among them.

    Parameters
    ----------
    data : FitData
    graph : PairGraph
        Of all pairs.
    most : int, optional
        Rows per set; `MOST_ROWS` if None. Repeats of the drawn standards may add a few.
    seed : int

    Returns
    -------
    rows : list of int arrays
        Ascending.
    graph : PairGraph
        Over the stacked drawn rows.
    """
    most = MOST_ROWS if most is None else most
    rng = np.random.default_rng(seed)
    offsets = data.offsets
    standards = graph.members()
    wanted = np.zeros(int(offsets[-1]), dtype=bool)
    for c in rng.permutation(len(standards))[:most // 2]:
        wanted[standards[c]] = True
    rows, place, start = [], np.full(int(offsets[-1]), -1), 0
    for k, n in enumerate(data.sizes):
        mine = np.flatnonzero(wanted[offsets[k]:offsets[k + 1]])
        others = rng.permutation(np.setdiff1d(np.arange(n), mine))[:max(0, most - len(mine))]
        rows.append(np.sort(np.concatenate([mine, others])))
        place[offsets[k] + rows[k]] = start + np.arange(len(rows[k]))
        start += len(rows[k])
    drawn = wanted[graph.pairs].all(axis=1)  # other standards may be among the rows, as samples without a partner
    return rows, PairGraph(start, place[graph.pairs[drawn]])
