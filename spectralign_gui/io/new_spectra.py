"""Files of new spectra for a model, read one after the other, and what their readers say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..core.data import SpectralDataset
from ..core.figures import listed
from ..core.monitor import Monitor
from ..core.notes import as_note, code_of
from .batch import find_files
from .read import COMMON_OPTIONS, read_dataset

GUESSED_UNIT = "read.guessed_unit"


def read_new(paths: Sequence[str | Path], monitor: Monitor, options: Mapping[str, Any] | None = None,
             ) -> list[SpectralDataset]:
    """The spectra of each file.

    Parameters
    ----------
    paths : sequence of path
        A folder stands for the files in it.
    monitor : Monitor
        Told which file is read; may cancel between two.
    options : mapping, optional
        What every reader understands and the user has said: "unit", "quantity".

    Raises
    ------
    FileError
        Of the first file that cannot be read.
    ValueError
        An option that not every reader understands.

    Examples
    --------
    >>> read_new(["day1.csv", "day2.csv"], monitor, {"unit": "nm"})  # doctest: +SKIP
    """
    odd = set(options or ()) - set(COMMON_OPTIONS)
    if odd:
        raise ValueError(f"not every reader understands {sorted(odd)}")
    found = []
    if any(Path(path).is_dir() for path in paths):
        paths = find_files(paths)
    for number, path in enumerate(paths):
        monitor.report(f"Reading {Path(path).name}", number / len(paths))
        monitor.raise_if_cancelled()
        found.append(read_dataset(path, **dict(options or {})))
    return found


def said_of_files(said: Iterable[tuple[str | Path, Iterable[str]]], settled: str = "") -> list[str]:
    """What the readers said of files, each with the name of its file; a guess that several share once.

    Parameters
    ----------
    said : iterable of (path, sentences)
    settled : str
        Unit that the model knows: a guess that agrees with it needs no word.
    """
    found: list[str] = []
    guessed: dict[str, list[str]] = {}
    for path, sentences in said:
        for sentence in sentences:
            if code_of(sentence) != GUESSED_UNIT:
                found.append(f"{Path(path).name}: {sentence}")
            elif as_note(sentence).facts.get("unit") != settled:
                guessed.setdefault(str(sentence), []).append(Path(path).name)
    return [*dict.fromkeys(found), *(f"{listed(names)}: {sentence}" for sentence, names in guessed.items())]
