"""What instruments, samples and properties are called in the sentences of the core.

The core counts: a fit gets arrays, and its sentences say "set 0", "row 3" and "property 1". Who knows names (a session)
puts the call inside `called(...)`, and the same sentences name the instrument, the sample and the property.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar, Token
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from .data import every_property
from .notes import Note, of_code

P = ParamSpec("P")
T = TypeVar("T")

_instruments: ContextVar[tuple[str, ...]] = ContextVar("instruments", default=())
_samples: ContextVar[tuple[tuple[str, ...], ...]] = ContextVar("samples", default=())
_properties: ContextVar[tuple[str, ...]] = ContextVar("properties", default=())
_columns: ContextVar[tuple[int, ...] | None] = ContextVar("columns", default=None)


@contextmanager
def called(
    instruments: Sequence[str], samples: Sequence[Sequence[str]] = (), properties: Sequence[str] = (),
) -> Iterator[None]:
    """Within it (in this thread) sentences name these.

    Parameters
    ----------
    instruments : sequence of str
        One name per set; empty for plain numbers.
    samples : sequence of sequences of str, optional
        Names of the samples of every set, in the order of its rows; "" for one without a name.
    properties : sequence of str, optional
        Names of the columns of the targets.
    """
    set_now: list[tuple[ContextVar[Any], Token[Any]]] = [
        (_instruments, _instruments.set(tuple(instruments))),
        (_samples, _samples.set(tuple(tuple(names) for names in samples))),
        (_properties, _properties.set(tuple(properties))), (_columns, _columns.set(None))]
    try:
        yield
    finally:
        for variable, token in reversed(set_now):
            variable.reset(token)


@contextmanager
def columns_left(kept: Sequence[int]) -> Iterator[None]:
    """Within it targets have these columns of what they had before, and sentences still mean the right property."""
    before = _columns.get()
    token = _columns.set(tuple(int(j) if before is None else before[int(j)] for j in kept))
    try:
        yield
    finally:
        _columns.reset(token)


def datasets_called(datasets: Sequence[Any]) -> Any:
    """`called` with the names in these data sets, where their rows are those of the fit."""
    return called([d.name for d in datasets], [d.sample_names for d in datasets], every_property(datasets))


def instruments_called(datasets: Sequence[Any]) -> Any:
    """`called` without the names of samples: where parts of the samples are fitted, rows have others."""
    return called([d.name for d in datasets], properties=every_property(datasets))


def carrying_names(function: Callable[P, T]) -> Callable[P, T]:
    """`function` as a call that knows the names of now, for another thread or process."""
    return _WithNames(function, _instruments.get(), _samples.get(), _properties.get())


class _WithNames:
    """A call with its names; a class, since a closure cannot be sent to another process."""

    def __init__(
        self, function: Callable[..., Any], instruments: tuple[str, ...], samples: Any, properties: tuple[str, ...],
    ) -> None:
        self.function, self.instruments, self.samples = function, instruments, samples
        self.properties = properties
        wraps(function)(self)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        with called(self.instruments, self.samples, self.properties):
            return self.function(*args, **kwargs)


def the_set(k: int) -> str:
    """The name of set `k`; a note "set 0" where none is known ("Set 0" at the start of a sentence, ``{set:start}``)."""
    names = _instruments.get()
    return names[k] if 0 <= k < len(names) and names[k].strip() else Note("name.set", "info", number=k)


def the_spectra(k: int) -> Note:
    """What spectra of set `k` are called: "the spectra of set 0"."""
    return Note("name.spectra", "info", set=the_set(k))


def the_instrument(k: int) -> str:
    """The name of set `k`; "instrument 1" where none is known: for progress."""
    names = _instruments.get()
    return names[k] if 0 <= k < len(names) and names[k].strip() else Note("name.instrument", "info", number=k + 1)


def the_sample(k: int, row: int) -> str:
    """The name of a sample of set `k`; "row 3" where none is known."""
    names = _samples.get()
    known = names[k][row] if 0 <= k < len(names) and 0 <= row < len(names[k]) else ""
    return known.strip() or Note("name.row", "info", row=row)


def spectrum_names(names: Sequence[str]) -> list[str]:
    """What single spectra are called: by the sample's name, of repeats with their number.

    Examples
    --------
    >>> spectrum_names(("S1", "S1", "S2", ""))
    ['S1 (spectrum 1 of 2)', 'S1 (spectrum 2 of 2)', 'S2', 'row 4']
    """
    called = [name.strip() for name in names]
    whole, so_far = Counter(called), Counter[str]()
    found = []
    for row, name in enumerate(called):
        so_far[name] += 1
        found.append(f"row {row + 1}" if not name else name if whole[name] == 1 else
                     f"{name} (spectrum {so_far[name]} of {whole[name]})")
    return found


def the_samples(k: int, rows: Sequence[int], most: int = 10) -> str:
    """Names of some samples of set `k` in a row; "rows 3, 25" where none is known."""
    names = [the_sample(k, int(row)) for row in rows]
    shown, more = names[:most], len(names) > most
    if names and len(of_code(names, "name.row")) == len(names):
        numbers = [int(row) for row in rows[:most]]
        return Note("name.rows_and_more" if more else "name.rows", "info", rows=numbers, n=len(names))
    return Note("name.samples_and_more" if more else "name.samples", "info", names=shown)


def the_property(j: int) -> str:
    """The name of column `j` of the targets as they are now; "property 1" (counted from 0) where none is known."""
    columns, names = _columns.get(), _properties.get()
    at = columns[j] if columns is not None and 0 <= j < len(columns) else j
    return names[at].strip() if 0 <= at < len(names) and names[at].strip() else Note(
        "name.property", "info", number=at)


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with what it counts: ``1 standard``, ``5 standards``; `plural` where an s alone does not make it."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def are(number: int) -> str:
    """``is`` for one, ``are`` for any other number."""
    return "is" if number == 1 else "are"
