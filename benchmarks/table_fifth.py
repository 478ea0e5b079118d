"""A fifth set of kinds of generated tables: what statistics programs, spreadsheets and laboratory systems export.

Written before the readers were run on any of them, by somebody who had read the readers (for the fourth set nobody
had); spectra in rows here, the others in `table_fifth_down` and `table_fifth_values`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from benchmarks.table_blind import _rows
from benchmarks.table_fourth import _checked, _sample, _values, dates, joined
from benchmarks.table_kinds import Rng, _case
from benchmarks.table_parts import Case, axis_text, names, numbers_text, series

ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "cp1252", "utf-16-le")
GERMAN = ("Feuchte", "Rohprotein", "Rohfett", "Stärke", "Asche", "Zucker", "Trockenmasse", "Rohfaser")
FRENCH = ("Humidité", "Protéines", "Matière grasse", "Amidon", "Cendres", "Sucres", "Fibres")
SPANISH = ("Humedad", "Proteína", "Grasa", "Almidón", "Cenizas", "Azúcares", "Fibra")


def some_separator(rng: Rng) -> str:
    return str(rng.choice([",", ";", "\t"]))


def quoted(rows: list[list[str]], separator: str, comma: bool) -> str:
    """As R writes it: words in quotation marks, numbers without."""
    def cell(text: str) -> str:
        try:
            float(text)
        except ValueError:
            return f'"{text}"' if text != "NA" else text
        return text.replace(".", ",") if comma else text

    return "".join(separator.join(map(cell, r)) + "\n" for r in rows)


def rows_of_write_csv(rng: Rng) -> Case:
    """R's `write.csv` or `write.csv2` with the numbers of the rows, a factor, and X before the positions."""
    n, x, _, X, who = _sample(rng)
    titles, V = _values(rng, n, int(rng.integers(0, 3)))
    comma, factor = bool(rng.random() < 0.5), [str(rng.choice(["a", "b", "NA"])) for _ in who]
    separator = ";" if comma else ","
    head = separator.join(f'"{c}"' for c in ["", "sample", "variety", *titles, *(f"X{v}" for v in axis_text(x))])
    body = quoted([[w, f, *v, *r] for w, f, v, r in zip(who, factor, numbers_text(V), numbers_text(X), strict=True)],
                  separator, comma)
    text = head + "\n" + "".join(f'"{k + 1}"{separator}{line}\n' for k, line in enumerate(body.splitlines()))
    return _checked(_case("rows_of_write_csv", text, x, X, who), titles, V)


def rows_of_a_multiindex(rng: Rng) -> Case:
    """pandas `to_csv` of columns in two levels, with or without the line that names the index."""
    n, x, _, X, who = _sample(rng)
    titles, V = _values(rng, n, int(rng.integers(1, 4)))
    top = ["", *["reference"] * len(titles), *["spectrum"] * len(x)]
    cells = _rows(["", *titles], [[w, *v] for w, v in zip(who, numbers_text(V), strict=True)], x, X)
    index = [["sample", *[""] * (len(top) - 1)]] if rng.random() < 0.5 else []
    text = joined([top, cells[0], *index, *cells[1:]], ",")
    return _checked(_case("rows_of_a_multiindex", text, x, X, who), titles, V)


def rows_of_writetable(rng: Rng) -> Case:
    """MATLAB's `writetable`: names of variables have no points, so x1100_5 is 1100.5."""
    n, x, _, X, who = _sample(rng)
    titles, V = _values(rng, n, int(rng.integers(0, 3)))
    head = ["Sample", *titles, *(f"x{v.replace('.', '_')}" for v in axis_text(x))]
    cells = [head, *([w, *v, *r] for w, v, r in zip(who, numbers_text(V), numbers_text(X), strict=True))]
    return _checked(_case("rows_of_writetable", joined(cells, str(rng.choice([",", "\t"]))), x, X, who), titles, V)


def rows_of_jmp(rng: Rng) -> Case:
    """JMP: every title in quotation marks, a point for what is missing, a column of row states."""
    n, x, _, X, who = _sample(rng, 6)
    titles, V = _values(rng, n, 2)
    V[rng.random(V.shape) < 0.15] = np.nan
    V[0] = 2.5
    cells = [["Row State", "Sample", *titles, *axis_text(x)],
             *([str(rng.choice(["", "Excluded", "Selected"])), w, *(c or "." for c in v), *r] for w, v, r in zip(
                 who, numbers_text(V), numbers_text(X), strict=True))]
    head = ",".join(f'"{c}"' for c in cells[0])
    return _checked(_case("rows_of_jmp", head + "\n" + joined(cells[1:], ","), x, X, who), titles, V)


def rows_of_minitab(rng: Rng) -> Case:
    """Minitab: C1-T, C2, C3 over the names of the columns; * for what is missing."""
    n, x, _, X, who = _sample(rng, 6)
    titles, V = _values(rng, n, 2)
    V[rng.random(V.shape) < 0.15] = np.nan
    V[0] = 2.5
    cells = _rows(["Sample", *titles], [[w, *(c or "*" for c in v)] for w, v in zip(
        who, numbers_text(V), strict=True)], x, X)
    top = ["C1-T", *(f"C{k}" for k in range(2, len(cells[0]) + 1))]
    return _checked(_case("rows_of_minitab", joined([top, *cells], str(rng.choice(["\t", ","]))), x, X, who), titles, V)


def rows_of_simca(rng: Rng) -> Case:
    """SIMCA: primary and secondary identifiers, class and date before the variables."""
    n, x, _, X, who = _sample(rng)
    titles, V = _values(rng, n, int(rng.integers(1, 3)))
    beside = [[str(k + 1), w, str(rng.choice(["1", "2"])), *v] for k, (w, v) in enumerate(zip(
        who, numbers_text(V), strict=True))]
    head = ["Primary ID", "Obs ID ($SampleName)", "Obs ID ($ClassID)", *titles]
    return _checked(_case("rows_of_simca", joined(_rows(head, beside, x, X), "\t"), x, X, None, False), titles, V)


def rows_of_unscrambler(rng: Rng) -> Case:
    """The Unscrambler: numbers of columns over the titles, numbers of rows before the names, decimal commas."""
    n, x, _, X, who = _sample(rng)
    titles, V = _values(rng, n, int(rng.integers(0, 3)))
    cells = _rows(["", "", *titles], [[str(k + 1), w, *v] for k, (w, v) in enumerate(zip(
        who, numbers_text(V), strict=True))], x, X)
    numbered = [["", "", *(str(k + 1) for k in range(len(cells[0]) - 2))]] if rng.random() < 0.5 else []
    text = joined([*numbered, *cells], "\t" if numbered else ";", bool(rng.random() < 0.5))
    return _checked(_case("rows_of_unscrambler", text, x, X, who), titles, V)


def rows_under_limits(rng: Rng) -> Case:
    """A laboratory's system: lines with the unit, the method and the limits of each value under the titles."""
    n, x, _, X, who = _sample(rng)
    titles, V = _values(rng, n, int(rng.integers(1, 4)))
    gap = [""] * len(x)
    under = [["Unit", *["%"] * len(titles), *gap], ["Method", *["ISO 1871"] * len(titles), *gap],
             ["LOD", *["0.05"] * len(titles), *gap], ["Max", *["80"] * len(titles), *gap]]
    kept = [under[k] for k in sorted(int(v) for v in rng.permutation(4)[:int(rng.integers(1, 4))])]
    cells = _rows(["Sample", *titles], [[w, *v] for w, v in zip(who, numbers_text(V), strict=True)], x, X)
    return _case("rows_under_limits", joined([cells[0], *kept, *cells[1:]], some_separator(rng)), x, X, who)


def rows_over_statistics(rng: Rng) -> Case:
    """Mean, SD, Min and Max of all columns below the samples."""
    n, x, _, X, who = _sample(rng, 5)
    titles, V = _values(rng, n, int(rng.integers(0, 3)))
    both = np.column_stack([V, X])
    stats = np.round([both.mean(axis=0), both.std(axis=0), both.min(axis=0), both.max(axis=0)], 4)
    words = [("Mean", "SD", "Min", "Max"), ("Mittelwert", "Standardabweichung", "Minimum", "Maximum"),
             ("Moyenne", "Écart-type", "Min", "Max"), ("Average", "Std. Dev.", "Minimum", "Maximum")][int(
                 rng.integers(4))]
    cells = _rows(["Sample", *titles], [[w, *v] for w, v in zip(who, numbers_text(V), strict=True)], x, X)
    gap: list[list[str]] = [[]] * int(rng.integers(0, 2))
    below = [[w, *r] for w, r in zip(words, numbers_text(stats), strict=True)]
    return _case("rows_over_statistics", joined([*cells, *gap, *below], some_separator(rng)), x, X, who)


def rows_in_other_languages(rng: Rng) -> Case:
    """German, French and Spanish titles with units, decimal commas, encodings of their time."""
    n, x, unit, X, who = _sample(rng)
    words, first = [(GERMAN, "Probe"), (FRENCH, "Échantillon"), (SPANISH, "Muestra"), (GERMAN, "Proben-Nr.")][int(
        rng.integers(4))]
    titles = [f"{t} {rng.choice(['[%]', '(g/kg)', '[% TS]', '(%)'])}" for t in rng.choice(words, 2, replace=False)]
    V = np.round(rng.uniform(1, 60, (n, 2)), 2)
    form = {"nm": ["{} nm", "{}nm", "{}"], "um": ["{} µm", "{}"]}.get(unit, ["{} cm-1", "{}"])
    written = [v.replace(".", ",") for v in axis_text(x)]
    dress = str(rng.choice(form))
    cells = _rows([first, *titles], [[w, *v] for w, v in zip(who, numbers_text(V), strict=True)], x, X)
    cells[0] = [first, *titles, *(dress.format(v) for v in written)]
    text = joined(cells, ";", True, end="\r\n")
    return replace(_checked(_case("rows_in_other_languages", text, x, X, who), titles, V),
                   encoding=str(rng.choice(ENCODINGS[:4])))


def rows_by_iso_moment(rng: Rng) -> Case:
    """ISO dates and times as the names of the samples, some with a letter of the repeat."""
    n, x, _, X, _ = _sample(rng)
    form = str(rng.choice(["{y}-{m:02d}-{d:02d}T{h:02d}:{q:02d}:00Z", "{y}{m:02d}{d:02d}_{h:02d}{q:02d}",
                           "{y}-{m:02d}-{d:02d}_a", "{y}-{m:02d}-{d:02d}"]))
    cells = _rows([str(rng.choice(["sample", "ID", "acquired", "file"]))], [[d] for d in dates(rng, n, form)], x, X)
    return _case("rows_by_iso_moment", joined(cells, some_separator(rng)), x, X, None, False)


def rows_with_values_in_the_midst(rng: Rng) -> Case:
    """Two detectors, and the reference values between their channels."""
    n, x, _, X, who = _sample(rng)
    titles, V = _values(rng, n, int(rng.integers(1, 3)))
    at = len(x) // 2
    head = ["Sample", *axis_text(x)[:at], *titles, *axis_text(x)[at:]]
    body = [[w, *r[:at], *v, *r[at:]] for w, r, v in zip(who, numbers_text(X), numbers_text(V), strict=True)]
    text = joined([head, *body], some_separator(rng))
    return _checked(_case("rows_with_values_in_the_midst", text, x, X, who), titles, V)


def rows_in_micrometres(rng: Rng) -> Case:
    """0.9 to 2.5 µm, with the unit above, in the titles or nowhere."""
    n, p = int(rng.integers(4, 60)), int(rng.integers(9, 160))
    x = np.round(np.linspace(0.9, float(rng.choice([1.7, 2.5])), p), int(rng.integers(3, 5)))
    X, who = series(rng, n, p)[0], names(rng, n)
    where = int(rng.integers(3))
    cells = _rows([str(rng.choice(["Sample", "ID", ""]))], [[w] for w in who], x, X)
    if where == 1:
        cells[0] = [cells[0][0], *(f"{v} µm" for v in axis_text(x))]
    above = [["Wavelength (µm)"], []] if where == 2 else []
    case = _case("rows_in_micrometres", joined([*above, *cells], some_separator(rng)), x, X, who)
    return replace(case, unit="um" if where else "")


def rows_of_raman_falling(rng: Rng) -> Case:
    n, p = int(rng.integers(3, 40)), int(rng.integers(20, 250))
    x = np.round(3200 - np.cumsum(np.full(p, rng.uniform(2, 8)) + np.linspace(0, 1, p)), 2)
    X, who = series(rng, n, p, lines=True)[0], names(rng, n)
    title = str(rng.choice(["Raman shift (cm-1)", "Sample \\ Raman shift (cm⁻¹)", "name"]))
    cells = _rows([title], [[w] for w in who], x, X)
    return _case("rows_of_raman_falling", joined(cells, some_separator(rng)), x, X, who)


def rows_of_quoted_thousands(rng: Rng) -> Case:
    """A spreadsheet's "1,234.5" in quotation marks between commas."""
    _n, x, _, X, who = _sample(rng)
    X = np.round(800 + 60000 * (X - X.min()) / max(np.ptp(X), 1e-9), 1)
    body = [[f"{v:,.1f}" for v in row] for row in X]
    cells = [["Sample", *axis_text(x)], *([w, *r] for w, r in zip(who, body, strict=True))]
    text = "".join(",".join(f'"{c}"' if "," in c else c for c in r) + "\n" for r in cells)
    return _case("rows_of_quoted_thousands", text, x, X, who)


def rows_of_tabs_and_blanks(rng: Rng) -> Case:
    """Tabs between the cells, and blanks around them; or blanks of changing number in some lines."""
    _n, x, _, X, who = _sample(rng)
    cells = _rows(["Sample"], [[w] for w in who], x, X)
    lines = ["\t".join(" " * int(rng.integers(0, 3)) + c + " " * int(rng.integers(0, 3)) for c in r) for r in cells]
    return _case("rows_of_tabs_and_blanks", "\n".join(lines) + "\n", x, X, who)


def rows_replicate_suffix(rng: Rng) -> Case:
    """The repeat behind the name: A1_1, A1-2, A1.3, A1 (2)."""
    n, x, _, X, who = _sample(rng, 6)
    form = str(rng.choice(["{}_{}", "{}-{}", "{}.{}", "{} ({})", "{}_rep{}"]))
    who = [form.format(who[i // 3], i % 3 + 1) for i in range(n)]
    text = joined(_rows(["Sample"], [[w] for w in who], x, X), some_separator(rng))
    return _case("rows_replicate_suffix", text, x, X, who)


def rows_bracketed(rng: Rng) -> Case:
    """Units in brackets of all kinds at each position."""
    n, x, unit, X, who = _sample(rng)
    u = {"nm": "nm", "um": "µm"}.get(unit, "cm-1")
    form = str(rng.choice([f"{{}} [{u}]", f"({{}} {u})", f"R({{}} {u})", f"A [{{}} {u}]", f"Abs_{{}} ({u})"]))
    titles, V = _values(rng, n, 1)
    cells = _rows(["Sample", *titles], [[w, *v] for w, v in zip(who, numbers_text(V), strict=True)], x, X)
    cells[0] = ["Sample", *titles, *(form.format(v) for v in axis_text(x))]
    return _checked(_case("rows_bracketed", joined(cells, some_separator(rng)), x, X, who), titles, V)


def rows_in_two_blocks(rng: Rng) -> Case:
    """Two tables of the same titles, one below the other, each under a line that names it."""
    n, x, _, X, who = _sample(rng, 6)
    cells = _rows(["Sample"], [[w] for w in who], x, X)
    at = n // 2
    text = joined([["Batch 1"], *cells[:at + 1], [], ["Batch 2"], cells[0], *cells[at + 1:]], some_separator(rng))
    return _case("rows_in_two_blocks", text, x, X, who)


def rows_with_quality_flags(rng: Rng) -> Case:
    """Flags, file names with paths, and a remark that has the separator in it."""
    _n, x, _, X, who = _sample(rng)
    separator = some_separator(rng)
    beside = [[rf"C:\data\{w}.spc", w, str(rng.choice(["OK", "WARN"])), f"ok{separator} dry"] for w in who]
    cells = _rows(["File", "Sample", "QC", "Remark"], beside, x, X)
    return _case("rows_with_quality_flags", joined(cells, separator), x, X, None, False)


FIFTH_ROWS: tuple[Callable[[Rng], Case], ...] = (
    rows_of_write_csv, rows_of_a_multiindex, rows_of_writetable, rows_of_jmp, rows_of_minitab, rows_of_simca,
    rows_of_unscrambler, rows_under_limits, rows_over_statistics, rows_in_other_languages, rows_by_iso_moment,
    rows_with_values_in_the_midst, rows_in_micrometres, rows_of_raman_falling, rows_of_quoted_thousands,
    rows_of_tabs_and_blanks, rows_replicate_suffix, rows_bracketed, rows_in_two_blocks, rows_with_quality_flags)
