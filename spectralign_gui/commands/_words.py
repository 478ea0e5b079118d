"""Small things that the words of a call need: names before a path, lists in a sentence, warnings."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..core.errors import ParameterError


def split_name(word: str) -> tuple[str | None, str]:
    """``NAME=PATH`` → (NAME, PATH); a path that exists is taken as it is."""
    if "=" in word and not exists(word):
        name, _, path = word.partition("=")
        if name.strip() and path:
            return name.strip(), path
    return None, word


def warn(sentence: str) -> None:
    """A warning on standard error, one line."""
    print(f"spectralign: warning: {sentence}", file=sys.stderr)


def tell(sentence: str) -> None:
    """Something worth knowing that is no warning, on standard error, one line."""
    print(f"spectralign: {sentence}", file=sys.stderr)


def unended(text: str) -> str:
    """A sentence without its full stop, as it stands at the end of a line."""
    return text.removesuffix(".")


def some(items: Sequence[Any], most: int = 5, separator: str = ", ") -> str:
    """The first few of them, and how many more there are."""
    shown = separator.join(str(i) for i in items[:most])
    return shown + (f" and {len(items) - most} more" if len(items) > most else "")


def exists(path: str) -> bool:
    """Whether there is something of that name; a word that cannot be a name at all (too long) is none."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def at_least(option: str, value: int, least: int) -> None:
    """Refuse a number below `least`.

    Raises
    ------
    ParameterError
    """
    if value < least:
        raise ParameterError("call.too_small", option=option, least=least, value=value)


def is_whole(text: str) -> bool:
    """Whether it is a whole number without sign ("²" is a digit to `str.isdigit`, but no number)."""
    return text.isdecimal()
