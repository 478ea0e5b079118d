"""What every method has to refuse, and that it can be cancelled."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from spectralign_gui.contract.problem import default_fit, finite_or_refused, make_problem, use
from spectralign_gui.contract.test_method import info  # noqa: F401 - the fixture
from spectralign_gui.core import DataError, PairsError, ParameterError
from spectralign_gui.core.errors import Cancelled
from spectralign_gui.core.registry import MethodInfo


class CancelAt:
    """A monitor that stops the run at its k-th question."""

    def __init__(self, k: int) -> None:
        self.k, self.asked = k, 0

    def report(self, stage: str, fraction: float, **values: object) -> None:
        assert isinstance(stage, str) and stage
        assert -1e-9 <= fraction <= 1 + 1e-9, f"{stage}: fraction {fraction}"

    def raise_if_cancelled(self) -> None:
        self.asked += 1
        if self.asked == self.k:
            raise Cancelled


# -- cancel ------------------------------------------------------------------------------------------
def test_cancel(info: MethodInfo) -> None:
    problem = make_problem(info)
    counter = CancelAt(0)
    problem.fit(info, monitor=counter)
    assert counter.asked >= 1, "the fit never asks whether it should stop"
    # an iteration may take a step more or fewer the next time, as threads share the work
    for k in sorted({1, (counter.asked + 1) // 2, counter.asked - counter.asked // 50}):
        estimator = info.create()
        with pytest.raises(Cancelled):
            problem.fit(info, monitor=CancelAt(k), estimator=estimator)
        with pytest.raises(DataError, match="not fitted"):
            estimator.transform(problem.Xs[0])


# -- bad input ---------------------------------------------------------------------------------------
def spoiled(X: np.ndarray) -> dict[str, object]:
    nan, inf = X.copy(), X.copy()
    nan[3, 2], inf[1, 1] = np.nan, np.inf
    return {"NaN": nan, "inf": inf, "empty": np.zeros((0, X.shape[1])), "no channels": np.zeros((len(X), 0)),
            "one sample": X[:1], "constant": np.full_like(X, 3.0), "all zero": np.zeros_like(X), "flat": X[0],
            "text": np.full(X.shape, "abc"), "every row the same": np.tile(X[0], (len(X), 1))}


def test_bad_spectra_are_refused_with_a_sentence(info: MethodInfo) -> None:
    problem = make_problem(info)
    for k, X in enumerate(problem.Xs):
        for kind, bad in spoiled(X).items():
            with pytest.raises(DataError) as error:
                problem.with_set(k, bad).fit(info)
            assert f"set {k}" in str(error.value), (kind, str(error.value))
            assert str(error.value).endswith("."), kind


def test_the_number_of_sets_is_checked(info: MethodInfo) -> None:
    for count in {info.min_sets - 1, (info.max_sets or 0) + 1} - {0, 1 if info.max_sets is None else 0}:
        if info.min_sets <= count <= (info.max_sets or 99):
            continue
        problem = make_problem(info, n_sets=max(2, count))
        with pytest.raises(DataError, match="instrument"):
            info.create().fit(problem.Xs[:count], None, problem.targets[:count], problem.groups[:count])
    if "same channels" in info.needs:
        problem = make_problem(info)
        with pytest.raises(DataError, match="same channels"):
            problem.with_set(1, problem.Xs[1][:, :-2]).fit(info)


def test_what_is_needed_is_asked_for(info: MethodInfo) -> None:
    problem = make_problem(info)
    if "pairs" in info.needs:
        for none in (None, np.zeros((0, 4), int), []):
            with pytest.raises(PairsError, match="pairs"):
                info.create().fit(problem.Xs, none, problem.targets, problem.groups)
    if "targets" in info.needs:
        for none in (None, [np.full_like(t, np.nan) for t in problem.targets]):
            with pytest.raises(DataError, match=r"targets|reference values"):
                info.create().fit(problem.Xs, problem.pairs, none, problem.groups)
    if "groups" in info.needs:
        with pytest.raises(DataError, match="groups"):
            info.create().fit(problem.Xs, problem.pairs, problem.targets, None)
    if not info.needs & {"targets", "groups"}:  # then they may be missing
        info.create().fit(problem.Xs, problem.pairs if info.min_sets > 1 else None)


def test_bad_pairs_are_refused(info: MethodInfo) -> None:
    if info.min_sets < 2:
        pytest.skip("takes one set; there are no pairs")
    problem = make_problem(info)
    for bad in ([[0, 999, 1, 0]], [[0, 0, 1, 999]], [[0, -1, 1, 0]], [[0, 0, 7, 0]], [[0, 0, 0, 1]],
                [[0, 0.5, 1, 0]], [["a", "b", "c", "d"]], [[0, 1, 1]]):
        with pytest.raises(PairsError):
            replace(problem, pairs=np.array(bad)).fit(info)


def test_too_many_dimensions_are_refused(info: MethodInfo) -> None:
    if "n_components" not in {p.name for p in info.parameters}:
        pytest.skip("has no number of dimensions")
    problem = make_problem(info)
    if info.family == "transfer":  # there it is a number of factors; as many as there are may be taken, with a warning
        try:
            assert problem.fit(info, n_components=5000).warnings_, "fewer were taken without a word"
        except ParameterError as refusal:
            assert "n_components" in str(refusal)
        return
    with pytest.raises(ParameterError, match="n_components"):
        problem.fit(info, n_components=5000)


def test_new_spectra_are_checked(info: MethodInfo) -> None:
    problem, fitted = default_fit(info.name)
    X = problem.Xs[0]
    with pytest.raises(DataError, match="channels"):
        fitted.transform(X[:, :-1], 0)
    with pytest.raises(DataError, match="NaN"):
        fitted.transform(np.where(X[0, 0] == X, np.nan, X), 0)
    with pytest.raises(ParameterError, match="instrument"):
        fitted.transform(X, 17)
    with pytest.raises(ParameterError, match="instrument"):
        fitted.to_spectra(X, 0, 17)


def test_several_instruments_where_it_takes_them(info: MethodInfo) -> None:
    if info.max_sets is not None and info.max_sets < 3:
        pytest.skip(f"takes {info.max_sets} instruments at most")
    problem = make_problem(info, n_sets=3)
    fitted = problem.fit(info)
    embeddings = getattr(fitted, "embeddings_", None)
    if embeddings is not None:
        assert len(embeddings) == 3 and all(np.isfinite(E).all() for E in embeddings)
    for value in use(info, fitted, problem.Xs).values():
        assert np.isfinite(value).all()


def test_repeats_and_many_to_many_pairs(info: MethodInfo) -> None:
    if info.min_sets < 2:
        pytest.skip("takes one set; there are no pairs")
    problem = make_problem(info)
    extra = [(0, 20, 1, 16), (0, 21, 1, 16), (0, 20, 1, 17), (0, 21, 1, 17), (0, 0, 1, 18)]
    repeats = replace(problem, pairs=np.concatenate([problem.pairs, np.array(extra)]))
    found = finite_or_refused(info, repeats, "repeats")
    assert found is not None, "repeats are legal"
