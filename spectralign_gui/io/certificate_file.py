"""Certificates of a laboratory's own: lines of a standard, and the curve of a certified source."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from ..core.errors import DataError, FileError, ParameterError
from ..core.measures.certificates import CERTIFICATES, Certificate
from ..core.notes import Note, about
from .atomic import is_file

LARGEST = 1_000_000


def certificate_of(word: str, unit: str) -> Certificate:
    """One of the known certificates by its name, or a file of lines: a place, and if known its standard uncertainty.

    Parameters
    ----------
    word : str
    unit : str
        Of the axis; the places of a file are in it.

    Raises
    ------
    ParameterError
        It is neither.
    FileError
        The file holds something else.
    """
    if word.casefold() in CERTIFICATES:
        return CERTIFICATES[word.casefold()]
    path = Path(word)
    if not is_file(path):
        raise ParameterError("certificate.unknown", name=word, known=list(CERTIFICATES))
    table = numbers(path)
    order = np.argsort(table[:, 0])
    known = table[order, 1] if table.shape[1] > 1 else np.zeros(len(table))
    return Certificate(path.stem, path.stem, path.name, unit, tuple(table[order, 0].tolist()), tuple(known.tolist()))


def numbers(path: Path) -> np.ndarray:
    """The numbers of a small text file, a row per line; words above them are passed over.

    Raises
    ------
    FileError
        It cannot be read, or holds something else.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise FileError("certificate.file", name=path.name)
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, ValueError) as error:
        said = Note("journal.unreadable", "error", strerror=getattr(error, "strerror", None) or "not text")
        raise FileError(about(path, said)) from error
    rows: list[list[float]] = []
    for line in lines:
        parts = line.replace(";", ",").replace("\t", ",").split(",")
        try:
            rows.append([float(p) for p in parts if p.strip()])
        except ValueError:
            if any(rows):
                raise FileError("certificate.file", name=path.name) from None
    rows = [r for r in rows if r]
    if not rows or len({len(r) for r in rows}) != 1 or not np.isfinite(rows).all():
        raise FileError("certificate.file", name=path.name)
    table = np.array(rows)
    if len(set(table[:, 0].tolist())) != len(table) or (table[:, 1:] < 0).any():
        raise FileError("certificate.file", name=path.name)
    return table


def curve_of(word: str, low: float | None, high: float | None
             ) -> tuple[Callable[[np.ndarray], np.ndarray], float, float]:
    """The course of a certified source, and the range in which it holds.

    Parameters
    ----------
    word : str
        Coefficients of a polynomial, the constant first, with commas, as certificates of NIST SRM 224x give them; or
        a file with a place and a relative intensity on each line.
    low, high : float, optional
        Needed for a polynomial.

    Raises
    ------
    ParameterError
        Neither, or the range is missing.
    DataError
        It is not positive within the range.
    """
    if is_file(Path(word)):
        table = numbers(Path(word))
        if table.shape[1] != 2 or len(table) < 2:
            raise FileError("certificate.file", name=Path(word).name)
        table = table[np.argsort(table[:, 0])]
        at, value = table.T
        low, high = max(at[0], at[0] if low is None else low), min(at[-1], at[-1] if high is None else high)

        def course(x: np.ndarray) -> np.ndarray:
            return np.asarray(np.interp(x, at, value))
    else:
        try:
            coefficients = [float(p) for p in word.split(",")]
        except ValueError:
            raise ParameterError("certificate.unknown", name=word, known=["a0,a1,a2"]) from None
        if low is None or high is None:
            raise ParameterError("certificate.range")

        def course(x: np.ndarray) -> np.ndarray:
            return np.asarray(np.polynomial.polynomial.polyval(x, coefficients))
    seen = course(np.linspace(low, high, 500)) if low < high else np.zeros(1)
    if not (np.isfinite(seen) & (seen > 0)).all():
        raise DataError("certificate.course", low=low, high=high)
    return course, float(low), float(high)
