"""BÜCHI NIRCal projects (.nir): texts with their length before them ("7/Spectra"), lists ("20 Values"), and doubles
between the lines "begin" and "end".

Not published by BÜCHI; the order of the parts is as `read_nircal` of the R package prospectr describes it: names of
the spectra, wavenumbers, and a block of doubles for every spectrum after its GUID. A file that does not hold exactly
these is refused with the way to export.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.data import Targets
from ...core.errors import FileError
from ...core.notes import Note
from ._binary import Bytes
from ._wrap import parsing
from .contract import Block, Reader, ReadResult
from .registry import register_reader

MARK = b"NIRCAL Project File"
_LIST = re.compile(rb"(?<![0-9])([0-9]{1,7}) Values\n")
_LENGTH = re.compile(rb"([0-9]{1,6})/")
_BEGIN, _END = b"\nbegin\n", b"\nend\n"
_PROPERTIES = b"10/Properties\n18/Property Selection"


@register_reader
class NircalReader(Reader):
    """Absorbance over wavenumbers, with the properties of the project as reference values."""

    name = "nircal"
    title = "BÜCHI NIRCal"
    extensions = (".nir",)
    apart = True

    def sniff(self, path: Path, head: bytes) -> float:
        """The first line."""
        return 0.97 if head.startswith(MARK) else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read names, wavenumbers, spectra and properties."""
        with parsing("NIRCal"):
            content = Bytes(path, "NIRCal").data
            lists = _lists(content)
            first = content.find(b"\n38/{", content.find(b"\n38/{") + 1)  # the second GUID is that of a spectrum
            axis = next((a for _, texts in lists if (a := _axis(texts)) is not None and _blocks(
                content, len(a), first)), None)
            if axis is None or first < 0:
                raise FileError("nircal.other_layout")
            starts = _blocks(content, len(axis), first)
            names = _names(content, lists, len(starts))
            if not starts or names is None:
                raise FileError("nircal.other_layout")
            spectra = np.stack([np.frombuffer(content, "<f8", len(axis), start) for start in starts])
            targets, notes = _properties(content, lists, len(starts))
        return ReadResult((Block(spectra, axis, tuple(names), "cm-1", "absorbance", targets=targets),), warnings=notes)


def _lists(content: bytes) -> list[tuple[int, list[str]]]:
    """(place, texts) of every list whose texts have the lengths they announce."""
    found = []
    for mark in _LIST.finditer(content):
        texts, at = [], mark.end()
        for _ in range(int(mark[1])):
            length = _LENGTH.match(content, at)
            if length is None:
                break
            stop = length.end() + int(length[1])
            if content[stop:stop + 1] != b"\n":
                break
            texts.append(content[length.end():stop].decode("cp1252", "replace"))
            at = stop + 1
        if texts and len(texts) == int(mark[1]):
            found.append((mark.start(), texts))
    return found


def _blocks(content: bytes, count: int, first: int = 0) -> list[int]:
    """Places of so many doubles between "begin" and "end"; the letters of a mark may well be among their bytes."""
    found, at = [], content.find(_BEGIN, first)
    while at >= 0:
        start, stop = at + len(_BEGIN), at + len(_BEGIN) + 8 * count
        whole = content[stop:stop + len(_END)] == _END
        if whole:
            found.append(start)
        at = content.find(_BEGIN, stop if whole else start)
    return found


def _names(content: bytes, lists: list[tuple[int, list[str]]], count: int) -> list[str] | None:
    """Names of the spectra: the fifth list of a project, else the first of as many texts, neither axis nor GUIDs."""
    marks = [m.start() for m in re.finditer(rb"Values", content[:5_000_000])][:5]
    fifth = [t for at, t in lists if len(marks) == 5 and len(t) == count and marks[4] - 8 <= at <= marks[4]]
    fits = [t for _, t in lists if len(t) == count > 1 and _axis(t) is None and not t[0].startswith("{")]
    return next(iter([*fifth, *fits]), None)


def _axis(texts: list[str]) -> np.ndarray | None:
    """Numbers in order, as wavenumbers are."""
    if len(texts) < 10:
        return None
    try:
        axis = np.array([float(t) for t in texts])
    except ValueError:
        return None
    steps = np.diff(axis)
    ordered = (steps > 0).all() or (steps < 0).all()
    return axis if ordered and np.isfinite(axis).all() and axis.min() > 1000 and axis.max() < 20_000 else None


def _properties(content: bytes, lists: list[tuple[int, list[str]]], count: int,
                ) -> tuple[Targets | None, tuple[Note, ...]]:
    """Reference values: after the list of their names one block for every spectrum."""
    start = content.find(_PROPERTIES)
    inside = [t for at, t in lists if at > start >= 0]
    # lists of as many settings come before that of the names
    names = next((t for t in inside if len(t) == len(inside[0]) and any(
        re.search(r"[^\W\d]", n) for n in t)), None)
    if names is None:
        return None, ()
    mark = b"%d Values" % len(names)
    values = [np.frombuffer(content, "<f8", len(names), at) for at in _blocks(content, len(names), start)
              if content[at - len(_BEGIN) - len(mark):at - len(_BEGIN)] == mark]
    table = np.stack(values) if values else np.zeros((0, len(names)))
    if len(table) != count or len(set(names)) != len(names):
        return None, (Note("nircal.properties_left_out", names=names[:6]),)
    if not (table[np.isfinite(table)] != 0).any():  # a project without values keeps zeros
        return None, ()
    return Targets(tuple(names), table), ()
