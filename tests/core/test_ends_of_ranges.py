"""Every parameter at the ends of its declared range: a finite answer or one clear sentence, no warning of numpy."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from spectralign_gui.contract.problem import make_problem
from spectralign_gui.core import DataError, ParameterError, SpectrAlignError, methods
from spectralign_gui.core.parameters import LARGEST, SMALLEST, Parameter

SLOW = {"auto", "auto-marked", "dasr", "dwpds", "lra-cluster", "rlra", "slra"}
"""Methods whose fit takes long at some of the ends; their parameters are those of others."""


def ends(parameter: Parameter) -> list:
    if parameter.kind == "floats":
        return [(LARGEST, SMALLEST), (0.0, 0.0), (-1.0, 1.0), (1.0,) * 5]
    if parameter.kind not in ("float", "int"):
        return []
    low, high = parameter.minimum, parameter.maximum
    if parameter.kind == "int":
        return [-10**6 if low is None else int(low), 10**6 if high is None else int(high)]
    least = -LARGEST if low is None else SMALLEST if low == 0 and parameter.open_minimum else (
        np.nextafter(low, np.inf) if parameter.open_minimum else low)
    most = LARGEST if high is None else np.nextafter(high, -np.inf) if parameter.open_maximum else high
    return [float(least), float(most)]


def use(info, problem, **values) -> SpectrAlignError | None:
    """Why it was not fitted, if it was not; all that it gives is looked at."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            fitted = problem.fit(info, **values)
        except SpectrAlignError as error:
            return error
        for k, X in enumerate(problem.Xs):
            for what in ("transform", "to_spectra", "predict"):
                try:
                    found = getattr(fitted, what)(X * 1.01, k)
                except (NotImplementedError, SpectrAlignError) as error:
                    assert str(error).strip()
                    continue
                assert np.isfinite(found).all(), what
                assert np.abs(found).max() < 1e30, what
    return None


@pytest.mark.parametrize("name", sorted(set(methods()) - SLOW))
def test_one_parameter_at_its_end(name):
    info = methods()[name]
    problem = make_problem(info)
    words = [w for p in info.parameters for w in (p.label, p.name)] + ["own regression vector", "penalty"]
    for parameter in info.parameters:
        refused = [use(info, problem, **{parameter.name: value}) for value in ends(parameter)]
        for error in filter(None, refused):
            assert isinstance(error, ParameterError | DataError), (parameter.name, error)
            assert any(word in str(error) for word in words), (parameter.name, error)
        if parameter.kind in ("float", "int"):
            assert None in refused, (parameter.name, "no end of its range can be used", refused)


@pytest.mark.parametrize("name", ["dipls", "mdipls"])
def test_a_penalty_beside_which_everything_vanishes(name):
    info = methods()[name]
    assert use(info, make_problem(info), penalty=LARGEST, max_components=60) is None


@pytest.mark.parametrize("value", [1e300, -1e300, 1e-300, 1e61])
def test_sizes_that_cannot_be_calculated_with(value):
    single = Parameter("size", "float", 1.0, "Size", "A size.")
    several = Parameter("sizes", "floats", (), "Sizes", "Some sizes.")
    with pytest.raises(ParameterError, match=r"[Ss]ize.* is .* to calculate with"):
        single.check(value)
    with pytest.raises(ParameterError, match="to calculate with"):
        several.check((1.0, value))
    assert single.check(0.0) == 0.0
