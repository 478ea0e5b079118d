"""Density image against the definition, thinning and picking."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spectralign_gui.presenters.plots.density import density, prepare, tint
from spectralign_gui.presenters.plots.reference_lines import LIBS, NIR, RAMAN, nearest
from spectralign_gui.presenters.plots.thinning import pick_curve, thin
from spectralign_gui.shipped import folder
from tools.samples.lines import LINES


def brute(x, spectra, x_range, y_range, width, height):
    """Count per pixel by definition, one spectrum and column at a time."""
    image = np.zeros((height, width), int)
    borders = np.linspace(*x_range, width + 1)
    scale = height / (y_range[1] - y_range[0])
    for row in np.asarray(spectra, np.float32):
        for k in range(width):
            a, b = borders[k], borders[k + 1]
            if b < x[0] or a > x[-1]:
                continue
            inside = row[(x >= a) & (x < b)]
            values = np.append(inside, np.interp(np.clip([a, b], x[0], x[-1]), x, row))
            if not np.isfinite(values).all():
                continue
            low = np.clip((values.min() - y_range[0]) * scale, 0, height)
            high = np.clip(np.floor((values.max() - y_range[0]) * scale) + 1, 0, height)
            image[int(low):int(high), k] += 1
    return image


@pytest.mark.parametrize("x_range", [(0.0, 100.0), (20.0, 31.5), (-30.0, 140.0), (99.0, 100.0)])
def test_density_counts_what_passes_through_each_pixel(x_range):
    rng = np.random.default_rng(3)
    x = np.append(np.sort(rng.uniform(0, 100, 149)), 100.0)
    spectra = np.cumsum(rng.normal(size=(30, 150)), axis=1)
    y_range = (-25.0, 27.0)
    got = density(prepare(x, spectra), x_range, y_range, 40, 33)
    # float32 and float64 may fall on different sides of a pixel border: allow a handful of such pixels
    assert (got != brute(x, spectra, x_range, y_range, 40, 33)).sum() <= 4
    assert got.sum() >= 30


def test_density_leaves_gaps_at_missing_values():
    x = np.arange(100.0)
    spectra = np.ones((120, 100))
    spectra[:, 40:60] = np.nan
    columns = prepare(x, spectra)
    assert columns.has_gaps and columns.y_range == (1.0, 1.0)
    image = density(columns, (0, 99), (0, 2), 33, 10)
    per_column = image.sum(axis=0)
    assert (per_column[:12] == 120).all() and (per_column[15:19] == 0).all() and (per_column[22:] == 120).all()


def test_few_channels_are_joined_by_straight_lines():
    x, spectra = np.array([0.0, 10.0]), np.array([[0.0, 10.0]] * 120)
    image = density(prepare(x, spectra), (0, 10), (0, 10), 100, 100)
    rows, columns = np.nonzero(image)
    assert (np.abs(rows - columns) <= 1).all() and len(set(columns)) == 100


def test_steep_edges_have_no_holes():
    x = np.arange(1000.0)
    spectra = np.where((x > 500)[None], 10.0, 0.0) * np.ones((3, 1))
    image = density(prepare(x, spectra), (0, 999), (-1, 11), 200, 120)
    assert (image[15:105].max(axis=1) == 3).all()  # the vertical part is drawn at every height


def test_large_sets_are_thinned_and_say_so():
    columns = prepare(np.arange(10.0), np.ones((100, 10)), max_values=300)
    assert columns.step == 4 and columns.values.shape == (10, 25)


def test_tint_is_denser_where_more_pass():
    pixels = tint(np.array([[0, 1], [5, 50]]), (10, 20, 30))
    alpha = pixels >> 24
    assert alpha[1, 0] == 0 and 0 < alpha[1, 1] < alpha[0, 0] < alpha[0, 1] == 255


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(5, 60))
def test_thinning_keeps_every_peak(seed, columns):
    rng = np.random.default_rng(seed)
    x = np.sort(rng.uniform(0, 1, 700))
    spectra = rng.normal(size=(3, 700))
    tx, ty = thin(x, spectra, (x[0], x[-1]), columns)
    assert len(tx) <= 2 * columns + 2 and (np.diff(tx) >= 0).all()
    np.testing.assert_allclose(ty.max(axis=1), spectra.max(axis=1))
    np.testing.assert_allclose(ty.min(axis=1), spectra.min(axis=1))


def test_thinning_keeps_wide_gaps():
    spectra = np.ones((1, 1000))
    spectra[0, 300:600] = np.nan
    _, ty = thin(np.arange(1000.0), spectra, (0, 999), 50)
    assert np.isnan(ty).any() and np.isfinite(ty).any()


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000))
def test_picking_finds_the_nearest_polyline(seed):
    rng = np.random.default_rng(seed)
    x = np.arange(30.0)
    spectra = rng.normal(size=(6, 30))
    at = rng.uniform(2, 27), rng.normal()
    pixel = 0.2, 0.05
    fine = np.linspace(0, 29, 20_000)
    distances = [np.hypot((fine - at[0]) / pixel[0], (np.interp(fine, x, s) - at[1]) / pixel[1]).min()
                 for s in spectra]
    row, distance = pick_curve(x, spectra, at, pixel, reach=12.0)
    if min(distances) < 11.9:
        assert distance == pytest.approx(min(distances), abs=0.06)  # the grid is coarse
        assert distances[row] == pytest.approx(min(distances), abs=0.06)
    elif min(distances) > 12.1:
        assert row == -1


def test_nearest_line_knows_its_table():
    assert nearest("nm", 589.1, 240, 850).label == "Na I"
    assert nearest("nm", 589.1, 240, 850).source == "NIST ASD"
    assert nearest("raman-shift", 1085, 100, 1500).label == "Aragonite"
    assert "water" in nearest("nm", 1935, 1100, 2500).label
    assert nearest("cm-1", 5155, 4000, 10000).label == nearest("nm", 1940, 1100, 2500).label
    assert nearest("nm", 700.0, 240, 850) is None and nearest("channel", 3, 0, 10) is None
    assert nearest("eV", 2.1044, 1.5, 5.0).label == "Na I"  # 589.00 nm in air is 2.1044 eV
    for table in (LIBS, NIR, RAMAN):
        assert (np.diff(table.positions) >= 0).all()
        assert len(table.positions) == len(table.labels) == len(table.sources) >= 14
        assert all(label and source for label, source in zip(table.labels, table.sources, strict=True))


def test_emission_lines_agree_with_the_finer_list_of_the_simulation():
    checked = 0
    for position, label in zip(LIBS.positions, LIBS.labels, strict=True):
        known = [wave for wave, _, _ in LINES.get(label.split()[0], ())]
        close = [wave for wave in known if abs(wave - position) < 0.1]
        if close:
            assert min(abs(wave - position) for wave in close) <= 0.0061, (label, position)
            checked += 1
    assert checked >= 45


def test_the_documentation_lists_every_entry_and_with_what_it_was_compared():
    text = (folder("docs") / "reference-lines.md").read_text(encoding="utf-8")
    lines = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("| ")]
    rows = [[cell.strip() for cell in line] for line in lines]
    told = {(row[0], row[1]): row[2:] for row in rows}
    for position, label in zip(LIBS.positions, LIBS.labels, strict=True):
        handbook, second = told[label, f"{position:.2f}"]
        assert abs(float(handbook) - position) <= 0.0061 and (second == "–" or abs(float(second) - position) <= 0.0061)
    compared = 0
    for position, label, source in zip(RAMAN.positions, RAMAN.labels, RAMAN.sources, strict=True):
        stated, how = told[label, f"{position:g}"]
        assert stated == source and how
        compared += how != "not a second time"
        if how.startswith("laboratory list: "):
            assert abs(float(how.removeprefix("laboratory list: ")) - position) <= 2
    assert f"{len(RAMAN.positions) - compared} have been taken from their source" in text
    for position, label in zip(NIR.positions, NIR.labels, strict=True):
        assert (label, f"{position:g}") in told


def test_overtones_are_where_quanta_put_them():
    """n quanta of a stretch near 3,000 (C–H) and 3,500 cm⁻¹ (O–H), less a few per cent of anharmonicity."""
    quanta = {"1st": 2, "2nd": 3}
    for position, label in zip(NIR.positions, NIR.labels, strict=True):
        if "overtone" in label:
            n = quanta[label.split()[1]]
            low, high = (2800, 3100) if label.startswith("C–H") else (3200, 3700)
            assert 0.92 * n * low <= 1e7 / position <= n * high, (label, position)
