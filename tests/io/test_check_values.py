"""Reference values of check samples: what is contradictory, of another unit or size is said, never chosen silently."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.data import match_key
from spectralign_gui.core.errors import FileError
from spectralign_gui.io.check_values import check_values


def table(tmp_path, text: str):
    path = tmp_path / "checks.csv"
    path.write_text(text)
    return path


@pytest.mark.parametrize("title", ["fat", "fat (%)", "Fat [%]", "FAT"])
@pytest.mark.parametrize("asked, unit", [("fat", ""), ("fat", "%"), ("Fat (%)", "%")])
def test_a_unit_may_be_left_out_on_either_side(tmp_path, title, asked, unit):
    """Twelve ways to write the same property."""
    found = check_values(table(tmp_path, f"sample,{title},ash\nS1,2.5,1\nS2,3.5,2\n"), [asked], [unit])
    assert {k: float(v[0]) for k, v in found.items()} == {match_key("S1"): 2.5, match_key("S2"): 3.5}


@pytest.mark.parametrize("rows, said", [
    ("S1,2.5\nS2,3\ns1,2.6\n", "two different reference values"), ("S1,2.5\nS2,1e300\n", "too large"),
    ("S1,2.5\nS2,-1e200\n", "too large")])
def test_what_cannot_be_right_is_refused(tmp_path, rows, said):
    with pytest.raises(FileError, match=said) as caught:
        check_values(table(tmp_path, f"sample,fat\n{rows}"), ["fat"])
    assert "checks.csv" in str(caught.value)


def test_other_units_and_missing_properties_are_named(tmp_path):
    path = table(tmp_path, "sample,fat (g/kg)\nS1,25\nS2,30\n")
    with pytest.raises(FileError, match="g/kg"):
        check_values(path, ["fat"], ["%"])
    with pytest.raises(FileError, match="no column oil"):
        check_values(path, ["oil"])


def test_a_value_that_is_given_twice_alike_or_once_is_known(tmp_path):
    found = check_values(table(tmp_path, "sample,fat,oil\nS1,2.5,\nS2,3,4\nS1,2.5,7\n"), ["fat", "oil"])
    np.testing.assert_array_equal(found[match_key("S1")], [2.5, 7.0])
