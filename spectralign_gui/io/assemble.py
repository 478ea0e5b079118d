"""From a block in file order to data sets with an ascending axis; suspicious axes and the choices for them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..core.data import Axis, Source, SpectralDataset
from ..core.errors import DataError
from .readers.contract import Block

AXIS_CHOICES = ("auto", "keep", "split", "splice", "sort", "channel")
"""auto: take the axis as it is where it is sound, else ``keep``. keep: all channels in file order, numbered.
split: one data set per detector. splice: change detector once per overlap. sort: order by axis value (only if none
repeats). channel: number the channels."""


@dataclass(frozen=True)
class AxisFinding:
    """What is odd about an axis.

    Parameters
    ----------
    kind : {"none", "missing", "numbering", "steps-back", "repeats", "unordered"}
    sentence : str
        For the user; "" if nothing is odd.
    breaks : tuple of int
        Channels (from 0) at which a new detector begins.
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
        return AxisFinding("missing", "The file has no axis; the channels are numbered.", (), ("channel",))
    p = len(axis)
    steps = np.diff(axis)
    if (steps > 0).all() or (steps < 0).all():
        if p > 2 and axis[0] in (0, 1) and np.array_equal(axis, np.arange(p) + axis[0]):
            return AxisFinding("numbering", f"The axis is only a numbering ({axis[0]:g} to {axis[-1]:g}); "
                               "it may not be the wavelengths.", (), ("auto", "channel"))
        return AxisFinding()
    up = np.count_nonzero(steps > 0) >= np.count_nonzero(steps < 0)
    wrong = np.flatnonzero(steps <= 0 if up else steps >= 0)
    breaks = tuple(int(w) + 1 for w in wrong)
    first = breaks[0]
    if (steps[wrong] == 0).all():
        return AxisFinding("repeats", f"The axis repeats the value {axis[first]:g} (channel {first + 1}"
                           f"{f' and {len(breaks) - 1} more' if len(breaks) > 1 else ''}).", breaks,
                           ("keep", "splice", "split") if len(breaks) <= 10 else ("keep",))
    if len(breaks) <= max(10, p // 200) and len(breaks) <= 64:
        back = "back" if up else "up again"
        return AxisFinding("steps-back", f"The axis steps {back} at channel {first + 1} (from {axis[first - 1]:g} to "
                           f"{axis[first]:g}), where another detector begins"
                           f"{f', and at {len(breaks) - 1} more' if len(breaks) > 1 else ''}.", breaks,
                           ("keep", "split", "splice"))
    unique = len(np.unique(axis)) == p
    return AxisFinding("unordered", f"The axis is in no order (channel {first + 1}: {axis[first - 1]:g} then "
                       f"{axis[first]:g}).", breaks, ("keep", "sort") if unique else ("keep",))


def split_at(block: Block, breaks: tuple[int, ...]) -> list[Block]:
    """One block per detector."""
    assert block.axis is not None
    edges = [0, *breaks, len(block.axis)]
    return [block.with_(spectra=block.spectra[:, a:b], axis=block.axis[a:b],
                        label=f"{block.label} detector {k + 1}".strip())
            for k, (a, b) in enumerate(pairwise(edges)) if b > a]


def splice(block: Block, breaks: tuple[int, ...], at: tuple[float, ...] = ()) -> Block:
    """One ascending (or descending) axis: of each overlap, keep one detector up to `at` and the next from there.

    Parameters
    ----------
    block : Block
    breaks : tuple of int
    at : tuple of float
        One position per break; default the middle of each overlap.
    """
    parts = split_at(block, breaks)
    if at and len(at) != len(breaks):
        raise DataError(f"the axis has {len(breaks)} detector changes but {len(at)} splice positions were given.")
    spectra, axis = parts[0].spectra, parts[0].axis
    assert axis is not None
    descending = len(axis) > 1 and axis[-1] < axis[0]
    sign = -1.0 if descending else 1.0
    for k, part in enumerate(parts[1:]):
        assert part.axis is not None
        place = at[k] if at else (axis[-1] + part.axis[0]) / 2
        left, right = sign * axis <= sign * place, sign * part.axis > sign * place
        spectra = np.concatenate([spectra[:, left], part.spectra[:, right]], axis=1)
        axis = np.concatenate([axis[left], part.axis[right]])
    if len(axis) < 1:
        raise DataError("nothing is left of the axis after splicing there.")
    return block.with_(spectra=spectra, axis=axis)


def block_to_datasets(
    block: Block, name: str, source: Source, warnings: tuple[str, ...] = (), axis: str = "auto",
    splice_at: tuple[float, ...] = (),
) -> list[SpectralDataset]:
    """Data sets of one block; see `AXIS_CHOICES`."""
    finding = examine_axis(block.axis)
    notes = list(warnings)
    parts = [block]
    numbered = finding.kind == "missing" or axis == "channel"
    if finding.kind in ("repeats", "steps-back", "unordered") and not numbered:
        if axis == "split" and finding.breaks:
            parts = split_at(block, finding.breaks)
        elif axis == "splice" and finding.kind != "unordered":
            parts = [splice(block, finding.breaks, splice_at)]
            assert parts[0].axis is not None
            notes.append(f"Detectors were spliced: {len(parts[0].axis)} of {block.spectra.shape[1]} channels are kept.")
        elif axis == "sort" and block.axis is not None and len(np.unique(block.axis)) == len(block.axis):
            order = np.argsort(block.axis, kind="stable")
            parts = [block.with_(spectra=block.spectra[:, order], axis=block.axis[order])]
            notes.append("The channels were sorted by axis value.")
        else:
            numbered = True
            notes.append(f"{finding.sentence} All channels are kept in file order and numbered; "
                         f"choose one of {', '.join(finding.choices)} to change that.")
    elif finding.sentence and not (finding.kind == "missing" and any("no axis" in n for n in notes)):
        notes.append(finding.sentence)
    if numbered:
        parts = [block.with_(axis=np.arange(1.0, block.spectra.shape[1] + 1), unit="channel")]
    several = len(parts) > 1
    return [_dataset(part, f"{name} {part.label}" if several else name, source, tuple(dict.fromkeys(notes)))
            for part in parts]


def _dataset(block: Block, name: str, source: Source, warnings: tuple[str, ...]) -> SpectralDataset:
    assert block.axis is not None
    values, spectra = block.axis, block.spectra
    descending = len(values) > 1 and bool(values[-1] < values[0])
    if descending:
        values, spectra = values[::-1].copy(), spectra[:, ::-1]
    # Names are never invented: two files without names would seem to match by them
    names = tuple(block.names) or ("",) * len(spectra)
    return SpectralDataset(
        name, spectra, Axis(values, block.unit, descending, block.laser_nm), names, block.quantity,
        block.targets, block.groups, source, warnings, dict(block.metadata))
