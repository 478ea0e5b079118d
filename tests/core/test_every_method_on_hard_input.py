"""Hard input for every method: a right answer or a clear refusal, never NaN."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from spectralign_gui.contract.problem import (
    Problem,
    default_fit,
    figures,
    finite_or_refused,
    make_problem,
    use,
)
from spectralign_gui.core import DataError, SpectrAlignError, methods
from spectralign_gui.core.registry import MethodInfo
from tests.sampled import sampled


# the automatic transfer stands for itself with one switch set, which makes no difference to what input it takes
@pytest.fixture(params=[name for name in methods() if name != "auto-marked"])
def info(request: pytest.FixtureRequest) -> MethodInfo:
    return methods()[request.param]


def is_scaled(info: MethodInfo) -> bool:
    """Whether the method scales each set by default, so that the unit of a set makes no difference."""
    return {p.name: p.default for p in info.parameters}.get("scaling") == "centre-rms"


FACTORS = [1e-150, 1e-100, 1e-12, 1e12, 1e100, 1e150, 1e300]


def test_the_unit_of_the_spectra_does_not_matter(info: MethodInfo) -> None:
    for factor in sampled(FACTORS, info.name, 3):
        in_another_unit(info, factor)


def in_another_unit(info: MethodInfo, factor: float) -> None:
    problem, fitted = default_fit(info.name)
    wanted = figures(info, fitted, problem.Xs)
    found = finite_or_refused(info, problem.rescaled([factor] * len(problem.Xs)), f"{info.name} × {factor}")
    assert found is not None, "a unit is no reason to refuse"
    if not is_scaled(info) and info.family != "transfer":
        return
    units = {"to_spectra": factor, "distances of transform": factor if info.family == "transfer" else 1.0}
    for name, value in wanted.items():
        gap = np.abs(found[name] / units.get(name, 1.0) - value).max()
        assert gap <= 1e-5 * np.abs(value).max(), (name, factor)


DIFFERENT = [(1e12, 1e-12, 1.0), (1e-12, 1e12, 1.0), (1.0, 1e100, 1.0), (1e100, 1.0, 1.0)]


def test_instruments_in_different_units(info: MethodInfo) -> None:
    """The right answer, or a refusal: never A's model on spectra in another unit."""
    if info.max_sets == 1:
        pytest.skip("takes one instrument")
    for factors in sampled(DIFFERENT, info.name, 2):
        in_different_units(info, factors)


def in_different_units(info: MethodInfo, factors: tuple[float, ...]) -> None:
    problem, fitted = default_fit(info.name)
    wanted = figures(info, fitted, problem.Xs)
    used = list(factors[:len(problem.Xs)])
    found = finite_or_refused(info, problem.rescaled(used), f"{info.name} × {used}")
    if found is None:
        assert not is_scaled(info), "after scaling each set there is nothing to refuse"
        return
    if not is_scaled(info) and info.family != "transfer":
        return
    for name in ("distances", "eigenvalues", "predict"):
        if name in wanted:
            assert np.abs(found[name] - wanted[name]).max() <= 1e-5 * np.abs(wanted[name]).max(), (name, factors)
    if "to_spectra" in wanted:
        gap = np.abs(found["to_spectra"] / used[0] - wanted["to_spectra"]).max()
        assert gap <= 1e-5 * np.abs(wanted["to_spectra"]).max()


def test_hundredfold_intensities_are_pointed_out(info: MethodInfo) -> None:
    if info.family != "transfer" or getattr(info.estimator, "learns_gain", True):
        pytest.skip("a common factor makes no difference to it")
    problem = make_problem(info)
    fitted = problem.rescaled([1.0, 3000.0, 1.0][:len(problem.Xs)]).fit(info)
    assert any("same unit" in w for w in fitted.warnings_)
    assert not any("same unit" in w for w in default_fit(info.name)[1].warnings_)


def hard_spectra(problem: Problem) -> dict[str, list[np.ndarray]]:
    rng = np.random.default_rng(0)
    ramp = [np.outer(np.linspace(1, 2, len(X)), X[0]) for X in problem.Xs]
    return {
        "channels from 1e-12 to 1e12": [X * np.logspace(-12, 12, X.shape[1]) for X in problem.Xs],
        "channels from 1e12 to 1e-12": [X * np.logspace(12, -12, X.shape[1]) for X in problem.Xs],
        "channels from 1e-100 to 1e100": [X * np.logspace(-100, 100, X.shape[1]) for X in problem.Xs],
        "rows from 1e-12 to 1e12": [X * np.logspace(-12, 12, len(X))[:, None] for X in problem.Xs],
        "one row of 1e100": [np.vstack([X[:1] * 1e100, X[1:]]) for X in problem.Xs],
        "an offset of 1e9": [X + 1e9 for X in problem.Xs],
        "an offset that rounds all away": [X + 1e15 for X in problem.Xs],
        "ill-conditioned": [X @ (1 / (1 + np.add.outer(*[np.arange(X.shape[1])] * 2))) for X in problem.Xs],
        "rank one but for rounding": [X * (1 + 1e-15 * rng.standard_normal(X.shape)) for X in ramp],
        "small numbers in single precision": [(X * 1e-30).astype(np.float32) for X in problem.Xs],
        "large numbers in single precision": [(X * 1e30).astype(np.float32) for X in problem.Xs],
    }


def test_hard_spectra_give_finite_numbers_or_a_refusal(info: MethodInfo) -> None:
    problem = make_problem(info)
    for what, Xs in sampled(hard_spectra(problem).items(), info.name, 4):
        finite_or_refused(info, replace(problem, Xs=Xs), f"{info.name} on {what}")


def test_hard_reference_values(info: MethodInfo) -> None:
    problem, fitted = default_fit(info.name)
    wanted = figures(info, fitted, problem.Xs)
    for factor in (1e-90, 1e90):  # another unit of the values
        found = finite_or_refused(info, replace(problem, targets=[t * factor for t in problem.targets]), "values")
        assert found is not None
        if "predict" in wanted:
            assert np.abs(found["predict"] / factor - wanted["predict"]).max() <= 1e-5 * np.abs(wanted["predict"]).max()
    for value in (0.0, 5.0):
        constant = replace(problem, targets=[np.full_like(t, value) for t in problem.targets])
        finite_or_refused(info, constant, "values that are all the same")
    for factor in (1e-200, 1e200):
        with pytest.raises(DataError, match="targets of set 0"):
            replace(problem, targets=[t * factor for t in problem.targets]).fit(info)


def test_a_property_without_any_value_is_left_out_with_a_sentence(info: MethodInfo) -> None:
    problem, fitted = default_fit(info.name)
    wanted = figures(info, fitted, problem.Xs)
    more = replace(problem, targets=[np.insert(t, 1, np.nan, axis=1) for t in problem.targets]).fit(info)
    assert any("Property 1" in w and "left out" in w for w in more.warnings_)
    given, last = use(info, more, problem.Xs), len(problem.Xs) - 1
    if "predict" in given:
        assert np.isnan(given["predict"][:, 1]).all()
        known = np.delete(given["predict"], 1, axis=1)
        assert np.abs(known - wanted["predict"]).max() <= 1e-12 * np.abs(wanted["predict"]).max()
        loaded = info.estimator.from_state(more.get_params(), more.to_state())
        assert np.array_equal(loaded.predict(problem.Xs[last], last), given["predict"], equal_nan=True)
    if "resolve" in info.can:
        again = more.resolve(mu=0.5) if "mu" in more.get_params() else more.resolve(n_components=1)
        assert again.unknown_properties_ == [1] and any("Property 1" in w for w in again.warnings_)
    if "targets" not in info.needs:  # those that need values refuse: test_what_is_needed_is_asked_for
        none = replace(problem, targets=[np.full_like(t, np.nan) for t in problem.targets])
        fitted = none.fit(info)
        with pytest.raises(NotImplementedError):
            fitted.predict(problem.Xs[last], last)


def test_what_is_automatic_asks_for_no_more_dimensions_than_there_are(info: MethodInfo) -> None:
    problem = make_problem(info)
    for n, pairs in ((2, 2), (2, 1), (3, 3), (3, 1)):
        few = replace(problem, Xs=[X[:n] for X in problem.Xs], targets=[t[:n] for t in problem.targets],
                      groups=[g[:n] for g in problem.groups], pairs=problem.pairs[problem.pairs[:, 1] < pairs])
        try:
            few.fit(info)
        except SpectrAlignError as refusal:
            assert "n_components is" not in str(refusal) and "dimensions are asked for" not in str(refusal)


def awkward(problem: Problem) -> dict[str, Problem]:
    doubled = replace(problem, Xs=[np.concatenate([X[:20], X[:4]]) for X in problem.Xs],
                      targets=[np.concatenate([t[:20], t[:4]]) for t in problem.targets],
                      groups=[np.concatenate([g[:20], g[:4]]) for g in problem.groups])
    flat = [X.copy() for X in problem.Xs]
    for X in flat:
        X[:, 3], X[:, 5] = 7.0, 0.0
    twin = [X[:, np.arange(X.shape[1]) // 2 * 2] for X in problem.Xs]
    rank_one = [np.outer(np.linspace(1, 2, len(X)), X[0]) for X in problem.Xs]
    two_rows = replace(problem, Xs=[X[:2] for X in problem.Xs], targets=[t[:2] for t in problem.targets],
                       groups=[g[:2] for g in problem.groups], pairs=problem.pairs[problem.pairs[:, 1] < 2])
    steep = [X * np.logspace(0, -9, X.shape[1]) for X in problem.Xs]
    return {"duplicated rows": doubled, "constant channels": replace(problem, Xs=flat),
            "duplicated channels": replace(problem, Xs=twin), "spectra of rank one": replace(problem, Xs=rank_one),
            "two samples": two_rows, "one pair": replace(problem, pairs=problem.pairs[:1]),
            "channels of very different size": replace(problem, Xs=steep)}


def test_awkward_but_legal_spectra(info: MethodInfo) -> None:
    for what, other in sampled(awkward(make_problem(info)).items(), info.name, 4):
        finite_or_refused(info, other, f"{info.name}, {what}")
