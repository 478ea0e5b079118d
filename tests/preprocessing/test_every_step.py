"""What every step keeps, whatever it does."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spectralign_gui.contract import step_checks
from spectralign_gui.contract.step_checks import make
from spectralign_gui.preprocessing.step import create_step, steps
from spectralign_gui.preprocessing.steps.baseline import METHODS

CASES = [
    *[(name, {}) for name in sorted(steps())],
    ("crop", {"ranges": "500-700,800-"}), ("mask", {"ranges": "600-650"}),
    ("mask", {"ranges": "-650", "how": "missing"}),
    ("smooth", {"method": "whittaker"}), ("smooth", {"window": 5, "order": 0}),
    ("derivative", {"order": 2, "per": "channel"}), ("derivative", {"order": 3, "polynomial": 4}),
    *[("baseline", {"method": m}) for m in METHODS if m != "arpls"],
    *[("normalise", {"by": by}) for by in ("sum", "max", "norm")],
    ("normalise", {"by": "band", "band": "650-750"}), ("normalise", {"by": "sum", "regions": "detectors"}),
    ("normalise", {"by": "area", "regions": "400-700,700.1-1100"}),
    ("msc", {"reference": "median"}), ("emsc", {"order": 0}), ("scale", {"by": "pareto"}),
    ("scale", {"by": "range", "centre": False}), ("scale", {"by": "rms", "centre": False}),
    ("centre", {"by": "median"}),
    ("log", {"base": "sqrt"}), ("absorbance", {"scale": "percent"}), ("detrend", {"order": 3}),
    ("resample", {"step": 5.0, "method": "area"}), ("resample", {"step": 3.0, "method": "cubic"}),
    ("resample", {"start": 300.0, "stop": 900.0, "step": 4.0}), ("missing", {"how": "drop-channels"}),
    ("missing", {"how": "drop-samples"}), ("convert-axis", {"to": "cm-1"}),
    ("certified-axis", {"measured": (500.0, 700.0, 930.0), "certified": (501.0, 700.5, 932.0), "degree": 2}),
    ("certified-intensity", {"at": (400.0, 700.0, 1100.0), "factor": (0.5, 1.0, 3.0)}),
    ("certified-intensity", {"at": (600.0, 1000.0), "factor": (0.5, 3.0)}),
    ("shift-axis", {"shift": 2.0, "stretch": 1e-3, "about": 700.0}),
]
IDS = [f"{name}-{'-'.join(str(v) for v in values.values())}" if values else name for name, values in CASES]
every_step = pytest.mark.parametrize("name,values", CASES, ids=IDS)


@every_step
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_input_unchanged_type_kept_repeatable(name, values, dtype):
    step_checks.input_unchanged_type_kept_repeatable(name, values, dtype)


@every_step
def test_saved_and_loaded_it_does_the_same(name, values):
    step_checks.saved_and_loaded_it_does_the_same(name, values)


@every_step
def test_one_spectrum_alone_is_treated_as_in_the_batch(name, values):
    step_checks.one_spectrum_alone_is_treated_as_in_the_batch(name, values)


@every_step
def test_missing_values_are_neither_invented_nor_spread(name, values):
    """A step that keeps the channels leaves gaps as gaps, and does not lose the rest of the spectrum."""
    d = make(missing=4)
    result = create_step(name, **values).fit(d).apply(d)
    missing = np.isnan(d.spectra)
    if name == "missing":
        assert result.missing < d.missing or values.get("how") == "drop-samples"
    elif len(result.axis) == len(d.axis) and name not in ("convert-axis", "resample"):
        assert np.isnan(result.spectra[missing]).all()
        if values.get("how") != "missing" and "at" not in values:  # beyond a certified curve nothing is known
            assert np.isnan(result.spectra).mean(axis=1).max() < 0.3
    rows = ~missing.any(axis=1)
    assert np.array_equal(np.isnan(result.spectra[rows]),
                          np.isnan(create_step(name, **values).fit(d).apply(d.take(np.flatnonzero(rows))).spectra))


@every_step
def test_linear_is_told_truly(name, values):
    step_checks.linear_is_told_truly(name, values)


@pytest.mark.parametrize("name,values", [c for c in CASES if c[0] in (
    "snv", "rnv", "msc", "emsc", "normalise", "log", "absorbance", "despike")])
def test_steps_that_say_not_linear_are_not(name, values):
    assert not steps()[name].linear
    d = make(n=6)
    step = create_step(name, **values).fit(d)
    x, y = np.array(d.spectra[:3]), np.array(d.spectra[3:])
    y[:, 60] += 5.0

    def f(X):
        return step.apply(d.with_(spectra=X, sample_names=("a", "b", "c"))).spectra
    mid, mean = f(0.2 * x + 0.8 * y), 0.2 * f(x) + 0.8 * f(y)
    assert not np.allclose(mid, mean, rtol=1e-6, atol=1e-9)


@every_step
def test_an_uneven_axis_is_no_obstacle(name, values):
    step_checks.an_uneven_axis_is_no_obstacle(name, values)


@pytest.mark.parametrize("name", sorted(steps()))
def test_declarations_make_a_form(name):
    step_checks.declarations_make_a_form(name)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(CASES), st.integers(1, 5), st.integers(1, 30), st.integers(0, 10), st.integers(0, 999),
       st.booleans())
def test_small_odd_data_give_a_result_or_one_sentence(case, n, p, holes, seed, constant):
    step_checks.odd_data_give_a_result_or_one_sentence(*case, n, p, holes, seed, constant)
