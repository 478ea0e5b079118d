"""How many standards stand behind the pairs of a run: repeats make many pairs of one standard."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import scipy

from ...core.naming import counted


def standards_in_words(pairs: np.ndarray, names: Sequence[str]) -> str:
    """The standards behind pairs, with their spectra where they have more than one each.

    "25 standards", "25 standards (75 spectra on each instrument)", "25 standards (75 spectra on A, 50 spectra on B)".

    Parameters
    ----------
    pairs : (m, 4) int array
        Set, row, set, row.
    names : sequence of str
        Of the instruments.
    """
    ends = np.unique(np.concatenate([pairs[:, :2], pairs[:, 2:]]), axis=0) if len(pairs) else np.zeros((0, 2), int)
    place = {tuple(end): k for k, end in enumerate(ends.tolist())}
    a, b = ([place[tuple(end)] for end in pairs[:, side].tolist()] for side in (slice(0, 2), slice(2, 4)))
    links = scipy.sparse.coo_array((np.ones(len(pairs)), (a, b)), shape=(len(ends), len(ends)))
    number = scipy.sparse.csgraph.connected_components(links, directed=False)[0] if len(ends) else 0
    said = counted(int(number), "standard")
    spectra = {names[k]: int(n) for k, n in zip(*np.unique(ends[:, 0], return_counts=True), strict=True)}
    if all(n <= number for n in spectra.values()):
        return said
    if len(set(spectra.values())) == 1:
        return f"{said} ({next(iter(spectra.values()))} spectra on each instrument)"
    return f"{said} ({', '.join(f'{n} spectra on {name}' for name, n in spectra.items())})"
