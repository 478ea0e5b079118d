"""Missing values: counted, shown as gaps, and closed or left out only on request."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..notes import Note
from .dataset import SpectralDataset


@dataclass(frozen=True, eq=False)
class MissingReport:
    """Where values are missing.

    Parameters
    ----------
    total : int
    rows : (n,) int array
        Missing values per spectrum.
    channels : (p,) int array
        Missing values per channel.
    gaps : (g, 3) int array
        Row, first channel and channel after the last of every run of missing values.
    """

    total: int
    rows: np.ndarray
    channels: np.ndarray
    gaps: np.ndarray

    @property
    def longest(self) -> int:
        """Channels of the longest gap; 0 if there is none."""
        return int((self.gaps[:, 2] - self.gaps[:, 1]).max()) if len(self.gaps) else 0

    def sentence(self, dataset: SpectralDataset) -> str:
        """What is missing, in a sentence; "" if nothing is."""
        if not self.total:
            return ""
        empty = int((self.rows == len(self.channels)).sum())
        lost = int((self.channels == len(self.rows)).sum())
        more = [Note(code, n=n) for code, n in (("missing.empty_spectra", empty), ("missing.lost_channels", lost)) if n]
        row, start, _ = self.gaps[0]
        return Note("missing.of_set_and_more" if more else "missing.of_set", name=dataset.name, total=self.total,
                    spectra=(self.rows > 0).sum(), all=len(self.rows), longest=self.longest,
                    sample=dataset.sample_names[row], position=dataset.axis.values[start], unit=dataset.axis.unit,
                    more=more)


def count_missing(spectra: np.ndarray) -> MissingReport:
    """Count the missing values of (n, p) spectra and find the gaps."""
    missing = np.isnan(spectra)
    padded = np.zeros((len(missing), missing.shape[1] + 2), np.int8)
    padded[:, 1:-1] = missing
    edge = np.diff(padded, axis=1)
    starts, stops = np.argwhere(edge == 1), np.argwhere(edge == -1)
    gaps = np.column_stack([starts, stops[:, 1]]) if len(starts) else np.empty((0, 3), dtype=np.intp)
    return MissingReport(int(missing.sum()), missing.sum(axis=1), missing.sum(axis=0), gaps)


def fill_gaps(spectra: np.ndarray, values: np.ndarray, longest: int | None = None) -> np.ndarray:
    """Close gaps by a straight line between the present neighbours.

    Parameters
    ----------
    spectra : (n, p) array
        Not changed.
    values : (p,) array
        Axis.
    longest : int, optional
        Longest gap, in channels, that is closed; default all.

    Returns
    -------
    (n, p) array of the same type
        Gaps at either end stay: nothing is extrapolated.
    """
    result = np.array(spectra)
    for row, start, stop in count_missing(spectra).gaps:
        if start == 0 or stop == spectra.shape[1] or (longest is not None and stop - start > longest):
            continue
        y0, y1 = float(spectra[row, start - 1]), float(spectra[row, stop])
        x0, x1 = values[start - 1], values[stop]
        result[row, start:stop] = y0 + (y1 - y0) * (values[start:stop] - x0) / (x1 - x0)
    return result


def channels_to_drop(spectra: np.ndarray, share: float = 0.0) -> np.ndarray:
    """Channels missing in more than `share` of the spectra."""
    return np.flatnonzero(np.isnan(spectra).mean(axis=0) > share)


def rows_to_drop(spectra: np.ndarray, share: float = 0.0) -> np.ndarray:
    """Spectra that miss more than `share` of their channels."""
    return np.flatnonzero(np.isnan(spectra).mean(axis=1) > share)
