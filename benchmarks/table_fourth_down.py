"""The fourth set of kinds of generated tables, second half: spectra in columns and tables of values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from benchmarks.table_blind import _down
from benchmarks.table_fourth import ENCODINGS, ROWS, dates, joined
from benchmarks.table_kinds import AXIS_TITLES, Rng, _case
from benchmarks.table_parts import PROPERTIES, Case, axis, axis_text, names, numbers_text, series

HEADS = {"nm": "Wavelength (nm)", "cm-1": "Wavenumber (cm-1)", "raman-shift": "Raman shift (cm-1)",
         "um": "Wavelength (µm)"}


def _sample(rng: Rng, most: int = 20) -> tuple[int, np.ndarray, str, np.ndarray, list[str]]:
    n, p = int(rng.integers(2, most)), int(rng.integers(8, 250))
    x, unit = axis(rng, p)
    return n, x, unit, series(rng, max(n, 3), p)[0][:n], names(rng, n)


def columns_of_one_scan(rng: Rng) -> Case:
    """Settings of the instrument, some of them numbers, over two columns."""
    _, x, unit, X, _ = _sample(rng)
    settings = [["Sample", "wheat 12"], ["Scans", "32"], ["Range", axis_text(x)[0], axis_text(x)[-1]], ["Gain", "2.5"],
                ["Date", dates(rng, 1)[0]], ["Resolution", "4"], ["Integration", "120", "ms"]]
    kept = [settings[int(k)] for k in rng.permutation(len(settings))[:int(rng.integers(1, 7))]]
    cells = [*kept, *[[]] * int(rng.integers(0, 2)), [HEADS[unit], "Absorbance"], *_down(["", ""], x, X[:1])[1:]]
    separator = str(rng.choice([",", ";", "\t"]))
    text = joined(cells, separator, separator != "," and bool(rng.random() < 0.4))
    return replace(_case("columns_of_one_scan", text, x, X[:1], None, False), unit=unit, quantity="absorbance")


def columns_under_two_heads(rng: Rng) -> Case:
    """Names of the samples, then what was measured, then the numbers."""
    _, x, unit, X, who = _sample(rng)
    said, quantity = [("Abs", "absorbance"), ("%T", "transmittance"), ("Reflectance", "reflectance"),
                      ("A", "absorbance"),
                      ("R%", "reflectance")][int(rng.integers(5))]
    cells = _down(["", *who], x, X)
    text = joined([cells[0], [HEADS[unit], *[said] * len(who)], *cells[1:]], str(rng.choice([",", ";", "\t"])))
    return replace(_case("columns_under_two_heads", text, x, X, who), unit=unit, quantity=quantity)


def columns_by_pixel(rng: Rng) -> Case:
    """Pixels, wavelengths, then the spectra: two columns that rise."""
    _n, x, unit, X, who = _sample(rng, 8)
    first = int(rng.integers(0, 2))
    cells = _down(["Wavelength" if unit in ("nm", "um") else "Wavenumber", *who], x, X)
    title = str(rng.choice(["Pixel", "pixel", "Index", "No.", "Channel"]))
    cells = [[title, *cells[0]], *([str(first + i), *r] for i, r in enumerate(cells[1:]))]
    return _case("columns_by_pixel", joined(cells, str(rng.choice([",", ";", "\t"]))), x, X, who)


def columns_with_mean_at_the_end(rng: Rng) -> Case:
    """Mean and SD behind the spectra: whether they are kept is told, or they are spectra."""
    _n, x, unit, X, who = _sample(rng)
    stats = np.round(np.vstack([X.mean(axis=0), X.std(axis=0)]), 5)
    words = [("Mean", "SD"), ("Average", "Std. Dev."), ("mean", "sd")][int(rng.integers(3))]
    cells = _down([str(rng.choice(AXIS_TITLES[unit])), *who, *words], x, np.vstack([X, stats]))
    return _case("columns_with_mean_at_the_end", joined(cells, str(rng.choice([",", ";", "\t"]))), x, X, who)


def columns_repeated(rng: Rng) -> Case:
    """The same title over each repeat."""
    n, x, unit, X, who = _sample(rng)
    who = [who[i // 3] for i in range(n)]
    text = joined(_down([HEADS[unit], *who], x, X), str(rng.choice([",", ";", "\t"])))
    return replace(_case("columns_repeated", text, x, X, None, False), unit=unit)


def columns_of_counts_with_thousands(rng: Rng) -> Case:
    """Positions with decimals, counts with separators of thousands."""
    _n, x, unit, X, who = _sample(rng, 8)
    x = np.round(x + 0.25, 2)
    X = np.round(1500 + 60000 * (X - X.min()) / max(np.ptp(X), 1e-9))
    german = bool(rng.random() < 0.5)
    mark = "." if german else ","
    body = [[f"{v:,.0f}".replace(",", mark) for v in row] for row in X.T]
    cells = [[HEADS[unit], *who], *([f"{v:.2f}", *r] for v, r in zip(x, body, strict=True))]
    if german:
        cells = [cells[0], *([r[0].replace(".", ","), *r[1:]] for r in cells[1:])]
    text = "".join((";" if german else "\t").join(r) + "\n" for r in cells)
    return replace(_case("columns_of_counts_with_thousands", text, x, X, who), unit=unit)


def columns_of_percent(rng: Rng) -> Case:
    _n, x, unit, X, _ = _sample(rng)
    X = np.round(2 + 95 * (X - X.min()) / max(np.ptp(X), 1e-9), 3)
    said, quantity = [("R%", "reflectance"), ("%T", "transmittance"), ("Reflectance (%)", "reflectance"),
                      ("T (%)", "transmittance"), ("% R", "reflectance")][int(rng.integers(5))]
    separator = str(rng.choice([",", ";", "\t"]))
    text = joined(_down([HEADS[unit], said], x, X[:1]), separator, separator != "," and bool(rng.random() < 0.4))
    return replace(_case("columns_of_percent", text, x, X[:1], None, False), unit=unit, quantity=quantity)


def columns_by_moment(rng: Rng) -> Case:
    """Day and time over each spectrum, written as in Europe."""
    n, x, unit, X, _ = _sample(rng)
    forms = ["{d:02d}.{m:02d}.{y} {h:02d}:{q:02d}", "{d:02d}/{m:02d}/{y}", "{h:02d}:{q:02d}"]
    who = dates(rng, n, str(rng.choice(forms)))
    text = joined(_down([HEADS[unit], *who], x, X), str(rng.choice([",", ";", "\t"])))
    return replace(_case("columns_by_moment", text, x, X, None, False), unit=unit)


def columns_over_values(rng: Rng) -> Case:
    """Reference values in lines below the spectra."""
    n, x, unit, X, who = _sample(rng)
    titles = [str(t) for t in rng.choice(PROPERTIES, int(rng.integers(1, 3)), replace=False)]
    V = np.round(rng.uniform(1, 60, (len(titles), n)), 2)
    below = [[f"{t} (%)", *r] for t, r in zip(titles, numbers_text(V), strict=True)]
    blank: list[list[str]] = [[]] * int(rng.integers(0, 2))
    cells = [*_down([HEADS[unit], *who], x, X), *blank, *below]
    return replace(_case("columns_over_values", joined(cells, str(rng.choice([",", ";", "\t"]))), x, X, who), unit=unit)


def columns_aligned(rng: Rng) -> Case:
    """Columns of a fixed width, filled with spaces."""
    _n, x, unit, X, who = _sample(rng)
    cells = _down([{"nm": "nm", "um": "um"}.get(unit, "cm-1"), *(w.replace(" ", "_") for w in who)], x, X)
    width = max(len(c) for r in cells for c in r) + 2
    text = "".join("".join(c.rjust(width) for c in r) + "\n" for r in cells)
    return _case("columns_aligned", text, x, X, [w.replace(" ", "_") for w in who])


def pairs_apart(rng: Rng) -> Case:
    """Position and signal of each sample, an empty column between the pairs."""
    _n, x, unit, X, who = _sample(rng, 7)
    cells: list[list[str]] = [[] for _ in range(len(x) + 2)]
    for k, w in enumerate(who):
        gap = [""] if k else []
        pairs = [(w, ""), (HEADS[unit], "Abs"), *zip(axis_text(x), numbers_text(X)[k], strict=True)]
        for r, (a, b) in zip(cells, pairs,
                             strict=True):
            r += [*gap, a, b]
    return replace(_case("pairs_apart", joined(cells, str(rng.choice([",", ";", "\t"]))), x, X, who), unit=unit)


def columns_with_overflow(rng: Rng) -> Case:
    """A word where the detector was saturated."""
    _n, x, unit, X, who = _sample(rng)
    X = np.where(rng.random(X.shape) < 0.02, np.nan, X)
    X[:, 0] = 1.0
    word = str(rng.choice(["OVER", "-", "***", "#N/A", "over", "n.d.", "--"]))
    cells = [[c or word for c in r] for r in _down([HEADS[unit], *who], x, X)]
    text = joined(cells, str(rng.choice([",", ";", "\t"])))
    return replace(_case("columns_with_overflow", text, x, X, who), unit=unit)


def columns_by_energy(rng: Rng) -> Case:
    _n, _, _, X, who = _sample(rng)
    x = np.round(float(rng.choice([1.2, 3.5])) - 0.004 * np.arange(X.shape[1]), 4)
    x = x if rng.random() < 0.5 else np.round(x[::-1], 4)
    cells = _down([str(rng.choice(["Energy (eV)", "Photon energy [eV]", "eV"])), *who], x, X)
    return replace(_case("columns_by_energy", joined(cells, str(rng.choice([",", ";", "\t"]))), x, X, who), unit="eV")


def columns_of_a_mixed_program(rng: Rng) -> Case:
    """Decimal commas in quotation marks between commas; or UTF-16 with tabs, as spreadsheets write it."""
    _n, x, unit, X, who = _sample(rng)
    cells = _down([HEADS[unit], *who], x, X)
    quoted = bool(rng.random() < 0.5)
    text = joined(cells, "," if quoted else "\t", True, end="\r\n")
    encoding = str(rng.choice(ENCODINGS[:3])) if quoted else "utf-16"
    return replace(_case("columns_of_a_mixed_program", text, x, X, who), unit=unit, encoding=encoding)


def columns_with_dark_and_reference(rng: Rng) -> Case:
    """Sample, dark, reference and the absorbance made of them, in columns of one instrument."""
    _, x, unit, X, _ = _sample(rng)
    y = X[0] - X[0].min() + 1
    X = np.round(np.vstack([1000 * y, np.full(len(y), 12.0), np.full(len(y), 1e3 * y.max() * 1.1)]), 2)
    cells = _down([HEADS[unit], "Sample", "Dark", "Reference"], x, X)
    return _case("columns_with_dark_and_reference", joined(cells, str(rng.choice([",", ";", "\t"]))), x, X, None, False)


def values_by_fraction(rng: Rng) -> Case:
    """Shares of sieve fractions: titles with ranges of numbers that rise."""
    n = int(rng.integers(4, 40))
    titles = ["<63", "63-125", "125-250", "250-500", "500-1000", ">1000"][:int(rng.integers(4, 7))]
    V = np.round(100 * rng.dirichlet(np.ones(len(titles)) * 4, n), 1)
    cells = [["sample", *titles], *([w, *r] for w, r in zip(names(rng, n), numbers_text(V), strict=True))]
    text = joined(cells, str(rng.choice([",", ";", "\t"])))
    return Case("values_by_fraction", text, "values", properties=tuple(titles))


def values_by_time(rng: Rng) -> Case:
    """Concentrations at times after the start: no wavelengths."""
    n, form = int(rng.integers(4, 30)), str(rng.choice(["t{}", "{} h", "{} min", "day {}", "T={}"]))
    titles = [form.format(v) for v in (0, 15, 30, 60, 120, 240, 480)[:int(rng.integers(4, 8))]]
    V = np.round(rng.uniform(5, 60, (n, 1)) * np.exp(-np.linspace(0, 2, len(titles))) + rng.normal(0, 0.3, (n, 1)), 2)
    cells = [["patient", *titles], *([w, *r] for w, r in zip(names(rng, n), numbers_text(V), strict=True))]
    return Case("values_by_time", joined(cells, str(rng.choice([",", ";", "\t"]))), "values", properties=tuple(titles))


def values_with_limits(rng: Rng) -> Case:
    """Below the limit, not determined, dates and a line of means below; decimal commas."""
    n = int(rng.integers(5, 50))
    titles = [str(t) for t in rng.choice(PROPERTIES, 4, replace=False)]
    V = np.round(rng.uniform(1, 60, (n, 4)), 2)
    text = numbers_text(V)
    for i, j in zip(rng.integers(1, n, 4), rng.integers(0, 4, 4), strict=True):
        text[i][j], V[i, j] = str(rng.choice(["<0.05", "n.d.", "-", ">100"])), np.nan
    cells = [["Lab no.", "Received", *titles],
             *([w, d, *r] for w, d, r in zip(names(rng, n), dates(rng, n), text, strict=True))]
    german = bool(rng.random() < 0.5)
    case = Case("values_with_limits", joined(cells, ";" if german else ",", german), "values", properties=tuple(titles))
    return replace(case, values={t: V[:, k] for k, t in enumerate(titles)})


DOWN: tuple[Callable[[Rng], Case], ...] = (
    columns_of_one_scan, columns_under_two_heads, columns_by_pixel, columns_with_mean_at_the_end, columns_repeated,
    columns_of_counts_with_thousands, columns_of_percent, columns_by_moment, columns_over_values, columns_aligned,
    pairs_apart, columns_with_overflow, columns_by_energy, columns_of_a_mixed_program, columns_with_dark_and_reference,
    values_by_fraction, values_by_time, values_with_limits)
FOURTH = (*ROWS, *DOWN)

NOT_YET = frozenset({
    "rows_of_counts_with_thousands", "rows_of_a_matrix", "columns_of_percent", "columns_with_dark_and_reference",
    "rows_with_dark_and_white"})
"""Kinds of which some are not read right; of the last two the reader says what it left out, as it is meant to."""
