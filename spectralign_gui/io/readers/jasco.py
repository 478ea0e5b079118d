"""JASCO Spectra Manager (.jws, .jwb): an OLE2 container with the streams DataInfo and Y-Data.

The layout is not published by JASCO; it is as the open converters jwsProcessor and jws2txt describe it. DataInfo holds
the number of channels and of points, first and last x as doubles, the codes of axis and channels; Y-Data the values.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import FileError
from ...core.notes import Note
from ._named import OLE, ole_parts
from ._ole2 import read_parts
from ._units import unit_from_numbers
from ._wrap import parsing
from .contract import Block, Choice, Guess, Reader, ReadResult
from .registry import register_reader

WAVELENGTH = 0x10000103
CHANNELS = {3: "absorbance", 14: "fluorescence", 4097: "circular dichroism", 8193: "HT voltage"}
QUANTITIES = {3: "absorbance", 14: "intensity"}
MOST_CHANNELS, MOST_POINTS = 64, 20_000_000


@register_reader
class JascoReader(Reader):
    """One spectrum; of several channels (circular dichroism, voltage, absorbance) the first, or the one chosen."""

    name = "jasco"
    title = "JASCO Spectra Manager"
    extensions = (".jws", ".jwb")
    option_names = ("channel",)
    apart = True

    def sniff(self, path: Path, head: bytes) -> float:
        """An OLE2 container with the two streams."""
        if not head.startswith(OLE):
            return 0.0
        return 0.97 if {"DataInfo", "Y-Data"} <= set(ole_parts(head, path)) else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read the chosen channel."""
        with parsing("JASCO"):
            parts = read_parts(path)
            info, values = parts.get("DataInfo", b""), parts.get("Y-Data", b"")
            if len(info) < 64 or not values:
                raise FileError("jasco.no_spectrum")
            count, points = struct.unpack_from("<I", info, 12)[0], struct.unpack_from("<I", info, 20)[0]
            first, last = struct.unpack_from("<2d", info, 24)
            codes = struct.unpack_from("<4I", info, 48)
            if len(values) != 4 * points * count:
                count = struct.unpack_from("<I", info, 4)[0]  # the files of several curves count them here
            if not (1 <= count <= MOST_CHANNELS and 2 <= points <= MOST_POINTS) or len(values) != 4 * points * count:
                raise FileError("jasco.values_do_not_fit", points=points, count=count, n=len(values) // 4)
            if not np.isfinite([first, last]).all() or first == last:
                raise FileError("jasco.impossible_axis", first=first, last=last)
            spectra = np.frombuffer(values, "<f4").astype(np.float64).reshape(count, points)
            axis = np.linspace(first, last, points)
            texts = [t for name in ("ModuleInfo", "MeasParam") for t in _texts(parts.get(name, b""))]
            return _result(spectra, axis, codes, texts, _sample(parts.get("SampleInfo", b"")), options.get("channel"))


def _result(spectra: np.ndarray, axis: np.ndarray, codes: tuple[int, ...], texts: list[str], sample: str,
            chosen: Any) -> ReadResult:
    own = [c for c in dict.fromkeys(codes[1:]) if c in CHANNELS]
    known = own if len(own) == len(spectra) else []
    titles = [CHANNELS[c] for c in known] or [f"channel {k + 1}" for k in range(len(spectra))]
    wanted = str(chosen) if chosen is not None else titles[0]
    if wanted not in titles:
        raise FileError("jasco.no_such_channel", wanted=wanted, titles=titles)
    at = titles.index(wanted)
    said = " ".join(texts)
    if codes[0] == WAVELENGTH:
        guess = Guess("nm", 1.0, Note("guess.file_says_so", "info"))
    else:
        guess = unit_from_numbers(axis, bool(re.search(r"raman|\bNRS", said, re.I)))
    guessed = ("unit",) if not guess.stated and guess.value not in ("unknown", "channel") else ()
    choices = tuple(Choice("channel", t, t, t == wanted) for t in titles) if len(titles) > 1 else ()
    notes = (Note("jasco.other_channels", others=[t for t in titles if t != wanted]),) if (
        choices and chosen is None) else ()
    block = Block(spectra[at], axis, (sample,) if sample else (), guess.value,
                  QUANTITIES.get(known[at], "unknown") if known else "unknown",
                  metadata={"instrument": texts[0]} if texts else {}, guessed=guessed)
    return ReadResult((block,), (), {"unit": guess}, notes, choices)


def _texts(stream: bytes) -> list[str]:
    """Texts of at least three letters in a stream of UTF-16."""
    found = re.findall(rb"(?:[\x20-\x7e]\0){3,}", stream)
    return [t.decode("utf-16-le").strip() for t in found if t.decode("utf-16-le").strip()]


def _sample(stream: bytes) -> str:
    """Name of the sample: UTF-16 from the eighth byte to the first zero."""
    text = stream[8:8 + 2 * ((len(stream) - 8) // 2)].decode("utf-16-le", "replace").split("\0")[0].strip()
    return text if text and text.isprintable() and "\ufffd" not in text and len(text) < 200 else ""
