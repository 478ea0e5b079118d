"""FITS (.fits, .fit): tables whose rows are wavelengths (SuperCam and other PDS products), vectors in cells, images
with a spectral axis."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import FileError
from ...core.notes import Note
from ._arrays import Arrays, blocks_of_arrays, unit_fields
from ._fits_file import Part, number, read_parts_of_fits
from ._units import quantity_of
from ._wrap import parsing
from .contract import Block, Choice, Reader, ReadResult
from .registry import register_reader

_WAVE = re.compile(r"wave|lambda|\bwl\b|\bwvl\b|raman|shift|^x$|axis", re.I)
_NO_SPECTRUM = re.compile(r"std|dev|err|sigma|ivar|mask|flag|satur|snr|number|index|count_of|time", re.I)
_STATISTICS = re.compile(r"\A(mean|median|average|min|max|std)", re.I)


@register_reader
class FitsReader(Reader):
    """The table with most columns over the wavelengths (single shots), or with `table` another (their statistics)."""

    name = "fits"
    title = "FITS"
    extensions = (".fits", ".fit", ".fts")
    option_names = ("table",)
    apart = True

    def sniff(self, path: Path, head: bytes) -> float:
        """The first card."""
        return 0.97 if re.match(rb"SIMPLE  = +T", head) else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read tables over wavelengths; else vectors and images whose sizes fit."""
        with parsing("FITS"):
            parts = list(read_parts_of_fits(path))
            if not parts:
                raise FileError("fits.no_data")
            result = _rows_are_wavelengths(parts, options.get("table"))
            if result is not None:
                return result
            if options.get("table") is not None:
                raise FileError("fits.no_such_table", table=options["table"], names=[p.name for p in parts])
            return blocks_of_arrays(_arrays(parts), "FITS")


def _axis_column(parts: list[Part]) -> tuple[Part, str] | None:
    for part in parts:
        for name, values in part.columns.items():
            if values.ndim == 1 and values.dtype.kind == "f" and len(values) >= 10 and _WAVE.search(
                    name) and np.isfinite(values).all() and len(np.unique(values)) > 0.9 * len(values):
                return part, name
    return None


def _rows_are_wavelengths(parts: list[Part], chosen: Any) -> ReadResult | None:
    """Tables of as many rows as the axis has values, in any part of the file."""
    found = _axis_column(parts)
    if found is None:
        return None
    where, axis_name = found
    axis = where.columns[axis_name]
    tables: dict[str, dict[str, np.ndarray]] = {}
    for part in parts:
        columns: dict[str, np.ndarray] = {}
        for name, values in part.columns.items():
            if len(values) != len(axis) or values.dtype.kind != "f" or _NO_SPECTRUM.search(name) or (
                    part is where and name == axis_name) or _NO_SPECTRUM.search(part.name):
                continue
            if values.ndim == 1:
                columns[name] = values
            else:  # the shots side by side in one cell
                columns |= {f"{name} {k + 1}": values[:, k] for k in range(values.shape[1])}
        if columns:
            tables[part.name] = columns
    if not tables:
        return None
    if chosen is not None and str(chosen) not in tables:
        raise FileError("fits.no_such_table", table=chosen, names=list(tables))
    shots = {k: len(v) * (not all(_STATISTICS.match(n) for n in v)) for k, v in tables.items()}
    name = str(chosen) if chosen is not None else max(tables, key=lambda k: shots[k])
    columns = tables[name]
    names = tuple(columns) if len(columns) > 1 else ()
    units = Arrays(units={axis_name: where.units.get(axis_name, "")})
    quantity = quantity_of(f"{name} {' '.join(list(columns)[:2])}") or "unknown"
    block = Block(np.stack(list(columns.values())), axis, names, quantity=quantity, **unit_fields(
        axis_name, axis, units))
    choices = tuple(Choice("table", k, f"{k}: {len(v)} spectra", k == name) for k, v in tables.items())
    notes = (Note("fits.other_tables", names=[k for k in tables if k != name]),) if (
        len(tables) > 1 and not chosen) else ()
    return ReadResult((block,), warnings=notes, choices=choices if len(choices) > 1 else ())


def _arrays(parts: list[Part]) -> Arrays:
    """Columns and images by name; an image with a linear axis in its header gets that."""
    arrays = Arrays()
    for part in parts:
        if part.image is not None and part.image.size > 1:
            image = np.squeeze(part.image)
            arrays.numbers[part.name] = image
            arrays.units[part.name] = part.units.get("", "")
            if "CRVAL1" in part.header and ("CDELT1" in part.header or "CD1_1" in part.header):
                step = number(part.header, "CDELT1", number(part.header, "CD1_1", 1.0))
                count = part.image.shape[-1]
                axis = number(part.header, "CRVAL1", 0.0) + step * (
                    np.arange(count) + 1 - number(part.header, "CRPIX1", 1.0))
                title = f"{part.name} wavelength" if _WAVE.search(part.header.get("CTYPE1", "wave")) else ""
                if title and step:
                    arrays.numbers[title] = axis
                    arrays.units[title] = part.header.get("CUNIT1", "")
        for name, values in part.columns.items():
            key = f"{part.name}/{name}"
            if values.dtype.kind == "S":
                arrays.texts[key] = [v.decode("latin-1").strip() for v in values.ravel().tolist()]
            elif not _NO_SPECTRUM.search(name):
                # the same wavelengths in every row are one axis
                same = values.ndim == 2 and len(values) > 1 and (values == values[0]).all()
                arrays.numbers[key] = values[0] if same or (values.ndim == 2 and len(values) == 1) else values
                arrays.units[key] = part.units.get(name, "")
    return arrays
