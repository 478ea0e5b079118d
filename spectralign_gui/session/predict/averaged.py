"""New spectra of a model that was made from averages: their repeats are averaged as those of the fit were."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from ...core.data import Axis, SpectralDataset
from ...core.data.repeats import Repeats, average_repeats, find_repeats
from ...core.notes import Note
from ..state.row_changes import concatenated
from .new_spectra import check_valid
from .predictions import Predictions


class Predicts(Protocol):
    """What is needed of a `Model`."""

    @property
    def axes(self) -> tuple[Axis, ...]: ...
    @property
    def quantities(self) -> tuple[str, ...]: ...
    @property
    def repeats(self) -> Mapping[str, int]: ...

    def index(self, instrument: str) -> int:
        """Number of an instrument."""

    def mark(self, k: int) -> str:
        """What had been done to its spectra before they were loaded."""

    def predict(self, dataset: SpectralDataset, instrument: str) -> Predictions:
        """Values of new spectra."""


@dataclass(frozen=True, eq=False)
class NewRepeats:
    """Repeats among new spectra.

    Parameters
    ----------
    together : SpectralDataset
        The spectra of all files.
    found : Repeats
    expected : int
        How many spectra an average of the fit is made of.
    """

    together: SpectralDataset
    found: Repeats
    expected: int

    @property
    def samples(self) -> int:
        """How many samples there are."""
        return len(self.found.groups)

    def _note(self, code: str) -> Note:
        sizes = sorted({len(g) for g in self.found.groups})
        count = sizes[0] if len(sizes) == 1 else Note("repeats.range", "info", least=sizes[0], most=sizes[-1])
        return Note(code, "info", n=self.samples, count=count, spectra=len(self.together))

    @property
    def offer(self) -> Note:
        """What a tick says: that they are averaged, and how many."""
        return self._note("repeats.offer")

    @property
    def done(self) -> Note:
        """That they were averaged."""
        return self._note("repeats.averaged_new")


def new_repeats(model: Predicts, datasets: Sequence[SpectralDataset], instrument: str) -> NewRepeats | None:
    """Repeats among new spectra of an instrument whose spectra were averaged for the fit; None where there are none.

    Parameters
    ----------
    model : Model
    datasets : sequence of SpectralDataset
        As measured; the repeats of a sample may be in several.
    instrument : str

    Raises
    ------
    DataError
        Spectra that the model is not valid for.
    """
    expected = model.repeats.get(instrument, 0)
    if expected < 2 or any(d.repeats is not None and max(d.repeats, default=1) > 1 for d in datasets):
        return None
    found = find_repeats([n for d in datasets for n in d.sample_names], expected)
    if not found.by:
        return None
    return NewRepeats(_together(model, datasets, instrument), found, expected)


def _together(model: Predicts, datasets: Sequence[SpectralDataset], instrument: str) -> SpectralDataset:
    k = model.index(instrument)
    for d in datasets:
        check_valid(d, model.axes[k], model.quantities[k], instrument, model.mark(k))
    return concatenated([d.with_(axis=model.axes[k]) for d in datasets], datasets[0].name)


def gathered(model: Predicts, datasets: Sequence[SpectralDataset], instrument: str) -> SpectralDataset:
    """The spectra of several files as one data set, their repeats averaged where those of the fit were.

    Raises
    ------
    DataError
        Spectra that the model is not valid for.
    """
    repeats = new_repeats(model, datasets, instrument)
    if repeats is not None:
        return average_repeats(repeats.together, repeats.found.groups)
    return datasets[0] if len(datasets) == 1 else _together(model, datasets, instrument)


def predict_new(model: Predicts, datasets: Sequence[SpectralDataset], instrument: str, average: bool = True,
                ) -> tuple[Predictions, NewRepeats | None]:
    """Values of new spectra, one per sample where their repeats are averaged; and the repeats that were found.

    Parameters
    ----------
    model : Model
    datasets : sequence of SpectralDataset
    instrument : str
    average : bool
        Average repeats where the model was made from averages.

    Raises
    ------
    NotImplementedError
        With the reason, if the method cannot predict.
    DataError
        Spectra that the model is not valid for.

    Examples
    --------
    >>> found, repeats = predict_new(model, read_new(paths, monitor), "B")  # doctest: +SKIP
    """
    repeats = new_repeats(model, datasets, instrument)
    if repeats is None:
        return Predictions.joined([model.predict(d, instrument) for d in datasets]), None
    if not average:
        single = Predictions.joined([model.predict(d, instrument) for d in datasets])
        note = Note("repeats.single_of_averages", "warning", k=repeats.expected)
        return replace(single, warnings=(*single.warnings, note)), repeats
    averaged = average_repeats(repeats.together, repeats.found.groups)
    return replace(model.predict(averaged, instrument), averaged=repeats.done), repeats
