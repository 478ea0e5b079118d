"""Lines of standards: found where they are, whatever the shift, the width, the noise and the ground."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.errors import DataError
from spectralign_gui.core.measures.certificates import CERTIFICATES, index_of_air, on_axis, to_vacuum
from spectralign_gui.core.measures.line_places import correction, find_lines

SHIFT = np.arange(150.0, 3300.0, 1.3)


def measured(x, lines, moved, width=4.0, noise=0.002, seed=0, ground=0.5):
    """Lines at places that the instrument shows as `moved` says: Lorentzians on a fluorescent ground."""
    rng = np.random.default_rng(seed)
    heights = rng.uniform(0.3, 1.0, len(lines))
    shown = [moved(v) for v in lines]
    y = sum(h / (1 + ((x - s) / (width / 2)) ** 2) for h, s in zip(heights, shown, strict=True))
    y = y + ground * np.exp(-0.5 * ((x - x.mean()) / (0.5 * np.ptp(x))) ** 2)
    return y + noise * rng.standard_normal(len(x)), np.array(shown)


def inverse(f):
    """What an instrument shows for a true place, where f corrects what it shows."""
    from scipy.optimize import brentq

    return lambda v: brentq(lambda s: f(s) - v, v - 60, v + 60)


@pytest.mark.parametrize("shift", [-18.0, -3.0, 0.0, 0.4, 7.0, 18.0])
@pytest.mark.parametrize("width", [4.0, 9.0])
@pytest.mark.parametrize("noise", [0.0, 0.002, 0.01])
def test_polystyrene_is_found_where_it_is(shift, width, noise):
    lines, known = on_axis(CERTIFICATES["polystyrene"], "raman-shift")
    tried = 0
    for seed in range(2):
        y, shown = measured(SHIFT, lines, lambda v: v + shift, width, noise, seed)
        found = find_lines(SHIFT, y, lines, known, 25.0)
        near = np.abs(found.measured - shown)[found.found]
        assert found.found.sum() >= 9 and near.max() < 0.6, (seed, found.measured - shown)
        assert np.nanmedian(near) < 0.15 and abs(np.nanmedian(found.widths) - width) < 0.2 * width
        tried += len(near)
    assert tried >= 18


@pytest.mark.parametrize("name", ["neon", "argon"])
@pytest.mark.parametrize("shift", [-1.1, 0.0, 0.35])
def test_a_lamp_is_found(name, shift):
    x = np.arange(580.0, 980.0, 0.12)
    lines, known = on_axis(CERTIFICATES[name], "nm")
    y, shown = measured(x, lines, lambda v: v + shift, 0.4, 0.002, ground=0.02)
    found = find_lines(x, y, lines, known, 3.0)
    assert found.found.mean() > 0.8 and np.nanmax(np.abs(found.measured - shown)) < 0.02
    assert 0.0 < found.between < 0.05


def test_silicon_alone_gives_a_shift():
    lines, known = on_axis(CERTIFICATES["silicon"], "raman-shift")
    y, _ = measured(SHIFT, lines, lambda v: v - 2.2)
    found = find_lines(SHIFT, y, lines, known, 25.0)
    made = correction(found.measured, found.certified)
    assert made.degree == 0 and abs(made.at(np.array([1000.0]))[0] - 1002.2) < 0.05 and np.isnan(made.left_out)


@pytest.mark.parametrize("degree", [0, 1, 2])
def test_the_degree_is_that_of_the_truth(degree):
    """Over 20 series per degree: the chosen one is right in most, and the correction does what it says in all."""
    def true(s):
        u = (s - 1700) / 1400
        return s + 3.0 + (2.5 * u if degree else 0) + (4.0 * u * u if degree > 1 else 0)

    lines, known = on_axis(CERTIFICATES["polystyrene"], "raman-shift")
    show, right = inverse(true), 0
    for seed in range(20):
        y, _ = measured(SHIFT, lines, show, seed=seed, noise=0.001)
        found = find_lines(SHIFT, y, lines, known, 25.0)
        made = correction(found.measured[found.found], found.certified[found.found])
        right += made.degree == degree
        inner = np.linspace(650, 3000, 50)
        assert np.abs(made.at(inner) - true(inner)).max() < 0.6
    assert right >= 15


def test_beyond_the_lines_the_correction_is_held():
    made = correction(np.array([500.0, 900.0, 1500.0, 2900.0]), np.array([501.0, 902.0, 1504.0, 2911.0]), 1)
    assert np.isclose(made.at(np.array([100.0]))[0] - 100.0, made.at(np.array([500.0]))[0] - 500.0)
    assert np.isclose(made.at(np.array([4000.0]))[0] - 4000.0, made.at(np.array([2900.0]))[0] - 2900.0)


def test_air_and_vacuum():
    assert np.isclose(to_vacuum(np.array([632.8164]))[0], 632.9914, atol=2e-4)  # the helium-neon laser
    assert np.isclose(float(index_of_air(np.array(589.0))), 1.0002767, atol=5e-7)
    shifts, _ = on_axis(CERTIFICATES["neon"], "raman-shift", 532.0)
    assert (np.diff(shifts) > 0).all() and np.isclose(shifts[0], 1709.8, atol=1.0)


@pytest.mark.parametrize("name,unit,laser,code", [
    ("silicon", "nm", None, "certificate.unit"), ("neon", "raman-shift", None, "certificate.laser"),
    ("neon", "eV", 785.0, "certificate.unit"), ("neon", "cm-1", 785.0, "certificate.unit"),
    ("polystyrene", "channel", None, "certificate.unit"), ("argon", "raman-shift", -1.0, "certificate.laser")])
def test_what_does_not_fit_is_refused(name, unit, laser, code):
    with pytest.raises(DataError) as said:
        on_axis(CERTIFICATES[name], unit, laser)
    assert said.value.code == code


def test_no_line_is_invented():
    """Noise, a smooth ground, a broad hump, a line elsewhere: refused, or far fewer lines than there are."""
    lines, known = on_axis(CERTIFICATES["polystyrene"], "raman-shift")
    invented = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        y = 0.01 * rng.standard_normal(len(SHIFT)) + np.exp(-0.5 * ((SHIFT - 1000) / (200 + 5 * seed)) ** 2)
        try:
            invented += int(find_lines(SHIFT, y, lines, known, 25.0).found.sum())
        except DataError as error:
            assert error.code == "certificate.none_clear"
    assert invented == 0
    with pytest.raises(DataError, match="too little"):
        find_lines(np.arange(100.0, 300.0), np.ones(200), lines, known, 25.0)


@pytest.mark.parametrize("measured,certified,degree", [
    ([], [], None), ([1.0], [1.0, 2.0], None), ([1.0, 1.0], [1.0, 2.0], None), ([np.nan, 1.0], [1.0, 2.0], None),
    ([1.0, 2.0], [1.0, 2.0], 2)])
def test_lists_that_are_none(measured, certified, degree):
    with pytest.raises(DataError):
        correction(np.array(measured), np.array(certified), degree)
