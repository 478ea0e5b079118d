"""Flags of predicted samples in words: those of the spectrum apart from those of its values."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...core.notes import Note, code_of
from .below_zero import FLAG

BEYOND_FIT = "flag.beyond"
OF_VALUES = (FLAG, BEYOND_FIT)
"""Codes of flags that concern a value; they say nothing of the spectrum."""
WORDS = {"T²": Note("flag.t2", "info"), "Q": Note("flag.q", "info"), "far from the standards": Note("flag.far", "info"),
         "shifted": Note("flag.shifted", "info")}
"""What the short flags of spectra mean."""


def of_the_spectrum(flags: Sequence[str]) -> tuple[str, ...]:
    """Flags that say that a spectrum is unlike those of the fit; what is odd of a value says nothing of it."""
    return tuple(f for f in flags if code_of(f) not in OF_VALUES)


def of_the_values(flags: Sequence[str]) -> tuple[str, ...]:
    """Flags that say that a value is outside the range of the fit, or below 0."""
    return tuple(f for f in flags if code_of(f) in OF_VALUES)


def flag_words(flags: Sequence[str]) -> str:
    """The flags of one sample as a cell of a table, what they concern said first; "" where there are none.

    Examples
    --------
    >>> str(flag_words(["Q", Note("flag.below_zero", property="Ash")]))
    'spectrum: something unknown to the fit (Q); value: Ash below 0'
    """
    lost = [f for f in flags if code_of(f) == "model.no_value"]
    if lost:
        return lost[0]
    spectrum, values = of_the_spectrum(flags), of_the_values(flags)
    of = [Note("flag.of_spectrum", "info", flags=[WORDS.get(str(f), f) for f in spectrum])] if spectrum else []
    if values:
        of.append(Note("flag.of_value", "info", flags=list(values)))
    return Note("flag.list", "info", of=of) if of else ""


def flagged(flags: Sequence[Sequence[str]], values: np.ndarray) -> tuple[int, int]:
    """Of the samples with a value: how many spectra are unlike the fit, and how many have a flagged value.

    Parameters
    ----------
    flags : sequence of sequences of str
        Per sample.
    values : (n, q) array
    """
    known = np.isfinite(values).any(axis=1).tolist()
    return (sum(bool(of_the_spectrum(f)) and k for f, k in zip(flags, known, strict=True)),
            sum(bool(of_the_values(f)) and k for f, k in zip(flags, known, strict=True)))


def flagged_note(unlike: int, odd_values: int) -> Note | None:
    """The sentence on the flags of all samples; None where there is nothing to say."""
    of = [Note("predictions.unlike", "info", n=unlike)] if unlike else []
    if odd_values:
        of.append(Note("predictions.odd_values", "info", n=odd_values))
    return Note("predictions.flagged", "warning", of=of) if of else None
