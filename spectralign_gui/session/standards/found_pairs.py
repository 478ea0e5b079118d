"""Pairs that the automatic transfer found by the spectra: shown, confirmed, and only then standards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.base import Alignment
from ...core.data import SpectralDataset, Standard, match_key
from ...core.notes import Note
from ..run.result import RunResult
from ..state.session_state import SessionState
from .pairing import mark

ENOUGH_NAMES = 3
"""Standards of one name on both instruments that show that names mean the same there."""

Spectrum = tuple[str, int]
"""Instrument name and row of the session's data set."""


@dataclass(frozen=True)
class FoundPair:
    """Two spectra that seem to be of one sample.

    Parameters
    ----------
    a, b : (str, int)
        Instrument and row.
    names : (str, str)
        Of the samples, as they are called on the two instruments.
    sure : float
        Probability that they are, see `core.transfers._how_sure`.
    right, like : int
        Of the standards that were found again no more clearly (`like`), how many found their own partner.
    clearness : float
        How many times as far the next candidate is.
    chance : float
        How often chance alone makes a pair stand out as much; NaN in models of earlier versions.
    """

    a: Spectrum
    b: Spectrum
    names: tuple[str, str]
    sure: float
    right: int
    like: int
    clearness: float
    chance: float = float("nan")

    @property
    def spectra(self) -> tuple[Spectrum, Spectrum]:
        """Both."""
        return self.a, self.b


@dataclass(frozen=True, eq=False)
class FoundPairs:
    """What one fit of the automatic transfer found, the surest first.

    Parameters
    ----------
    pairs : tuple of FoundPair
    hits, judged : int
        How many of the standards found their own partner in the same way, and how many were tried.
    datasets : tuple of SpectralDataset
        The session's at that time.
    held_out_right, held_out_found : int
        Of the standards whose pairing was withheld from the fit, how many were given their own partner, and how many
        any.
    """

    pairs: tuple[FoundPair, ...]
    hits: int
    judged: int
    datasets: tuple[SpectralDataset, ...]
    held_out_right: int = 0
    held_out_found: int = 0

    def open(self, state: SessionState) -> tuple[FoundPair, ...]:
        """Those that the session can still take: the same spectra, and neither of them belongs to a standard."""
        same = {d.name for d in self.datasets for now in state.datasets
                if now.name == d.name and now.spectra is d.spectra}
        used = {(name, row) for s in state.standards for name, rows in s.rows.items() for row in rows}
        return tuple(p for p in self.pairs if p.a[0] in same and p.b[0] in same and not used & {p.a, p.b})

    @property
    def sentence(self) -> str:
        """How many there are and how far they can be trusted."""
        return self.told(self.pairs)

    def told(self, pairs: Sequence[FoundPair]) -> str:
        """The sentence where these are open: where none is more likely right than wrong, it says so."""
        likely = sum(pair.sure > 0.5 for pair in pairs)
        trust = Note("found_pairs.likely" if likely else "found_pairs.none_likely", "advice", n=likely)
        return Note("found_pairs.held_out_too" if self.held_out_found else "found_pairs.told", "advice", n=len(pairs),
                    trust=trust, hits=self.hits, judged=self.judged, right=self.held_out_right,
                    found=self.held_out_found)


def found_pairs(
    estimator: Alignment, datasets: Sequence[SpectralDataset], kept_rows: Sequence[np.ndarray],
    standards: Sequence[Standard] = (),
) -> FoundPairs | None:
    """The pairs in a fitted automatic transfer; None in other methods, and where none were found.

    Parameters
    ----------
    estimator : Alignment
    datasets : sequence of SpectralDataset
        The session's.
    kept_rows : sequence of int arrays
        Their rows that took part in the fit.
    standards : sequence of Standard
        Of the session: pairs of which a spectrum belongs to one (that was held out) are counted, not listed. Where
        every standard has one name on both instruments, two spectra of different names are of different samples.
    """
    found = getattr(estimator, "unmarked_", None)
    if found is None or not len(found.rows_a):
        return None
    a, b = datasets[:2]
    marked = {(name, row): k for k, s in enumerate(standards) for name, rows in s.rows.items() for row in rows}
    one_name = _called_the_same(standards, a, b)
    pairs, held_out = [], []
    for k, probability in enumerate(found.sure()):
        i, j = int(kept_rows[0][found.rows_a[k]]), int(kept_rows[1][found.rows_b[k]])
        ends = marked.get((a.name, i)), marked.get((b.name, j))
        if ends != (None, None):
            held_out.append(ends[0] == ends[1])
            continue
        keys = match_key(a.sample_names[i]), match_key(b.sample_names[j])
        if one_name and all(keys) and keys[0] != keys[1]:
            continue
        pairs.append(FoundPair((a.name, i), (b.name, j), (a.sample_names[i].strip(), b.sample_names[j].strip()),
                               float(probability), int(found.right[k]), int(found.like[k]),
                               float(found.clearness[k]),
                               float(found.chance[k]) if len(found.chance) else float("nan")))
    if not pairs:
        return None
    pairs.sort(key=lambda p: (-p.sure, -p.clearness))
    return FoundPairs(tuple(pairs), found.hits, found.judged, tuple(datasets), sum(held_out), len(held_out))


def _called_the_same(standards: Sequence[Standard], a: SpectralDataset, b: SpectralDataset) -> bool:
    """Whether enough standards are measured on both instruments, and each has one name there."""
    both = [s for s in standards if a.name in s.rows and b.name in s.rows]
    return len(both) >= ENOUGH_NAMES and all(
        len(keys := {match_key(d.sample_names[row]) for d in (a, b) for row in s.rows[d.name]}) == 1 and "" not in keys
        for s in both)


def found_in(result: RunResult) -> FoundPairs | None:
    """The pairs that a run of the automatic transfer found."""
    return found_pairs(result.estimator, result.state.datasets, result.kept_rows, result.state.standards)


def with_found(standards: Sequence[Standard], pairs: Iterable[FoundPair]) -> tuple[Standard, ...]:
    """The standards with these pairs as further ones."""
    found = tuple(standards)
    for pair in pairs:
        found = mark(found, pair.spectra)
    return found


def pairs_report(found: FoundPairs | None) -> list[dict[str, Any]]:
    """Plain list for a JSON report: names, rows (counted from 1, as ``#12`` is), how sure."""
    return [] if found is None else [
        {p.a[0]: p.names[0], p.b[0]: p.names[1], "rows": [p.a[1] + 1, p.b[1] + 1], "sure": p.sure,
         "next_candidate": p.clearness, "by_chance": p.chance if np.isfinite(p.chance) else None,
         "standards_like_it": p.like, "of_them_right": p.right} for p in found.pairs]


def pairs_table(found: FoundPairs) -> tuple[list[str], list[list[Any]]]:
    """The pairs as a pairs file: columns headed by the instruments, cells that name one sample only."""
    a, b = found.datasets[:2]
    cells = [_cells(d) for d in (a, b)]
    return ([a.name, b.name, "sure", "next candidate, times as far"],
            [[cells[0][p.a[1]], cells[1][p.b[1]], round(p.sure, 3), round(p.clearness, 3) if np.isfinite(
                p.clearness) else None] for p in found.pairs])


def _cells(dataset: SpectralDataset) -> Mapping[int, str]:
    """What stands for a row in a pairs file: its name, or ``#12`` where the name is empty or not its alone."""
    keys = [match_key(name) for name in dataset.sample_names]
    return {row: name.strip() if key and keys.count(key) == 1 and not name.strip().startswith("#") else f"#{row + 1}"
            for row, (name, key) in enumerate(zip(dataset.sample_names, keys, strict=True))}
