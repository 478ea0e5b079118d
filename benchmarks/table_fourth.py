"""A fourth set of kinds of generated tables: spectra in rows, written without a look at how the reader decides.

What laboratories' systems, spreadsheets and programs write; `table_fourth_down` has the other kinds of the set.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from benchmarks.table_blind import _rows
from benchmarks.table_kinds import CORNERS, Rng, _case
from benchmarks.table_parts import (
    PROPERTIES,
    Case,
    axis,
    axis_text,
    names,
    numbers_as_names,
    numbers_text,
    series,
    shape,
)

ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "cp1252")
MISSING = ("-", "n.d.", "#N/A", "NaN", "NULL", "NA", "n/a", "")


def joined(rows: Sequence[Sequence[str]], separator: str, comma: bool = False, quoted: bool = False,
           end: str = "\n") -> str:
    """The cells as text; with decimal commas, or every word in quotation marks."""
    def cell(text: str) -> str:
        try:
            float(text)
        except ValueError:
            return f'"{text}"' if quoted or separator in text or (separator == " " and not text) else text
        text = text.replace(".", ",") if comma else text
        return f'"{text}"' if separator in text else text

    return "".join(separator.join(map(cell, row)) + end for row in rows)


def dates(rng: Rng, n: int, form: str | None = None) -> list[str]:
    """Days that follow one another, as written in Europe, America or by a program."""
    form = form or str(rng.choice(["{d:02d}.{m:02d}.{y}", "{d:02d}/{m:02d}/{y}", "{m}/{d}/{y}", "{y}-{m:02d}-{d:02d}",
                                   "{d:02d}.{m:02d}.{y} {h:02d}:{q:02d}", "{y}-{m:02d}-{d:02d} {h:02d}:{q:02d}:00"]))
    first = int(rng.integers(0, 200))
    step = int(rng.integers(1, 8))
    out = []
    for k in range(n):
        day = first + k * step
        out.append(form.format(y=2023 + day // 336, m=day // 28 % 12 + 1, d=day % 28 + 1, h=8 + k % 9, q=(k * 7) % 60))
    return out


def _sample(rng: Rng, least: int = 3) -> tuple[int, np.ndarray, str, np.ndarray, list[str]]:
    n, p = shape(rng)
    n, p = max(n, least), max(p, 5)
    x, unit = axis(rng, p)
    return n, x, unit, series(rng, n, p)[0], names(rng, n)


def _values(rng: Rng, n: int, count: int) -> tuple[list[str], np.ndarray]:
    titles = [str(t) for t in rng.choice(PROPERTIES, count, replace=False)]
    return titles, np.round(rng.uniform(1, 60, (n, count)), 2)


def _checked(case: Case, titles: Sequence[str], values: np.ndarray) -> Case:
    return replace(case, values={t: values[:, k] for k, t in enumerate(titles)})


def rows_of_a_lims(rng: Rng) -> Case:
    """Lines about the export, sample, date, operator, values with units, then the spectrum; decimal commas."""
    n, x, _, X, who = _sample(rng)
    titles, V = _values(rng, n, int(rng.integers(1, 4)))
    above = [["LIMS export"], ["Created", dates(rng, 1)[0]], ["User", "K. Meyer"], []][:int(rng.integers(0, 5))]
    people = [str(rng.choice(["KM", "JS", "AB"])) for _ in who]
    head = ["Sample ID", "Date", "Operator", *(f"{t} [%]" for t in titles)]
    beside = [[w, d, o, *v] for w, d, o, v in zip(who, dates(rng, n), people, numbers_text(V), strict=True)]
    text = joined([*above, *_rows(head, beside, x, X)], ";", bool(rng.random() < 0.6), end="\r\n")
    return replace(_case("rows_of_a_lims", text, x, X, who), encoding=str(rng.choice(ENCODINGS)))


def rows_by_day(rng: Rng) -> Case:
    """Nothing but a date names the rows."""
    n, x, _, X, _ = _sample(rng)
    days = dates(rng, n)
    separator = str(rng.choice([",", ";", "\t"]))
    title = str(rng.choice(["Date", "date", "Datum", "Timestamp", "time"]))
    text = joined(_rows([title], [[d] for d in days], x, X), separator, separator != "," and bool(rng.random() < 0.3))
    return _case("rows_by_day", text, x, X, None, False)


def rows_values_behind(rng: Rng) -> Case:
    """Sample numbers that rise, the spectrum, then the values with their units."""
    n, x, _, X, _ = _sample(rng)
    titles, V = _values(rng, n, int(rng.integers(1, 5)))
    V = np.sort(V, axis=0) if rng.random() < 0.3 else V
    cells = _rows([str(rng.choice(["ID", "No", "Sample", "Lab no."]))], [[w] for w in numbers_as_names(rng, n)], x, X)
    cells = [[*cells[0], *(f"{t} (% DM)" for t in titles)],
             *([*r, *v] for r, v in zip(cells[1:], numbers_text(V), strict=True))]
    return _case("rows_values_behind", joined(cells, str(rng.choice([",", ";", "\t"]))), x, X, None, False)


def rows_with_a_line_of_units(rng: Rng) -> Case:
    n, x, unit, X, who = _sample(rng)
    titles, V = _values(rng, n, int(rng.integers(1, 4)))
    cells = _rows(["Sample", *titles], [[w, *v] for w, v in zip(who, numbers_text(V), strict=True)], x, X)
    under = str(rng.choice(["AU", "", {"nm": "nm", "um": "µm"}.get(unit, "cm-1"), "a.u."]))
    units = ["", *(str(rng.choice(["%", "g/kg", "mg/L", "g/100 g"])) for _ in titles), *[under] * len(x)]
    text = joined([cells[0], units, *cells[1:]], str(rng.choice([",", ";", "\t"])))
    return _checked(_case("rows_with_a_line_of_units", text, x, X, who), titles, V)


def rows_of_counts_with_thousands(rng: Rng) -> Case:
    """Counts written with separators of thousands."""
    _n, x, _, X, who = _sample(rng)
    X = np.round(1500 + 60000 * (X - X.min()) / max(np.ptp(X), 1e-9))
    mark, separator = [(",", ";"), (".", ";"), (" ", ";"), ("'", "\t"), (",", ","), (",", "\t")][int(rng.integers(6))]
    x = np.round(x) if mark == "." else x
    body = [[f"{v:,.0f}".replace(",", mark) for v in row] for row in X]
    cells = [["Sample", *axis_text(x)], *([w, *r] for w, r in zip(who, body, strict=True))]
    return _case("rows_of_counts_with_thousands", joined(cells, separator), x, X, who)


def rows_of_percent(rng: Rng) -> Case:
    """A line above says %T or %R; the numbers stay as they are."""
    _n, x, _, X, who = _sample(rng)
    X = np.round(2 + 95 * (X - X.min()) / max(np.ptp(X), 1e-9), 2)
    said, quantity = [("%T", "transmittance"), ("Reflectance (%)", "reflectance"), ("% Transmittance", "transmittance"),
                      ("%R", "reflectance")][int(rng.integers(4))]
    text = joined([["Data:", said], *_rows(["Sample"], [[w] for w in who], x, X)], str(rng.choice([",", ";", "\t"])))
    return replace(_case("rows_of_percent", text, x, X, who), quantity=quantity)


def rows_numbered_down(rng: Rng) -> Case:
    """Numbers of samples that fall, few samples, few channels."""
    n, p = int(rng.integers(3, 12)), int(rng.integers(5, 14))
    (x, _), (X, _) = axis(rng, p), series(rng, n, p)
    ids = [f"{v}" for v in int(rng.integers(20, 3000)) - np.arange(n) * int(rng.integers(1, 4))]
    text = joined(_rows([str(rng.choice(["ID", "Sample", "no.", "Lab ID"]))], [[i] for i in ids], x, X),
                  str(rng.choice([",", ";", "\t"])))
    return _case("rows_numbered_down", text, x, X, None, False)


def rows_otherwise_dressed(rng: Rng) -> Case:
    """Positions with words of all kinds before or behind them."""
    n, x, unit, X, who = _sample(rng)
    forms = (["nm{}", "R_{}", "wl_{}", "Abs@{}", "λ{}", "refl_{}", "A{}", "{} nm", "band_{}nm", "W{}", "NIR_{}", "D{}"]
             if unit == "nm" else ["{} um", "X{}", "wl{}"] if unit == "um" else ["wn{}", "{} 1/cm", "X{}", "{}cm-1"])
    form = str(rng.choice(forms))
    titles, V = _values(rng, n, int(rng.integers(0, 3)))
    cells = _rows(["sample", *titles], [[w, *v] for w, v in zip(who, numbers_text(V), strict=True)], x, X)
    cells[0] = ["sample", *titles, *(form.format(v) for v in axis_text(x))]
    return _checked(_case("rows_otherwise_dressed", joined(cells, str(rng.choice([",", ";", "\t"]))), x, X, who),
                    titles, V)


def rows_with_marks_of_missing(rng: Rng) -> Case:
    """-, n.d., #N/A and their kin among values and in the spectra."""
    n, x, _, X, who = _sample(rng, 6)
    titles, V = _values(rng, n, 2)
    V[rng.random(V.shape) < 0.2] = np.nan
    V[0] = 1.5
    if rng.random() < 0.5:
        X = np.where(rng.random(X.shape) < 0.01, np.nan, X)
        X[0] = np.nan_to_num(X[0])
    mark = str(rng.choice(MISSING))
    cells = _rows(["Sample", *titles], [[w, *v] for w, v in zip(who, numbers_text(V), strict=True)], x, X)
    cells = [cells[0], *([c or mark for c in r] for r in cells[1:])]
    separator = str(rng.choice([",", ";", "\t"]))
    text = joined(cells, separator, separator != "," and bool(rng.random() < 0.3))
    return _checked(_case("rows_with_marks_of_missing", text, x, X, who), titles, V)


def rows_with_blank_lines(rng: Rng) -> Case:
    """Blank lines, or lines of separators, between groups."""
    n, x, _, X, who = _sample(rng, 6)
    separator = str(rng.choice([",", ";", "\t"]))
    cells = _rows([str(rng.choice(CORNERS[:-1]))], [[w] for w in who], x, X)
    blank: list[str] = [] if rng.random() < 0.5 else [""] * len(cells[0])
    for at in sorted({int(v) for v in rng.integers(1, n, 3)}, reverse=True):
        cells.insert(at, blank)
    return _case("rows_with_blank_lines", joined(cells, separator), x, X, who)


def rows_with_an_end_of_report(rng: Rng) -> Case:
    n, x, _, X, who = _sample(rng)
    below = [[], *[["Total", f"{n}"], ["Number of samples:", f"{n}"], ["Page 1 of 1"], ["*** end of report ***"],
                   ["Checked by:", "A. B."], ["Printed", *dates(rng, 1)]][int(rng.integers(0, 4)):]]
    cells = _rows(["Sample"], [[w] for w in who], x, X)
    return _case("rows_with_an_end_of_report", joined([*cells, *below], str(rng.choice([",", ";", "\t"]))), x, X, who)


def rows_of_r(rng: Rng) -> Case:
    """What `write.table` of R writes: no title over the names of the rows."""
    n, x, _, X, who = _sample(rng)
    titles, V = _values(rng, n, int(rng.integers(0, 3)))
    rownames = [str(i + 1) for i in range(n)] if rng.random() < 0.5 else who
    cells = _rows(titles, [[*v] for v in numbers_text(V)], x, X)
    cells = [[*titles, *(f"X{v}" for v in axis_text(x))], *([w, *r] for w, r in zip(rownames, cells[1:], strict=True))]
    separator = str(rng.choice([" ", "\t"]))
    lines = [separator.join(f'"{t}"' for t in cells[0])]
    lines += [separator.join([f'"{r[0]}"', *r[1:]]) for r in cells[1:]]
    case = _case("rows_of_r", "\n".join(lines) + "\n", x, X, who if rownames is who else None, rownames is who)
    return _checked(case, titles, V)


def rows_of_a_matrix(rng: Rng) -> Case:
    """A matrix of a program: 0 or NaN in the corner, axis in the first line, numbers of samples in the first column."""
    n, x, _, X, _ = _sample(rng)
    corner, ids = str(rng.choice(["0", "NaN"])), numbers_as_names(rng, n)
    text = joined(_rows([corner], [[i] for i in ids], x, X), str(rng.choice([",", "\t", " "])))
    return _case("rows_of_a_matrix", text, x, X, None, False)


def rows_of_numpy(rng: Rng) -> Case:
    """`numpy.savetxt` with the positions as header, which it marks as a comment."""
    _n, x, _, X, _ = _sample(rng)
    separator = str(rng.choice([" ", ",", "\t"]))
    form = str(rng.choice(["{:.18e}", "{:.6e}", "{:.5f}"]))
    X = np.round(X, 5)
    lines = ["# " + separator.join(axis_text(x)), *(separator.join(form.format(v) for v in row) for row in X)]
    X = np.array([[float(form.format(v)) for v in row] for row in X])
    return _case("rows_of_numpy", "\n".join(lines) + "\n", x, X, None, False)


def rows_very_few(rng: Rng) -> Case:
    """Two or three samples of three to six channels, sorted, with a value."""
    n, p = int(rng.integers(2, 4)), int(rng.integers(3, 7))
    (x, _), (X, _), who = axis(rng, p), series(rng, 3, p, "sorted"), names(rng, n)
    titles, V = _values(rng, n, int(rng.integers(0, 2)))
    cells = _rows(["Sample", *titles], [[w, *v] for w, v in zip(who, numbers_text(V), strict=True)], x, X[:n])
    case = _case("rows_very_few", joined(cells, str(rng.choice([",", ";", "\t"]))), x, X[:n], who)
    return _checked(case, titles, V)


def rows_with_classes(rng: Rng) -> Case:
    """Class, set and number of the replicate stand before the value and the spectrum."""
    n, x, _, X, who = _sample(rng, 6)
    who = [who[i // 3] for i in range(n)]
    titles, V = _values(rng, n, 1)
    beside = [[w, str(rng.choice(["arabica", "robusta"])), str(rng.choice(["cal", "val"])), str(i % 3 + 1), *v]
              for i, (w, v) in enumerate(zip(who, numbers_text(V), strict=True))]
    cells = _rows(["sample", "class", "set", "rep", *titles], beside, x, X)
    case = _case("rows_with_classes", joined(cells, str(rng.choice([",", ";", "\t"]))), x, X, None, False)
    return _checked(case, titles, V)


def rows_with_dark_and_white(rng: Rng) -> Case:
    _n, x, _, X, who = _sample(rng)
    X = np.vstack([np.round(np.full(len(x), 0.01 * X.max()), 4), np.round(np.full(len(x), 0.99 * X.max()), 4), X])
    who = [*[("Dark", "White"), ("dark", "white reference"), ("Blank", "Standard")][int(rng.integers(3))], *who]
    text = joined(_rows(["Sample"], [[w] for w in who], x, X), str(rng.choice([",", ";", "\t"])))
    return _case("rows_with_dark_and_white", text, x, X, who)


def rows_with_places(rng: Rng) -> Case:
    """Latitude, longitude and depth before the spectra: numbers in order beside numbers in order."""
    n, x, _, X, who = _sample(rng)
    lat, lon = np.round(np.sort(rng.uniform(46, 55, n)), 5), np.round(rng.uniform(-10, 15, n), 5)
    depth = 10.0 * (np.arange(n) % 5)
    beside = [[w, *r] for w, r in zip(who, numbers_text(np.column_stack([lat, lon, depth])), strict=True)]
    cells = _rows(["site", "lat", "lon", "depth_cm"], beside, x, X)
    return _case("rows_with_places", joined(cells, str(rng.choice([",", ";", "\t"]))), x, X, who)


def rows_of_a_logger(rng: Rng) -> Case:
    """Time, integration time, temperature and saturation before each spectrum."""
    n, x, _, X, _ = _sample(rng)
    beside = [[d, str(rng.choice([100, 200])), f"{21 + 0.1 * i:.1f}", str(int(rng.integers(40, 99)))]
              for i, d in enumerate(dates(rng, n, "{y}-{m:02d}-{d:02d} {h:02d}:{q:02d}:00"))]
    head = ["Timestamp", "Integration time (ms)", "Temperature (°C)", "Saturation (%)"]
    return _case("rows_of_a_logger", joined(_rows(head, beside, x, X), str(rng.choice([",", ";", "\t"]))), x, X, None,
                 False)


def rows_under_merged_heads(rng: Rng) -> Case:
    """A line of joined cells over the titles: what stands below is values, what is the spectrum."""
    n, x, unit, X, who = _sample(rng)
    titles, V = _values(rng, n, int(rng.integers(1, 4)))
    cells = _rows(["Sample", *titles], [[w, *v] for w, v in zip(who, numbers_text(V), strict=True)], x, X)
    head = {"nm": "Wavelength (nm)", "um": "Wavelength (µm)"}.get(unit, "Wavenumber (cm-1)")
    over = ["", "Reference values", *[""] * (len(titles) - 1), head, *[""] * (len(x) - 1)]
    case = _case("rows_under_merged_heads", joined([over, *cells], str(rng.choice([",", ";", "\t"]))), x, X, who)
    return _checked(case, titles, V)


ROWS: tuple[Callable[[Rng], Case], ...] = (
    rows_of_a_lims, rows_by_day, rows_values_behind, rows_with_a_line_of_units, rows_of_counts_with_thousands,
    rows_of_percent, rows_numbered_down, rows_otherwise_dressed, rows_with_marks_of_missing, rows_with_blank_lines,
    rows_with_an_end_of_report, rows_of_r, rows_of_a_matrix, rows_of_numpy, rows_very_few, rows_with_classes,
    rows_with_dark_and_white, rows_with_places, rows_of_a_logger, rows_under_merged_heads)
