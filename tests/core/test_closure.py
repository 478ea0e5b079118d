"""Closing predictions of parts of a whole: the same for every method that predicts, on every route."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from spectralign_gui.contract.problem import Problem, make_problem
from spectralign_gui.core import method, methods
from spectralign_gui.core.base import Alignment
from spectralign_gui.core.registry import MethodInfo, route_of
from spectralign_gui.core.regression import close_composition

PREDICT = [name for name, info in methods().items() if "predict" in info.can]
ROUTES = [route_of(name) for name in PREDICT if route_of(name)]
TOTAL = 4.0
NEEDED = {"procrustes": {"embedding": "lpp"}, "affine": {"embedding": "lpp"}}
"""What `only` of the method asks for before it predicts."""


def parts(name: str) -> tuple[MethodInfo, Problem]:
    """A method and spectra whose values lie about 4 and about 0, so that sums and signs both need closing."""
    info = method(name)
    problem = make_problem(info)
    return info, replace(problem, targets=[Y - [6.0, 10.0] for Y in problem.targets])


def fitted(name: str, **values: object) -> tuple[Problem, Alignment]:
    info, problem = parts(name)
    return problem, problem.fit(info, **NEEDED.get(name.partition("/")[0], {}), **values)


@pytest.mark.parametrize("name", [*PREDICT, *ROUTES])
def test_predictions_are_closed_and_nothing_else_changes(name: str) -> None:
    problem, plain = fitted(name)
    _, closed = fitted(name, closure=TOTAL)
    assert closed.chosen_["closure"] == TOTAL and plain.chosen_["closure"] is None
    for k in range(len(problem.Xs)):
        free = plain.predict(problem.Xs[k], k)
        assert (free.sum(axis=1) > TOTAL).any() or (free < 0).any(), "nothing to close: the test would show nothing"
        Y = closed.predict(problem.Xs[k], k)
        np.testing.assert_allclose(Y, close_composition(free, TOTAL), rtol=0, atol=1e-9)
        assert (Y >= 0).all() and (Y.sum(axis=1) <= TOTAL * (1 + 1e-12)).all()
    if hasattr(closed, "linear_model"):
        assert closed.linear_model(len(problem.Xs) - 1) is None, "closed predictions are no linear function"


@pytest.mark.parametrize("name", PREDICT)
def test_a_saved_model_closes_and_an_older_one_leaves_values_as_they_are(name: str) -> None:
    problem, closed = fitted(name, closure=TOTAL)
    last = len(problem.Xs) - 1
    state = closed.to_state()
    again = type(closed).from_state(closed.get_params(deep=False), state)
    np.testing.assert_array_equal(again.predict(problem.Xs[last], last), closed.predict(problem.Xs[last], last))
    older = {n: v for n, v in closed.get_params(deep=False).items() if n != "closure"}
    chosen = {n: v for n, v in state["chosen"].items() if n != "closure"}
    Y = type(closed).from_state(older, {**state, "chosen": chosen}).predict(problem.Xs[last], last)
    assert (Y.sum(axis=1) > TOTAL).any() or (Y < 0).any()


def test_every_method_that_predicts_declares_it() -> None:
    for name in [*PREDICT, *ROUTES]:
        assert [p.name for p in method(name).parameters].count("closure") == 1, name


@pytest.mark.parametrize("name", ["lra", "klra", "bias", "lra/spectra"])
def test_a_property_without_values_stays_unknown_and_takes_no_part(name: str) -> None:
    info, problem = parts(name)
    unknown = [np.column_stack([Y, np.full(len(Y), np.nan)]) for Y in problem.targets]
    closed = replace(problem, targets=unknown).fit(info, closure=TOTAL)
    Y = closed.predict(problem.Xs[1], 1)
    assert np.isnan(Y[:, 2]).all() and np.isfinite(Y[:, :2]).all()
    assert (Y[:, :2].sum(axis=1) <= TOTAL * (1 + 1e-12)).all()


@pytest.mark.parametrize("name", [n for n in PREDICT if "resolve" in methods()[n].can])
def test_solved_again_for_another_weight_it_is_still_closed(name: str) -> None:
    problem, closed = fitted(name, closure=TOTAL)
    live = [p.name for p in methods()[name].parameters if p.live]
    changed = closed.resolve(**({"mu": 0.5} if "mu" in live else {"n_components": 2}))
    last = len(problem.Xs) - 1
    Y = changed.predict(problem.Xs[last], last)
    assert changed.get_params()["closure"] == TOTAL
    assert (Y >= 0).all() and (Y.sum(axis=1) <= TOTAL * (1 + 1e-12)).all()
