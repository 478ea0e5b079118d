"""From a block in file order to data sets with an ascending axis; suspicious axes and the choices for them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..core.data import Axis, Source, SpectralDataset
from ..core.data.axis_choices import resolve
from ..core.data.suspicious import inspect_axis
from ..core.errors import DataError
from ..core.notes import Note, of_code
from .readers.contract import Block

AXIS_CHOICES = ("auto", "keep", "split", "splice", "sort", "average", "drop", "channel")
"""auto: take the axis as it is where it is sound, else ``keep``. keep: all channels in file order, numbered.
split: one data set per detector. splice: change detector once per overlap. sort: order by axis value (only if none
repeats). average: one channel per position. drop: leave stray channels out. channel: number the channels."""
_KINDS = {"repeated": "repeats", "constant": "repeats", "step-back": "steps-back", "stray": "unordered",
          "jumbled": "unordered", "channel-numbers": "numbering"}


@dataclass(frozen=True)
class AxisFinding:
    """What is odd about an axis.

    Parameters
    ----------
    kind : {"none", "missing", "numbering", "steps-back", "repeats", "unordered"}
    sentence : str
        For the user; "" if nothing is odd.
    breaks : tuple of int
        Channels (from 0) at which a new detector begins, or that are at fault.
    choices : tuple of str
        Sensible values of the `axis` option, the safe one first.
    """

    kind: str = "none"
    sentence: str = ""
    breaks: tuple[int, ...] = ()
    choices: tuple[str, ...] = ("auto",)


def examine_axis(axis: np.ndarray | None) -> AxisFinding:
    """Find out whether an axis (file order) is one that spectra can be plotted on."""
    if axis is None:
        return AxisFinding("missing", Note("axis.none"), (), ("channel",))
    report = inspect_axis(axis)
    if not report.findings:
        return AxisFinding()
    found = next((f for f in report.findings if f.choices), report.findings[0])
    choices = ("auto", "channel") if not found.choices else (
        "keep", *(c for c in report.choices if c != "keep"))
    text = found.message
    return AxisFinding(_KINDS[found.kind], text[0].upper() + text[1:], found.at, choices)


def block_to_datasets(
    block: Block, name: str, source: Source, warnings: tuple[str, ...] = (), axis: str = "auto",
    splice_at: tuple[float, ...] = (),
) -> list[SpectralDataset]:
    """Data sets of one block; see `AXIS_CHOICES`.

    Raises
    ------
    DataError
        The choice cannot be carried out on this axis.
    """
    finding = examine_axis(block.axis)
    notes = list(warnings)
    values = np.arange(1.0, block.spectra.shape[1] + 1) if block.axis is None else block.axis
    descending = len(values) > 1 and inspect_axis(values).descending
    unit = block.unit
    if finding.kind == "missing" or axis == "channel":
        parts, unit, descending = [(np.arange(1.0, len(values) + 1), block.spectra)], "channel", False
        told = finding.kind == "missing" and bool(of_code(notes, "axis.none", "axis.none_for"))
        if finding.sentence and not told:
            notes.append(finding.sentence)
    elif finding.kind not in ("steps-back", "repeats", "unordered"):
        turn = -1 if descending else 1
        parts = [(values[::turn], block.spectra[:, ::turn])]
        if finding.sentence:
            notes.append(finding.sentence)
    elif axis in ("auto", "keep"):
        parts, unit, descending = resolve(values, block.spectra, "keep"), "channel", False
        notes.append(Note("assemble.channels_numbered", sentence=finding.sentence, choices=finding.choices))
    else:
        if axis == "sort" and len(np.unique(values)) < len(values):
            raise DataError("assemble.axis_repeats")
        parts = resolve(values, block.spectra, axis, splice_at or None)
        kept = sum(len(x) for x, _ in parts)
        notes.append({"splice": f"Detectors were spliced: {kept} of {len(values)} channels are kept.",
                      "sort": "The channels were sorted by axis value.",
                      "drop": f"Stray channels were left out: {kept} of {len(values)} are kept.",
                      "average": f"Channels at the same position were averaged: {kept} of {len(values)} are left.",
                      }.get(axis, finding.sentence))
    several = len(parts) > 1
    made = [block.with_(axis=np.ascontiguousarray(x), spectra=np.ascontiguousarray(Y), unit=unit,
                        label=f"{block.label} detector {k}".strip() if several else block.label)
            for k, (x, Y) in enumerate(parts, start=1)]
    return [_dataset(part, f"{name} {part.label}" if several else name, source, tuple(dict.fromkeys(notes)), descending)
            for part in made]


def _dataset(
    block: Block, name: str, source: Source, warnings: tuple[str, ...], descending: bool,
) -> SpectralDataset:
    assert block.axis is not None
    # Names are never invented: two files without names would seem to match by them
    names = tuple(block.names) or ("",) * len(block.spectra)
    return SpectralDataset(
        name, block.spectra, Axis(block.axis, block.unit, descending, block.laser_nm), names, block.quantity,
        block.targets, block.groups, source, warnings, dict(block.metadata),
        guessed=tuple(g for g in block.guessed if g != "unit" or block.unit not in ("unknown", "channel")),
        columns=dict(block.columns))
