"""The fifth set of kinds of generated tables, third part: tables of reference values whose titles may mislead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from benchmarks.table_fifth import ENCODINGS, FIFTH_ROWS, FRENCH, GERMAN, SPANISH, quoted, some_separator
from benchmarks.table_fifth_down import FIFTH_DOWN
from benchmarks.table_fourth import dates, joined
from benchmarks.table_kinds import Rng
from benchmarks.table_parts import PROPERTIES, Case, names, numbers_text

METHODS = ("ISO 1871", "ISO 6496", "ISO 11085", "AOAC 990.03", "DIN 10325", "ICC 105", "EN 15517", "AACC 46-30")


def _table(kind: str, titles: list[str], V: np.ndarray, text: str, encoding: str = "utf-8") -> Case:
    case = Case(kind, text, "values", properties=tuple(titles))
    return replace(case, values={t: V[:, k] for k, t in enumerate(titles)}, encoding=encoding)


def _numbers(rng: Rng, columns: int, least: int = 4) -> tuple[list[str], np.ndarray]:
    n = int(rng.integers(least, 40))
    return names(rng, n), np.round(rng.uniform(1, 60, (n, columns)), 2)


def values_of_write_csv2(rng: Rng) -> Case:
    titles = [str(t) for t in rng.choice(PROPERTIES, 4, replace=False)]
    who, V = _numbers(rng, 4)
    head = ";".join(f'"{t}"' for t in ["", "sample", *titles])
    body = quoted([[w, *r] for w, r in zip(who, numbers_text(V), strict=True)], ";", True).splitlines()
    text = head + "\n" + "".join(f'"{k + 1}";{line}\n' for k, line in enumerate(body))
    return _table("values_of_write_csv2", titles, V, text)


def values_in_other_languages(rng: Rng) -> Case:
    words, first = [(GERMAN, "Probe"), (FRENCH, "Échantillon"), (SPANISH, "Muestra")][int(rng.integers(3))]
    titles = [f"{t} (%)" for t in rng.choice(words, 4, replace=False)]
    who, V = _numbers(rng, 4)
    text = joined([[first, *titles], *([w, *r] for w, r in zip(who, numbers_text(V), strict=True))], ";", True,
                  end="\r\n")
    return _table("values_in_other_languages", titles, V, text, str(rng.choice(ENCODINGS[:4])))


def values_by_method(rng: Rng) -> Case:
    """Numbers of standards as titles."""
    titles = sorted(str(t) for t in rng.choice(METHODS, int(rng.integers(3, 6)), replace=False))
    who, V = _numbers(rng, len(titles))
    text = joined([["Sample", *titles], *([w, *r] for w, r in zip(who, numbers_text(V), strict=True))],
                  some_separator(rng))
    return _table("values_by_method", titles, V, text)


def values_by_dose(rng: Rng) -> Case:
    """Trials: levels of a fertiliser or plots as titles."""
    form = str(rng.choice(["N{}", "{} kg N/ha", "Dose {}", "{} kg/ha", "{} kGy", "{} rpm", "{} bar", "{} ppm",
                           "pH {}"]))
    titles = [form.format(v) for v in (0, 50, 100, 150, 200, 250)[:int(rng.integers(4, 7))]]
    n = int(rng.integers(4, 20))
    V = np.round(rng.uniform(20, 40, (n, 1)) + np.linspace(0, 30, len(titles)) + rng.normal(0, 1, (n, len(titles))), 2)
    text = joined([[str(rng.choice(["cultivar", "plot", "Sorte"])), *titles],
                   *([w, *r] for w, r in zip(names(rng, n), numbers_text(V), strict=True))], some_separator(rng))
    return _table("values_by_dose", titles, V, text)


def values_by_visit(rng: Rng) -> Case:
    """Days, weeks and months after the start, as trials number them."""
    form = str(rng.choice(["D{}", "Week {}", "W{}", "Month {}", "M{}", "Day {}", "{} h", "{} d", "Tag {}", "Visit {}"]))
    titles = [form.format(v) for v in (0, 1, 2, 4, 8, 12, 24)[:int(rng.integers(4, 8))]]
    n = int(rng.integers(4, 20))
    V = np.round(rng.uniform(20, 40, (n, 1)) * np.exp(-np.linspace(0, 1, len(titles))) + rng.normal(
        0, 0.5, (n, len(titles))), 2)
    text = joined([[str(rng.choice(["subject", "ID", "Patient"])), *titles],
                   *([w, *r] for w, r in zip(names(rng, n), numbers_text(V), strict=True))], some_separator(rng))
    return _table("values_by_visit", titles, V, text)


def values_with_totals(rng: Rng) -> Case:
    """Mean, SD and a number of samples below: read as rows with a word, or left out with one."""
    titles = [str(t) for t in rng.choice(PROPERTIES, 4, replace=False)]
    who, V = _numbers(rng, 4)
    below = [["Mean", *numbers_text(np.round(V.mean(axis=0)[None], 2))[0]],
             ["SD", *numbers_text(np.round(V.std(axis=0)[None], 2))[0]], ["n", *[str(len(V))] * 4]]
    gap: list[list[str]] = [[]] * int(rng.integers(0, 2))
    kept = below[:int(rng.integers(1, 4))]
    text = joined([["Sample", *titles], *([w, *r] for w, r in zip(who, numbers_text(V), strict=True)), *gap, *kept],
                  some_separator(rng))
    return _table("values_with_totals", titles, V, text)


def values_under_limits(rng: Rng) -> Case:
    """Lines of units, methods and limits between the titles and the samples: no samples."""
    titles = [str(t) for t in rng.choice(PROPERTIES, 4, replace=False)]
    who, V = _numbers(rng, 4)
    under = [["Unit", *["%"] * 4], ["Method", *["ISO 1871"] * 4], ["LOD", *["0.05"] * 4], ["Max", *["80"] * 4]]
    kept = [under[k] for k in sorted(int(v) for v in rng.permutation(4)[:int(rng.integers(1, 4))])]
    text = joined([["Sample", *titles], *kept, *([w, *r] for w, r in zip(who, numbers_text(V), strict=True))],
                  some_separator(rng))
    return _table("values_under_limits", titles, V, text)


def values_of_a_multiindex(rng: Rng) -> Case:
    """pandas: the method over the property."""
    titles = [str(t) for t in rng.choice(PROPERTIES, 4, replace=False)]
    who, V = _numbers(rng, 4)
    top = ["", "chemistry", "chemistry", "physics", "physics"]
    text = joined([top, ["", *titles], *([w, *r] for w, r in zip(who, numbers_text(V), strict=True))], ",")
    return _table("values_of_a_multiindex", titles, V, text)


def values_of_sizes(rng: Rng) -> Case:
    """Shares of sieves: sizes in µm, falling or rising, with or without a unit."""
    sizes = [(2000, 1000, 500, 250, 125, 63), (63, 125, 250, 500, 1000), (4000, 2000, 1000, 500, 250, 125),
             (2, 6.3, 20, 63, 200, 630, 2000)][int(rng.integers(4))]
    form = str(rng.choice(["{} µm", "{}", ">{} µm", "{} um", "> {}", "<{}"]))
    titles = [form.format(f"{v:g}") for v in sizes]
    n = int(rng.integers(4, 40))
    V = np.round(100 * rng.dirichlet(np.ones(len(titles)) * 4, n), 1)
    text = joined([["sample", *titles], *([w, *r] for w, r in zip(names(rng, n), numbers_text(V), strict=True))],
                  some_separator(rng))
    return _table("values_of_sizes", titles, V, text)


def values_of_few(rng: Rng) -> Case:
    """Two properties, numbers of samples that rise."""
    titles = [f"{t} (%)" for t in rng.choice(PROPERTIES, 2, replace=False)]
    _, V = _numbers(rng, 2)
    start, step = int(rng.integers(1, 5000)), int(rng.integers(1, 4))
    first = str(rng.choice(["ID", "Sample", "Lab no.", "Probe", "Nr."]))
    text = joined([[first, *titles], *([str(start + step * k), *r] for k, r in enumerate(numbers_text(V)))],
                  some_separator(rng))
    return _table("values_of_few", titles, V, text)


def values_by_harvest(rng: Rng) -> Case:
    """Dates as titles: one property through a season."""
    k, n = int(rng.integers(4, 9)), int(rng.integers(4, 20))
    titles = dates(rng, k, str(rng.choice(["{y}-{m:02d}-{d:02d}", "{d:02d}.{m:02d}.{y}", "{d:02d}/{m:02d}"])))
    V = np.round(10 + np.linspace(0, 12, k) + rng.normal(0, 1, (n, k)), 1)
    text = joined([["vineyard", *titles], *([w, *r] for w, r in zip(names(rng, n), numbers_text(V), strict=True))],
                  some_separator(rng))
    return _table("values_by_harvest", titles, V, text)


FIFTH: tuple[Callable[[Rng], Case], ...] = (
    *FIFTH_ROWS, *FIFTH_DOWN, values_of_write_csv2, values_in_other_languages, values_by_method, values_by_dose,
    values_by_visit, values_with_totals, values_under_limits, values_of_a_multiindex, values_of_sizes, values_of_few,
    values_by_harvest)
