"""Samples whose marked pairing a run puts in doubt, and what that means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from ...core.data import SpectralDataset
from ...core.measures.mixed_up import suspects
from ...core.notes import Note, of_code, together
from ..state.selections import Sample
from .pair_check import look_at_pairs
from .result import RunResult

NEARLY_ALL = 0.8
"""Share of the standards in doubt from which the list is in doubt, not single ones of it."""


def samples_in_doubt(result: RunResult) -> list[Sample]:
    """Samples of the session whose pairing contradicts the others; empty if none does."""
    samples: dict[Sample, None] = {}
    for a, i, b, j in result.quality.in_doubt.tolist():
        for k, row in ((a, i), (b, j)):
            samples[result.datasets[k].name, int(result.kept_rows[k][row])] = None
    return list(samples)


def all_in_doubt(result: RunResult) -> bool:
    """Whether the list of standards is in doubt as a whole: then the cause is not in single ones."""
    count = len(result.pairs) + len(result.held_out_pairs)
    return count > 0 and len(result.quality.in_doubt) >= NEARLY_ALL * count and suspects_of(result) is not None


def suspects_note(notes: Iterable[object]) -> Note | None:
    """What a list of warnings says of single standards, in one sentence; None where it says nothing of them."""
    notes = list(notes)
    swapped, spoiled = ([name for n in of_code(notes, *codes) for name in n.facts["samples"]]
                        for codes in (("pairs.swapped", "pairs.mixed_up"), ("pairs.spoiled",)))
    return Note("pairs.suspects", said=suspects(swapped, spoiled)) if swapped or spoiled else None


def suspects_of(result: RunResult) -> Note | None:
    """The same of a run, or that its list of standards as a whole is in doubt; None where all is well."""
    whole = of_code(result.warnings, "pairs.by_chance") + [
        n.facts["said"] for n in of_code(result.warnings, "pairs.between")]
    if not whole:
        return suspects_note(result.warnings)
    return together(whole[0], *of_code(result.warnings, "pairs.hidden", "pairs.list_is_wrong"))


def suspects_among(datasets: Sequence[SpectralDataset], pairs: np.ndarray) -> Note | None:
    """The same of standards that nothing was fitted to yet."""
    notes, _ = look_at_pairs(datasets, pairs, ())
    whole = of_code(notes, "pairs.between")
    return whole[0].facts["said"] if whole else suspects_note(notes)
