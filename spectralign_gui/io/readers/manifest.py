"""A data set of several files, named in a description beside them, as nirs4all keeps it.

The description (JSON or YAML) says which files hold spectra (``train_x``, ``test_x``; a list of them: one for each
instrument), reference values (``train_y``) and remarks (``train_group``), and how they are written (``global_params``):
https://github.com/GBeurier/nirs4all/blob/main/docs/specifications/dataset_config_specification.md
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.data import Targets
from ...core.errors import FileError
from ...core.notes import Note, about
from ._manifest import PARTS, as_list, is_manifest, parse_manifest
from ._manifest import files_named as files_named
from .contract import Block, Reader, ReadResult
from .paired_files import SUFFIXES, joined
from .registry import reader, register_reader

UNITS = {"nm": "nm", "cm-1": "cm-1", "um": "um"}
QUANTITIES = {"absorbance": "absorbance", "log(1/r)": "absorbance", "reflectance": "reflectance",
              "reflectance%": "reflectance", "transmittance": "transmittance", "transmittance%": "transmittance"}


@register_reader
class ManifestReader(Reader):
    """One data set per instrument; whether a sample is of the training or the test set is its group."""

    name = "manifest"
    title = "Description of a data set of several files"
    extensions = (".json", ".yaml", ".yml")
    option_names = ("unit", "quantity")

    def sniff(self, path: Path, head: bytes) -> float:
        """Keys such as train_x."""
        return 0.95 if path.suffix.lower() in self.extensions and is_manifest(head) else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read every file that the description names."""
        entries = parse_manifest(path)
        sources: dict[int, list[tuple[str, Block]]] = {}
        notes: list[Note] = []
        for part in PARTS:
            files = as_list(entries.get(f"{part}_x"))
            values = as_list(entries.get(f"{part}_y"))
            remarks = as_list(entries.get(f"{part}_group")) or as_list(entries.get(f"{part}_m"))
            for k, name in enumerate(files):
                asked = {**text_options(entries, f"{part}_x_params"), **options}
                block, said = _spectra(path, name, values, remarks, asked)
                sources.setdefault(k, []).append((part, block))
                notes += said
        if not sources:
            raise FileError("manifest.no_spectra")
        blocks = [block for k, parts in sources.items()
                  for block in _together(parts, f"source {k + 1}" if len(sources) > 1 else "")]
        return ReadResult(tuple(blocks), (), {}, tuple(dict.fromkeys(notes)))


def text_options(entries: Mapping[str, Any], own: str) -> dict[str, Any]:
    """Options of the text reader that the description gives for all files and for the files of one part."""
    said: dict[str, Any] = {}
    for key in ("global_params", own):
        if isinstance(entries.get(key), Mapping):
            said |= entries[key]
    if "signal_type" in entries:
        said.setdefault("signal_type", entries["signal_type"])
    made: dict[str, Any] = {}
    if isinstance(said.get("delimiter"), str):
        made["separator"] = said["delimiter"]
    if said.get("decimal_separator") in (".", ","):
        made["decimal"] = said["decimal_separator"]
    if said.get("has_header") is False:
        made["header_line"] = 0
    if said.get("header_unit") in UNITS:
        made["unit"] = UNITS[said["header_unit"]]
    if (quantity := QUANTITIES.get(str(said.get("signal_type")).casefold())) is not None:
        made["quantity"] = quantity
    return made


def _spectra(path: Path, name: str, values: list[str], remarks: list[str], asked: dict[str, Any],
             ) -> tuple[Block, list[Note]]:
    """The spectra of one file, with values and remarks of the others."""
    file = _beside(path, name)
    try:
        result = reader("text").read(file, {"orientation": "rows", **asked})
        if len(result.blocks) != 1:
            raise FileError("manifest.not_one_table", n=len(result.blocks))
        block, notes = result.blocks[0], [w for w in result.warnings if isinstance(w, Note)]
        y, m = (_beside(path, v[0]) if v else None for v in (values, remarks))
        if y is not None or m is not None:
            block, said = joined(block, y, m)
            notes += said
    except FileError as error:
        raise FileError(about(file.name, error)) from error
    return block, notes


def _beside(path: Path, name: str) -> Path:
    """A file that the description names, in its own folder or one below.

    Raises
    ------
    FileError
        It is not there, lies elsewhere, or is no text.
    """
    folder = path.parent.resolve()
    for file in ((folder / name).resolve(), folder / Path(name).name):
        if file.is_relative_to(folder) and file.is_file():
            if file.suffix.lower() not in SUFFIXES:
                raise FileError("manifest.no_text", file=file.name)
            return file
    raise FileError("manifest.file_missing", file=name)


def _together(parts: list[tuple[str, Block]], label: str) -> list[Block]:
    """Training and test set of one instrument as one block, where they have the same channels and values."""
    blocks = [b for _, b in parts]
    first = blocks[0]
    same = all(b.spectra.shape[1] == first.spectra.shape[1] and _alike(b, first) for b in blocks)
    if not same:
        return [b.with_(label=f"{label} {part}".strip()) for part, b in parts]
    sets = tuple(part for part, b in parts for _ in b.spectra)
    named = all(b.names for b in blocks)
    titles = next((b.targets.names for b in blocks if b.targets is not None), ())
    targets = Targets(titles, np.vstack([_values(b, len(titles)) for b in blocks])) if titles else None
    classes = tuple(g for b in blocks for g in b.groups or ()) if all(b.groups for b in blocks) else None
    names = tuple(n for b in blocks for n in b.names) if named else ()
    return [first.with_(
        spectra=np.vstack([b.spectra for b in blocks]), names=names, targets=targets, label=label,
        groups=classes or (sets if len(set(sets)) > 1 else None),
        columns={"set": sets} if classes else {})]


def _alike(one: Block, other: Block) -> bool:
    if one.axis is None or other.axis is None:
        axes = one.axis is other.axis
    else:
        axes = bool(np.array_equal(one.axis, other.axis))
    names = [None if b.targets is None else b.targets.names for b in (one, other)]
    return axes and (None in names or names[0] == names[1])


def _values(block: Block, n: int) -> np.ndarray:
    """The n values of each sample of a part, missing for all of them where it has none."""
    return block.targets.values if block.targets is not None else np.full((len(block.spectra), n), np.nan)
