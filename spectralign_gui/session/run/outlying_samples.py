"""Samples that a run names as outlying, with the reason in words: for the window, the command line and the report."""

from __future__ import annotations

from dataclasses import dataclass

from ...core.naming import spectrum_names
from .result import RunResult


@dataclass(frozen=True)
class OutlyingSample:
    """One outlying sample.

    Parameters
    ----------
    instrument : str
    number : int
        Of the instrument in the run.
    row : int
        In the run's data set.
    name : str
        The sample's name, or "row 3" (counted from 1) where it has none; of repeats with the number of the spectrum.
    reason : str
        Why it is named; "" where an older program did not keep it.
    """

    instrument: str
    number: int
    row: int
    name: str
    reason: str


def outlying_samples(result: RunResult) -> list[OutlyingSample]:
    """Outlying samples of all instruments; empty where the method names none."""
    outliers = result.fitted.outliers
    named = outliers.rows or []
    reasons = outliers.reasons or [[]] * len(named)
    found = []
    for k, (dataset, rows, why) in enumerate(zip(result.datasets, named, reasons, strict=False)):
        texts = [str(text) for text in why] if len(why) == len(rows) else [""] * len(rows)
        called = spectrum_names(dataset.sample_names)
        for row, text in zip(rows, texts, strict=True):
            found.append(OutlyingSample(dataset.name, k, int(row), called[int(row)], text))
    return found
