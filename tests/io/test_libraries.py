"""Spectral libraries and tables of other programs: USGS (ASCII, SPECPR), FITS, SCiO, Orange, CHADA, NeXus Raman."""

from __future__ import annotations

import struct

import h5py
import numpy as np
import pytest

from spectralign_gui.core.errors import FileError
from spectralign_gui.io.read import read_file

WAVES = np.linspace(0.2, 3.0, 480)


def peaks(axis, count=1, seed=0):
    rng = np.random.default_rng(seed)
    centre, width = rng.uniform(axis.min(), axis.max(), (count, 1)), np.ptp(axis) / 8
    return 0.4 + 0.2 * np.exp(-((axis - centre) / width) ** 2) + rng.normal(0, 1e-3, (count, len(axis)))


def usgs(path, title, values, record=842):
    path.write_text(f" splib07a Record={record}: {title}\n" + "".join(f" {v: .7E}\n" for v in values))


@pytest.fixture
def library(tmp_path):
    folder = tmp_path / "ChapterM_Minerals"
    folder.mkdir()
    usgs(tmp_path / "splib07a_Wavelengths_BECK_Beckman.txt", "Wavelengths BECK (Beckman) 0.2-3.0 microns", WAVES, 1)
    asd = np.linspace(0.35, 2.5, 2151)
    usgs(tmp_path / "splib07a_Wavelengths_ASD.txt", "Wavelengths ASD 0.35-2.5 microns 2151 ch", asd)
    values = peaks(WAVES)[0]
    values[-2:] = -1.23e34
    usgs(folder / "splib07a_Alunite.txt", "Alunite GDS84 Na03           BECKb AREF", values)
    return folder


def test_usgs_takes_the_wavelengths_of_its_spectrometer(library):
    result = read_file(library / "splib07a_Alunite.txt")
    block = result.blocks[0]
    assert np.allclose(block.axis, WAVES) and block.unit == "um" and block.quantity == "reflectance"
    assert np.isnan(block.spectra[0, -2:]).all() and np.isfinite(block.spectra[0, :-2]).all()
    assert "splib07a_Wavelengths_BECK_Beckman.txt" in str(result.warnings)


def test_usgs_without_wavelengths_asks_for_them(tmp_path):
    usgs(tmp_path / "a.txt", "Alunite GDS84 BECKb AREF", peaks(WAVES)[0])
    with pytest.raises(FileError, match=r"480 channels\) are in a separate file.*axis_file"):
        read_file(tmp_path / "a.txt")
    usgs(tmp_path / "w.dat", "Wavelengths BECK", WAVES)
    assert np.allclose(read_file(tmp_path / "a.txt", axis_file="w.dat").blocks[0].axis, WAVES)
    usgs(tmp_path / "short.dat", "Wavelengths BECK", WAVES[:-1])
    with pytest.raises(FileError, match=r"480 values but short\.dat has 479 wavelengths"):
        read_file(tmp_path / "a.txt", axis_file="short.dat")
    with pytest.raises(FileError, match=r"no file missing\.dat"):
        read_file(tmp_path / "a.txt", axis_file="missing.dat")


def test_usgs_two_files_of_wavelengths_that_fit_are_named(library):
    usgs(library / "splib07a_Wavelengths_BECK_1.txt", "Wavelengths BECK (one)", WAVES)
    usgs(library / "splib07a_Wavelengths_BECK_2.txt", "Wavelengths BECK (two)", WAVES + 0.001)
    with pytest.raises(FileError, match=r"several .*BECK_1.txt, .*BECK_2.txt"):
        read_file(library / "splib07a_Alunite.txt")


def test_usgs_file_of_wavelengths_is_no_spectrum(library):
    with pytest.raises(FileError, match="holds the axis of USGS spectra"):
        read_file(library.parent / "splib07a_Wavelengths_ASD.txt")


def specpr(entries):
    """Records in order: (title, values, number of the record of wavelengths) or a text."""
    out = b"SPECPR_FS=2.0\nRECORD_BYTES=1536\nLABEL_RECORDS=1\n".ljust(1536, b"\0")
    for entry in entries:
        if isinstance(entry, str):
            out += (struct.pack(">I", 2) + entry.encode()).ljust(1536, b"\0")
            continue
        title, values, axis = entry
        head = struct.pack(">I40s8s", 0, title.encode().ljust(40), b"me").ljust(80, b"\0")
        head += struct.pack(">i", len(values))
        head = head.ljust(100, b"\0") + struct.pack(">i", axis)
        raw = np.asarray(values, ">f4").tobytes()
        out += (head.ljust(512, b"\0") + raw[:1024]).ljust(1536, b"\0")
        for k in range(1024, len(raw), 1532):
            out += (struct.pack(">I", 1) + raw[k:k + 1532]).ljust(1536, b"\0")
    return out


@pytest.mark.parametrize("points", [100, 256, 257, 480, 2151])
def test_specpr(tmp_path, points):
    axis = np.linspace(0.35, 2.5, points).astype("f4")
    y = peaks(axis.astype(float), 2).astype("f4")
    y[1, 5] = np.float32(-1.23e34)
    records = 1 + -(-max(points - 256, 0) // 383)
    (tmp_path / "splib06a").write_bytes(specpr([
        "about the library", ("Wavelengths ASD 0.35-2.5 microns", axis, 0), ("Alunite 1 W1R1 AREF", y[0], 2),
        ("errors to previous data", y[0], 2), ("Calcite 2 W1R1 AREF", y[1], 2), ("lost", y[1], 99)]))
    result = read_file(tmp_path / "splib06a")
    block = result.blocks[0]
    assert records >= 1 and block.names == ("Alunite 1 W1R1 AREF", "Calcite 2 W1R1 AREF") and block.unit == "um"
    assert np.array_equal(block.spectra[0], y[0].astype(float)) and np.isnan(block.spectra[1, 5])
    assert np.array_equal(block.axis, axis.astype(float)) and "lost" in str(result.warnings)


def test_half_a_specpr_file_is_refused(tmp_path):
    whole = specpr([("Wavelengths", np.linspace(.3, 2, 900), 0), ("Alunite", np.ones(900), 1)])
    for cut, word in ((len(whole) - 700, "whole number of records"), (len(whole) - 1536, "cut off")):
        (tmp_path / "a.spec").write_bytes(whole[:cut])
        with pytest.raises(FileError, match=word):
            read_file(tmp_path / "a.spec")
    (tmp_path / "b.spec").write_bytes(specpr([("Alunite", np.ones(900), 1)]))
    with pytest.raises(FileError, match="no spectrum together with its wavelengths"):
        read_file(tmp_path / "b.spec")


def card(key, value):
    text = f"'{value}'" if isinstance(value, str) else ("T" if value is True else f"{value:>20}")
    return f"{key:<8}= {text}".ljust(80).encode()


def hdu(cards, data=b""):
    head = b"".join(card(k, v) for k, v in cards.items()) + b"END".ljust(80)
    return head.ljust(-(-len(head) // 2880) * 2880) + data.ljust(-(-len(data) // 2880) * 2880, b"\0")


def table(name, columns, units=None):
    """A binary table; a two-dimensional column has vectors in its cells."""
    kinds = [(n, v.dtype.newbyteorder(">"), v.shape[1:]) for n, v in columns.items()]
    rows = np.zeros(len(next(iter(columns.values()))), kinds)
    for n, v in columns.items():
        rows[n] = v
    cards = {"XTENSION": "BINTABLE", "BITPIX": 8, "NAXIS": 2, "NAXIS1": rows.dtype.itemsize, "NAXIS2": len(rows),
             "PCOUNT": 0, "GCOUNT": 1, "TFIELDS": len(columns), "EXTNAME": name}
    for k, (n, v) in enumerate(columns.items(), start=1):
        letter = {"f8": "D", "f4": "E", "i2": "I"}.get(v.dtype.str[1:], "A")
        repeat = v.dtype.itemsize if letter == "A" else int(np.prod(v.shape[1:]))
        cards |= {f"TTYPE{k}": n, f"TFORM{k}": f"{repeat}{letter}"} | ({f"TUNIT{k}": units[n]} if units and n in units
                                                                       else {})
    return hdu(cards, rows.tobytes())


PRIMARY = hdu({"SIMPLE": True, "BITPIX": 8, "NAXIS": 0})


def test_supercam_shots_and_their_statistics(tmp_path):
    axis = np.r_[np.linspace(243, 341, 300), np.linspace(379, 464, 300)]
    shots = peaks(np.arange(600.0), 30).astype("f4")
    content = PRIMARY + table("LASER", {"Energy": np.ones(30)}) + table(
        "SPECTRA", {f"Shot {k + 1}": shots[k] for k in range(30)}) + table(
        "STATISTICS", {"Mean": shots.mean(0), "Median": shots[0], "STD": shots.std(0)}) + table(
        "WAVELENGTH", {"Wavelength": axis}, {"Wavelength": "nm"}) + table("SATURATION", {"Saturated": np.zeros(600)})
    (tmp_path / "scam.fits").write_bytes(content)
    result = read_file(tmp_path / "scam.fits")
    block = result.blocks[0]
    assert np.array_equal(block.spectra, shots.astype(float)) and np.array_equal(block.axis, axis)
    assert block.unit == "nm"
    assert block.names[:2] == ("Shot 1", "Shot 2") and [c.value for c in result.choices] == ["SPECTRA", "STATISTICS"]
    mean = read_file(tmp_path / "scam.fits", table="STATISTICS").blocks[0]
    assert mean.names == ("Mean", "Median") and np.allclose(mean.spectra[0], shots.mean(0))
    with pytest.raises(FileError, match="no table x; the FITS file holds SPECTRA, STATISTICS"):
        read_file(tmp_path / "scam.fits", table="x")


def test_fits_vectors_in_cells(tmp_path):
    axis, y = np.arange(400.0, 900.0, 2.0), peaks(np.arange(400.0, 900.0, 2.0), 6)
    content = PRIMARY + table("SPECTRA", {"sample": np.array([f"leaf {k}" for k in range(6)], "S8"),
                                          "wavelength": np.tile(axis, (6, 1)), "reflectance": y, "error": y / 10})
    (tmp_path / "a.fits").write_bytes(content)
    block = read_file(tmp_path / "a.fits").blocks[0]
    assert np.array_equal(block.spectra, y) and np.array_equal(block.axis, axis) and block.quantity == "reflectance"
    assert block.names == tuple(f"leaf {k}" for k in range(6))


def test_fits_image_with_an_axis_in_its_header(tmp_path):
    y = peaks(np.arange(300.0), 5).astype(">f4")
    (tmp_path / "a.fit").write_bytes(hdu({
        "SIMPLE": True, "BITPIX": -32, "NAXIS": 2, "NAXIS1": 300, "NAXIS2": 5, "CTYPE1": "WAVE", "CUNIT1": "nm",
        "CRVAL1": 400.0, "CDELT1": 1.5, "CRPIX1": 1.0}, y.tobytes()))
    block = read_file(tmp_path / "a.fit").blocks[0]
    assert np.array_equal(block.spectra, y.astype(float)) and np.allclose(block.axis, 400 + 1.5 * np.arange(300))
    assert block.unit == "nm"


@pytest.mark.parametrize("seed", range(8))
def test_damaged_fits_is_data_or_one_sentence(tmp_path, seed):
    rng = np.random.default_rng(seed)
    content = bytearray(PRIMARY + table("S", {"wavelength": np.arange(99.0), "y": np.arange(99.0) ** 2}))
    content = content[:int(rng.integers(2880, len(content)))] if seed % 2 else content
    for _ in range(6):
        content[int(rng.integers(80, len(content)))] = int(rng.integers(32, 127))
    (tmp_path / "a.fits").write_bytes(content)
    try:
        read_file(tmp_path / "a.fits")
    except FileError as error:
        assert str(error).startswith("a.fits") and str(error).endswith(".") and "\n" not in str(error)


def scio(count, axis, spectra, raw):
    settings = ["name, CHEESE", "user, ", f"num_records,{count}", "num_samples,4", f"num_wavelengths,{len(axis)}"]
    head = "id, sample_id, sampling_time, Milk Type, Protein, Fat, device_id, temperature, outlier"
    head += "".join(f", {g}_{a:.1f}" for g in ("spectrum", "wr_raw", "sample_raw") for a in axis)
    rows = [f"{k}f3a, {k // 3}ab, 2016-05-01T10:11:12.000, Cow, {20 + k / 7:.3f}, {28 - k / 9:.3f}, 8032, 25.5, False"
            + "".join(f", {v!r}" for v in [*spectra[k].tolist(), *raw[0, k].tolist(), *raw[1, k].tolist()])
            for k in range(count)]
    return "\n".join([*(s + "," * (head.count(",") - s.count(",")) for s in settings), head, *rows]) + "\n"


def test_scio_keeps_raw_signals_out_of_the_reference_values(tmp_path):
    axis, y = np.arange(740.0, 1071.0), peaks(np.arange(740.0, 1071.0), 12)
    raw = np.stack([y * 1e5, y * 9e4])
    (tmp_path / "a.csv").write_text(scio(12, axis, y, raw))
    result = read_file(tmp_path / "a.csv")
    block = result.blocks[0]
    assert np.array_equal(block.spectra, y) and np.array_equal(block.axis, axis)
    assert (block.unit, block.guessed) == ("nm", ())
    assert block.targets.names == ("Protein", "Fat") and block.names[0] == "0f3a" and block.groups[:4] == (
        "0ab", "0ab", "0ab", "1ab")
    assert np.array_equal(read_file(tmp_path / "a.csv", signal="sample_raw").blocks[0].spectra, raw[1])
    text = (tmp_path / "a.csv").read_text().splitlines()
    (tmp_path / "cut.csv").write_text("\n".join(text[:-3]) + "\n")
    with pytest.raises(FileError, match="declares 12 scans but holds 9"):
        read_file(tmp_path / "cut.csv")
    (tmp_path / "half.csv").write_text("\n".join(text)[:-2000])
    with pytest.raises(FileError, match=r"row .* cells|declares"):
        read_file(tmp_path / "half.csv")


@pytest.mark.parametrize("form", ["three lines", "short kinds", "in the titles"])
@pytest.mark.parametrize("order", ["front", "back"])
def test_orange_and_quasar_tables(tmp_path, form, order):
    axis = np.arange(1000.0, 1801.0, 4.0)
    y = peaks(axis, 12)
    values, kinds = np.random.default_rng(2).normal(9, 1, 12), ["a", "b"] * 6
    columns = [("map_x", "continuous", "meta", list(map(str, range(12)))), ("sample", "string", "meta",
               [f"leaf {k}" for k in range(12)]), ("protein", "continuous", "class", list(map(repr, values.tolist()))),
               ("kind", "discrete", "class", kinds)]
    waves = [(f"{a:g}", "continuous", "", list(map(repr, y[:, j].tolist()))) for j, a in enumerate(axis)]
    columns = [*columns, *waves] if order == "front" else [*waves, *columns]
    if form == "in the titles":
        lines = ["\t".join(f"{r[:1]}{k[0].upper()}#{t}" for t, k, r, _ in columns)]
    else:
        short = 1 if form == "short kinds" else None
        lines = ["\t".join(t for t, *_ in columns), "\t".join(k[:short] for _, k, *_ in columns)]
        lines += ["\t".join(r for _, _, r, _ in columns)]
    lines += ["\t".join(cells[k] for *_, cells in columns) for k in range(12)]
    (tmp_path / "a.tab").write_text("\n".join(lines) + "\n")
    result = read_file(tmp_path / "a.tab")
    block = result.blocks[0]
    assert result.format == "orange-tab" and np.array_equal(block.spectra, y) and np.array_equal(block.axis, axis)
    assert block.names == tuple(f"leaf {k}" for k in range(12)) and block.groups == tuple(kinds)
    assert block.targets.names == ("protein",) and np.array_equal(block.targets.values[:, 0], values)


def test_chada_keeps_x_and_y_in_one_array(tmp_path):
    """As ramanchada2 writes .cha files: a data set of two rows with attributes."""
    x, y = np.linspace(100, 3400, 1600), peaks(np.linspace(100, 3400, 1600))[0]
    with h5py.File(tmp_path / "PST.cha", "w") as file:
        file.create_dataset("raw", data=np.stack([x, y])).attrs.update({"laser wavelength": "532", "sample": "PST"})
        file.create_dataset("normalized", data=np.stack([x, y / y.max()]))
    result = read_file(tmp_path / "PST.cha")
    block = result.blocks[0]
    assert np.array_equal(block.axis, x) and np.array_equal(block.spectra[0], y)
    assert [c.value for c in result.choices] == ["normalized", "raw"]
    chosen = read_file(tmp_path / "PST.cha", signal="normalized").blocks[0]
    assert np.array_equal(chosen.spectra[0], y / y.max())


def test_nexus_raman(tmp_path):
    """NXraman: an NXdata with the Raman shift as its axis, beside the same over wavelengths."""
    x, y = np.linspace(100, 3400, 800), peaks(np.linspace(100, 3400, 800), 3) * 1000
    with h5py.File(tmp_path / "a.nxs", "w") as file:
        entry = file.create_group("entry")
        entry.attrs["NX_class"] = "NXentry"
        entry["definition"] = "NXraman"
        data = entry.create_group("data")
        data.attrs.update({"NX_class": "NXdata", "signal": "intensity", "axes": ["scan", "spectrum_data_x_Raman"]})
        data["intensity"] = y
        data["intensity"].attrs["units"] = "counts"
        data["spectrum_data_x_Raman"] = x
        data["spectrum_data_x_Raman"].attrs.update({"units": "1/cm", "long_name": "Raman Shift"})
    block = read_file(tmp_path / "a.nxs").blocks[0]
    assert np.array_equal(block.spectra, y) and np.array_equal(block.axis, x) and block.unit == "raman-shift"
    assert block.quantity == "counts"
