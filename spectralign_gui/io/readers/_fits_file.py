"""FITS as named arrays, after the FITS standard 4.0: headers of cards of 80 letters, images and binary tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ...core.errors import FileError

BLOCK, CARD = 2880, 80
MOST_CARDS, MOST_PARTS, MOST_FIELDS = 50_000, 500, 20_000
_FORMS = {"L": "S1", "B": "u1", "I": ">i2", "J": ">i4", "K": ">i8", "E": ">f4", "D": ">f8", "A": "S", "X": "u1",
          "C": ">c8", "M": ">c16", "P": ">i4", "Q": ">i8"}
_IMAGES = {8: "u1", 16: ">i2", 32: ">i4", 64: ">i8", -32: ">f4", -64: ">f8"}
_CARD = re.compile(r"([A-Z0-9_-]{1,8}) *= *(?:'((?:[^']|'')*)'|([^/]*))")


@dataclass(frozen=True, eq=False)
class Part:
    """A header with its data ("HDU").

    Parameters
    ----------
    name : str
    header : mapping of str to str
    columns : mapping of str to array
        Of a table: one row per row of the table, a second dimension for cells that are vectors.
    image : array, optional
    units : mapping of str to str
    """

    name: str
    header: Mapping[str, str]
    columns: Mapping[str, np.ndarray]
    image: np.ndarray | None
    units: Mapping[str, str]


def read_parts_of_fits(path: Path) -> Iterator[Part]:
    """All parts that hold data.

    Raises
    ------
    FileError
        The file ends within one, or one is not as the standard says.
    """
    content = np.memmap(path, np.uint8, "r")
    at, number = 0, 0
    while at < len(content) and number < MOST_PARTS:
        header, at = _header(content, at, number)
        size = _size(header)
        if at + size > len(content):
            raise FileError("fits.cut_off", number=number, n=len(content), at=at + size)
        kind = header.get("XTENSION", "IMAGE").strip()
        if size:
            data = content[at:at + size]
            name = header.get("EXTNAME", "").strip() or f"part {number}"
            if kind == "BINTABLE" and "ZIMAGE" not in header:
                columns, units = _table(header, data)
                yield Part(name, header, columns, None, units)
            elif kind in ("IMAGE", "IUEIMAGE"):
                yield Part(name, header, {}, _image(header, data), {"": header.get("BUNIT", "")})
        at += -(-size // BLOCK) * BLOCK
        number += 1


def _header(content: np.ndarray, at: int, number: int) -> tuple[dict[str, str], int]:
    found: dict[str, str] = {}
    for _ in range(MOST_CARDS):
        card = content[at:at + CARD].tobytes().decode("latin-1")
        if len(card) < CARD:
            raise FileError("fits.cut_off", number=number, n=len(content), at=at + CARD)
        at += CARD
        if card.rstrip() == "END":
            return found, -(-at // BLOCK) * BLOCK
        if value := _CARD.match(card):
            found.setdefault(value[1], value[2].replace("''", "'").rstrip() if value[2] is not None
                             else value[3].strip())
    raise FileError("fits.header_without_end", number=number)


def whole(header: Mapping[str, str], key: str, default: int | None = None) -> int:
    """A whole number of a header."""
    text = header.get(key, "")
    if not re.fullmatch(r"[+-]?\d{1,15}", text):
        if default is None or text:
            raise FileError("fits.invalid_entry", key=key, text=text or "missing")
        return default
    return int(text)


def number(header: Mapping[str, str], key: str, default: float) -> float:
    """A number of a header."""
    try:
        return float(header[key].replace("D", "E")) if key in header else default
    except ValueError:
        raise FileError("fits.invalid_entry", key=key, text=header[key]) from None


def _shape(header: Mapping[str, str]) -> list[int]:
    count = whole(header, "NAXIS", 0)
    shape = [whole(header, f"NAXIS{k + 1}") for k in range(count)] if 0 <= count <= 16 else [-1]
    if any(n < 0 for n in shape):
        raise FileError("fits.invalid_entry", key="NAXIS", text=str(shape))
    return shape


def _size(header: Mapping[str, str]) -> int:
    shape = _shape(header)
    values = 1
    for n in shape:
        values *= n
    values = values if shape else 0
    return abs(whole(header, "BITPIX")) // 8 * whole(header, "GCOUNT", 1) * (whole(header, "PCOUNT", 0) + values)


def _image(header: Mapping[str, str], data: np.ndarray) -> np.ndarray:
    kind = _IMAGES.get(whole(header, "BITPIX"))
    if kind is None:
        raise FileError("fits.invalid_entry", key="BITPIX", text=header["BITPIX"])
    raw = np.frombuffer(data.tobytes(), kind)
    values = raw.astype(np.float64) * number(header, "BSCALE", 1.0) + number(header, "BZERO", 0.0)
    if raw.dtype.kind in "iu" and "BLANK" in header:
        values[raw == whole(header, "BLANK")] = np.nan
    return values[:int(np.prod(_shape(header)))].reshape(_shape(header)[::-1])


def _table(header: Mapping[str, str], data: np.ndarray) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    width, rows = whole(header, "NAXIS1"), whole(header, "NAXIS2")
    body = data[:width * rows].reshape(rows, width)
    columns: dict[str, np.ndarray] = {}
    units: dict[str, str] = {}
    at = 0
    for k in range(1, min(whole(header, "TFIELDS"), MOST_FIELDS) + 1):
        form = re.fullmatch(r"\s*(\d*)([LXBIJKAEDCMPQ]).*", header.get(f"TFORM{k}", ""))
        if form is None:
            raise FileError("fits.invalid_entry", key=f"TFORM{k}", text=header.get(f"TFORM{k}", "missing"))
        repeat, letter = int(form[1] or 1), form[2]
        pairs = 2 if letter in "PQ" else 1
        kind = np.dtype(f"S{repeat}" if letter == "A" else _FORMS[letter])
        size = repeat if letter == "A" else -(-repeat // 8) if letter == "X" else repeat * kind.itemsize * pairs
        if at + size > width:
            raise FileError("fits.invalid_entry", key=f"TFORM{k}", text=header[f"TFORM{k}"])
        name = header.get(f"TTYPE{k}", "").strip() or f"column {k}"
        if size and letter in "BIJKEDA":
            cells = np.ascontiguousarray(body[:, at:at + size]).view(kind)
            columns[name] = cells[:, 0] if cells.shape[1] == 1 else cells
            if letter != "A":
                columns[name] = _scaled(columns[name], header, k)
            units[name] = header.get(f"TUNIT{k}", "").strip()
        at += size
    return columns, units


def _scaled(values: np.ndarray, header: Mapping[str, str], k: int) -> np.ndarray:
    out = values.astype(np.float64) * number(header, f"TSCAL{k}", 1.0) + number(header, f"TZERO{k}", 0.0)
    if values.dtype.kind in "iu" and f"TNULL{k}" in header:
        out[values == whole(header, f"TNULL{k}")] = np.nan
    return out
