"""Applying the steps: learned once on training spectra, then the same for every later sample."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..core.data import SpectralDataset
from .spec import PreprocessingSpec
from .step import Step, create_step, step_from_state


class FittedPreprocessing:
    """Fitted steps per instrument.

    Parameters
    ----------
    steps : mapping of instrument name to list of fitted Step
    """

    def __init__(self, steps: Mapping[str, list[Step]]) -> None:
        self.steps = dict(steps)

    def apply(self, dataset: SpectralDataset, instrument: str | None = None) -> SpectralDataset:
        """Preprocess spectra of `instrument` (default: the data set's own name)."""
        for step in self.steps.get(instrument or dataset.name, []):
            dataset = step.apply(dataset)
        return dataset

    def to_state(self) -> dict[str, Any]:
        """Plain tree for the model file."""
        return {name: [step.to_state() for step in steps] for name, steps in self.steps.items()}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> FittedPreprocessing:
        """The fitted steps that `to_state` described."""
        return cls({name: [step_from_state(s) for s in steps] for name, steps in state.items()})


def fit_preprocessing(
    spec: PreprocessingSpec, datasets: Sequence[SpectralDataset],
    training_rows: Mapping[str, Sequence[int]] | None = None,
) -> FittedPreprocessing:
    """Fit every enabled step, each on the output of the one before.

    Parameters
    ----------
    spec : PreprocessingSpec
    datasets : sequence of SpectralDataset
    training_rows : mapping of instrument name to rows, optional
        Steps that learn see only these rows (default: all).
    """
    fitted: dict[str, list[Step]] = {}
    for dataset in datasets:
        current = dataset if training_rows is None or dataset.name not in training_rows else dataset.take(
            training_rows[dataset.name])
        fitted[dataset.name] = []
        for item in spec.steps_for(dataset.name):
            step = create_step(item.step, **item.parameters).fit(current)
            current = step.apply(current)
            fitted[dataset.name].append(step)
    return FittedPreprocessing(fitted)
