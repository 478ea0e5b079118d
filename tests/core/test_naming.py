"""Sentences of the core name instruments and samples where a session knows their names."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import numpy as np
import pytest

from spectralign_gui.core import methods
from spectralign_gui.core.errors import SpectrAlignError
from spectralign_gui.core.fitdata import FitData
from spectralign_gui.core.naming import (
    called,
    carrying_names,
    the_instrument,
    the_sample,
    the_samples,
    the_set,
)
from tests.core.method_problem import make_problem

NUMBERED = re.compile(r"\bset \d|\binstrument \d", re.IGNORECASE)
NAMES = ("Bench top", "Hand held", "Third one")


def test_numbers_without_names_and_names_within_the_call() -> None:
    assert the_set(1) == "set 1" and the_set(1, start=True) == "Set 1" and the_instrument(0) == "instrument 1"
    assert the_sample(0, 3) == "row 3" and the_samples(0, [3, 25]) == "rows 3, 25" and the_samples(0, [4]) == "row 4"
    with called(["lab", " "], [["a", "", "c"]]):
        assert the_set(0) == the_set(0, start=True) == the_instrument(0) == "lab"
        assert the_set(1) == "set 1", "a name without a letter is none"
        assert the_set(2) == "set 2" and the_sample(1, 0) == "row 0"
        assert the_samples(0, [0, 1, 2]) == "a, row 1, c"
        assert the_samples(0, [0, 2], most=1) == "a …"
        with called([]):
            assert the_set(0) == "set 0"
        carried = carrying_names(the_set)
        with pytest.raises(ZeroDivisionError), called(["other"]):
            raise ZeroDivisionError
        assert the_set(0) == "lab"
    assert the_set(0) == "set 0" and carried(0) == "lab"
    assert pickle.loads(pickle.dumps(carrying_names(the_set)))(0) == "set 0", "it has to reach another process"


@pytest.mark.parametrize("name", sorted(methods()))
def test_no_method_counts_instruments_that_have_names(name: str) -> None:
    """Warnings, refusals and progress of every method on good and on bad input."""
    info = methods()[name]
    problem = make_problem(info)
    said: list[str] = []

    class Listen:
        def report(self, stage: str, fraction: float, **values: object) -> None:
            said.append(stage)

        def raise_if_cancelled(self) -> None:
            pass

    def attempt(Xs: list[np.ndarray], **changes: object) -> None:
        given = {"pairs": problem.pairs, "targets": problem.targets, "groups": problem.groups, **changes}
        try:
            fitted = info.create().fit(Xs, monitor=Listen(), **given)
            said.extend(fitted.warnings_)
            fitted.transform(Xs[0][:, :-1], 0)
        except (SpectrAlignError, NotImplementedError) as refusal:
            said.append(str(refusal))

    with called(NAMES):
        attempt(problem.Xs)
        attempt([problem.Xs[0], *(np.where(np.arange(X.shape[1]) == 1, np.nan, X) for X in problem.Xs[1:])])
        if "same channels" in info.needs:
            attempt([1e9 * problem.Xs[0], *problem.Xs[1:]])
        attempt([np.ones_like(problem.Xs[0]), *problem.Xs[1:]])
        if problem.targets is not None:
            attempt(problem.Xs, targets=[problem.targets[0][:-1], *problem.targets[1:]])
    assert said and not [sentence for sentence in said if NUMBERED.search(sentence)]
    assert any(n in sentence for sentence in said for n in NAMES)


def test_pairs_are_refused_by_number_where_the_set_does_not_exist() -> None:
    with called(["lab", "field"]), pytest.raises(SpectrAlignError, match="row 9 of field"):
        FitData.check([np.eye(3), np.eye(3)], [[0, 0, 1, 9]])


def test_no_sentence_of_the_core_counts_sets_by_itself() -> None:
    """Who writes "set {k}" forgets the name: the helper is there for it."""
    root = Path(__file__).resolve().parents[2] / "spectralign_gui" / "core"
    allowed = {"naming.py": 2, "fitdata.py": 1}  # a set that does not exist has no name
    found = {}
    for file in root.rglob("*.py"):
        count = len(re.findall(r"\b[Ss]et \{|\binstrument \{", file.read_text(encoding="utf-8")))
        if count:
            found[file.name] = count
    assert {name: n for name, n in found.items() if n > allowed.get(name, 0)} == {}
