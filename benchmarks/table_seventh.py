"""A seventh, small set of kinds: two decimal marks in one file, titles in no order, headings of several lines.

Written after the sixth set was mended, by somebody who had read the readers; run before anything was changed for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from benchmarks.table_fourth import _checked, _values, joined
from benchmarks.table_kinds import Rng
from benchmarks.table_parts import Case, axis_text, numbers_text
from benchmarks.table_sixth import Scans, scans
from benchmarks.table_sixth_rows import rising, rows


def _whole(rng: Rng, step: float = 2.0) -> Scans:
    s = scans(rng, "cm-1")
    return replace(s, x=4000 - step * np.arange(s.p))


def _fine(rng: Rng, first: float = 1100.5, step: float = 1.5) -> Scans:
    s = rising(rng)
    return replace(s, x=np.round(first + step * np.arange(s.p), 3))


def _across(s: Scans, corner: str, titles: list[str], separator: str, form: Callable[[str], str] = str) -> str:
    lines = [[w, *map(form, r)] for w, r in zip(s.who, numbers_text(s.X), strict=True)]
    return "".join(separator.join(r) + "\n" for r in [[corner, *titles], *lines])


def _down(s: Scans, title: str, axis: list[str], separator: str, form: Callable[[str], str] = str) -> str:
    lines = [[x, *map(form, r)] for x, r in zip(axis, zip(*numbers_text(s.X), strict=True), strict=True)]
    return "".join(separator.join(r) + "\n" for r in [[title, *s.who], *lines])


def _comma(cell: str) -> str:
    return cell.replace(".", ",")


def quoted_thousands_in_titles(rng: Rng) -> Case:
    s = _whole(rng)
    return s.case("quoted_thousands_in_titles", _across(s, "Sample", [f'"{v:,.0f}"' for v in s.x], ","), tuple(s.who))


def quoted_thousands_in_the_axis(rng: Rng) -> Case:
    s = _whole(rng)
    text = _down(s, "Wavenumber (cm-1)", [f'"{v:,.1f}"' for v in s.x], ",")
    return s.case("quoted_thousands_in_the_axis", text, tuple(s.who))


def quoted_decimal_commas(rng: Rng) -> Case:
    s = _fine(rng, step=0.5)
    text = _across(s, "Sample", [f'"{_comma(f"{v:.1f}")}"' for v in s.x], ",", lambda c: f'"{_comma(c)}"')
    return s.case("quoted_decimal_commas", text, tuple(s.who))


def german_thousands_in_the_axis(rng: Rng) -> Case:
    s = _whole(rng, 2.5)
    axis = [f"{v:,.1f}".replace(",", "#").replace(".", ",").replace("#", ".") for v in s.x]
    return s.case("german_thousands_in_the_axis", _down(s, "Wellenzahl", axis, ";", _comma), tuple(s.who))


def points_in_titles_commas_below(rng: Rng) -> Case:
    """A spreadsheet leaves titles as they are and writes numbers with commas."""
    s = _fine(rng)
    text = _across(s, "Probe", [f"{v:.1f}" for v in s.x], ";", _comma)
    return s.case("points_in_titles_commas_below", text, tuple(s.who))


def points_that_may_mark_thousands_in_titles(rng: Rng) -> Case:
    s = _fine(rng, 1.125, 0.125)
    text = _across(s, "Probe", [f"{v:.3f}" for v in s.x], ";", _comma)
    return s.case("points_that_may_mark_thousands_in_titles", text, tuple(s.who))


def commas_in_titles_points_below(rng: Rng) -> Case:
    s = _fine(rng)
    return s.case(
        "commas_in_titles_points_below", _across(s, "Probe", [_comma(f"{v:.1f}") for v in s.x], ";"), tuple(s.who)
    )


def points_in_the_axis_commas_beside(rng: Rng) -> Case:
    s = _fine(rng)
    text = _down(s, "Wellenlänge (nm)", axis_text(s.x), ";", _comma)
    return s.case("points_in_the_axis_commas_beside", text, tuple(s.who))


def blanks_in_titles(rng: Rng) -> Case:
    """4 000, 3 998 …"""
    s = _whole(rng)
    return s.case(
        "blanks_in_titles", _across(s, "Sample", [f"{v:,.0f}".replace(",", " ") for v in s.x], ";"), tuple(s.who)
    )


def titles_that_fall(rng: Rng) -> Case:
    s = rising(rng)
    s, form = replace(s, x=s.x[::-1]), str(rng.choice(["wl_{:g}", "X{:g}", "{:g}nm", "spc.{:g}"]))
    return s.case("titles_that_fall", _across(s, "id", [form.format(v) for v in s.x], ","), tuple(s.who))


def titles_in_no_order(rng: Rng) -> Case:
    s = rising(rng)
    order = rng.permutation(s.p)
    s, form = replace(s, x=s.x[order], X=s.X[:, order]), str(rng.choice(["{:g}", "R{:g}"]))
    corner = "Sample" if form == "{:g}" else "plot"
    return s.case("titles_in_no_order", _across(s, corner, [form.format(v) for v in s.x], ","), tuple(s.who))


def titles_of_r_with_minus(rng: Rng) -> Case:
    """X.10 X.5 X0 X5: R's way to write -10."""
    s = scans(rng, "raman")
    s = replace(s, x=np.round(-100.0 + 5 * np.arange(s.p), 1))
    titles = [f"X.{-v:g}" if v < 0 else f"X{v:g}" for v in s.x]
    return s.case("titles_of_r_with_minus", _across(s, "Sample", titles, ","), tuple(s.who))


def mean_with_its_band(rng: Rng) -> Case:
    """Mean, mean plus and minus its deviation."""
    s = rising(rng, 1)
    deviation = np.round(np.abs(rng.normal(0.01, 0.002, s.p)), 5)
    both = replace(s, X=np.array([s.X[0], s.X[0] + deviation, s.X[0] - deviation]), n=3)
    text = "Wavelength (nm),Mean,Mean + SD,Mean - SD\n" + both.lines(",")
    return both.case("mean_with_its_band", text, also=(s.case("", ""),))


def peaks_above_or_below(rng: Rng) -> Case:
    s = scans(rng, "cm-1", 1)
    spectrum = "Wavenumber (cm-1),Absorbance\n" + s.lines(",")
    found = "Peak,Position,Height\n1,1650.2,0.5\n2,1540.1,0.4\n3,1450.7,0.1\n"
    return s.case("peaks_above_or_below", f"{spectrum}\n{found}" if rng.random() < 0.5 else f"{found}\n{spectrum}")


def day_and_time_apart(rng: Rng) -> Case:
    s = rising(rng)
    beside = [[f"{k + 1:02d}.03.2024", f"{8 + k:02d}:15", w, f"{20 + k / 10:.1f}"] for k, w in enumerate(s.who)]
    text = joined(rows(["Datum", "Uhrzeit", "Probe", "T [°C]"], beside, axis_text(s.x), s.X), ";", True)
    return s.case("day_and_time_apart", text, tuple(s.who))


def units_behind_names(rng: Rng) -> Case:
    s, unit = rising(rng), str(rng.choice(["(a.u.)", "[counts]", "/ a.u.", "(%)"]))
    s = replace(s, who=[f"{w} {unit}" for w in s.who])
    return s.case("units_behind_names", _down(s, "Wavelength (nm)", axis_text(s.x), ","), unit="nm")


def unit_over_every_channel(rng: Rng) -> Case:
    s = rising(rng)
    lines = [[w, "a", *r] for w, r in zip(s.who, numbers_text(s.X), strict=True)]
    text = joined([["", "", *["nm"] * s.p], ["Sample", "Class", *axis_text(s.x)], *lines], ",")
    return s.case("unit_over_every_channel", text, tuple(s.who))


def wavelengths_over_titles(rng: Rng) -> Case:
    """The wavelengths in a line of their own, "Abs" under each of them."""
    s = rising(rng)
    titles, V = _values(rng, s.n, 2)
    lines = [[w, *v, *r] for w, v, r in zip(s.who, numbers_text(V), numbers_text(s.X), strict=True)]
    text = joined(
        [["Instrument", "FOSS"], ["Wavelength", "", "", *axis_text(s.x)], ["Sample", *titles, *["Abs"] * s.p], *lines],
        ",",
    )
    return _checked(s.case("wavelengths_over_titles", text, tuple(s.who)), titles, V)


def pairs_with_names_and_units(rng: Rng) -> Case:
    s = scans(rng, "nm", int(rng.integers(2, 6)))
    lines = [
        [c for y in r for c in (x, y)]
        for x, r in zip(axis_text(s.x), zip(*numbers_text(s.X), strict=True), strict=True)
    ]
    head = ",".join(f"{w}," for w in s.who) + "\n" + ",".join(["nm,Abs"] * s.n) + "\n"
    text = head + "".join(",".join(r) + "\n" for r in lines)
    return s.case("pairs_with_names_and_units", text, tuple(s.who), unit="nm")


def numbered_samples_over_units(rng: Rng) -> Case:
    s = rising(rng)
    who = [str(k + 1) for k in range(s.n)]
    text = "Sample," + ",".join(who) + "\nnm," + ",".join(["Abs"] * s.n) + "\n" + s.lines(",")
    return s.case("numbered_samples_over_units", text, tuple(who), unit="nm")


def depths_over_names(rng: Rng) -> Case:
    s = rising(rng, int(rng.integers(4, 9)))
    head = "Depth (cm)," + ",".join(str(10 * k) for k in range(s.n)) + "\n"
    return s.case("depths_over_names", head + _down(s, "Wavelength (nm)", axis_text(s.x), ","), tuple(s.who), unit="nm")


def settings_beside_spectra(rng: Rng) -> Case:
    """Numbers of scans, integration time and gain, the same for all."""
    s = rising(rng)
    beside = [[w, "32", "100", "1"] for w in s.who]
    text = joined(rows(["Sample", "Scans", "Integration time (ms)", "Gain"], beside, axis_text(s.x), s.X), ",")
    return s.case("settings_beside_spectra", text, tuple(s.who), never=("Scans", "Integration time (ms)", "Gain"))


SEVENTH: tuple[Callable[[Rng], Case], ...] = (
    quoted_thousands_in_titles,
    quoted_thousands_in_the_axis,
    quoted_decimal_commas,
    german_thousands_in_the_axis,
    points_in_titles_commas_below,
    points_that_may_mark_thousands_in_titles,
    commas_in_titles_points_below,
    points_in_the_axis_commas_beside,
    blanks_in_titles,
    titles_that_fall,
    titles_in_no_order,
    titles_of_r_with_minus,
    mean_with_its_band,
    peaks_above_or_below,
    day_and_time_apart,
    units_behind_names,
    unit_over_every_channel,
    wavelengths_over_titles,
    pairs_with_names_and_units,
    numbered_samples_over_units,
    depths_over_names,
    settings_beside_spectra,
)
NOT_READ_EITHER = ("commas_in_titles_points_below", "points_in_the_axis_commas_beside")
"""Kinds that are refused with a sentence that says why."""
SAID_AS_WELL = ("points_that_may_mark_thousands_in_titles", "settings_beside_spectra")
"""Kinds read with a word."""
