"""An instrument against a certificate, as rows and sentences, and as figures that a fleet keeps."""

from __future__ import annotations

import math

import numpy as np

from ..core.notes import Note
from ..preprocessing.parse import format_step
from ..preprocessing.spec import StepSpec
from ..session.fleet.certified import AxisCertified
from ..words import units
from ..words.language import PLAIN
from .plots.chart import Chart, Level, Series

LINES = ("Certified", "Measured", "Differs by", "Standard error", "Width (FWHM)", "After")


def line_rows(c: AxisCertified) -> list[list[float]]:
    """A row per line of the certificate within the axis, see `LINES`; NaN where it was not found."""
    p = c.places
    after = p.measured.copy()
    after[p.found] = c.made.at(p.measured[p.found])
    return [[float(v) for v in row] for row in zip(
        p.certified, p.measured, p.measured - p.certified, p.errors, p.widths, after - p.certified, strict=True)]


def rows(c: AxisCertified) -> list[tuple[str, str]]:
    """What was found: title and text."""
    unit = units.over(c.unit)
    found = [("Certificate", f"{c.certificate.title}: {c.certificate.source}"),
             ("Lines found", f"{int(c.places.found.sum())} of {len(c.places.certified)}, mean of {c.spectra} spectra"
              if c.spectra > 1 else f"{int(c.places.found.sum())} of {len(c.places.certified)}")]
    for place, measured, differs, error, width, after in line_rows(c):
        found.append((f"  {place:g}", "not found" if math.isnan(measured) else
                      f"at {measured:.2f}, {differs:+.2f} ± {error:.2f} {unit}, width {width:.2f}, after {after:+.2f}"))
    found.append(("Correction", f"polynomial of degree {c.made.degree}"))
    if c.certificate.is_lamp and math.isfinite(c.places.between):
        found.append(("Light between the lines", f"{100 * c.places.between:.2g} % of the strongest line; stray light "
                      "and what the dark signal leaves"))
    return found


def notes(c: AxisCertified) -> list[Note]:
    """Whether a correction is needed."""
    mean, most = float(c.error.mean()), float(np.abs(c.error).max())
    if math.isfinite(c.made.left_out):
        said = Note("certificate.sure", "info", name=c.name, mean=mean, most=most, unit=c.unit, left=c.made.left_out)
    else:
        said = Note("certificate.too_few", "advice", name=c.name, mean=mean, unit=c.unit, n=len(c.error))
    return [said] if is_needed(c) else [said, Note("certificate.within", "info")]


def is_needed(c: AxisCertified) -> bool:
    """Whether some line differs by more than twice what certificate and fit are sure of."""
    p, found = c.places, c.places.found
    sure = 2.0 * np.hypot(p.known[found], p.errors[found])
    return bool((np.abs(p.measured[found] - p.certified[found]) > sure).any())


def figures(c: AxisCertified) -> list[tuple[str, float, str, str]]:
    """Name, value, unit and origin of what a fleet keeps."""
    unit, how = units.over(c.unit, PLAIN), f"against {c.certificate.title.lower()}, {int(c.places.found.sum())} lines"
    found = [("axis against certificate", float(c.error.mean()), unit, how),
             ("worst line", float(np.abs(c.error).max()), unit, how),
             ("width of lines", float(np.nanmedian(c.places.widths)), unit, how)]
    if c.certificate.is_lamp:
        found.append(("light between lines", 100.0 * c.places.between, "%", how))
    return found


def chart(c: AxisCertified) -> Chart:
    """Differences along the axis, and the correction."""
    p, found = c.places, c.places.found
    x, y = p.measured[found], (p.measured - p.certified)[found]
    sure = 2.0 * np.hypot(p.known[found], p.errors[found])
    bars_x = np.repeat(x, 3)
    bars_y = np.column_stack([y - sure, y + sure, np.full(len(x), np.nan)]).ravel()
    along = np.linspace(x.min(), x.max(), 100) if len(x) > 1 else x
    unit = units.over(c.unit)
    return Chart([Series("", bars_y, bars_x, "muted"), Series("line", y, x, "instrument:1", "o", False),
                  Series("correction", along - c.made.at(along), along, "accent")], [Level(0.0, "certificate")],
                 units.title(c.unit), f"measured minus certified ({unit})" if unit else "measured minus certified",
                 head=0.3)


def response_chart(step: StepSpec) -> Chart:
    """What intensities are multiplied by, along the axis."""
    at, factor = (np.array(step.parameters[k]) for k in ("at", "factor"))
    return Chart([Series("factor", factor, at, "accent", "o")], [Level(1.0, "", "muted")], "Place on the axis",
                 "factor", head=0.3)


def tree(c: AxisCertified) -> dict[str, object]:
    """For JSON."""
    def number(v: float) -> float | None:
        return float(v) if math.isfinite(v) else None

    keys = ("certified", "measured", "difference", "standard_error", "width", "after")
    return {"name": c.name, "certificate": c.certificate.name, "source": c.certificate.source, "unit": c.unit,
            "lines": [dict(zip(keys, map(number, row), strict=True)) for row in line_rows(c)],
            "degree": c.made.degree, "left_out": number(c.made.left_out), "needed": is_needed(c),
            "between_lines": number(c.places.between), "step": format_step(c.step)}
