"""Files that are not quite what was expected: each is handled, or told in a sentence that names it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from spectralign_gui.session.standards.pairs_columns import find_columns
from spectralign_gui.session.state import SessionState
from spectralign_gui.session.state.oddities import oddities
from spectralign_gui.ui.dialogs import files
from spectralign_gui.ui.workspaces import Known
from spectralign_gui.ui.workspaces.status import statuses
from tests.ui.helpers import make_dataset
from tests.ui.test_importer import importer, opened, write  # noqa: F401 - a fixture


@pytest.fixture
def loaded(qtbot, importer, model, tmp_path):  # noqa: F811
    """A and B with samples s1 to s8."""
    opened(qtbot, importer, write(tmp_path / "A.csv", 8), write(tmp_path / "B.csv", 8, seed=1))
    return importer


@pytest.fixture
def heard(model):
    said = []
    model.message.connect(said.append)
    return said


# -- reference values: one table, one reader ----------------------------------------
BAD_CELLS = ("lost", "n.b.", "ca. 3", "1.2.3", "see page 4", "12 mg")


@pytest.mark.parametrize("way", ["open", "open reference values"])
@pytest.mark.parametrize("rows", [(60,), (3, 7, 15), (100,), (1,)])
def test_a_cell_that_is_not_a_number_is_named_whichever_way_the_table_comes(
        qtbot, importer, model, tmp_path, answers, way, rows):  # noqa: F811
    model.reset(SessionState((make_dataset("A", n=100, targets=None, names=[f"s{i}" for i in range(1, 101)]),)))
    for cell in BAD_CELLS[:2] if len(rows) > 1 else BAD_CELLS:
        table = tmp_path / "values.csv"
        table.write_text("name,Oil\n" + "".join(f"s{i},{cell if i in rows else i / 10}\n" for i in range(1, 101)))
        answers.said.clear()
        with qtbot.waitSignal(importer.done):
            importer.open([table]) if way == "open" else importer.open_reference(table)
        assert len(answers.said) == 1 and model.state.datasets[0].targets is None
        assert "values.csv" in answers.said[0][1] and f"row {rows[0] + 1}, Oil" in answers.said[0][1], answers.said


def test_open_and_open_reference_values_say_the_same(qtbot, importer, model, tmp_path, answers):  # noqa: F811
    """Censored values, missing ones, units and the laboratory's error: 4 tables, both ways."""
    start = SessionState((make_dataset("A", n=4, targets=None, names=["s1", "s2", "s3", "s4"]),))
    for text in ("name,Oil\ns1,1\ns2,<0.5\ns3,NA\ns4,2\n", "name,Oil\nunit,%\ns1,1\ns2,2\ns3,3\ns4,4\n",
                 "name,Oil\nSEL,0.1\ns1,1\ns2,2\ns3,3\ns4,4\n", "name,Oil,Oil\ns1,1,1\ns2,2,3\ns3,3,3\ns4,4,4\n"):
        table, found = tmp_path / "values.csv", []
        table.write_text(text)
        for way in ("open", "open_reference"):
            model.reset(start)
            answers.said.clear()
            with qtbot.waitSignal(importer.done):
                importer.open([table]) if way == "open" else importer.open_reference(table)
            t = model.state.datasets[0].targets
            found.append((t and (t.names, t.units, str(t.values), str(t.lab_errors)),
                          [text for _, text in answers.said]))
        assert found[0] == found[1], text


# -- pairs files ----------------------------------------
def rows_of(model) -> list[dict]:
    return [{name: list(rows) for name, rows in s.rows.items()} for s in model.state.standards]


@pytest.mark.parametrize(("text", "asked"), [
    ("A,B\ns1,s1\ns2,s3\n", False), ("old,new\ns1,s1\ns2,s2\ns3,s3\n", False), ("s1,s1\ns2,s2\ns3,s3\n", False),
    ("#1,#1\n#2,#2\n", False), ("no,old,new\nx1,s1,s1\nx2,s2,s2\n", False), ("A,C\ns1,s1\ns2,s2\n", False),
    ("old,new\ns1,s1\ns2,s3\n", True), ("s1,s2\ns2,s1\ns3,s4\n", True), ("#1,#2\n#2,#1\n", True),
])
@pytest.mark.parametrize("way", ["open", "match"])
def test_pairs_files_with_other_headings_or_none(qtbot, loaded, model, controller, tmp_path, answers, text, asked, way):
    from spectralign_gui.ui.standards.actions import StandardsActions

    pairs = tmp_path / "pairs.csv"
    pairs.write_text(text)
    answers.press("answer-0")
    if way == "open":
        opened(qtbot, loaded, pairs)
    else:
        actions = StandardsActions(model, controller, loaded._window)
        with qtbot.waitSignal(actions.reported):
            actions.match_file(str(pairs))
    assert ("ask-columns" in answers.names) == asked, answers.said
    cells = [line.split(",")[-2:] for line in text.split()]
    first = 0 if cells[0][0][0] in "s#" else 1
    wanted = [{"A": [int(a[1:]) - 1], "B": [int(b[1:]) - 1]} for a, b in cells[first:]]
    assert rows_of(model) == wanted


def test_the_other_way_round_is_one_click(qtbot, loaded, model, tmp_path, answers):
    pairs = tmp_path / "pairs.csv"
    pairs.write_text("new,old\ns1,s5\ns2,s6\n")
    answers.press("answer-1")
    opened(qtbot, loaded, pairs)
    assert rows_of(model) == [{"A": [4], "B": [0]}, {"A": [5], "B": [1]}]


def test_columns_are_found_by_their_samples_whatever_their_order():
    """Instruments with names of their own, columns in both orders, a remark between them: 8 tables."""
    sets = (make_dataset("A", n=6, names=[f"a{i}" for i in range(6)]),
            make_dataset("B", n=6, names=[f"b{i}" for i in range(6)]))
    for swapped in (False, True):
        for remark in (False, True):
            for headings in (False, True):
                rows = [[f"b{i}", f"a{i}"] if swapped else [f"a{i}", f"b{i}"] for i in range(6)]
                rows = [[r[0], "fine", r[1]] if remark else r for r in rows]
                header = ["one", "remark", "two"] if remark else ["one", "two"]
                found = find_columns(header if headings else rows[0], rows if headings else rows[1:], sets)
                assert found is not None and not found.either and len(found.rows) == 6
                for row in found.rows:
                    assert row[found.header.index("A")][0] == "a" and row[found.header.index("B")][0] == "b"
    assert find_columns(["x", "y"], [["q", "r"], ["s", "t"]], sets) is None


def test_a_table_of_words_that_fits_nothing_says_what_a_pairs_file_needs(qtbot, loaded, model, tmp_path, answers):
    pairs = tmp_path / "pairs.csv"
    pairs.write_text("old,new\nq1,r1\nq2,r2\n")
    opened(qtbot, loaded, pairs)
    assert answers.names == ["import-problems"] and "A and B" in answers.said[0][1]
    assert not model.state.standards


def test_numbers_as_sample_names_under_the_names_of_the_instruments_are_pairs(qtbot, importer, model, tmp_path,  # noqa: F811
                                                                              answers):
    model.reset(SessionState(tuple(make_dataset(n, n=6, names=[str(100 + i) for i in range(6)], targets=None)
                                   for n in "AB")))
    pairs = tmp_path / "pairs.csv"
    pairs.write_text("A,B\n101,101\n102,103\n")
    opened(qtbot, importer, pairs)
    assert rows_of(model) == [{"A": [1], "B": [1]}, {"A": [2], "B": [3]}]
    assert model.state.datasets[0].targets is None


# -- twice, swapped ----------------------------------------
def test_the_same_file_twice_is_asked_about(qtbot, loaded, model, tmp_path, answers):
    opened(qtbot, loaded, tmp_path / "A.csv")
    assert answers.names == ["ask-twice"] and model.state.instruments == ("A", "B")
    answers.press("answer-1")
    opened(qtbot, loaded, tmp_path / "A.csv")
    assert len(model.state.instruments) == 3
    answers.press("answer-0")
    opened(qtbot, loaded, tmp_path / "A.csv", write(tmp_path / "C.csv", 8, seed=2))
    assert model.state.instruments[-1] == "C" and len(model.state.instruments) == 4


def test_equal_spectra_and_values_on_the_wrong_instrument_are_told():
    a, b = make_dataset("A", seed=1, targets=None), make_dataset("B", seed=2)
    codes = [n.code for n in oddities((a, b))]
    assert codes == ["instruments.values_not_on_reference"] and "move B up" in oddities((a, b))[0]
    assert oddities((b, a)) == [] and oddities((a,)) == [] and oddities(()) == []
    assert [n.code for n in oddities((b, b.with_(name="C")))] == ["instruments.same_spectra"]
    gaps = b.with_(name="D", spectra=np.where(np.arange(b.spectra.shape[1]) % 2, np.nan, b.spectra))
    assert [n.code for n in oddities((gaps, gaps.with_(name="E")))] == ["instruments.same_spectra"]


# -- one bad file among many ----------------------------------------
def broken(folder: Path) -> list[Path]:
    """Files of every kind of damage that a folder of a laboratory holds."""
    kinds = {
        "field.csv": "name,1,2,3\n" + '"' + "x" * 200_000 + '",1\n', "field.txt": ("a\t" + "9" * 200_000 + "\t1\n") * 3,
        "nul.csv": "a,b\n1,\x00\n", "open.csv": 'name,1,2\n"s1,1,2\n', "empty.csv": "", "words.csv": "dear reader\n",
        "ragged.csv": "1,2,3\n4\n5,6\n", "noise.spc": "\x01\x02" * 40,
        "noise.jdx": "##TITLE=x\n##XYDATA=(X++(Y..Y))\n1 2 Z\n",
        "noise.h5": "\x89HDF\r\n\x1a\n", "noise.xlsx": "PK\x03\x04" + "x" * 50, "noise.mat": "MATLAB 5.0" + "y" * 200,
        "deep.csv": "(" * 5000, "long.csv": "," * 300_000, "latin.csv": "n\xe4me,1\n\xff,2\n",
        "inf.csv": "name,1,2\ns1,1e999,-1e999\n",
    }
    made = []
    for name, text in kinds.items():
        (folder / name).write_bytes(text.encode("latin-1"))
        made.append(folder / name)
    return made


def test_one_unreadable_file_among_many_never_keeps_the_others_from_loading(tmp_path):
    from spectralign_gui.io.intake.entries import read_batch

    good = [write(tmp_path / f"good{i}.csv", seed=i) for i in range(3)]
    for bad in broken(tmp_path):
        entries = read_batch([*map(str, good), str(bad)])
        assert [e.kind for e in entries[:3]] == ["spectra"] * 3, bad.name
        assert entries[3].kind in ("bad", "spectra", "values", "pairs")
        assert entries[3].kind != "bad" or bad.name in entries[3].problem, (bad.name, entries[3].problem)


# -- projects among others ----------------------------------------
@pytest.mark.parametrize("answer", [0, 1, -1])
def test_a_project_among_dropped_files_is_asked_about(qtbot, window, tmp_path, answers, monkeypatch, answer):
    window.complete()
    opened_projects, opened_files = [], []
    monkeypatch.setattr(window.project, "open", opened_projects.append)
    monkeypatch.setattr(window.importer, "open", lambda paths, look: opened_files.extend(paths))
    answers.press(f"answer-{answer}" if answer >= 0 else "cancel")
    window.open_paths(["a.csv", "old.spectralign", "b.csv"])
    assert answers.names == ["ask-project-or-files"]
    assert (opened_projects, opened_files) == (
        (["old.spectralign"], []) if answer == 0 else ([], ["a.csv", "b.csv"]) if answer == 1 else ([], []))


def test_several_files_are_chosen_without_completions(qtbot, qapp, monkeypatch):
    """Qt's list of completions takes the next click: the first of the files was not chosen."""
    from PySide6.QtWidgets import QFileDialog, QLineEdit

    seen = []
    monkeypatch.setattr(QFileDialog, "exec", lambda self: seen.append(self.findChild(QLineEdit, "fileNameEdit")) or 0)
    assert files.ask_files(None, "Open spectra") == []
    assert seen[0] is not None and seen[0].completer() is None


@pytest.mark.parametrize("where", [(3,), (3, 7), (30,)])
@pytest.mark.parametrize("column", ["Oil", "spectrum"])
def test_a_text_among_values_beside_spectra_is_told_where_it_stays(qtbot, importer, model, tmp_path, answers, heard,  # noqa: F811
                                                                   where, column):
    """In a dialog and on the rail, with file, line and column: not in passing. 6 files."""
    path = tmp_path / "A.csv"
    channels = [f"{w}" for w in range(1000, 1060, 2)]
    rows = []
    for i in range(1, 31):
        value, spectrum = f"{i / 10}", [f"{(i * w) % 97 / 97:.4f}" for w in range(1, 31)]
        if i in where:
            value, spectrum[4] = ("lost", spectrum[4]) if column == "Oil" else (value, "lost")
        rows.append(f"s{i},{value}," + ",".join(spectrum))
    path.write_text("name,Oil," + ",".join(channels) + "\n" + "\n".join(rows) + "\n")
    with qtbot.waitSignal(importer.done):
        importer.open([path])
    name, text = answers.said[0]
    assert name == "import-cells" and "A.csv: " in text and f"line {where[0] + 1}, column" in text
    assert ("column 2, Oil: 'lost'" in text) == (column == "Oil")
    line = statuses(Known(model.state))["data"]
    assert line.mark == "warning" and f"line {where[0] + 1}" in line.detail and "A.csv" in line.detail
    assert sum("not a number" in text or "not numbers" in text for text in heard) == 1
