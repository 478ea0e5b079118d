"""Applying the steps: learned once on training spectra, then the same for every later sample."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..core.data import PREPROCESSED, SpectralDataset
from ..core.errors import DataError
from ..core.monitor import Monitor, SilentMonitor, SubMonitor
from .parse import format_step
from .spec import PreprocessingSpec, StepSpec
from .step import Step, create_step, step_from_state

AXIS_ONLY = frozenset({"crop", "mask", "resample", "convert-axis", "shift-axis", "missing"})
"""Steps that leave the intensities what they are."""
LONGEST_MARK = 180
"""Characters; what all text formats carry."""


class FittedPreprocessing:
    """Fitted steps per instrument.

    Parameters
    ----------
    steps : mapping of instrument name to list of fitted Step
    """

    def __init__(self, steps: Mapping[str, list[Step]]) -> None:
        self.steps = dict(steps)

    def apply(
        self, dataset: SpectralDataset, instrument: str | None = None, monitor: Monitor | None = None,
    ) -> SpectralDataset:
        """Preprocess spectra of `instrument` (default: the data set's own name); all samples stay."""
        steps = self.steps.get(instrument or dataset.name, [])
        for k, step in enumerate(steps):
            dataset = step.apply(dataset, _part(monitor, k, len(steps)))
        return dataset

    def apply_rows(
        self, dataset: SpectralDataset, instrument: str | None = None, monitor: Monitor | None = None,
    ) -> tuple[SpectralDataset, np.ndarray]:
        """Like `apply`, but samples that a step leaves out ("missing: drop samples") are gone.

        Returns
        -------
        dataset : SpectralDataset
        kept : int array
            Rows of the data set given that are left.
        """
        steps = self.steps.get(instrument or dataset.name, [])
        kept = np.arange(len(dataset))
        for k, step in enumerate(steps):
            dataset, kept = _through(step, dataset, kept, _part(monitor, k, len(steps)))
        return dataset, kept

    def marked(self, processed: SpectralDataset, instrument: str) -> SpectralDataset:
        """Spectra that went through the steps of `instrument`, with these noted: nobody shall apply them once more."""
        done = [format_step(StepSpec(step.name, step.values)) for step in self.steps.get(instrument, [])
                if step.name not in AXIS_ONLY]
        before = processed.metadata.get(PREPROCESSED, "")
        if not done:
            return processed
        mark = " then ".join([before] * bool(before) + done)[:LONGEST_MARK].strip()
        return processed.with_(metadata={**processed.metadata, PREPROCESSED: mark})

    def to_state(self) -> dict[str, Any]:
        """Plain tree for the model file."""
        return {name: [step.to_state() for step in steps] for name, steps in self.steps.items()}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> FittedPreprocessing:
        """The fitted steps that `to_state` described."""
        return cls({name: [step_from_state(s) for s in steps] for name, steps in state.items()})


def fit_preprocessing(
    spec: PreprocessingSpec, datasets: Sequence[SpectralDataset],
    training_rows: Mapping[str, Sequence[int]] | None = None, monitor: Monitor | None = None,
) -> FittedPreprocessing:
    """Fit every enabled step, each on the output of the one before.

    Parameters
    ----------
    spec : PreprocessingSpec
    datasets : sequence of SpectralDataset
    training_rows : mapping of instrument name to rows, optional
        Steps that learn see only these rows (default: all).
    monitor : Monitor, optional

    Raises
    ------
    DataError, ParameterError
        One sentence that names the step and the instrument or sample at fault.
    """
    training = [d if training_rows is None or d.name not in training_rows else d.take(training_rows[d.name])
                for d in datasets]
    return _run(spec, training, monitor, output=False)[0]


def fit_and_apply(
    spec: PreprocessingSpec, datasets: Sequence[SpectralDataset], monitor: Monitor | None = None,
) -> tuple[FittedPreprocessing, list[SpectralDataset], list[np.ndarray]]:
    """Fit on all spectra given and preprocess them in the same pass.

    Returns
    -------
    fitted : FittedPreprocessing
    datasets : list of SpectralDataset
        Preprocessed; samples that a step leaves out are gone.
    kept : list of int arrays
        Rows that are left of each data set given.
    """
    return _run(spec, datasets, monitor, output=True)


def _run(
    spec: PreprocessingSpec, datasets: Sequence[SpectralDataset], monitor: Monitor | None, output: bool,
) -> tuple[FittedPreprocessing, list[SpectralDataset], list[np.ndarray]]:
    """Fit, and apply as far as later steps need it to learn from, or to the end if `output`."""
    monitor = monitor or SilentMonitor()
    lists = {d.name: [create_step(s.step, **s.parameters) for s in spec.steps_for(d.name)] for d in datasets}
    current, kept = list(datasets), [np.arange(len(d)) for d in datasets]
    place, done, total = [0] * len(current), 0, max(sum(len(steps) for steps in lists.values()), 1)
    needed = {name: len(steps) if output else max((i for i, s in enumerate(steps) if s.learned), default=0)
              for name, steps in lists.items()}

    def go_on(k: int, step: Step) -> None:
        nonlocal done
        if place[k] < needed[datasets[k].name]:
            current[k], kept[k] = _through(step, current[k], kept[k], _part(monitor, done, total))
        place[k] += 1
        done += 1

    while True:
        waiting = []
        for k, dataset in enumerate(datasets):
            steps = lists[dataset.name]
            while place[k] < len(steps) and not steps[place[k]].together:
                go_on(k, steps[place[k]].fit(current[k]))
            if place[k] < len(steps):
                waiting.append(k)
        if not waiting:
            return FittedPreprocessing(lists), current, kept
        # all instruments have come to a step that looks at all of them (or are through): fit those of a kind
        kind = type(lists[datasets[waiting[0]].name][place[waiting[0]]])
        ready = [k for k in waiting if type(lists[datasets[k].name][place[k]]) is kind]
        here = [lists[datasets[k].name][place[k]] for k in ready]
        kind.fit_together(here, [current[k] for k in ready])
        for k, step in zip(ready, here, strict=True):
            go_on(k, step)


def _through(
    step: Step, dataset: SpectralDataset, kept: np.ndarray, monitor: Monitor | None,
) -> tuple[SpectralDataset, np.ndarray]:
    """The data set after a step, without the samples that it leaves out."""
    dropped = step.dropped_rows(dataset)
    result = step.apply(dataset, monitor)
    if not len(dropped):
        return result, kept
    stay = np.setdiff1d(np.arange(len(dataset)), dropped)
    if not len(stay):
        raise DataError("step.no_sample_left", title=step.title, name=dataset.name)
    return result.take(stay), kept[stay]


def _part(monitor: Monitor | None, k: int, total: int) -> Monitor | None:
    if monitor is None:
        return None
    monitor.raise_if_cancelled()
    return SubMonitor(monitor, k / total, (k + 1) / total)
