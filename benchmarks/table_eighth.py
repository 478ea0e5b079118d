"""An eighth set of kinds of generated tables: what spreadsheets, pivots and clerks make of spectra in rows.

Written before anybody looked at the readers; `table_eighth_down` has spectra in columns, workbooks and the whole set.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from benchmarks.table_fourth import joined
from benchmarks.table_kinds import Rng
from benchmarks.table_parts import Case, axis_text, numbers_text
from benchmarks.table_sixth import Scans, scans
from benchmarks.table_sixth_rows import rising, rows

MEANS = ("Ø", "x̄", "Mittelwert", "moyenne", "Avg.", "MW", "promedio", "average of all")
TOTALS = ("Grand Total", "Gesamtergebnis", "Total général", "Σ", "Summe", "")


def _across(s: Scans, corner: str = "Sample", titles: Sequence[str] = ()) -> list[list[str]]:
    return rows([corner], [[w] for w in s.who], titles or axis_text(s.x), s.X)


def _one(rng: Rng, n: int | None = None) -> Scans:
    """Named s1, s2 … so that no name is there twice."""
    s = rising(rng, n)
    return replace(s, who=[f"{rng.choice(['soil', 'milk', 'K'])}-{i + 1}" for i in range(s.n)])


def _case(s: Scans, kind: Callable[[Rng], Case], cells: Sequence[Sequence[str]], rng: Rng, **more: object) -> Case:
    return s.case(kind.__name__, joined(cells, str(rng.choice([",", ";", "\t"]))), tuple(s.who), **more)


def pivot_with_totals(rng: Rng) -> Case:
    """A pivot table: labels in two lines, sums behind every row and below."""
    s = _one(rng, int(rng.integers(4, 10)))
    total = str(rng.choice(TOTALS[:3]))
    body = [[*r, f"{v:.5f}"] for r, v in zip(_across(s)[1:], s.X.sum(1), strict=True)]
    last = [total, *(f"{v:.5f}" for v in s.X.sum(0)), f"{s.X.sum():.5f}"]
    head = [["Sum of Absorbance", "Column Labels", *[""] * s.p], ["Row Labels", *axis_text(s.x), total]]
    return _case(s, pivot_with_totals, [*head, *body, last], rng)


def sum_behind_the_channels(rng: Rng) -> Case:
    """A last column with the sum or the mean, titled or not."""
    s = _one(rng)
    v = s.X.sum(1) if rng.random() < 0.5 else s.X.mean(1)
    cells = _across(s)
    return _case(s, sum_behind_the_channels,
                 [[*cells[0], str(rng.choice(TOTALS))],
                  *([*r, f"{k:.5f}"] for r, k in zip(cells[1:], v, strict=True))], rng)


def mean_called_otherwise(rng: Rng) -> Case:
    """The mean in the last line, with a word of the house or none."""
    s = _one(rng, int(rng.integers(3, 12)))
    mean = [str(rng.choice([*MEANS, "", "pool"])), *(f"{v:.5f}" for v in s.X.mean(0))]
    return _case(s, mean_called_otherwise, [*_across(s), mean], rng)


def subtotals_of_groups(rng: Rng) -> Case:
    """After three replicates their mean, and perhaps the deviation."""
    s = rising(rng, 9)
    s = replace(s, who=[f"{a}{k}" for a in "ABC" for k in (1, 2, 3)])
    cells, body, deviation = _across(s), [], rng.random() < 0.5
    for g in range(3):
        block = s.X[3 * g:3 * g + 3]
        body += [*cells[1 + 3 * g:4 + 3 * g], [f"{'ABC'[g]} mean", *(f"{v:.5f}" for v in block.mean(0))]]
        if deviation:
            body.append([f"{'ABC'[g]} SD", *(f"{v:.5f}" for v in block.std(0, ddof=1))])
    return _case(s, subtotals_of_groups, [cells[0], *body], rng)


def titles_sorted_as_words(rng: Rng) -> Case:
    """1000, 1002 … 998: a spreadsheet sorted the columns by their titles."""
    s = _one(rng)
    s = replace(s, x=900 + 5.0 * np.arange(s.p))
    order = np.array(sorted(range(s.p), key=lambda k: axis_text(s.x)[k]))
    other = replace(s, x=s.x[order], X=s.X[:, order])
    also = s.case("", "", tuple(s.who))
    return _case(other, titles_sorted_as_words, _across(other), rng, also=(also,))


def wavelengths_in_phrases(rng: Rng) -> Case:
    """Words before and behind the wavelength."""
    s = _one(rng)
    form = str(rng.choice(["Abs at {} nm (AU)", "OD_{}nm_corrected", "Reflectance [{} nm] raw", "{} nm - blank",
                           "Channel {} (nm)", "R at lambda={}", "I({})/I0", "refl.{}.mean"]))
    return _case(s, wavelengths_in_phrases, _across(s, titles=[form.format(v) for v in axis_text(s.x)]), rng)


def names_turned_into_days(rng: Rng) -> Case:
    """1-2 has become 02-Jan in some lines; the numbers are whole."""
    s = rising(rng, int(rng.integers(4, 9)))
    months = ("Jan", "Feb", "Mar")
    s = replace(s, who=[f"{k + 1:02d}-{months[k % 3]}" if k % 3 else f"{k + 1}-{k + 30}" for k in range(s.n)])
    return _case(s, names_turned_into_days, _across(s), rng)


def days_among_reference_values(rng: Rng) -> Case:
    """A value such as 1.2 has become 01. Feb."""
    s = _one(rng, int(rng.integers(5, 10)))
    y = [f"{v:.2f}" for v in rng.uniform(1, 9, s.n)]
    y[1], y[3] = "01. Feb", "03. Apr"
    body = [[w, v] for w, v in zip(s.who, y, strict=True)]
    return replace(_case(s, days_among_reference_values, rows(["Sample", "Protein"], body, axis_text(s.x), s.X), rng),
                   what="spoilt")


def titles_rounded(rng: Rng) -> Case:
    """Half steps shown without decimals: every wavelength stands there twice."""
    s = _one(rng)
    s = replace(s, x=400 + 0.5 * np.arange(s.p))
    titles = [f"{np.floor(v):.0f}" for v in s.x]
    return replace(_case(s, titles_rounded, _across(s, titles=titles), rng), what="spoilt")


def exports_with_other_channels(rng: Rng) -> Case:
    """Two exports pasted together; the second has another range."""
    a, b = _one(rng, 4), _one(rng, 3)
    b = replace(b, who=[f"q{k}" for k in range(b.n)], x=a.x[0] + 7.0 + np.round(2.5 * np.arange(b.p), 1))
    between = [[""]] if rng.random() < 0.5 else []
    text = joined([*_across(a), *between, *_across(b)], ",")
    return Case("exports_with_other_channels", text, "spectra", [a.x] * a.n + [b.x] * b.n, [*a.X, *b.X],
                (*a.who, *b.who))


def exports_with_columns_moved(rng: Rng) -> Case:
    """The second export has the same channels, but falling."""
    s = _one(rng, 8)
    a, b = (replace(s, who=s.who[k], X=s.X[k], n=4) for k in (slice(0, 4), slice(4, 8)))
    back = replace(b, x=s.x[::-1], X=b.X[:, ::-1])
    text = joined([*_across(a), *_across(back)], ",")
    one = s.case("", "", tuple(s.who))
    return Case("exports_with_columns_moved", text, "spectra", [s.x] * 4 + [back.x] * 4, [*a.X, *back.X],
                tuple(s.who), also=(one,))


def calibration_and_validation(rng: Rng) -> Case:
    """Two blocks under words of their own, each with its titles."""
    s = _one(rng, 9)
    cells = _across(s)
    body = [["Calibration set"], *cells[:6], [""], ["Validation set"], cells[0], *cells[6:]]
    return _case(s, calibration_and_validation, body, rng)


def pages_of_a_print(rng: Rng) -> Case:
    """Titles again on every page, under the number of the page."""
    s = _one(rng, 12)
    cells, body = _across(s), []
    for page in range(3):
        body += [[f"Page {page + 1} of 3"], cells[0], *cells[1 + 4 * page:5 + 4 * page]]
    return _case(s, pages_of_a_print, body, rng)


def repeats_beside_each_channel(rng: Rng) -> Case:
    """400_1, 400_2, 402_1, 402_2: every channel measured twice."""
    s = _one(rng, 6)
    a, b = s.X[:3], s.X[3:]
    wide = np.stack([a, b], 2).reshape(3, -1)
    form = str(rng.choice(["{}_{}", "{} rep{}", "{}.{}", "{} ({})"]))
    titles = [form.format(v, k) for v in axis_text(s.x) for k in (1, 2)]
    text = joined(rows(["Sample"], [[w] for w in s.who[:3]], titles, wide), ",")
    order = [X for pair in zip(a, b, strict=True) for X in pair]
    also = (Case("", "", "spectra", [s.x] * 6, order), Case("", "", "spectra", [s.x] * 6, [*a, *b]))
    return Case("repeats_beside_each_channel", text, "spectra", [s.x] * 6, [*a, *b], also=also)


def repeats_one_after_the_other(rng: Rng) -> Case:
    """rep1_400 … rep1_700, rep2_400 … rep2_700 in one row."""
    s = _one(rng, 6)
    a, b = s.X[:3], s.X[3:]
    form = str(rng.choice(["rep{}_{}", "scan {} {} nm", "R{}: {}", "{}#{}"]))
    titles = [form.format(k, v) for k in (1, 2) for v in axis_text(s.x)]
    text = joined(rows(["Sample"], [[w] for w in s.who[:3]], titles, np.hstack([a, b])), ",")
    order = [X for pair in zip(a, b, strict=True) for X in pair]
    return Case("repeats_one_after_the_other", text, "spectra", [s.x] * 6, [*a, *b],
                also=(Case("", "", "spectra", [s.x] * 6, order),))


def time_across_a_gradient(rng: Rng) -> Case:
    """A diode array: minutes down, wavelengths across, nothing else."""
    s = rising(rng, int(rng.integers(20, 60)))
    s = replace(s, who=axis_text(np.round(0.0333 * np.arange(s.n), 4)))
    corner = str(rng.choice(["Time (min)", "RT", "min\\nm", "t / min", "Retention time"]))
    return s.case("time_across_a_gradient", joined(_across(s, corner), ","))


def values_right_in_other_order(rng: Rng) -> Case:
    """Right of an empty column stand names again, in another order, with their values."""
    s = _one(rng, int(rng.integers(6, 12)))
    y, order = np.round(rng.uniform(5, 20, s.n), 2), rng.permutation(s.n)
    cells = _across(s)
    more = [["", "Sample ID", "Moisture"], *(["", s.who[k], f"{y[k]:.2f}"] for k in order)]
    return _case(s, values_right_in_other_order, [[*a, *b] for a, b in zip(cells, more, strict=True)], rng,
                 values={"Moisture": y})


def values_below_in_other_order(rng: Rng) -> Case:
    """Below, after an empty line, the names in another order with two values."""
    s = _one(rng, int(rng.integers(6, 12)))
    V, order = np.round(rng.uniform(5, 20, (s.n, 2)), 2), rng.permutation(s.n)
    more = [["Sample", "Moisture", "Protein"], *([s.who[k], *numbers_text(V[[k]])[0]] for k in order)]
    between = [[""]] if rng.random() < 0.7 else []
    return _case(s, values_below_in_other_order, [*_across(s), *between, *more], rng,
                 values={"Moisture": V[:, 0], "Protein": V[:, 1]})


def remarks_at_line_ends(rng: Rng) -> Case:
    """# checked, ! lamp warm, (re-run) behind the numbers of some lines."""
    s = _one(rng, 8)
    lines = joined(_across(s), ",").splitlines()
    marks = (" # checked", " ! lamp warm", ",re-run", ", // 2nd try", " (AB)")
    for k in rng.choice(np.arange(1, 9), 3, replace=False):
        lines[k] += marks[int(rng.integers(5))]
    return s.case("remarks_at_line_ends", "\n".join(lines) + "\n", tuple(s.who))


def quoted_numbers_with_blanks(rng: Rng) -> Case:
    """" 0.123 " in every cell."""
    s = _one(rng)
    text = "".join(",".join(f'" {c} "' for c in r) + "\n" for r in _across(s))
    return s.case("quoted_numbers_with_blanks", text, tuple(s.who))


def fill_values(rng: Rng) -> Case:
    """Channels that were not measured hold -999, 9999, **** or OVER."""
    s = _one(rng, int(rng.integers(5, 12)))
    mark = str(rng.choice(["-999", "9999", "****", "OVER", "-9999.0", "99999", "-1.#IND"]))
    X = s.X.copy()
    X.ravel()[rng.choice(X.size, 4, replace=False)] = np.nan
    cells = [[c or mark for c in r] for r in _across(replace(s, X=X))]
    return _case(replace(s, X=X), fill_values, cells, rng)


def blanks_of_zero(rng: Rng) -> Case:
    """Empty cuvettes among the samples: rows of zeros."""
    s = _one(rng, 7)
    s.X[[0, 4]] = 0.0
    s.who[0], s.who[4] = "blank", "blank 2"
    return _case(s, blanks_of_zero, _across(s), rng)


def log_lines_between(rng: Rng) -> Case:
    """The temperature of the cell between the rows."""
    s = _one(rng, 8)
    cells, body = _across(s), []
    for k, r in enumerate(cells[1:]):
        body += [r] if k % 2 else [[f"T = {25 + k / 10:.1f} °C"], r]
    return _case(s, log_lines_between, [cells[0], *body], rng)


def encoded_with_signs(rng: Rng) -> Case:
    """µm and °C in the encodings of other computers."""
    s = rising(rng, 6)
    s = replace(s, x=np.round(1 + 0.005 * np.arange(s.p), 3), who=[f"Öl {k}" for k in range(6)])
    t = np.round(rng.uniform(19, 30, 6), 1)
    body = [[w, f"{v:.1f}"] for w, v in zip(s.who, t, strict=True)]
    text = joined(rows(["Probe", "T (°C)"], body, [f"{v} µm" for v in axis_text(s.x)], s.X), ";", comma=True)
    return s.case("encoded_with_signs", text.replace(".", ","), tuple(s.who), unit="um",
                  encoding=str(rng.choice(["utf-16", "cp1252", "utf-8-sig", "utf-16-le"])))


def tables_of_numbers(rng: Rng) -> Case:
    """Apple's Numbers: the name of the table, then the table, then the next one with reference values."""
    s = _one(rng, 6)
    y = np.round(rng.uniform(5, 20, 6), 2)
    more = [["Table 2"], ["Sample", "Protein"], *([w, f"{v:.2f}"] for w, v in zip(s.who[::-1], y[::-1], strict=True))]
    body = [["Table 1"], *_across(s), *more]
    wide = [[*r, *[""] * (s.p + 1 - len(r))] for r in body]
    return s.case("tables_of_numbers", joined(wide, str(rng.choice([",", ";"]))), tuple(s.who), values={"Protein": y})


def turned_with_units(rng: Rng) -> Case:
    """Samples across; quantities, then wavelengths down, their unit in the second column."""
    s = _one(rng, int(rng.integers(5, 10)))
    V = np.round(rng.uniform(5, 20, (2, s.n)), 2)
    top = [["Moisture", "%", *numbers_text(V)[0]], ["Temperature", "°C", *numbers_text(V)[1]]]
    body = [[x, "nm", *r] for x, r in zip(axis_text(s.x), numbers_text(s.X.T), strict=True)]
    return _case(s, turned_with_units, [["Parameter", "Unit", *s.who], *top, *body], rng, values={"Moisture": V[0]})


def scans_of_both_kinds(rng: Rng) -> Case:
    """Absorbance and transmittance of the same samples, named in a column."""
    s = scans(rng, "nm", 6)
    s = replace(s, x=np.sort(s.x), who=[f"p{k // 2}" for k in range(6)])
    X = np.round(np.abs(s.X) + 0.01, 4)
    X[1::2] = np.round(100 * 10 ** -X[::2], 3)
    body = [[w, m] for w, m in zip(s.who, ["A", "%T"] * 3, strict=True)]
    s = replace(s, X=X)
    return replace(s.case("scans_of_both_kinds", joined(rows(["Sample", "Mode"], body, axis_text(s.x), X), ",")),
                   what="spoilt")
