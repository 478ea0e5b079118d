"""What every method has to pass, whoever writes it: new ones are covered as soon as they are registered.

    pytest --pyargs spectralign_gui.contract -k NAME
"""

from __future__ import annotations

import inspect
import re
from dataclasses import replace

import numpy as np
import pytest
from sklearn.base import clone

from spectralign_gui.contract.problem import (
    assert_plain,
    assert_same,
    default_fit,
    distances,
    figures,
    make_problem,
    use,
)
from spectralign_gui.core import DataError, ParameterError, methods
from spectralign_gui.core.base import Alignment
from spectralign_gui.core.registry import MethodInfo

NAMES = list(methods())
CAN = {"transform": "transform", "to_spectra": "to_spectra", "predict": "predict", "resolve": "resolve"}


@pytest.fixture(params=NAMES)
def info(request: pytest.FixtureRequest) -> MethodInfo:
    return methods()[request.param]


# -- declaration -------------------------------------------------------------------------------------
def test_constructor_is_the_declaration(info: MethodInfo) -> None:
    signature = inspect.signature(info.estimator.__init__).parameters
    declared = {p.name: p.default for p in info.estimator.parameters}
    assert list(signature)[1:] == list(declared), "order and names of the constructor's arguments"
    for name, default in declared.items():
        assert signature[name].default == default, f"default of {name}"
    assert set(info.estimator().get_params()) == set(declared)


def test_declaration_is_consistent(info: MethodInfo) -> None:
    cls = info.estimator
    assert issubclass(cls, Alignment)
    assert info.title and info.summary and info.source
    estimator = info.create()  # what it needs may depend on a preset
    assert estimator.needs == info.needs, "needs of the class and of the registry"
    assert (estimator.min_sets, estimator.max_sets) == (info.min_sets, info.max_sets), "sets, likewise"
    for p in info.parameters:
        assert p.title and p.help.rstrip().endswith("."), f"{p.name}: title and one sentence"
        assert p.check(p.default) == p.default, f"{p.name}: its own default is refused"
    assert info.describe()["name"] == info.name


def test_parameters_outside_their_range_are_refused(info: MethodInfo) -> None:
    problem = make_problem(info)
    for p in info.parameters:
        bad: list[object] = [object()] if p.kind not in ("text", "floats", "choice") else []
        if p.kind in ("float", "int"):
            bad += [float("nan"), float("inf")]
            bad += [p.minimum - 1] if p.minimum is not None else []
            bad += [p.minimum] if p.open_minimum else []
            bad += [p.maximum + 1] if p.maximum is not None else []
            bad += [p.maximum] if p.open_maximum else []
        if p.kind == "choice":
            bad.append("no such choice")
        for value in bad:
            estimator = info.create()
            estimator.set_params(**{p.name: value})
            with pytest.raises(ParameterError, match=re.escape(p.label)):
                problem.fit(info, estimator=estimator)


def test_at_most_one_of_those_that_exclude_each_other(info: MethodInfo) -> None:
    some = {"penalty": 0.5, "rank": 3, "variance": 0.9, "omega": 2.0}
    settable = {p.name: p for p in info.parameters}
    for p in info.parameters:
        for other in p.excludes:
            if p.name in some and other in some and other in settable:
                with pytest.raises(ParameterError, match="exclude"):
                    info.create(**{p.name: some[p.name], other: some[other]})


# -- the good case -----------------------------------------------------------------------------------
def test_fit_gives_finite_results_and_leaves_input_alone(info: MethodInfo) -> None:
    problem = make_problem(info)
    before = [a.copy() for a in (*problem.Xs, problem.pairs, *problem.targets)]
    for array in (*problem.Xs, problem.pairs, *problem.targets):
        array.setflags(write=False)
    estimator = info.create()
    parameters = estimator.get_params()
    assert problem.fit(info, estimator=estimator) is estimator
    assert estimator.get_params() == parameters, "fit changed the constructor's arguments"
    for was, now in zip(before, (*problem.Xs, problem.pairs, *problem.targets), strict=True):
        assert np.array_equal(was, now)
    embeddings = getattr(estimator, "embeddings_", None)
    if embeddings is not None:
        assert [len(E) for E in embeddings] == [len(X) for X in problem.Xs]
        assert all(E.shape[1] == estimator.n_components_ and np.isfinite(E).all() for E in embeddings)
    assert all(isinstance(w, str) for w in estimator.warnings_)
    given = use(info, estimator, problem.Xs)
    for name, value in given.items():
        assert np.isfinite(value).all(), name
        assert len(value) == len(problem.Xs[0] if name == "transform A" else problem.Xs[-1])
    if "to_spectra" in given:
        assert given["to_spectra"].shape[1] == problem.Xs[0].shape[1]
    if "predict" in given:
        assert given["predict"].shape[1] == problem.targets[0].shape[1]


def test_it_can_what_it_says_and_says_why_not(info: MethodInfo) -> None:
    """A claimed ability works at the defaults or after changing one choice; the others give the reason."""
    problem, fitted = default_fit(info.name)
    last = len(problem.Xs) - 1
    variants = [{}] + [{p.name: c} for p in info.parameters if p.kind == "choice" for c in p.choices]
    for ability, call in {
        "transform": lambda est: est.transform(problem.Xs[last], last),
        "to_spectra": lambda est: est.to_spectra(problem.Xs[last], last, 0),
        "predict": lambda est: est.predict(problem.Xs[last], last),
    }.items():
        if ability in info.can:
            works = False
            for values in variants:
                try:
                    call(problem.fit(info, **values) if values else fitted)
                    works = True
                    break
                except NotImplementedError as reason:
                    assert len(str(reason)) > 20
            assert works, f"{info.name} says that it can {ability}"
        else:
            with pytest.raises(NotImplementedError) as reason:
                call(fitted)
            assert len(str(reason.value)) > 20, "the reason"


def test_same_seed_same_answer(info: MethodInfo) -> None:
    problem, fitted = default_fit(info.name)
    assert_same(figures(info, problem.fit(info), problem.Xs), figures(info, fitted, problem.Xs), 1e-12, info.name)


def test_a_second_fit_forgets_the_first(info: MethodInfo) -> None:
    (problem, fitted), other = default_fit(info.name), make_problem(info, seed=5)
    used = other.fit(info)
    problem.fit(info, estimator=used)
    assert_same(figures(info, used, problem.Xs), figures(info, fitted, problem.Xs), 1e-12, info.name)


def test_a_clone_is_unfitted(info: MethodInfo) -> None:
    problem, fitted = default_fit(info.name)
    copy = clone(fitted)
    with pytest.raises(DataError, match="not fitted"):
        copy.transform(problem.Xs[0])
    assert repr(copy) == repr(fitted) and copy.get_params() == fitted.get_params()


def test_order_of_rows_does_not_matter(info: MethodInfo) -> None:
    if info.name in ("auto", "auto-marked"):
        pytest.skip("it compares methods on folds, which go by the order of the rows, and has nothing to set instead")
    problem = make_problem(info)
    rng = np.random.default_rng(1)
    orders = [rng.permutation(len(X)) for X in problem.Xs]
    place = [np.argsort(o) for o in orders]
    pairs = np.array([(a, place[a][i], b, place[b][j]) for a, i, b, j in problem.pairs]).reshape(-1, 4)
    shuffled = replace(
        problem, Xs=[X[o] for X, o in zip(problem.Xs, orders, strict=True)], pairs=pairs,
        targets=[t[o] for t, o in zip(problem.targets, orders, strict=True)],
        groups=[g[o] for g, o in zip(problem.groups, orders, strict=True)])
    # nothing automatic: the folds of automatic choices go by rows, another order may choose otherwise
    fixed = {"n_components": 2, "rank": 5, "max_components": 1, "weight": 0.5, "shift": "yes", "ridge_penalty": 0.01}
    values = {p.name: fixed[p.name] for p in info.parameters if p.name in fixed}
    straight, moved = problem.fit(info, **values), shuffled.fit(info, **values)
    if getattr(straight, "embeddings_", None) is not None:
        back = np.concatenate([E[p] for E, p in zip(moved.embeddings_, place, strict=True)])
        found, wanted = distances(back), distances(np.concatenate(straight.embeddings_))
        assert np.abs(found - wanted).max() <= 1e-6 * wanted.max()
    new = [X[:6] + 0.01 for X in problem.Xs]
    assert_same(use_figures(info, moved, new), use_figures(info, straight, new), 1e-6, info.name)


def use_figures(info: MethodInfo, fitted: Alignment, Xs: list[np.ndarray]) -> dict[str, np.ndarray]:
    given = use(info, fitted, Xs)
    return {name: distances(v) if name.startswith("transform") else v for name, v in given.items()}


def test_lists_and_single_precision_are_taken(info: MethodInfo) -> None:
    problem, fitted = default_fit(info.name)
    wanted = figures(info, fitted, problem.Xs)
    lists = replace(problem, Xs=[X.tolist() for X in problem.Xs])
    assert_same(figures(info, lists.fit(info), problem.Xs), wanted, 1e-12, f"{info.name} on lists")
    singles = replace(problem, Xs=[X.astype(np.float32) for X in problem.Xs])
    for value in figures(info, singles.fit(info), singles.Xs).values():
        assert np.isfinite(value).all()


def strided(X: np.ndarray) -> np.ndarray:
    """Every second row and channel of a larger array, backwards, in the other order of bytes, and read-only."""
    large = np.full((2 * len(X), 2 * X.shape[1]), np.nan, dtype=">f8")
    large[::2, ::2] = X[::-1, ::-1]
    large.setflags(write=False)
    return large[-2::-2, -2::-2]


LAYOUTS = {"Fortran order": np.asfortranarray, "strided": strided}


def test_arrays_of_any_layout_are_taken_and_left_alone(info: MethodInfo) -> None:
    problem, fitted = default_fit(info.name)
    wanted = figures(info, fitted, problem.Xs)
    for what, change in LAYOUTS.items():
        other = replace(problem, Xs=[change(X) for X in problem.Xs], targets=[change(t) for t in problem.targets],
                        pairs=np.asfortranarray(problem.pairs.astype(">i2")))
        # sums in another order: what is iterated ends elsewhere within its tolerance
        assert_same(figures(info, other.fit(info), other.Xs), wanted, 1e-6, f"{info.name}, {what}")
        for was, now in zip((*problem.Xs, *problem.targets), (*other.Xs, *other.targets), strict=True):
            assert np.array_equal(was, now), what


def test_numbers_of_any_type_are_taken(info: MethodInfo) -> None:
    """As the same numbers in double precision; those of half the precision within theirs."""
    problem = make_problem(info)
    counts = [np.round(1000 * X) for X in problem.Xs]
    whole = replace(problem, Xs=counts)
    wanted = figures(info, whole.fit(info), counts)
    kind = ">u2" if min(X.min() for X in counts) >= 0 else ">i4"
    integers = replace(problem, Xs=[X.astype(kind) for X in counts])
    assert_same(figures(info, integers.fit(info), integers.Xs), wanted, 1e-12, f"{info.name} on integers")
    singles = [X.astype(">f4") for X in problem.Xs]
    doubles = replace(problem, Xs=[X.astype(np.float64) for X in singles])
    assert_same(figures(info, replace(problem, Xs=singles).fit(info), singles),
                figures(info, doubles.fit(info), doubles.Xs), 1e-3, f"{info.name} in single precision")


def test_the_same_pair_twice_is_one_pair(info: MethodInfo) -> None:
    if info.min_sets < 2:
        pytest.skip("takes one set; there are no pairs")
    problem, fitted = default_fit(info.name)
    twice = replace(problem, pairs=np.concatenate([problem.pairs, problem.pairs[:5], problem.pairs[:2]]))
    assert_same(figures(info, twice.fit(info), problem.Xs), figures(info, fitted, problem.Xs), 1e-12, info.name)


def test_a_live_parameter_gives_what_a_new_fit_gives(info: MethodInfo) -> None:
    live = {p.name for p in info.parameters if p.live}
    problem, fitted = default_fit(info.name)
    if "resolve" not in info.can:
        with pytest.raises(NotImplementedError):
            fitted.resolve(**{next(iter(live), "mu"): 0.5})
        return
    assert live, "it can resolve, but no parameter is live"
    fixed = {"rank": 5, "n_components": 3, "mu": 0.7, "alpha": 0.2}
    start = {p.name: fixed[p.name] for p in info.parameters if p.name in fixed}
    first = problem.fit(info, **start)
    for name, value in {"mu": 0.4, "n_components": 2, "alpha": 0.6}.items():
        if name in live:
            wanted = figures(info, problem.fit(info, **(start | {name: value})), problem.Xs)
            assert_same(figures(info, first.resolve(**{name: value}), problem.Xs), wanted, 1e-5, f"{info.name} {name}")


# -- saving ------------------------------------------------------------------------------------------
def test_a_saved_model_gives_the_same(info: MethodInfo) -> None:
    problem, fitted = default_fit(info.name)
    state = fitted.to_state()
    assert_plain(state)
    loaded = info.estimator.from_state(fitted.get_params(), state)
    wanted = use(info, fitted, problem.Xs)
    found = use(info, loaded, problem.Xs)
    assert_same(found, wanted, 1e-10, f"{info.name} on the training spectra")
    new = [X + 0.01 * np.sin(np.arange(X.shape[1])) for X in problem.Xs]
    assert_same(use(info, loaded, new), use(info, fitted, new), 1e-10, f"{info.name} on new spectra")


def test_transform_of_training_spectra_is_the_embedding(info: MethodInfo) -> None:
    problem, fitted = default_fit(info.name)
    given = use(info, fitted, problem.Xs)
    if "transform" in given and getattr(fitted, "embeddings_", None) is not None:
        scale = np.abs(fitted.embeddings_[-1]).max()
        assert np.abs(given["transform"] - fitted.embeddings_[-1]).max() <= 1e-9 * scale
        assert np.abs(given["transform A"] - fitted.embeddings_[0]).max() <= 1e-9 * np.abs(fitted.embeddings_[0]).max()
