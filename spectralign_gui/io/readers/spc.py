"""Galactic (GRAMS) SPC: new format in both byte orders, old LabCalc format, multi-file, common and own x arrays.

After the format description of Galactic's SDK ("A Brief Guide to SPC File Format and Using GSPCIO"). Exponents are
signed bytes; the old format keeps 32-bit values with their 16-bit words swapped.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import FileError
from ...core.notes import Note
from ._binary import Bytes
from ._merged import merge_equal_axes
from ._wrap import parsing
from .contract import Block, Reader, ReadResult
from .registry import register_reader

SHORT, MULTI, LABELS, OWN_X, HAS_X = 0x01, 0x04, 0x20, 0x40, 0x80
NEW, NEW_BIG, OLD = 0x4B, 0x4C, 0x4D
FLOAT = -128
MAX_POINTS, MAX_SPECTRA = 50_000_000, 1_000_000
X_UNITS = {1: "cm-1", 2: "um", 3: "nm", 13: "raman-shift", 14: "eV", 16: "channel", 17: "channel", 22: "channel"}
X_NAMES = {4: "seconds", 5: "minutes", 6: "Hz", 7: "kHz", 8: "MHz", 9: "m/z", 10: "ppm", 11: "days", 12: "years",
           18: "degrees", 19: "°F", 20: "°C", 21: "K", 23: "ms", 24: "µs", 25: "ns", 26: "GHz", 27: "cm", 28: "m",
           29: "mm", 30: "hours", 255: "interferogram points"}
Y_QUANTITIES = {2: "absorbance", 4: "counts", 10: "absorbance", 12: "intensity", 13: "intensity", 14: "intensity",
                128: "transmittance", 129: "reflectance", 131: "intensity"}
OTHERS = ("Shimadzu UVProbe, Bruker EPR (ESP/WinEPR), EDAX EDS, ORTEC gamma spectra and AVIRIS band lists also use the "
          "ending .spc")


def _plausible(head: bytes) -> bool:
    if len(head) < 256 or head[1] not in (NEW, NEW_BIG, OLD):
        return False
    if head[1] == OLD:
        points, first, last = struct.unpack_from("<fff", head, 4)
        return bool(1 <= points <= MAX_POINTS and points == int(points) and np.isfinite([first, last]).all())
    order = "<" if head[1] == NEW else ">"
    points, first, last, count = struct.unpack_from(f"{order}iddi", head, 4)
    return bool(np.isfinite([first, last]).all() and points >= 0 and 0 <= count <= MAX_SPECTRA
                and abs(first) < 1e12 and abs(last) < 1e12)


@register_reader
class SpcReader(Reader):
    """Files named .spc of other programs are refused by name."""

    name = "spc"
    title = "Galactic SPC"
    extensions = (".spc",)

    def sniff(self, path: Path, head: bytes) -> float:
        """Version byte and a sane header; anything binary named .spc comes here to be refused by name."""
        if head.startswith(b"PK\x03\x04"):
            return 0.0  # the second letter of every ZIP is the version byte 0x4B
        if len(head) >= 2 and head[1] in (NEW, NEW_BIG, OLD) and _plausible(head):
            zeros = head[325:512].count(0) > 150 if head[1] != OLD else True
            return 0.95 if zeros else 0.6
        if path.suffix.lower() == ".spc":
            return 0.55
        return 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read all subfiles."""
        content = Bytes(path, "SPC").data
        if len(content) < 2 or content[1] not in (NEW, NEW_BIG, OLD):
            version = content[1] if len(content) > 1 else 0
            raise FileError("spc.no_spc", version=version, others=OTHERS)
        with parsing("SPC"):
            result = _read_old(content) if content[1] == OLD else _read_new(content, "<" if content[1] == NEW else ">")
        return result


def _scale(raw: bytes, exponent: int, short: bool, order: str, swapped: bool) -> np.ndarray:
    if exponent == FLOAT:
        return np.frombuffer(raw, f"{order}f4").astype(np.float64)
    if short:
        return np.frombuffer(raw, f"{order}i2") * 2.0 ** (exponent - 16)
    if swapped:
        words = np.frombuffer(raw, "<u2").reshape(-1, 2).astype(np.int64)
        values = (words[:, 0] << 16) | words[:, 1]
        return np.where(values >= 1 << 31, values - (1 << 32), values) * 2.0 ** (exponent - 32)
    return np.frombuffer(raw, f"{order}i4") * 2.0 ** (exponent - 32)


def _take(content: bytes, at: int, size: int, what: str) -> bytes:
    if at < 0 or size < 0 or at + size > len(content):
        raise FileError("spc.cut_off", what=what, needed=at + size, held=len(content))
    return content[at:at + size]


def _text(raw: bytes) -> str:
    return raw.split(b"\0")[0].decode("cp1252", "replace").strip()


def _units(x_type: int, y_type: int, flags: int, labels: bytes) -> tuple[str, str, list[str]]:
    unit, quantity = X_UNITS.get(x_type, "unknown"), Y_QUANTITIES.get(y_type, "unknown")
    warnings: list[str] = []
    if flags & LABELS:
        from ._units import axis_unit_of, quantity_of

        texts = [t.decode("cp1252", "replace").strip() for t in labels.split(b"\0")]
        if texts and unit == "unknown" and texts[0]:
            unit = axis_unit_of(texts[0]) or "unknown"
        if len(texts) > 1 and quantity == "unknown" and texts[1]:
            quantity = quantity_of(texts[1]) or "unknown"
    if unit == "unknown" and x_type in X_NAMES:
        warnings.append(Note("spc.axis_of_another_unit", unit=X_NAMES[x_type]))
    return unit, quantity, warnings


def _read_new(content: bytes, order: str) -> ReadResult:
    head = _take(content, 0, 512, "its header")
    flags, exponent = head[0], struct.unpack_from("b", head, 3)[0]
    points, first, last, count = struct.unpack_from(f"{order}iddi", head, 4)
    unit, quantity, warnings = _units(head[28], head[29], flags, head[218:248])
    own_x = bool(flags & OWN_X) and bool(flags & HAS_X)
    count = max(count, 1)
    if count > MAX_SPECTRA or (not own_x and not 1 <= points <= MAX_POINTS):
        raise FileError("spc.impossible_spectra", count=count, points=points)
    # every subfile takes at least its own header: a count beyond that is damage, found before anything is allotted
    _take(content, 512, 32 * count, f"{count} spectra")
    metadata = {"comment": _text(head[88:218]), "source": _text(head[45:54]), "resolution": _text(head[36:45]),
                "method": _text(head[264:312])}
    date = struct.unpack_from(f"{order}I", head, 32)[0]
    if date:
        day = f"{date >> 20}-{date >> 16 & 15:02d}-{date >> 11 & 31:02d}"
        metadata["date"] = f"{day} {date >> 6 & 31:02d}:{date & 63:02d}"
    at, axis = 512, None
    if not own_x:
        if flags & HAS_X:
            axis = np.frombuffer(_take(content, at, 4 * points, "its x values"), f"{order}f4").astype(np.float64)
            at += 4 * points
        else:
            axis = np.linspace(first, last, points)
    short = bool(flags & SHORT)
    blocks: list[Block] = []
    z_values: list[float] = []
    for k in range(count):
        sub = _take(content, at, 32, f"spectrum {k + 1}")
        sub_exponent, z = struct.unpack_from("b", sub, 1)[0], struct.unpack_from(f"{order}f", sub, 4)[0]
        sub_points = struct.unpack_from(f"{order}i", sub, 16)[0]
        at += 32
        n = sub_points if own_x and sub_points else points
        if not 1 <= n <= MAX_POINTS:
            raise FileError("spc.impossible_points_of_spectrum", n=n, spectrum=k + 1)
        use = FLOAT if exponent == FLOAT else sub_exponent if flags & MULTI or own_x else exponent
        width = 2 if short and use != FLOAT else 4
        x = axis
        if own_x:
            raw_x = _take(content, at, 4 * n, f"the x values of spectrum {k + 1}")
            x = np.frombuffer(raw_x, f"{order}f4").astype(np.float64)
            at += 4 * n
        values = _scale(_take(content, at, width * n, f"spectrum {k + 1}"), use, short, order, False)
        at += width * n
        blocks.append(Block(values, x, (), unit, quantity, str(k + 1), metadata=metadata))
        z_values.append(z)
    log = struct.unpack_from(f"{order}i", head, 248)[0]
    end = log if at <= log <= len(content) else len(content)
    rest = end - at
    directory = 12 * count if own_x else 0
    # padding is zeros; without a log block behind the spectra, anything else is data that the header does not name
    left = rest >= 4 and log == 0 and not own_x and any(content[at:end])
    if left or (rest > directory + 512 and rest > 0.02 * len(content)):
        warnings.append(Note("spc.bytes_without_meaning", n=rest))
    return _finish(blocks, z_values, warnings)


def _read_old(content: bytes) -> ReadResult:
    head = _take(content, 0, 256, "its header")
    flags = head[0]
    exponent = struct.unpack_from("<h", head, 2)[0]
    exponent = FLOAT if exponent in (128, -128) else exponent
    announced, first, last = struct.unpack_from("<fff", head, 4)
    if not (np.isfinite(announced) and 1 <= announced <= MAX_POINTS and announced == int(announced)):
        raise FileError("spc.impossible_points", announced=announced)
    points = int(announced)
    if flags & OWN_X:
        raise FileError("spc.old_with_own_axes")
    unit, quantity, warnings = _units(head[16], head[17], flags, head[194:224])
    metadata = {"comment": _text(head[64:194]), "resolution": _text(head[24:32])}
    short = bool(flags & SHORT)
    width = 2 if short and exponent != FLOAT else 4
    at, axis = 256, np.linspace(first, last, points)
    if flags & HAS_X:
        axis = np.frombuffer(_take(content, at, 4 * points, "its x values"), "<f4").astype(np.float64)
        at += 4 * points
    blocks: list[Block] = []
    z_values: list[float] = []
    sub = head[224:256]
    while True:
        k = len(blocks) + 1
        own = struct.unpack_from("b", sub, 1)[0]
        use = exponent if exponent == FLOAT or not flags & MULTI else own
        values = _scale(_take(content, at, width * points, f"spectrum {k}"), use, short, "<", True)
        blocks.append(Block(values, axis, (), unit, quantity, str(k), metadata=metadata))
        z_values.append(struct.unpack_from("<f", sub, 4)[0])
        at += width * points
        if not flags & MULTI or at + 32 + width * points > len(content):
            break
        sub = content[at:at + 32]
        at += 32
    left = len(content) - at
    if flags & MULTI and left >= 32:
        warnings.append(Note("spc.last_spectrum_cut_off", n=left))
    return _finish(blocks, z_values, warnings)


def _finish(blocks: list[Block], z_values: list[float], warnings: list[str]) -> ReadResult:
    # a mere numbering is no name: two such files would seem to match by it
    numbering = z_values == [z_values[0] + k for k in range(len(z_values))]
    if len(blocks) > 1 and len(set(z_values)) == len(z_values) and not numbering:
        blocks = [b.with_(names=(f"z = {z:g}",)) for b, z in zip(blocks, z_values, strict=True)]
    return ReadResult(tuple(merge_equal_axes(blocks)), warnings=tuple(warnings))
