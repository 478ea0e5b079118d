"""How two instruments differ, as rows and sentences, and as figures that a fleet keeps."""

from __future__ import annotations

import math

from ..core.measures.metrology import Estimate
from ..core.notes import Note
from ..session.fleet.metrology import Metrology
from ..words import units
from ..words.language import PLAIN

HOW = {"repeats": "from repeats of the same samples", "channels": "between neighbouring channels"}


def _with_interval(e: Estimate, scale: float = 1.0, unit: str = "") -> str:
    unit = f" {over}" if (over := units.over(unit)) else ""
    return f"{scale * e.value:.3g}{unit} ({scale * e.low:.3g} to {scale * e.high:.3g})"


def rows(m: Metrology) -> list[tuple[str, str]]:
    """What was found: title and text."""
    d = m.found
    found = [("Samples on both", f"{d.samples}, {d.channels} channels"),
             (f"Noise of {m.a}", f"{m.noise_a:.3g}, {HOW[m.noise_how]}"),
             (f"Noise of {m.b}", f"{m.noise_b:.3g}, {HOW[m.noise_how]}"),
             ("Wavelength shift", _with_interval(d.shift, unit=m.unit))]
    found += [(f"  {low:g} to {high:g}", _with_interval(e, unit=m.unit)) for low, high, e in d.by_part]
    found += [("Bands broader by", _with_interval(d.broadening, unit=m.unit)),
              ("These two explain", f"{100 * d.explained:.1f} % of what differs in shape"),
              ("Intensity", f"{_with_interval(d.gain, 100.0)} %"),
              ("Same for all samples", _share(d.constant)), ("By shift, width, intensity", _share(d.linear))]
    if math.isfinite(d.noise):
        found.append(("Noise", _share(d.noise)))
    return [*found, ("From sample to sample", _share(d.rest))]


def _share(value: float) -> str:
    return f"{100 * value:.1f} % of the squared difference"


def notes(m: Metrology) -> list[Note]:
    """What it means for a transfer."""
    d = m.found
    if d.moved:
        said = Note("metrology.shift", "warning", a=m.a, b=m.b, shift=abs(d.shift.value), unit=m.unit,
                    higher=d.shift.value > 0, low=d.shift.low, high=d.shift.high)
    elif d.shift.sure:
        said = Note("metrology.shift_hint", "info", shift=d.shift.value, unit=m.unit, share=d.explained)
    else:
        said = Note("metrology.shift_none", "info", low=d.shift.low, high=d.shift.high, unit=m.unit)
    found = [said, Note("metrology.share_common", "info", share=d.common)]
    if math.isfinite(d.noise):
        return [*found, Note("metrology.share_noise", "info", share=d.noise),
                Note("metrology.share_rest", "info", share=d.rest)]
    return [*found, Note("metrology.share_rest_and_noise", "info", share=d.rest)]


def figures(m: Metrology) -> list[tuple[str, float, str, str]]:
    """Name, value, unit and origin of what a fleet keeps."""
    d, how = m.found, f"against {m.a}, {m.found.samples} samples"
    unit = units.over(m.unit, PLAIN)
    return [("shift" if d.moved else "shift (a hint)", d.shift.value, unit, how),
            ("intensity", 100.0 * d.gain.value, "%", how), ("noise", m.noise_b, "", HOW[m.noise_how]),
            ("same for all samples", 100.0 * d.common, "%", how)]


def tree(m: Metrology) -> dict[str, object]:
    """For JSON."""
    d = m.found

    def number(v: float) -> float | None:
        return float(v) if math.isfinite(v) else None

    def estimate(e: Estimate) -> dict[str, float | None]:
        return {"value": number(e.value), "low": number(e.low), "high": number(e.high)}

    return {"a": m.a, "b": m.b, "unit": m.unit, "samples": d.samples, "channels": d.channels,
            "noise": {m.a: number(m.noise_a), m.b: number(m.noise_b), "how": m.noise_how},
            "shift": estimate(d.shift),
            "shift_by_part": [{"from": low, "to": high, **estimate(e)} for low, high, e in d.by_part],
            "broadening": estimate(d.broadening), "explained": number(d.explained), "gain": estimate(d.gain),
            "shares": {"constant": number(d.constant), "law": number(d.linear), "noise": number(d.noise),
                       "rest": number(d.rest)}}
