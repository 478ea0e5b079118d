"""R data: data frames of every make, matrices, lists; what is no data is refused and never run."""

from __future__ import annotations

import bz2
import gzip
import lzma
import struct

import numpy as np
import pytest

from spectralign_gui.core.errors import FileError
from spectralign_gui.io.read import read_file

from .r_writer import NIL, Symbols, chars, factor, frame, head, item, pairs, rda, rds

AXIS = np.arange(1100.0, 1500.0, 4.0)
NAMES = [f"soil {k}" for k in range(12)]
PACKINGS = {"plain": bytes, "gzip": gzip.compress, "bzip2": bz2.compress, "xz": lzma.compress}


def spectra(n=12):
    rng = np.random.default_rng(3)
    peaks = np.exp(-0.5 * ((AXIS - rng.uniform(1150, 1450, (n, 1))) / 40) ** 2)
    return peaks + rng.normal(0, 1e-3, (n, len(AXIS))) + 1 / 3


def titled(values):
    return values, {"dimnames": [NIL, [f"{a:g}" for a in AXIS]]}


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize("suffix", [".rds", ".rda"])
def test_a_data_frame_of_columns(tmp_path, packing, version, suffix):
    values = spectra()
    table = frame({f"X{a:g}": values[:, j] for j, a in enumerate(AXIS)}, NAMES)
    content = rds(table, version) if suffix == ".rds" else rda(version, soil=table)
    path = tmp_path / f"a{suffix}"
    path.write_bytes(PACKINGS[packing](content))
    block = read_file(path, orientation="rows").blocks[0]
    assert np.array_equal(block.spectra, values) and np.array_equal(block.axis, AXIS) and block.names == tuple(NAMES)


def test_a_matrix_in_a_column_as_pls_and_prospectr_keep_it(tmp_path):
    values, rng = spectra(), np.random.default_rng(1)
    table = frame({"octane": rng.normal(87, 2, 12), "kind": factor(["a", "b"] * 6, ["a", "b"]), "spc": titled(values)},
                  NAMES, ("tbl_df", "tbl", "data.frame"))
    (tmp_path / "a.rds").write_bytes(gzip.compress(rds(table)))
    block = read_file(tmp_path / "a.rds").blocks[0]
    assert np.array_equal(block.spectra, values) and np.array_equal(block.axis, AXIS) and block.names == tuple(NAMES)
    assert block.targets is not None and block.targets.names == ("octane",)


def test_a_matrix_with_names(tmp_path):
    values = spectra()
    matrix = values, {"dimnames": [NAMES, [f"{a:g}" for a in AXIS]]}
    (tmp_path / "a.rda").write_bytes(rda(NIR=matrix))
    block = read_file(tmp_path / "a.rda").blocks[0]
    assert np.array_equal(block.spectra, values) and np.array_equal(block.axis, AXIS) and block.names == tuple(NAMES)


def test_a_list_of_arrays(tmp_path):
    values = spectra()
    listed = [values, AXIS, NAMES], {"names": ["X", "wavelengths", "sample"]}
    (tmp_path / "a.rds").write_bytes(rds(listed))
    block = read_file(tmp_path / "a.rds").blocks[0]
    assert np.array_equal(block.spectra, values) and np.array_equal(block.axis, AXIS) and block.names == tuple(NAMES)


def test_two_data_frames_are_two_blocks_and_one_can_be_chosen(tmp_path):
    values = spectra()
    tables = {n: frame({f"{a:g}": v[:, j] for j, a in enumerate(AXIS)}, NAMES)
              for n, v in (("first", values), ("second", 2 * values))}
    (tmp_path / "a.rda").write_bytes(rda(**tables))
    result = read_file(tmp_path / "a.rda")
    assert [b.label for b in result.blocks] == ["first", "second"] and len(result.choices) == 2
    chosen = read_file(tmp_path / "a.rda", variable="second")
    assert np.array_equal(chosen.blocks[0].spectra, 2 * values)
    with pytest.raises(FileError, match="no object 'third'; the file holds first, second"):
        read_file(tmp_path / "a.rda", variable="third")


def test_missing_values_integers_dates_and_flags(tmp_path):
    values = spectra()
    values[2, 5] = np.nan
    columns = {"date": (np.full(12, 19000.0), {"class": ["Date"]}), "flag": np.array([1, 0] * 6, bool),
               "n": np.array([*range(11), -2**31], "i4")}
    (tmp_path / "a.rds").write_bytes(rds(frame(columns | {"spc": titled(values)})))
    block = read_file(tmp_path / "a.rds").blocks[0]
    assert np.array_equal(np.isnan(block.spectra), np.isnan(values)) and not block.names


def test_other_forms_of_vectors(tmp_path):
    """Runs of whole numbers, numbers to be written as texts and wrapped vectors, as R 3.5 and later save them."""
    def other(symbols, name, state, attributes=NIL):
        info = struct.pack(">i", 2) + symbols.symbol(name) + struct.pack(">i", 2) + symbols.symbol("base")
        info += struct.pack(">i", 2) + item(symbols, np.array([13], "i4")) + NIL
        return struct.pack(">i", 238) + info + state + attributes

    symbols = Symbols()
    run = other(symbols, "compact_intseq", item(symbols, np.array([100.0, 1100.0, 4.0])))
    texts = other(symbols, "deferred_string", struct.pack(">i", 2) + item(symbols, np.arange(12) + 5000)
                  + item(symbols, np.array([0], "i4")))
    values = spectra()
    wrapped = other(symbols, "wrap_real", item(symbols, [values.ravel(order="F"), np.array([0, 0], "i4")]),
                    pairs(symbols, dim=np.array(values.shape, "i4")))
    names = pairs(symbols, names=["wavelength", "name", "X"])
    content = head() + struct.pack(">ii", 19 | 0x200, 3) + run + texts + wrapped + names
    (tmp_path / "a.rds").write_bytes(content)
    block = read_file(tmp_path / "a.rds").blocks[0]
    assert np.array_equal(block.spectra, values) and np.array_equal(block.axis, AXIS)
    assert block.names == tuple(str(5000 + k) for k in range(12))


def closure(symbols):
    """function() NULL in the global environment."""
    return struct.pack(">i", 3 | 0x400) + struct.pack(">i", 253) + NIL + NIL


def environment():
    return struct.pack(">ii", 4, 0) + struct.pack(">i", 242) + NIL + NIL + NIL


def call(symbols):
    return struct.pack(">i", 6) + symbols.symbol("system") + struct.pack(">i", 2) + item(symbols, ["rm -rf /"]) + NIL


@pytest.mark.parametrize(("make", "word"), [
    (closure, "function or an environment"), (lambda _: environment(), "function or an environment"),
    (call, "function or an environment"), (lambda s: struct.pack(">i", 21), "function or an environment"),
    (lambda s: struct.pack(">i", 25 | 0x200) + pairs(s, **{"class": ["hyperSpec"]}), "class hyperSpec")])
def test_what_is_no_data_is_refused(tmp_path, make, word):
    (tmp_path / "a.rds").write_bytes(head() + make(Symbols()))
    with pytest.raises(FileError, match=f"^a.rds: .*{word}.*write.csv"):
        read_file(tmp_path / "a.rds")


@pytest.mark.parametrize("extra", ["environment", "call", "pointer"])
def test_attributes_that_are_no_data_do_not_hinder(tmp_path, extra):
    """data.table keeps a pointer, readr an environment, models a call beside the columns."""
    values, symbols = spectra(), Symbols()
    made = {"environment": environment, "call": lambda: call(symbols),
            "pointer": lambda: struct.pack(">i", 22) + NIL + NIL}[extra]()
    columns, attributes = frame({f"{a:g}": values[:, j] for j, a in enumerate(AXIS)}, NAMES)
    first = pairs(symbols, spec=made)[:-4]
    content = struct.pack(">ii", 19 | 0x300, len(columns)) + b"".join(item(symbols, c) for c in columns)
    (tmp_path / "a.rds").write_bytes(head() + content + first + pairs(symbols, **attributes))
    assert np.array_equal(read_file(tmp_path / "a.rds").blocks[0].spectra, values)


def test_texts_of_every_encoding_and_missing_ones():
    from spectralign_gui.io.readers._r_stream import Stream

    raw = "Größe".encode("latin-1")
    content = head() + struct.pack(">ii", 16, 3) + chars("µm") + struct.pack(">ii", 9 | 4 << 12, len(raw)) + raw
    assert Stream(content + chars(None)).item().values == ["µm", "Größe", None]


def test_a_bomb_is_refused(tmp_path, monkeypatch):
    from spectralign_gui.io.readers import _r_stream

    assert len(_r_stream.unpacked(gzip.compress(bytes(5_000_000)), 1000)) == 1000
    (tmp_path / "deep.rds").write_bytes(gzip.compress(head() + struct.pack(">ii", 19, 1) * 100_000))
    with pytest.raises(FileError, match="nested too deeply"):
        read_file(tmp_path / "deep.rds")
    (tmp_path / "long.rds").write_bytes(head() + struct.pack(">ii", 16, 2**31 - 1) + bytes(100))
    with pytest.raises(FileError, match="cut off"):
        read_file(tmp_path / "long.rds")


@pytest.mark.parametrize("seed", range(40))
def test_damage_is_data_or_one_sentence(seed):
    """In this process, so that many are quick; the reader itself reads apart."""
    from spectralign_gui.io.readers import parsing
    from spectralign_gui.io.readers._r_stream import Stream

    rng = np.random.default_rng(seed)
    whole = bytearray(rds(frame({"y": np.arange(12.0), "spc": titled(spectra())}, NAMES)))
    for _ in range(3):
        whole[int(rng.integers(len(whole)))] = int(rng.integers(256))
    whole = whole[:int(rng.integers(20, len(whole)))] if seed % 2 else whole
    try:
        with parsing("R data"):
            Stream(bytes(whole)).item()
    except FileError as error:
        assert str(error).endswith(".") and "\n" not in str(error)


def test_ascii_and_old_versions_are_named(tmp_path):
    (tmp_path / "a.rds").write_bytes(b"A\n3\n262912\n197888\n5\nUTF-8\n14\n3\n1\n2\n3\n")
    with pytest.raises(FileError, match="ascii = FALSE"):
        read_file(tmp_path / "a.rds")
