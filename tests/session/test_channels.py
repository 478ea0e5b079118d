"""Methods that compare channel by channel refuse axes that only have the same length."""

import numpy as np
import pytest

from spectralign_gui.core import DataError
from spectralign_gui.core.data import Axis, SpectralDataset, Standard
from spectralign_gui.preprocessing.parse import parse_preprocessing
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
    (make("B", unit="cm-1"), "A is in nm, B in cm-1; convert one axis first")])
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
