"""Whether a stored session is one that this program could have: rows that exist, settings that are possible."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...core.data import SpectralDataset
from ...core.errors import DataError, ParameterError
from ...core.registry import is_method, method
from ...preprocessing.spec import PreprocessingSpec, StepSpec
from ...preprocessing.step import create_step
from ..standards.rounds import moved_rounds
from .session_state import SessionState, Unavailable


def refuse_unsound(state: SessionState) -> SessionState:
    """Return the session, unless its standards or exclusions speak of spectra that do not exist.

    Raises
    ------
    DataError
        Names the instrument and the row.
    """
    sizes = {d.name: len(d) for d in state.datasets}

    def check(what: str, name: str, rows: Iterable[int]) -> None:
        for row in rows:
            if name in sizes and not 0 <= row < sizes[name]:
                raise DataError(f"{what} has row {row + 1} of {name}, which has {sizes[name]} spectra")

    for number, standard in enumerate(state.standards, start=1):
        for name, rows in standard.rows.items():
            if name not in sizes:
                raise DataError(f"standard {number} is of {name!r}, which is not among the instruments")
            check(f"standard {number}", name, rows)
    for name, rows in state.excluded.items():
        check("the list of spectra left out", name, rows)
    return state


def mended(state: SessionState) -> tuple[SessionState, list[str]]:
    """The session without what this version cannot use, and a sentence on each thing that is gone."""
    sizes = {d.name: len(d) for d in state.datasets}
    notes: list[str] = []

    def there(name: str, row: int) -> bool:
        return 0 <= row < sizes.get(name, 0)

    def kept(rows: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
        found = {name: tuple(r for r in listed if there(name, r)) for name, listed in rows.items()}
        return {name: listed for name, listed in found.items() if listed}

    parameters = {}
    for name, values in state.parameters.items():
        known = {p.name: p for p in method(name).parameters} if is_method(name) else {}
        parameters[name] = dict(values)
        for key, value in values.items():
            try:
                if key in known:
                    known[key].check(value)
            except (ParameterError, TypeError, ValueError):
                del parameters[name][key]
                notes.append(f"{known[key].title} of {method(name).title} was {value!r}, which is not possible; "
                             "its default is used.")
    spec = state.preprocessing
    preprocessing = PreprocessingSpec(_possible(spec.shared, notes),
                                      {name: _possible(steps, notes) for name, steps in spec.own.items()})
    rounds = moved_rounds(state.rounds, lambda name, row: (name, row if there(name, row) else -1))
    return state.with_(parameters=parameters, preprocessing=preprocessing, rounds=rounds,
                       selections={title: kept(dict(rows)) for title, rows in state.selections.items()},
                       unavailable=_there(state.unavailable, there)), notes


def _there(unavailable: Unavailable, there: Callable[[str, int], bool]) -> Unavailable:
    found = {name: {row: why for row, why in rows.items() if there(name, row)} for name, rows in unavailable.items()}
    return {name: rows for name, rows in found.items() if rows}


def _possible(steps: Iterable[StepSpec], notes: list[str]) -> tuple[StepSpec, ...]:
    listed = []
    for step in steps:
        try:
            create_step(step.step, **step.parameters)
        except (ParameterError, TypeError, ValueError) as error:
            notes.append(f"The preprocessing step {step.step!r} was taken out: {error}")
        else:
            listed.append(step)
    return tuple(listed)


def same_spectra(one: SpectralDataset, other: SpectralDataset) -> bool:
    """Whether the rows of two data sets are the same samples of the same measurement, so that a row means the same.

    Converted or smoothed spectra of one file count as the same; another file of equal size and name does not.
    """
    if one is other:
        return True
    if one.name != other.name or one.sample_names != other.sample_names:
        return False
    if one.source.sha256 or other.source.sha256:
        return one.source.sha256 == other.source.sha256
    return one.spectra.shape == other.spectra.shape and one.spectra.tobytes() == other.spectra.tobytes()
