"""Methods that compare channel by channel refuse axes that only have the same length."""

import numpy as np
import pytest

from spectralign_gui.core import DataError
from spectralign_gui.core.data import Axis, SpectralDataset, Standard, Targets
from spectralign_gui.preprocessing.parse import parse_preprocessing
from spectralign_gui.session.compare.evaluate import compare
from spectralign_gui.session.compare.plan import ComparisonPlan
from spectralign_gui.session.run import execute
from spectralign_gui.session.state import SessionState


def make(name, first=400.0, p=60, unit="nm"):
    rng = np.random.default_rng(0)
    x = first + 2 * np.arange(p)
    X = np.exp(-0.5 * ((x - 450) / 12) ** 2) * rng.uniform(0.5, 2, (12, 1)) + 0.01 * rng.normal(size=(12, p))
    return SpectralDataset(name, X, Axis(x, unit))


def state(b, words=(), method="sa"):
    standards = tuple(Standard({"A": (k,), b.name: (k,)}) for k in range(6))
    return SessionState((make("A"), b), standards, parse_preprocessing(words), method)


@pytest.mark.parametrize("b,words", [
    (make("B", 402.0), r"the axis of B is that of A \+2 nm.*wavelength check, or resample"),
    (make("B", p=61), "60 channels.*61.*add the step Resample"),
    (make("B", unit="cm-1"), r"The axes have different units \(A: nm; B: cm⁻¹\); convert one axis first")])
def test_other_axes_are_refused_with_advice(b, words):
    with pytest.raises(DataError, match=words):
        execute(state(b))
    if b.axis.unit == "nm":
        result = execute(state(b, ["resample"]))
        assert result.datasets[0].axis.same_as(result.datasets[1].axis)
        assert any("loses" in w for w in result.warnings)


def test_nearly_equal_axes_and_methods_with_own_channels_are_served():
    execute(state(make("B", 400.05)))
    execute(state(make("B", 402.0, p=70), method="lra"))


def with_values(d):
    values = np.random.default_rng(1).random((12, 1)) + d.spectra.max(axis=1, keepdims=True)
    return d.with_(targets=Targets(("oil",), values))


def test_a_comparison_says_which_transfers_cannot_be_used_and_keeps_the_others():
    standards = tuple(Standard({"A": (k,), "B": (k,)}) for k in range(12))
    session = SessionState((with_values(make("A")), with_values(make("B", 402.0))), standards)
    result, _, _ = compare(session, ComparisonPlan(["pds", "ds"], standards=[5], repeats=1))
    assert "PDS" in result.left_out["pds"] and "resample" in result.left_out["pds"]
    assert ("pds", 5, 0) not in result.cells
    assert "error" not in result.cells["ds", 5, 0], "it makes A's channels from B's, whatever those are"
    same, _, _ = compare(session.with_(datasets=(session.datasets[0], with_values(make("B")))), ComparisonPlan(["pds"],
                         standards=[5], repeats=1))
    assert "error" not in same.cells["pds", 5, 0]
