"""Rounds of suggested samples as the session keeps them; they follow the instruments and rows they speak of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True)
class SampleSuggestion:
    """One sample to measure next.

    Parameters
    ----------
    instrument, row, sample : str, int, str
        The spectrum that speaks for it: its instrument, row (counted from 0, of the session's data set) and name.
    score : float
        See `core.selection.suggest.Suggestion`.
    supports : tuple of (sample name, weight)
        What it reconstructs most.
    missing_on : tuple of str
        Instruments on which it has not been measured.
    """

    instrument: str
    row: int
    sample: str
    score: float
    supports: tuple[tuple[str, float], ...] = field(default_factory=tuple)
    missing_on: tuple[str, ...] = ()

    def describe(self) -> dict[str, Any]:
        """Plain dictionary for ``spectralign suggest --json``."""
        return {"instrument": self.instrument, "sample": self.sample, "row": self.row + 1, "score": self.score,
                "supports": [{"sample": name, "weight": weight} for name, weight in self.supports],
                "missing_on": list(self.missing_on)}


@dataclass(frozen=True)
class SuggestionRound:
    """What one press of "Suggest" gave.

    Parameters
    ----------
    title : str
        Shown in the list of rounds.
    found : tuple of SampleSuggestion
        Best first.
    strategy : str
        How they were chosen; "" in projects of earlier versions.
    covered : bool
        Whether there were groups to cover.
    """

    title: str
    found: tuple[SampleSuggestion, ...]
    strategy: str = ""
    covered: bool = False


def renamed_rounds(rounds: Iterable[SuggestionRound], old: str, new: str) -> tuple[SuggestionRound, ...]:
    """Rounds in which an instrument has another name."""
    def name(n: str) -> str:
        return new if n == old else n

    return tuple(replace(r, found=tuple(replace(s, instrument=name(s.instrument),
                                                missing_on=tuple(map(name, s.missing_on))) for s in r.found))
                 for r in rounds)


def rounds_without(rounds: Iterable[SuggestionRound], instrument: str) -> tuple[SuggestionRound, ...]:
    """Rounds without the spectra of an instrument that is gone; a round of which nothing is left goes too."""
    kept = (replace(r, found=tuple(replace(s, missing_on=tuple(n for n in s.missing_on if n != instrument))
                                   for s in r.found if s.instrument != instrument)) for r in rounds)
    return tuple(r for r in kept if r.found)


def moved_rounds(
    rounds: Iterable[SuggestionRound], place: Callable[[str, int], tuple[str, int]],
) -> tuple[SuggestionRound, ...]:
    """Rounds with every spectrum at its new place (instrument, row); a row below 0 is gone."""
    made = []
    for r in rounds:
        found = []
        for s in r.found:
            instrument, row = place(s.instrument, s.row)
            if row >= 0:
                others = tuple(dict.fromkeys(place(n, 0)[0] for n in s.missing_on))
                found.append(replace(s, instrument=instrument, row=row,
                                     missing_on=tuple(n for n in others if n != instrument)))
        if found:
            made.append(replace(r, found=tuple(found)))
    return tuple(made)


def rounds_to_tree(rounds: Iterable[SuggestionRound]) -> list[dict[str, Any]]:
    """Plain tree for the project file."""
    return [{"title": r.title, "strategy": r.strategy, "covered": r.covered, "found": [
        {"instrument": s.instrument, "row": int(s.row), "sample": s.sample, "score": float(s.score),
         "supports": [[name, float(weight)] for name, weight in s.supports], "missing_on": list(s.missing_on)}
        for s in r.found]} for r in rounds]


def rounds_from_tree(tree: Sequence[Mapping[str, Any]]) -> tuple[SuggestionRound, ...]:
    """The rounds that `rounds_to_tree` described."""
    return tuple(SuggestionRound(r["title"], tuple(
        SampleSuggestion(s["instrument"], int(s["row"]), s["sample"], float(s["score"]),
                         tuple((str(name), float(weight)) for name, weight in s["supports"]),
                         tuple(str(n) for n in s["missing_on"])) for s in r["found"]), str(r.get("strategy", "")),
                                 bool(r.get("covered", False))) for r in tree)
