"""What every preprocessing step keeps, as checks that the program's tests and an author's own share."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from spectralign_gui.core import DataError, ParameterError
from spectralign_gui.core.data import Axis, SpectralDataset
from spectralign_gui.preprocessing.step import create_step, step_from_state, steps

Values = dict[str, Any]


def make(dtype: Any = np.float64, n: int = 7, seed: int = 0, missing: int = 0, uneven: bool = False,
         p: int = 176) -> SpectralDataset:
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


def input_unchanged_type_kept_repeatable(name: str, values: Values, dtype: Any) -> None:
    """The input is not changed, the type of the numbers is kept, and the same comes out twice."""
    d = make(dtype)
    before = np.array(d.spectra)
    step = create_step(name, **values).fit(d)
    one, two = step.apply(d), step.apply(d)
    assert np.array_equal(d.spectra, before) and not d.spectra.flags.writeable
    assert one.spectra.dtype == dtype and one.spectra.shape == (len(d), len(one.axis)) and one.name == d.name
    assert np.array_equal(one.spectra, two.spectra, equal_nan=True)
    again = create_step(name, **values).fit(d).apply(d)
    assert np.array_equal(one.spectra, again.spectra, equal_nan=True)


def saved_and_loaded_it_does_the_same(name: str, values: Values) -> None:
    """A fitted step comes back from its plain tree, through JSON too."""
    d, later = make(), make(seed=5)
    step = create_step(name, **values).fit(d)
    state = step.to_state()
    plain = json.loads(json.dumps(state, default=lambda a: a.tolist()))
    for loaded in (step_from_state(state), step_from_state(plain)):
        assert loaded.values == step.values
        assert np.array_equal(loaded.apply(later).spectra, step.apply(later).spectra, equal_nan=True)


def one_spectrum_alone_is_treated_as_in_the_batch(name: str, values: Values) -> None:
    """A spectrum alone comes out as among others."""
    d = make(missing=3)
    step = create_step(name, **values).fit(d)
    whole = step.apply(d).spectra
    if not step.learned:
        step = create_step(name, **values)
    for row in (0, 5):
        alone = (step if step.learned else step.fit(d.take([row]))).apply(d.take([row])).spectra
        assert np.allclose(alone[0], whole[row], rtol=1e-10, atol=1e-12, equal_nan=True)


def linear_is_told_truly(name: str, values: Values) -> None:
    """`linear` steps are affine: f(ax + by) − f(0) = a(f(x) − f(0)) + b(f(y) − f(0))."""
    d = make(n=6)
    step = create_step(name, **values).fit(d)
    rng = np.random.default_rng(1)
    x, y = d.spectra[:3], d.spectra[3:] * rng.uniform(0.5, 2, (3, 1))

    def f(X: np.ndarray) -> np.ndarray:
        return step.apply(d.with_(spectra=np.asarray(X), sample_names=("a", "b", "c"))).spectra

    mixed = 0.3 * x + 1.9 * y
    if not step.linear:
        return
    zero = f(np.zeros_like(x))
    left, right = f(mixed) - zero, 0.3 * (f(x) - zero) + 1.9 * (f(y) - zero)
    assert np.allclose(left, right, rtol=1e-8, atol=1e-9 * np.nanmax(np.abs(left)), equal_nan=True)


def an_uneven_axis_is_no_obstacle(name: str, values: Values) -> None:
    """The axis rises afterwards too."""
    d = make(uneven=True)
    result = create_step(name, **values).fit(d).apply(d)
    assert (np.diff(result.axis.values) > 0).all()


def declarations_make_a_form(name: str) -> None:
    """What a step declares makes a form, a command line and a page."""
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


def odd_data_give_a_result_or_one_sentence(name: str, values: Values, n: int, p: int, holes: int, seed: int,
                                           constant: bool) -> None:
    """Small data with holes or without contrast: as many samples and no infinity, or one sentence."""
    rng = np.random.default_rng(seed)
    X = np.full((n, p), 0.7) if constant else rng.normal(0.5, 1, (n, p))
    for _ in range(holes):
        X[rng.integers(n), rng.integers(p)] = np.nan
    d = SpectralDataset("A", X, Axis(np.sort(rng.uniform(400, 1100, p)), "nm"), quantity="transmittance")
    try:
        result = create_step(name, **values).fit(d).apply(d)
    except (DataError, ParameterError) as error:
        text = str(error)
        assert text.endswith(".") and "\n" not in text and len(text) < 250
        return
    assert len(result) == n and not np.isinf(result.spectra).any()
