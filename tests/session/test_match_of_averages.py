"""Names that match only once repeats are averaged: recognised, said, and done in one change."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.data import Axis, SpectralDataset
from spectralign_gui.session.predict.check_samples import CheckStandard, by_names
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.standards.repeats_match import average_and_match, match_of_averages
from spectralign_gui.session.state import SessionState

FORMS = (str, str.lower, str.upper, lambda n: n.replace("-", "_"), lambda n: n.replace("-", " "))
ENDINGS = ("_{}", "-{}", " ({})", "_rep{}", " scan {}", ".{}")


def data(name, names):
    spectra = np.random.default_rng(len(names)).normal(5, 1, (len(names), 8))
    return SpectralDataset(name, spectra, Axis(np.arange(8.0), "nm"), tuple(names))


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("form", FORMS)
def test_repeats_on_one_side_are_offered_and_matched(form, ending):
    names = [f"Tab-{1000 + 7 * k}{'AB'[k % 2]}" for k in range(12)]
    a = data("bench", names)
    b = data("handheld", [form(n) + ending.format(r) for n in names[:8] for r in (1, 2, 3)])
    assert not match_by_name([a, b]).standards
    found = match_of_averages([a, b])
    assert found is not None and found.instruments == ("handheld",) and found.matched == 8
    assert found.title == "Average repeats of handheld and match" and "8 samples match by name" in found.sentence
    state, report = average_and_match(SessionState((a, b)), found.instruments)
    assert len(report.standards) == len(state.standards) == 8 and len(state.dataset("handheld")) == 8
    assert state.dataset("handheld").repeats == (3,) * 8 and len(state.dataset("bench")) == 12


@pytest.mark.parametrize(("one", "other"), [
    (["S_1", "S_2", "S_3"], ["S_1", "S_2", "S_3"]), (["a", "b"], ["c", "d"]),
    ([f"S{k}_{r}" for k in range(4) for r in (1, 2)],) * 2])
def test_nothing_is_offered_where_it_matches_no_more(one, other):
    assert match_of_averages([data("A", one), data("B", other)]) is None


@pytest.mark.parametrize("ending", ["", *ENDINGS])
@pytest.mark.parametrize("form", [*FORMS, lambda n: n.replace("-", "")])
def test_a_check_spectrum_is_the_standard_that_its_name_says(form, ending):
    names = ["Tab-1021B", "Tab-1042B", "Tab-1042A", "PEL_003"]
    standards = [CheckStandard(n, frozenset({match}), np.ones(1), {}, True) for n, match in zip(
        names, ("tab 1021b", "tab 1042b", "tab 1042a", "pel 003"), strict=True)]
    asked = [form(n) + ending.format(1) for n in names]
    assert [s.label for s in by_names(asked, standards)] == names
    assert by_names(["Tab-1042", "other_1", "", "Tab"], standards) == [None] * 4
