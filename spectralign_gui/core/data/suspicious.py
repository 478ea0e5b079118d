"""Suspicious axes, found on the raw arrays of a file: told in a sentence, with choices; never repaired unasked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..errors import DataError

CHOICES = {
    "split": "one data set per detector",
    "splice": "one data set, each detector used on its own side of a joint",
    "average": "one channel per position, the mean of those measured there",
    "sort": "all channels, sorted by position",
    "drop": "leave these channels out",
    "keep": "all channels in the order of the file, numbered 1, 2, 3 …",
}
POSITIVE_UNITS = ("nm", "um", "cm-1", "eV")


@dataclass(frozen=True)
class Finding:
    """One thing that is odd about an axis.

    Parameters
    ----------
    kind : {"channel-numbers", "not-finite", "repeated", "step-back", "stray", "jumbled", "not-positive", "constant"}
    message : str
        One sentence for the user.
    at : tuple of int
        Channels (counted from 0, file order) it is about; for "step-back" the first channel of each next detector.
    choices : tuple of str
        Keys of `CHOICES` that `axis_choices.resolve` accepts, the safest first; empty if nothing has to be chosen.
    """

    kind: str
    message: str
    at: tuple[int, ...] = ()
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class AxisReport:
    """What `inspect_axis` found.

    Parameters
    ----------
    channels : int
    descending : bool
        The axis falls in the file (legal: readers turn it round together with the spectra).
    findings : tuple of Finding
    """

    channels: int
    descending: bool
    findings: tuple[Finding, ...] = ()

    @property
    def usable(self) -> bool:
        """Whether the axis can be taken as it is (after turning round a descending one)."""
        return not any(f.choices for f in self.findings)

    @property
    def suspicious(self) -> bool:
        """Whether anything should be pointed out."""
        return bool(self.findings)

    @property
    def choices(self) -> tuple[str, ...]:
        """What the user can choose from, the safest first; empty if the axis is usable."""
        found = [f.choices for f in self.findings if f.choices]
        if not found:
            return ()
        return tuple(c for c in found[0] if all(c in others for others in found)) or ("keep",)

    @property
    def sentences(self) -> tuple[str, ...]:
        """All findings as sentences."""
        return tuple(f.message for f in self.findings)


def inspect_axis(values: ArrayLike, unit: str = "unknown") -> AxisReport:
    """Look at the axis of a file.

    Parameters
    ----------
    values : (p,) array
        In file order, ascending or descending.
    unit : str
        As far as known; "channel" axes may be 0..N.

    Returns
    -------
    AxisReport
    """
    x = np.asarray(values, dtype=np.float64)
    if x.ndim != 1:
        raise DataError(f"an axis is one row of numbers, not an array of shape {x.shape}.")
    bad = np.flatnonzero(~np.isfinite(x))
    findings: list[Finding] = []
    if len(bad):
        findings.append(Finding(
            "not-finite", f"the axis has no number at {_channels(bad)}.", tuple(bad.tolist()), ("drop", "keep")))
    kept = np.flatnonzero(np.isfinite(x))
    good = x[kept]
    if len(good) < 2:
        return AxisReport(len(x), False, tuple(findings))
    steps = np.diff(good)
    descending = bool(np.count_nonzero(steps < 0) > np.count_nonzero(steps > 0))
    forward = -steps if descending else steps

    findings += _order_findings(good, forward, kept)
    if unit not in ("channel", "raman-shift") and good[0] in (0.0, 1.0) and bool((steps == 1).all()):
        findings.append(Finding(
            "channel-numbers", f"the axis is only a numbering ({good[0]:.0f} to {good[-1]:.0f}); it may not be the "
            "wavelengths."))
    elif unit in POSITIVE_UNITS and bool((good <= 0).any()):
        at = kept[good <= 0]
        findings.append(Finding(
            "not-positive", f"an axis in {unit} cannot be zero or negative, but it is at {_channels(at)}.",
            tuple(at.tolist()), ("drop", "keep")))
    return AxisReport(len(x), descending, tuple(findings))


def _order_findings(good: np.ndarray, forward: np.ndarray, kept: np.ndarray) -> list[Finding]:
    """Findings about repeated positions and steps back; `kept` are the file's channels of `good`."""
    findings = []
    if not forward.any():
        return [Finding("constant", f"all {len(good)} positions of the axis are {good[0]:g}.", (), ("keep",))]
    same = np.flatnonzero(forward == 0) + 1
    back = np.flatnonzero(forward < 0) + 1
    if len(same):
        at = kept[same]
        findings.append(Finding(
            "repeated", f"the axis repeats {len(same)} position{_s(same)}, first {good[same[0]]:g} at channel "
            f"{at[0] + 1}.", tuple(at.tolist()), ("average", "keep")))
    if not len(back):
        return findings
    lengths = np.diff([0, *back, len(good)])
    stray = _stray(good, forward)
    if len(stray):
        at = kept[stray]
        findings.append(Finding(
            "stray", f"the axis jumps away and back at {_channels(at)} ({good[stray[0]]:g} between "
            f"{good[max(stray[0] - 1, 0)]:g} and {good[min(stray[0] + 1, len(good) - 1)]:g}).",
            tuple(at.tolist()), ("drop", "keep")))
    elif len(back) > max(8, len(good) // 50) or lengths.min() < 3:
        findings.append(Finding(
            "jumbled", f"the axis goes back {len(back)} times, so its channels are in no order.",
            tuple(kept[back].tolist()), ("keep", "sort")))
    else:
        places = ", ".join(f"at channel {kept[i] + 1} (from {good[i - 1]:g} to {good[i]:g})" for i in back[:4])
        findings.append(Finding(
            "step-back", f"the axis steps back {places}, where another detector begins.",
            tuple(kept[back].tolist()), ("split", "splice", "keep")))
    return findings


def _stray(x: np.ndarray, forward: np.ndarray) -> np.ndarray:
    """Single channels (at most 3) without which the axis would ascend throughout."""
    sign = 1.0 if np.count_nonzero(np.diff(x) > 0) >= np.count_nonzero(np.diff(x) < 0) else -1.0
    keep = np.ones(len(x), bool)
    for _ in range(3):
        index = np.flatnonzero(keep)
        steps = np.diff(sign * x[index])
        wrong = np.flatnonzero(steps < 0)
        if not len(wrong):
            break
        w = int(wrong[0])
        for candidate in (w, w + 1):
            left = sign * x[index[candidate - 1]] if candidate > 0 else -np.inf
            right = sign * x[index[candidate + 1]] if candidate + 1 < len(index) else np.inf
            if left < right:
                keep[index[candidate]] = False
                break
        else:
            return np.empty(0, int)
    return np.flatnonzero(~keep) if bool((np.diff(sign * x[keep]) >= 0).all()) else np.empty(0, int)


def _channels(at: np.ndarray) -> str:
    """'channel 3' or 'channels 3, 4, 5 and 7 more', counted from 1."""
    shown = ", ".join(str(int(i) + 1) for i in at[:3])
    more = f" and {len(at) - 3} more" if len(at) > 3 else ""
    return f"channel{_s(at)} {shown}{more}"


def _s(items: Sequence[int] | np.ndarray) -> str:
    return "" if len(items) == 1 else "s"
