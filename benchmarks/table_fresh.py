"""More kinds of generated tables, written when the rule was mended for `table_blind` and before it was run on these.

Some of them are the neighbours of what was mended: a blank before numbered samples, Raman shifts that begin at 0,
elements with their lines as titles, headings over columns, process logs.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from benchmarks.table_blind import _down, _property_columns, _rows
from benchmarks.table_kinds import AXIS_TITLES, CORNERS, Rng, _case
from benchmarks.table_parts import Case, axis, axis_text, names, numbers_as_names, numbers_text, series, shape, write

ELEMENTS = ("Fe 238.204", "Ca 317.933", "Mg 285.213", "K 766.490", "Na 589.592", "Zn 213.857", "Cu 327.393",
            "Mn 257.610", "P 213.617", "Al 396.153")


def rows_blank_first(rng: Rng) -> Case:
    """A blank, then numbered samples."""
    n, p = shape(rng)
    n = max(n, 5)
    (x, _), (X, _) = axis(rng, p), series(rng, n, p)
    who = [str(rng.choice(["blank", "Blank", "QC", "control"])), *numbers_as_names(rng, n - 1)]
    return _case("rows_blank_first", write(rng, _rows([str(rng.choice(CORNERS[:-1]))], [[w] for w in who], x, X)), x, X,
                 who)


def rows_repeated_heading(rng: Rng) -> Case:
    """The same word over every channel."""
    (n, p), word = shape(rng), str(rng.choice(["NIR", "Absorbance", "spc", "log(1/R)"]))
    (x, _), (X, _), who = axis(rng, p), series(rng, n, p), names(rng, n)
    cells = [["", *[word] * p], *_rows(["Sample"], [[w] for w in who], x, X)]
    return _case("rows_repeated_heading", write(rng, cells), x, X, who)


def columns_merged_heading(rng: Rng) -> Case:
    """Batches over several columns each, then the titles."""
    n, p = int(rng.integers(4, 16)), int(rng.integers(15, 150))
    (x, unit), (X, _), who = axis(rng, p), series(rng, n, p), names(rng, n)
    half = n // 2
    cells = [["", "Batch A", *[""] * (half - 1), "Batch B", *[""] * (n - half - 1)],
             *_down([AXIS_TITLES[unit][0], *who], x, X)]
    return _case("columns_merged_heading", write(rng, cells), x, X, who)


def rows_with_temperature(rng: Rng) -> Case:
    (n, p), title = shape(rng), str(rng.choice(["Temp (°C)", "temperature", "T [K]", "humidity (%)"]))
    (x, _), (X, y), who = axis(rng, p), series(rng, n, p), names(rng, n)
    beside = [[w, f"{v:g}"] for w, v in zip(who, np.sort(y), strict=True)]
    return _case("rows_with_temperature", write(rng, _rows(["Sample", title], beside, x, X)), x, X, who)


def columns_of_concentrations(rng: Rng) -> Case:
    n, p = int(rng.integers(3, 20)), int(rng.integers(15, 200))
    (x, unit), (X, _) = axis(rng, p), series(rng, n, p, "dilution")
    form = str(rng.choice(["{:g} mM", "{:g} %", "{:g}%", "c={:g}", "{:g} mg/L", "{:g} ppm"]))
    who = [form.format(v) for v in np.arange(n) * float(rng.choice([10, 5, 0.5, 20]))]
    return _case("columns_of_concentrations", write(rng, _down([str(rng.choice(AXIS_TITLES[unit][:3])), *who], x, X)),
                 x, X, None, False)


def columns_of_angles_or_depths(rng: Rng) -> Case:
    n, p = int(rng.integers(3, 13)), int(rng.integers(15, 200))
    (x, unit), (X, _) = axis(rng, p), series(rng, n, p, "trend")
    who = [f"{15 * k}°" for k in range(n)] if rng.random() < 0.5 else [f"{10 * k}-{10 * k + 10} cm" for k in range(n)]
    return _case("columns_of_angles_or_depths", write(rng, _down([str(rng.choice(AXIS_TITLES[unit][:3])), *who], x, X)),
                 x, X, None, False)


def columns_of_dates(rng: Rng) -> Case:
    n, p = int(rng.integers(3, 25)), int(rng.integers(15, 200))
    (x, unit), (X, _) = axis(rng, p), series(rng, n, p)
    form = str(rng.choice(["2024-05-{:02d}", "{:02d}.05.2024", "{:02d}/05/2024", "202405{:02d}"]))
    who = [form.format(k + 1) for k in range(n)]
    cells = _down([str(rng.choice(AXIS_TITLES[unit][:3])), *who], x, X)
    return _case("columns_of_dates", write(rng, cells), x, X, None, False)


def rows_by_clock(rng: Rng) -> Case:
    """A process spectrometer: date and time of each spectrum."""
    n, p = int(rng.integers(5, 80)), int(rng.integers(8, 200))
    (x, _), (X, _) = axis(rng, p), series(rng, n, p, str(rng.choice(["trend", "drying", "random"])))
    who = [f"2024-05-01 {9 + k // 60:02d}:{k % 60:02d}:00" for k in range(n)]
    title = str(rng.choice(["timestamp", "Date/Time", "time", ""]))
    return _case("rows_by_clock", write(rng, _rows([title], [[w] for w in who], x, X)), x, X, None, False)


def rows_of_named_bands(rng: Rng) -> Case:
    n, p = int(rng.integers(4, 60)), int(rng.integers(4, 14))
    x = np.sort(rng.choice(np.arange(400, 2400), p, replace=False)).astype(float)
    X, who, form = series(rng, n, p)[0], names(rng, n), str(rng.choice(["band_{:g}", "B{:g}", "ch_{:g}", "Rrs_{:g}"]))
    cells = [["site", *(form.format(v) for v in x)]]
    cells += [[w, *r] for w, r in zip(who, numbers_text(X), strict=True)]
    return _case("rows_of_named_bands", write(rng, cells), x, X, None, False)


def rows_named_at_the_end(rng: Rng) -> Case:
    n, p = shape(rng)
    (x, _), (X, _), who = axis(rng, p), series(rng, n, p), names(rng, n)
    cells = [[*axis_text(x), str(rng.choice(["sample", "label", "name"]))]]
    cells += [[*r, w] for w, r in zip(who, numbers_text(X), strict=True)]
    return _case("rows_named_at_the_end", write(rng, cells), x, X, who)


def rows_of_more_values_than_channels(rng: Rng) -> Case:
    n, p, k = int(rng.integers(6, 60)), int(rng.integers(4, 8)), int(rng.integers(5, 10))
    (x, _), (X, _), who = axis(rng, p), series(rng, n, p), names(rng, n)
    titles, cells = _property_columns(rng, n, k)
    rows = _rows(["Sample", *titles], [[w, *c] for w, c in zip(who, cells, strict=True)], x, X)
    return _case("rows_of_more_values_than_channels", write(rng, rows), x, X, who)


def rows_of_raman_from_zero(rng: Rng) -> Case:
    """Shifts from the laser line, or on both sides of it."""
    n, p = int(rng.integers(3, 40)), int(rng.integers(30, 300))
    x = np.round(float(rng.choice([0, -500, -200, -50])) + float(rng.choice([1, 2, 4.5, 10])) * np.arange(p), 1)
    X, who = series(rng, n, p)[0], names(rng, n)
    if rng.random() < 0.5:
        return _case("rows_of_raman_from_zero", write(rng, _rows(["sample"], [[w] for w in who], x, X)), x, X, who)
    return _case("rows_of_raman_from_zero", write(rng, _down(["Raman shift (cm-1)", *who], x, X)), x, X, who)


def columns_of_a_foreign_unit(rng: Rng) -> Case:
    """Frequencies, ångström, electron volts."""
    n, p = int(rng.integers(1, 10)), int(rng.integers(20, 200))
    title, first, step = [("Frequency (THz)", 0.2, 0.01), ("Wavelength (Å)", 3000, 2), ("Energy (eV)", 1.2, 0.005),
                          ("Energy (keV)", 0.5, 0.02), ("2Theta (deg)", 5, 0.02)][int(rng.integers(5))]
    x = np.round(first + step * np.arange(p), 4)
    x = x[::int(rng.choice([-1, 1]))]
    X, who = series(rng, max(n, 3), p)[0][:n], names(rng, n)
    return _case("columns_of_a_foreign_unit", write(rng, _down([title, *who], x, X)), x, X, who if n > 1 else [], n > 1)


def columns_of_means_and_deviations(rng: Rng) -> Case:
    n, p = int(rng.integers(2, 7)), int(rng.integers(20, 200))
    (x, unit), (X, _), who = axis(rng, p), series(rng, max(n, 3), p), names(rng, 7)[:n]
    X = X[:n]
    error = np.round(np.abs(X) * rng.uniform(0.01, 0.05, X.shape), 5)
    heads = [h for w in who for h in (f"{w} mean", f"{w} SD")]
    both = np.stack([X, error], axis=1).reshape(2 * n, p)
    return _case("columns_of_means_and_deviations", write(rng, _down([AXIS_TITLES[unit][0], *heads], x, both)), x, X,
                 None, False)


def values_of_elements(rng: Rng) -> Case:
    """Elements with the line they were measured at, as ICP programs write them."""
    n = int(rng.integers(5, 40))
    titles = [str(t) for t in rng.choice(ELEMENTS, int(rng.integers(4, 10)), replace=False)]
    cells = [["Sample Id", *titles]]
    X = np.exp(rng.uniform(0, 4, len(titles))) * (1 + 0.2 * rng.normal(size=(n, len(titles))))
    cells += [[w, *r] for w, r in zip(names(rng, n), numbers_text(np.round(X, 3)), strict=True)]
    return Case("values_of_elements", write(rng, cells), "values", properties=tuple(titles))


def values_of_a_process(rng: Rng) -> Case:
    """A log of a process: time, then what was measured."""
    n = int(rng.integers(10, 120))
    titles = [str(t) for t in rng.choice(["pH", "temperature", "viscosity", "density", "turbidity", "conductivity",
                                          "glucose (g/L)", "biomass (g/L)"], int(rng.integers(3, 7)), replace=False)]
    t = np.linspace(0, 1, n)
    X = np.exp(rng.uniform(0, 4, len(titles))) * (1 + np.outer(t, rng.uniform(-0.6, 0.6, len(titles)))
                                                  + 0.01 * rng.normal(size=(n, len(titles))))
    cells = [[str(rng.choice(["time (min)", "Time", "t (h)", "hours"])), *titles]]
    cells += [[f"{5 * k}", *r] for k, r in enumerate(numbers_text(np.round(X, 3)))]
    return Case("values_of_a_process", write(rng, cells), "values", properties=tuple(titles))


FRESH: tuple[Callable[[Rng], Case], ...] = (
    rows_blank_first, rows_repeated_heading, columns_merged_heading, rows_with_temperature, columns_of_concentrations,
    columns_of_angles_or_depths, columns_of_dates, rows_by_clock, rows_of_named_bands, rows_named_at_the_end,
    rows_of_more_values_than_channels, rows_of_raman_from_zero, columns_of_a_foreign_unit,
    columns_of_means_and_deviations, values_of_elements, values_of_a_process)
