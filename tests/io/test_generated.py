"""Formats and variants without a real sample: files made from the descriptions read back equal."""

from __future__ import annotations

import struct
import zipfile

import h5py
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.io import netcdf_file, savemat

from spectralign_gui.core.errors import FileError
from spectralign_gui.io.read import read_dataset, read_file
from spectralign_gui.io.readers._asdf import decode_lines
from spectralign_gui.io.readers.witec import spectral_axis
from tests.io import binary_writers as make

AXIS = np.linspace(4000.0, 600.0, 200)
SPECTRA = np.sin(AXIS / 300) * np.array([[0.5], [1.0], [1.5]]) + 2


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize(("exponent", "short", "tolerance"), [(None, False, 1e-6), (3, False, 1e-8), (-2, False, 1e-9),
                                                               (3, True, 1e-3)])
@pytest.mark.parametrize("even", [True, False])
def test_spc_variants(tmp_path, order, exponent, short, tolerance, even):
    spectra = SPECTRA * (0.03 if exponent == -2 else 1.0)
    path = tmp_path / "a.spc"
    path.write_bytes(make.spc(spectra, AXIS, order=order, exponent=exponent, short=short, even=even))
    block = read_file(path).blocks[0]
    assert np.allclose(block.spectra, spectra, atol=tolerance) and np.allclose(block.axis, AXIS, rtol=1e-6)
    assert block.unit == "cm-1" and block.quantity == "absorbance"


def test_spc_with_an_axis_per_spectrum(tmp_path):
    axes = [AXIS[:50], AXIS[:120], AXIS[:50]]
    path = tmp_path / "a.spc"
    path.write_bytes(make.spc(SPECTRA, AXIS, own_axes=axes))
    blocks = read_file(path).blocks
    assert sorted(b.spectra.shape for b in blocks) == [(1, 120), (2, 50)]
    assert np.allclose(blocks[0].spectra[1], SPECTRA[2, :50], atol=1e-6)


def test_avasoft7_transmittance_and_scope(tmp_path):
    scope, reference, dark = np.linspace(100, 200, 30), np.full(30, 400.0), np.full(30, 20.0)
    coefficients = [300.0, 0.5, 1e-4, 0.0, 0.0]
    table = np.stack([scope, reference, dark], axis=1)
    for suffix, quantity, wanted in (("TRM", "transmittance", 100 * (scope - 20) / 380),
                                     ("ABS", "absorbance", -np.log10((scope - 20) / 380))):
        path = tmp_path / f"a.{suffix}"
        path.write_bytes(make.avasoft7(table, coefficients, 5))
        block = read_file(path).blocks[0]
        assert block.quantity == quantity and np.allclose(block.spectra[0], wanted, rtol=1e-5)
        assert block.axis[0] == pytest.approx(300 + 2.5 + 25e-4, rel=1e-6)
    assert np.allclose(read_file(path, signal="dark").blocks[0].spectra[0], 20)
    path.write_bytes(make.avasoft7(scope, coefficients, 5)[:-40])
    with pytest.raises(FileError, match="cut off"):
        read_file(path)


def test_avasoft8_holds_several_spectra(tmp_path):
    axis = np.linspace(300, 700, 40)
    scope, dark, reference = np.linspace(50, 90, 40), np.full(40, 10.0), np.full(40, 110.0)
    path = tmp_path / "a.RFL8"
    path.write_bytes(make.avasoft8(axis, [(4, scope, dark, reference), (4, scope + 5, dark, reference)]))
    block = read_file(path).blocks[0]
    assert block.quantity == "reflectance" and block.spectra.shape == (2, 40) and block.names == ("leaf", "leaf")
    assert np.allclose(block.spectra, [scope - 10, scope - 5], rtol=1e-5)


@pytest.mark.parametrize("kind", [0, 1, 2, 3])
def test_winspec_2(tmp_path, kind):
    frames = np.arange(2 * 3 * 20).reshape(2, 3, 20)
    path = tmp_path / "a.spe"
    path.write_bytes(make.winspec(frames, [500.0, 0.25, 1e-5], kind))
    block = read_file(path).blocks[0]
    assert np.array_equal(block.spectra, frames.reshape(6, 20)) and block.unit == "nm"
    assert block.axis[0] == pytest.approx(500.25001) and block.names[4] == "frame 2, row 2"


@pytest.mark.parametrize("interleave", ["bsq", "bil", "bip"])
@pytest.mark.parametrize(("kind", "form"), [(2, "i2"), (4, "f4"), (12, "u2")])
@pytest.mark.parametrize("order", [0, 1])
def test_envi_cubes(tmp_path, interleave, kind, form, order):
    cube = np.arange(2 * 3 * 4).reshape(2, 3, 4)  # lines, samples, bands
    turned = {"bsq": cube.transpose(2, 0, 1), "bil": cube.transpose(0, 2, 1), "bip": cube}[interleave]
    (tmp_path / "a.img").write_bytes(b"head" + turned.astype(("<" if order == 0 else ">") + form).tobytes())
    (tmp_path / "a.hdr").write_text(
        f"ENVI\nsamples = 3\nlines = 2\nbands = 4\nheader offset = 4\ndata type = {kind}\ninterleave = {interleave}\n"
        f"byte order = {order}\nwavelength units = Nanometers\ndata ignore value = 5\nwavelength = "
        f"{{400, 500,\n 600, 700}}\n")
    for name in ("a.img", "a.hdr"):
        block = read_file(tmp_path / name).blocks[0]
        wanted = np.where(cube == 5, np.nan, cube).reshape(6, 4)
        assert np.array_equal(block.spectra, wanted, equal_nan=True)
        assert block.axis.tolist() == [400, 500, 600, 700] and block.unit == "nm"
    (tmp_path / "a.img").write_bytes(b"head")
    with pytest.raises(FileError, match="cut off"):
        read_file(tmp_path / "a.hdr")


def test_jaz_takes_the_processed_column(tmp_path):
    path = tmp_path / "a.jaz"
    rows = "".join(f"{300 + k * 0.4:.6f}\t{5 + k % 3:.2f}\t{900 - k}.0\t{400 + k}.0\t{50 + k / 10:.2f}\n"
                   for k in range(80))
    path.write_text("Jaz Data File\n++++++++++++++++++++++++++++++++++++\nDate: Thu May 07 2015\nUser: jaz\n"
                    "Dark Spectrum Present: Yes\nNumber of Pixels in Processed Spectrum: 80\n"
                    ">>>>>Begin Processed Spectral Data<<<<<\nW\tD\tR\tS\tP\n" + rows
                    + ">>>>>End Processed Spectral Data<<<<<\n")
    result = read_file(path)
    assert result.blocks[0].spectra.shape == (1, 80) and result.blocks[0].spectra[0, 0] == 50
    assert result.blocks[0].unit == "nm" and [c.title for c in result.choices if c.chosen] == ["P"]
    assert read_file(path, spectrum_columns="2").blocks[0].spectra[0, 0] == 5


def test_sed_by_its_column_titles(tmp_path):
    path = tmp_path / "a.sed"
    rows = "".join(f"{350 + k:.1f}\t{k * 2e-3:.5f}\t{k * 1e-3:.5f}\t{20 + k / 10:.3f}\n" for k in range(60))
    path.write_text("Comment:\nVersion: 2.3 [1.2.6279 C]\nFile Name: a.sed\nInstrument: PSR+3500\nUnits: Radiance\n"
                    "Columns [4]:\nData:\nWvl\tRad. (Ref.)\tRad. (Target)\tTgt./Ref. %\n" + rows)
    block = read_file(path).blocks[0]
    assert block.quantity == "reflectance" and block.spectra[0, 0] == 20 and block.axis[-1] == 409
    assert read_file(path, column="Rad. (Target)").blocks[0].quantity == "radiance"
    path.write_text(path.read_text()[:-8])
    with pytest.raises(FileError, match="line 68 has 3 columns"):
        read_file(path)


def test_pyhat_two_row_header(tmp_path):
    path = tmp_path / "a.csv"
    waves = [240.5 + 0.05 * k for k in range(30)]
    head = ["meta", "meta", "comp", "comp", *["wvl"] * 30]
    names = ["file", "Target", "SiO2", "MgO", *[f"{w:.3f}" for w in waves]]
    rows = [[f"f{r}", f"rock {r}", f"{50 + r}", "" if r == 1 else "3.5", *[f"{r + k / 7:.4f}" for k in range(30)]]
            for r in range(4)]
    path.write_text("\n".join(",".join(r) for r in [head, names, *rows]) + "\n")
    data = read_dataset(path)
    assert data.spectra.shape == (4, 30) and data.sample_names[2] in ("rock 2", "f2") and data.axis.unit == "nm"
    assert data.targets.names == ("SiO2", "MgO") and np.isnan(data.targets.values[1, 1])
    assert data.axis.values[0] == 240.5


def test_labspec_map_and_binary(tmp_path):
    path = tmp_path / "map.xml"
    rows = "".join(f'<LSX_Row Index="{k}" Size="4">{k} 1 2 3</LSX_Row>' for k in range(3))
    path.write_text('<?xml version="1.0"?><LSX_Data><LSX_Tree>'
                    '<LSX ID="0x7B697861"><LSX ID="0x0"><LSX ID="0x6D707974">Intens'
                    '</LSX><LSX ID="0x7C696E75">Cnt</LSX></LSX><LSX ID="0x1"><LSX ID="0x6D707974">Spectr</LSX>'
                    '<LSX ID="0x7C696E75">1/cm</LSX><LSX ID="0x7D6CD4DB">100 200 300 400</LSX></LSX></LSX></LSX_Tree>'
                    f"<LSX_Matrix>{rows}</LSX_Matrix></LSX_Data>")
    block = read_file(path).blocks[0]
    assert block.spectra.shape == (3, 4) and block.unit == "raman-shift" and block.quantity == "counts"
    path.write_text('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><LSX_Data>&a;</LSX_Data>')
    with pytest.raises(FileError, match="entities"):
        read_file(path)
    binary = tmp_path / "a.l6s"
    binary.write_bytes(bytes(range(256)))
    with pytest.raises(FileError, match="Save As"):
        read_file(binary)


def test_spreadsheets_of_other_kinds(tmp_path):
    cells: list[list] = [["sample", 1100.0, 1102.0, 1104.0, 1106.0, 1108.5], ["a", 0.1, 0.25, 0.3, 0.4, 0.45],
                         ["b", 1.0, 1.5, 2.0, 2.5, 2.75]]
    old = tmp_path / "a.xls"
    old.write_bytes(make.xls(cells))
    body = "".join("<table:table-row>" + "".join(
        f'<table:table-cell office:value-type="float" office:value="{c}"/>' if isinstance(c, float) else
        f'<table:table-cell office:value-type="string"><text:p>{c}</text:p></table:table-cell>' for c in row)
        + "</table:table-row>" for row in cells)
    names = " ".join(f'xmlns:{k}="urn:oasis:names:tc:opendocument:xmlns:{k}:1.0"' for k in ("office", "table", "text"))
    ods = tmp_path / "a.ods"
    with zipfile.ZipFile(ods, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", "<office:document-content "
                                        f"{names}><office:body><office:spreadsheet><table:table "
                         f'table:name="s">{body}</table:table></office:spreadsheet></office:body></office:document-content>')
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
    for path in (old, ods):
        data = read_dataset(path)
        assert data.sample_names == ("a", "b") and data.axis.values.tolist() == [1100, 1102, 1104, 1106, 1108.5]
        assert data.spectra.tolist() == [[0.1, 0.25, 0.3, 0.4, 0.45], [1.0, 1.5, 2.0, 2.5, 2.75]]


def test_a_spreadsheet_with_one_far_cell_is_refused(tmp_path):
    path = tmp_path / "bomb.xlsx"
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl writes the test file")
    book = openpyxl.Workbook()
    book.active["A1"] = 1.0
    book.active["XFD1048576"] = 2.0
    book.save(path)
    with pytest.raises(FileError, match="1048576 rows"):
        read_file(path)


def test_a_zip_bomb_is_refused(tmp_path):
    path = tmp_path / "bomb.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("spectra.npy", bytes(120_000_000))
    with pytest.raises(FileError, match="unpacks to 120 MB"):
        read_file(path)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_netcdf_with_scale_fill_and_axis_anywhere(tmp_path, place):
    path = tmp_path / "a.nc"
    values = np.arange(2 * 3 * 10, dtype="i2").reshape(2, 3, 10)
    with netcdf_file(path, "w") as file:
        sizes = {"y": 2, "x": 3, "wavelength": 10}
        for name, size in sizes.items():
            file.createDimension(name, size)
        wave = file.createVariable("wavelength", "f8", ("wavelength",))
        wave[:] = np.linspace(400, 490, 10)
        wave.units = "nm"
        names = ["y", "x"]
        names.insert(place, "wavelength")
        signal = file.createVariable("reflectance", "i2", tuple(names))
        signal[:] = np.moveaxis(values, 2, place)
        signal.scale_factor, signal.add_offset, signal._FillValue = 0.01, 1.0, np.int16(7)
    block = read_file(path).blocks[0]
    wanted = np.where(values == 7, np.nan, values * 0.01 + 1).reshape(6, 10)
    assert np.allclose(block.spectra, wanted, equal_nan=True) and block.unit == "nm" and block.quantity == "reflectance"


def test_nexus(tmp_path):
    path = tmp_path / "a.nxs"
    with h5py.File(path, "w") as file:
        group = file.create_group("entry/data")
        group.attrs["NX_class"], group.attrs["signal"], group.attrs["axes"] = "NXdata", "intensity", ["sample",
                                                                                                      "energy"]
        group["intensity"] = SPECTRA[:, :50]
        group["sample"] = np.arange(3.0)
        group["energy"] = np.linspace(1.5, 3.0, 50)
        group["energy"].attrs["units"] = "eV"
    block = read_file(path).blocks[0]
    assert block.unit == "eV" and np.array_equal(block.spectra, SPECTRA[:, :50])


def test_matlab_plain_and_dataset_struct(tmp_path):
    path = tmp_path / "a.mat"
    labels = np.array(["s one", "s two", "s three"], dtype=object)
    savemat(path, {"wl": AXIS, "X": SPECTRA, "names": labels, "Y": np.arange(6.0).reshape(3, 2)})
    data = read_dataset(path)
    assert np.array_equal(data.spectra[:, ::-1], SPECTRA) and data.axis.file_descending
    assert data.sample_names == ("s one", "s two", "s three") and data.targets.names == ("Y 1", "Y 2")
    cells = np.empty((2, 2), object)
    cells[:] = [[np.zeros((0, 0)), ""], [AXIS[None, :], "Wavenumber (cm-1)"]]
    labelled = np.empty((2, 2), object)
    labelled[:] = [[np.array(["s1", "s2", "s3"]), ""], ["", ""]]
    include = np.empty((2, 1), object)
    include[:, 0] = [np.array([[1.0, 3.0]]), np.arange(1.0, 201.0)[None, :]]
    savemat(path, {"d": {"data": SPECTRA, "axisscale": cells, "label": labelled, "include": include}})
    result = read_file(path)
    assert result.blocks[0].names == ("s1", "s3") and result.blocks[0].unit == "cm-1"
    assert np.array_equal(result.blocks[0].spectra, SPECTRA[[0, 2]]) and "excluded" in result.warnings[0]
    savemat(path, {"wl": AXIS[:150], "X": SPECTRA})
    with pytest.raises(FileError, match=r"3 × 200 .* 150"):
        read_file(path)


def test_matlab_73_cell_of_tables_and_names(tmp_path):
    path = tmp_path / "a.mat"
    with h5py.File(path, "w", userblock_size=512) as file:
        refs = file.create_group("#refs#")
        spec = file.create_dataset("spec", (2, 1), dtype=h5py.ref_dtype)
        spec.attrs["MATLAB_class"] = np.bytes_("cell")
        for k, n in enumerate((20, 30)):
            table = refs.create_dataset(f"t{k}", data=np.stack([np.linspace(1, 2, n), np.full(n, k + 1.0)]))
            table.attrs["MATLAB_class"] = np.bytes_("double")
            spec[k, 0] = table.ref
    path.write_bytes(b"MATLAB 7.3 MAT-file".ljust(512, b"\0") + path.read_bytes()[512:])
    assert [b.spectra.shape for b in read_file(path).blocks] == [(1, 20), (1, 30)]


def test_witec_polynomials():
    cubic = {"SpectralTransformationType": np.array([0.0]), "Polynom": np.array([400.0, 0.5, 1e-4])}
    assert spectral_axis(cubic, 3).tolist() == [400, 400.5001, 401.0004]
    free = {"SpectralTransformationType": np.array([2.0]), "FreePolynom": np.array([400.0, 1.0, 0.5]),
            "FreePolynomStartBin": np.array([1.0]), "FreePolynomStopBin": np.array([2.0])}
    assert spectral_axis(free, 5).tolist() == [399.5, 401.5, 404, 407, 410]  # straight beyond channels 1 and 2


@settings(max_examples=80, deadline=None)
@given(st.lists(st.integers(-9999, 99999) | st.sampled_from([0, 1, 5, 5, 5]), min_size=1, max_size=60))
@example([50000])  # E0000 is the squeezed 50000, not an exponent of zeros
def test_jcamp_difference_form_gives_any_integers(values):
    decoded = decode_lines(make.difdup(values))
    assert decoded.values == values and not decoded.failed_checks


@pytest.mark.parametrize("form", ["difdup", "affn", "pac", "pairs"])
def test_jcamp_files(tmp_path, form):
    values = [10, 12, 15, 15, 15, 9, -4, -4, 0, 100, 1000, 7] * 4
    if form == "difdup":
        lines = make.difdup(values, 400)
    elif form == "affn":
        lines = [" ".join([str(400 + k), *map(str, values[k:k + 8])]) for k in range(0, 48, 8)]
    elif form == "pac":
        lines = [f"{400 + k}" + "".join(f"{v:+d}" for v in values[k:k + 8]) for k in range(0, 48, 8)]
    else:
        lines = [f"{400 + k}, {v}" for k, v in enumerate(values)]
    label = "XYPOINTS=(XY..XY)" if form == "pairs" else "XYDATA=(X++(Y..Y))"
    text = ("##TITLE=sample ä $$ note\n##JCAMP-DX=4.24\n##DATA TYPE=RAMAN SPECTRUM\n##XUNITS=1/CM\n##YUNITS=COUNTS\n"
            f"##FIRSTX=400\n##LASTX=447\n##NPOINTS=48\n##XFACTOR=1\n##YFACTOR=0.5\n##FIRSTY=5\n##{label}\n"
            + "\n".join(lines) + "\n##END=\n")
    path = tmp_path / "a.jdx"
    path.write_text(text, encoding="utf-8")
    data = read_dataset(path)
    assert data.spectra[0].tolist() == [v / 2 for v in values] and data.axis.unit == "raman-shift"
    assert data.sample_names == ("sample ä",) and not data.warnings
    path.write_text(text.replace("\n".join(lines[-2:]), ""))
    with pytest.raises(FileError, match="declares 48 points"):
        read_file(path)
    path.write_text(text.replace("XYDATA=(X++(Y..Y))", "PEAK TABLE=(XY..XY)").replace("XYPOINTS", "PEAK TABLE"))
    with pytest.raises(FileError, match="peak table"):
        read_file(path)


def test_asd_reference_and_its_choices(tmp_path):
    channels = 20
    head = bytearray(484)
    head[:3], head[186], head[199] = b"as7", 1, 2
    struct.pack_into("<ff", head, 191, 350.0, 1.0)
    struct.pack_into("<H", head, 204, channels)
    target, white = np.linspace(10, 20, channels), np.full(channels, 40.0)
    path = tmp_path / "a.asd"
    path.write_bytes(bytes(head) + target.tobytes() + struct.pack("<H", 1) + bytes(16) + struct.pack("<H", 4) + b"note"
                     + white.tobytes())
    block = read_file(path).blocks[0]
    assert block.quantity == "reflectance" and np.allclose(block.spectra[0], target / 40)
    assert np.allclose(read_file(path, signal="target").blocks[0].spectra[0], target)


@pytest.mark.parametrize(("offset", "form", "value"), [(4, "<i", 63), (4, "<i", 32), (24, "<i", 2)])
def test_spc_says_what_its_header_leaves_out(tmp_path, offset, form, value):
    """A number of points or spectra below what the file holds is damage, and not all of the file's data."""
    x = np.linspace(4000, 400, 64)
    content = bytearray(make.spc(np.random.default_rng(0).random((3, 64)), x))
    path = tmp_path / "a.spc"
    path.write_bytes(content)
    assert not read_file(path).warnings
    struct.pack_into(form, content, offset, value)
    path.write_bytes(content)
    try:
        assert any("may hold more than was read" in w for w in read_file(path).warnings)
    except FileError as error:
        assert "no instrument gives" in str(error)  # the next spectrum's header read as values
