"""Avantes binary files of AvaSoft 7 (.ROH .TRM .ABS .RFL .DRK .REF) and AvaSoft 8 (.RAW8 .RFL8 .TRM8 .ABS8 .IRR8).

AvaSoft 7 writes everything as 32-bit floats, even text; AvaSoft 8 packs records one after the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import FileError
from ...core.notes import Note
from ._binary import Bytes
from ._merged import merge_equal_axes
from ._wrap import parsing
from .contract import Block, Choice, Reader, ReadResult
from .registry import register_reader

MODES82 = {0: "scope", 1: "absorbance", 2: "scope minus dark", 3: "transmittance", 4: "reflectance",
           5: "irradiance", 6: "relative irradiance", 7: "temperature"}
MODES84 = {0: "scope", 1: "scope minus dark", 2: "absorbance", 3: "transmittance", 4: "irradiance", 5: "reflectance",
           6: "relative irradiance", 7: "temperature"}
RATIOS = ("absorbance", "transmittance", "reflectance")
MERGE_GROUP = 10
TABLES84 = 3779
"""Stray light, linearity and white tables of an AVS84 record: their size does not depend on the number of pixels."""
PROCESSED7 = {".abs": "absorbance", ".trm": "transmittance", ".rfl": "reflectance"}
HEAD8 = 4 + 4 + 75 + 41 + 8 + 20 + 40 + 130


def processed(scope: np.ndarray, dark: np.ndarray, reference: np.ndarray, kind: str) -> np.ndarray:
    """Absorbance, or reflectance and transmittance in per cent, from scope, dark and reference."""
    with np.errstate(divide="ignore", invalid="ignore"):
        share = (scope - dark) / (reference - dark)
        share = np.where(reference == dark, np.nan, share)
        if kind == "absorbance":
            return np.where(share > 0, -np.log10(np.where(share > 0, share, 1.0)), np.nan)
        return 100 * share


@register_reader
class AvantesReader(Reader):
    """The quantity that the file's mode says; `signal` chooses scope, dark or reference."""

    name = "avantes"
    title = "Avantes AvaSoft"
    extensions = (".roh", ".trm", ".abs", ".rfl", ".drk", ".ref", ".raw8", ".rfl8", ".trm8", ".abs8", ".irr8",
                  ".raw8x", ".rfl8x", ".trm8x", ".abs8x", ".irr8x")
    option_names = ("signal",)

    def sniff(self, path: Path, head: bytes) -> float:
        """AVS82 or AVS84, or the version number 60 or 70 as a float with a serial number in floats behind it."""
        if head.startswith((b"AVS82", b"AVS84")):
            return 0.98
        if len(head) > 200:
            floats = np.frombuffer(head[:40], "<f4")
            known = path.suffix.lower() in self.extensions
            if floats[0] == 70 and ((floats[1:10] >= 0) & (floats[1:10] < 128) & (floats[1:10] % 1 == 0)).all():
                return 0.9
            if floats[0] == 60 and known:
                return 0.8
        return 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read all spectra of the file."""
        with parsing("Avantes"):
            content = Bytes(path, "Avantes")
            if content.data[:3] == b"AVS":
                return self._eight(content, options.get("signal"))
            return self._seven(content, path.suffix.lower(), options.get("signal"))

    def _choose(self, signals: dict[str, np.ndarray], default: str, wanted: Any) -> tuple[str, tuple[Choice, ...]]:
        chosen = str(wanted or default)
        if chosen not in signals:
            raise FileError("asd.no_such_signal", chosen=chosen, signals=signals)
        return chosen, tuple(Choice("signal", k, k, k == chosen) for k in signals)

    def _seven(self, content: Bytes, suffix: str, wanted: Any) -> ReadResult:
        version = float(content.one("<f", 0))
        coefficients_at = 4 * (1 + 9 + 64) if version == 70 else 4
        coefficients = content.array("<f4", coefficients_at, 5, "its header")
        at = coefficients_at + 20 + (36 if version == 60 else 0)
        first, last = content.unpack("<ff", at, "its header")
        if not (np.isfinite([first, last]).all() and 0 <= first <= last < 100_000 and first % 1 == 0 and last % 1 == 0):
            raise FileError("avantes.impossible_pixels_of_version_7", first=first, last=last)
        count = int(last - first) + 1
        start = at + 16 + (4 * 17 if version == 70 else 0)
        tail = 3
        left = (len(content) - start) // 4 - tail
        if left not in (count, 3 * count):
            content.take(start, 4 * (count + tail), "the spectrum")
            raise FileError("avantes.values_do_not_fit", room=left, count=count)
        pixels = np.arange(count) + first
        axis = np.polynomial.polynomial.polyval(pixels, coefficients)
        values = content.array("<f4", start, left, "the spectrum")
        if left == count:
            signals, default = {"scope": values}, "scope"
        else:
            scope, reference, dark = values.reshape(count, 3).T
            default = PROCESSED7.get(suffix, "transmittance")
            signals = {default: processed(scope, dark, reference, default), "scope": scope, "reference": reference,
                       "dark": dark}
        chosen, choices = self._choose(signals, default, wanted)
        quantity = chosen if chosen in ("absorbance", "transmittance", "reflectance") else "counts"
        return ReadResult((Block(signals[chosen], axis, (), "nm", quantity),), choices=choices)

    def _eight(self, content: Bytes, wanted: Any) -> ReadResult:
        number = content.take(5, 1, "its header")[0]
        if not number:
            raise FileError("avantes.no_spectrum")
        modes = MODES84 if content.data[:5] == b"AVS84" else MODES82
        at, blocks, choices, warnings = 6, list[Block](), tuple[Choice, ...](), list[str]()
        for k in range(number):
            length = int(content.one("<I", at, f"spectrum {k + 1}"))
            mode = content.take(at + 5, 1)[0]
            name = content.text(at + 18, 64)
            start_pixel, stop_pixel = content.unpack("<HH", at + 8 + 75, f"spectrum {k + 1}")
            count = stop_pixel - start_pixel + 1
            if count < 1:
                raise FileError("avantes.impossible_pixels", first=start_pixel, last=stop_pixel)
            comment = content.text(at + HEAD8 - 130, 130)
            axis, scope, dark, reference = (content.array("<f4", at + HEAD8 + 4 * j * count, count, f"spectrum {k + 1}")
                                            for j in range(4))
            default = modes.get(mode, "scope")
            signals = {"scope": scope, "dark": dark, "reference": reference}
            if default in RATIOS:
                signals[default] = processed(scope, dark, reference, default)
            elif default == "scope minus dark":
                signals[default] = scope - dark
            elif default != "scope":
                warnings.append(Note("avantes.calibration_missing", mode=default))
                default = "scope"
            chosen, choices = self._choose(signals, default, wanted)
            blocks.append(Block(signals[chosen], axis, (comment or name or f"spectrum {k + 1}",), "nm",
                                chosen if chosen in RATIOS else "counts", f"spectrum {k + 1}",
                                metadata={"spectrometer": name, "comment": comment}))
            if k + 1 < number:
                at = _next_record(content, at, length, HEAD8 + 16 * count)
        return ReadResult(tuple(merge_equal_axes(blocks)), choices=choices, warnings=tuple(dict.fromkeys(warnings)))


def _next_record(content: Bytes, at: int, length: int, size: int) -> int:
    """Where the record after the one at `at` begins.

    The length does not count the merge group, and in some versions not the tables behind it, so the place is the one
    where a record with a sane head begins.

    Raises
    ------
    FileError
        There is none.
    """
    if length < HEAD8:
        raise FileError("avantes.record_without_length")
    places = [at + n + extra for n in dict.fromkeys((length, size)) for extra in (
        MERGE_GROUP, MERGE_GROUP + TABLES84, 0, TABLES84)]
    for place in places:
        if place + HEAD8 > len(content):
            continue
        first, last = content.unpack("<HH", place + 8 + 75)
        serial = content.take(place + 8, 9)
        if last >= first and serial.isalnum() and place + HEAD8 + 16 * (last - first + 1) <= len(content):
            axis = content.array("<f4", place + HEAD8, last - first + 1, "its axis")
            if np.isfinite(axis).all() and (len(axis) < 2 or (np.diff(axis) > 0).all()):
                return place
    raise FileError("avantes.next_spectrum_missing")
