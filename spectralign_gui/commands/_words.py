"""Small things that the words of a call need: names before a path, lists in a sentence, warnings."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def split_name(word: str) -> tuple[str | None, str]:
    """``NAME=PATH`` → (NAME, PATH); a path that exists is taken as it is."""
    if "=" in word and not Path(word).exists():
        name, _, path = word.partition("=")
        if name.strip() and path:
            return name.strip(), path
    return None, word


def warn(sentence: str) -> None:
    """A warning on standard error."""
    print(f"spectralign: warning: {sentence}", file=sys.stderr)


def some(items: Sequence[Any], most: int = 5, separator: str = ", ") -> str:
    """The first few of them, and how many more there are."""
    shown = separator.join(str(i) for i in items[:most])
    return shown + (f" and {len(items) - most} more" if len(items) > most else "")
