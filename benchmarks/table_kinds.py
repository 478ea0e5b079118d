"""Kinds of generated tables whose truth is known. These were looked at while the rule was made; see `table_held`."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

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
    turned,
    value_text,
    write,
)

Rng = np.random.Generator
AXIS_TITLES = {"nm": ("Wavelength (nm)", "nm", "wavelength", "Wavelength", "WL", "wl_nm", "lambda (nm)", "x"),
               "cm-1": ("Wavenumber (cm-1)", "cm-1", "wavenumber", "Wavenumber", "1/cm", "x"),
               "raman-shift": ("Raman shift (cm-1)", "Raman Shift", "#Wave", "Raman shift / cm-1", "x"),
               "um": ("Wavelength (um)", "wavelength_um", "microns", "Wavelength (µm)")}
CORNERS = ("sample", "Sample", "Sample ID", "ID", "name", "Name", "id", "", "sample_id", "Probe", "spectrum")


def _case(kind: str, text: str, x: np.ndarray, X: np.ndarray, who: list[str] | None, known: bool = True) -> Case:
    return Case(kind, text, "spectra", [x] * len(X), list(X), None if not known else tuple(who or ()))


def rows_plain(rng: Rng) -> Case:
    n, p = shape(rng)
    (x, _), (X, _) = axis(rng, p), series(rng, n, p)
    who = names(rng, n)
    cells = [[str(rng.choice(CORNERS)), *axis_text(x)]] + [[w, *r] for w, r in zip(who, numbers_text(X), strict=True)]
    return _case("rows_plain", write(rng, cells), x, X, who)


def rows_properties(rng: Rng) -> Case:
    n, p = shape(rng)
    (x, _), (X, y) = axis(rng, p), series(rng, n, p)
    who, count = names(rng, n), int(rng.integers(1, 4))
    titles = [str(t) for t in rng.choice(PROPERTIES, count, replace=False)]
    values = [value_text(rng, y if k == 0 else np.round(rng.uniform(1, 60, n), 2)) for k in range(count)]
    if rng.random() < 0.3:
        order = np.argsort(y)
        X, who, values = X[order], [who[i] for i in order], [[v[i] for i in order] for v in values]
    cells = [[str(rng.choice(CORNERS)), *titles, *axis_text(x)]]
    cells += [[w, *v, *r] for w, v, r in zip(who, zip(*values, strict=True), numbers_text(X), strict=True)]
    if rng.random() < 0.2:  # reference values behind the spectra
        cells = [[r[0], *r[count + 1:], *r[1:count + 1]] for r in cells]
    return _case("rows_properties", write(rng, cells), x, X, who)


def rows_dressed(rng: Rng) -> Case:
    n, p = shape(rng)
    (x, unit), (X, y) = axis(rng, p), series(rng, n, p)
    forms = {"nm": ["X{}", "w{}", "wl_{}", "{} nm", "{}nm", "R{}", "spc.{}", "nm_{}"], "um": ["X{}", "{} um"]}
    form = str(rng.choice(forms.get(unit, ["X{}", "{} cm-1", "wn_{}", "{}cm-1"])))
    who = names(rng, n) if rng.random() < 0.7 else numbers_as_names(rng, n)
    extra = rng.random() < 0.5
    cells = [[str(rng.choice(CORNERS)), *["protein"] * extra, *(form.format(v) for v in axis_text(x))]]
    cells += [[w, *[f"{v:g}"] * extra, *r] for w, v, r in zip(who, y, numbers_text(X), strict=True)]
    return _case("rows_dressed", write(rng, cells), x, X, who)


def rows_few_channels(rng: Rng) -> Case:
    n, p = int(rng.integers(4, 60)), int(rng.integers(3, 9))
    (x, _), (X, y) = axis(rng, p), series(rng, n, p)
    who = names(rng, n)
    kept = rng.random() < 0.6
    cells = [["sample", *["Brix"] * kept, *axis_text(x)]]
    cells += [[w, *[f"{v:g}"] * kept, *r] for w, v, r in zip(who, y, numbers_text(X), strict=True)]
    return _case("rows_few_channels", write(rng, cells), x, X, who)


def rows_timed(rng: Rng) -> Case:
    n, p = int(rng.integers(8, 100)), int(rng.integers(6, 60))
    (x, _), (X, _) = axis(rng, p), series(rng, n, p, str(rng.choice(["drying", "dilution", "trend", "sorted"])))
    title, words = str(rng.choice(["minute", "time", "day", "hours", "t (min)", "scan", "cycle"])), rng.random() < 0.5
    who = [f"t{i}" for i in range(n)] if words else [f"{v:g}" for v in np.arange(n) * float(rng.choice([1, 5, 0.5]))]
    cells = [[title, *axis_text(x)]] + [[w, *r] for w, r in zip(who, numbers_text(X), strict=True)]
    return _case("rows_timed", write(rng, cells), x, X, who, words)


def rows_bare(rng: Rng) -> Case:
    n, p = shape(rng)
    (x, _), (X, _) = axis(rng, p), series(rng, n, p, "random")
    return _case("rows_bare", write(rng, [axis_text(x), *numbers_text(X)]), x, X, [], False)


def rows_numbered(rng: Rng) -> Case:
    n, p = shape(rng)
    (x, _), (X, _) = axis(rng, p), series(rng, n, p)
    who = numbers_as_names(rng, n)
    cells = [[str(rng.choice(["id", "ID", "sample", "No.", "#", "sample number"])), *axis_text(x)]]
    cells += [[w, *r] for w, r in zip(who, numbers_text(X), strict=True)]
    return _case("rows_numbered", write(rng, cells), x, X, who, False)


def _columns(rng: Rng, kind: str, who: list[str], x: np.ndarray, X: np.ndarray, title: str, known: bool = True) -> Case:
    cells = turned([[title, *axis_text(x)], *([w, *r] for w, r in zip(who, numbers_text(X), strict=True))])
    return _case(kind, write(rng, cells), x, X, who if len(who) > 1 else [], known and len(who) > 1)


def columns_titled(rng: Rng) -> Case:
    n, p = shape(rng)
    (x, unit), (X, _) = axis(rng, p), series(rng, n, p)
    return _columns(rng, "columns_titled", names(rng, n), x, X, str(rng.choice(AXIS_TITLES[unit])))


def columns_numbered(rng: Rng) -> Case:
    n, p = shape(rng)
    (x, unit), (X, _) = axis(rng, p), series(rng, n, p)
    return _columns(rng, "columns_numbered", numbers_as_names(rng, n), x, X, str(rng.choice(AXIS_TITLES[unit])))


def columns_bare(rng: Rng) -> Case:
    n, p = int(rng.integers(1, 12)), int(rng.integers(20, 300))
    (x, _), (X, _) = axis(rng, p), series(rng, max(n, 3), p)
    cells = turned([axis_text(x), *numbers_text(X[:n])])
    return _case("columns_bare", write(rng, cells), x, X[:n], [], False)


def columns_untitled(rng: Rng) -> Case:
    n, p = int(rng.integers(2, 30)), int(rng.integers(20, 300))
    (x, _), (X, _) = axis(rng, p), series(rng, max(n, 3), p)
    return _columns(rng, "columns_untitled", names(rng, n), x, X[:n], "")


def pairs_titled(rng: Rng) -> Case:
    count, p = int(rng.integers(2, 7)), int(rng.integers(8, 120))
    (_, unit), who = axis(rng, p), names(rng, 7)
    title = str(rng.choice(AXIS_TITLES[unit][:3]))
    columns, axes, spectra = [], [], []
    for k in range(count):
        x, y = axis(rng, p)[0], series(rng, 3, p)[0][0]
        axes.append(x)
        spectra.append(y)
        columns += [[title, *axis_text(x)], [who[k], *numbers_text(y[None])[0]]]
    return Case("pairs_titled", write(rng, turned(columns)), "spectra", axes, spectra, tuple(who[:count]))


def _values(rng: Rng, kind: str, titles: list[str], who: list[str] | None, corner: str, order: str = "none",
            n: int | None = None) -> Case:
    n = n or len(who or ())
    X = np.exp(rng.uniform(0, 4, len(titles))) * (1 + rng.uniform(0.05, 0.5) * rng.normal(size=(n, len(titles))))
    if order == "sorted":
        X = X[np.argsort(X[:, 0])]
    elif order == "depth":
        X = X.mean(0) * (1 + np.outer(np.linspace(-0.5, 0.5, n), rng.uniform(-1, 1, len(titles)))
                         + 0.01 * rng.normal(size=X.shape))
    cells = [[*[corner] * (who is not None), *titles]]
    columns = [value_text(rng, np.round(c, 2)) for c in X.T]
    cells += [[*[who[i]] * (who is not None), *(c[i] for c in columns)] for i in range(n)] if who else [
        [c[i] for c in columns] for i in range(n)]
    return Case(kind, write(rng, cells), "values", names=None, properties=tuple(titles))


def values_plain(rng: Rng) -> Case:
    n = int(rng.integers(5, 90))
    titles = [str(t) for t in rng.choice(PROPERTIES, int(rng.integers(3, 12)), replace=False)]
    who = names(rng, n) if rng.random() < 0.7 else None
    return _values(rng, "values_plain", titles, who, str(rng.choice(CORNERS[:-1])), n=n)


def values_sorted(rng: Rng) -> Case:
    n = int(rng.integers(8, 90))
    titles = [str(t) for t in rng.choice(PROPERTIES, int(rng.integers(3, 9)), replace=False)]
    who = names(rng, n) if rng.random() < 0.5 else numbers_as_names(rng, n)
    return _values(rng, "values_sorted", titles, who, "sample", "sorted")


OPEN: tuple[Callable[[Rng], Case], ...] = (
    rows_plain, rows_properties, rows_dressed, rows_few_channels, rows_timed, rows_bare, rows_numbered, columns_titled,
    columns_numbered, columns_bare, columns_untitled, pairs_titled, values_plain, values_sorted)

