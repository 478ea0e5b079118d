"""The contract of a preprocessing step, and the list of steps."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from ..core.data import SpectralDataset
from ..core.errors import ParameterError
from ..core.monitor import Monitor, SilentMonitor
from ..core.notes import Note
from ..core.parameters import Parameter, check_all, declared
from ..core.plugins import load_classes, not_loaded

ENTRY_POINT_GROUP = "spectralign.steps"


class Step:
    """Base of all steps. A subclass declares itself and implements `_apply`, and `_fit` if it learns.

    What a step learns (an MSC reference, channel means) is stored in attributes listed in `learned`, each a
    plain tree (dict, list, ndarray, str, number, None), so that a model file can hold it without pickles.
    """

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    help: ClassVar[str] = ""
    group: ClassVar[str] = ""
    parameters: ClassVar[tuple[Parameter, ...]] = ()
    positional: ClassVar[str] = ""
    """Parameter that a command-line value without a name is for (``crop:400-1100``)."""
    learned: ClassVar[tuple[str, ...]] = ()
    linear: ClassVar[bool] = False
    """Whether the step is an affine map of each spectrum (for exported regression coefficients)."""
    together: ClassVar[bool] = False
    """Whether `fit_together` needs the data sets of all instruments at this place of their lists (a common grid)."""

    def __init__(self, **values: Any) -> None:
        defaults = {p.name: p.default for p in self.parameters}
        self.values = {**defaults, **check_all(self.parameters, values)}

    def fit(self, dataset: SpectralDataset) -> Step:
        """Learn from the training spectra of one instrument; returns self."""
        self._fit(dataset)
        return self

    @classmethod
    def fit_together(cls, steps: Sequence[Step], datasets: Sequence[SpectralDataset]) -> None:
        """Fit the same step of several instruments at once (only called where `together`)."""
        for step, dataset in zip(steps, datasets, strict=True):
            step.fit(dataset)

    def apply(self, dataset: SpectralDataset, monitor: Monitor | None = None) -> SpectralDataset:
        """A new data set with the step applied; never changes the one given, keeps the number of samples.

        Parameters
        ----------
        dataset : SpectralDataset
        monitor : Monitor, optional
            Steps that take long report to it and can be cancelled.
        """
        return self._apply_watched(dataset, monitor or SilentMonitor())

    def dropped_rows(self, dataset: SpectralDataset) -> np.ndarray:
        """Rows of a data set that come into the step but should not go on (see ``FittedPreprocessing.apply_rows``)."""
        return np.empty(0, dtype=np.intp)

    def _apply_watched(self, dataset: SpectralDataset, monitor: Monitor) -> SpectralDataset:
        """What a step that takes long overrides in place of `_apply`."""
        return self._apply(dataset)

    def _fit(self, dataset: SpectralDataset) -> None:
        """Most steps learn nothing."""

    def _apply(self, dataset: SpectralDataset) -> SpectralDataset:
        raise NotImplementedError

    def to_state(self) -> dict[str, Any]:
        """Plain tree from which `step_from_state` makes the fitted step again."""
        return {"step": self.name, "parameters": dict(self.values),
                "learned": {name: getattr(self, name) for name in self.learned if hasattr(self, name)}}


_steps: dict[str, type[Step]] = {}
_loaded = False


def register_step(cls: type[Step]) -> type[Step]:
    """Class decorator that adds a step to the list."""
    if cls.name in _steps and _steps[cls.name].__qualname__ != cls.__qualname__:
        raise TypeError(f"two preprocessing steps are called {cls.name!r}")
    _steps[cls.name] = cls
    return cls


def steps() -> dict[str, type[Step]]:
    """All steps by name."""
    global _loaded
    if not _loaded:
        package = importlib.import_module(f"{__package__}.steps")
        for module in pkgutil.iter_modules(package.__path__):
            if not module.name.startswith("_"):
                importlib.import_module(f"{package.__name__}.{module.name}")
        _loaded = True
        _add_plugins()
    return dict(_steps)


_problems: list[Note] = []


def _add_plugins() -> None:
    classes, problems = load_classes(ENTRY_POINT_GROUP, Step)
    for name, cls in classes.items():
        place = f"{cls.__module__}:{cls.__qualname__}"
        if cls.name != name:
            problems.append(not_loaded(ENTRY_POINT_GROUP, name, place, f"the step calls itself {cls.name!r}"))
        elif name in _steps:
            problems.append(not_loaded(ENTRY_POINT_GROUP, name, place, "there is a step of this name already"))
        else:
            _steps[name] = cls
    _problems[:] = problems


def plugin_problems() -> list[Note]:
    """Sentences about a lab's own steps that could not be loaded."""
    steps()
    return list(_problems)


def create_step(name: str, **values: Any) -> Step:
    """An unfitted step.

    Raises
    ------
    ParameterError
        No such step (the sentence lists those there are), or a parameter at fault.
    """
    known = steps()
    if name not in known:
        raise ParameterError("step.unknown", name=name, known=sorted(known))
    with declared(known[name].parameters):
        return known[name](**values)


def step_from_state(state: dict[str, Any]) -> Step:
    """The fitted step that `Step.to_state` described."""
    step = create_step(state["step"], **state["parameters"])
    for name in step.learned:
        if name in state["learned"]:
            setattr(step, name, state["learned"][name])
    return step
