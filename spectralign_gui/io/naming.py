"""Sample names from metadata, file names, or a pattern such as ``{sample}_{repeat}``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..core.errors import ParameterError
from .readers import Block

NAMINGS = ("metadata", "file", "pattern")
FIELDS = ("sample", "instrument", "repeat", "group", "skip")


@dataclass(frozen=True)
class PatternRow:
    """One file in the preview of a pattern: its fields, empty if the pattern does not fit."""

    file: str
    fields: dict[str, str]

    @property
    def fits(self) -> bool:
        """Whether the pattern fits this file's name."""
        return bool(self.fields)


def compile_pattern(pattern: str) -> re.Pattern[str]:
    """Pattern of a file name (without ending) as a regular expression.

    ``{sample}``, ``{instrument}``, ``{repeat}`` (digits), ``{group}`` and ``{skip}`` stand for parts of the name, ``*``
    for anything; everything else stands for itself.

    Raises
    ------
    ParameterError
        An unknown or repeated field, no field, or two fields with nothing between them.
    """
    out, seen, last_was_field = [], set[str](), False
    for part in re.split(r"(\{[^{}]*\}|\*)", pattern):
        if not part:
            continue
        if part == "*":
            out.append(".*?")
            last_was_field = False
            continue
        if part.startswith("{") and part.endswith("}"):
            name = part[1:-1].strip()
            if name not in FIELDS:
                raise ParameterError(f"the pattern has the field {{{name}}}; known are "
                                     + ", ".join(f"{{{f}}}" for f in FIELDS) + ".")
            if name != "skip" and name in seen:
                raise ParameterError("naming.pattern_field_twice", name=name)
            if last_was_field and name != "repeat":
                raise ParameterError("naming.pattern_fields_touch")
            seen.add(name)
            out.append(r"(?P<repeat>\d+)" if name == "repeat" else ".+?" if name == "skip" else f"(?P<{name}>.+?)")
            last_was_field = True
            continue
        out.append(re.escape(part))
        last_was_field = False
    if not seen - {"skip"}:
        raise ParameterError("naming.pattern_without_field")
    return re.compile("".join(out) + r"\Z", re.IGNORECASE)


def preview_pattern(pattern: str, files: Sequence[str | Path]) -> list[PatternRow]:
    """What a pattern makes of each file's name.

    Raises
    ------
    ParameterError
    """
    compiled = compile_pattern(pattern)
    rows = []
    for file in files:
        path = Path(file)
        found = compiled.match(path.stem) or compiled.match(path.name)
        rows.append(PatternRow(path.name, {k: v.strip() for k, v in found.groupdict().items()} if found else {}))
    return rows


def name_samples(members: Sequence[tuple[str, Block]], naming: str = "metadata", pattern: str = "",
                 ) -> tuple[tuple[str, ...], tuple[str, ...] | None]:
    """Names (and groups, where the pattern has them) of all spectra of several files.

    Raises
    ------
    ParameterError
    """
    if naming not in NAMINGS:
        raise ParameterError("naming.unknown_way", namings=NAMINGS, naming=naming)
    names: list[str] = []
    groups: list[str] = []
    if naming == "pattern":
        rows = preview_pattern(pattern, [path for path, _ in members])
        if "{sample}" not in pattern.replace(" ", ""):
            raise ParameterError("naming.pattern_without_sample")
        if not any(row.fits for row in rows):
            raise ParameterError("naming.pattern_fits_none", pattern=pattern, n_rows=len(rows),
                                 file=rows[0].file)
        for row, (path, block) in zip(rows, members, strict=True):
            names += [row.fields.get("sample", Path(path).stem)] * len(block.spectra)
            groups += [row.fields.get("group", "")] * len(block.spectra)
        return tuple(names), tuple(groups) if "{group}" in pattern else None
    for path, block in members:
        own = block.names if naming == "metadata" and any(block.names) else ()
        if own:
            names += list(own)
        else:
            alone = naming == "metadata" and len(members) == 1 and len(block.spectra) > 1
            names += ["" if alone else Path(path).stem] * len(block.spectra)
    return tuple(names), None
