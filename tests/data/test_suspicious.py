"""Suspicious axes are found, told in a sentence, and resolved only as chosen."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spectralign_gui.core import DataError
from spectralign_gui.core.data.axis_choices import resolve
from spectralign_gui.core.data.suspicious import inspect_axis


def test_ordinary_axes_are_left_alone():
    for x in (np.arange(400, 1100, 2.0), np.linspace(4000, 400, 1801), np.geomspace(200, 900, 50)):
        report = inspect_axis(x, "nm")
        assert not report.suspicious and report.usable and report.choices == ()
        assert report.descending == (x[0] > x[-1])


@pytest.mark.parametrize("first", [0, 1])
def test_channel_numbers_are_pointed_out(first):
    report = inspect_axis(np.arange(first, first + 512), "nm")
    assert [f.kind for f in report.findings] == ["channel-numbers"]
    assert report.usable and f"{first} to {first + 511}" in report.sentences[0]
    assert not inspect_axis(np.arange(512), "channel").suspicious
    assert not inspect_axis(np.arange(2, 512), "unknown").suspicious


def test_detector_step_back_case_19(shared):
    table = np.loadtxt(shared / "cases" / "19-detector-overlap" / "overlap.txt")
    x, Y = table[:, 0], table[:, 1][None]
    report = inspect_axis(x, "nm")
    (finding,) = report.findings
    assert finding.kind == "step-back" and finding.at == (441,) and not report.usable
    assert report.choices == ("split", "splice", "keep")
    assert "1010 to 990" in finding.message
    left, right = resolve(x, Y, "split")
    assert len(left[0]) == 441 and len(right[0]) == len(x) - 441
    assert np.array_equal(np.concatenate([left[1], right[1]], axis=1), Y)
    ((spliced, values),) = resolve(x, Y, "splice")
    assert (np.diff(spliced) > 0).all()
    jumps = np.flatnonzero(np.diff(values[0]) != 0)
    assert len(jumps) == 1, "a sort would make a saw-tooth"
    assert spliced[jumps[0]] < 1000 <= spliced[jumps[0] + 1]
    ((_, level),) = resolve(x, Y, "splice", at=[995.0], level="offset")
    assert np.allclose(level, 0.30)
    ((_, level),) = resolve(x, Y, "splice", level="factor")
    assert np.allclose(level, 0.30)
    ((kept, values),) = resolve(x, Y, "keep")
    assert np.array_equal(kept, np.arange(1, len(x) + 1)) and np.array_equal(values, Y)


def test_descending_detectors():
    x = np.concatenate([np.arange(100, 59, -1.0), np.arange(65, 20, -1.0)])
    report = inspect_axis(x)
    assert report.descending and report.findings[0].kind == "step-back" and report.findings[0].at == (41,)
    Y = np.concatenate([np.zeros(41), np.ones(45)])[None]
    low, high = resolve(x, Y, "split")
    assert low[0][0] == 21 and low[1].all() and not high[1].any()
    ((spliced, values),) = resolve(x, Y, "splice")
    assert np.array_equal(np.unique(np.diff(spliced)), [1]) and np.count_nonzero(np.diff(values)) == 1


def test_repeated_stray_jumbled_constant_and_not_finite():
    x = np.array([1.5, 2, 2, 3, 4, 5])
    report = inspect_axis(x)
    assert report.findings[0].kind == "repeated" and report.findings[0].at == (2,)
    ((axis, values),) = resolve(x, np.array([[0, 1, 3, 4, 5, 6.0]]), "average")
    assert np.array_equal(axis, [1.5, 2, 3, 4, 5]) and np.array_equal(values, [[0, 2, 4, 5, 6]])

    x = np.array([10.0, 12, 9999, 16, 18, 20, 22])
    report = inspect_axis(x)
    assert report.findings[0].kind == "stray" and report.findings[0].at == (2,)
    ((axis, values),) = resolve(x, np.arange(7.0)[None], "drop")
    assert np.array_equal(axis, [10, 12, 16, 18, 20, 22]) and np.array_equal(values, [[0, 1, 3, 4, 5, 6]])

    rng = np.random.default_rng(0)
    x = rng.permutation(100) + 0.5
    report = inspect_axis(x)
    assert report.findings[0].kind == "jumbled" and report.choices == ("keep", "sort")
    ((axis, values),) = resolve(x, x[None], "sort")
    assert np.array_equal(axis, values[0])

    assert inspect_axis(np.full(5, 3.0)).findings[0].kind == "constant"
    report = inspect_axis([1.5, np.nan, 3.5, np.inf])
    assert report.findings[0].kind == "not-finite" and report.findings[0].at == (1, 3)
    ((axis, values),) = resolve([1.5, np.nan, 3.5, np.inf], np.arange(4.0)[None], "drop")
    assert np.array_equal(axis, [1.5, 3.5]) and np.array_equal(values, [[0, 2]])
    assert inspect_axis([-2.0, 1, 3], "nm").findings[0].kind == "not-positive"
    assert not inspect_axis([-2.0, 1, 3], "raman-shift").suspicious


def test_what_cannot_be_done_is_refused():
    x, Y = np.array([1.5, 3, 2, 4]), np.zeros((1, 4))
    for choice in ("average", "drop", "nonsense"):
        with pytest.raises(DataError):
            resolve(x if choice != "drop" else np.r_[np.arange(10.0), np.arange(5, 15.0)],
                    Y if choice != "drop" else np.zeros((1, 20)), choice)
    with pytest.raises(DataError, match="3 channels but the spectra have 4"):
        resolve(x[:3], Y, "keep")
    long = np.r_[np.arange(10.0), np.arange(5, 15.0)]
    with pytest.raises(DataError, match="outside the overlap"):
        resolve(long, np.zeros((1, 20)), "splice", at=[12.0])
    with pytest.raises(DataError, match="need 1 joints"):
        resolve(long, np.zeros((1, 20)), "splice", at=[7, 8])


@given(st.lists(st.integers(3, 20), min_size=1, max_size=4), st.booleans(), st.integers(0, 1000))
def test_split_loses_nothing(lengths, descending, seed):
    rng = np.random.default_rng(seed)
    parts, start = [], 100.0
    for n in lengths:
        part = start + np.cumsum(rng.uniform(0.5, 1.5, n))
        parts.append(part)
        start = part[0] + 0.6 * (part[-1] - part[0]) - 1.6
    x = np.concatenate(parts)
    x = x[::-1] if descending else x
    Y = rng.normal(size=(2, len(x)))
    report = inspect_axis(x)
    if len(report.findings) and report.findings[0].kind != "step-back":
        return
    split = resolve(x, Y, "split")
    assert len(split) == len(lengths)
    joined = np.concatenate([v for _, v in split], axis=1)
    assert np.array_equal(joined[:, ::-1] if descending else joined, Y)
    ((axis, _),) = resolve(x, Y, "splice")
    assert (np.diff(axis) > 0).all()
