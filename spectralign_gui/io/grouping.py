"""Which spectra of many files form one data set, how their samples are named, and repeats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

import numpy as np

from ..core.data import Source, SpectralDataset
from ..core.errors import ParameterError
from ..core.notes import Note
from .assemble import block_to_datasets
from .naming import name_samples
from .readers import Block, ReadResult

GROUP_BY = ("folder", "file", "instrument", "all")
_INSTRUMENT_KEYS = ("instrument", "instrument number", "spectrometer", "spectrometers", "model", "serial number",
                    "spectrometer/data system", "SPECTROMETERDATASYSTEM", "device", "DeviceSN", "Model Name")


@dataclass(frozen=True, eq=False)
class Group:
    """Blocks of several files that fit into one data set.

    Parameters
    ----------
    name : str
        Proposed name of the instrument.
    members : tuple of (ReadResult, Block)
    tolerance : float
        Largest difference between their axes, in axis units (0 if they are equal); the first one's axis is used.
    """

    name: str
    members: tuple[tuple[ReadResult, Block], ...]
    tolerance: float = 0.0

    def __len__(self) -> int:
        return sum(len(block.spectra) for _, block in self.members)


def axis_difference(a: Block, b: Block) -> float | None:
    """Largest difference of two axes of equal length and unit, None if they cannot be compared."""
    if a.unit != b.unit or a.spectra.shape[1] != b.spectra.shape[1] or (a.axis is None) != (b.axis is None):
        return None
    if a.axis is None or b.axis is None:
        return 0.0
    return float(np.abs(a.axis - b.axis).max())


def _step(block: Block) -> float:
    return float(np.median(np.abs(np.diff(block.axis)))) if block.axis is not None and len(block.axis) > 1 else 0.0


def instrument_of(block: Block) -> str:
    """Instrument named in the header, "" if none is."""
    folded = {k.casefold(): v for k, v in block.metadata.items()}
    return next((folded[k.casefold()].strip() for k in _INSTRUMENT_KEYS if folded.get(k.casefold(), "").strip()), "")


def propose_groups(results: Sequence[ReadResult], by: str = "folder", tolerance: float = 0.1) -> tuple[Group, ...]:
    """Propose which spectra form one data set.

    Parameters
    ----------
    results : sequence of ReadResult
    by : {"folder", "file", "instrument", "all"}
        What belongs together, if unit, quantity and axis fit. A file with many samples stands alone unless "all".
    tolerance : float
        Axes that differ by at most this share of a channel step are taken as the same.

    Returns
    -------
    tuple of Group
        Names are unique.
    """
    if by not in GROUP_BY:
        raise ParameterError("grouping.unknown_way", group_by=GROUP_BY, by=by)
    groups: list[tuple[tuple[str, str, str], list[tuple[ReadResult, Block]], list[float]]] = []
    for result in results:
        path = Path(result.path)
        for block in result.blocks:
            alone = by == "file" or (by != "all" and len(block.spectra) > 1)
            owner = (f"file {result.path} {block.label}" if alone else str(path.parent) if by == "folder"
                     else instrument_of(block) or "unknown instrument" if by == "instrument" else "all")
            key = (owner, block.unit, block.quantity)
            for known, members, widths in groups:
                difference = axis_difference(members[0][1], block) if known == key else None
                if difference is not None and difference <= tolerance * _step(block):
                    members.append((result, block))
                    widths.append(difference)
                    break
            else:
                groups.append((key, [(result, block)], [0.0]))
    named, used = [], set[str]()
    for (owner, _, _), members, widths in groups:
        result, block = members[0]
        path = Path(result.path)
        if owner.startswith("file ") or len(members) == 1:
            name = f"{path.stem} {block.label}".strip() if len(result.blocks) > 1 else path.stem
        elif by == "instrument":
            name = owner
        else:
            name = path.parent.name or "spectra"
        unique, k = name, 2
        while unique in used:
            unique, k = f"{name} {k}", k + 1
        used.add(unique)
        named.append(Group(unique, tuple(members), max(widths)))
    return tuple(named)


def axis_notes(results: Sequence[ReadResult]) -> tuple[str, ...]:
    """What is odd about how the axes of single-spectrum files fit: lengths that nearly agree, shifted calibrations."""
    singles = [(r, b) for r in results for b in r.blocks if b.axis is not None and len(b.spectra) == 1]
    kinds: list[tuple[ReadResult, Block]] = []
    for result, block in singles:
        if not any(axis_difference(k, block) == 0.0 for _, k in kinds):
            kinds.append((result, block))
        if len(kinds) > 30:
            return ("The files have more than 30 different axes.",)
    notes = []
    lengths = sorted({b.spectra.shape[1] for _, b in kinds}, reverse=True)
    if len(lengths) > 1 and max(lengths) - min(lengths) <= 0.02 * max(lengths):
        listed = "; ".join(f"{n} points: " + ", ".join([Path(r.path).name for r, b in kinds
                                                        if b.spectra.shape[1] == n][:3])
                           for n in lengths)
        notes.append(Note("grouping.sizes_nearly_agree", listed=listed))
    for (result_a, a), (result_b, b) in combinations(kinds, 2):
        difference = axis_difference(a, b)
        if difference is None or a.axis is None or b.axis is None or difference <= 0.1 * _step(a):
            continue
        shift = float(np.median(b.axis - a.axis))
        names = f"{Path(result_a.path).name} and {Path(result_b.path).name}"
        spread = float(np.abs(b.axis - a.axis - shift).max())
        if spread < 0.25 * abs(shift) and abs(shift) < 0.1 * float(np.ptp(a.axis)):
            notes.append(Note("grouping.axes_shifted", names=names, shift=shift, unit=a.unit))
    return tuple(notes[:20])


def dataset_of(group: Group, naming: str = "metadata", pattern: str = "") -> SpectralDataset:
    """One data set of a group.

    Parameters
    ----------
    group : Group
    naming : {"metadata", "file", "pattern"}
        Where sample names come from: the names in the files (the file's name where there is none), the file's name
        for all its spectra, or the field ``{sample}`` of a pattern for the file's name.
    pattern : str
        For ``naming="pattern"``; see `naming.match_pattern`.

    Raises
    ------
    ParameterError
        A pattern without ``{sample}``, or one that fits no file.
    """
    first_result, first = group.members[0]
    names, groups = name_samples([(r.path, b) for r, b in group.members], naming, pattern)
    spectra = first.spectra if len(group.members) == 1 else np.concatenate([b.spectra for _, b in group.members])
    warnings = list(dict.fromkeys(w for r, _ in group.members for w in r.warnings))
    if group.tolerance:
        warnings.append(Note("grouping.axes_taken_as_same", tolerance=group.tolerance, unit=first.unit,
                             name=Path(first_result.path).name))
    source = first_result.source if len(group.members) == 1 else Source(
        str(Path(first_result.path).parent), "", first_result.format)
    if len({r.path for r, _ in group.members}) > 1:
        digest = "\n".join(f"{Path(r.path).name} {r.sha256}" for r, _ in group.members)
        first = first.with_(metadata={**first.metadata, "files": digest})
    targets = first.targets if len(group.members) == 1 else None
    own_groups = groups if groups is not None else first.groups if len(group.members) == 1 else None
    block = replace(first, spectra=spectra, names=names, targets=targets, groups=own_groups,
                    columns=first.columns if len(group.members) == 1 else {})
    return block_to_datasets(block, group.name, source, tuple(warnings))[0]
