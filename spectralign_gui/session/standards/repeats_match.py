"""Names that match once the repeats of an instrument are averaged: "T7_1", "T7_2", "T7_3" of one, "T7" of another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...core.data import SpectralDataset, match_key
from ...core.data.repeats import find_repeats, stem
from ..state.row_changes import average_samples
from ..state.session_state import SessionState
from .pairing import MatchReport, in_a_row, match_by_name


@dataclass(frozen=True)
class MatchOfAverages:
    """What averaging would match.

    Parameters
    ----------
    instruments : tuple of str
        Those with repeats.
    matched : int
        Names that several instruments have after it.
    """

    instruments: tuple[str, ...]
    matched: int

    @property
    def title(self) -> str:
        """Of its button."""
        return f"Average repeats of {in_a_row(self.instruments)} and match"

    @property
    def sentence(self) -> str:
        """What was recognised."""
        has = "has" if len(self.instruments) == 1 else "have"
        return (f"{in_a_row(self.instruments)} {has} repeats (names that differ in a number at the end). Averaged, "
                f"{self.matched} {'sample matches' if self.matched == 1 else 'samples match'} by name.")


def match_of_averages(datasets: Sequence[SpectralDataset]) -> MatchOfAverages | None:
    """Whether more samples match by name if repeats are averaged; None if not.

    Parameters
    ----------
    datasets : sequence of SpectralDataset
    """
    names = {d.name: {match_key(n) for n in d.sample_names} - {""} for d in datasets}
    averaged = {d.name: {match_key(stem(n)) for n in d.sample_names} - {""} for d in datasets
                if find_repeats(d.sample_names).by == "suffix"}
    if not averaged:
        return None
    before, after = _common(list(names.values())), _common(list({**names, **averaged}.values()))
    return MatchOfAverages(tuple(averaged), after) if after > before else None


def _common(names: Sequence[set[str]]) -> int:
    """How many names are in more than one set."""
    once: set[str] = set()
    more: set[str] = set()
    for mine in names:
        more |= mine & once
        once |= mine
    return len(more)


def average_and_match(state: SessionState, instruments: Sequence[str]) -> tuple[SessionState, MatchReport]:
    """The session with the repeats of these instruments averaged and the samples matched by name.

    Raises
    ------
    SpectrAlignError
        As `average_samples` and `match_by_name`.
    """
    for name in instruments:
        state = average_samples(state, name, find_repeats(state.dataset(name).sample_names).groups)
    report = match_by_name(state.datasets)
    return state.with_(standards=report.standards), report
