"""The shipped sample spectra are what the generator in the repository makes, and make sense."""

from __future__ import annotations

import csv

import numpy as np
import pytest

from spectralign_gui import shipped
from spectralign_gui.core.data import match_key
from spectralign_gui.core.measures.short_circuits import between_group_share
from spectralign_gui.io.read import read_dataset
from spectralign_gui.io.samples import load_sample_session
from spectralign_gui.io.targets import read_targets
from spectralign_gui.session.run import execute
from spectralign_gui.session.state.reference_values import join_by_name
from tools.samples import libs, raman, toys
from tools.samples.lines import LINES


def table(path: str) -> tuple[list[str], list[list[str]]]:
    with shipped.sample(path).open(encoding="utf-8", newline="") as stream:
        rows = [row for row in csv.reader(stream) if not row[0].startswith("#")]
    return rows[0], rows[1:]


@pytest.mark.parametrize("name", shipped.SAMPLE_SETS)
def test_every_set_is_complete(name):
    _, spectra, pairs, targets, _ = shipped.SAMPLE_SETS[name]
    names = []
    for path in spectra:
        header, rows = table(path)
        assert header[0] == "Sample" and all(len(r) == len(header) for r in rows)
        names.append([r[0] for r in rows])
    _, rows = table(pairs)
    assert len(rows) >= 8
    for row in rows:
        assert row[0] in names[0] and row[1] in names[1]
    _, rows = table(targets)
    assert {r[0] for r in rows} >= {*names[0], *names[1]}


def test_small_enough_to_ship():
    total = sum(f.stat().st_size for f in shipped.folder("sample_spectra").rglob("*") if f.is_file())
    assert total < 8e6


def test_libs_files_come_from_the_generator():
    data = libs.simulate()
    header, rows = table("libs/libs_lab.csv")
    np.testing.assert_allclose([float(h) for h in header[1:]], libs.LAB.axis, rtol=1e-5)
    by_name = {r[0]: np.array(r[1:], float) for r in rows}
    for name, spectrum in zip(data["names"], data["lab"], strict=True):
        if name in by_name:
            np.testing.assert_allclose(by_name[name], spectrum, atol=0.51)


def test_compositions_close_to_at_most_100():
    oxides, _ = libs.compositions(500, np.random.default_rng(0))
    assert (oxides >= 0).all() and (oxides.sum(axis=1) <= 100).all()


def test_the_sodium_doublet_sits_where_it_should():
    data = libs.simulate(count=12)
    for key, instrument, tolerance in (("lab", libs.LAB, 0.3), ("field", libs.FIELD, 0.6)):
        near = np.flatnonzero(np.abs(instrument.axis - 589.2) < 4)
        peak = instrument.axis[near[data[key].mean(axis=0)[near].argmax()]]
        assert abs(peak - 589.1) < tolerance


def test_all_elements_have_lines():
    assert set(LINES) == {"Si", "Al", "Fe", "Mg", "Ca", "Na", "K", "Ti", "Mn", "O", "H", "C"}
    assert all(200 < w < 900 and s > 0 and e > 0 for lines in LINES.values() for w, s, e in lines)


def test_raman_bands_appear_on_both_instruments():
    data = raman.simulate()
    k = data["names"].index("Calcite")
    for stem, shift in (("green", 0.0), ("red", 1.6)):
        axis, spectrum = data[f"{stem}_axis"], data[stem][k]
        window = np.flatnonzero(np.abs(axis - 1085) < 40)
        assert abs(axis[window[spectrum[window].argmax()]] - 1085 - shift) < 6


def test_lifting_keeps_distances():
    points = toys.dollar()["first"]
    lifted = toys.lift(points)
    np.testing.assert_allclose(lifted @ lifted.T, points @ points.T, atol=1e-12)


@pytest.mark.parametrize(("name", "unit", "channels"), [("libs", "nm", 2800), ("raman", "raman-shift", 1024),
                                                        ("dollar", "channel", 40), ("sines", "channel", 40),
                                                        ("curves", "channel", 40)])
def test_sample_files_are_read_without_a_question(name, unit, channels):
    _, spectra, _, targets, _ = shipped.SAMPLE_SETS[name]
    data = read_dataset(shipped.sample(spectra[0]))
    assert (data.axis.unit, len(data.axis)) == (unit, channels)
    assert all("numbers the channels" in w for w in data.warnings) and bool(data.warnings) == (unit == "channel")
    assert match_key(data.sample_names[0]) and (data.groups is None) == (name == "libs")
    joined = join_by_name(data, (table := read_targets(shipped.sample(targets))).names, table.targets)
    assert joined.matched == len(data)


def test_toys_are_the_same_points_turned_and_scaled():
    for data in (toys.dollar(), toys.crossing_sines(), toys.s_curves()):
        a, b = (x - x.mean(axis=0) for x in (data["first"], data["second"]))
        u, s, vt = np.linalg.svd(a.T @ b)
        scale = s.sum() / (a**2).sum()
        residual = np.linalg.norm(b - scale * a @ u @ vt) / np.linalg.norm(b)
        assert residual < 0.1


def test_toys_show_what_their_sentence_says():
    """The S-curves and the dollar sign: much weight between the curves with LRA, little with the kernel form."""
    for name in ("curves", "dollar"):
        state = load_sample_session(name)
        shares = {}
        for method in ("lra", "klra"):
            run = execute(state.with_(method=method))
            shares[method] = between_group_share(run.estimator.reconstructions_[0], run.datasets[0].groups,
                                                 diagonal=False)
        assert shares["lra"] > 0.15 and shares["klra"] < 0.5 * shares["lra"]
