"""Numbers as a laboratory writes them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spectralign_gui.core.figures import decimals, fixed, give_or_take, percent


@pytest.mark.parametrize(("value", "half", "shown"), [
    (67.2912, 8.0, "67.3 ± 8.0"), (0.06935, 0.0371, "0.069 ± 0.037"), (0.5938, 0.27, "0.59 ± 0.27"),
    (4192.3, 131.0, "4192 ± 131"), (3.0, 0.996, "3.0 ± 1.0"), (-0.004, 0.27, "0.00 ± 0.27"),
    (10.30, math.nan, "10.3"), (10.3, 0.0, "10.3"), (math.nan, 1.0, "–"), (3.2e-9, 1.1e-9, "3.2e-09 ± 1.1e-09")])
def test_a_value_has_the_decimals_of_its_interval(value, half, shown):
    assert give_or_take(value, half) == shown


@pytest.mark.parametrize(("values", "digits", "places"), [
    ([9.732, 10.22, 3.3], 4, 2), ([63.51, math.nan], 4, 2), ([0.1586, 0.0023], 3, 3), ([9.9996], 4, 2),
    ([1234567.0], 4, 0), ([0.0, 0.0], 4, 3), ([], 4, 3), ([1e9], 4, None), ([2e-8], 4, None)])
def test_a_column_has_the_decimals_of_its_largest_value(values, digits, places):
    assert decimals(values, digits) == places


@given(st.floats(1e-6, 9.9e6), st.floats(1e-3, 1e3))
def test_what_is_shown_is_the_value_within_the_second_figure_of_its_interval(value, half):
    left, _, right = give_or_take(value, half).partition(" ± ")
    unit = 10.0 ** -len(right.partition(".")[2])
    assert abs(float(left) - value) <= 0.5 * unit * (1 + 1e-9) and abs(float(right) - half) <= 0.5 * unit * (1 + 1e-9)
    assert len(left.partition(".")[2]) == len(right.partition(".")[2])


def test_zero_has_no_sign_and_percent_a_space():
    assert fixed(-0.0004, 2) == "0.00" and fixed(-0.0151, 2) == "-0.02" and fixed(math.inf, 2) == "–"
    assert percent(0.454) == "45 %" and percent(1.0) == "100 %" and percent(math.nan) == "–"
