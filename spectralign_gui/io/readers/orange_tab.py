"""Tables of Orange and Quasar (.tab): titles, then kinds (continuous, discrete, string), then roles (class, meta); or
all in the titles ("C#1000", "mS#sample").

After the description of the format in the documentation of Orange.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...core.data import Targets
from ...core.errors import FileError
from ._units import unit_from_numbers
from ._wrap import parsing
from .contract import Block, Guess, Reader, ReadResult
from .registry import register_reader
from .text.numbers import to_number

KINDS = {"continuous": "c", "c": "c", "numeric": "c", "n": "c", "discrete": "d", "d": "d", "string": "s", "s": "s",
         "text": "s", "time": "t", "t": "t", "basket": "s", "": ""}
_SHORT = re.compile(r"(?=[mciwCDST]{1,2}#)(?P<role>[mciw]?)(?P<kind>[CDST]?)#")
_ROLES = {"class", "c", "meta", "m", "meta_", "i", "ignore", "weight", "w", ""}
_MISSING = {"", "?", ".", "NA", "nan", "NaN", "~", "*"}
MOST_BYTES = 1_000_000_000


@dataclass(frozen=True)
class _Column:
    title: str
    kind: str
    role: str
    at: int


@register_reader
class OrangeTabReader(Reader):
    """Features whose titles are numbers are the spectra; class variables reference values or groups; metas names."""

    name = "orange-tab"
    title = "Orange or Quasar table"
    extensions = (".tab",)

    def sniff(self, path: Path, head: bytes) -> float:
        """A second line of kinds and a third of roles, or titles with both before a #."""
        lines = head.decode("utf-8", "replace").lstrip("\ufeff").splitlines()
        first = (lines[0].split("\t") if lines else [])
        marked = sum(bool(_SHORT.match(c)) for c in first)
        if len(first) > 3 and marked > 0.5 * len(first):
            return 0.95
        if len(lines) < 3:
            return 0.0
        kinds = [c.strip().casefold() for c in lines[1].split("\t")]
        roles = [c.strip().split(" ")[0].casefold() for c in lines[2].split("\t")]
        named = sum(k != "" and k in KINDS for k in kinds)
        listed = sum(" " in k and not re.search(r"\d[.,]\d", k) for k in kinds)  # the values of a discrete variable
        plain = named > 0.5 * len(kinds) and named + listed + kinds.count("") == len(kinds) and all(
            r in _ROLES or "=" in r for r in roles)
        return 0.95 if plain and len(kinds) > 3 else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read spectra, names, reference values and groups."""
        if path.stat().st_size > MOST_BYTES:
            raise FileError("read.too_large", size=path.stat().st_size / 1e9, most=MOST_BYTES / 1e9)
        with parsing("Orange table"), open(path, encoding="utf-8-sig", errors="replace", newline="") as file:
            rows = [[c.strip() for c in r] for r in csv.reader(file, delimiter="\t") if any(c.strip() for c in r)]
        columns, body, first = _columns(rows)
        for number, row in enumerate(body, start=first):
            if len(row) != len(columns):
                raise FileError("pyhat.row_of_other_width", row=number, cells=len(row), expected=len(columns))
        waves = [c for c in columns if c.role == "" and c.kind in ("c", "") and to_number(c.title) is not None]
        if not body or len(waves) < 3:
            raise FileError("orange.no_spectra")
        axis = np.array([to_number(c.title) for c in waves], float)
        spectra = np.array([[_value(row[c.at], c.title, k + first) for c in waves] for k, row in enumerate(body)])
        guess = unit_from_numbers(axis)
        targets, groups = _classes(columns, body, first)
        block = Block(spectra, axis, _names(columns, body), guess.value, targets=targets, groups=groups,
                      guessed=("unit",) if guess.value not in ("unknown", "channel") else ())
        return ReadResult((block,), (), {"unit": Guess(guess.value, guess.confidence, guess.reason, False)})


def _columns(rows: list[list[str]]) -> tuple[list[_Column], list[list[str]], int]:
    """Columns, the rows of data, and the line of the first of them."""
    titles = rows[0]
    if sum(bool(_SHORT.match(t)) for t in titles) > 0.5 * len(titles):
        made = []
        for j, title in enumerate(titles):
            found = _SHORT.match(title)
            role, kind = (found["role"], found["kind"].casefold()) if found else ("", "")
            made.append(_Column(title[found.end():] if found else title, kind, role, j))
        return made, rows[1:], 2
    kinds = [KINDS.get(c.casefold(), "d") for c in rows[1]]  # a list of values is a discrete variable
    roles = [c.split(" ")[0].casefold()[:1] for c in rows[2]]
    kinds += [""] * (len(titles) - len(kinds))
    roles += [""] * (len(titles) - len(roles))
    return [_Column(t, kinds[j], roles[j], j) for j, t in enumerate(titles)], rows[3:], 4


def _value(cell: str, title: str, line: int) -> float:
    value = np.nan if cell in _MISSING else to_number(cell)
    if value is None:
        raise FileError("orange.not_a_number", line=line, title=title, cell=cell[:30])
    return value


def _names(columns: list[_Column], body: list[list[str]]) -> tuple[str, ...]:
    """The first meta column of texts that differ."""
    for c in columns:
        texts = [row[c.at] for row in body]
        if c.role == "m" and c.kind in ("s", "") and len(set(texts)) == len(texts) and any(
                to_number(t) is None for t in texts):
            return tuple(texts)
    return ()


def _classes(columns: list[_Column], body: list[list[str]], first: int,
             ) -> tuple[Targets | None, tuple[str, ...] | None]:
    """Numbers that are to be predicted, and the class if it is a word; also features that are no wavelength."""
    numbers, groups = {}, None
    for c in columns:
        feature = c.role == "" and c.kind == "c" and to_number(c.title) is None
        if (c.role == "c" and c.kind != "d" and c.kind != "s") or feature:
            numbers[c.title] = [_value(row[c.at], c.title, k + first) for k, row in enumerate(body)]
        elif c.role == "c" and groups is None:
            groups = tuple(row[c.at] for row in body)
    targets = Targets(tuple(numbers), np.array(list(numbers.values()), float).T) if numbers else None
    return targets, groups
