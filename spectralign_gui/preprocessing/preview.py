"""Before and after of some spectra, with the very steps that a fit would use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.data import SpectralDataset
from ..core.errors import SpectrAlignError
from ..core.monitor import Monitor
from .pipeline import FittedPreprocessing, fit_preprocessing
from .spec import PreprocessingSpec

LEARN_FROM = 100
"""Steps that learn see at most this many spectra in a preview, so that it stays quick."""


@dataclass(frozen=True, eq=False)
class Preview:
    """Spectra before and after.

    Parameters
    ----------
    before, after : SpectralDataset
        The same samples; `after` is None where a step refused, and `problem` says why.
    problem : str
        One sentence, or "".
    notes : tuple of str
        What the steps say about the spectra (lost ranges, values that became missing).
    learned_from : int
        Spectra that steps learned from.
    """

    before: SpectralDataset
    after: SpectralDataset | None
    problem: str = ""
    notes: tuple[str, ...] = ()
    learned_from: int = 0


def preview(
    spec: PreprocessingSpec, dataset: SpectralDataset, rows: Sequence[int],
    others: Sequence[SpectralDataset] = (), fitted: FittedPreprocessing | None = None, monitor: Monitor | None = None,
) -> Preview:
    """Preprocess a few spectra of one instrument to look at.

    Parameters
    ----------
    spec : PreprocessingSpec
    dataset : SpectralDataset
        All spectra of the instrument: steps that learn do so on (evenly spread, at most `LEARN_FROM`) of them.
    rows : sequence of int
        Spectra to show.
    others : sequence of SpectralDataset
        The other instruments in the session's order (this one may be among them); a common grid needs them.
    fitted : FittedPreprocessing, optional
        Use these steps instead of fitting.
    """
    before = dataset.take(rows)
    used = len(dataset)
    try:
        if fitted is None:
            together = list(others) if any(d.name == dataset.name for d in others) else [dataset, *others]
            training = {d.name: _spread(len(d)) for d in together}
            used = len(training[dataset.name])
            fitted = fit_preprocessing(spec, together, training, monitor)
        after = fitted.apply(before, dataset.name, monitor)
    except SpectrAlignError as error:
        return Preview(before, None, str(error))
    return Preview(before, after, notes=after.warnings[len(before.warnings):], learned_from=used)


def _spread(n: int) -> list[int]:
    if n <= LEARN_FROM:
        return list(range(n))
    return [int(i * (n - 1) / (LEARN_FROM - 1)) for i in range(LEARN_FROM)]
