"""A flat JSON list of numbers as an array: straight into memory where simdjson is there, else by way of a list.

simdjson has no wheels for the newest Pythons for a while after they come out; msgspec gives the same numbers there.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

Parser: Any = None
try:
    import simdjson
except (ImportError, RuntimeError):
    pass  # no wheel for this Python (RuntimeError: the package without its binary); msgspec does it
else:
    Parser = simdjson.Parser

KEPT = 1 << 22
"""Bytes of text up to which a parser is kept: it holds memory for several times as much."""
_of_thread = threading.local()


def decode_numbers(text: bytes) -> np.ndarray | None:
    """Numbers of a flat JSON list, or None if it holds anything else or is no JSON.

    Parameters
    ----------
    text : bytes
        Must not hold lists or objects inside the list.
    """
    if Parser is None:
        return decode_by_list(text)
    # a parser keeps its memory for the next chunk; it is blocked as long as anything refers to its last result
    parser = getattr(_of_thread, "parser", None) or Parser()
    _of_thread.parser = None
    try:
        numbers = parser.parse(text)
        values = np.frombuffer(numbers.as_buffer(of_type="d"), np.float64)
    except (ValueError, TypeError, RuntimeError, UnicodeDecodeError):
        return None  # a new parser next time: the traceback may still refer to this one's result
    del numbers
    if len(text) < KEPT:
        _of_thread.parser = parser
    return values


def decode_by_list(text: bytes) -> np.ndarray | None:
    """The same with msgspec."""
    import msgspec

    try:
        return np.array(msgspec.json.decode(text, type=list[float]), np.float64)
    except (msgspec.DecodeError, ValueError):
        return None
