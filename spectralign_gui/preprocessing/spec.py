"""What the user asked for: an ordered list of steps per instrument or shared. Plain data, saved as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class StepSpec:
    """One step: its registered name, its parameters, and whether it is switched on."""

    step: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    enabled: bool = True


@dataclass(frozen=True)
class PreprocessingSpec:
    """Steps in order.

    Parameters
    ----------
    shared : tuple of StepSpec
        For every instrument that has no list of its own.
    own : mapping of instrument name to tuple of StepSpec
        Lists that replace the shared one for that instrument.
    """

    shared: tuple[StepSpec, ...] = ()
    own: Mapping[str, tuple[StepSpec, ...]] = field(default_factory=dict)

    def steps_for(self, instrument: str) -> tuple[StepSpec, ...]:
        """The enabled steps of an instrument, in order."""
        return tuple(s for s in self.own.get(instrument, self.shared) if s.enabled)
