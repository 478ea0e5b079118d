"""A trail that is only appended to: any change of it is seen and named, and two writers lose nothing."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from datetime import UTC, datetime, timedelta, timezone

import numpy as np
import pytest

from spectralign_gui.core.data import Targets
from spectralign_gui.core.registry import methods, route_of
from spectralign_gui.preprocessing.spec import PreprocessingSpec, StepSpec
from spectralign_gui.session.audit import appended, changes_between, check, merged, read
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState
from tests.ui.helpers import make_dataset

START = datetime(2026, 1, 1, 12, tzinfo=UTC)


def trail(n: int = 12):
    found = ()
    for k in range(n):
        changes = [(f"item {j}", "old", f"nëw {j}") for j in range(k % 3)]
        found = appended(found, f"Step {k}", changes, f"because {k}", "A", now=START + timedelta(seconds=k))
    return found


def test_a_whole_trail_is_whole_and_can_be_checked_without_this_program():
    lines = trail()
    found = check(lines)
    assert found.whole and found.entries == 12 and found.remarks == () and found.head == json.loads(lines[-1])["hash"]
    previous = "0" * 64
    for line in lines:  # the recipe of the guide
        tree = json.loads(line)
        bare = json.dumps({k: v for k, v in tree.items() if k != "hash"}, ensure_ascii=False, sort_keys=True,
                          separators=(",", ":"))
        assert tree["previous"] == previous and hashlib.sha256(bare.encode()).hexdigest() == tree["hash"]
        previous = tree["hash"]
    assert check(()).whole and check(lines, found.head).whole
    entries = read(lines)
    assert entries[5].changes == (("item 0", "old", "nëw 0"), ("item 1", "old", "nëw 1"))
    assert entries[5].why == "because 5"


@pytest.mark.parametrize("number", [1, 5, 12])
@pytest.mark.parametrize("field", ["when", "who", "computer", "program", "what", "why", "remark", "changes", "number",
                                   "previous", "hash"])
def test_a_changed_field_is_named(number, field):
    lines = list(trail())
    tree = json.loads(lines[number - 1])
    tree[field] = {"changes": [["a", "b", "c"], ["d", "e", "f"], ["x", "y", "z"]], "number": 99}.get(
        field, str(tree[field])[:-1] + "~")
    lines[number - 1] = json.dumps(tree)
    found = check(lines)
    assert not found.whole and found.problem.facts["number"] == number and str(number) in str(found.problem)
    assert found.entries == number - 1


def test_1000_changed_letters_are_all_seen():
    lines = trail()
    rng = np.random.default_rng(0)
    for _ in range(1000):
        k = int(rng.integers(12))
        letters = list(lines[k])
        place = int(rng.integers(len(letters)))
        letters[place] = chr(int(rng.integers(33, 126)))
        changed = [*lines[:k], "".join(letters), *lines[k + 1:]]
        found = check(changed)
        same = changed[k] == lines[k]
        assert found.whole == same and (same or found.problem.facts["number"] == k + 1)


def test_entries_taken_out_put_in_and_in_another_order_are_seen():
    lines = trail()
    for k in range(11):
        gone = check([*lines[:k], *lines[k + 1:]])
        assert gone.problem.code == "audit.gap" and gone.problem.facts["number"] == k + 1
        turned = [*lines[:k], lines[k + 1], lines[k], *lines[k + 2:]]
        assert check(turned).problem.facts["number"] == k + 1
        assert check([*lines[:k], lines[k], *lines[k:]]).problem.facts["number"] == k + 2
    other = appended(lines[:4], "Something else", now=START)
    assert check([*other, *lines[5:]]).problem.facts["number"] == 6


def test_an_end_that_was_cut_off_or_written_anew_is_seen_by_a_noted_hash():
    lines = trail()
    head = check(lines).head
    assert check(lines[:9]).whole and check(lines[:9], head).problem.code == "audit.head_missing"
    anew = appended(lines[:9], "Nothing happened", now=START + timedelta(seconds=60))
    assert check(anew).whole and not check(anew, head).whole


@pytest.mark.parametrize("line", ["", "{}", "[]", "null", "x", "[" * 5000, '{"number": 1}'])
def test_what_is_no_entry_is_named(line):
    found = check([*trail(3), line])
    assert found.problem.code == "audit.unreadable" and found.problem.facts["number"] == 4


def test_a_clock_that_was_set_back_is_written_down_and_the_order_stays():
    lines = appended(trail(3), "Later", now=START - timedelta(days=2))
    found = check(lines)
    assert found.whole and len(found.remarks) == 1 and "set back by 172802 s" in str(found.remarks[0])
    there = timezone(timedelta(hours=-9))
    other = appended(trail(3), "Elsewhere", now=(START + timedelta(seconds=30)).astimezone(there))
    assert check(other).remarks == ()


def test_two_writers_lose_nothing():
    base = trail(4)
    one, two = base, base
    for k in range(1, 4):
        one = appended(one, f"one {k}", now=START + timedelta(minutes=k))
        two = appended(two, f"two {k}", [("a", "b", "c")], "why", now=START + timedelta(minutes=k))
    both = merged(one, two)
    found = check(both)
    assert found.whole and found.entries == 10 and len(found.remarks) == 3
    assert [e.what for e in read(both)[4:]] == ["one 1", "one 2", "one 3", "two 1", "two 2", "two 3"]
    assert read(both)[-1].changes == (("a", "b", "c"),) and "as its entry 7" in read(both)[-1].remark
    assert merged(both, both) == both and merged(base, both) == both and merged(both, base) == both
    assert merged((), base) == base and merged(base, ()) == base


def states():
    sets = (make_dataset("m5", seed=1), make_dataset("mp5", seed=2))
    state = SessionState(sets, match_by_name(sets).standards)
    yield (state, state.with_(method="pds"), "method", "Low rank alignment (lra)",
           "Piecewise direct standardisation (PDS) (pds)")
    yield state, state.with_(parameters={"lra": {"mu": 0.5}}), "parameter lra.mu", "", "0.5"
    yield state, state.with_(preprocessing=PreprocessingSpec((StepSpec("snv"),))), "preprocessing", "", "snv"
    yield (state.with_(preprocessing=PreprocessingSpec((StepSpec("snv"),))),
           state.with_(preprocessing=PreprocessingSpec((StepSpec("snv", enabled=False),))), "preprocessing", "snv",
           "snv (off)")
    yield state, state.with_(excluded={"m5": (3, 1)}), "left out of m5", "", "#2 #4"
    yield state, state.with_(standards=hold_out_share(state.standards, 0.25)), "standards", None, None
    yield state, state.with_(seed=7), "seed", "0", "7"
    yield state, state.without_dataset("mp5"), "instrument mp5", None, ""
    yield state, state.with_(selections={"few": {"m5": (1, 2)}}), "selection few", "", "2"
    changed = sets[0].with_(targets=Targets(("Moisture", "Oil"), np.asarray(sets[0].targets.values) + 0.1, ("%", "%")))
    yield state, state.with_(datasets=(changed, sets[1])), "instrument m5", None, None
    doubled = sets[0].with_(spectra=sets[0].spectra * 2)
    yield state, state.with_(datasets=(doubled, sets[1])), "instrument m5", None, None
    yield state, state.with_(datasets=sets[::-1]), "order of instruments", "m5, mp5", "mp5, m5"


@pytest.mark.parametrize("number", range(12))
def test_what_has_changed_is_said_as_old_and_new(number):
    before, after, item, old, new = list(states())[number]
    found = {i: (a, b) for i, a, b in changes_between(before, after)}
    assert item in found and found[item][0] != found[item][1]
    assert old is None or found[item][0] == old
    assert new is None or found[item][1] == new
    assert changes_between(before, before) == [] == changes_between(after, dataclasses.replace(after))


def test_every_field_of_a_state_is_watched():
    """A field that is added to the state must be written down too."""
    assert {f.name for f in dataclasses.fields(SessionState)} == {
        "datasets", "standards", "preprocessing", "method", "parameters", "excluded", "selections", "seed", "checks",
        "rounds", "unavailable", "pair"}


@pytest.mark.parametrize("name", [n for plain in methods() for n in (plain, route_of(plain)) if n]
                         + ["gone", "gone/spectra"])
def test_every_name_that_a_session_may_have_for_its_method_is_told(name):
    """Found by random actions in the window: the route of a method is no method of its own."""
    before, after = SessionState(method="bias"), SessionState(method=name)
    for one, other in ((before, after), (after, before)):
        found = {item: (a, b) for item, a, b in changes_between(one, other)}
        assert name == "bias" or name in found["method"][1 if other is after else 0]
