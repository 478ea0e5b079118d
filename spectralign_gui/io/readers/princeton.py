"""Princeton Instruments .spe: WinSpec 2.x (calibration polynomial) and LightField 3 (XML footer)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import FileError
from ._binary import Bytes
from ._wrap import parsing
from ._xml import parse_xml
from .contract import Block, Reader, ReadResult
from .registry import register_reader

HEADER = 4100
TYPES = {0: "<f4", 1: "<i4", 2: "<i2", 3: "<u2", 5: "<f8", 6: "u1", 8: "<u4"}
FORMATS = {"MonochromeUnsigned16": "<u2", "MonochromeUnsigned32": "<u4", "MonochromeFloating32": "<f4",
           "MonochromeFloating64": "<f8"}
UNITS = {1: "channel", 3: "nm", 4: "um", 5: "cm-1", 6: "raman-shift"}
NAMESPACE = "{http://www.princetoninstruments.com/spe/2009}"
MAX_VALUES = 200_000_000


@register_reader
class SpeReader(Reader):
    """Every row of every frame is a spectrum."""

    name = "spe"
    title = "Princeton Instruments SPE"
    extensions = (".spe",)

    def sniff(self, path: Path, head: bytes) -> float:
        """A WinX header: its mark at byte 2996 and its version number."""
        if len(head) < HEADER:
            return 0.3 if path.suffix.lower() == ".spe" else 0.0
        version = np.frombuffer(head, "<f4", 1, 1992)[0]
        mark = head[2996:3000] == b"\x67\x45\x23\x01"
        known = 1.0 <= version <= 4.0 and int.from_bytes(head[108:110], "little") in TYPES
        if mark and known:
            return 0.95
        return 0.7 if known and path.suffix.lower() == ".spe" else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read all frames."""
        with parsing("SPE"):
            content = Bytes(path, "SPE")
            content.take(0, HEADER, "its header")
            version = float(content.one("<f", 1992))
            footer = int(content.one("<Q", 678))
            if version >= 3.0 and footer:
                return self._light_field(content, footer)
            return self._winspec(content)

    def _winspec(self, content: Bytes) -> ReadResult:
        kind, width, height = int(content.one("<h", 108)), int(content.one("<H", 42)), int(content.one("<H", 656))
        frames = int(content.one("<i", 1446))
        if kind not in TYPES or not width or not height or frames < 1 or width * height * frames > MAX_VALUES:
            raise FileError("princeton.impossible_frames", frames=frames, height=height, width=width)
        y = content.array(TYPES[kind], HEADER, width * height * frames, "the frames").reshape(-1, width)
        order, valid = content.take(3101, 1)[0], content.take(3098, 1)[0]
        coefficients = np.array(content.unpack("<6d", 3263))
        unit_code = content.take(3100, 1)[0]
        pixels = np.arange(1, width + 1, dtype=np.float64)
        if valid and 1 <= order <= 5 and np.isfinite(coefficients).all() and coefficients[1] != 0:
            x = np.polynomial.polynomial.polyval(pixels, coefficients[:order + 1])
            unit = UNITS.get(unit_code, "nm")
        else:
            x, unit = pixels, "channel"
        laser = float(content.one("<d", 3311))
        return ReadResult((Block(y, x, self._names(frames, height), unit, "counts",
                                 laser_nm=laser if unit == "raman-shift" and laser > 100 else None),))

    def _names(self, frames: int, rows: int) -> tuple[str, ...]:
        if frames * rows == 1:
            return ()
        return tuple(f"frame {k // rows + 1}" + (f", row {k % rows + 1}" if rows > 1 else "")
                     for k in range(frames * rows))

    def _light_field(self, content: Bytes, footer: int) -> ReadResult:
        if not HEADER <= footer < len(content):
            raise FileError("princeton.footer_cut_off", footer=footer, held=len(content))
        root = parse_xml(content.data[footer:], "SPE")
        frame = root.find(f"{NAMESPACE}DataFormat/{NAMESPACE}DataBlock")
        regions = frame.findall(f"{NAMESPACE}DataBlock") if frame is not None else []
        if frame is None or len(regions) != 1:
            raise FileError("princeton.several_regions", regions=len(regions))
        region = regions[0]
        form = FORMATS.get(frame.get("pixelFormat", ""))
        width, height = int(region.get("width", 0)), int(region.get("height", 0))
        frames, stride = int(frame.get("count", 1)), int(frame.get("stride", 0))
        if form is None or width < 1 or height < 1 or frames < 1 or width * height * frames > MAX_VALUES:
            raise FileError("princeton.impossible_frames", frames=frames, height=height, width=width)
        size = width * height * np.dtype(form).itemsize
        if stride < size or HEADER + stride * frames > footer:
            raise FileError("princeton.frames_do_not_fit")
        y = np.concatenate([content.array(form, HEADER + k * stride, width * height).reshape(height, width)
                            for k in range(frames)])
        mapping = root.find(f"{NAMESPACE}Calibrations/{NAMESPACE}WavelengthMapping")
        x, unit, laser = np.arange(1.0, width + 1), "channel", None
        if mapping is not None:
            given = mapping.find(f"{NAMESPACE}Wavelength")
            errors = mapping.find(f"{NAMESPACE}WavelengthError")
            if given is not None and given.text:
                x, unit = np.array([float(v) for v in given.text.split(",")]), "nm"
            elif errors is not None and errors.text:
                x, unit = np.array([float(v.split(",")[0]) for v in errors.text.split()]), "nm"
            if mapping.get("laserLine"):
                laser = float(mapping.get("laserLine", "0")) or None
        if unit == "nm" and len(x) != width:
            start = int(region.get("x", 0))
            sensor = root.find(f"{NAMESPACE}Calibrations/{NAMESPACE}SensorMapping")
            binning = 1
            if sensor is not None:
                start, binning = int(sensor.get("x", 0)), int(sensor.get("xBinning", 1))
            if binning != 1 or start + width > len(x):
                raise FileError("princeton.rows_and_axis_differ", width=width, positions=len(x))
            x = x[start:start + width]
        return ReadResult((Block(y, x, self._names(frames, height), unit, "counts", laser_nm=laser),))
