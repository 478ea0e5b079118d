"""Sentences of the core name instruments and samples where a session knows their names."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import numpy as np
import pytest

from spectralign_gui.contract.problem import make_problem, short
from spectralign_gui.core import DataError, methods
from spectralign_gui.core.errors import SpectrAlignError
from spectralign_gui.core.fitdata import FitData
from spectralign_gui.core.naming import (
    called,
    carrying_names,
    columns_left,
    counted,
    the_instrument,
    the_property,
    the_sample,
    the_samples,
    the_set,
)
from spectralign_gui.core.registry import method, route_of
from spectralign_gui.words.templates import every_template

NUMBERED = re.compile(r"\bset \d|\binstrument \d", re.IGNORECASE)
NAMES = ("Bench top", "Hand held", "Third one")
PROPERTIES = ("Fat, raw (%)", "Größe", "Ash")
EVERY = [n for name in methods() for n in (name, route_of(name)) if n]
CLASSES = {info.estimator.__name__ for info in methods().values()}
A_CLASS = re.compile(r"\b(" + "|".join(sorted(n for n in CLASSES if re.search(r"[a-z][A-Z]", n))) + r")\b")


def test_numbers_without_names_and_names_within_the_call() -> None:
    assert the_set(1) == "set 1" and the_set(1).code == "name.set" and the_instrument(0) == "instrument 1"
    assert the_sample(0, 3) == "row 3" and the_samples(0, [3, 25]) == "rows 3, 25" and the_samples(0, [4]) == "row 4"
    with called(["lab", " "], [["a", "", "c"]]):
        assert the_set(0) == the_instrument(0) == "lab"
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
            fitted = info.create(**short(info)).fit(Xs, monitor=Listen(), **given)
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


BY_NAME = ("instrument.exists", "instrument.not_loaded", "step.no_such_instrument", "model.no_such_instrument",
           "call.set_no_parameter", "call.set_other_method")


def test_pairs_are_refused_by_number_where_the_set_does_not_exist() -> None:
    with called(["lab", "field"]), pytest.raises(SpectrAlignError, match="row 9 of field"):
        FitData.check([np.eye(3), np.eye(3)], [[0, 0, 1, 9]])


def test_no_sentence_of_the_core_counts_sets_by_itself() -> None:
    """Who writes "set {k}" forgets the name: the helper is there for it."""
    root = Path(__file__).resolve().parents[2] / "spectralign_gui" / "core"
    allowed: dict[str, int] = {}
    found = {}
    for file in root.rglob("*.py"):
        count = len(re.findall(r"\b[Ss]et \{|\binstrument \{", file.read_text(encoding="utf-8")))
        if count:
            found[file.name] = count
    assert {name: n for name, n in found.items() if n > allowed.get(name, 0)} == {}
    counting = {code for code, text in every_template().items() if re.search(r"\b[Ss]et \{|\binstrument \{", text)}
    assert counting == {"name.set", "name.instrument", "pairs.no_such_set", *BY_NAME}, "a set without a name has none"


def test_properties_are_named_whatever_columns_are_left() -> None:
    assert the_property(2) == "property 2" and counted(1, "standard") == "1 standard"
    assert counted(0, "standard") == "0 standards" and counted(2, "spectrum", "spectra") == "2 spectra"
    with called(NAMES, properties=PROPERTIES):
        assert the_property(1) == "Größe" and the_property(7) == "property 7"
        with columns_left([0, 2]):
            assert the_property(1) == "Ash"
            with columns_left([1]):
                assert the_property(0) == "Ash"
                with called([], properties=["other"]):
                    assert the_property(0) == "other"
            carried = carrying_names(the_property)
        assert the_property(1) == "Größe"
    with columns_left([3, 5]):
        assert the_property(1) == "property 5"
    assert carried(1) == "Größe", "another thread or process fits other columns"


@pytest.mark.parametrize("name", EVERY)
def test_sentences_name_methods_and_properties_as_the_window_does(name: str) -> None:
    """Refusals and warnings of every method where values are missing or too few, and where it cannot do something."""
    info = method(name)
    assert info.create().title == info.title and ": " not in info.title
    problem = make_problem(info)
    last = len(problem.Xs) - 1
    said: list[str] = []

    def attempt(targets: list[np.ndarray], **changes: object) -> None:
        given = {"pairs": problem.pairs if info.min_sets > 1 else None, "groups": problem.groups, **changes}
        try:
            fitted = info.create(**short(info)).fit(problem.Xs, targets=targets, **given)
        except SpectrAlignError as refusal:
            said.append(str(refusal))
            return
        said.extend(fitted.warnings_)
        for use in (lambda: fitted.transform(problem.Xs[last], last), lambda: fitted.predict(problem.Xs[last], last),
                    lambda: fitted.to_spectra(problem.Xs[last], last, 0), lambda: fitted.resolve(mu=0.5)):
            try:
                use()
            except (SpectrAlignError, NotImplementedError) as refusal:
                said.append(str(refusal))

    with called(NAMES, properties=PROPERTIES):
        # of three properties the first is unknown, of the last only one value is known
        wide = [np.column_stack([np.full(len(t), np.nan), t]) for t in problem.targets]
        attempt(wide)
        attempt([np.where(np.arange(3) < 2, t, np.where(np.arange(len(t))[:, None] == k, t, np.nan)) if not k else
                 np.full_like(t, np.nan) for k, t in enumerate(wide)])
        attempt([np.full_like(t, np.nan) for t in wide])
        if info.min_sets > 1:
            attempt(wide, pairs=None)
            attempt(wide, pairs=problem.pairs[:1])
            attempt([np.full_like(t, np.nan) for t in wide], pairs=problem.pairs[:2])
    assert any("Fat, raw (%)" in sentence for sentence in said)
    wrong = [sentence for sentence in said if A_CLASS.search(sentence) or re.search(
        r"[Pp]ropert(y|ies) \d|Größe has 1|\b1 (standards|samples|values|known values|spectra)\b|instrument A\b",
        sentence)]
    assert wrong == []


def test_a_property_of_which_too_little_is_known_is_the_right_one() -> None:
    """The column that is left out before it does not shift the names."""
    info = methods()["bias"]
    problem = make_problem(info)
    values = np.full((len(problem.Xs[0]), 3), np.nan)
    values[:, 1] = problem.targets[0][:, 0]
    values[0, 2] = 1.0
    with called(NAMES, properties=PROPERTIES), pytest.raises(DataError, match="Ash has 1 known value;"):
        info.create().fit(problem.Xs, problem.pairs, [values, np.full((len(problem.Xs[1]), 3), np.nan)])
    with pytest.raises(DataError, match="property 2 has 1 known value;"):
        info.create().fit(problem.Xs, problem.pairs, [values, np.full((len(problem.Xs[1]), 3), np.nan)])


def test_no_sentence_of_the_core_names_a_class_or_counts_properties_by_itself() -> None:
    root = Path(__file__).resolve().parents[2] / "spectralign_gui" / "core"
    found = {}
    for file in root.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        count = len(re.findall(r"\{type\((self|estimator|transfer)\)\.__name__\}|\bproperty \{", text))
        if count:
            found[file.name] = count
    # helpers, a chart and a table that are given no names, and what Python itself says of an attribute or parameter
    assert found == {"control_chart.py": 1, "coefficients.py": 1, "through_spectra.py": 1, "estimator.py": 1}
    assert [code for code, text in every_template().items() if "property {" in text] == ["name.property"]
