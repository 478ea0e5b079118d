"""The state of a session: an immutable value. Undo keeps earlier values; the project file stores one."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...core.data import SpectralDataset, Standard
from ...core.errors import DataError
from ...preprocessing.spec import PreprocessingSpec
from ..standards.rounds import SuggestionRound, rounds_without

Unavailable = Mapping[str, Mapping[int, str]]
"""Instrument name -> row of a sample that cannot be measured -> why ("" where no reason was given)."""


def with_reasons(rows: Mapping[str, Mapping[int, str] | Sequence[int]]) -> Unavailable:
    """Rows of samples that cannot be measured, with reasons; rows alone have none."""
    return {name: dict(r) if isinstance(r, Mapping) else {int(row): "" for row in r} for name, r in rows.items()}


@dataclass(frozen=True)
class SessionState:
    """Everything that undo, save and run act on.

    Parameters
    ----------
    datasets : tuple of SpectralDataset
        One per instrument, names unique; the first is the reference "A".
    standards : tuple of Standard
    preprocessing : PreprocessingSpec
    method : str
        Registered name of the chosen method.
    parameters : mapping of method name to mapping of parameter name to value
        Only what differs from the default.
    excluded : mapping of instrument name to tuple of int
        Rows left out of every fit (outliers taken out by the user).
    selections : mapping of name to mapping of instrument name to tuple of int
        Named selections of samples.
    seed : int
        Seed of everything random.
    checks : tuple of session.checks.CheckDay
        Check samples measured again on later days.
    rounds : tuple of SuggestionRound
        Samples that were suggested to be measured next, oldest round first.
    unavailable : mapping of instrument name to mapping of int to str
        Rows of samples that cannot be measured and are never suggested, and why; a sequence of rows is taken as rows
        without a reason.
    pair : (str, str) or None
        Of more than two instruments the two that are compared: values come from the first. None: see `two.pair_of`.
    """

    datasets: tuple[SpectralDataset, ...] = ()
    standards: tuple[Standard, ...] = ()
    preprocessing: PreprocessingSpec = field(default_factory=PreprocessingSpec)
    method: str = "lra"
    parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    excluded: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    selections: Mapping[str, Mapping[str, tuple[int, ...]]] = field(default_factory=dict)
    seed: int = 0
    checks: tuple[Any, ...] = ()
    rounds: tuple[SuggestionRound, ...] = ()
    unavailable: Unavailable = field(default_factory=dict)
    pair: tuple[str, str] | None = None

    def __post_init__(self) -> None:
        names = [d.name for d in self.datasets]
        if len(set(names)) != len(names):
            raise DataError(f"two instruments are called {next(n for n in names if names.count(n) > 1)!r}.")
        if not all(isinstance(rows, Mapping) for rows in self.unavailable.values()):
            object.__setattr__(self, "unavailable", with_reasons(self.unavailable))

    def with_(self, **changes: Any) -> SessionState:
        """A copy with some fields replaced."""
        return dataclasses.replace(self, **changes)

    @property
    def instruments(self) -> tuple[str, ...]:
        """Names of the instruments, reference first."""
        return tuple(d.name for d in self.datasets)

    def dataset(self, name: str) -> SpectralDataset:
        """The data set of the instrument called `name`."""
        for d in self.datasets:
            if d.name == name:
                return d
        raise DataError(f"there is no instrument {name!r}; loaded are {', '.join(self.instruments) or 'none'}.")

    def method_parameters(self, method: str | None = None) -> dict[str, Any]:
        """Values set by the user for a method (default: the chosen one)."""
        return dict(self.parameters.get(method or self.method, {}))

    def with_parameter(self, name: str, value: Any, method: str | None = None) -> SessionState:
        """A copy with one parameter of a method set."""
        key = method or self.method
        return self.with_(parameters={**self.parameters, key: {**self.parameters.get(key, {}), name: value}})

    def without_dataset(self, name: str) -> SessionState:
        """A copy without an instrument; standards lose its rows and vanish below two instruments, selections lose its
        rows and vanish when none is left."""
        kept = []
        for standard in self.standards:
            rows = {k: v for k, v in standard.rows.items() if k != name}
            if len(rows) >= 2:
                kept.append(dataclasses.replace(standard, rows=rows))
        return self.with_(datasets=tuple(d for d in self.datasets if d.name != name), standards=tuple(kept),
                          excluded={k: v for k, v in self.excluded.items() if k != name},
                          selections={title: rest for title, rows in self.selections.items()
                                      if (rest := {k: v for k, v in rows.items() if k != name})},
                          rounds=rounds_without(self.rounds, name),
                          unavailable={k: v for k, v in self.unavailable.items() if k != name},
                          pair=None if self.pair is not None and name in self.pair else self.pair)
