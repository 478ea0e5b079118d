"""Chart of one sample: its spectrum, what the others make of it, the residual, its strongest partners."""

from __future__ import annotations

import numpy as np

from ..session.run import RunResult
from ..session.short_circuits.analysis import partners_of, reconstruction_of
from .plots.chart import Chart, Series


def sample_chart(result: RunResult, instrument: int, place: int, partners: int = 3, first: int | None = None) -> Chart:
    """What to show of sample `place` of an instrument; the partner `first` is shown even if others are stronger."""
    d = result.datasets[instrument]
    x = d.axis.values
    spectrum, rebuilt = reconstruction_of(result, instrument, place)
    series = [Series(d.sample_names[place] or f"row {place + 1}", spectrum, x, "selection"),
              Series("rebuilt by R", rebuilt, x, "text"),
              Series("residual", spectrum - rebuilt, x, "threshold")]
    left = _unlike_others(result, instrument, place)
    if left is not None:  # a strong outlier is put together from itself: the residual does not show what is odd in it
        series.append(Series("left when put together from the others only", left, x, "accent"))
    found = partners_of(result, instrument, place, partners)
    if first is not None and first != place:
        row = result.fitted.reconstructions[instrument].rows(np.array([place]))[0]
        found = [(first, float(row[first])), *(p for p in found if p[0] != first)][:partners]
    for k, (j, weight) in enumerate(found):
        series.append(Series(f"{d.sample_names[j] or f'row {j + 1}'} ({weight:+.3f})", np.asarray(d.spectra[j]), x,
                             f"group:{k}"))
    return Chart(series, (), d.axis.label, "Preprocessed intensity", reverse_x=d.axis.shown_descending)


def _unlike_others(result: RunResult, instrument: int, place: int) -> np.ndarray | None:
    """For a sample that robust alignment names: what the others cannot give of it."""
    outliers = result.fitted.outliers
    rows, rest = outliers.rows, outliers.unlike_others
    if rows is None or rest is None:
        return None
    at = np.flatnonzero(np.asarray(rows[instrument]) == place)
    return np.asarray(rest[instrument])[at[0]] if len(at) else None
