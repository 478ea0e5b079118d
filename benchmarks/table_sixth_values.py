"""Kinds of the sixth set: reference values, and workbooks. The whole set stands at the end."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from benchmarks.table_fourth import _checked, _values, joined
from benchmarks.table_kinds import Rng
from benchmarks.table_parts import Case, names, numbers_text
from benchmarks.table_sixth import SCANS, Scans, scans
from benchmarks.table_sixth_more import DOWN
from benchmarks.table_sixth_rows import ROWS, rising
from benchmarks.table_sixth_signs import SIGNS

Cells = list[list[object]]


def _table(kind: str, titles: list[str], V: np.ndarray, text: str, **more: object) -> Case:
    case = Case(kind, text, "values", properties=tuple(titles), **more)  # type: ignore[arg-type]
    return _checked(case, titles, V)


def _numbers(rng: Rng) -> tuple[list[str], np.ndarray, list[str], int]:
    n = int(rng.integers(5, 30))
    titles, V = _values(rng, n, int(rng.integers(2, 6)))
    return titles, V, names(rng, n), n


def values_one_by_one(rng: Rng) -> Case:
    """A system of the laboratory: sample, parameter, value, unit in each line."""
    titles, V, who, _n = _numbers(rng)
    lines = [
        [w, t, c, "%", "2024-03-04"]
        for w, r in zip(who, numbers_text(V), strict=True)
        for t, c in zip(titles, r, strict=True)
    ]
    text = joined([["SampleID", "Parameter", "Result", "Unit", "Date"], *lines], str(rng.choice([",", ";"])))
    return replace(_table("values_one_by_one", titles, V, text), never=("Result",))


def values_turned(rng: Rng) -> Case:
    """Properties down, samples across."""
    titles, V, who, _n = _numbers(rng)
    corner = str(rng.choice(["Property", "Parameter", "Analyte", ""]))
    text = joined([[corner, *who], *([t, *r] for t, r in zip(titles, numbers_text(V.T), strict=True))], ",")
    return replace(_table("values_turned", titles, V, text), never=tuple(who))


def values_of_two_laboratories(rng: Rng) -> Case:
    """The same titles twice under the names of the laboratories."""
    titles, V, who, _n = _numbers(rng)
    text = joined(
        [
            ["", *["Lab A"] * len(titles), *["Lab B"] * len(titles)],
            ["Sample", *titles, *titles],
            *([w, *r, *q] for w, r, q in zip(who, numbers_text(V), numbers_text(np.round(V * 1.01, 2)), strict=True)),
        ],
        ";",
    )
    return Case("values_of_two_laboratories", text, "values")


def values_with_days_as_numbers(rng: Rng) -> Case:
    """Days as a spreadsheet counts them (45231), years and numbers of orders are no reference values."""
    titles, V, who, _n = _numbers(rng)
    lines = [
        [w, str(45231 + 3 * k), str(70012345 + k), *r]
        for k, (w, r) in enumerate(zip(who, numbers_text(V), strict=True))
    ]
    text = joined([["Sample", "Sampling date", "Order no.", *titles], *lines], ";")
    return replace(_table("values_with_days_as_numbers", titles, V, text), never=("Sampling date", "Order no."))


def values_of_a_prediction(rng: Rng) -> Case:
    """What an instrument predicts: values, then GH and NH for each, which are distances and no properties."""
    titles, V, who, _n = _numbers(rng)
    head = ["Sample Number", "Date", "Time", "Product", *[c for t in titles for c in (t, f"{t} GH", f"{t} NH")]]
    lines = [
        [w, "2024-03-04", "10:12:13", "Wheat", *[c for v in r for c in (v, "1.21", "0.35")]]
        for w, r in zip(who, numbers_text(V), strict=True)
    ]
    return _table("values_of_a_prediction", titles, V, joined([head, *lines], str(rng.choice([",", ";"]))))


def values_in_percent(rng: Rng) -> Case:
    """A percent sign in every cell."""
    titles, V, who, _n = _numbers(rng)
    lines = [";".join([w, *(f"{c} %" for c in r)]) for w, r in zip(who, numbers_text(V), strict=True)]
    return _table("values_in_percent", titles, V, "\n".join([";".join(["Sample", *titles]), *lines]) + "\n")


def values_of_lines(rng: Rng) -> Case:
    """Elements by emission line: wavelengths in the titles that rise or not."""
    lines = [
        "Al 308.215",
        "Ca 315.887",
        "Fe 238.204",
        "K 766.490",
        "Mg 279.077",
        "Mn 257.610",
        "P 213.617",
        "Zn 206.200",
    ]
    titles = [str(t) for t in rng.choice(lines, int(rng.integers(4, 8)), replace=False)]
    titles = sorted(titles, key=lambda t: float(t.split()[1])) if rng.random() < 0.6 else titles
    n = int(rng.integers(5, 20))
    V = np.round(rng.uniform(0.1, 400, (n, len(titles))), 3)
    text = joined(
        [["Solution Label", *titles], *([w, *r] for w, r in zip(names(rng, n), numbers_text(V), strict=True))], ","
    )
    return _table("values_of_lines", titles, V, text)


def peaks(rng: Rng) -> Case:
    """A list of peaks is no spectrum: position, height, width, name."""
    n = int(rng.integers(6, 20))
    x = np.sort(np.round(rng.uniform(300, 3500, n), 2))
    rows = [
        [str(k + 1), f"{v:g}", f"{h:.3f}", f"{w:.2f}", f"{h * w:.3f}"]
        for k, (v, h, w) in enumerate(zip(x, rng.uniform(0.1, 1, n), rng.uniform(2, 30, n), strict=True))
    ]
    text = joined([["Peak #", "Position (cm-1)", "Height", "FWHM", "Area"], *rows], str(rng.choice([",", "\t"])))
    return Case("peaks", text, "spoilt")


def _down(s: Scans, title: str = "Wavelength (nm)") -> Cells:
    return [[title, *s.who], *([x, *y] for x, y in zip(s.x.tolist(), s.X.T.tolist(), strict=True))]


def _across(s: Scans, *titles: str, beside: Cells | None = None) -> Cells:
    lines = beside or [[w] for w in s.who]
    return [[*(titles or ("Sample",)), *s.x.tolist()], *([*b, *y] for b, y in zip(lines, s.X.tolist(), strict=True))]


def _book(s: Scans, kind: str, book: dict[str, Cells], names: tuple[str, ...] | None = None, **more: object) -> Case:
    return s.case(kind, "", names, ending="xlsx", book=book, **more)  # type: ignore[arg-type]


def book_of_a_sheet_for_each_scan(rng: Rng) -> Case:
    """The names of the sheets are the names of the samples."""
    s = scans(rng, "nm")
    sheets = {w: _down(replace(s, X=s.X[k : k + 1], who=["Abs"], n=1)) for k, w in enumerate(s.who)}
    return _book(s, "book_of_a_sheet_for_each_scan", sheets, unit="nm")


def book_of_a_sheet_for_each_instrument(rng: Rng) -> Case:
    """The same samples on two instruments with axes of their own."""
    s, t = rising(rng, 5), rising(rng, 5)
    both = Case(
        "",
        "",
        "spectra",
        [s.x] * 5 + [t.x] * 5,
        [*s.X, *t.X],
        None,
        ending="xlsx",
        book={"Master": _across(s), "Slave": _across(replace(t, who=s.who))},
    )
    return replace(both, kind="book_of_a_sheet_for_each_instrument")


def book_of_text(rng: Rng) -> Case:
    """Numbers saved as text with decimal commas."""
    s = rising(rng)
    table = [[str(c).replace(".", ",") if isinstance(c, float) else c for c in row] for row in _across(s)]
    return _book(s, "book_of_text", {"Daten": table}, tuple(s.who))


def book_of_days(rng: Rng) -> Case:
    """Cells that are days: beside the names, or over the columns."""
    s = rising(rng)
    days = [dt.datetime(2024, 3, 1 + k, 9 + k, 30) for k in range(s.n)]
    if rng.random() < 0.5:
        table = _across(s, "Sample", "Date", beside=[[w, d] for w, d in zip(s.who, days, strict=True)])
        return _book(s, "book_of_days", {"Sheet1": table}, tuple(s.who))
    return _book(s, "book_of_days", {"Sheet1": [["Wavelength (nm)", *days], *_down(s)[1:]]}, unit="nm")


def book_with_notes_around(rng: Rng) -> Case:
    """A title, an empty line, notes right of the table and below it."""
    s = scans(rng, "nm")
    table: Cells = [["NIR project, measured by hand"], [], *_down(s)]
    table[4] = [*table[4], None, "lamp changed"]
    table[9] = [*table[9], None, "see page 12 of the book"]
    table += [[], ["measured at 22 °C"], ["mean of 3 scans"]]
    return _book(s, "book_with_notes_around", {"Sheet1": table}, tuple(s.who), unit="nm")


def book_with_values_below(rng: Rng) -> Case:
    """The reference values stand below the spectra in the same columns, under an empty line."""
    s = scans(rng, "nm")
    titles, V = _values(rng, s.n, 2)
    table = [*_down(s), [], *([t, *V[:, k].tolist()] for k, t in enumerate(titles))]
    return _checked(_book(s, "book_with_values_below", {"Sheet1": table}, tuple(s.who), unit="nm"), titles, V)


def book_with_a_second_table(rng: Rng) -> Case:
    """Right of the spectra, after an empty column, a table of reference values with other lines."""
    s = rising(rng, int(rng.integers(4, 9)))
    titles, V = _values(rng, s.n, 2)
    left = _across(s)
    right: Cells = [["Name", *titles], *([w, *v] for w, v in zip(s.who[::-1], V[::-1].tolist(), strict=True))]
    table = [[*a, None, *b] for a, b in zip(left, right, strict=True)]
    return replace(
        _book(s, "book_with_a_second_table", {"Sheet1": table}, tuple(s.who)),
        values={t: V[:, k] for k, t in enumerate(titles)},
    )


def book_of_merged_heads(rng: Rng) -> Case:
    """The name of each sample is joined over its repeats, the number of the repeat stands below."""
    s = scans(rng, "nm", int(rng.integers(2, 4)) * 3)
    head: list[object] = [None]
    for k in range(s.n // 3):
        head += [s.who[k], None, None]
    table = [head, ["nm", *[f"rep {k % 3 + 1}" for k in range(s.n)]], *_down(s)[1:]]
    return _book(s, "book_of_merged_heads", {"Sheet1": table}, unit="nm")


def book_of_formulas(rng: Rng) -> Case:
    """Means below the samples are formulas, with the value the spreadsheet saved."""
    s = rising(rng, int(rng.integers(4, 9)))
    table = [
        *_across(s),
        ["Mean", *np.round(s.X.mean(axis=0), 6).tolist()],
        ["SD", *np.round(s.X.std(axis=0, ddof=1), 6).tolist()],
    ]
    return _book(s, "book_of_formulas", {"Sheet1": table}, tuple(s.who))


VALUES: tuple[Callable[[Rng], Case], ...] = (
    values_one_by_one,
    values_turned,
    values_of_two_laboratories,
    values_with_days_as_numbers,
    values_of_a_prediction,
    values_in_percent,
    values_of_lines,
    peaks,
)
BOOKS: tuple[Callable[[Rng], Case], ...] = (
    book_of_a_sheet_for_each_scan,
    book_of_a_sheet_for_each_instrument,
    book_of_text,
    book_of_days,
    book_with_notes_around,
    book_with_values_below,
    book_with_a_second_table,
    book_of_merged_heads,
    book_of_formulas,
)
SIXTH = (*SCANS, *DOWN, *ROWS, *SIGNS, *VALUES, *BOOKS)
NOT_READ = ("decimals_of_two_computers", "lists_in_cells", "text_called_a_workbook", "values_in_percent",
            "scan_with_its_axis_in_the_header")
"""Kinds that are refused with a sentence that says why (some tables of them are read)."""
SAID = ("rows_of_ecosis", "rows_of_lucas")
"""Kinds read with a word: places among the reference values are pointed out."""
