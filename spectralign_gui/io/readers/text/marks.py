"""An apostrophe before a text of a table that would be taken for something else: written here, taken away on reading.

In a CSV file a spreadsheet takes what begins with ``=``, ``+``, ``-`` or ``@`` for a formula, and a reader of tables
takes ``#1`` for a comment and ``NaN`` for a missing value. Such names are written as ``'=1+1``, ``'#1``, ``'NaN``. A
name that begins with an apostrophe before such a text gets one more, so that every name comes back as it was.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ....core.data import Targets
from ..contract import ReadResult
from .dialect import COMMENT
from .numbers import MISSING

MARK = "'"
_COMMA_NUMBER = re.compile(r"[+-]?\d+,\d+\Z")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\Z", re.ASCII)
_ROW_NUMBER = re.compile(r"#\d+\Z", re.ASCII)
_FORMULA = ("=", "+", "-", "@")


def _dashes(text: str) -> str:
    return text.casefold().replace("–", "-").replace("−", "-")


def is_misread(text: str) -> bool:
    """Whether a reader of tables takes it for a comment, a missing value or a number with a comma."""
    return bool(text) and (COMMENT.match(text) is not None or _dashes(text) in MISSING
                           or _COMMA_NUMBER.match(text) is not None or text.startswith(('"', "sep=")))


def is_marked_in_csv(text: str) -> bool:
    """Whether the text is written with a mark where a spreadsheet may open the file."""
    return (text.startswith(_FORMULA) or is_misread(text)
            or (text.startswith(MARK) and is_marked_in_csv(text[1:])))


def marked(text: str, formulas: bool = True) -> str:
    """A text as it is written into a cell; without `formulas` the file knows that it is a text."""
    needed = is_marked_in_csv(text) if formulas or text.startswith(MARK) else is_misread(text)
    return MARK + text if needed else text


def marked_in_list(text: str, formulas: bool = True) -> str:
    """A text as it is written into a small table of names and values.

    There a missing value may be said in words, ``#12`` is the twelfth row, and a number written out is a number.
    """
    free = _dashes(text) in MISSING or _ROW_NUMBER.match(text) is not None or _NUMBER.match(text) is not None
    if not formulas and not text.startswith(MARK):
        return MARK + text if _COMMA_NUMBER.match(text) else text
    return text if free else marked(text, formulas)


def unmarked(text: str) -> str:
    """The text of a cell as it was before `marked`; any other text as it is."""
    return text[1:] if text.startswith(MARK) and is_marked_in_csv(text[1:]) else text


def without_marks(result: ReadResult) -> ReadResult:
    """What a table gave, its names as they were."""
    blocks = tuple(b.with_(names=_unmarked(b.names), groups=None if b.groups is None else _unmarked(b.groups),
                           targets=None if b.targets is None else _properties(b.targets),
                           columns={unmarked(t): _unmarked(c) for t, c in b.columns.items()}) for b in result.blocks)
    tables = tuple(replace(t, targets=_properties(t.targets), names=_unmarked(t.names)) for t in result.tables)
    return result.with_(blocks=blocks, tables=tables)


def _unmarked(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(unmarked, names)) if any(n.startswith(MARK) for n in names) else names


def _properties(targets: Targets) -> Targets:
    names = _unmarked(targets.names)
    return targets if names is targets.names else Targets(names, targets.values, targets.units, targets.censored,
                                                          targets.lab_errors)
