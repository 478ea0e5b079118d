"""R data files (.rds, .rda, .RData): data frames, matrices with column names, and lists of plain vectors."""

from __future__ import annotations

import datetime
import lzma
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import FileError, TwoReadings
from ._arrays import Arrays, blocks_of_arrays
from ._frame import FRAME_OPTIONS, Column, frame_result
from ._r_stream import Stream, Unread, Vector, is_r, unpacked
from ._wrap import parsing
from .contract import Block, Choice, Reader, ReadResult, Table
from .registry import register_reader

MOST_PACKED = 1_000_000_000


@register_reader
class RDataReader(Reader):
    """Plain data only: functions, environments and objects of classes are never run, and refused where they are all."""

    name = "r-data"
    title = "R data"
    extensions = (".rds", ".rda", ".rdata")
    option_names = ("variable", *FRAME_OPTIONS)
    apart = True

    def sniff(self, path: Path, head: bytes) -> float:
        """The beginning of the content, unpacked."""
        try:
            head = unpacked(head, 64)
        except (OSError, ValueError, EOFError, zlib.error, lzma.LZMAError):
            return 0.0
        return 0.97 if is_r(head) else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read every data frame; else what the vectors are by their sizes and names."""
        if path.stat().st_size > MOST_PACKED:
            raise FileError("r.too_large", size=path.stat().st_size / 1e9)
        with parsing("R data"):
            content = unpacked(path.read_bytes())
            found = _objects(content, path.stem)
        chosen = options.get("variable")
        if chosen is not None and chosen not in found:
            raise FileError("r.no_such_object", chosen=chosen, found=list(found)[:12])
        wanted = {k: v for k, v in found.items() if chosen in (None, k)}
        arrays = Arrays()
        frames: dict[str, list[Column]] = {}
        unread: list[Unread] = []
        for name, value in wanted.items():
            _sort(name, value, frames, arrays, unread)
        if not frames:
            if not arrays.numbers and unread:
                of = next((u.of for u in unread if u.of), "")
                raise FileError("r.no_data_frame", of=of) if of else FileError("r.holds_program")
            return blocks_of_arrays(arrays, "R data")
        return _of_frames(frames, {k: v for k, v in options.items() if k != "variable"}, chosen is not None)


def _objects(content: bytes, stem: str) -> dict[str, Any]:
    """Objects by name; of an .rds there is one, called as the file."""
    value = Stream(content).item()
    if content.startswith(b"RD"):
        if not isinstance(value, dict):
            raise FileError("r.damaged")
        return value
    return {stem: value}


def _sort(name: str, value: Any, frames: dict[str, list[Column]], arrays: Arrays, unread: list[Unread],
          depth: int = 0) -> None:
    """Put an object where it belongs; look into lists."""
    if isinstance(value, Unread):
        unread.append(value)
    if not isinstance(value, Vector) or depth > 6:
        return
    kinds = value.texts("class")
    if value.kind == 19 and "data.frame" in kinds:
        frames[name] = _columns(value)
    elif value.kind == 19 and kinds:
        unread.append(Unread(kinds[0]))  # a model, say: what it keeps of its data is none of a measurement
    elif value.kind == 19:
        names = value.texts("names")
        for k, part in enumerate(value.values):
            own = names[k] if k < len(names) and names[k] else str(k + 1)
            _sort(f"{name}/{own}".strip("/"), part, frames, arrays, unread, depth + 1)
    elif value.kind == 16:
        arrays.texts[name] = [t or "" for t in value.values]
    elif (texts := _as_texts(value)) is not None:
        arrays.texts[name] = texts
    elif value.kind in (10, 13, 14) and len(value.values):
        array = _shaped(value)
        rows, titles = _dimension_names(value)
        if array.ndim == 2 and titles:
            named = [Column("name", rows)] if any(not r.isdigit() for r in rows) else []
            frames[name] = [*named, Column(name, array, titles)]
        else:
            arrays.numbers[name] = array
            if any(names := value.texts("names")):
                arrays.texts[f"{name} names"] = names


def _columns(frame: Vector) -> list[Column]:
    """Columns of a data frame; row names that are not numbers come first, a frame in a column gives its columns."""
    names = frame.texts("names")
    columns: list[Column] = []
    rows = frame.texts("row.names")
    if any(not r.isdigit() for r in rows):
        columns.append(Column("name", rows))
    for name, value in zip(names, frame.values, strict=False):
        if not isinstance(value, Vector):
            continue
        if value.kind == 19:
            if "data.frame" in value.texts("class"):
                columns += [c for c in _columns(value) if c.name != "name"]
        elif (texts := _as_texts(value)) is not None:
            columns.append(Column(name, texts))
        elif value.kind in (10, 13, 14):
            columns.append(Column(name, _shaped(value), _dimension_names(value)[1]))
    return columns


def _shaped(value: Vector) -> np.ndarray:
    """Numbers in the shape that R gives them (columns first)."""
    array = np.asarray(value.values, dtype=np.float64)
    found = value.attributes.get("dim")
    if isinstance(found, Vector) and found.kind in (13, 14):
        shape = [int(n) for n in found.values]
        if int(np.prod(shape)) != array.size:
            raise FileError("r.damaged")
        return array.reshape(shape, order="F")
    return array


def _dimension_names(value: Vector) -> tuple[list[str], list[str]]:
    found = value.attributes.get("dimnames")
    parts = found.values if isinstance(found, Vector) and found.kind == 19 else ()
    texts = [[t or "" for t in p.values] if isinstance(p, Vector) and p.kind == 16 else [] for p in parts]
    return (texts[0], texts[1]) if len(texts) == 2 else ([], [])


def _as_texts(value: Vector) -> list[str] | None:
    """Texts, factors, dates and times as texts; None for numbers."""
    kinds = value.texts("class")
    if value.kind == 16:
        return [t or "" for t in value.values]
    if levels := value.texts("levels"):
        return [levels[int(v) - 1] if v == v and 0 < v <= len(levels) else "" for v in value.values]
    if "Date" in kinds:
        start = datetime.date(1970, 1, 1).toordinal()
        return ["" if v != v else datetime.date.fromordinal(start + int(v)).isoformat() for v in value.values]
    if "POSIXct" in kinds:
        midnight = datetime.datetime(1970, 1, 1)
        return ["" if v != v else (midnight + datetime.timedelta(seconds=float(v))).isoformat() for v in value.values]
    if value.kind == 10:
        return ["" if v != v else "true" if v else "false" for v in value.values]
    return None


def _of_frames(frames: Mapping[str, list[Column]], options: Mapping[str, Any], chosen: bool) -> ReadResult:
    blocks: list[Block] = []
    tables: list[Table] = []
    warnings: list[str] = []
    refused: list[FileError] = []
    guesses: dict[str, Any] = {}
    for name, columns in frames.items():
        try:
            result = frame_result(columns, options)
        except TwoReadings:
            if len(frames) == 1 or chosen:
                raise
            continue
        except FileError as error:
            refused.append(error)
            continue
        several = len(frames) > 1
        blocks += [b.with_(label=f"{name} {b.label}".strip()) if several else b for b in result.blocks]
        tables += result.tables
        warnings += result.warnings
        guesses = guesses or dict(result.guesses)
    if not blocks and not tables and refused:
        raise refused[0]
    choices = tuple(Choice("variable", n, n, any(b.label.startswith(n) for b in blocks)) for n in frames) if len(
        frames) > 1 else ()
    return ReadResult(tuple(blocks), () if blocks else tuple(tables), guesses, tuple(dict.fromkeys(warnings)), choices)
