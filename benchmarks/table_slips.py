"""Tables with a slip in them, which no layout tells: settings of the instrument among spectra, lost cells, other signs,
weights of a model, statistics. Each of them is told or refused at best (`SLIPS`).

Made for the guards that look at what was read; `table_sound` has tables that look like these and are right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from benchmarks.table_fourth import joined
from benchmarks.table_kinds import Rng
from benchmarks.table_parts import Case, axis_text, numbers_text, shapes
from benchmarks.table_sixth import Scans
from benchmarks.table_sixth_rows import rising

SIZES = (1.0, 1.0, 100.0, 30000.0)


def sound(rng: Rng, n: int | None = None, clean: bool = False) -> Scans:
    """Spectra above zero, as absorbance, percent or counts; of two or three pure ones where they are `clean`."""
    s = rising(rng, n or int(rng.integers(5, 13)))
    size = float(rng.choice(SIZES))
    parts = shapes(rng, s.p, 3)
    amounts = rng.uniform(0.2, 1.0, (s.n, 2 if clean and rng.random() < 0.5 else 3))
    X = amounts @ parts[:amounts.shape[1]] + 0.1 + max(0.0, -parts.min())
    X = X if clean else X + 10 ** rng.uniform(-4, -2.5) * rng.normal(size=X.shape)
    digits = 1 if size > 1000 else int(rng.integers(2, 4)) if size > 1 else int(rng.integers(4, 6))
    return replace(s, X=np.round(size * X, digits), who=[f"{rng.choice(['soil', 'milk', 'K'])}-{i + 1}"
                                                         for i in range(s.n)])


def digits_of(X: np.ndarray) -> int:
    """Decimals as written."""
    return next((d for d in range(9) if np.allclose(np.round(X, d), X, 0, 1e-9)), 9)


def table(s: Scans, down: bool, corner: str = "") -> list[list[str]]:
    """The cells with the spectra in columns or in rows."""
    cells = [[corner or ("Wavelength (nm)" if down else "Sample"), *axis_text(s.x)],
             *([w, *r] for w, r in zip(s.who, numbers_text(s.X), strict=True))]
    return [list(c) for c in zip(*cells, strict=True)] if down else cells


def spoilt(kind: Callable[[Rng], Case], cells: Sequence[Sequence[str]], rng: Rng) -> Case:
    """The table as a case that must be told or refused."""
    return Case(kind.__name__, joined(cells, str(rng.choice([",", ";", "\t"]))), "spoilt")


def with_row(s: Scans, rng: Rng, row: np.ndarray, name: str, at: int | None = None) -> Scans:
    """One more row, rounded as the others."""
    at = int(rng.integers(0, s.n + 1)) if at is None else at
    X = np.insert(s.X, at, np.round(row, digits_of(s.X)), axis=0)
    return replace(s, X=X, who=[*s.who[:at], name, *s.who[at:]], n=s.n + 1)


def setting(rng: Rng, p: int, level: float) -> np.ndarray:
    """Gain, temperature, voltage, time of integration or a flag for each channel, about as large as `level`."""
    t, k = np.linspace(0, 1, p), int(rng.integers(5))
    if k == 0:
        return level * np.where(t < rng.uniform(0.2, 0.8), 1.0, float(rng.choice([2, 4, 0.5])))
    if k == 1:
        return level + 0.05 * level * np.round(rng.normal(0, 1, p), 1)
    if k == 2:
        return level * (0.6 + 0.8 * t**2) + 0.01 * level * rng.normal(size=p)
    if k == 3:
        return level * np.choose(np.minimum((4 * t).astype(int), 3), [1.0, 0.5, 0.25, 0.5])
    return level + 0.02 * level * np.cumsum(rng.normal(size=p))


def setting_among_spectra(rng: Rng) -> Case:
    """A gain, a temperature or a voltage for each channel, in size like the spectra."""
    s = sound(rng)
    row = setting(rng, s.p, float(np.median(s.X)) * float(rng.uniform(0.6, 1.6)))
    name = str(rng.choice(["G", "K-77", "aux 1", "temp.", "PMT", "ch B"]))
    return spoilt(setting_among_spectra, table(with_row(s, rng, row, name), bool(rng.random() < 0.6)), rng)


def setting_among_channels(rng: Rng) -> Case:
    """A temperature stands before or behind the channels, all of them numbered alike or without titles."""
    s = sound(rng, int(rng.integers(8, 20)))
    level = float(np.median(s.X))
    extra = np.round(level * (1.4 + 0.1 * rng.normal(size=s.n)), digits_of(s.X))
    at = 0 if rng.random() < 0.5 else s.p
    X = np.insert(s.X, at, extra, axis=1)
    titles = [[], [f"V{k}" for k in range(1, s.p + 2)], [f"ch{k}" for k in range(s.p + 1)]][int(rng.integers(3))]
    body = [[w, *r] for w, r in zip(s.who, numbers_text(X), strict=True)]
    return spoilt(setting_among_channels, [*([["Sample", *titles]] if titles else []), *body], rng)


def cell_lost(rng: Rng) -> Case:
    """A cell was deleted and those behind it moved up; the last one is empty."""
    s = sound(rng)
    cells = table(s, False)
    for i in rng.choice(np.arange(1, s.n + 1), int(rng.integers(1, 3)), replace=False):
        k = int(rng.integers(1, s.p - 2))
        cells[i] = [*cells[i][:k], *cells[i][k + 1:], ""]
    if rng.random() < 0.5:
        cells = [list(c) for c in zip(*cells, strict=True)]
        cells[0][0] = "Wavelength (nm)"
    return spoilt(cell_lost, cells, rng)


def cell_lost_before_values(rng: Rng) -> Case:
    """Behind the channels stand reference values: one of them has moved into the last channel."""
    s = sound(rng)
    cells = table(s, False)
    level = float(np.median(s.X)) * float(rng.choice([1, 1, 10]))
    cells = [[*cells[0], "Protein", "Fat"], *([*r, f"{v:.4g}", f"{v / 3:.3g}"] for r, v in zip(
        cells[1:], rng.uniform(0.6, 1.5, s.n) * level, strict=True))]
    i, k = int(rng.integers(1, s.n + 1)), int(rng.integers(1, s.p - 2))
    cells[i] = [*cells[i][:k], *cells[i][k + 1:], ""]
    return spoilt(cell_lost_before_values, cells, rng)


def cell_twice(rng: Rng) -> Case:
    """A cell stands twice: those behind it have moved on, and the last one stands under no title or is cut off."""
    s = sound(rng)
    cells, i, k = table(s, False), int(rng.integers(1, s.n + 1)), int(rng.integers(1, s.p - 2))
    how = int(rng.integers(3))
    if how == 0:
        cells = [[*r, ""] for r in cells]
        cells[i] = [*cells[i][:k], cells[i][k - 1] if k > 1 else cells[i][k], *cells[i][k:-1]]
    elif how == 1:
        cells[i] = [*cells[i][:k + 1], cells[i][k], *cells[i][k + 1:]]
    else:
        cells[i] = [*cells[i][:k], "", *cells[i][k:-1]]
    return spoilt(cell_twice, cells, rng)


def row_shorter(rng: Rng) -> Case:
    """One line has a cell less than the others."""
    s = sound(rng)
    cells = table(s, bool(rng.random() < 0.3))
    i = int(rng.integers(1, len(cells)))
    k = int(rng.integers(1, len(cells[i])))
    del cells[i][k]
    return spoilt(row_shorter, cells, rng)


def signs_turned(rng: Rng) -> Case:
    """One or two spectra have the other sign."""
    s = sound(rng)
    for i in rng.choice(s.n, int(rng.integers(1, 3)), replace=False):
        s.X[i] *= -1
    return spoilt(signs_turned, table(s, bool(rng.random() < 0.5)), rng)


def weights_among_spectra(rng: Rng) -> Case:
    """Weights, loadings or coefficients of a model, as they are or as large as the spectra."""
    s = sound(rng, int(rng.integers(8, 16)))
    Z = s.X - s.X.mean(axis=0)
    y = rng.normal(size=s.n)
    kind = int(rng.integers(3))
    w = [Z.T @ y, np.linalg.svd(Z, full_matrices=False)[2][int(rng.integers(2))],
         np.linalg.lstsq(Z[:, ::3], y, rcond=None)[0]][kind]
    w = np.interp(np.arange(s.p), np.arange(0, s.p, 3), w) if kind == 2 else w
    w = w / np.linalg.norm(w)
    if rng.random() < 0.6:
        w *= float(np.abs(s.X).mean()) / float(np.abs(w).mean())
    s = with_row(s, rng, s.X[0], str(rng.choice(["b", "PC2", "w1", "PLS", "K-99"])))
    k = next(i for i, w_ in enumerate(s.who) if w_ in ("b", "PC2", "w1", "PLS", "K-99"))
    cells = table(s, False)
    cells[k + 1][1:] = [f"{v:.6g}" for v in w]
    cells = [list(c) for c in zip(*cells, strict=True)] if rng.random() < 0.5 else cells
    cells[0][0] = "x"
    return spoilt(weights_among_spectra, cells, rng)


def means_without_noise(rng: Rng) -> Case:
    """Spectra that were computed, and means of some of them or of all in their midst or at the end."""
    s = sound(rng, int(rng.integers(6, 12)), clean=True)
    if rng.random() < 0.5:
        s = with_row(s, rng, s.X.mean(axis=0), "K-77", s.n)
    else:
        cut = int(rng.integers(3, s.n))
        s = with_row(s, rng, s.X[:cut].mean(axis=0), "K-77", cut)
    return spoilt(means_without_noise, table(s, bool(rng.random() < 0.5)), rng)


def statistics_of_groups(rng: Rng) -> Case:
    """Highest values, medians or deviations of the spectra before them."""
    s = sound(rng, int(rng.integers(6, 12)))
    made = [np.median, np.max, np.min, np.std][int(rng.integers(4))]
    cut = s.n if rng.random() < 0.5 else int(rng.integers(4, s.n))
    return spoilt(statistics_of_groups, table(with_row(s, rng, made(s.X[:cut], axis=0), "K-77", cut),
                                              bool(rng.random() < 0.5)), rng)


def copies_in_percent(rng: Rng) -> Case:
    """Some spectra in percent, the others as fractions."""
    s = sound(rng)
    rows = rng.choice(s.n, int(rng.integers(1, s.n // 2 + 1)), replace=False)
    s = replace(s, X=np.array([100 * r if i in rows else r for i, r in enumerate(s.X)]).round(6))
    return spoilt(copies_in_percent, table(s, bool(rng.random() < 0.5)), rng)


def order_turned(rng: Rng) -> Case:
    """One spectrum runs the other way: it was measured from the other end."""
    s = sound(rng)
    i = int(rng.integers(s.n))
    s.X[i] = s.X[i][::-1]
    return spoilt(order_turned, table(s, bool(rng.random() < 0.5)), rng)


SLIPS: tuple[Callable[[Rng], Case], ...] = (
    setting_among_spectra, setting_among_channels, cell_lost, cell_lost_before_values, cell_twice, row_shorter,
    signs_turned, weights_among_spectra, means_without_noise, statistics_of_groups, copies_in_percent, order_turned)
