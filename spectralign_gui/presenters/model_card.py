"""A saved model in words: its card, what can be trusted of it, and what is said below the values it predicts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import numpy as np

from ..core.figures import listed
from ..core.naming import counted
from ..io.model_card import ModelCard
from ..session.predict.flags import flagged_note
from ..session.predict.predictions import Predictions
from ..session.run.run_errors import errors_in_short, not_predicted
from ..words import say
from .quality import no_better_than_mean

UNKNOWN = "The file does not say."


def card_rows(card: ModelCard, instrument: str) -> list[tuple[str, str]]:
    """Rows (what, text) of the card.

    Parameters
    ----------
    card : ModelCard
    instrument : str
        The one whose errors are told.

    Examples
    --------
    >>> dict(card_rows(card, "B"))["Instruments"]  # doctest: +SKIP
    'A (reference) and B'
    """
    names = [f"{n} (reference)" if k == 0 else n for k, n in enumerate(card.instruments)]
    return [("Method", card.method), ("Instruments", listed(names)),
            ("Predicts", listed(card.properties) or "nothing: it was made without reference values"),
            ("Made", _made(card)), ("Standards", _standards(card)),
            (f"Error on {instrument}", _error(card, instrument))]


def _made(card: ModelCard) -> str:
    try:
        time = datetime.fromisoformat(card.made)
        when = f"{time.day} {time:%B %Y, %H:%M}"
    except ValueError:
        when = card.made
    return ", ".join(t for t in (when, f"SpectrAlign {card.version}" if card.version else "") if t) or UNKNOWN


def _standards(card: ModelCard) -> str:
    if card.standards is None:
        return UNKNOWN
    held = f"; {card.held_out} more were held out" if card.held_out else ""
    return f"{card.standards} in the fit{held}"


def _error(card: ModelCard, instrument: str) -> str:
    errors = card.of(instrument)
    if not errors:
        return "not known: no sample was kept out of the fit"
    return f"RMSEP {errors_in_short(errors, 4)}, of {errors[0].n} {errors[0].source}"


def trust(card: ModelCard, instrument: str) -> tuple[str, str]:
    """A sentence on how far the values can be trusted, and "good", "warning" or "bad"."""
    errors = card.of(instrument)
    if not card.properties:
        return "This model predicts no values: it was made without them, or by a method that has none.", "bad"
    if not errors:
        return f"No error is known for {instrument}: check the values with samples that were measured.", "warning"
    lost = not_predicted(errors)
    if lost and len(lost) == len({e.name for e in errors}):
        return "Do not use these values: they are no better than the mean of the measured ones.", "bad"
    if card.mood in ("warning", "bad"):  # what was known when it was saved, such as a comparison that found it no good
        return card.verdict, card.mood
    return no_better_than_mean(lost).removeprefix("But ").strip(), "warning" if lost else "good"


def saved_outcome(found: Predictions, card: ModelCard, instrument: str, notes: Sequence[str] = ()) -> str:
    """What is said below the predicted values.

    Parameters
    ----------
    found : Predictions
    card : ModelCard
    instrument : str
    notes : sequence of str
        What the readers said of the files.
    """
    given = int(np.isfinite(found.values).any(axis=1).sum())
    parts = [*(f"⚠ {say(w)}" for w in (*notes, *found.warnings)),
             f"{counted(given, 'sample', 'samples')} predicted with {card.file}."]
    if found.averaged:
        parts.append(say(found.averaged))
    if flagged := flagged_note(found.unlike, found.odd_values):
        parts.append(say(flagged))
    parts.append(f"{100 * found.level:g} % intervals from {found.intervals_from}." if found.intervals_from else
                 "There are no intervals: the model was saved without enough held-out standards.")
    return " ".join([*parts, trust(card, instrument)[0]]).strip()
