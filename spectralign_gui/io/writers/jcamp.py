"""JCAMP-DX with free-format numbers (AFFN): a block per spectrum, several in a LINK file.

R. S. McDonald & P. A. Wilks, Appl. Spectrosc. 42 (1988) 151. Ordinates are written as plain decimals, never with an
exponent: an E is a squeezed digit to readers of the packed forms.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TextIO

import numpy as np

from ...core.data import PREPROCESSED, Axis, SpectralDataset
from ...version import __version__
from ._table import one_line

LINE = 78
X_UNITS = {"nm": "NANOMETERS", "um": "MICROMETERS", "cm-1": "1/CM", "raman-shift": "1/CM", "eV": "ELECTRON VOLTS",
           "channel": "CHANNEL", "unknown": "ARBITRARY UNITS"}
Y_UNITS = {"absorbance": "ABSORBANCE", "reflectance": "REFLECTANCE", "transmittance": "TRANSMITTANCE",
           "counts": "COUNTS", "raman-intensity": "RAMAN INTENSITY", "intensity": "INTENSITY", "radiance": "RADIANCE",
           "irradiance": "IRRADIANCE", "unknown": "ARBITRARY UNITS"}


def save(path: Path, datasets: Sequence[SpectralDataset]) -> None:
    """Write all spectra; numbers read back unchanged, missing values are written as ``?``.

    An even axis is written as X++(Y..Y), an uneven one as (XY..XY); an axis that fell in its file falls here.
    """
    total = sum(len(d) for d in datasets)
    with open(path, "w", encoding="utf-8", newline="\r\n") as file:
        if total > 1:
            title = ", ".join(one_line(d.name) for d in datasets)
            _label(file, "TITLE", title[:200])
            _label(file, "JCAMP-DX", "5.00")
            _label(file, "DATA TYPE", "LINK")
            _label(file, "BLOCKS", str(total + 1))
            _label(file, "ORIGIN", f"SpectrAlign {__version__}")
            _label(file, "OWNER", "")
        number = 0
        for d in datasets:
            x = d.axis.values[::-1] if d.axis.file_descending else d.axis.values
            even = evenly_spaced(x)
            for row in range(len(d)):
                number += 1
                y = d.spectra[row][::-1] if d.axis.file_descending else d.spectra[row]
                _block(file, d, row, x, y, even, number if total > 1 else None)
        if total > 1:
            _label(file, "END", "")


def evenly_spaced(x: np.ndarray) -> bool:
    """Whether readers get the axis back from its two ends, to a billionth of a step."""
    if len(x) < 2:
        return False
    return bool(np.abs(np.linspace(x[0], x[-1], len(x)) - x).max() <= 1e-9 * abs(x[1] - x[0]))


def decimal(value: float | np.floating) -> str:
    """Shortest decimal without exponent that reads back to the same number; ``?`` for a missing value."""
    return "?" if value != value else np.format_float_positional(value, unique=True, trim="-")


def _block(
    file: TextIO, d: SpectralDataset, row: int, x: np.ndarray, y: np.ndarray, even: bool, number: int | None,
) -> None:
    axis: Axis = d.axis
    name = one_line(d.sample_names[row])
    _label(file, "TITLE", name)
    if _as_label(name) != d.sample_names[row]:
        _label(file, "$NAME", _exactly(d.sample_names[row]))
    _label(file, "JCAMP-DX", "4.24" if number is None else "5.00")
    _label(file, "DATA TYPE", "RAMAN SPECTRUM" if axis.unit == "raman-shift" or d.quantity == "raman-intensity" else
           "UV/VIS SPECTRUM" if axis.unit == "nm" and axis.values[0] < 700 else
           "INFRARED SPECTRUM" if axis.unit in ("cm-1", "um", "nm") else "SPECTRUM")
    if number is not None:
        _label(file, "BLOCK_ID", str(number))
    _label(file, "ORIGIN", f"SpectrAlign {__version__}")
    _label(file, "OWNER", "")
    _label(file, "SPECTROMETER/DATA SYSTEM", one_line(d.name))
    _label(file, "SAMPLE DESCRIPTION", name)
    if axis.laser_nm is not None:
        _label(file, "$EXCITATION WAVELENGTH NM", decimal(axis.laser_nm))
    if d.guessed:
        _label(file, "$GUESSED", ", ".join(d.guessed))
    if d.metadata.get(PREPROCESSED):
        _label(file, "$PREPROCESSED", one_line(d.metadata[PREPROCESSED]))
    if d.groups is not None:
        group = one_line(d.groups[row])
        _label(file, "$GROUP", group if _as_label(group) == d.groups[row] else _exactly(d.groups[row]))
    if d.targets is not None:
        table = zip(d.targets.names, d.targets.units, d.targets.values[row], strict=True)
        for number_of, (title, unit, value) in enumerate(table, start=1):
            # name, value, unit as JSON: exact, and no sign in a name can be mistaken
            _label(file, f"$PROPERTY {number_of}", _exactly([title, float(value) if value == value else None, unit]))
    _label(file, "XUNITS", X_UNITS[axis.unit])
    _label(file, "YUNITS", Y_UNITS[d.quantity])
    _label(file, "XFACTOR", "1")
    _label(file, "YFACTOR", "1")
    _label(file, "FIRSTX", decimal(x[0]))
    _label(file, "LASTX", decimal(x[-1]))
    if even:
        _label(file, "DELTAX", decimal((x[-1] - x[0]) / (len(x) - 1)))
    known = y[~np.isnan(y)]
    if len(known):
        _label(file, "MAXY", decimal(known.max()))
        _label(file, "MINY", decimal(known.min()))
    _label(file, "NPOINTS", str(len(x)))
    if not np.isnan(y[0]):
        _label(file, "FIRSTY", decimal(y[0]))
    if even:
        _label(file, "XYDATA", "(X++(Y..Y))")
        _lines(file, x, [decimal(v) for v in y])
    else:
        _label(file, "XYPOINTS", "(XY..XY)")
        file.writelines(f"{decimal(a)}, {decimal(b)}\n" for a, b in zip(x, y, strict=True))
    _label(file, "END", "")


def _lines(file: TextIO, x: np.ndarray, texts: Iterable[str]) -> None:
    """Lines of at most 80 characters, each begun by the position of its first value."""
    line = ""
    for position, text in zip(x, texts, strict=True):
        if line and len(line) + 1 + len(text) > LINE:
            file.write(line + "\n")
            line = ""
        line = f"{line} {text}" if line else f"{decimal(position)} {text}"
    file.write(line + "\n")


def _label(file: TextIO, name: str, value: str) -> None:
    file.write(f"##{name}={_as_label(value)}\n")


def _as_label(value: str) -> str:
    # $$ begins a comment, also in the middle of a line; a quote begins what is written exactly
    return f" {value}" if value.startswith('"') else value.replace("$$", "$ $")


def _exactly(value: object) -> str:
    """As JSON without any sign that means something to a reader of labels."""
    return json.dumps(value).replace("$", "\\u0024")
