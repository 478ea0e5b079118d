"""Data frames as Parquet and Feather: spectra in rows, in columns, in lists; refusals."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest

from spectralign_gui.core.errors import FileError
from spectralign_gui.io.read import read_file
from spectralign_gui.io.readers import reader

pa = pytest.importorskip("pyarrow")
feather = pytest.importorskip("pyarrow.feather")
parquet = pytest.importorskip("pyarrow.parquet")

AXIS = np.arange(1100.0, 1500.0, 4.0)
NAMES = [f"wheat {k}" for k in range(12)]


def spectra(n=12):
    rng = np.random.default_rng(3)
    peaks = np.exp(-0.5 * ((AXIS - rng.uniform(1150, 1450, (n, 1))) / 40) ** 2)
    return peaks + rng.normal(0, 1e-3, (n, len(AXIS))) + 1 / 3


def write(path, table):
    if path.suffix == ".parquet":
        parquet.write_table(table, path)
    else:
        feather.write_feather(table, str(path), compression="zstd")


@pytest.fixture(params=["a.parquet", "a.feather"])
def path(tmp_path, request):
    return tmp_path / request.param


@pytest.mark.parametrize("kind", ["f8", "f4"])
def test_spectra_in_rows_with_names_and_values(path, kind):
    values = spectra().astype(kind)
    columns = {"sample": NAMES, "protein": np.linspace(9, 14, 12)[np.random.default_rng(0).permutation(12)]}
    columns |= {f"{a:g} nm": values[:, j] for j, a in enumerate(AXIS)}
    write(path, pa.table(columns))
    block = read_file(path).blocks[0]
    assert np.array_equal(block.spectra, values.astype(float)) and np.array_equal(block.axis, AXIS)
    assert block.names == tuple(NAMES) and block.unit == "nm"
    assert block.targets is not None and block.targets.names == ("protein",)


def test_spectra_in_columns(path):
    values = spectra()
    write(path, pa.table({"wavelength (nm)": AXIS} | {n: values[k] for k, n in enumerate(NAMES)}))
    block = read_file(path).blocks[0]
    assert np.array_equal(block.spectra, values) and block.names == tuple(NAMES) and block.unit == "nm"


def test_a_missing_value_stays_missing(path):
    values = spectra()
    values[3, 7] = np.nan
    write(path, pa.table({"wavelength (nm)": AXIS} | {
        n: pa.array(values[k], from_pandas=bool(k % 2)) for k, n in enumerate(NAMES)}))
    read = read_file(path).blocks[0].spectra
    assert np.array_equal(np.isnan(read), np.isnan(values))


def test_one_spectrum_in_a_cell(path):
    values = spectra()
    write(path, pa.table({"id": NAMES, "wavelength": [AXIS.tolist()] * 12, "reflectance": values.tolist(),
                          "y": np.arange(12.0) ** 2}))
    block = read_file(path).blocks[0]
    assert np.array_equal(block.spectra, values) and np.array_equal(block.axis, AXIS)
    assert block.names == tuple(NAMES) and block.quantity == "reflectance"


def test_the_index_of_pandas_comes_first(path):
    values = spectra()
    table = pa.table({f"{a:g}": values[:, j] for j, a in enumerate(AXIS)} | {"__index_level_0__": NAMES})
    write(path, table.replace_schema_metadata({"pandas": '{"index_columns": ["__index_level_0__"]}'}))
    block = read_file(path).blocks[0]
    assert block.names == tuple(NAMES) and np.array_equal(block.axis, AXIS) and np.array_equal(block.spectra, values)


def test_lists_of_different_lengths_are_named(path):
    write(path, pa.table({"id": ["a", "b"], "spectrum": [[1.0, 2.0, 3.0], [1.0, 2.0]]}))
    with pytest.raises(FileError, match="lists in the column spectrum"):
        read_file(path)


def test_no_rows_and_no_columns_of_use(path):
    write(path, pa.table({"x": pa.array([], pa.float64())}))
    with pytest.raises(FileError, match="no rows"):
        read_file(path)
    write(path, pa.table({"x": [b"\1\2", b"\3\4"]}))
    with pytest.raises(FileError, match="no rows"):
        read_file(path)


def test_too_many_cells_are_refused_before_they_are_read(path, monkeypatch):
    from spectralign_gui.io.readers import parquet as module

    write(path, pa.table({"x": np.arange(1000.0), "y": np.arange(1000.0)}))
    monkeypatch.setattr(module, "MAX_CELLS", 1999)
    with pytest.raises(FileError, match="1000 rows of 2 columns"):
        reader("parquet").read(path, {})


@pytest.mark.parametrize("part", [0.02, 0.3, 0.7, 0.98])
def test_a_piece_of_a_file_is_one_sentence(path, part):
    values = spectra()
    write(path, pa.table({f"{a:g}": values[:, j] for j, a in enumerate(AXIS)}))
    whole = path.read_bytes()
    path.write_bytes(whole[:int(part * len(whole))])
    with pytest.raises(FileError, match=rf"^{path.name}: .*\.$"):
        read_file(path)


def test_without_pyarrow_the_sentence_says_how_to_get_it(tmp_path, monkeypatch):
    (tmp_path / "a.parquet").write_bytes(b"PAR1" + bytes(40) + b"PAR1")
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *rest: None if name == "pyarrow" else found(name))
    with pytest.raises(FileError, match=r"pip install \"spectralign-gui\[parquet\]\""):
        reader("parquet").read(tmp_path / "a.parquet", {})


def test_the_first_version_of_feather_is_refused_by_name(tmp_path):
    (tmp_path / "old.feather").write_bytes(b"FEA1" + bytes(100) + b"FEA1")
    with pytest.raises(FileError, match="version 1"):
        read_file(tmp_path / "old.feather")
