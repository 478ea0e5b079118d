"""What copied programs ask of the library, beyond the plain call."""

from __future__ import annotations

import numpy as np
import pytest

import spectralign_gui as sa
from spectralign_gui.core.errors import FileError, ParameterError


@pytest.fixture(scope="module")
def pair():
    rng = np.random.default_rng(2)
    X = rng.random((20, 3)) @ rng.random((3, 15))
    return sa.spectra(X, values={"Fat": X[:, 3]}), sa.spectra(1.1 * X + 0.02, name="B")


def test_held_out_by_place(pair):
    run = sa.align(*pair, standards="rows", hold_out=[2, 5])
    assert run.held_out_pairs[:, 1].tolist() == [2, 5]


def test_rows_take_no_part(pair):
    run = sa.align(*pair, standards="rows", exclude={"B": [4]})
    assert 4 not in run.kept_rows[1] and len(run.pairs) == 19


@pytest.mark.parametrize(("given", "says"), [
    ({"hold_out": 1.5}, "hold_out must be from 0 to below 1, not 1.5"),
    ({"hold_out": [20]}, "0 to 19; there is none at 20"),
    ({"exclude": {"C": [1]}}, "exclude names C"),
    ({"exclude": {"B": [-1]}}, "rows 0 to 19, not -1")])
def test_what_does_not_exist_is_named(pair, given, says):
    with pytest.raises(ParameterError, match=says):
        sa.align(*pair, standards="rows", **given)


def test_predictions_of_two_files_are_saved_as_one_table(pair, tmp_path):
    run = sa.transfer(*pair, standards="rows", method="ds", intervals=True)
    found = sa.predict(run, [pair[1], pair[1]], instrument="B")
    assert found.values.shape == (40, 1) and np.isfinite(found.half_width).all()
    sa.save(found, tmp_path / "p.csv")
    assert len((tmp_path / "p.csv").read_text().splitlines()) == 41
    with pytest.raises(FileError):
        sa.save(found, tmp_path / "p.csv")
