"""Text as instruments, spreadsheets and people write it: read right, or refused with the reason; never half of it."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.errors import FileError
from spectralign_gui.core.notes import of_code
from spectralign_gui.io.read import read_file
from spectralign_gui.io.readers.text.reader import preview

pytestmark = pytest.mark.filterwarnings("error")

X = np.round(np.linspace(400, 700, 31), 2)
_GRID = np.linspace(0, 1, 31)
Y = np.round(np.array([np.exp(-((_GRID - c) / 0.2) ** 2) + 0.1 for c in (0.2, 0.5, 0.8)]), 5)
NAMES = ("s1", "s2", "s3")


def columns(head="Wavelength (nm),s1,s2,s3", separator=",", decimal=".", x=X, y=Y, form="{:.5f}"):
    lines = [head.replace(",", separator)] if head else []
    for k, value in enumerate(x):
        lines.append(separator.join([f"{value:.2f}", *(form.format(v) for v in y[:, k])]).replace(".", decimal))
    return "\n".join(lines) + "\n"


def rows(corner="Sample", names=NAMES, axis="{:.2f}", y=Y):
    lines = [",".join([corner, *(axis.format(v) for v in X)])]
    lines += [",".join([name, *(f"{v:.5f}" for v in row)]) for name, row in zip(names, y, strict=True)]
    return "\n".join(lines) + "\n"


def read(tmp_path, text, encoding="utf-8"):
    path = tmp_path / "x.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode(encoding))
    return read_file(path)


def same(result, x=X, y=Y, names=None, unit=None):
    (block,) = result.blocks
    np.testing.assert_allclose(block.spectra, np.atleast_2d(y), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(block.axis, x)
    assert names is None or block.names == tuple(names)
    assert unit is None or block.unit == unit


@pytest.mark.parametrize(("title", "unit"), [
    ("λ (nm)", "nm"), ("Wellenlänge / nm", "nm"), ("Nanometers", "nm"), ("Wavelength_nm", "nm"), ("波长 (nm)", "nm"),
    ("Wavenumber cm^-1", "cm-1"), ("wavenumber [cm⁻¹]", "cm-1"), ("cm−1", "cm-1"), ("1/cm", "cm-1"), ("kayser", "cm-1"),
    ("WAVENUMBER/CM-1", "cm-1"), ("Wavelength (μm)", "um"), ("microns", "um"), ("rel. 1/cm", "raman-shift"),
    ("Raman-Verschiebung (cm-1)", "raman-shift"), ("Photon energy [eV]", "eV"),
])
def test_units_as_they_are_spelled(tmp_path, title, unit):
    same(read(tmp_path, columns(f"{title},s1,s2,s3")), names=NAMES, unit=unit)


@pytest.mark.parametrize(("title", "quantity"), [
    ("Abs", "absorbance"), ("log(1/R)", "absorbance"), ("Assorbanza", "absorbance"), ("Extinktion", "absorbance"),
    ("%R", "reflectance"), ("Reflexion", "reflectance"), ("Réflectance", "reflectance"), ("%T", "transmittance"),
    ("Refletância", "reflectance"), ("Riflettanza", "reflectance"), ("Trasmittanza", "transmittance"),
    ("Counts", "counts"), ("Intensität (a.u.)", "intensity"), ("Irradiance (µW/cm2/nm)", "irradiance"),
    ("Fluorescence", "unknown"), ("Emission", "unknown"),
])
def test_quantities_as_they_are_spelled(tmp_path, title, quantity):
    assert read(tmp_path, columns(f"Wavelength (nm),{title}", y=Y[:1])).blocks[0].quantity == quantity


@pytest.mark.parametrize(("title", "says"), [
    ("Time (s)", "a time"), ("Frequency (THz)", "hertz"), ("Wavelength (Å)", "ångström"), ("Energy (keV)", "keV"),
    ("Wavelength (m)", "m"), ("Wavenumber (µm-1)", "µm⁻¹"), ("wavenumber (1/m)", "m⁻¹"), ("2theta", "degrees"),
    ("m/z", "m/z"), ("Temperature (°C)", "degrees"),
])
def test_a_foreign_unit_is_never_taken_for_nm(tmp_path, title, says):
    result = read(tmp_path, columns(f"{title},s1,s2,s3"))
    same(result, names=NAMES, unit="unknown")
    assert any(says in w for w in result.warnings)


@pytest.mark.parametrize(("separator", "decimal", "thousands"), [
    (";", ".", ","), ("\t", ".", ","), (";", ",", "."), ("\t", ",", "."), ("\t", ".", "'"), (";", ",", " "),
    ("\t", ",", "\u202f"),
])
@pytest.mark.parametrize("form", ["{:,.2f}", "{:,.0f}"])
def test_thousands(tmp_path, separator, decimal, thousands, form):
    """Whole numbers with a thousands mark beside an axis with decimals: 24,889 must not become 24.889."""
    y = np.round(Y * 30000 + 1000, 2 if ".2" in form else 0)
    lines = [separator.join(["nm", *NAMES])]
    for k, value in enumerate(X):
        cells = [form.format(v).replace(",", "T").replace(".", decimal).replace("T", thousands) for v in y[:, k]]
        lines.append(separator.join([f"{value:.2f}".replace(".", decimal), *cells]))
    same(read(tmp_path, "\n".join(lines)), y=y, names=NAMES)


@pytest.mark.parametrize("head", ["", "Wavelength (nm),s1,s2,s3"])
def test_commas_of_two_meanings_are_refused(tmp_path, head):
    with pytest.raises(FileError, match="column separators and decimal marks"):
        read(tmp_path, columns(head, decimal=","))


def test_quotes_tell_commas_apart(tmp_path):
    text = columns("Wavelength (nm),s1,s2,s3", separator="|", decimal=",")
    same(read(tmp_path, "\n".join(",".join(f'"{c}"' for c in line.split("|")) for line in text.split("\n") if line)))
    same(read(tmp_path, "\n".join(" ".join(f'"{c}"' for c in line.split("|")) for line in text.split("\n") if line)))


def _with(text, line, change):
    lines = text.split("\n")
    lines[line] = change(lines[line])
    return "\n".join(lines)


@pytest.mark.parametrize("line", [1, 2, 9, 15, 31])
@pytest.mark.parametrize("change", [lambda t: t.replace(",", "", 1), lambda t: t.replace(",", ",,", 1),
                                    lambda t: t + ",1.5", lambda t: t.rsplit(",", 1)[0]])
def test_a_damaged_line_refuses_the_file_wherever_it_is(tmp_path, line, change):
    with pytest.raises(FileError, match=rf"line {line + 1} has \d+ columns instead of 4"):
        read(tmp_path, _with(columns(), line, change))


@pytest.mark.parametrize("line", [1, 2, 3, 5, 9])
@pytest.mark.parametrize("change", [lambda t: ",".join(t.split(",")[:20]), lambda t: t + ",0.5",
                                    lambda t: t.replace("0.", "0,", 1)])
def test_a_damaged_row_refuses_the_file_wherever_it_is(tmp_path, line, change):
    text = rows(names=[f"n{k}" for k in range(9)], y=np.tile(Y, (3, 1)))
    with pytest.raises(FileError, match=rf"line {line + 1} has \d+ columns instead of 32"):
        read(tmp_path, _with(text, line, change))


@pytest.mark.parametrize("line", [10, 15, 20])
def test_another_notation_within_the_table_refuses_the_file(tmp_path, line):
    lines = columns(separator=";").split("\n")
    with pytest.raises(FileError, match="in another notation"):
        read(tmp_path, "\n".join([*lines[:line], *(v.replace(".", ",") for v in lines[line:])]))


@pytest.mark.parametrize("text", [rows().split("\n")[0] + "\n", "Wavelength (nm),a,b\n",
                                  rows().split("\n")[0] + "\n" + "\n".join(
                                      f"s{k}," + ",".join(f"{v:.1f}%" for v in 100 * r) for k, r in enumerate(Y))])
def test_a_header_alone_is_no_spectrum(tmp_path, text):
    with pytest.raises(FileError, match=r"no spectra|only a header"):
        read(tmp_path, text)


def test_a_cut_within_the_last_number_is_told(tmp_path):
    for text in (rows()[:-4], columns()[:-4]):
        assert any("may be cut off" in w for w in read(tmp_path, text).warnings)
    for text in (rows()[:-1], columns()[:-1], rows(), columns()):
        assert not any("cut off" in w for w in read(tmp_path, text).warnings)


def test_fewer_points_than_announced(tmp_path):
    head = "Data from a\nDate: 1\nNumber of Pixels in Spectrum: {}\n>>>>>Begin Spectral Data<<<<<\n"
    body = columns("", "\t", y=Y[:1])
    same(read(tmp_path, head.format(31) + body), y=Y[:1], unit="nm")
    with pytest.raises(FileError, match="declares 62 points but there are 31"):
        read(tmp_path, head.format(62) + body)
    path = tmp_path / "large.txt"
    long = "".join(f"{x:.2f}\t{x / 7:.12f}\n" for x in np.arange(200_000) / 100 + 300)
    path.write_text(head.format(200_000) + long)
    shown = preview(path)
    assert not shown.complete and not shown.problem, "the beginning of a large file is not a file that was cut off"


@pytest.mark.parametrize("names", [False, True])
def test_a_long_table_is_taken_apart(tmp_path, names):
    lines = [("sample," if names else "") + "wavelength,absorbance"]
    lines += [(f"{n}," if names else "") + f"{x:.2f},{v:.5f}" for n, row in zip(NAMES, Y, strict=True)
              for x, v in zip(X, row, strict=True)]
    result = read(tmp_path, "\n".join(lines))
    same(result, names=NAMES if names else (), unit="nm")
    assert any("3 spectra, one below the other" in w for w in result.warnings)


def test_a_censored_or_odd_first_sample_is_kept(tmp_path):
    lines = rows().split("\n")
    lines[0] = lines[0].replace("Sample,", "Sample,Pb,")
    lines[1:4] = [line.replace(",", f",{v},", 1) for line, v in zip(lines[1:4], ("<0.05", "11.2", "0.3"), strict=True)]
    result = read(tmp_path, "\n".join(lines))
    same(result, names=NAMES)
    assert result.blocks[0].targets.names == ("Pb",)
    many = [str(k) for k in range(20)]
    text = rows(names=["blank", *many], y=np.tile(Y, (7, 1)))
    same(read(tmp_path, text), y=np.tile(Y, (7, 1)), names=["blank", *many])


def test_numbers_over_columns_are_names(tmp_path):
    same(read(tmp_path, columns(",1,2,3")), names=("1", "2", "3"))
    numbered = "\n".join([",Wavelength,s1,s2,s3", *(f"{k},{t}" for k, t in enumerate(columns("").split("\n")) if t)])
    same(read(tmp_path, numbered), names=NAMES, unit="nm")


def test_an_axis_in_no_order_stays_the_axis(tmp_path):
    lines = columns("").strip().split("\n")
    order = np.random.default_rng(0).permutation(31)
    same(read(tmp_path, "\n".join(["Wavelength (nm),s1,s2,s3", *(lines[k] for k in order)])), x=X[order], y=Y[:, order],
         names=NAMES)


def test_a_short_axis_over_names_without_a_title(tmp_path):
    same(read(tmp_path, "\t400.0\t410.0\t420.0\t430.0\ns1\t1\t2\t3\t4.5\ns2\t2\t3\t4\t5.5\n"), x=[400, 410, 420, 430],
         y=[[1, 2, 3, 4.5], [2, 3, 4, 5.5]], names=("s1", "s2"))


@pytest.mark.parametrize("label", ["spc.{:.1f}", "X{:.1f}", "R{:.1f}", "wl_{:.0f}", "{:.1f} nm"])
def test_axis_labels_of_other_programs(tmp_path, label):
    same(read(tmp_path, rows(axis=label)), names=NAMES)


def test_a_table_above_and_statistics_are_told(tmp_path):
    lines = columns().split("\n")
    result = read(tmp_path, "\n".join([*lines[:12], lines[0], *lines[12:]]))
    same(result)  # the titles of another page: the axis goes on below them
    assert of_code(result.warnings, "text.table_goes_on")
    other = lines[0].replace("Wavelength", "Wave")
    result = read(tmp_path, "\n".join([*lines[:12], other, *lines[12:]]))
    assert any("11 lines of numbers above" in w for w in result.warnings)
    result = read(tmp_path, rows() + "Mean," + ",".join(f"{v:.5f}" for v in Y.mean(axis=0)) + "\n")
    same(result)
    assert "Mean (a statistic of the others)" in " ".join(result.warnings)
    result = read(tmp_path, rows() + "Mean," + ",".join(f"{v:.5f}" for v in 2 * Y.mean(axis=0)) + "\n")
    assert of_code(result.warnings, "text.statistics_among_spectra")


@pytest.mark.parametrize("minus", ["−", "–"])
def test_typographic_minus(tmp_path, minus):
    same(read(tmp_path, columns(form=minus + "{:.5f}")), y=-Y)


def test_huge_values_print_nothing(tmp_path):
    for scale in (1e300, 1e200, 1e-300):
        with pytest.raises(FileError, match="no instrument gives"):
            read(tmp_path, columns(y=Y * scale, form="{:.5e}"))
