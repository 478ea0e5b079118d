"""Kinds of generated tables held back: run for the first time when the rule for the layout was frozen."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from benchmarks.table_kinds import AXIS_TITLES, CORNERS, Rng, _case, _columns, _values
from benchmarks.table_parts import (
    FATTY,
    FORMULAS,
    ODD_TITLES,
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
    write,
)


def values_formulas(rng: Rng) -> Case:
    pool = FORMULAS if rng.random() < 0.4 else FATTY if rng.random() < 0.5 else (*ODD_TITLES, *PROPERTIES[:8])
    titles = [str(t) for t in rng.choice(pool, int(rng.integers(3, 9)), replace=False)]
    if rng.random() < 0.5:
        titles = sorted(titles, key=pool.index)
    n = int(rng.integers(6, 60))
    who = names(rng, n) if rng.random() < 0.8 else numbers_as_names(rng, n)
    return _values(rng, "values_formulas", titles, who, str(rng.choice(["sample", "Sample", "ID", "Name"])),
                   str(rng.choice(["none", "sorted", "depth"])))


def values_by_depth(rng: Rng) -> Case:
    n = int(rng.integers(6, 50))
    titles = [str(t) for t in rng.choice(PROPERTIES, int(rng.integers(3, 9)), replace=False)]
    return _values(rng, "values_by_depth", titles, names(rng, n), str(rng.choice(CORNERS[:-1])), "depth")


def values_indexed(rng: Rng) -> Case:
    n = int(rng.integers(6, 80))
    titles = [str(t) for t in rng.choice(PROPERTIES, int(rng.integers(3, 9)), replace=False)]
    who = [str(i) for i in range(n)]
    return _values(rng, "values_indexed", titles, who, str(rng.choice(["", "Unnamed: 0", "index", "#"])))


def rows_two_axes(rng: Rng) -> Case:
    n, p = shape(rng)
    x = np.round(np.linspace(rng.uniform(4000, 6000), rng.uniform(9000, 12000), p), 1)[::int(rng.choice([-1, 1]))]
    X, who = series(rng, n, p)[0], names(rng, n)
    cells = [["Sample/Wavenumber (cm-1)", *axis_text(x)], ["Sample/Wavelength (nm)", *axis_text(np.round(1e7 / x, 1))]]
    cells += [[w, *r] for w, r in zip(who, numbers_text(X), strict=True)]
    return _case("rows_two_axes", write(rng, cells), x, X, who)


def rows_remarks(rng: Rng) -> Case:
    n, p = shape(rng)
    (x, unit), (X, _) = axis(rng, p), series(rng, n, p)
    who = numbers_as_names(rng, n)
    cells = [["Sample", *axis_text(x)], [unit, *[""] * p]]
    if rng.random() < 0.6:
        cells.append([str(rng.choice(["Normalized by 75.3", "Remarks", "baseline corrected", "Comment"])), *[""] * p])
    cells += [[w, *r] for w, r in zip(who, numbers_text(X), strict=True)]
    return _case("rows_remarks", write(rng, cells), x, X, who)


def rows_coded(rng: Rng) -> Case:
    """Sets, classes, seasons, years, replicates and persons beside the spectra."""
    n, p = shape(rng)
    n = max(n, 5)
    (x, _), (X, y) = axis(rng, p), series(rng, n, p)
    k, who = np.arange(n), names(rng, n)
    pool = {"Set": np.where(k < 0.7 * n, "Cal", "Val"), "train": np.where(k < 0.6 * n, "true", "false"),
            "Season": 1 + k // (n // 2 + 1), "year": 2010 + k // 3, "rep": 1 + k % 3, "Operator": ["J. Doe"] * n,
            "Date": [f"{1 + i // 4:02d}/10/2015" for i in k], "plot": 100 + k, "DM": y}
    titles = [str(t) for t in rng.choice(list(pool), int(rng.integers(2, 6)), replace=False)]
    named = rng.random() < 0.6
    cells = [[*titles, *["sample"] * named, *axis_text(x)]]
    spectra = numbers_text(X)
    cells += [[*(str(pool[t][i]) for t in titles), *[who[i]] * named, *spectra[i]] for i in k]
    return _case("rows_coded", write(rng, cells), x, X, who if named else [], named)


def rows_lines(rng: Rng) -> Case:
    """Line spectra (LIBS): rough along the axis, and few of them, sorted by concentration."""
    n, p = int(rng.integers(4, 25)), int(rng.integers(40, 400))
    x = np.round(np.linspace(rng.uniform(190, 250), rng.uniform(500, 900), p), 3)
    X, y = series(rng, n, p, str(rng.choice(["sorted", "dilution", "random"])), lines=True)
    who, title = names(rng, n), str(rng.choice(["Cu_ppm", "Pb", "content", "grade"]))
    cells = [["sample", title, *axis_text(x)]]
    cells += [[w, f"{v:g}", *r] for w, v, r in zip(who, y, numbers_text(X), strict=True)]
    return _case("rows_lines", write(rng, cells), x, X, who)


def rows_with_statistics(rng: Rng) -> Case:
    n, p = shape(rng)
    (x, _), (X, _) = axis(rng, p), series(rng, n, p)
    who = names(rng, n)
    cells = [["sample", *axis_text(x)]] + [[w, *r] for w, r in zip(who, numbers_text(X), strict=True)]
    title = str(rng.choice(["SD", "std", "Std. dev.", "standard deviation"]))
    cells.append([title, *numbers_text(X.std(axis=0)[None])[0]])
    return _case("rows_with_statistics", write(rng, cells), x, X, who)


def columns_with_deviation(rng: Rng) -> Case:
    p = int(rng.integers(20, 300))
    (x, unit), (X, _) = axis(rng, p), series(rng, 6, p, "random")
    title = str(rng.choice(AXIS_TITLES[unit][:4]))
    who = [title, str(rng.choice(["mean", "Reflectance", "average", "absorbance"])),
           str(rng.choice(["standard deviation", "std", "SD", "StDev", "error", "uncertainty"]))]
    cells = turned([[w, *c] for w, c in zip(who, (axis_text(x), *numbers_text(np.stack([X[0], X.std(axis=0)]))),
                                            strict=True)])
    return _case("columns_with_deviation", write(rng, cells), x, X[:1], [], False)


def columns_with_units(rng: Rng) -> Case:
    """A row of units or remarks between the titles and the numbers."""
    n, p = int(rng.integers(2, 30)), int(rng.integers(15, 200))
    (x, unit), (X, _) = axis(rng, p), series(rng, max(n, 3), p)
    who = names(rng, n)
    cells = turned([[str(rng.choice(["Index", "Wavelength", "", "channel"])), *axis_text(x)],
                    *([w, *r] for w, r in zip(who, numbers_text(X[:n]), strict=True))])
    cells.insert(1, [f"[{unit}]", *[""] * n])
    return _case("columns_with_units", write(rng, cells), x, X[:n], who if n > 1 else [], n > 1)


def columns_counted(rng: Rng) -> Case:
    """A pixel number before the axis."""
    n, p = int(rng.integers(1, 10)), int(rng.integers(30, 300))
    (x, unit), (X, _) = axis(rng, p), series(rng, max(n, 3), p)
    who = names(rng, n)
    cells = turned([[str(rng.choice(["pixel", "#", "index", "No."])), *map(str, range(p))],
                    [AXIS_TITLES[unit][0], *axis_text(x)],
                    *([w, *r] for w, r in zip(who, numbers_text(X[:n]), strict=True))])
    return _case("columns_counted", write(rng, cells), x, X[:n], who, n > 1)


def columns_no_title_numbered(rng: Rng) -> Case:
    """Numbered samples over the columns and nothing over the axis."""
    n, p = int(rng.integers(3, 40)), int(rng.integers(20, 300))
    (x, _), (X, _) = axis(rng, p), series(rng, n, p, "random")
    return _columns(rng, "columns_no_title_numbered", numbers_as_names(rng, n), x, X, "")


def columns_in_a_report(rng: Rng) -> Case:
    """Settings above and remarks below."""
    n, p = int(rng.integers(1, 6)), int(rng.integers(10, 120))
    (x, unit), (X, _) = axis(rng, p), series(rng, max(n, 3), p)
    who = names(rng, n)
    cells = turned([[AXIS_TITLES[unit][0], *axis_text(x)],
                    *([w, *r] for w, r in zip(who, numbers_text(X[:n]), strict=True))])
    above = ["Instrument: X-200", "Date: 2024-05-01", "Integration time: 100", ""]
    below = ["", *(f"Setting {k}: {0.5 * k:g}" for k in range(int(rng.integers(0, 150))))]
    return _case("columns_in_a_report", write(rng, cells, above, below), x, X[:n], who, n > 1)


def pairs_of_a_scan(rng: Rng) -> Case:
    """Names over every second column, then titles, as scanning instruments export."""
    count, p = int(rng.integers(2, 7)), int(rng.integers(3, 80))
    who, x = names(rng, count), 700.0 - float(rng.choice([1, 2, 0.5])) * np.arange(p)
    X = series(rng, max(count, 3), p)[0][:count]
    columns = []
    for w, y in zip(who, numbers_text(X), strict=True):
        columns += [[w, "Wavelength (nm)", *axis_text(x)], ["", "Abs", *y]]
    below = ["", *(f"{w}\nCollection Time: 10:00\nSetting 1   {k}.00" for k, w in enumerate(who))]
    below *= int(rng.integers(0, 5))
    return _case("pairs_of_a_scan", write(rng, turned(columns), [], below), x, X, who)


def pairs_of_different_length(rng: Rng) -> Case:
    count = int(rng.integers(2, 5))
    who = names(rng, count)
    axes, spectra, columns, longest = [], [], [], 0
    for k in range(count):
        p = int(rng.integers(3, 60))
        x, y = axis(rng, p)[0], series(rng, 3, p)[0][0]
        axes.append(x)
        spectra.append(y)
        longest = max(longest, p)
        columns += [["Wavelength (nm)", *axis_text(x)], [who[k], *numbers_text(y[None])[0]]]
    columns = [c + [""] * (longest + 1 - len(c)) for c in columns]
    return Case("pairs_of_different_length", write(rng, turned(columns)), "spectra", axes, spectra, tuple(who))


HELD: tuple[Callable[[Rng], Case], ...] = (
    values_formulas, values_by_depth, values_indexed, rows_two_axes, rows_remarks, rows_coded, rows_lines,
    rows_with_statistics, columns_with_deviation, columns_with_units, columns_counted, columns_no_title_numbered,
    columns_in_a_report, pairs_of_a_scan, pairs_of_different_length)
