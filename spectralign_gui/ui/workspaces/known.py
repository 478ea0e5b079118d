"""What the rail and the path look at: the session and what has been found in it. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ...session.run.choose_method import differences
from ...session.run.execution import RunResult
from ...session.standards.pairing import same_names
from ...session.state.reference_values import has_values
from ...session.state.session_state import SessionState


@dataclass(frozen=True)
class Compared:
    """What a comparison came to, as the Compare page says it.

    Parameters
    ----------
    best : str
        Key of the line that its card recommends; "" if there is none.
    line : str
        It in a few words.
    sentence : str
        It in a sentence.
    good : bool
        Whether the card says that something can be used.
    outdated : bool
        Whether it is of other data than the session has now.
    usable : bool
        Whether some method predicts better than the mean of the measured values.
    """

    best: str
    line: str
    sentence: str
    good: bool = True
    outdated: bool = False
    usable: bool = True


@dataclass(frozen=True)
class Predicted:
    """What the Predict dock shows: how many samples, of which run, with which error."""

    samples: int
    run: str
    error: str = ""


@dataclass(frozen=True)
class Checked:
    """What the newest check measurement says of the shown run."""

    day: str
    holds: bool
    sentence: str


@dataclass(frozen=True)
class Known:
    """All that is known at a moment.

    Parameters
    ----------
    state : SessionState
    run : RunResult or None
        The shown run.
    runs : int
        How many there are.
    compared : Compared or None
    predicted : Predicted or None
    checked : Checked or None
    errors : tuple of (str, str)
        Property and error of prediction of the shown run, as text with its interval.
    trusted : str
        "good", "warning", "bad" or "muted": how far the shown run can be trusted.
    headline : str
        Why, as a sentence.
    looked : frozenset of str
        Docks that somebody has looked at for the shown run ("short-circuits").
    exported : bool
        Whether the shown run has been exported.
    doubted : str
        Why the values that the shown run predicts are not to be trusted, as a sentence; "" if they are.
    comparing : bool
        Whether a comparison is under way.
    """

    state: SessionState
    run: RunResult | None = None
    runs: int = 0
    compared: Compared | None = None
    predicted: Predicted | None = None
    checked: Checked | None = None
    errors: tuple[tuple[str, str], ...] = ()
    trusted: str = "muted"
    headline: str = ""
    looked: frozenset[str] = frozenset()
    exported: bool = False
    doubted: str = ""
    comparing: bool = False

    @property
    def has_values(self) -> bool:
        """Whether some instrument has reference values, see `has_values`."""
        return any(map(has_values, self.state.datasets))

    @cached_property
    def unmatched_names(self) -> int:
        """How many samples have the same name on several instruments, while no standard is marked."""
        return 0 if self.state.standards else same_names(self.state.datasets)

    @property
    def tested_before(self) -> bool:
        """Whether the shown run, fitted to all standards, has the errors of samples that were held out before."""
        quality = self.run.quality if self.run is not None else None
        return quality is not None and not self.differences and (quality.compared is not None or bool(quality.before))

    @property
    def differences(self) -> list[str]:
        """What the shown run was not made with, see `session.using.differences`."""
        return differences(self.run, self.state) if self.run is not None else []
