"""Parts of generated tables: axes, spectra, series of samples, names, reference values, and how they are written.

Nothing here looks at the program: the tables are what laboratories and instruments write.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

LAMPS = (365, 385, 410, 435, 460, 485, 510, 535, 560, 585, 610, 645, 680, 705, 730, 760, 810, 860, 900, 940, 970, 1050)
PROPERTIES = ("Moisture", "Oil", "Protein", "Starch", "fat", "water", "Brix", "acidity", "DM", "ash", "fibre", "sugar",
              "lactose", "pH", "viscosity", "density", "clay", "sand", "silt", "SOC", "N_total", "CEC")
FORMULAS = ("SiO2", "TiO2", "Al2O3", "FeOT", "MgO", "CaO", "Na2O", "K2O", "P2O5", "H2O", "CO2")
FATTY = ("C14:0", "C16:0", "C16:1", "C18:0", "C18:1", "C18:2", "C18:3", "C20:0", "C22:6")
ODD_TITLES = ("OD280", "d13C", "d15N", "pH_CaCl2", "NO3-N", "Vitamin B12", "T90", "alpha1", "K40", "Cs137", "PM10")


@dataclass(frozen=True)
class Case:
    """A table and what it is.

    Parameters
    ----------
    kind : str
    text : str
    what : {"spectra", "values", "spoilt"}
        Spoilt: numbers were lost before the file was written, so it is refused or read with a word.
    axes : list of arrays
        One per spectrum, or one for all.
    spectra : list of arrays
    names : tuple of str or None
        None: either way is right; empty: there are none.
    properties : tuple of str
        Of a table of values: titles that have to be there.
    other_axes : list of arrays
        Axes that are right as well (the same in another unit).
    unit, quantity : str
        What the file states of them; "": nothing, or not judged.
    values : mapping of str to array
        Reference values by title, of spectra or of a table of values.
    encoding : str
        Of the written file.
    never : tuple of str
        Titles that are no reference values.
    also : tuple of Case
        Other readings that are right.
    ending : str
        Of the written file.
    book : mapping of str to rows
        Sheets of a workbook, written in place of the text.
    """

    kind: str
    text: str
    what: str = "spectra"
    axes: list[np.ndarray] = field(default_factory=list)
    spectra: list[np.ndarray] = field(default_factory=list)
    names: tuple[str, ...] | None = None
    properties: tuple[str, ...] = ()
    other_axes: list[np.ndarray] = field(default_factory=list)
    unit: str = ""
    quantity: str = ""
    values: dict[str, np.ndarray] = field(default_factory=dict)
    encoding: str = "utf-8"
    never: tuple[str, ...] = ()
    also: tuple[Case, ...] = ()
    ending: str = "csv"
    book: dict[str, list[list[object]]] = field(default_factory=dict)


def axis(rng: np.random.Generator, p: int) -> tuple[np.ndarray, str]:
    """Positions of p channels as an instrument has them (already rounded as written), and their unit."""
    kind = rng.choice(["even nm", "fine nm", "grating nm", "ft cm-1", "even cm-1", "raman", "um", "lamps"],
                      p=[0.25, 0.1, 0.2, 0.15, 0.1, 0.1, 0.05, 0.05])
    if kind == "lamps" and p <= len(LAMPS):
        return np.sort(rng.choice(LAMPS, p, replace=False)).astype(float), "nm"
    if kind in ("even nm", "lamps"):
        return float(rng.choice([350, 400, 900, 1100, 1000, 410])) + rng.choice([1, 2, 4, 5, 10]) * np.arange(p), "nm"
    if kind == "fine nm":
        return np.round(float(rng.choice([190, 200, 339.5, 650])) + 0.5 * np.arange(p), 1), "nm"
    if kind == "grating nm":
        k = np.arange(p)
        return np.round(rng.uniform(180, 950) + rng.uniform(0.4, 7) * k - rng.uniform(0, 2e-4) * k ** 2, 2), "nm"
    if kind == "ft cm-1":
        return np.round(rng.choice([3999.64, 9996.1, 11995.2]) - rng.choice([1.928, 3.857, 7.714]) * np.arange(p), 2), (
            "cm-1")
    if kind == "even cm-1":
        return rng.choice([4000.0, 10000.0, 1800.0]) - rng.choice([1, 2, 4]) * np.arange(p), "cm-1"
    if kind == "raman":
        k = np.arange(p)
        return np.round(rng.uniform(80, 300) + rng.uniform(1, 4) * k - rng.uniform(0, 3e-4) * k ** 2, 2), "raman-shift"
    return np.round(rng.choice([0.35, 1.0, 2.5]) + rng.choice([0.001, 0.005, 0.02]) * np.arange(p), 3), "um"


def shapes(rng: np.random.Generator, p: int, count: int, lines: bool = False) -> np.ndarray:
    """A few pure spectra of p channels."""
    t = np.linspace(0, 1, p)
    out = []
    for _ in range(count):
        peaks = int(rng.integers(6, 30) if lines else rng.integers(1, 7))
        wide = (0.002, 0.01) if lines else (0.03, 0.3)
        y = sum(rng.uniform(0.1, 1) * np.exp(-((t - rng.uniform(0, 1)) / rng.uniform(*wide)) ** 2)
                for _ in range(peaks))
        out.append(y + (0.0 if lines else rng.uniform(0, 0.6) + rng.uniform(-0.3, 0.3) * t))
    return np.array(out)


SERIES = ("random", "random", "random", "sorted", "dilution", "drying", "trend", "repeats")


def series(rng: np.random.Generator, n: int, p: int, kind: str | None = None, lines: bool = False,
           ) -> tuple[np.ndarray, np.ndarray]:
    """Spectra (n, p) of samples that differ as such series do, and the property behind them."""
    kind = kind or str(rng.choice(SERIES))
    a, b, c = shapes(rng, p, 3, lines)
    u = rng.uniform(0, 1, n)
    if kind == "sorted":
        u = np.sort(u)[::int(rng.choice([-1, 1]))]
    elif kind == "dilution":
        u = float(rng.choice([0.5, 0.7, 0.9])) ** np.arange(n)
    elif kind == "drying":
        u = np.linspace(1, 0, n) ** rng.uniform(0.6, 1.6)
    elif kind == "trend":
        u = 0.5 + 0.4 * np.sin(np.linspace(0, rng.uniform(1, 6), n))
    elif kind == "repeats":
        u = np.repeat(rng.uniform(0, 1, n), 3)[:n] + rng.normal(0, 0.004, n)
    X = np.outer(u, a) + np.outer(1 - u, b)
    if kind in ("random", "sorted", "repeats") and rng.random() < 0.7:
        X = X * rng.uniform(0.8, 1.2, (n, 1)) + rng.normal(0, 0.05, (n, 1)) + np.outer(rng.normal(0, 0.1, n), c)
    X = X + 10 ** rng.uniform(-4.5, -2) * X.std() * rng.normal(size=X.shape)
    scale = float(rng.choice([1, 1, 1, 100, 30000], p=[0.4, 0.2, 0.1, 0.15, 0.15]))
    X = np.round(X * scale, 0 if scale > 1000 else int(rng.integers(3, 6)))
    return X, np.round(5 + 20 * u, int(rng.integers(1, 4)))


def shape(rng: np.random.Generator) -> tuple[int, int]:
    """Samples and channels, from few to many, with either of them larger."""
    n = int(rng.choice([int(rng.integers(3, 9)), int(rng.integers(9, 40)), int(rng.integers(40, 120))]))
    p = int(rng.choice([int(rng.integers(4, 12)), int(rng.integers(12, 60)), int(rng.integers(60, 300))],
                       p=[0.2, 0.4, 0.4]))
    return n, p


def names(rng: np.random.Generator, n: int) -> list[str]:
    """Unique names that are words."""
    k = np.arange(n)
    style = int(rng.integers(6))
    if style == 0:
        return [f"s{i + 1}" for i in k]
    if style == 1:
        return [f"Sample {i + 1}" for i in k]
    if style == 2:
        return [f"{rng.choice(['A', 'B', 'C'])}-{i:03d}" for i in k]
    if style == 3:
        return [f"t{i}" for i in k]
    if style == 4:
        return [f"{rng.choice(['ore', 'soil', 'milk', 'wheat'])}_{i}{rng.choice(['a', 'b'])}" for i in k]
    return [f"S{v}" for v in rng.choice(9000, n, replace=False) + 1000]


def numbers_as_names(rng: np.random.Generator, n: int) -> list[str]:
    """Sample numbers: counted, rising with gaps, or in no order."""
    style = int(rng.integers(4))
    if style == 0:
        return [str(i + 1) for i in range(n)]
    if style == 1:
        return [str(v) for v in 100 + np.arange(n)]
    if style == 2:
        return [str(v) for v in np.sort(rng.choice(9000, n, replace=False) + 1000)]
    return [str(v) for v in rng.choice(9000, n, replace=False) + 1000]


def axis_text(values: np.ndarray) -> list[str]:
    """As short as they can be written."""
    return [f"{v:.10g}" for v in values]


def numbers_text(X: np.ndarray) -> list[list[str]]:
    """Rows of cells."""
    return [[f"{v:.10g}" if v == v else "" for v in row] for row in X]


def value_text(rng: np.random.Generator, y: np.ndarray) -> list[str]:
    """Cells of a property; some may be missing."""
    cells = [f"{v:.10g}" for v in y]
    if rng.random() < 0.15 and len(cells) > 4:
        cells[int(rng.integers(len(cells)))] = str(rng.choice(["", "NA", "n.d."]))
    return cells


def write(rng: np.random.Generator, rows: list[list[str]], above: list[str] = [], below: list[str] = [],  # noqa: B006
          ) -> str:
    """The cells as text of some dialect."""
    separator = str(rng.choice([",", ",", ";", "\t"]))
    comma = separator != "," and rng.random() < 0.35

    def cell(text: str) -> str:
        try:
            float(text)
        except ValueError:
            return f'"{text}"' if separator in text else text
        return text.replace(".", ",") if comma else text

    end = "\r\n" if rng.random() < 0.2 else "\n"
    lines = [*above, *(separator.join(map(cell, row)) for row in rows), *below]
    return end.join(lines) + end


def turned(rows: list[list[str]]) -> list[list[str]]:
    """Rows as columns."""
    return [list(c) for c in zip(*rows, strict=True)]
