"""Exported coefficients predict what the chain predicts."""

import csv
import io

import numpy as np
import pytest

from spectralign_gui.core import create
from spectralign_gui.core.errors import ParameterError
from spectralign_gui.core.regression import own_coefficients
from spectralign_gui.core.transfers.coefficients import affine_parts, export_coefficients


def smooth_and_crop(X):
    X = np.asarray(X)
    return (0.25 * X[:, :-2] + 0.5 * X[:, 1:-1] + 0.25 * X[:, 2:])[:, 4:] - 0.1


def snv(X):
    return (X - X.mean(axis=1, keepdims=True)) / X.std(axis=1, keepdims=True)


@pytest.mark.parametrize("name", ["none", "mean-shift", "bias", "slope-bias", "ds", "pds", "dwpds", "sst", "epo",
                                  "glsw", "spiked", "osc", "dipls", "joint-ridge", "target-only"])
def test_equal_predictions_through_the_table(name, instruments):
    d = instruments
    est = create(name).fit([smooth_and_crop(d["A"]), smooth_and_crop(d["B"])], pairs=d["pairs"],
                           targets=[d["Y"], None])
    axis = np.linspace(1100, 2400, 60)
    exported = export_coefficients(est, preprocess=smooth_and_crop, axis=axis, unit="nm", properties=("fat", "water"),
                                   units=("%", "%"))
    expected = est.predict(smooth_and_crop(d["new_b"]), instrument=1)
    assert np.allclose(exported.predict(d["new_b"]), expected, atol=1e-6)
    text = io.StringIO()
    csv.writer(text).writerows(exported.rows())
    rows = list(csv.reader(io.StringIO(text.getvalue())))
    assert rows[0] == ["channel (nm)", "fat (%)", "water (%)"] and rows[1][0] == "intercept"
    table = np.array([[float(v) for v in row] for row in rows[2:]])
    model = own_coefficients(table[:, 1:], [float(v) for v in rows[1][1:]], axis=table[:, 0], data_axis=axis)
    assert np.allclose(model.predict(d["new_b"]), expected, atol=1e-6)


def test_what_is_not_linear_is_refused(instruments):
    d = instruments
    est = create("mean-shift").fit([snv(d["A"]), snv(d["B"])], pairs=d["pairs"], targets=[d["Y"], None])
    with pytest.raises(ParameterError, match="not linear"):
        export_coefficients(est, preprocess=snv, n_channels=60)
    for other in (create("msc"), create("mean-shift", regression="svr")):
        other.fit([d["A"], d["B"]], pairs=d["pairs"], targets=[d["Y"], None])
        with pytest.raises(ParameterError, match="not a linear model"):
            export_coefficients(other)


def test_affine_parts():
    matrix, offset = affine_parts(smooth_and_crop, 12)
    X = np.random.default_rng(0).normal(size=(3, 12))
    assert np.allclose(X @ matrix + offset, smooth_and_crop(X))


def test_a_closed_sum_is_named_as_the_reason(instruments):
    d = instruments
    closed = create("mean-shift", closure=100.0).fit([d["A"], d["B"]], pairs=d["pairs"], targets=[d["Y"], None])
    with pytest.raises(ParameterError, match="scaled to a sum of 100"):
        export_coefficients(closed, 1)
