"""Turns what parsers throw at broken files into one sentence."""

from __future__ import annotations

import csv
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from tokenize import TokenError
from xml.etree.ElementTree import ParseError

from ...core.errors import FileError, SpectrAlignError

PARSER_ERRORS: tuple[type[Exception], ...] = (
    OSError, ValueError, KeyError, IndexError, TypeError, AttributeError, EOFError, OverflowError, ZeroDivisionError,
    AssertionError, NotImplementedError, RecursionError, RuntimeError, struct.error, zlib.error,
    SyntaxError, TokenError, csv.Error, zipfile.BadZipFile, ParseError, LookupError, ArithmeticError)
"""What third-party and binary parsers raise when the bytes are not what the format says."""


@contextmanager
def parsing(what: str) -> Iterator[None]:
    """Turn a parser's error into a FileError: "the OPUS file is damaged or cut off (…)"."""
    try:
        yield
    except SpectrAlignError:
        raise
    except MemoryError as error:
        raise FileError("wrap.out_of_memory", what=what) from error
    except OSError as error:
        raise FileError("wrap.cannot_be_read", what=what, strerror=error.strerror or error) from error
    except PARSER_ERRORS as error:
        detail = " ".join(str(error).split())[:120]
        raise FileError("wrap.damaged_or_unknown", what=what, name=type(error).__name__,
                        detail=': ' + detail if detail else '') from error
