"""The library: a dozen names that do what the window and the command line do."""

from __future__ import annotations

import doctest
import importlib

import numpy as np
import pytest

import spectralign_gui as sa
from spectralign_gui.cli import main
from spectralign_gui.core.errors import DataError, PairsError, ParameterError

MODULES = ["", ".library", ".library.reading", ".library.fitting", ".library.comparing", ".library.using",
           ".library.estimators"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name):
    found = doctest.testmod(importlib.import_module(f"spectralign_gui{name}"))
    assert found.failed == 0 and (found.attempted or name == ".library.using")


@pytest.fixture
def two(tmp_path):
    """Two instruments with equal samples, and their files."""
    rng = np.random.default_rng(3)
    X = rng.random((30, 4)) @ rng.random((4, 25)) + 1
    axis = np.arange(900.0, 925.0)
    a = sa.spectra(X, axis=axis, unit="nm", name="a", values={"Fat": X[:, 3], "Water": X[:, 9]})
    b = sa.spectra(1.2 * X - 0.1, axis=axis, unit="nm", name="b")
    for d in (a, b):
        rows = [",".join(f"{v!r}" for v in row) for row in np.column_stack([np.arange(30), d.spectra]).tolist()]
        (tmp_path / f"{d.name}.csv").write_text("\n".join([",".join(["name", *map(str, axis)]), *rows]))
    values = "\n".join(f"{i}.0,{f!r},{w!r}" for i, (f, w) in enumerate(np.array(a.targets.values).tolist()))
    (tmp_path / "values.csv").write_text("name,Fat,Water\n" + values)
    return a, b, tmp_path


def test_every_name_is_there_and_nothing_heavy_comes_with_the_package():
    assert all(callable(getattr(sa, name)) for name in sa.__all__)
    assert set(sa.__all__) == set(importlib.import_module("spectralign_gui.library").__all__)
    assert set(sa.__all__) <= set(dir(sa))
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = sa.no_such_name


def test_the_same_as_the_command_line(two):
    a, b, folder = two
    result = sa.transfer(a, b, standards="rows", method="pds", window=3)
    sa.save(result, folder / "library.h5")
    new = b.take(np.arange(5))
    here = sa.predict(result, new, instrument="b").values
    np.testing.assert_allclose(sa.predict(sa.load(folder / "library.h5"), new, instrument="b").values, here)
    read_a = sa.read(folder / "a.csv", values=folder / "values.csv", unit="nm")
    np.testing.assert_allclose(read_a.targets.values, a.targets.values)
    assert main(["align", str(folder / "a.csv"), str(folder / "b.csv"), "--match-rows", "--method", "pds", "--set",
                 "window=3", "--targets", str(folder / "values.csv"), "--output", str(folder / "cli.h5")]) == 0
    there = sa.predict(sa.load(folder / "cli.h5"), new, instrument="b").values
    np.testing.assert_allclose(there, here, rtol=1e-8)


def test_spectra_of_one_instrument_as_of_the_other(two):
    a, b, _ = two
    result = sa.transfer(a, b, standards=np.column_stack([np.arange(12), np.arange(12)]), method="ds")
    as_a = sa.to_spectra(result, b, instrument="b", to="a")
    np.testing.assert_allclose(as_a.spectra, a.spectra, atol=1e-2)


def test_a_falling_axis_is_turned():
    d = sa.spectra([[1.0, 2.0, 3.0]], axis=[3000, 2000, 1000], unit="cm-1")
    assert d.axis.values.tolist() == [1000, 2000, 3000] and d.spectra.tolist() == [[3, 2, 1]]


@pytest.mark.parametrize(("call", "error", "words"), [
    (lambda a, b: sa.align(a, b, standards="names", no_such=1), ParameterError, "no parameter 'no_such'"),
    (lambda a, b: sa.align(a, b, standards=np.array([[0, 99]])), PairsError, "b has rows 0 to 29"),
    (lambda a, b: sa.align(a, b, standards=np.array([[0.5, 1.0]])), PairsError, "whole row numbers"),
    (lambda a, b: sa.align(a, b, standards="rows", hold_out=1.5), ParameterError, "hold_out"),
    (lambda a, b: sa.align(a, b, standards="rows", method="nothing"), ParameterError, "nothing"),
    (lambda a, b: sa.spectra([1.0, 2.0]), DataError, "rows and columns"),
    (lambda a, b: sa.spectra([[1.0, 2.0]], values={"Fat": [1, 2]}), DataError, "one value for each of the 1"),
    (lambda a, b: sa.align(a, b.with_(sample_names=("x",) * 30)), PairsError, "no sample name"),
])
def test_bad_input_is_one_sentence(two, call, error, words):
    a, b, _ = two
    with pytest.raises(error, match=words):
        call(a, b)
