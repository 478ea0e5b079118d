"""Suspicious axes, found on the raw arrays of a file: told in a sentence, with choices; never repaired unasked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..errors import DataError
from ..notes import Note

CHOICES = {
    "split": "one data set per detector",
    "splice": "one data set, each detector used on its own side of a joint",
    "average": "one channel per position, the mean of those measured there",
    "sort": "all channels, sorted by position",
    "drop": "leave these channels out",
    "keep": "all channels in the order of the file, numbered 1, 2, 3 …",
}
POSITIVE_UNITS = ("nm", "um", "cm-1", "eV")
BANDS = 100
"""Whole numbers below it, of no stated unit, count bands: no spectrum has such wavelengths or wavenumbers."""


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
        raise DataError("axis.no_row", shape=str(x.shape))
    bad = np.flatnonzero(~np.isfinite(x))
    findings: list[Finding] = []
    if len(bad):
        findings.append(Finding(
            "not-finite", Note("axis.no_number", channels=_channels(bad)), tuple(bad.tolist()), ("drop", "keep")))
    kept = np.flatnonzero(np.isfinite(x))
    good = x[kept]
    if len(good) < 2:
        return AxisReport(len(x), False, tuple(findings))
    steps = np.diff(good)
    descending = bool(np.count_nonzero(steps < 0) > np.count_nonzero(steps > 0))
    forward = -steps if descending else steps

    findings += _order_findings(good, forward, kept)
    counted = good[0] in (0.0, 1.0) and bool((steps == 1).all())
    bands = unit == "unknown" and bool((good == np.round(good)).all()) and good.min() >= 0 and good.max() < BANDS
    if unit not in ("channel", "raman-shift") and (counted or bands):
        findings.append(Finding(
            "channel-numbers", Note("axis.numbering", first=good[0], last=good[-1])))
    elif unit in POSITIVE_UNITS and bool((good <= 0).any()):
        at = kept[good <= 0]
        findings.append(Finding(
            "not-positive", Note("axis.not_positive", unit=unit, channels=_channels(at)),
            tuple(at.tolist()), ("drop", "keep")))
    return AxisReport(len(x), descending, tuple(findings))


def _order_findings(good: np.ndarray, forward: np.ndarray, kept: np.ndarray) -> list[Finding]:
    """Findings about repeated positions and steps back; `kept` are the file's channels of `good`."""
    findings = []
    if not forward.any():
        return [Finding("constant", Note("axis.constant", n=len(good), position=good[0]), (), ("keep",))]
    same = np.flatnonzero(forward == 0) + 1
    back = np.flatnonzero(forward < 0) + 1
    if len(same):
        at = kept[same]
        findings.append(Finding(
            "repeated", Note("axis.repeats", n=len(same), position=good[same[0]], channel=at[0] + 1),
            tuple(at.tolist()), ("average", "keep")))
    if not len(back):
        return findings
    lengths = np.diff([0, *back, len(good)])
    stray = _stray(good, forward)
    if len(stray):
        at = kept[stray]
        findings.append(Finding(
            "stray", Note("axis.stray", channels=_channels(at), position=good[stray[0]],
                          before=good[max(stray[0] - 1, 0)], after=good[min(stray[0] + 1, len(good) - 1)]),
            tuple(at.tolist()), ("drop", "keep")))
    elif len(back) > max(8, len(good) // 50) or lengths.min() < 3:
        findings.append(Finding(
            "jumbled", Note("axis.jumbled", n=len(back)),
            tuple(kept[back].tolist()), ("keep", "sort")))
    else:
        places = [Note("axis.step_back", "info", channel=kept[i] + 1, before=good[i - 1], after=good[i])
                  for i in back[:4]]
        findings.append(Finding(
            "step-back", Note("axis.steps_back", places=places),
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


def _channels(at: np.ndarray) -> Note:
    """'channel 3' or 'channels 3, 4, 5 and 7 more', counted from 1."""
    return Note("axis.channels", "info", numbers=at + 1, n=len(at))
