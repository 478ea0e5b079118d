"""New spectra are matched to the lists of suggested samples."""

from __future__ import annotations

import pytest

from spectralign_gui.core.errors import PairsError
from spectralign_gui.session.standards.measuring_list import measured, measuring_table, returned
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.standards.returned_samples import coming_back, is_measuring_list, mark_listed, take_back
from spectralign_gui.session.standards.rounds import SuggestionRound
from spectralign_gui.session.standards.suggestion import suggest_samples
from spectralign_gui.session.state import SessionState
from tests.ui.helpers import make_dataset


@pytest.fixture
def state():
    a, b = make_dataset("m5", seed=1), make_dataset("mp5", p=50, seed=2).take(range(6))
    made = SessionState((a, b), match_by_name((a, b)).standards)
    found = suggest_samples(made, 4, budgets={"m5": 4, "mp5": 0})
    return made.with_(rounds=(SuggestionRound("Round 1", tuple(found), "tau"),))


def new_spectra(state, extra=0, name="new"):
    everything = make_dataset("mp5", p=50, seed=2)
    listed = [s.row for s in state.rounds[0].found]
    rest = [r for r in range(6, len(everything)) if r not in listed]
    return everything.take(listed + rest[:extra]).with_(name=name)


def test_spectra_of_the_list_are_known_added_and_marked(state):
    new = new_spectra(state)
    back = coming_back(state, new)
    assert back.sure and back.instruments == ("mp5",) and len(back.listed) == 4
    after = take_back(state, new, "mp5")
    assert len(after.dataset("mp5")) == 10 and len(after.standards) == 10
    assert measured(after, state.rounds[0].found) == 4 and measured(state, state.rounds[0].found) == 0
    for s in state.rounds[0].found:
        standard = next(t for t in after.standards if t.touches("m5", s.row))
        assert after.dataset("mp5").sample_names[standard.rows["mp5"][0]] == s.sample
    assert coming_back(after, new) is None, "nothing is waited for any more"


def test_other_spectra_are_asked_about_or_left_alone(state):
    assert not coming_back(state, new_spectra(state, extra=3)).sure
    assert coming_back(state, new_spectra(state, extra=3)).others == 3
    assert not coming_back(state, new_spectra(state, extra=3)).mostly_others
    assert coming_back(state, new_spectra(state, extra=5)).mostly_others, "a whole set: adding it is not proposed"
    names = [f"X{k}" for k in range(4)]
    assert coming_back(state, new_spectra(state).with_(sample_names=tuple(names))) is None
    assert coming_back(state, make_dataset("other", p=33, seed=4)) is None, "another axis"
    assert coming_back(state.with_(rounds=()), new_spectra(state)) is None


def test_two_instruments_of_one_axis_are_told_apart_by_the_name_of_the_file(state):
    third = make_dataset("mp6", p=50, seed=3).take(range(6))
    three = state.with_(datasets=(*state.datasets, third))
    assert not coming_back(three, new_spectra(state)).sure
    assert coming_back(three, new_spectra(state, name="mp6 monday")).instruments == ("mp6",)


def test_a_filled_list_names_spectra_and_adds_to_the_standards(state):
    header, rows = measuring_table(state, state.rounds[0].found)
    assert is_measuring_list(header) and not is_measuring_list(["m5", "mp5"])
    new = new_spectra(state)
    new = new.with_(sample_names=tuple(f"scan {k}" for k in range(len(new))))
    filled = [[str(c) for c in row] for row in rows]
    for k, row in enumerate(filled[:3]):
        row[2] = f"scan {k}"
    back = coming_back(state, new, [(header, filled)])
    assert back.instruments == ("mp5",) and len(back.listed) == 3 and back.others == 1
    grown = take_back(state, new, "mp5")
    after, report = mark_listed(grown, header, filled)
    assert len(after.standards) == 9 and len(report.standards) == 3 and not report.unknown
    assert mark_listed(after, header, filled)[0] == after
    with pytest.raises(PairsError):
        mark_listed(after, ["rank", "m5", "measure on"], filled)


def test_a_standard_gets_the_spectrum_that_comes_later(state):
    third = make_dataset("mp6", p=60, seed=3).take(range(2))
    three = state.with_(datasets=(*state.datasets, third))
    after = take_back(three, new_spectra(state), "mp5")
    later = make_dataset("x", p=60, seed=3).take([s.row for s in state.rounds[0].found])
    assert coming_back(after, later).instruments == ("mp6",)
    done = take_back(after, later, "mp6")
    s = state.rounds[0].found[0]
    assert set(next(t for t in done.standards if t.touches("m5", s.row)).rows) == {"m5", "mp5", "mp6"}
    assert len(done.standards) == len(after.standards) and not returned(done, state.rounds[0].found)
