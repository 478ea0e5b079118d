"""Chart of one sample: its spectrum, what the others make of it, the residual, its strongest partners."""

from __future__ import annotations

import numpy as np

from ...session.run import RunResult
from ..plots.line_view import Chart, Series
from .analysis import partners_of, reconstruction_of


def sample_chart(result: RunResult, instrument: int, place: int, partners: int = 3) -> Chart:
    """What to show of sample `place` of an instrument."""
    d = result.datasets[instrument]
    x = d.axis.values
    spectrum, rebuilt = reconstruction_of(result, instrument, place)
    series = [Series(d.sample_names[place] or f"row {place + 1}", spectrum, x, "selection"),
              Series("put together from others and itself", rebuilt, x, "text"),
              Series("residual", spectrum - rebuilt, x, "threshold")]
    for k, (j, weight) in enumerate(partners_of(result, instrument, place, partners)):
        series.append(Series(f"{d.sample_names[j] or f'row {j + 1}'} ({weight:+.3f})", np.asarray(d.spectra[j]), x,
                             f"group:{k}"))
    return Chart(series, (), d.axis.label, "Preprocessed intensity", reverse_x=d.axis.shown_descending)
