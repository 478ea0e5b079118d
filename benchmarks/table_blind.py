"""Kinds of generated tables written after the rule for the layout was frozen, and run for the first time then.

They are what laboratories hand over: exports with two lines of titles, replicates, kinetics, derivatives, filters down
the page, maps, long tables, dark and white beside the signal, property tables by year or date.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from benchmarks.table_kinds import AXIS_TITLES, CORNERS, Rng, _case
from benchmarks.table_parts import (
    LAMPS,
    PROPERTIES,
    Case,
    axis,
    axis_text,
    names,
    numbers_as_names,
    numbers_text,
    series,
    shape,
    turned,
    value_text,
    write,
)


def _falling(rng: Rng, p: int) -> tuple[np.ndarray, str]:
    x, unit = axis(rng, p)
    return (x[::-1] if x[0] < x[-1] else x), unit


def _rows(head: list[str], beside: list[list[str]], x: np.ndarray, X: np.ndarray) -> list[list[str]]:
    return [[*head, *axis_text(x)], *([*b, *r] for b, r in zip(beside, numbers_text(X), strict=True))]


def _down(heads: list[str], x: np.ndarray, X: np.ndarray) -> list[list[str]]:
    return turned([[h, *c] for h, c in zip(heads, (axis_text(x), *numbers_text(X)), strict=True)])


def rows_kinetics_falling(rng: Rng) -> Case:
    n, p = int(rng.integers(6, 80)), int(rng.integers(8, 200))
    (x, _), (X, _) = _falling(rng, p), series(rng, n, p, str(rng.choice(["drying", "dilution", "trend"])))
    title = str(rng.choice(["t (min)", "t/min", "Time (s)", "t [h]", "time_min", "elapsed (min)", "T (°C)"]))
    times = np.arange(n) * float(rng.choice([0.5, 2, 10, 30])) + float(rng.choice([0, 0, 20]))
    return _case("rows_kinetics_falling", write(rng, _rows([title], [[f"{v:g}"] for v in times], x, X)), x, X, None,
                 False)


def rows_replicated(rng: Rng) -> Case:
    m, p, times = int(rng.integers(2, 15)), int(rng.integers(5, 150)), int(rng.integers(2, 4))
    n = m * times
    (x, _), (X, _) = axis(rng, p), series(rng, n, p, str(rng.choice(["repeats", "random", "sorted"])))
    who = np.repeat(names(rng, m) if rng.random() < 0.6 else numbers_as_names(rng, m), times)
    beside = [[str(w), str(k % times + 1)] for k, w in enumerate(who)]
    head = ["sample", str(rng.choice(["rep", "replicate", "scan", "Replicate No."]))]
    return _case("rows_replicated", write(rng, _rows(head, beside, x, X)), x, X, None, False)


def rows_two_headers(rng: Rng) -> Case:
    """A line of headings over the line of titles, as spreadsheets have it."""
    (n, p), k = shape(rng), int(rng.integers(1, 4))
    (x, unit), (X, y) = axis(rng, p), series(rng, n, p)
    who = names(rng, n)
    titles = [str(t) for t in rng.choice(PROPERTIES, k, replace=False)]
    beside = [[w, *(f"{v * (j + 1):g}" for j in range(k))] for w, v in zip(who, y, strict=True)]
    cells = _rows([str(rng.choice(CORNERS[:-1])), *titles], beside, x, X)
    over = str(rng.choice([AXIS_TITLES[unit][0], "Absorbance", "Spectra", "NIR spectrum"]))
    cells.insert(0, ["", "Reference values", *[""] * (k - 1), over, *[""] * (p - 1)])
    return _case("rows_two_headers", write(rng, cells), x, X, who)


def rows_with_footer(rng: Rng) -> Case:
    n, p = shape(rng)
    (x, _), (X, _) = axis(rng, p), series(rng, n, p)
    who = names(rng, n)
    below = ["", f"Number of samples: {n}", "Exported 2024-03-11 by LabTool 4.2"][:int(rng.integers(2, 4))]
    return _case("rows_with_footer", write(rng, _rows(["Sample"], [[w] for w in who], x, X), [], below), x, X, who)


def rows_with_index_and_name(rng: Rng) -> Case:
    """The row numbers that data frames write, then the names."""
    n, p = shape(rng)
    (x, _), (X, y) = axis(rng, p), series(rng, n, p)
    who, more = names(rng, n), rng.random() < 0.5
    head = [str(rng.choice(["", "Unnamed: 0", "index"])), str(rng.choice(["sample", "name", "Sample_ID"])),
            *["moisture"] * more]
    beside = [[str(k), w, *[f"{v:g}"] * more] for k, (w, v) in enumerate(zip(who, y, strict=True))]
    return _case("rows_with_index_and_name", write(rng, _rows(head, beside, x, X)), x, X, who)


def rows_by_year(rng: Rng) -> Case:
    n, p = int(rng.integers(5, 60)), int(rng.integers(5, 150))
    (x, _), (X, y) = axis(rng, p), series(rng, n, p, str(rng.choice(["sorted", "trend", "random"])))
    years = np.sort(rng.integers(1998, 2024, n)) if rng.random() < 0.5 else 1960 + np.arange(n)
    beside = [[str(v), str(rng.choice(["north", "south"])), f"{m:g}"] for v, m in zip(years, y, strict=True)]
    head = [str(rng.choice(["year", "Year", "harvest"])), "site", "protein"]
    kept = sorted(rng.choice(3, int(rng.integers(1, 4)), replace=False) | np.array([0]))
    kept = [0, *(k for k in kept if k)]
    cells = _rows([head[k] for k in kept], [[b[k] for k in kept] for b in beside], x, X)
    return _case("rows_by_year", write(rng, cells), x, X, None, False)


def rows_pretreated(rng: Rng) -> Case:
    """Derivatives and standardised spectra: around zero, rough, of both signs."""
    n, p = shape(rng)
    p = max(p, 6)
    (x, _), (X, _) = _falling(rng, p) if rng.random() < 0.4 else axis(rng, p), series(rng, n, p)
    X = np.gradient(X, axis=1) if rng.random() < 0.5 else (X - X.mean(1, keepdims=True)) / X.std(1, keepdims=True)
    X = np.round(X / np.abs(X).max(), 6)
    who = names(rng, n) if rng.random() < 0.6 else numbers_as_names(rng, n)
    head = [str(rng.choice(["sample", "ID", "Name"]))]
    return _case("rows_pretreated", write(rng, _rows(head, [[w] for w in who], x, X)), x, X, None, False)


def rows_two_or_three(rng: Rng) -> Case:
    n, p = int(rng.integers(2, 4)), int(rng.integers(4, 200))
    (x, unit), (X, _) = axis(rng, p), series(rng, 3, p)
    X, who = X[:n], names(rng, n)
    corner = str(rng.choice(["sample", "", AXIS_TITLES[unit][0], "Name"]))
    return _case("rows_two_or_three", write(rng, _rows([corner], [[w] for w in who], x, X)), x, X, who)


def rows_of_a_map(rng: Rng) -> Case:
    nx, ny, p = int(rng.integers(2, 8)), int(rng.integers(2, 8)), int(rng.integers(10, 150))
    (x, _), (X, _) = axis(rng, p), series(rng, max(nx * ny, 4), p, str(rng.choice(["random", "trend"])))
    step = float(rng.choice([1, 0.5, 2]))
    beside = [[f"{step * i:g}", f"{step * j:g}"] for j in range(ny) for i in range(nx)]
    head = [str(h) for h in rng.choice([["x", "y"], ["X (µm)", "Y (µm)"], ["pos_x", "pos_y"]])]
    return _case("rows_of_a_map", write(rng, _rows(head, beside, x, X[:nx * ny])), x, X[:nx * ny], None, False)


def rows_indented(rng: Rng) -> Case:
    """A table that begins in the second column and the third line of a sheet."""
    n, p = shape(rng)
    (x, _), (X, _) = axis(rng, p), series(rng, n, p)
    who = names(rng, n)
    cells = [["", *r] for r in _rows([str(rng.choice(["Sample", "ID"]))], [[w] for w in who], x, X)]
    blank = [[""] * len(cells[0])] * int(rng.integers(1, 3))
    return _case("rows_indented", write(rng, [*blank, *cells]), x, X, who)


def columns_kinetics(rng: Rng) -> Case:
    """Times or temperatures over the columns."""
    n, p = int(rng.integers(3, 40)), int(rng.integers(10, 200))
    (x, unit), (X, _) = _falling(rng, p) if rng.random() < 0.5 else axis(rng, p), series(
        rng, n, p, str(rng.choice(["drying", "dilution", "trend"])))
    form = str(rng.choice(["{:g}", "{:g} min", "{:g}min", "t={:g}", "{:g} °C", "{:g}s"]))
    who = [form.format(v) for v in np.arange(n) * float(rng.choice([1, 5, 0.5])) + float(rng.choice([0, 20]))]
    return _case("columns_kinetics", write(rng, _down([str(rng.choice(AXIS_TITLES[unit][:4])), *who], x, X)), x, X,
                 who)


def columns_replicated(rng: Rng) -> Case:
    m, times, p = int(rng.integers(2, 10)), int(rng.integers(2, 4)), int(rng.integers(15, 200))
    n = m * times
    (x, unit), (X, _) = axis(rng, p), series(rng, n, p, str(rng.choice(["repeats", "random"])))
    form = str(rng.choice(["{}_{}", "{}.{}", "{} ({})", "{} rep{}"]))
    who = [form.format(w, k + 1) for w in names(rng, m) for k in range(times)]
    return _case("columns_replicated", write(rng, _down([str(rng.choice(AXIS_TITLES[unit][:4])), *who], x, X)), x, X,
                 who)


def columns_two_units(rng: Rng) -> Case:
    """The axis in nm and in cm-1 (or µm) side by side; either is right."""
    n, p = int(rng.integers(1, 12)), int(rng.integers(12, 200))
    x = np.round(np.linspace(rng.uniform(900, 1200), rng.uniform(1700, 2500), p), 2)
    X = series(rng, max(n, 3), p)[0][:n]
    other = np.round(1e7 / x, 2)
    who = names(rng, n)
    heads = ["Wavelength (nm)", "Wavenumber (cm-1)"]
    order = int(rng.choice([1, -1]))
    cells = turned([[h, *axis_text(a)] for h, a in zip(heads[::order], (x, other)[::order], strict=True)]
                   + [[w, *r] for w, r in zip(who, numbers_text(X), strict=True)])
    return Case("columns_two_units", write(rng, cells), "spectra", [x] * n, list(X), tuple(who) if n > 1 else None,
                other_axes=[other] * n)


def columns_dark_and_white(rng: Rng) -> Case:
    """Dark, white and signal side by side, with or without what was computed from them; one spectrum."""
    p = int(rng.integers(30, 300))
    (x, unit), (X, _) = axis(rng, p), series(rng, 3, p)
    dark, white = np.round(100 + 5 * rng.random(p)), np.round(40_000 + 3000 * np.sin(np.arange(p) / 20))
    share = 0.2 + 0.6 * (X[0] - X[0].min()) / max(np.ptp(X[0]), 1e-9)
    raw = np.round(dark + share * (white - dark))
    done = np.round((raw - dark) / (white - dark), 5)
    parts = {"Dark": dark, "White": white, "Raw": raw}
    titles = [str(t) for t in rng.permutation(list(parts))]
    computed = rng.random() < 0.5
    cells = _down([AXIS_TITLES[unit][0], *titles, *["Reflectance"] * computed], x,
                  np.stack([*(parts[t] for t in titles), *[done] * computed]))
    return _case("columns_dark_and_white", write(rng, cells), x, (done if computed else raw)[None], [], False)


def columns_with_a_sum(rng: Rng) -> Case:
    """Sums or means under the columns, after an empty line."""
    n, p = int(rng.integers(2, 12)), int(rng.integers(20, 200))
    (x, unit), (X, _) = axis(rng, p), series(rng, max(n, 3), p)
    X, who = X[:n], names(rng, n)
    cells = _down([AXIS_TITLES[unit][0], *who], x, X)
    cells += [[""] * (n + 1), [str(rng.choice(["Mean", "Sum", "Average", "Max"])), *numbers_text(X.mean(1)[None])[0]]]
    return _case("columns_with_a_sum", write(rng, cells), x, X, who)


def columns_under_descriptions(rng: Rng) -> Case:
    """Spectra in columns under their numbers, dates and reference values."""
    n, p = int(rng.integers(3, 40)), int(rng.integers(20, 200))
    (x, _), (X, y) = axis(rng, p), series(rng, n, p)
    who = names(rng, n) if rng.random() < 0.5 else numbers_as_names(rng, n)
    cells = [["Sample ID", *who], ["Date", *(f"2023-0{1 + k % 9}-1{k % 10}" for k in range(n))],
             ["Protein", *(f"{v:g}" for v in y)], *turned([axis_text(x), *numbers_text(X)])]
    if rng.random() < 0.4:
        del cells[1]
    return _case("columns_under_descriptions", write(rng, cells), x, X, None, False)


def columns_of_filters(rng: Rng) -> Case:
    """A few filters down the page and many samples across."""
    n, p = int(rng.integers(8, 60)), int(rng.integers(4, 13))
    x = np.sort(rng.choice(LAMPS, p, replace=False)).astype(float)
    X, who = series(rng, n, p)[0], names(rng, n)
    title = str(rng.choice(["Wavelength (nm)", "nm", "wavelength", "filter (nm)"]))
    return _case("columns_of_filters", write(rng, _down([title, *who], x, X)), x, X, who)


def columns_with_a_gap(rng: Rng) -> Case:
    """An empty column between the axis and the spectra."""
    n, p = int(rng.integers(2, 12)), int(rng.integers(15, 200))
    (x, unit), (X, _) = axis(rng, p), series(rng, max(n, 3), p)
    X, who = X[:n], names(rng, n)
    cells = [[r[0], "", *r[1:]] for r in _down([AXIS_TITLES[unit][0], *who], x, X)]
    return _case("columns_with_a_gap", write(rng, cells), x, X, who)


def columns_pretreated(rng: Rng) -> Case:
    n, p = int(rng.integers(2, 30)), int(rng.integers(15, 200))
    (x, unit), (X, _) = axis(rng, p), series(rng, max(n, 3), p)
    X = np.gradient(X[:n], axis=1)
    X, who = np.round(X / np.abs(X).max(), 6), names(rng, n)
    return _case("columns_pretreated", write(rng, _down([str(rng.choice(AXIS_TITLES[unit])), *who], x, X)), x, X, who)


def columns_single(rng: Rng) -> Case:
    """One spectrum, with or without settings above, titled or not."""
    p = int(rng.integers(8, 400))
    (x, unit), (X, _) = _falling(rng, p) if rng.random() < 0.4 else axis(rng, p), series(
        rng, 3, p, lines=bool(rng.random() < 0.3))
    heads = [[str(rng.choice(AXIS_TITLES[unit])), str(rng.choice(["Intensity", "Absorbance", "R", "counts", "y"]))]]
    titled = rng.random() < 0.6
    above = ["Operator,x", "Scans: 32", ""][:int(rng.integers(0, 4))] if titled else []
    cells = [*heads[:titled], *turned([axis_text(x), numbers_text(X[:1])[0]])]
    return _case("columns_single", write(rng, cells, above), x, X[:1], None, False)


def long_table(rng: Rng) -> Case:
    """One value per line: sample, wavelength, value."""
    n, p = int(rng.integers(2, 10)), int(rng.integers(6, 80))
    (x, unit), (X, _) = axis(rng, p), series(rng, max(n, 3), p)
    X, who = X[:n], names(rng, n)
    title = str(rng.choice(AXIS_TITLES[unit][:4]))
    cells = [["sample", title, str(rng.choice(["absorbance", "value", "reflectance"]))]]
    cells += [[w, a, v] for w, row in zip(who, numbers_text(X), strict=True)
              for a, v in zip(axis_text(x), row, strict=True)]
    return _case("long_table", write(rng, cells), x, X, None, False)


def pairs_by_name(rng: Rng) -> Case:
    """s1_x, s1_y, s2_x, s2_y; or x and y only."""
    count, p = int(rng.integers(2, 7)), int(rng.integers(10, 120))
    who, form = names(rng, 7), int(rng.integers(3))
    axes, spectra, columns = [], [], []
    for k in range(count):
        x, y = axis(rng, p)[0], series(rng, 3, p)[0][0]
        axes.append(x)
        spectra.append(y)
        heads = [(f"{who[k]}_x", f"{who[k]}_y"), ("x", "y"), ("Wavelength", "Intensity")][form]
        columns += [[heads[0], *axis_text(x)], [heads[1], *numbers_text(y[None])[0]]]
    return Case("pairs_by_name", write(rng, turned(columns)), "spectra", axes, spectra, None)


def _property_columns(rng: Rng, n: int, k: int) -> tuple[list[str], list[list[str]]]:
    titles = [str(t) for t in rng.choice(PROPERTIES, k, replace=False)]
    X = np.exp(rng.uniform(0, 4, k)) * (1 + rng.uniform(0.05, 0.4) * rng.normal(size=(n, k)))
    return titles, turned([value_text(rng, np.round(c, 2)) for c in X.T])


def values_by_year(rng: Rng) -> Case:
    n = int(rng.integers(6, 40))
    titles, cells = _property_columns(rng, n, int(rng.integers(3, 8)))
    rows = [[str(rng.choice(["year", "Year", "Jahr"])), *titles]]
    rows += [[str(1980 + k), *c] for k, c in enumerate(cells)]
    return Case("values_by_year", write(rng, rows), "values", properties=tuple(titles))


def values_by_date(rng: Rng) -> Case:
    n = int(rng.integers(6, 40))
    titles, cells = _property_columns(rng, n, int(rng.integers(3, 8)))
    rows = [[str(rng.choice(["date", "Date", "sampled"])), *titles]]
    rows += [[f"2021-{1 + k // 28:02d}-{1 + k % 28:02d}", *c] for k, c in enumerate(cells)]
    return Case("values_by_date", write(rng, rows), "values", properties=tuple(titles))


def values_with_units(rng: Rng) -> Case:
    """A line of units under the titles."""
    n = int(rng.integers(6, 50))
    titles, cells = _property_columns(rng, n, int(rng.integers(3, 9)))
    who = names(rng, n)
    rows = [["Sample", *titles], ["", *(str(rng.choice(["%", "g/kg", "mg/L", "-"])) for _ in titles)]]
    rows += [[w, *c] for w, c in zip(who, cells, strict=True)]
    return Case("values_with_units", write(rng, rows), "values", properties=tuple(titles))


def values_replicated(rng: Rng) -> Case:
    m, times = int(rng.integers(3, 15)), int(rng.integers(2, 4))
    titles, cells = _property_columns(rng, m * times, int(rng.integers(2, 8)))
    who = np.repeat(names(rng, m) if rng.random() < 0.6 else numbers_as_names(rng, m), times)
    rows = [["sample", "rep", *titles]]
    rows += [[str(w), str(k % times + 1), *c] for k, (w, c) in enumerate(zip(who, cells, strict=True))]
    return Case("values_replicated", write(rng, rows), "values", properties=tuple(titles))


BLIND: tuple[Callable[[Rng], Case], ...] = (
    rows_kinetics_falling, rows_replicated, rows_two_headers, rows_with_footer, rows_with_index_and_name, rows_by_year,
    rows_pretreated, rows_two_or_three, rows_of_a_map, rows_indented, columns_kinetics, columns_replicated,
    columns_two_units, columns_dark_and_white, columns_with_a_sum, columns_under_descriptions, columns_of_filters,
    columns_with_a_gap, columns_pretreated, columns_single, long_table, pairs_by_name, values_by_year, values_by_date,
    values_with_units, values_replicated)
