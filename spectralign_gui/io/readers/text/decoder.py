"""A flat JSON list of numbers as an array: straight into memory where simdjson is there, else by way of a list.

simdjson has no wheels for the newest Pythons for a while after they come out; msgspec gives the same numbers there.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

Parser: Any = None
try:
    import simdjson
except (ImportError, RuntimeError):
    pass  # no wheel for this Python (RuntimeError: the package without its binary); msgspec does it
else:
    Parser = simdjson.Parser

_decode_list = msgspec.json.Decoder(list[float]).decode


def decode_numbers(text: bytes) -> np.ndarray | None:
    """Numbers of a flat JSON list, or None if it holds anything else or is no JSON.

    Parameters
    ----------
    text : bytes
        Must not hold lists or objects inside the list.
    """
    if Parser is None:
        return decode_by_list(text)
    try:
        # a parser each time: a used one is blocked as long as anything, such as a traceback, refers to its result
        return np.frombuffer(Parser().parse(text).as_buffer(of_type="d"), np.float64)
    except (ValueError, TypeError, RuntimeError, UnicodeDecodeError):
        return None


def decode_by_list(text: bytes) -> np.ndarray | None:
    """The same with msgspec."""
    try:
        return np.array(_decode_list(text), np.float64)
    except (msgspec.DecodeError, ValueError):
        return None
