"""JASCO and Shimadzu in OLE2 containers, BÜCHI NIRCal: read, chosen, refused, damaged."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from spectralign_gui.core.errors import FileError
from spectralign_gui.io.read import read_file

from .ole_writer import container

WAVELENGTH = 0x10000103


def jasco(spectra, first, last, codes, sample="", module="", swap=False):
    count, points = spectra.shape
    numbers = [3, count if swap else 1, 0, 1 if swap else count, 1, points]
    info = struct.pack("<6I3d4I4d", *numbers, first, last, (last - first) / (points - 1), *codes, 0, 0, 0, 0)
    tree = {"DataInfo": info, "Y-Data": spectra.astype("<f4").tobytes(), "SampleInfo": bytes(8) + sample.encode(
        "utf-16-le") + b"\0\0\0\0\x08\0", "ModuleInfo": bytes(6) + module.encode("utf-16-le") + bytes(4)}
    return container(tree)


def wave(points, count=1):
    return np.float32(np.random.default_rng(0).normal(size=(count, 1)) + np.sin(np.linspace(0, 9, points)))


@pytest.mark.parametrize("points", [21, 901, 7001])
@pytest.mark.parametrize("falls", [False, True])
def test_jasco_one_channel(tmp_path, points, falls):
    ends = (900.0, 200.0) if falls else (200.0, 900.0)
    y = wave(points)
    (tmp_path / "a.jws").write_bytes(jasco(y, *ends, (WAVELENGTH, 3, 0, 0), "lysozyme 2", "V-770"))
    block = read_file(tmp_path / "a.jws").blocks[0]
    assert np.array_equal(block.spectra, y.astype(float)) and np.allclose(block.axis, np.linspace(*ends, points))
    assert (block.unit, block.quantity, block.names, block.guessed) == ("nm", "absorbance", ("lysozyme 2",), ())


def test_jasco_circular_dichroism_has_three_channels(tmp_path):
    y = wave(121, 3)
    (tmp_path / "a.jws").write_bytes(jasco(y, 260, 200, (WAVELENGTH, 4097, 8193, 3)))
    result = read_file(tmp_path / "a.jws")
    assert [c.value for c in result.choices] == ["circular dichroism", "HT voltage", "absorbance"]
    assert np.array_equal(result.blocks[0].spectra[0], y[0]) and "HT voltage, absorbance" in str(result.warnings)
    chosen = read_file(tmp_path / "a.jws", channel="absorbance").blocks[0]
    assert np.array_equal(chosen.spectra[0], y[2]) and chosen.quantity == "absorbance"
    with pytest.raises(FileError, match="no channel x; the file holds circular dichroism, HT voltage, absorbance"):
        read_file(tmp_path / "a.jws", channel="x")


def test_jasco_infrared_has_a_guessed_unit(tmp_path):
    y = wave(3735)
    (tmp_path / "a.jws").write_bytes(jasco(y, 3999.64, 399.193, (0x10000001, 5, 0, 0), module="FT/IR-4100typeA"))
    block = read_file(tmp_path / "a.jws").blocks[0]
    assert block.unit == "cm-1" and block.guessed == ("unit",) and block.names == ("a",)


def test_jasco_of_several_curves(tmp_path):
    y = wave(121, 2)
    (tmp_path / "a.jwb").write_bytes(jasco(y, 260, 200, (WAVELENGTH, 3, 0, 0), swap=True))
    assert [c.value for c in read_file(tmp_path / "a.jwb").choices] == ["channel 1", "channel 2"]


@pytest.mark.parametrize("change", ["points", "axis", "values", "info"])
def test_jasco_that_does_not_fit_is_refused_by_name(tmp_path, change):
    y, ends = wave(121), (260.0, 200.0)
    tree = {"DataInfo": struct.pack("<6I3d4I4d", 3, 1, 0, 1, 1, 130 if change == "points" else 121, ends[0],
                                    ends[0] if change == "axis" else ends[1], -.5, WAVELENGTH, 3, 0, 0, 0, 0, 0, 0),
            "Y-Data": b"" if change == "values" else y.tobytes()}
    if change == "info":
        tree["DataInfo"] = bytes(20)
    (tmp_path / "a.jws").write_bytes(container(tree))
    with pytest.raises(FileError, match=r"^a.jws: .*JASCO file.*\.$"):
        read_file(tmp_path / "a.jws")


def shimadzu(sets):
    """Sets by name: (x, y)."""
    group = {"DataSetGroupHeaderInfo": bytes(20)}
    for name, (x, y) in sets.items():
        group[name] = {"DataSpectrumStorage": {"Data": {"Data Header.1": struct.pack("<II", len(x), 1),
                                                        "X Data.1": x.tobytes(), "Y Data.1": y.tobytes()}}}
    return container({"DataStorage1": {"DataSetGroup": group}, "PageTexts0": bytes(100)})


@pytest.mark.parametrize("points", [11, 1201])
@pytest.mark.parametrize("count", [1, 3])
def test_shimadzu(tmp_path, points, count):
    x, y = np.linspace(800, 200, points), wave(points, count).astype(float)
    (tmp_path / "a.spc").write_bytes(shimadzu({f"leaf {k} - RawData": (x, y[k]) for k in range(count)}))
    result = read_file(tmp_path / "a.spc")
    block = result.blocks[0]
    assert result.format == "shimadzu" and np.array_equal(block.spectra[np.argsort(block.names)], y)
    assert sorted(block.names) == [f"leaf {k} - RawData" for k in range(count)] and np.array_equal(block.axis, x)
    assert block.unit == "nm" and block.guessed == ("unit",)


def test_shimadzu_on_two_grids(tmp_path):
    x = np.linspace(800, 200, 601)
    (tmp_path / "a.spc").write_bytes(shimadzu({"a": (x, np.sin(x)), "b": (x[::2], np.sin(x[::2]))}))
    assert sorted(b.spectra.shape[1] for b in read_file(tmp_path / "a.spc").blocks) == [301, 601]


def test_shimadzu_that_does_not_fit_is_refused_by_name(tmp_path):
    x = np.linspace(800, 200, 601)
    (tmp_path / "a.spc").write_bytes(shimadzu({"leaf": (x, x[:-1])}))
    with pytest.raises(FileError, match="spectrum leaf of the Shimadzu file has 601 wavelengths but 600 values"):
        read_file(tmp_path / "a.spc")
    (tmp_path / "b.spc").write_bytes(shimadzu({}))
    with pytest.raises(FileError, match=r"Shimadzu file .* no spectrum of a known kind"):
        read_file(tmp_path / "b.spc")


def text(content):
    raw = content.encode("cp1252")
    return b"%d/%s\n" % (len(raw), raw)


def listed(texts):
    return b"%d Values\n" % len(texts) + b"".join(map(text, texts))


def nircal(names, axis, spectra, properties=(), values=None):
    """The parts in the order in which prospectr finds them."""
    out = b"NIRCAL Project File Version 5.2 / 1\n" + text("{11111111-1111-1111-1111-111111111111}") + text("") * 2
    out += listed(["Spectra"]) + listed(["All"]) + text("Selection") + listed(["Set"]) + listed(["0"])
    out += listed(names) + listed(["Wavelength Selection"])[:-1] + b"\n" + b"%d\n" % len(axis)
    out += listed(["1"] * len(axis)) + listed([str(k) for k in range(len(axis))][::-1][:1] * len(axis))
    out += listed([f"{a:g}" for a in axis]) + listed(["Info"])
    for k, row in enumerate(spectra):
        out += text("comment") + text(f"{{{k:08d}-1111-1111-1111-111111111111}}") + text("32") + text("8")
        out += b"%d Values\nbegin\n" % len(axis) + row.astype("<f8").tobytes() + b"\nend\n"
    if properties:
        out += text("Properties") + text("Property Selection") + text("") * 2
        out += listed(["1"] * len(properties)) + listed(["0"] * len(properties)) + listed(properties)
        for row in values:
            out += b"".join(map(text, properties)) + b"5\n%d Values\nbegin\n" % len(properties)
            out += row.astype("<f8").tobytes() + b"\nend\n"
    return out


@pytest.mark.parametrize("count", [1, 2, 20])
@pytest.mark.parametrize("with_values", [False, True])
def test_nircal(tmp_path, count, with_values):
    axis, rng = np.arange(4000.0, 10004.0, 4.0), np.random.default_rng(4)
    spectra = rng.normal(size=(count, 1)) + np.sin(axis / 500)
    spectra[0, 3] = np.frombuffer(b"\nend\n\0\xf0?", "<f8")[0]  # the bytes of a mark within the numbers
    values = rng.normal(10, 1, (count, 3))
    names = [f"Blatt {k}/ä" for k in range(count)]
    content = nircal(names, axis, spectra, ("TMA/ABVT", "fat", "water") if with_values else (), values)
    (tmp_path / "a.nir").write_bytes(content)
    block = read_file(tmp_path / "a.nir").blocks[0]
    assert np.array_equal(block.spectra, spectra) and np.array_equal(block.axis, axis)
    assert block.names == tuple(names) and (block.unit, block.quantity) == ("cm-1", "absorbance")
    assert (block.targets is not None) == with_values
    if with_values:
        assert block.targets.names == ("TMA/ABVT", "fat", "water") and np.array_equal(block.targets.values, values)


def test_nircal_without_values_keeps_no_zeros(tmp_path):
    axis = np.arange(4000.0, 10004.0, 4.0)
    spectra = np.sin(axis / 500)[None] * np.ones((4, 1))
    (tmp_path / "a.nir").write_bytes(nircal(list("abcd"), axis, spectra, ("fat",), np.zeros((4, 1))))
    assert read_file(tmp_path / "a.nir").blocks[0].targets is None


@pytest.mark.parametrize("part", [0.1, 0.5, 0.8, 0.95])
def test_half_a_nircal_file_is_refused_by_name(tmp_path, part):
    axis = np.arange(4000.0, 10004.0, 4.0)
    whole = nircal([f"s{k}" for k in range(20)], axis, np.sin(axis / 500)[None] * np.ones((20, 1)))
    (tmp_path / "a.nir").write_bytes(whole[:int(part * len(whole))])
    with pytest.raises(FileError, match="NIRCal project"):
        read_file(tmp_path / "a.nir")


@pytest.mark.parametrize("kind", ["jws", "spc", "nir"])
@pytest.mark.parametrize("seed", range(6))
def test_damage_is_data_or_one_sentence(tmp_path, kind, seed):
    x = np.linspace(800, 200, 601)
    whole = {"jws": jasco(wave(601), 800, 200, (WAVELENGTH, 3, 0, 0)), "spc": shimadzu({"leaf": (x, np.sin(x))}),
             "nir": nircal(list("abc"), x + 5000, np.sin(x)[None] * np.ones((3, 1)))}[kind]
    rng, content = np.random.default_rng(seed), bytearray(whole)
    for _ in range(8):
        content[int(rng.integers(len(content)))] = int(rng.integers(256))
    path = tmp_path / f"a.{kind}"
    path.write_bytes(content)
    try:
        read_file(path)
    except FileError as error:
        assert str(error).startswith(path.name) and str(error).endswith(".") and "\n" not in str(error)
