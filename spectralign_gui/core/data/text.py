"""Texts that come from files – names of samples, groups, properties and instruments – made clean once, on entry."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

UNKNOWN = "\N{REPLACEMENT CHARACTER}"
_BETWEEN = "\x00"


def printable(text: str) -> str:
    """A text that every file can hold and every window can show, in one line and without blanks around it.

    Line ends and control characters become blanks. The bytes of a file name that is not UTF-8 become the letters that
    they are on Western computers (Windows-1252). What is no character at all becomes the replacement character.
    """
    if text.isprintable():
        return text.strip(" ")
    return "".join(map(_cleaned, text)).strip()


def spelt(text: str) -> str:
    """A text as it is, with its lines; `printable` where it holds bytes of a terminal that is not UTF-8.

    Examples
    --------
    >>> spelt("M\\udcfcller")
    'Müller'
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return printable(text)
    return text


def _cleaned(character: str) -> str:
    if character.isprintable():
        return character
    code, kind = ord(character), unicodedata.category(character)
    if character in "\x00\ufffe\uffff" or (kind == "Cn" and (code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF)):
        return UNKNOWN
    if 0xDC80 <= code <= 0xDCFF:  # a byte of a file name, as Python keeps it
        shown = bytes([code - 0xDC00]).decode("cp1252", "replace")
        return shown if shown.isprintable() else " " if shown.isspace() else UNKNOWN
    if kind == "Cs":
        return UNKNOWN
    if character == "\ufeff":  # a byte order mark that has got into a text
        return ""
    return " " if kind in ("Cc", "Zl", "Zp") else character


def printable_names(names: Iterable[object]) -> tuple[str, ...]:
    """`printable` of each; quick where all are clean already."""
    texts = tuple(map(str, names))
    joined = _BETWEEN.join(texts)
    if (joined.replace(_BETWEEN, "").isprintable() and joined.count(_BETWEEN) == max(len(texts) - 1, 0)
            and f" {_BETWEEN}" not in joined and f"{_BETWEEN} " not in joined
            and not joined.startswith(" ") and not joined.endswith(" ")):
        return texts
    return tuple(map(printable, texts))
