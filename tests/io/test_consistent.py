"""What was read of a table is looked at once more: what is no sample by its numbers is told, whatever it is called."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.errors import SpectrAlignError
from spectralign_gui.io.consistent import inconsistent
from spectralign_gui.io.intake.entries import read_entry
from spectralign_gui.io.read import read_file
from spectralign_gui.io.readers import Block, ReadResult
from tests.io.test_exports_of_programs import cells, codes

X = 1100 + 2.0 * np.arange(40)


def spectra(n, seed=0):
    rng = np.random.default_rng(seed)
    t = np.linspace(0, 1, len(X))
    parts = np.array([np.exp(-((t - c) / 0.2) ** 2) for c in (0.2, 0.5, 0.8)])
    return np.round(0.3 + rng.uniform(0.2, 0.6, (n, 3)) @ parts + rng.normal(0, 5e-4, (n, len(X))), 5)


def written(tmp_path, names, Y, down, x=X):
    corner = "Wavelength (nm)" if down else "Sample"
    lines = [[corner, *cells(x)], *([n, *cells(r)] for n, r in zip(names, Y, strict=True))]
    lines = [list(c) for c in zip(*lines, strict=True)] if down else lines
    path = tmp_path / "a.csv"
    path.write_text("".join(",".join(r) + "\n" for r in lines))
    return path


def names_of(n):
    return [f"s-{k}" for k in range(n)]


@pytest.mark.parametrize("down", [False, True])
@pytest.mark.parametrize(("code", "made"), [("mean", np.mean), ("sum", np.sum)])
@pytest.mark.parametrize("n", [2, 3, 7])
@pytest.mark.parametrize("first", [False, True])
def test_means_and_sums_are_told_whatever_they_are_called(tmp_path, down, code, made, n, first):
    Y = spectra(n)
    own = np.round(made(Y, axis=0), 5)
    order = ["pool", *names_of(n)] if first else [*names_of(n), "pool"]
    result = read_file(written(tmp_path, order, np.vstack([own, Y] if first else [Y, own]), down))
    [note] = [w for w in result.warnings if w.code == f"consistent.{code}_of_others"]
    assert note.facts["names"] == ("pool",) or list(note.facts["names"]) == ["pool"]


@pytest.mark.parametrize("made", [np.median, np.max, np.min, np.ptp, np.std])
@pytest.mark.parametrize("n", [4, 9])
def test_other_statistics_are_told_whatever_they_are_called(tmp_path, made, n):
    Y = spectra(n)
    result = read_file(written(tmp_path, [*names_of(n), "typical"], np.vstack([Y, made(Y, axis=0).round(5)]), False))
    assert "consistent.statistic_of_others" in codes(result)


def test_a_spectrum_that_is_there_twice_is_no_statistic():
    Y = spectra(1) * np.arange(1, 6)[:, None]
    assert inconsistent(ReadResult((Block(np.vstack([Y, Y[-1:]]), X),))) == []


def test_spectra_in_percent_among_fractions_are_told(tmp_path):
    Y = spectra(8)
    Y[5:] *= 100
    assert "consistent.other_scale" in codes(read_file(written(tmp_path, names_of(8), Y, False)))


def test_means_of_groups_are_told(tmp_path):
    Y = spectra(6)
    table = np.vstack([Y[:3], Y[:3].mean(axis=0).round(5), Y[3:], Y[3:].mean(axis=0).round(5)])
    result = read_file(written(tmp_path, ["a1", "a2", "a3", "A", "b1", "b2", "b3", "B"], table, False))
    [note] = [w for w in result.warnings if w.code == "consistent.mean_of_others"]
    assert list(note.facts["names"]) == ["A", "B"]


@pytest.mark.parametrize("seed", range(20))
def test_a_series_without_noise_is_no_mean_of_itself(seed):
    """Two pure spectra in proportions that run evenly: some spectrum is always the mean of others."""
    u = np.linspace(0, 1, 9 + seed)[:, None]
    a, b = spectra(2, seed)
    Y = np.round(u * a + (1 - u) * b, 3)
    assert inconsistent(ReadResult((Block(Y, X),))) == []


def test_a_pure_dilution_is_no_sum_of_itself():
    Y = np.round(np.exp(-((np.arange(20) - 8) / 4.0) ** 2) * np.arange(1, 5)[:, None] / 10, 5)
    assert inconsistent(ReadResult((Block(Y, X[:20]),))) == []


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("n", [1, 2, 5, 60])
def test_sound_spectra_are_told_nothing(tmp_path, n, seed):
    path = written(tmp_path, names_of(n), spectra(n, seed), bool(seed % 2))
    assert not [c for c in codes(read_file(path)) if c.startswith("consistent.") or c == "text.numbers_without_place"]


@pytest.mark.parametrize("title", ["1102 lamp", "K", "z-9"])
def test_a_column_on_another_scale_is_told(tmp_path, title):
    lamp = np.round(3e4 + 2e4 * np.sin(X / 9), 1)
    result = read_file(written(tmp_path, [*names_of(5), title], np.vstack([spectra(5), lamp]), True))
    assert "consistent.other_scale" in codes(result)


def test_a_dilution_is_no_other_scale():
    Y = spectra(1) * 10.0 ** -np.arange(6)[:, None]
    assert inconsistent(ReadResult((Block(Y, X),))) == []


@pytest.mark.parametrize("down", [False, True])
@pytest.mark.parametrize("factor", [1e4, 1e5])
def test_a_lost_decimal_point_is_told(tmp_path, down, factor):
    Y = spectra(5)
    Y[2, 17] *= factor
    result = read_file(written(tmp_path, names_of(5), Y, down))
    [note] = [w for w in result.warnings if w.code == "consistent.far_from_all_around"]
    assert note.facts["position"] == X[17] and note.facts["name"] == "s-2"


def test_lines_of_emission_that_all_spectra_have_are_no_lost_points():
    Y = np.full((4, 40), 0.01) + spectra(4) / 1e4
    Y[:, 20] = (5.0, 7.0, 6.0, 8.0)
    assert inconsistent(ReadResult((Block(Y, X),))) == []


@pytest.mark.parametrize("other", [X[::-1], 1700 + 2.5 * np.arange(40)])
def test_titles_of_a_second_table_among_spectra_are_told(tmp_path, other):
    Y = spectra(8)
    table = [["Sample", *cells(X)], *([f"s-{k}", *cells(r)] for k, r in enumerate(Y))]
    path = tmp_path / "a.csv"
    path.write_text("".join(",".join(r) + "\n" for r in [*table[:5], ["Sample", *cells(other)], *table[5:]]))
    found = codes(read_file(path))
    assert {"consistent.like_an_axis", "text.numbers_without_place", "text.another_table_below"} & set(found)


@pytest.mark.parametrize("more", [1, 2, 5])
def test_lines_of_numbers_that_came_to_nothing_are_told(tmp_path, more):
    """A narrower table above, whose rows are left out."""
    Y, Z = spectra(4 + more, 1)[:, :30], spectra(12, 2)
    rows = [["Sample", *cells(X[:30])], *([f"s-{k}", *cells(r)] for k, r in enumerate(Y))]
    rows += [["Sample", *cells(X + 7)], *([f"q-{k}", *cells(r)] for k, r in enumerate(Z))]
    path = tmp_path / "a.csv"
    path.write_text("".join(",".join(r) + "\n" for r in rows))
    try:
        result = read_file(path)
    except SpectrAlignError:
        return
    read = sum(len(b.spectra) for b in result.blocks)
    assert read == len(Y) + len(Z) or {"text.numbers_without_place", "text.another_table_above"} & codes(result)


@pytest.mark.parametrize("n", [2, 3])
def test_an_axis_that_goes_in_groups_is_told(n):
    """400.1, 400.2, 402.1, 402.2: the first and second repeat at 400 and 402."""
    axis = np.array([400 + 2 * k + 0.1 * j for k in range(20) for j in range(1, n + 1)])
    Y = np.repeat(spectra(3)[:, :20], n, axis=1)
    told = inconsistent(ReadResult((Block(Y, axis),)))
    assert [w.code for w in told] == ["consistent.steps_in_turn"]


@pytest.mark.parametrize("axis", [X, np.concatenate([X[:20], X[20] + 10 * np.arange(20)]),
                                  np.round(340.2 + 0.47 * np.arange(40), 1)])
def test_axes_of_instruments_do_not_go_in_groups(axis):
    assert inconsistent(ReadResult((Block(spectra(4), axis),))) == []


@pytest.mark.parametrize("form", ["{} rep{}", "{} scan {}"])
def test_values_that_run_like_spectra_are_told(tmp_path, form):
    Y = np.repeat(spectra(3), 2, axis=1) + np.tile([0, 0.01], len(X))
    titles = [form.format(v, k) for v in cells(X) for k in (1, 2)]
    path = tmp_path / "a.csv"
    lines = [["Sample", *titles], *([f"s-{k}", *cells(r)] for k, r in enumerate(Y))]
    path.write_text("".join(",".join(r) + "\n" for r in lines))
    result = read_file(path)
    assert result.tables and "consistent.values_like_spectra" in codes(result)


def test_the_import_asks_before_such_a_file_is_taken(tmp_path):
    Y = spectra(4)
    entry = read_entry(written(tmp_path, [*names_of(4), "pool"], np.vstack([Y, Y.mean(axis=0).round(5)]), False))
    assert any("mean of other spectra" in d for d in entry.doubts)
