"""Damaged and random bytes in every reader: a clear sentence or data, never another exception."""

from __future__ import annotations

import random
import warnings
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.mutations import mutate
from spectralign_gui.core.errors import FileError, SpectrAlignError
from spectralign_gui.io.read import read_file, result_datasets
from spectralign_gui.io.readers import readers

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"
FILES = sorted(p for p in CORPUS.rglob("*") if p.is_file() and 0 < p.stat().st_size < 150_000
               and p.name != "INDEX.tsv") if CORPUS.is_dir() else []
BINARY = [p for p in FILES if p.suffix.lower() in (
    ".spc", ".spa", ".spg", ".wdf", ".asd", ".sp", ".fsm", ".spe", ".sif", ".roh", ".raw8", ".0", ".001", ".sli",
    ".npz", ".xlsx", ".procspec", ".wip") and "truncated" not in p.name and "random" not in p.name
    and "NOT_SPC" not in p.name and "pickled" not in p.name and "dataset_Excel" not in p.name]


def check(path: Path) -> None:
    """Reading gives data or one sentence; anything else fails the test."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # no reader prints warnings
        try:
            result_datasets(read_file(path))
        except SpectrAlignError as error:
            assert "\n" not in str(error) and len(str(error)) < 700


@pytest.mark.parametrize("path", FILES, ids=[str(p.relative_to(CORPUS)) for p in FILES])
def test_damaged_files(path, tmp_path):
    content = path.read_bytes()
    for twin in (path.with_suffix(".hdr"), path.with_suffix(".sli")):
        if path.suffix in (".sli", ".hdr") and twin != path:
            (tmp_path / twin.name).write_bytes(twin.read_bytes())
    for seed in range(5):
        damaged, _ = mutate(content, seed * 7919 + len(content))
        (tmp_path / path.name).write_bytes(damaged)
        check(tmp_path / path.name)


@pytest.mark.parametrize("path", BINARY, ids=[p.name for p in BINARY])
def test_half_a_file_is_never_half_a_spectrum(path, tmp_path):
    """Cut anywhere, a binary file gives all its points, or a sentence."""
    whole = read_file(path)
    points = sorted(b.spectra.shape for b in whole.blocks)
    content = path.read_bytes()
    if path.suffix == ".sli":
        (tmp_path / path.with_suffix(".hdr").name).write_bytes(path.with_suffix(".hdr").read_bytes())
    for share in (0.1, 0.3, 0.5, 0.8, 0.95):
        target = tmp_path / path.name
        target.write_bytes(content[:int(share * len(content))])
        try:
            cut = read_file(target)
        except FileError:
            continue
        sizes = sorted(b.spectra.shape for b in cut.blocks)
        assert sizes == points or cut.warnings, f"cut at {share}: {sizes} of {points} without a word"
        assert {s[1] for s in sizes} <= {s[1] for s in points}


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=3000))
def test_random_bytes(tmp_path, content):
    path = tmp_path / "random.dat"
    path.write_bytes(content)
    check(path)


@pytest.mark.parametrize("name", sorted(readers()))
def test_random_bytes_forced_into_each_reader(name, tmp_path):
    """Also when the user insists on a format."""
    rng = random.Random(name)
    starts = {"spc": b"\0K", "asd": b"as7", "wdf": b"WDF1", "opus": b"\n\n\xfe\xfe", "omnic": b"Spectral Data File",
              "perkinelmer": b"PEPE2D constant interval DataSet file",
              "andor-sif": b"Andor Technology Multi-Channel File\n",
              "avantes": b"AVS82\x01", "witec": b"WIT_PR06", "hdf5": b"\x89HDF\r\n\x1a\n", "netcdf": b"CDF\x01",
              "matlab": b"MATLAB 5.0 MAT-file", "envi": b"ENVI\nsamples = 4\nlines=3\n",
              "jcamp": b"##TITLE=a\n##JCAMP-DX=5\n",
              "npz": b"PK\x03\x04", "spreadsheet": b"PK\x03\x04xl/", "procspec": b"PK\x03\x04OOIVersion",
              "labspec-xml": b"<LSX_Data>"}
    for k in range(12):
        body = rng.randbytes(rng.choice((0, 3, 40, 600, 5000)))
        path = tmp_path / f"x{k}.bin"
        path.write_bytes((starts.get(name, b"") if k % 2 else b"") + body or b"\0")
        try:
            read_file(path, reader=name)
        except SpectrAlignError as error:
            assert str(error).startswith(path.name) and "\n" not in str(error)
