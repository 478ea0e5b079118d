"""Pairs files and tables of reference values of any dialect; what is wrong is said in one sentence."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.data import Axis, SpectralDataset
from spectralign_gui.core.errors import FileError
from spectralign_gui.io.pairs import read_pairs_table
from spectralign_gui.io.read import read_dataset
from spectralign_gui.io.targets import read_targets
from spectralign_gui.session.standards.pairing import match_table
from spectralign_gui.session.state.reference_values import join_by_name, join_by_row


def named(instrument: str, *names: str) -> SpectralDataset:
    return SpectralDataset(instrument, np.ones((len(names), 3)), Axis(np.arange(3.0)), names)


A = named("m5", "A1 ", "a2", "B", "B", "", "only here")
B = named("mp5", "a1", "A2", "b", "", "elsewhere")


@pytest.mark.parametrize("sep", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_pairs_by_name_and_number(tmp_path, sep, encoding):
    path = tmp_path / "pairs.csv"
    text = f"M5{sep}mp5\r\n# Müller's pairs\r\na1{sep}A1\r\n#2{sep}#2\r\n b {sep}\"B\"\r\n{sep}#1\r\n"
    path.write_bytes(text.encode(encoding))
    header, rows = read_pairs_table(path)
    assert header == ["M5", "mp5"] and rows == [["a1", "A1"], ["#2", "#2"], ["b", "B"], ["", "#1"]]
    assert [dict(s.rows) for s in match_table(header, rows, [A, B]).standards] == [
        {"m5": (0,), "mp5": (0,)}, {"m5": (1,), "mp5": (1,)}, {"m5": (2, 3), "mp5": (2,)}]


@pytest.mark.parametrize(("text", "words"), [
    ("m5,mp5\n", "at least one row"), ("", "empty"), ("m5,mp5\na,b,c\n", "row 2 has 3 cells"),
    ("\x00\x01\x02" * 9, "nei")])
def test_files_that_are_no_pairs(tmp_path, text, words):
    path = tmp_path / "pairs.csv"
    path.write_text(text)
    with pytest.raises(FileError, match=words) as caught:
        read_pairs_table(path)
    assert str(caught.value).startswith("pairs.csv: ") and "\n" not in str(caught.value)


def test_targets_with_censored_and_missing_values(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("Sample;Moisture [%];Oil;Note\nA1;10,5;<0,05;x\nb;NA;3,5;y\nnobody;1;2;z\n#2;7;;z\n")
    table = read_targets(path)
    assert table.names == ("A1", "b", "nobody", "#2")
    assert table.targets.names == ("Moisture [%]", "Oil") and table.targets.units == ("%", "")
    report = join_by_name(A, table.names, table.targets)
    targets = report.dataset.targets
    assert targets.values[0, 0] == 10.5 and np.isnan(targets.values[0, 1]) and targets.censored[0, 1]
    assert targets.values[2, 1] == targets.values[3, 1] == 3.5 and targets.values[1, 0] == 7
    assert report.matched == 4 and report.unused == ("nobody",) and int(targets.censored.sum()) == 1


def test_corn_has_no_names_and_joins_by_row(corn):
    data = read_dataset(corn / "m5_spectra.csv")
    table = read_targets(corn / "property_values.csv", data.sample_names)
    assert not table.names and table.targets.values.shape == (80, 4)
    assert join_by_row(data, table.targets).dataset.targets.values[0].tolist() == [10.448, 3.687, 8.746, 64.838]


def test_sugarcane_references(sugarcane):
    data = read_dataset(sugarcane / "F750.CSV")
    table = read_targets(sugarcane / "References.csv")
    report = join_by_name(data, table.names, table.targets)
    assert report.matched == 60 and not report.unused and report.dataset.targets.known == 237
    assert np.isnan(report.dataset.targets.values[[3, 5, 11], 0]).all()


def test_numbers_as_names_are_told_by_the_samples(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("lot,Oil\n1,3.5\n2,3.6\n")
    assert read_targets(path).names == ()
    assert read_targets(path, ("1", "2", "3")).names == ("1", "2")


@pytest.mark.parametrize(("text", "words"), [
    ("Sample,Oil\na,1\nb,2\nc,oops\n", "row 4, Oil: 'oops'"),
    ("Sample,Note\na,x\n", "no column of numbers with a title"),
    ("1,2\n3,4\n", "row of titles"), ("Sample,Oil,Oil\na,1,2\n", "two columns are called 'Oil'"),
    ("Sample,Oil\na,1,2\n", "row 2 has 3 cells")])
def test_tables_that_are_no_reference_values(tmp_path, text, words):
    path = tmp_path / "t.csv"
    path.write_text(text)
    with pytest.raises(FileError, match=words):
        read_targets(path)


@pytest.mark.parametrize("cell", ["#-1", "# -1", "#1.5", "#0", "#99"])
def test_a_row_number_that_is_none_is_told(tmp_path, cell):
    path = tmp_path / "pairs.csv"
    path.write_text(f"m5,mp5\na1,A1\n{cell},#2\n# 12 samples, measured twice\n", encoding="utf-8")
    header, rows = read_pairs_table(path)
    report = match_table(header, rows, [A, B])
    assert len(report.standards) == 1 and len(report.unknown) == 1 and cell in report.unknown[0]
    values = tmp_path / "t.csv"
    values.write_text(f"Sample,Moisture\na2,1\n{cell},2\n", encoding="utf-8")
    table = read_targets(values)
    assert join_by_name(A, table.names, table.targets).unused == (cell,)


@pytest.mark.parametrize(("text", "values", "units"), [
    ("Sample,A,B\n,%,mg/kg\na,1,2\nb,3,4\n", [[1, 2], [3, 4]], ("%", "mg/kg")),
    ("Sample;A\na;1.234,5\nb;2.345,6\n", [[1234.5], [2345.6]], ("",)),
    ("Sample;A;B\na;1,234;0.5\nb;2,345;0.6\n", [[1234, 0.5], [2345, 0.6]], ("", "")),
    ('"Sample","A"\n"a, x","1,5"\n"b","2,5"\n', [[1.5], [2.5]], ("",)),
    ("Sample;Date;A\na;04.03.2021;1,5\nb;5.3.21;2\n", [[1.5], [2]], ("",)),
    ("Sample,Site,A\na,north,1\nb,7,2\n", [[1], [2]], ("",)),
])
def test_notations_of_reference_tables(tmp_path, text, values, units):
    path = tmp_path / "t.csv"
    path.write_text(text, encoding="utf-8")
    table = read_targets(path)
    assert table.targets.values.tolist() == values and table.targets.units == units and not table.notes


def test_ambiguous_and_mixed_marks_in_reference_tables(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("Sample;A\na;1,234\nb;2,345\n")
    assert "decimal mark" in read_targets(path).notes[0]
    path.write_text("Sample;A\na;1,5\nb;2.5\n")
    with pytest.raises(FileError, match=r"row 2, A: '1,5' is not a number"):
        read_targets(path)
