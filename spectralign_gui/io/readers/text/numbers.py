"""Cells as numbers: decimal mark, thousands, missing values; and whole chunks of numbers fast."""

from __future__ import annotations

import re

import msgspec
import numpy as np

MISSING = frozenset({
    "", "na", "n/a", "nan", "-", "--", "---", "?", "null", "none", ".", "#n/a", "#na", "n.a.", "missing", "nd", "n.d.",
    "<na>", "-nan", "#div/0!", "#value!", "#num!", "#ref!", "1.#qnan", "-1.#ind", "1.#ind"})
_POINT = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d{1,3})?\Z", re.ASCII)
_COMMA = re.compile(r"[+-]?(?:\d+,?\d*|,\d+)(?:[eEdD][+-]?\d{1,3})?\Z", re.ASCII)
_GROUPED = {
    (".", ","): re.compile(r"[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?\Z", re.ASCII),
    (",", "."): re.compile(r"[+-]?\d{1,3}(?:\.\d{3})+(?:,\d*)?\Z", re.ASCII),
    (".", "'"): re.compile(r"[+-]?\d{1,3}(?:['’]\d{3})+(?:\.\d*)?\Z", re.ASCII),
    (",", "'"): re.compile(r"[+-]?\d{1,3}(?:['’]\d{3})+(?:,\d*)?\Z", re.ASCII),
    (".", " "): re.compile(r"[+-]?\d{1,3}(?:[\s\u00a0\u202f]\d{3})+(?:\.\d*)?\Z"),
    (",", " "): re.compile(r"[+-]?\d{1,3}(?:[\s\u00a0\u202f]\d{3})+(?:,\d*)?\Z"),
}
_STARTS = frozenset("0123456789+-.")
_INFINITE = re.compile(r"[+-]?inf(?:inity)?\Z", re.IGNORECASE)


def is_missing(cell: str) -> bool:
    """Whether a cell says that its value is unknown."""
    return cell.strip().casefold() in MISSING


def is_number(cell: str, decimal: str = ".", thousands: str = "") -> bool:
    """Whether a (stripped) cell is a number in this notation."""
    if cell[:1] == "−":
        cell = "-" + cell[1:]
    if (_POINT if decimal == "." else _COMMA).match(cell):
        return True
    if thousands and (pattern := _GROUPED.get((decimal, thousands))) and pattern.match(cell):
        return True
    return bool(_INFINITE.match(cell))


def to_number(cell: str, decimal: str = ".", thousands: str = "") -> float | None:
    """Value of a cell, NaN if missing, None if it is text."""
    if decimal == "." and cell[:1] in _STARTS and cell and "_" not in cell:
        try:
            return float(cell)
        except ValueError:
            pass  # thousands, a lone minus, a date: the careful way below decides
    cell = cell.strip()
    if "−" in cell:  # a typographic minus, as word processors write it
        cell = cell.replace("−", "-")
    if is_missing(cell):
        return float("nan")
    if not is_number(cell, decimal, thousands):
        return None
    if thousands == " ":
        cell = re.sub(r"[\s\u00a0\u202f]", "", cell)
    elif thousands:
        cell = cell.replace(thousands, "").replace("’", "")
    if decimal == ",":
        cell = cell.replace(",", ".")
    return float(cell.replace("d", "e").replace("D", "e")) if "d" in cell or "D" in cell else float(cell)


def guess_thousands(cells: list[str], decimal: str) -> str:
    """Thousands mark that some cell proves (both marks in it, or two groups), else ""."""
    other = "," if decimal == "." else "."
    for cell in cells:
        for mark in (other, "'", "’", " ", "\u00a0", "\u202f"):
            if mark in cell:
                key = "'" if mark in "'’" else " " if mark in " \u00a0\u202f" else mark
                if _GROUPED[(decimal, key)].match(cell) and (decimal in cell or cell.count(mark) > 1 or key != other):
                    return key
    return ""


_decode = msgspec.json.Decoder(list[float]).decode


def fast_numbers(chunk: bytes, separator: str, decimal: str, columns: int) -> np.ndarray | None:
    """All numbers of a chunk of whole lines as (lines, columns), or None if any cell is not a plain number.

    JSON parsers read numbers several times faster than anything in numpy; a chunk becomes one flat JSON list.
    None sends the caller to the careful way, cell by cell.
    """
    if separator == " ":
        chunk = b"\n".join(b",".join(line.split()) for line in chunk.split(b"\n"))
    elif separator != ",":
        if decimal == ",":
            chunk = chunk.translate(bytes.maketrans(b"," + separator.encode(), b".,"))
        else:
            if b"," in chunk:
                return None
            chunk = chunk.replace(separator.encode(), b",")
    chunk = chunk.strip(b"\n")
    lines = chunk.count(b"\n") + 1
    chunk = chunk.replace(b",\n", b"\n").removesuffix(b",") if b",\n" in chunk else chunk.removesuffix(b",")
    if chunk.count(b",") != lines * (columns - 1):
        return None
    # every line must have its own number of columns, not only the sum of all
    if lines > 1 and any(line.count(b",") != columns - 1 for line in chunk.split(b"\n")):
        return None
    try:
        values = np.fromiter(_decode(b"[" + chunk.replace(b"\n", b",") + b"]"), np.float64, lines * columns)
    except (msgspec.DecodeError, ValueError):
        return None
    return values.reshape(lines, columns)
