"""What every step keeps, whatever it does."""

import json

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spectralign_gui.core import DataError, ParameterError
from spectralign_gui.core.data import Axis, SpectralDataset
from spectralign_gui.preprocessing.step import create_step, step_from_state, steps
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
    ("shift-axis", {"shift": 2.0, "stretch": 1e-3, "about": 700.0}),
]
IDS = [f"{name}-{'-'.join(str(v) for v in values.values())}" if values else name for name, values in CASES]
every_step = pytest.mark.parametrize("name,values", CASES, ids=IDS)


def make(dtype=np.float64, n=7, seed=0, missing=0, uneven=False, p=176):
    """Reflectance-like spectra with bands, noise, and gaps if wanted."""
    rng = np.random.default_rng(seed)
    x = np.linspace(400, 1100, p)
    if uneven:
        x = 400 + 700 * ((x - 400) / 700) ** 1.3
    X = 0.5 + rng.uniform(0, 0.2, (n, 1)) + 2e-4 * (x - 400) * rng.uniform(0.5, 1.5, (n, 1))
    for centre, width in ((500, 12), (700, 25), (930, 15)):
        X = X + rng.uniform(0.1, 0.5, (n, 1)) * np.exp(-0.5 * ((x - centre) / width) ** 2)
    X += 0.002 * rng.normal(size=X.shape)
    for k in range(missing):
        start = int(rng.integers(0, p - 4))
        X[k % n, start:start + 3] = np.nan
    return SpectralDataset("NIR1", X.astype(dtype), Axis(x, "nm"), quantity="reflectance")


@every_step
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_input_unchanged_type_kept_repeatable(name, values, dtype):
    d = make(dtype)
    before = np.array(d.spectra)
    step = create_step(name, **values).fit(d)
    one, two = step.apply(d), step.apply(d)
    assert np.array_equal(d.spectra, before) and not d.spectra.flags.writeable
    assert one.spectra.dtype == dtype and one.spectra.shape == (len(d), len(one.axis)) and one.name == d.name
    assert np.array_equal(one.spectra, two.spectra, equal_nan=True)
    again = create_step(name, **values).fit(d).apply(d)
    assert np.array_equal(one.spectra, again.spectra, equal_nan=True)


@every_step
def test_saved_and_loaded_it_does_the_same(name, values):
    d, later = make(), make(seed=5)
    step = create_step(name, **values).fit(d)
    state = step.to_state()
    plain = json.loads(json.dumps(state, default=lambda a: a.tolist()))
    for loaded in (step_from_state(state), step_from_state(plain)):
        assert loaded.values == step.values
        assert np.array_equal(loaded.apply(later).spectra, step.apply(later).spectra, equal_nan=True)


@every_step
def test_one_spectrum_alone_is_treated_as_in_the_batch(name, values):
    d = make(missing=3)
    step = create_step(name, **values).fit(d)
    whole = step.apply(d).spectra
    if not step.learned:
        step = create_step(name, **values)
    for row in (0, 5):
        alone = (step if step.learned else step.fit(d.take([row]))).apply(d.take([row])).spectra
        assert np.allclose(alone[0], whole[row], rtol=1e-10, atol=1e-12, equal_nan=True)


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
        if values.get("how") != "missing":
            assert np.isnan(result.spectra).mean(axis=1).max() < 0.3
    rows = ~missing.any(axis=1)
    assert np.array_equal(np.isnan(result.spectra[rows]),
                          np.isnan(create_step(name, **values).fit(d).apply(d.take(np.flatnonzero(rows))).spectra))


@every_step
def test_linear_is_told_truly(name, values):
    """`linear` steps are affine: f(ax + by) − f(0) = a(f(x) − f(0)) + b(f(y) − f(0)); the others are not."""
    d = make(n=6)
    step = create_step(name, **values).fit(d)
    rng = np.random.default_rng(1)
    x, y = d.spectra[:3], d.spectra[3:] * rng.uniform(0.5, 2, (3, 1))

    def f(X):
        return step.apply(d.with_(spectra=np.asarray(X), sample_names=("a", "b", "c"))).spectra

    mixed = 0.3 * x + 1.9 * y
    if not step.linear:
        return
    zero = f(np.zeros_like(x))
    left, right = f(mixed) - zero, 0.3 * (f(x) - zero) + 1.9 * (f(y) - zero)
    assert np.allclose(left, right, rtol=1e-8, atol=1e-9 * np.nanmax(np.abs(left)), equal_nan=True)


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
    d = make(uneven=True)
    result = create_step(name, **values).fit(d).apply(d)
    assert (np.diff(result.axis.values) > 0).all()


@pytest.mark.parametrize("name", sorted(steps()))
def test_declarations_make_a_form(name):
    cls = steps()[name]
    assert cls.title and cls.group and cls.help.endswith(".") and len(cls.help) < 140
    names = [p.name for p in cls.parameters]
    assert len(set(names)) == len(names) and (not cls.positional or cls.positional in names)
    for p in cls.parameters:
        assert p.help.endswith(".") and p.title
        assert p.is_automatic(p.default) or p.check(p.default) == p.default
        json.dumps(p.describe())
        if p.when is not None:
            by = next(q for q in cls.parameters if q.name == p.when[0])
            assert by.kind == "choice" and set(p.when[1]) <= set(by.choices)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(CASES), st.integers(1, 5), st.integers(1, 30), st.integers(0, 10), st.integers(0, 999),
       st.booleans())
def test_small_odd_data_give_a_result_or_one_sentence(case, n, p, holes, seed, constant):
    rng = np.random.default_rng(seed)
    X = np.full((n, p), 0.7) if constant else rng.normal(0.5, 1, (n, p))
    for _ in range(holes):
        X[rng.integers(n), rng.integers(p)] = np.nan
    d = SpectralDataset("A", X, Axis(np.sort(rng.uniform(400, 1100, p)), "nm"), quantity="transmittance")
    try:
        result = create_step(case[0], **case[1]).fit(d).apply(d)
    except (DataError, ParameterError) as error:
        text = str(error)
        assert text.endswith(".") and "\n" not in text and len(text) < 250
        return
    assert len(result) == n and not np.isinf(result.spectra).any()
