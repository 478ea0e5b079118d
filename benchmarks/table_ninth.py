"""A ninth set of kinds of generated tables: exports of laboratory systems, plate readers, loggers and handhelds.

Their author had read the readers. Frozen code, run once; see `table_corpus.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from benchmarks.table_kinds import Rng
from benchmarks.table_parts import Case, axis_text, numbers_text
from benchmarks.table_sixth import Scans
from benchmarks.table_slips import sound

CSV = (",", ";", "\t")


def _text(cells: list[list[str]], mark: str = ",", end: str = "\n") -> str:
    return "".join(mark.join(f'"{c}"' if mark in c else c for c in r) + end for r in cells)


def _across(s: Scans, corner: str = "Sample", titles: list[str] | None = None) -> list[list[str]]:
    return [[corner, *(titles or axis_text(s.x))], *([w, *r] for w, r in zip(s.who, numbers_text(s.X), strict=True))]


def _down(s: Scans, corner: str = "Wavelength (nm)") -> list[list[str]]:
    return [[corner, *s.who], *([x, *r] for x, r in zip(axis_text(s.x), numbers_text(s.X.T), strict=True))]


def _comma(cells: list[list[str]]) -> list[list[str]]:
    def cell(c: str) -> str:
        try:
            float(c)
        except ValueError:
            return c
        return c.replace(".", ",")
    return [[cell(c) for c in r] for r in cells]


def _small(rng: Rng, n: int | None = None) -> Scans:
    s = sound(rng, n)
    return replace(s, X=np.round(s.X / s.X.max(), 5))


def lims_sheet(rng: Rng) -> Case:
    """Order, customer, dates and results before the channels, some below the limit."""
    s = _small(rng)
    y = np.round(rng.uniform(0.5, 9, s.n), 2)
    cells = [str(v) for v in y]
    cells[1], cells[3] = "<0.01", "n.d."
    head = ["Order No.", "Customer", "Sample", "Received", "Moisture (%)", *axis_text(s.x)]
    body = [[f"2024-{1000 + k}", "ACME", w, f"{k + 1:02d}.03.2024", c, *r] for k, (w, c, r) in enumerate(
        zip(s.who, cells, numbers_text(s.X), strict=True))]
    y[[1, 3]] = np.nan
    return s.case("lims_sheet", _text([head, *body], ";"), tuple(s.who))


def plate_reader_scan(rng: Rng) -> Case:
    """Wells across, wavelengths down, settings above, a temperature beside the wavelengths."""
    s = _small(rng)
    s = replace(s, who=[f"{a}{k}" for a in "ABC" for k in range(1, 7)][:s.n])
    heat = np.round(37 + rng.normal(0, 0.05, s.p), 1)
    cells = [[r[0], "T" if k == 0 else f"{heat[k - 1]:.1f}", *r[1:]] for k, r in enumerate(_down(s, "Wavel."))]
    cells[0][1] = "Temp. [°C]"
    head = "Application: Tecan i-control\nDevice: infinite 200Pro\nMode\tAbsorbance\nWavelength start\t400\tnm\n\n"
    return s.case("plate_reader_scan", head + _text(cells, "\t"), tuple(s.who))


def process_logger(rng: Rng) -> Case:
    """Time stamps down, wavelengths across, an alarm flag and a temperature behind."""
    s = _small(rng)
    s = replace(s, who=[f"2024-03-01T08:{k:02d}:15Z" for k in range(s.n)])
    cells = _across(s, "Timestamp")
    heat = np.round(60 + rng.normal(0, 0.3, s.n), 2)
    cells = [[*cells[0], "Probe Temp", "Alarm"], *([*r, str(t), "0"] for r, t in zip(cells[1:], heat, strict=True))]
    return s.case("process_logger", _text(cells, str(rng.choice(CSV))), tuple(s.who))


def opus_table(rng: Rng) -> Case:
    """Bruker's data point table: wavenumber and one spectrum, no title."""
    s = _small(rng, 5)
    s = replace(s, X=s.X[:1], n=1, x=np.round(3999.7 - 1.929 * np.arange(s.p), 4))
    text = "".join(f"{x:.5f},{y:.5f}\n" for x, y in zip(s.x, s.X[0], strict=True))
    return s.case("opus_table", text, None, ending="dpt")


def grams_ascii(rng: Rng) -> Case:
    """Thermo: positions as 1.0E+03, falling."""
    s = _small(rng)
    s = replace(s, x=np.round(2500.0 - 2 * np.arange(s.p), 1))
    cells = [[f"{float(r[0]):.6E}" if k else r[0], *r[1:]] for k, r in enumerate(_down(s, "X"))]
    return s.case("grams_ascii", _text(cells, "\t"), tuple(s.who))


def foss_export(rng: Rng) -> Case:
    """Foss: sample number, constituents, then the channels by their titles WL_400.0nm."""
    s = _small(rng)
    s = replace(s, x=np.round(s.x, 1))  # as written; the first run had the truth with more decimals
    titles = [f"WL_{v:.1f}nm" for v in s.x]
    y = np.round(rng.uniform(5, 20, (s.n, 2)), 2)
    head = ["Sample Number", "Date/Time", "Protein", "Fat", *titles]
    body = [[w, f"03/{k + 1:02d}/2024 10:11:12 AM", f"{a}", f"{b}", *r] for k, (w, (a, b), r) in enumerate(
        zip(s.who, y, numbers_text(s.X), strict=True))]
    return s.case("foss_export", _text([head, *body]), tuple(s.who), values={"Protein": y[:, 0], "Fat": y[:, 1]})


def metrohm_vision(rng: Rng) -> Case:
    """Metrohm: decimal commas, thin spaces in the thousands of the axis."""
    s = _small(rng)
    s = replace(s, x=1000.0 + 2 * np.arange(s.p))
    space = str(rng.choice(["\u202f", "\u2009", "\xa0"]))
    cells = _comma(_across(s, "Probe"))
    cells[0] = ["Probe", *(f"{int(v) // 1000}{space}{int(v) % 1000:03d}" for v in s.x)]
    return s.case("metrohm_vision", _text(cells, ";"), tuple(s.who))


def thousands_in_the_axis(rng: Rng) -> Case:
    """1,000 to 1,100 down the first column, points in the numbers."""
    s = _small(rng)
    s = replace(s, x=1000.0 + 2 * np.arange(s.p))
    cells = [[f"{float(r[0]):,.0f}" if k else r[0], *r[1:]] for k, r in enumerate(_down(s))]
    return s.case("thousands_in_the_axis", _text(cells, str(rng.choice(["\t", ";", ","]))), tuple(s.who))


def viavi_scans(rng: Rng) -> Case:
    """MicroNIR: name, date and serial number, X908.1 titles, three repeats a, b, c."""
    s = _small(rng, 9)
    s = replace(s, x=np.round(908.1 + 6.194 * np.arange(s.p), 1), who=[f"{m}{r}" for m in ("p1", "p2", "p3")
                                                                         for r in "abc"])
    titles = [f"X{v:g}" for v in s.x]
    cells = _across(s, "Sample", titles)
    cells = [[r[0], "Serial" if k == 0 else "S1-00246", *r[1:]] for k, r in enumerate(cells)]
    return s.case("viavi_scans", _text(cells), tuple(s.who))


def asd_viewspec(rng: Rng) -> Case:
    """ASD ViewSpec: file names as titles, whole nanometres from 350."""
    s = _small(rng)
    s = replace(s, x=350.0 + np.arange(s.p), who=[f"site1_{k:05d}.asd.ref" for k in range(s.n)])
    return s.case("asd_viewspec", _text(_down(s, "Wavelength"), "\t"), tuple(s.who))


def oceanview(rng: Rng) -> Case:
    """OceanView: a header, a mark, then tabs."""
    s = _small(rng, 5)
    s = replace(s, X=s.X[:1], n=1)
    head = ("Data from run1.txt Node\n\nDate: Fri Mar 01 09:12:11 CET 2024\nUser: lab\nSpectrometer: USB2H16451\n"
            f"Integration Time (sec): 1.000000E-2\nScans to average: 10\nNumber of Pixels in Spectrum: {s.p}\n"
            ">>>>>Begin Spectral Data<<<<<\n")
    cells = [[f"{x:.3f}", f"{y:.5f}"] for x, y in zip(s.x, s.X[0], strict=True)]
    s = replace(s, x=np.round(s.x, 3))
    return s.case("oceanview", head + _text(cells, "\t"), None, ending="txt")


def libs_shots(rng: Rng) -> Case:
    """LIBS: shot and delay in lines under the names, counts below."""
    s = _small(rng, 6)
    X = np.round(200 + 6e4 * s.X)
    s = replace(s, X=X, who=[f"steel-{k + 1}" for k in range(6)])
    cells = _down(s, "nm")
    cells[1:1] = [["Shot", *map(str, range(1, 7))], ["Delay (us)", *["1.5"] * 6]]
    return s.case("libs_shots", _text(cells, str(rng.choice(CSV))), tuple(s.who))


def libs_shots_beside(rng: Rng) -> Case:
    """Sample, shot and delay before the channels."""
    s = _small(rng, 9)
    X = np.round(200 + 6e4 * s.X)
    s = replace(s, X=X)
    head = ["Sample", "Shot", "Delay_us", *axis_text(s.x)]
    body = [[w, str(k % 3 + 1), "1.5", *r] for k, (w, r) in enumerate(zip(s.who, numbers_text(X), strict=True))]
    return s.case("libs_shots_beside", _text([head, *body]), tuple(s.who))


def utf16_tabs(rng: Rng) -> Case:
    """Excel's "Unicode text"."""
    s = _small(rng)
    s = replace(s, who=[f"Öl-{k}" for k in range(s.n)])
    return s.case("utf16_tabs", _text(_across(s, "Probe"), "\t", "\r\n"), tuple(s.who), encoding="utf-16")


def mixed_line_ends(rng: Rng) -> Case:
    """Files put together on two computers."""
    s = _small(rng)
    lines = [",".join(r) for r in _across(s)]
    text = "".join(line + str(rng.choice(["\n", "\r\n", "\r"])) for line in lines)
    return s.case("mixed_line_ends", text, tuple(s.who))


def pages_with_headers(rng: Rng) -> Case:
    """A title line, the header and a page number come again after every four samples."""
    s = _small(rng, 10)
    cells = _across(s)
    out: list[list[str]] = []
    for page in range(3):
        part = cells[1 + 4 * page:5 + 4 * page]
        out += [[f"NIR report page {page + 1} of 3"], cells[0], *part, [""]]
    return s.case("pages_with_headers", _text(out, str(rng.choice(CSV))), tuple(s.who))


def units_under_titles(rng: Rng) -> Case:
    """A line of units under names and positions."""
    s = _small(rng)
    cells = _across(s)
    cells.insert(1, ["", *["AU"] * s.p])
    return s.case("units_under_titles", _text(cells, str(rng.choice(CSV))), tuple(s.who))


def axis_in_exponents(rng: Rng) -> Case:
    """Titles 1.000E+03."""
    s = _small(rng)
    s = replace(s, x=1000.0 + 5 * np.arange(s.p))
    return s.case("axis_in_exponents", _text(_across(s, titles=[f"{v:.3E}" for v in s.x])), tuple(s.who))


def totals_at_the_end(rng: Rng) -> Case:
    """Mean, SD and RSD % below, in the house's words."""
    s = _small(rng)
    m, d = s.X.mean(axis=0), s.X.std(axis=0, ddof=1)
    more = [["Mean", *(f"{v:.5f}" for v in m)], ["SD", *(f"{v:.5f}" for v in d)], ["RSD %", *(
        f"{v:.2f}" for v in 100 * d / m)]]
    return s.case("totals_at_the_end", _text([*_across(s), *more], str(rng.choice(CSV))), tuple(s.who))


def limits_among_channels(rng: Rng) -> Case:
    """Single cells hold <0.001 or OVR."""
    s = _small(rng, 9)
    cells = _across(s)
    X = s.X.copy()
    for k in range(4):
        i, j = int(rng.integers(s.n)), int(rng.integers(s.p))
        cells[i + 1][j + 1], X[i, j] = ("<0.001", "OVR")[k % 2], np.nan
    return replace(s, X=X).case("limits_among_channels", _text(cells), tuple(s.who))


def order_of_samples(rng: Rng) -> Case:
    """Run order, position in the tray, then the sample and the channels."""
    s = _small(rng)
    head = ["Run", "Position", "Sample", *axis_text(s.x)]
    order = rng.permutation(s.n) + 1
    body = [[str(o), str(k + 1), w, *r] for k, (o, w, r) in enumerate(zip(order, s.who, numbers_text(s.X),
                                                                          strict=True))]
    return s.case("order_of_samples", _text([head, *body]), tuple(s.who))


def two_instruments_by_column(rng: Rng) -> Case:
    """Every sample twice; a column says on which instrument."""
    s = _small(rng, 10)
    who = [f"p-{k // 2}" for k in range(10)]
    head = ["Sample", "Instrument", *axis_text(s.x)]
    body = [[w, ("Lab", "Line 2")[k % 2], *r] for k, (w, r) in enumerate(zip(who, numbers_text(s.X), strict=True))]
    return replace(s, who=who).case("two_instruments_by_column", _text([head, *body]), tuple(who))


def handheld_json_like(rng: Rng) -> Case:
    """A handheld: location, battery and scores before the channels."""
    s = _small(rng)
    head = ["scan_id", "lat", "lon", "battery_%", "lamp_s", "label", *(f"spectrum_{v:g}" for v in s.x)]
    body = [[f"{k:08x}", f"{47 + k / 1e4:.5f}", f"{8 + k / 1e4:.5f}", str(90 - k), str(100 + k), w, *r]
            for k, (w, r) in enumerate(zip(s.who, numbers_text(s.X), strict=True))]
    return s.case("handheld_json_like", _text([head, *body]), None)


def merged_heads(rng: Rng) -> Case:
    """"Spectral data (nm)" joined over all channels, "Results" over the values."""
    s = _small(rng)
    y = np.round(rng.uniform(5, 20, s.n), 2)
    cells = [["Sample", "Protein", *axis_text(s.x)], *([w, str(v), *r] for w, v, r in zip(
        s.who, y, numbers_text(s.X), strict=True))]
    head = ["", "Results", "Spectral data (nm)", *[""] * (s.p - 1)]
    return s.case("merged_heads", _text([head, *cells], ";"), tuple(s.who), values={"Protein": y})


def fixed_widths(rng: Rng) -> Case:
    """Columns filled with blanks; names with blanks inside."""
    s = _small(rng, 5)
    head = "Wavelength" + "".join(f"{w:>14}" for w in s.who) + "\n"
    text = "".join(f"{x:10.2f}" + "".join(f"{v:14.5f}" for v in r) + "\n" for x, r in zip(s.x, s.X.T, strict=True))
    s = replace(s, x=np.round(s.x, 2))
    return s.case("fixed_widths", head + text, tuple(s.who), ending="txt")


def reference_scans_between(rng: Rng) -> Case:
    """A white reference before every third sample, by its type in a column."""
    s = _small(rng, 9)
    s.X[[0, 3, 6]] = np.round(0.98 + 2e-4 * rng.normal(size=(3, s.p)), 5)
    kind = ["reference" if k % 3 == 0 else "sample" for k in range(9)]
    who = [f"scan{k + 1:03d}" for k in range(9)]
    head = ["File", "Type", *axis_text(s.x)]
    body = [[w, t, *r] for w, t, r in zip(who, kind, numbers_text(s.X), strict=True)]
    return replace(s, who=who).case("reference_scans_between", _text([head, *body]), tuple(who))


def absorbance_after_reflectance(rng: Rng) -> Case:
    """Each sample's reflectance and log(1/R) in turn, told in the titles."""
    s = _small(rng, 4)
    A = np.round(-np.log10(np.clip(s.X, 1e-3, None)), 5)
    head = ["Wavelength [nm]", *(f"{w} {q}" for w in s.who for q in ("R", "log(1/R)"))]
    body = [[x, *(c for pair in zip(r, a, strict=True) for c in pair)] for x, r, a in zip(
        axis_text(s.x), numbers_text(s.X.T), numbers_text(A.T), strict=True)]
    X = [v for pair in zip(s.X, A, strict=True) for v in pair]
    one = s.case("", "")
    return Case("absorbance_after_reflectance", _text([head, *body]), "spectra", [s.x] * 8, X, also=(one,))


def end_marks(rng: Rng) -> Case:
    """Begin and end of the data are marked; a checksum follows."""
    s = _small(rng)
    text = "[Header]\nVersion=2.1\nOperator=AB\n[Data]\n" + _text(_down(s), ";") + "[End]\nCRC=5f1a\n"
    return s.case("end_marks", text, tuple(s.who), ending="txt")


def comment_column(rng: Rng) -> Case:
    """A remark stands behind the last channel of some rows."""
    s = _small(rng)
    cells = [[*r, ""] for r in _across(s)]
    cells[0][-1] = "Comment"
    cells[2][-1], cells[4][-1] = "re-run, cell cleaned", "12"
    return s.case("comment_column", _text(cells, str(rng.choice(CSV))), tuple(s.who))


def gain_row_at_the_top(rng: Rng) -> Case:
    """Gain and integration time for each channel in the first rows, as the samples are."""
    s = _small(rng)
    gain = np.where(np.arange(s.p) < s.p // 2, 1, 4)
    cells = _across(s)
    cells[1:1] = [["Gain", *map(str, gain)], ["t_int (ms)", *(["20"] * s.p)]]
    return s.case("gain_row_at_the_top", _text(cells), tuple(s.who))


def two_decimal_marks(rng: Rng) -> Case:
    """Some rows were typed with decimal commas in a file of semicolons."""
    s = _small(rng)
    cells = _across(s)
    cells[2:4] = _comma(cells[2:4])
    return replace(s.case("two_decimal_marks", _text(cells, ";"), tuple(s.who)), what="spoilt")


def negative_in_brackets(rng: Rng) -> Case:
    """A bookkeeper's (0.0123) for -0.0123."""
    s = _small(rng)
    X = s.X.copy()
    X[:, ::5] -= 0.9
    X = np.round(X, 5)
    cells = [[f"({c[1:]})" if c.startswith("-") else c for c in r] for r in _across(replace(s, X=X))]
    return replace(s, X=X).case("negative_in_brackets", _text(cells), tuple(s.who))


NINTH: tuple[Callable[[Rng], Case], ...] = (
    lims_sheet, plate_reader_scan, process_logger, opus_table, grams_ascii, foss_export, metrohm_vision,
    thousands_in_the_axis, viavi_scans, asd_viewspec, oceanview, libs_shots, libs_shots_beside, utf16_tabs,
    mixed_line_ends, pages_with_headers, units_under_titles, axis_in_exponents, totals_at_the_end,
    limits_among_channels, order_of_samples, two_instruments_by_column, handheld_json_like, merged_heads, fixed_widths,
    reference_scans_between, absorbance_after_reflectance, end_marks, comment_column, gain_row_at_the_top,
    two_decimal_marks, negative_in_brackets)
TOLD_OF_NINTH = ("plate_reader_scan", "gain_row_at_the_top")
"""Kinds whose settings for each channel are told and not left out."""
REFUSED_OF_NINTH = ("negative_in_brackets",)
