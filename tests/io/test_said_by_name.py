"""Formats refused by their real name, marks of missing values, counts that disagree, AvaSoft modes: whole kinds."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from spectralign_gui.core.data.resample import resample
from spectralign_gui.core.errors import FileError
from spectralign_gui.io.read import read_dataset, read_datasets, read_file
from spectralign_gui.io.readers._units import quantity_of

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


@pytest.fixture(scope="module")
def cases(shared):
    return {int(p.name.split("-")[0]): p for p in (shared / "cases").iterdir() if p.is_dir()}


def _ole(*names):
    """A document of one directory sector that holds these names."""
    head = bytearray(512)
    head[:8] = OLE
    head[30:32] = (9).to_bytes(2, "little")
    entries = b""
    for name in names:
        text = name.encode("utf-16-le") + b"\0\0"
        entries += text.ljust(64, b"\0") + len(text).to_bytes(2, "little") + bytes(62)
    return bytes(head) + entries.ljust(1536, b"\0")


NAMED = {
    "a.jws": (OLE + bytes(2040), "JASCO"), "b.dat": (_ole("Root Entry", "DataInfo"), "JASCO"),
    "c.doc": (_ole("Root Entry", "WordDocument"), "Word"), "d.xls": (_ole("Root Entry", "WordDocument"), "Word"),
    "e.spc": (_ole("Root Entry", "Something"), "Shimadzu"),
    "f.zip": (b"PK\x03\x04" + bytes(30) + b"x.csv" + bytes(400), "ZIP"),
    "g.spc": (b"PK\x03\x04" + bytes(30) + b"x.csv" + bytes(400), "ZIP"),
    "h.docx": (b"PK\x03\x04" + bytes(26) + b"[Content_Types].xml" + bytes(60) + b"word/document.xml", "Word"),
    "i.nir": (b"NIRCAL Project File Version 5.2\n" + b"1 2 3\n" * 40, "NIRCal"),
    "j.sp": (b"PE IR           SPECTRUM    BINARY      PEDS 1.60" + bytes(3000), "PerkinElmer"),
    "k.jld2": (b"HDF5-based Julia Data Format, version 0.1.1\0".ljust(512, b"\0") + b"\x89HDF\r\n\x1a\n" + bytes(900),
               "Julia"),
    "l.msa": (b"#FORMAT      : EMSA/MAS Spectral Data File\n#NPOINTS : 3\n1,2\n2,3\n3,4\n", "EMSA"),
    "m.dmt": (bytes(range(256)) * 8, "Agilent"), "n.rds": (b"\x1f\x8b\x08" + bytes(range(200)), "R data"),
}


@pytest.mark.parametrize("name", NAMED)
def test_a_known_format_is_refused_by_its_name(tmp_path, name):
    content, word = NAMED[name]
    (tmp_path / name).write_bytes(content)
    with pytest.raises(FileError, match=word) as caught:
        read_file(tmp_path / name)
    assert "damaged" not in str(caught.value) and "cut off" not in str(caught.value)


@pytest.mark.parametrize("seed", range(12))
def test_a_column_of_whole_numbers_is_no_agilent_file(tmp_path, seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(8, 500))
    numbers = rng.integers(2, 5000, n) if seed % 2 else np.arange(n) + int(rng.integers(2, 900))
    (tmp_path / "column.txt").write_text("\n".join(map(str, numbers)) + "\n")
    with pytest.raises(FileError, match="single column"):
        read_file(tmp_path / "column.txt")


def test_57_every_file_is_called_what_it_is(cases):
    for name, word in (("spectra.zip", "ZIP archive"), ("column.txt", "single column"), ("cells.txt", "single column"),
                       ("sample.jws", "JASCO"), ("grain.nir", "NIRCal"), ("old.sp", "PerkinElmer")):
        with pytest.raises(FileError, match=word):
            read_file(cases[57] / name)


@pytest.mark.parametrize("word", ["Transmittance", "transmission", "% Transmittance", "Transmittance (%)", "%T",
                                  "Transmisión", "Trasmittanza", "TRANSMITTANCE", "T", "Trans. transmittance"])
def test_every_word_for_transmittance(word):
    assert quantity_of(word) == "transmittance"


def test_42_transmittance_in_text_and_jcamp(cases):
    assert {read_dataset(cases[42] / n).quantity for n in ("t.csv", "t.jdx")} == {"transmittance"}


MODES = ("scope", "minus dark", "absorbance", "transmittance", "irradiance", "reflectance")
RECORD = 322


def _avantes(version, records, tail):
    """AvaSoft 8 records of (mode, axis, scope, dark, reference)."""
    out = version + bytes([len(records)])
    for mode, axis, *signals in records:
        head = bytearray(RECORD)
        tables = np.concatenate([axis, *signals]).astype("<f4").tobytes()
        head[:4] = struct.pack("<I", RECORD + len(tables))
        head[5] = mode
        head[8:17] = b"1234567X1"
        head[83:87] = struct.pack("<HH", 0, len(axis) - 1)
        out += bytes(head) + tables + bytes(tail)
    return out


@pytest.mark.parametrize("version", [b"AVS82", b"AVS84"])
@pytest.mark.parametrize("kind", MODES)
def test_every_measurement_mode_of_either_version(tmp_path, version, kind):
    code = {b"AVS84": (0, 1, 2, 3, 4, 5), b"AVS82": (0, 2, 1, 3, 5, 4)}[version][MODES.index(kind)]
    one = np.ones(12)
    records = [(code, 400 + 12.0 * k + np.arange(12), 600 * one, 100 * one, 1100 * one) for k in range(3)]
    (tmp_path / "x.raw8").write_bytes(_avantes(version, records, 10 if version == b"AVS82" else 3789))
    sets = read_datasets(tmp_path / "x.raw8")
    value = {"scope": 600, "minus dark": 500, "absorbance": np.log10(2), "transmittance": 50, "irradiance": 600,
             "reflectance": 50}[kind]
    assert len(sets) == 3 and [d.axis.values[0] for d in sets] == [400, 412, 424]
    assert all(np.allclose(d.spectra, value) for d in sets)
    assert {d.quantity for d in sets} == {kind if kind in ("absorbance", "transmittance", "reflectance") else "counts"}
    assert any("irradiance" in w for w in sets[0].warnings) == (kind == "irradiance")


def test_33_34_avantes_cases(cases):
    found = {p.name[:5]: read_dataset(p) for p in cases[33].iterdir() if p.name != "expected.txt"}
    assert {k: (d.quantity, round(float(d.spectra[0, 0]), 5)) for k, d in found.items()} == {
        "mode1": ("counts", 500), "mode2": ("absorbance", 0.30103), "mode3": ("transmittance", 50),
        "mode4": ("counts", 600), "mode5": ("reflectance", 50)}
    for name in ("two_avs82.rfl8", "two_avs84.rfl8x"):
        first, second = read_datasets(cases[34] / name)
        assert first.axis.values[[0, -1]].tolist() == [400, 409] and np.allclose(first.spectra, 50)
        assert second.axis.values[[0, -1]].tolist() == [410, 419] and np.allclose(second.spectra, 62)


@pytest.mark.parametrize("mark", ["-1.23e34", "-1.2300000E+34", "9.96921e+36", "-3.4028235e38", "-9999",
                                  "-9999.0", "1e30"])
def test_marks_of_missing_values_in_text(tmp_path, mark):
    lines = ["wavelength (nm),reflectance"]
    lines += [f"{400 + k},{mark if k in (0, 7, 8) else 0.2 + k / 100}" for k in range(30)]
    (tmp_path / "a.csv").write_text("\n".join(lines))
    data = read_dataset(tmp_path / "a.csv")
    assert np.flatnonzero(np.isnan(data.spectra[0])).tolist() == [0, 7, 8]
    assert any("3 values" in w and "missing" in w for w in data.warnings)


def test_a_value_of_minus_9999_among_its_like_stays(tmp_path):
    values = np.linspace(-20000, 20000, 41)
    values[10] = -9999
    (tmp_path / "a.csv").write_text("\n".join(f"{400 + k},{v}" for k, v in enumerate(values)))
    assert not np.isnan(read_dataset(tmp_path / "a.csv").spectra).any()


def test_47_deleted_channels(cases):
    lib = read_dataset(cases[47] / "lib.txt")
    assert lib.spectra.shape == (1, 30) and lib.missing == 3
    for name in ("usgs.sli", "other.sli", "usgs.hdr", "other.hdr"):
        data = read_dataset(cases[47] / name)
        assert data.spectra.shape == (2, 4) and data.missing == 1


def _jcamp(points, announced, ended=True, hole=None, delta="##DELTAX=2\n"):
    y = list(range(1, points + 1))
    lines = [f"{500 + 2 * k} " + " ".join(map(str, y[k:k + 3])) for k in range(0, points, 3)]
    if hole is not None:
        del lines[hole]
    last = 500 + 2 * (announced - 1)
    return ("##TITLE=n\n##JCAMP-DX=4.24\n##DATA TYPE=INFRARED SPECTRUM\n##XUNITS=1/CM\n##YUNITS=ABSORBANCE\n"
            f"##FIRSTX=500\n##LASTX={last}\n##NPOINTS={announced}\n##XFACTOR=1\n##YFACTOR=1\n{delta}"
            "##XYDATA=(X++(Y..Y))\n" + "\n".join(lines) + "\n" + "##END=\n" * ended)


@pytest.mark.parametrize("points,announced", [(12, 13), (12, 11), (12, 20), (31, 30), (100, 1000)])
def test_a_whole_jcamp_file_with_another_count_is_read_and_told(tmp_path, points, announced):
    (tmp_path / "a.jdx").write_text(_jcamp(points, announced))
    data = read_dataset(tmp_path / "a.jdx")
    assert data.axis.values.tolist() == [500 + 2 * k for k in range(points)]
    assert data.spectra[0].tolist() == list(range(1, points + 1))
    assert any(str(announced) in w and "NPOINTS" in w for w in data.warnings)
    for text in (_jcamp(points, announced, ended=False), _jcamp(points, announced, hole=1),
                 _jcamp(points, announced, delta="")):
        (tmp_path / "b.jdx").write_text(text)
        with pytest.raises(FileError):
            read_dataset(tmp_path / "b.jdx")


def test_58_jcamp_case(cases):
    data = read_dataset(cases[58] / "npoints.jdx")
    assert data.axis.values.tolist() == [100, 101, 102, 103, 104] and any("6" in w for w in data.warnings)


@pytest.mark.parametrize("step", [0.02, 0.05, 0.11])
@pytest.mark.parametrize("start", [0.0, 0.012, 0.04])
def test_area_of_a_channel_measured_in_part_stands_for_its_position(start, step):
    x = start + 0.01 * np.arange(30)
    grid = step * (0.5 + np.arange(20))
    for slope, offset in ((0.5, 0.0025), (-3.0, 1.0)):
        found = resample((slope * x + offset)[None], x, grid, "area")[0]
        known = np.isfinite(found)
        assert known.any() and np.allclose(found[known], (slope * grid + offset)[known], atol=1e-12)


def test_63_area_case(cases):
    short, grid = read_dataset(cases[63] / "short.csv"), read_dataset(cases[63] / "grid.csv")
    found = resample(short.spectra, short.axis.values, grid.axis.values, "area")[0]
    assert abs(found[0] - 0.015) < 1e-3
