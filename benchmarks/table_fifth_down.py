"""The fifth set of kinds of generated tables, second part: spectra in columns, in pairs, and one under the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from benchmarks.table_blind import _down
from benchmarks.table_fifth import ENCODINGS, quoted, some_separator
from benchmarks.table_fourth import dates, joined
from benchmarks.table_fourth_down import HEADS, _sample
from benchmarks.table_kinds import Rng, _case
from benchmarks.table_parts import PROPERTIES, Case, axis_text, names, numbers_text, series

TONGUES = {
    "nm": ("Wellenlänge [nm]", "Longueur d'onde (nm)", "Longitud de onda (nm)", "Lunghezza d'onda / nm", "波长 (nm)"),
    "um": ("Wellenlänge [µm]", "Longueur d'onde (µm)", "Longitud de onda (µm)", "Lunghezza d'onda / µm", "波长 (µm)"),
    "cm-1": ("Wellenzahl [cm-1]", "Nombre d'onde (cm⁻¹)", "Número de onda (cm-1)", "Numero d'onda / cm-1",
             "波数 (cm-1)"),
    "raman-shift": ("Raman-Verschiebung [cm-1]", "Décalage Raman (cm⁻¹)", "Desplazamiento Raman (cm-1)",
                    "Spostamento Raman / cm-1", "拉曼位移 (cm-1)")}


def columns_in_other_languages(rng: Rng) -> Case:
    """Titles, decimal commas and encodings of four languages."""
    n, x, unit, X, _ = _sample(rng)
    k = int(rng.integers(5))
    who = [f"{('Probe', 'Échantillon', 'Muestra', 'Campione', '样品')[k]} {i + 1}" for i in range(n)]
    text = joined(_down([TONGUES[unit][k], *who], x, X), ";", k < 4, end="\r\n")
    encoding = "utf-8" if k == 4 or "⁻" in text else str(rng.choice(ENCODINGS[:4]))
    return replace(_case("columns_in_other_languages", text, x, X, who), unit=unit, encoding=encoding)


def columns_under_a_merged_head(rng: Rng) -> Case:
    """A spreadsheet: the axis and "Absorbance" in joined cells, the names of the samples below."""
    _n, x, unit, X, who = _sample(rng)
    word, quantity = [("Absorbance", "absorbance"), ("Reflectance", "reflectance"), ("Extinktion", "absorbance")][int(
        rng.integers(3))]
    cells = _down(["", *who], x, X)
    top = [HEADS[unit], word, *[""] * (len(who) - 1)]
    text = joined([top, *cells], some_separator(rng))
    return replace(_case("columns_under_a_merged_head", text, x, X, who), unit=unit, quantity=quantity)


def columns_by_sample_and_quantity(rng: Rng) -> Case:
    """Names over two columns each, reflectance and transmittance below; the names may be numbers."""
    n, x, unit, X, who = _sample(rng, 12)
    n = n // 2 * 2 or 2
    X = X[:n] if len(X) >= n else np.vstack([X, X])[:n]
    names_ = [str(k + 1) for k in range(n // 2)] if rng.random() < 0.4 else (who * 2)[:n // 2]
    names_ = list(dict.fromkeys(names_)) or ["a"]
    names_ += [f"z{k}" for k in range(n // 2 - len(names_))]
    top = ["", *(c for w in names_ for c in (w, ""))]
    cells = _down([HEADS[unit], *(["R", "T"] * (n // 2))], x, X)
    text = joined([top, *cells], some_separator(rng))
    return replace(_case("columns_by_sample_and_quantity", text, x, X, [
        f"{w} {q}" for w in names_ for q in "RT"]), unit=unit)


def columns_of_single_beams(rng: Rng) -> Case:
    """Single beams and the absorbance made of them: the absorbance is the spectrum."""
    _, x, _, X, _ = _sample(rng)
    y = 0.2 + np.abs(X[0]) / np.abs(X[0]).max()
    back = 50 + 10 * np.sin(np.arange(len(x)) / 9)
    X = np.round(np.vstack([back * 10 ** -y, back, y]), 5)
    cells = _down(["Wavenumber (cm-1)", "Sample single beam", "Background single beam", "Absorbance"], x, X)
    return _case("columns_of_single_beams", joined(cells, some_separator(rng)), x, X[2:], None, False)


def columns_replicate_suffix(rng: Rng) -> Case:
    n, x, unit, X, who = _sample(rng)
    form = str(rng.choice(["{} ({})", "{}.{}", "{}_{}", "{}-{}", "{} #{}"]))
    who = [form.format(who[i // 3], i % 3 + 1) for i in range(n)]
    text = joined(_down([HEADS[unit], *who], x, X), some_separator(rng))
    return replace(_case("columns_replicate_suffix", text, x, X, who), unit=unit)


def columns_turned_with_group(rng: Rng) -> Case:
    """A table of samples that was turned: names, groups and values in lines over the spectra."""
    n, x, unit, X, who = _sample(rng)
    titles = [str(t) for t in rng.choice(PROPERTIES, int(rng.integers(0, 3)), replace=False)]
    V = np.round(rng.uniform(1, 60, (len(titles), n)), 2)
    over = [["Sample", *who], ["Group", *(str(rng.choice(["cal", "val"])) for _ in who)],
            *([t, *r] for t, r in zip(titles, numbers_text(V), strict=True))]
    cells = [[v if unit == "um" else f"{v} nm" if unit == "nm" else v, *r] for v, r in zip(
        axis_text(x), numbers_text(X.T), strict=True)]
    return _case("columns_turned_with_group", joined([*over, *cells], some_separator(rng)), x, X, who)


def columns_with_statistics(rng: Rng) -> Case:
    _n, x, unit, X, who = _sample(rng)
    stats = np.round(np.vstack([X.min(axis=0), X.max(axis=0), X.mean(axis=0), X.std(axis=0)]), 5)
    words = [("Min", "Max", "Mean", "Std"), ("Minimum", "Maximum", "Mittelwert", "Standardabweichung")][int(
        rng.integers(2))]
    cells = _down([HEADS[unit], *who, *words], x, np.vstack([X, stats]))
    return _case("columns_with_statistics", joined(cells, some_separator(rng)), x, X, who)


def columns_under_settings(rng: Rng) -> Case:
    """Settings of each spectrum in lines of their own: some numbers, some words."""
    n, x, unit, X, who = _sample(rng)
    over = [["Integration time (ms)", *[str(rng.choice([100, 200]))] * n], ["Scans", *["32"] * n],
            ["Date", *dates(rng, n)], ["Operator", *["KM"] * n]]
    kept = [over[int(k)] for k in rng.permutation(4)[:int(rng.integers(1, 4))]]
    text = joined([*kept, *_down([HEADS[unit], *who], x, X)], some_separator(rng))
    return replace(_case("columns_under_settings", text, x, X, who), unit=unit)


def columns_of_pandas(rng: Rng) -> Case:
    """The unnamed index of a data frame before the axis."""
    _n, x, unit, X, who = _sample(rng)
    head = str(rng.choice(["wavelength", HEADS[unit], "wl"])) if unit in ("nm", "um") else HEADS[unit]
    cells = _down([head, *who], x, X)
    title = str(rng.choice(["", "Unnamed: 0", "index"]))
    cells = [[title, *cells[0]], *([str(k), *r] for k, r in enumerate(cells[1:]))]
    return _case("columns_of_pandas", joined(cells, ","), x, X, who)


def columns_of_write_csv(rng: Rng) -> Case:
    _n, x, _, X, who = _sample(rng)
    comma = bool(rng.random() < 0.5)
    separator = ";" if comma else ","
    cells = _down(["wavelength", *(w.replace(" ", ".").replace("-", ".") for w in who)], x, X)
    head = separator.join(f'"{c}"' for c in ["", *cells[0]])
    body = quoted(cells[1:], separator, comma)
    text = head + "\n" + "".join(f'"{k + 1}"{separator}{line}\n' for k, line in enumerate(body.splitlines()))
    return _case("columns_of_write_csv", text, x, X, cells[0][1:])


def columns_by_iso_day(rng: Rng) -> Case:
    n, x, unit, X, _ = _sample(rng)
    forms = ["{y}-{m:02d}-{d:02d}", "{y}{m:02d}{d:02d}", "{y}-{m:02d}-{d:02d}T{h:02d}:{q:02d}:00"]
    who = dates(rng, n, str(rng.choice(forms)))
    text = joined(_down([HEADS[unit], *who], x, X), some_separator(rng))
    return replace(_case("columns_by_iso_day", text, x, X, who), unit=unit)


def columns_one_under_the_other(rng: Rng) -> Case:
    """A file of several scans: a line with the name, titles, two columns, a blank line, and again."""
    n, x, unit, X, who = _sample(rng, 6)
    cells: list[list[str]] = []
    separator = some_separator(rng)
    for k in range(n):
        cells += [["Sample", who[k]], [HEADS[unit], "Absorbance"], *_down(["", ""], x, X[k:k + 1])[1:], []]
    return replace(_case("columns_one_under_the_other", joined(cells, separator), x, X, None, False), unit=unit)


def columns_of_tabs_and_blanks(rng: Rng) -> Case:
    """Tabs in the head, blanks below; or columns of changing blanks."""
    _n, x, _, X, who = _sample(rng)
    who = [w.replace(" ", "_") for w in who]
    cells = _down([str(rng.choice(["nm", "wl", "x"])), *who], x, X)
    wide = " " * int(rng.integers(1, 5))
    head = ("\t" if rng.random() < 0.5 else wide).join(cells[0])
    lines = [head, *((" " * int(rng.integers(0, 3)) + (" " * int(rng.integers(1, 5))).join(r)) for r in cells[1:])]
    return _case("columns_of_tabs_and_blanks", "\n".join(lines) + "\n", x, X, who)


def columns_over_settings(rng: Rng) -> Case:
    """Settings of the instrument below the spectra, some of them numbers."""
    _n, x, unit, X, who = _sample(rng)
    below = [["Instrument", "NIR-5"], ["Scans", "32"], ["Range", "400", "2500"], ["Gain", "2.5", "4"], ["End of file"]]
    kept = below[int(rng.integers(0, 4)):]
    gap: list[list[str]] = [[]] * int(rng.integers(0, 2))
    text = joined([*_down([HEADS[unit], *who], x, X), *gap, *kept], some_separator(rng))
    return replace(_case("columns_over_settings", text, x, X, who), unit=unit)


def columns_of_raman_falling(rng: Rng) -> Case:
    n, p = int(rng.integers(2, 12)), int(rng.integers(30, 250))
    x = np.round(3300 - np.cumsum(np.full(p, rng.uniform(2, 8)) + np.linspace(0, 1, p)), 3)
    X, who = series(rng, max(n, 3), p, lines=True)[0][:n], names(rng, n)
    title = str(rng.choice(["Raman shift", "Raman Shift (1/cm)", "Shift [cm⁻¹]", "rel. cm-1"]))
    case = _case("columns_of_raman_falling", joined(_down([title, *who], x, X), some_separator(rng)), x, X, who)
    return replace(case, unit="raman-shift")


def columns_in_micrometres(rng: Rng) -> Case:
    n, p = int(rng.integers(2, 12)), int(rng.integers(12, 160))
    x = np.round(np.linspace(0.9, 2.5, p), 4)
    X, who = series(rng, max(n, 3), p)[0][:n], names(rng, n)
    title = str(rng.choice(["Wavelength", "wl", "Wavelength (microns)", "λ / µm", "lambda"]))
    return _case("columns_in_micrometres", joined(_down([title, *who], x, X), some_separator(rng)), x, X, who)


def pairs_of_three(rng: Rng) -> Case:
    """Names in joined cells over wavelength and absorbance, an empty column behind each pair."""
    _n, x, unit, X, who = _sample(rng, 7)
    top, second, rows = [], [], [[] for _ in x]
    for k, w in enumerate(who):
        top += [w, "", ""]
        second += [HEADS[unit], "Absorbance", ""]
        for r, a, b in zip(rows, axis_text(x), numbers_text(X)[k], strict=True):
            r += [a, b, ""]
    text = joined([top, second, *rows], some_separator(rng))
    return replace(_case("pairs_of_three", text, x, X, who), unit=unit)


def long_of_reshape(rng: Rng) -> Case:
    """R's long form: sample, wavelength, value; decimal commas."""
    _n, x, _, X, who = _sample(rng, 10)
    cells = [["id", "wavelength", "value"]]
    cells += [[w, a, v] for w, r in zip(who, numbers_text(X), strict=True)
              for a, v in zip(axis_text(x), r, strict=True)]
    comma = bool(rng.random() < 0.5)
    return _case("long_of_reshape", quoted(cells, ";" if comma else ",", comma), x, X, who)


FIFTH_DOWN: tuple[Callable[[Rng], Case], ...] = (
    columns_in_other_languages, columns_under_a_merged_head, columns_by_sample_and_quantity, columns_of_single_beams,
    columns_replicate_suffix, columns_turned_with_group, columns_with_statistics, columns_under_settings,
    columns_of_pandas, columns_of_write_csv, columns_by_iso_day, columns_one_under_the_other,
    columns_of_tabs_and_blanks, columns_over_settings, columns_of_raman_falling, columns_in_micrometres, pairs_of_three,
    long_of_reshape)
