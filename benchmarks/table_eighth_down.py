"""Kinds of the eighth set: spectra in columns, grids of plates, workbooks. The whole set stands at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from benchmarks import table_eighth as across
from benchmarks.table_eighth import MEANS, _across, _one
from benchmarks.table_fourth import joined
from benchmarks.table_kinds import Rng
from benchmarks.table_parts import Case, axis_text, numbers_text
from benchmarks.table_sixth import Scans


def _down(s: Scans, title: str = "Wavelength (nm)") -> list[list[str]]:
    body = [[x, *r] for x, r in zip(axis_text(s.x), numbers_text(s.X.T), strict=True)]
    return [[title, *s.who], *body]


def axis_sorted_as_words(rng: Rng) -> Case:
    """1000 before 998: the lines were sorted as words."""
    s = _one(rng)
    s = replace(s, x=900 + 5.0 * np.arange(s.p))
    order = np.array(sorted(range(s.p), key=lambda k: axis_text(s.x)[k]))
    other = replace(s, x=s.x[order], X=s.X[:, order])
    return other.case("axis_sorted_as_words", joined(_down(other), ","), tuple(s.who),
                      also=(s.case("", "", tuple(s.who)),))


def axis_clipped(rng: Rng) -> Case:
    """1.10E+03 for 1100, 1101, 1102 …: the axis is lost."""
    s = _one(rng)
    s = replace(s, x=1100 + 2.0 * np.arange(s.p))
    cells = [[f"{float(r[0]):.2E}", *r[1:]] if k else r for k, r in enumerate(_down(s))]
    return Case("axis_clipped", joined(cells, "\t"), "spoilt")


def two_resolutions(rng: Rng) -> Case:
    """Steps of 1 nm, then of 10 nm."""
    s = _one(rng)
    half = s.p // 2
    s = replace(s, x=np.concatenate([400.0 + np.arange(half), 400.0 + half + 10 * np.arange(s.p - half)]))
    return s.case("two_resolutions", joined(_down(s), str(rng.choice([",", "\t"]))), tuple(s.who))


def instruments_below_each_other(rng: Rng) -> Case:
    """A first column says which instrument; the second has its own wavelengths."""
    a = _one(rng, 3)
    b = replace(a, x=a.x[0] + 0.5 + np.round(1.7 * np.arange(a.p), 1), X=np.round(a.X * 1.1, 5))
    body = [[w, *r] for w, s in (("NIR-A", a), ("NIR-B", b)) for r in _down(s)[1:]]
    text = joined([["Instrument", "Wavelength (nm)", *a.who], *body], ",")
    return Case("instruments_below_each_other", text, "spectra", [a.x] * 3 + [b.x] * 3, [*a.X, *b.X])


def lamp_beside_the_spectra(rng: Rng) -> Case:
    """The intensity of the lamp, the temperature or the gain for each wavelength: no sample."""
    s = _one(rng, int(rng.integers(3, 9)))
    title, v = [("Lamp", 3e4 + 2e4 * np.sin(np.linspace(0, 3, s.p))), ("T (°C)", 25 + rng.normal(0, 0.1, s.p)),
                ("Gain", np.where(np.arange(s.p) < s.p // 2, 1.0, 4.0)),
                ("n", np.full(s.p, 16.0))][int(rng.integers(4))]
    at = int(rng.choice([1, s.n + 1]))
    cells = [[*r[:at], c, *r[at:]] for r, c in zip(_down(s), [title, *(f"{k:.2f}" for k in v)], strict=True)]
    return s.case("lamp_beside_the_spectra", joined(cells, ","), tuple(s.who))


def mean_among_columns(rng: Rng) -> Case:
    """The mean of all stands first or last, under a word of the house."""
    s = _one(rng, int(rng.integers(3, 9)))
    at = int(rng.choice([1, s.n + 1]))
    extra = [str(rng.choice([*MEANS, "pool", ""])), *(f"{v:.5f}" for v in s.X.mean(0))]
    cells = [[*r[:at], c, *r[at:]] for r, c in zip(_down(s), extra, strict=True)]
    return s.case("mean_among_columns", joined(cells, ","), tuple(s.who))


def axis_with_a_spoilt_place(rng: Rng) -> Case:
    """One wavelength was mistyped: 1102, 11040, 1106."""
    s = _one(rng)
    s = replace(s, x=1100 + 2.0 * np.arange(s.p))
    cells = _down(s)
    cells[s.p // 2][0] += "0"
    return Case("axis_with_a_spoilt_place", joined(cells, ","), "spoilt")


def number_with_a_lost_point(rng: Rng) -> Case:
    """0.4213 became 4213 in two cells: the spreadsheet took the point for a mark of thousands."""
    s = _one(rng, 5)
    s = replace(s, X=np.round(0.2 + np.abs(s.X), 4))
    cells = _down(s)
    for k in (s.p // 3, s.p // 2):
        cells[k][2] = f"{1e4 * float(cells[k][2]):.0f}"
    return Case("number_with_a_lost_point", joined(cells, ";"), "spoilt")


def grids_of_a_plate(rng: Rng) -> Case:
    """One grid of wells for every wavelength."""
    s = _one(rng, 12)
    lines: list[list[str]] = []
    few = replace(s, x=s.x[:6], X=s.X[:, :6], p=6, who=[f"{a}{k}" for a in "ABC" for k in (1, 2, 3, 4)])
    for x, v in zip(axis_text(few.x), few.X.T, strict=True):
        lines += [[f"Wavelength: {x} nm"], ["", "1", "2", "3", "4"]]
        lines += [[a, *numbers_text(v.reshape(3, 4))[k]] for k, a in enumerate("ABC")] + [[""]]
    return few.case("grids_of_a_plate", joined(lines, ","), tuple(few.who))


def _numbers(cells: list[list[str]]) -> list[list[object]]:
    def cell(c: str) -> object:
        try:
            return float(c)
        except ValueError:
            return c or None

    return [[cell(c) for c in r] for r in cells]


def book_of_formulas_without_values(rng: Rng) -> Case:
    """Absorbance is a formula, and the program that wrote the file saved no value."""
    s = _one(rng, 4)
    cells = _numbers(_down(s))
    letters = "BCDE"
    for k, r in enumerate(cells[1:], 2):
        r[2] = f"=-LOG10({letters[0]}{k})"
    return Case("book_of_formulas_without_values", "", "spoilt", ending="xlsx", book={"Sheet1": cells})


def book_of_some_text(rng: Rng) -> Case:
    """Some columns hold numbers as text, with blanks around them."""
    s = _one(rng, 6)
    cells = _numbers(_across(s))
    for r, text in zip(cells[1:], _across(s)[1:], strict=True):
        for k in range(2, s.p, 3):
            r[k] = str(rng.choice(["{} ", " {}", "\xa0{}", "'{}"])).format(text[k])
    return s.case("book_of_some_text", "", tuple(s.who), ending="xlsx", book={"Sheet1": cells})


def book_of_joined_channels(rng: Rng) -> Case:
    """Every wavelength is joined over the two repeats below it."""
    s = _one(rng, 6)
    a, b = s.X[:3], s.X[3:]
    wide = np.stack([a, b], 2).reshape(3, -1)
    first: list[object] = ["Sample", *(v for x in s.x for v in (float(x), None))]
    second: list[object] = [None, *["a", "b"] * s.p]
    body = [[w, *map(float, r)] for w, r in zip(s.who, wide, strict=False)]
    order = [X for pair in zip(a, b, strict=True) for X in pair]
    return Case("book_of_joined_channels", "", "spectra", [s.x] * 6, [*a, *b], ending="xlsx",
                book={"Data": [first, second, *body]}, also=(Case("", "", "spectra", [s.x] * 6, order),))


def book_of_old_and_new(rng: Rng) -> Case:
    """The same samples before and after a correction, one table right of the other."""
    s = _one(rng, 4)
    new = np.round(s.X - 0.01, 5)
    right = _numbers(_down(replace(s, X=new)))
    cells = [[*a, None, *b] for a, b in zip(_numbers(_down(s)), right, strict=True)]
    return Case("book_of_old_and_new", "", "spectra", [s.x] * 8, [*s.X, *new], ending="xlsx", book={"Sheet1": cells})


EIGHTH: tuple[Callable[[Rng], Case], ...] = (
    across.pivot_with_totals,
    across.sum_behind_the_channels,
    across.mean_called_otherwise,
    across.subtotals_of_groups,
    across.titles_sorted_as_words,
    across.wavelengths_in_phrases,
    across.names_turned_into_days,
    across.days_among_reference_values,
    across.titles_rounded,
    across.exports_with_other_channels,
    across.exports_with_columns_moved,
    across.calibration_and_validation,
    across.pages_of_a_print,
    across.repeats_beside_each_channel,
    across.repeats_one_after_the_other,
    across.time_across_a_gradient,
    across.values_right_in_other_order,
    across.values_below_in_other_order,
    across.remarks_at_line_ends,
    across.quoted_numbers_with_blanks,
    across.fill_values,
    across.blanks_of_zero,
    across.log_lines_between,
    across.encoded_with_signs,
    across.tables_of_numbers,
    across.turned_with_units,
    across.scans_of_both_kinds,
    axis_sorted_as_words,
    axis_clipped,
    two_resolutions,
    instruments_below_each_other,
    lamp_beside_the_spectra,
    mean_among_columns,
    axis_with_a_spoilt_place,
    number_with_a_lost_point,
    grids_of_a_plate,
    book_of_formulas_without_values,
    book_of_some_text,
    book_of_joined_channels,
    book_of_old_and_new,
)
NEVER_SILENT = ("pivot_with_totals", "mean_called_otherwise", "subtotals_of_groups", "exports_with_other_channels",
                "exports_with_columns_moved", "repeats_beside_each_channel", "repeats_one_after_the_other",
                "remarks_at_line_ends", "tables_of_numbers", "instruments_below_each_other", "mean_among_columns",
                "grids_of_a_plate", "book_of_some_text", "book_of_joined_channels", "fill_values",
                "axis_with_a_spoilt_place", "lamp_beside_the_spectra")
"""Kinds that are told, asked about or refused where they are not read right."""
