"""Notes: sentences that are facts."""

from __future__ import annotations

import json
import pickle
import re

import h5py
import numpy as np
import pytest

from spectralign_gui import words
from spectralign_gui.core.errors import DataError, PairsError
from spectralign_gui.core.notes import (
    Note,
    about,
    as_note,
    code_of,
    from_tree,
    of_code,
    pack,
    said_of,
    together,
    unpack,
)
from spectralign_gui.io.tree import read_tree, write_tree
from spectralign_gui.words.templates import RENAMED, every_template

TWO = {"test.limit": "{n:count standard} of {where:start} {n:reaches|reach} {value:.3g} {unit}.",
       "test.names": "{names}: {share:percent} are lost, {rows:some 2}.", "test.set": "set {number}"}
words.declare(TWO)


def limit(**changes: object) -> Note:
    facts = {"n": 1, "where": "B", "value": np.float64(0.12345), "unit": "nm", **changes}
    return Note("test.limit", "advice", **facts)


def test_a_note_is_its_sentence_and_its_facts():
    note = limit()
    assert isinstance(note, str) and note == "1 standard of B reaches 0.123 nm."
    assert (note.code, note.severity, note.facts["value"]) == ("test.limit", "advice", 0.12345)
    assert type(note.facts["value"]) is float and hash(note) == hash(str(note))
    assert limit(n=5) == "5 standards of B reach 0.123 nm."
    assert limit(where=Note("test.set", "info", number=0)).startswith("1 standard of Set 0 ")
    assert json.dumps([note]) == '["1 standard of B reaches 0.123 nm."]' and f"{note}" == str(note)
    assert "\n".join([note]) == note


def test_a_note_is_never_changed():
    note = limit()
    for change in (lambda: setattr(note, "code", "x"), lambda: note.facts.update(n=2), lambda: delattr(note, "code")):
        with pytest.raises((AttributeError, TypeError)):
            change()
    rows = [1, 2]
    said = Note("test.names", names=["a"], share=0.5, rows=rows)
    rows.append(3)
    assert said.facts["rows"] == (1, 2)


@pytest.mark.parametrize(("names", "rows", "text"), [
    (["Oil"], [1], "Oil: 50 % are lost, 1."), (["Oil", "Fat"], [1, 2], "Oil and Fat: 50 % are lost, 1, 2."),
    (["Oil", "Fat", "Ash"], np.arange(5), "Oil, Fat and Ash: 50 % are lost, 0, 1 and 3 more.")])
def test_lists(names: list[str], rows: object, text: str):
    assert Note("test.names", names=names, share=0.5, rows=rows) == text


def test_errors_carry_the_note():
    error = DataError("test.set", number=3)
    assert str(error) == "set 3" and error.code == "test.set" and error.facts["number"] == 3
    assert error.note.severity == "error" and isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))  # errors cross processes
    assert type(again) is DataError and again.code == "test.set" and str(again) == str(error)
    plain = PairsError("row 3 has no partner.")
    assert str(plain) == "row 3 has no partner." and plain.code == "" and dict(plain.facts) == {}
    with pytest.raises(KeyError):
        DataError("test.nothing_of_that_name")


def test_subjects_are_put_before_and_taken_off():
    said = about("B.csv", about("sheet 2", limit()))
    assert said == "B.csv: sheet 2: 1 standard of B reaches 0.123 nm." and said.severity == "advice"
    assert said_of(said).code == "test.limit" and said_of("plain: text") == "plain: text"
    assert code_of(said_of(about("B", DataError("test.set", number=1)))) == "test.set"
    both = together(limit(), "", "A plain sentence.", DataError("test.set", number=1))
    assert both == "1 standard of B reaches 0.123 nm. A plain sentence. set 1" and both.severity == "error"
    assert together(limit()) == limit() and together() == ""


def test_notes_are_found_by_code():
    notes = ["A sentence of a plug-in.", limit(), Note("test.set", number=1)]
    assert of_code(notes, "test.set") == [notes[2]] and of_code(notes, "other.code") == []


NOTES = [limit(), about("B", limit(where=Note("test.set", number=1))), "plain",
         together(limit(), "x"), Note("test.names", names=["ä", "\n"], share=float("nan"), rows=[])]


def test_notes_survive_files(tmp_path):
    with h5py.File(tmp_path / "f.h5", "w") as file:
        write_tree(file.create_group("t"), {"warnings": NOTES, "notes": pack(NOTES), "one": NOTES[0]})
    with h5py.File(tmp_path / "f.h5") as file:
        tree = read_tree(file["t"])
    assert tree["warnings"] == [str(n) for n in NOTES] and tree["one"] == NOTES[0]
    again = unpack(tree["warnings"], tree["notes"])
    assert again == NOTES and [code_of(n) for n in again] == [code_of(n) for n in NOTES]
    assert [as_note(n).severity for n in again] == [as_note(n).severity for n in NOTES]
    assert said_of(again[1]).facts["where"].code == "test.set"
    assert unpack(["an old sentence"]) == ["an old sentence"]


def test_notes_survive_processes():
    for note in map(as_note, NOTES):
        again = pickle.loads(pickle.dumps(note))
        assert again == note and again.code == note.code and json.dumps(again.tree()) == json.dumps(note.tree())


def test_notes_of_another_version_keep_their_words():
    tree = limit().tree()
    newer = from_tree({**tree, "code": "area.not_known_here", "text": "Something new."})
    assert newer == "Something new." and newer.code == "area.not_known_here"
    other = from_tree({**tree, "facts": {"n": 1}, "text": "As it was said."})
    assert other == "As it was said." and other.code == ""
    reworded = from_tree({**tree, "text": "How an older version put it."})
    assert reworded == limit()


def test_codes_of_earlier_versions_are_known():
    """A project keeps the code that a warning had; its sentence is made anew from the facts, in every language."""
    for old, new in RENAMED.items():
        assert old not in every_template() and new in every_template()
    note = from_tree({"code": "grouping.axes_differ_up_taken", "severity": "warning", "text": "Old words.",
                      "facts": {"tolerance": 0.2, "unit": "nm", "name": "B"}})
    assert note.code == "grouping.axes_taken_as_same" and "0.2 nm" in note
    assert len(of_code([note], "grouping.axes_taken_as_same")) == 1


def test_codes_are_short():
    """A code names the matter; it is not a sentence with words left out."""
    cut = re.compile(r"_(but|or|be|no|if|the|must|give|leave)$")
    assert not [c for c in every_template() if cut.search(c)]
    assert not [c for c in every_template() if len(c.partition(".")[2]) > 40]


def test_the_window_says_it_in_its_own_numbers():
    comma = words.Language(numbers=words.Numbers(decimal=","))
    assert words.say(limit(), comma) == "1 standard of B reaches 0,123 nm."
    assert words.say(about("B.csv", limit()), comma).startswith("B.csv: 1 standard of B reaches 0,123")
    assert words.say("plain 0.5", comma) == "plain 0.5"
    assert words.say(DataError("test.set", number=2)) == "set 2" and words.say(OSError("no disk")) == "no disk"
    assert str(limit()) == "1 standard of B reaches 0.123 nm."  # logs and JSON keep the point


@pytest.mark.parametrize("code", ["nodot", "Area.x", "list.and", "a b.c"])
def test_plug_ins_cannot_take_codes(code: str):
    with pytest.raises(ValueError, match="cannot be the code"):
        words.declare({code: "text"})


def test_every_template_has_a_code_of_its_own():
    assert len(every_template()) > 5


def test_projects_and_models_keep_codes_and_old_ones_keep_their_words():
    """What is stored beside the sentences gives the notes back; without it the sentences are shown as they are."""
    from spectralign_gui.core.registry import method

    X = np.random.default_rng(0).normal(size=(12, 6))
    pairs = np.column_stack([np.arange(4), np.arange(4)])
    fitted = method("lra").create().fit([X, X + 0.1], pairs=pairs)
    state = fitted.to_state()
    assert fitted.warnings_ and json.loads(state["notes"][0])["code"] == code_of(fitted.warnings_[0]) != ""
    again = type(fitted).from_state({}, state)
    assert again.warnings_ == fitted.warnings_ and code_of(again.warnings_[0]) == code_of(fitted.warnings_[0])
    old = type(fitted).from_state({}, {**{k: v for k, v in state.items() if k != "notes"}, "warnings": ["Old words."]})
    assert old.warnings_ == ["Old words."] and code_of(old.warnings_[0]) == ""


def test_notes_cross_to_the_process_that_reads():
    import io

    from spectralign_gui.io.apart.frames import read_frame, write_frame

    pipe = io.BytesIO()
    write_frame(pipe, {"value": [NOTES[1], "plain"], "text": NOTES[0]})
    pipe.seek(0)
    found = read_frame(pipe, 10_000)
    assert found["value"] == [NOTES[1], "plain"] and said_of(found["value"][0]).code == "test.limit"
    assert found["text"].facts["unit"] == "nm"


SPOILED = ["{", "[]", "3", '{"code": 1}', '{"code": "x.y", "severity": [], "text": 3, "facts": 2}', "[" * 5000,
           '{"code": "test.limit", "severity": "x", "text": "t", "facts": {"n": {}}}']


@pytest.mark.parametrize("packed", SPOILED)
def test_spoiled_notes_leave_the_sentence(packed: str):
    found = unpack(["What was said."], [packed])
    assert found in (["What was said."], ["t"]), found
