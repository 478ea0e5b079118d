"""Kinds of the sixth set: how numbers, names and titles are written by programs, and what spreadsheets do to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from benchmarks.table_fourth import joined
from benchmarks.table_kinds import Rng
from benchmarks.table_parts import Case, axis_text, numbers_text
from benchmarks.table_sixth import Scans, scans
from benchmarks.table_sixth_rows import rising, rows


def _titled(s: Scans, b: str = ",", title: str = "Wavelength (nm)") -> str:
    return b.join([title, *s.who]) + "\n" + s.lines(b)


def _as_written(s: Scans, form: str) -> Scans:
    return replace(
        s,
        x=np.array([float(form.format(v)) for v in s.x]),
        X=np.array([[float(form.format(v)) for v in y] for y in s.X]),
    )


def ascii_of_matlab(rng: Rng) -> Case:
    """`save -ascii`: numbers of 16 signs, no titles; the axis is the first column or the first line."""
    s = _as_written(scans(rng, str(rng.choice(["nm", "cm-1"]))), "{:.7e}")
    table = np.vstack([s.x, s.X])
    table = table.T if rng.random() < 0.6 else table
    text = "".join("".join(f"{v:16.7e}" for v in row) + "\n" for row in table)
    return s.case("ascii_of_matlab", text, ending=str(rng.choice(["txt", "dat"])))


def numbers_of_fortran(rng: Rng) -> Case:
    """D in place of E."""
    s = _as_written(scans(rng, "nm"), "{:.6E}")
    lines = ["  ".join(f"{v:.6E}".replace("E", "D") for v in row) for row in np.vstack([s.x, s.X]).T]
    head = [] if rng.random() < 0.5 else ["  ".join(["lambda_nm", *(w.replace(" ", "_") for w in s.who)])]
    return s.case("numbers_of_fortran", "\n".join([*head, *lines]) + "\n", ending="dat")


def numbers_of_mathematica(rng: Rng) -> Case:
    """1.2*^-5 where numbers are small."""
    s = scans(rng, "nm")
    s = replace(s, X=np.round(s.X * 1e-3, 9))

    def sign(v: float) -> str:
        return f"{v:.10g}".replace("e-0", "*^-").replace("e", "*^")

    rows_ = [",".join([x, *(sign(v) for v in y)]) for x, y in zip(axis_text(s.x), s.X.T, strict=True)]
    return s.case("numbers_of_mathematica", "\n".join([",".join(["Wavelength (nm)", *s.who]), *rows_]) + "\n")


def exponents_with_commas(rng: Rng) -> Case:
    """1,2345E-02 between semicolons."""
    s = _as_written(scans(rng, "nm"), "{:.5E}")
    rows_ = [";".join(f"{v:.5E}".replace(".", ",") for v in r) for r in np.vstack([s.x, s.X]).T]
    return s.case(
        "exponents_with_commas",
        "\n".join([";".join(["Wellenlänge [nm]", *s.who]), *rows_]) + "\n",
        tuple(s.who),
        unit="nm",
        encoding="cp1252",
    )


def thousands_of_other_countries(rng: Rng) -> Case:
    """Swiss apostrophes, narrow blanks, quoted commas: counts of a detector."""
    s = scans(rng, "nm", counts=True)
    s = replace(s, X=s.X + 1000)
    mark = str(rng.choice(["'", "’", "\u202f", "\u00a0", " "]))
    rows_ = [
        ";".join([x, *(f"{int(v):,}".replace(",", mark) for v in y)])
        for x, y in zip(axis_text(s.x), s.X.T, strict=True)
    ]
    return s.case(
        "thousands_of_other_countries",
        "\n".join([";".join(["Wavelength (nm)", *s.who]), *rows_]) + "\n",
        tuple(s.who),
        unit="nm",
    )


def decimals_of_two_computers(rng: Rng) -> Case:
    """Half of the rows have decimal commas: two files pasted together."""
    s = rising(rng, int(rng.integers(6, 14)))
    lines = [";".join([w, *r]) for w, r in zip(s.who, numbers_text(s.X), strict=True)]
    h = s.n // 2
    text = (
        "\n".join([";".join(["Sample", *axis_text(s.x)]), *lines[:h], *(v.replace(".", ",") for v in lines[h:])]) + "\n"
    )
    return s.case("decimals_of_two_computers", text, tuple(s.who))


def comments_of_other_programs(rng: Rng) -> Case:
    """Lines about the file, and the titles, behind %, ;, //, ! or *."""
    s = scans(rng, "nm")
    mark = str(rng.choice(["%", ";", "//", "!", "*", "#"]))
    title = "\t".join(["Wavelength (nm)", *s.who])
    head = [
        f"{mark} created by tool 2.1",
        f"{mark} {s.n} scans, 2024-03-04",
        f"{mark} {title}" if rng.random() < 0.6 else title,
    ]
    return s.case("comments_of_other_programs", "\n".join(head) + "\n" + s.lines("\t"), unit="nm")


def lists_in_cells(rng: Rng) -> Case:
    """A data frame of arrays: the whole spectrum in a cell, which numpy may have shortened to a few numbers."""
    s = rising(rng, int(rng.integers(3, 9)))
    form = int(rng.integers(3))
    if form == 0:
        cell = [str([float(v) for v in y]) for y in s.X]
    else:
        threshold = s.p + 1 if form == 1 else 10
        cell = [np.array2string(y, threshold=threshold, max_line_width=10**6) for y in s.X]
    axis = str([float(v) for v in s.x])
    text = "sample,wavelength,reflectance\n" + "".join(
        f'{w},"{axis}","{c}"\n' for w, c in zip(s.who, cell, strict=True)
    )
    case = s.case("lists_in_cells", text, tuple(s.who))
    return case if form < 2 else replace(case, what="spoilt")


def table_of_markdown(rng: Rng) -> Case:
    """Bars around the cells and a line of dashes, as notebooks have them."""
    s = scans(rng, "nm")
    table = [
        ["Wavelength (nm)", *s.who],
        ["---"] * (s.n + 1),
        *(list(r) for r in zip(axis_text(s.x), *numbers_text(s.X), strict=True)),
    ]
    return s.case(
        "table_of_markdown", "".join("| " + " | ".join(r) + " |\n" for r in table), tuple(s.who), unit="nm", ending="md"
    )


def lines_in_quotation_marks(rng: Rng) -> Case:
    """Every whole line is one quoted cell, as a spreadsheet saves what was pasted into its first column."""
    s = scans(rng, "nm")
    text = "".join(f'"{line}"\n' for line in _titled(s).splitlines())
    return s.case("lines_in_quotation_marks", text, tuple(s.who), unit="nm")


def titles_of_several_lines(rng: Rng) -> Case:
    """Line ends within quoted titles."""
    s = scans(rng, "nm")
    who = [f"{w}\nday {k + 1}" for k, w in enumerate(s.who)]
    b = str(rng.choice([",", ";", "\t"]))
    text = b.join(f'"{t}"' for t in ["Wavelength\n(nm)", *who]) + "\n" + s.lines(b)
    return s.case("titles_of_several_lines", text, tuple(w.replace("\n", " ") for w in who), unit="nm")


def names_that_look_like_numbers(rng: Rng) -> Case:
    """Leading zeros, 1E05, long codes, 12-1: names stay as they are written."""
    s = rising(rng, int(rng.integers(4, 10)))
    form = [
        lambda k: f"{k + 7:04d}",
        lambda k: f"{k + 1}E05",
        lambda k: f"4006381333{930 + k}12345",
        lambda k: f"12-{k + 1}",
        lambda k: f"{k + 1}/24",
        lambda k: f"1.{k}0",
        lambda k: f"2024.{k + 1:02d}",
    ][int(rng.integers(7))]
    who = [form(k) for k in range(s.n)]
    if rng.random() < 0.5:
        text = joined(rows(["Sample ID"], [[w] for w in who], axis_text(s.x), s.X), ",")
    else:
        text = ",".join(["Wavelength (nm)", *who]) + "\n" + s.lines(",")
    return s.case("names_that_look_like_numbers", text, tuple(who))


def names_that_look_like_nothing(rng: Rng) -> Case:
    """NA is sodium or not available, TRUE a brand, inf a variety: names all the same."""
    s = rising(rng, int(rng.integers(6, 11)))
    odd = ["NA", "None", "inf", "TRUE", "-", "nan", "1e400"]
    who = [str(odd[k]) if k < 2 + rng.integers(3) else w for k, w in enumerate(s.who)]
    text = joined(rows(["Sample"], [[w] for w in who], axis_text(s.x), s.X), ",")
    return s.case("names_that_look_like_nothing", text)


def spoilt_by_a_spreadsheet(rng: Rng) -> Case:
    """Numbers turned into days, ####, or an axis shown with two digits: what was lost is told or refused."""
    s = rising(rng, int(rng.integers(4, 10)))
    cells, axis = numbers_text(s.X), axis_text(s.x)
    form = int(rng.integers(4))
    at = [(int(rng.integers(s.n)), int(rng.integers(s.p))) for _ in range(6)]
    if form == 3:
        axis = [f"{v:.1E}".replace("E+0", "E+") for v in 1100 + 2 * np.arange(s.p)]
    for r, c in at if form < 3 else []:
        cells[r][c] = ["01. Mai", "#######", "Jan 23"][form]
    text = joined([["Sample", *axis], *([w, *r] for w, r in zip(s.who, cells, strict=True))], ";", form < 2)
    return replace(s.case("spoilt_by_a_spreadsheet", text), what="spoilt")


def errors_of_a_spreadsheet(rng: Rng) -> Case:
    """#DIV/0! and its kin in four languages are missing numbers."""
    s = rising(rng, int(rng.integers(4, 10)))
    X = s.X.copy()
    word = str(rng.choice(["#DIV/0!", "#WERT!", "#VALEUR!", "#NUM!", "#BEZUG!", "#VALOR!", "#REF!", "Err:502"]))
    cells = numbers_text(X)
    for _ in range(5):
        r, c = int(rng.integers(s.n)), int(rng.integers(s.p))
        cells[r][c], X[r, c] = word, np.nan
    text = joined([["Sample", *axis_text(s.x)], *([w, *r] for w, r in zip(s.who, cells, strict=True))], ";")
    return replace(s, X=X).case("errors_of_a_spreadsheet", text, tuple(s.who))


UNIT_WORDS = (
    ("Nanometers", "nm"),
    ("Wellenlänge / nm", "nm"),
    ("Longueur d'onde (nm)", "nm"),
    ("Comprimento de onda (nm)", "nm"),
    ("λ/nm", "nm"),
    ("Lambda [nm]", "nm"),
    ("Długość fali [nm]", "nm"),
    ("Golflengte (nm)", "nm"),
    ("Våglängd (nm)", "nm"),
    ("波長 (nm)", "nm"),
    ("Wellenzahl [cm⁻¹]", "cm-1"),
    ("Nombre d'onde (cm-1)", "cm-1"),
    ("wavenumber cm^-1", "cm-1"),
    ("ν̃ / cm⁻¹", "cm-1"),
    ("Número de onda (cm-1)", "cm-1"),
    ("Wavenumbers [1/cm]", "cm-1"),
    ("波数 (cm-1)", "cm-1"),
    ("Raman-Verschiebung [cm-1]", "raman-shift"),
    ("Déplacement Raman (cm-1)", "raman-shift"),
    ("RamanShift(1/cm)", "raman-shift"),
    ("Raman shift, cm⁻¹", "raman-shift"),
    ("Micrometers", "um"),
    ("Wavelength, microns", "um"),
    ("Wellenlänge (µm)", "um"),
    ("Photon energy (eV)", "eV"),
    ("Energie [eV]", "eV"),
)
QUANTITY_WORDS = (
    ("Absorbance", "absorbance"),
    ("Extinktion", "absorbance"),
    ("Absorption [AU]", "absorbance"),
    ("log(1/R)", "absorbance"),
    ("-log(R)", "absorbance"),
    ("OD", "absorbance"),
    ("Absorbância", "absorbance"),
    ("%Transmittance", "transmittance"),
    ("Transmission (%)", "transmittance"),
    ("Trans. [%]", "transmittance"),
    ("Reflectance (%)", "reflectance"),
    ("Réflectance", "reflectance"),
    ("Remission [%]", "reflectance"),
    ("Reflexionsgrad", "reflectance"),
    ("Counts", "counts"),
    ("Intensity (a.u.)", "intensity"),
    ("Intensität (willk. Einh.)", "intensity"),
    ("Counts/s", "counts"),
)


def words_of_other_languages(rng: Rng) -> Case:
    """Unit and quantity of one scan, as programs of other countries write them."""
    title, unit = UNIT_WORDS[int(rng.integers(len(UNIT_WORDS)))]
    what, quantity = QUANTITY_WORDS[int(rng.integers(len(QUANTITY_WORDS)))]
    s = scans(rng, unit if unit in ("nm", "cm-1") else "raman", 1)
    scale = {"um": 1e-2, "eV": 1e-2}.get(unit, 1)
    s = replace(s, x=np.round(s.x * scale, 4), X=np.round(np.abs(s.X) * (100 if "%" in what else 1), 3))
    b = str(rng.choice([";", "\t"]))
    allowed = () if quantity != "counts" else (s.case("", "", quantity="intensity"),)
    return s.case(
        "words_of_other_languages", f"{title}{b}{what}\n" + s.lines(b), unit=unit, quantity=quantity, also=allowed
    )


def text_called_a_workbook(rng: Rng) -> Case:
    """Tabs or HTML in a file that ends in .xls, as old instruments save it."""
    s = scans(rng, "nm")
    if rng.random() < 0.5:
        return s.case("text_called_a_workbook", _titled(s, "\t"), tuple(s.who), unit="nm", ending="xls")
    table = [["Wavelength (nm)", *s.who], *zip(axis_text(s.x), *numbers_text(s.X), strict=True)]
    text = "<html><body><table>" + "".join("<tr>" + "".join(f"<td>{c}</td>" for c in r) + "</tr>\n" for r in table)
    return s.case("text_called_a_workbook", text + "</table></body></html>\n", tuple(s.who), unit="nm", ending="xls")


def names_as_formulas(rng: Rng) -> Case:
    """="001" keeps a spreadsheet from changing a name; some programs write all cells so."""
    s = rising(rng, int(rng.integers(4, 10)))
    who = [f"{k + 1:03d}" for k in range(s.n)]
    every = bool(rng.random() < 0.3)
    lines = [[f'="{w}"', *(f'="{c}"' if every else c for c in r)] for w, r in zip(who, numbers_text(s.X), strict=True)]
    text = "".join(",".join(r) + "\n" for r in [["Sample", *axis_text(s.x)], *lines])
    return s.case("names_as_formulas", text, tuple(who))


SIGNS: tuple[Callable[[Rng], Case], ...] = (
    ascii_of_matlab,
    numbers_of_fortran,
    numbers_of_mathematica,
    exponents_with_commas,
    thousands_of_other_countries,
    decimals_of_two_computers,
    comments_of_other_programs,
    lists_in_cells,
    table_of_markdown,
    lines_in_quotation_marks,
    titles_of_several_lines,
    names_that_look_like_numbers,
    names_that_look_like_nothing,
    spoilt_by_a_spreadsheet,
    errors_of_a_spreadsheet,
    words_of_other_languages,
    text_called_a_workbook,
    names_as_formulas,
)
