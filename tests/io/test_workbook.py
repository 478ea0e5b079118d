"""Workbooks that other programs read back equal."""

from __future__ import annotations

import math

import openpyxl
import pytest
from python_calamine import load_workbook

from spectralign_gui.core.errors import FileError
from spectralign_gui.io.workbook import write_workbook

HEADER = ["name", "value", "n"]
ROWS = [["Ä1 <&>", 0.1 + 0.2, 3], ["=1+1", math.nan, None], [" padded ", -1e-300, True], ["", 1e300, 2**40]]


def test_read_back_by_two_other_programs(tmp_path):
    path = tmp_path / "t.xlsx"
    write_workbook(path, {"First/sheet": (HEADER, ROWS), "x" * 40: (["a"], [[1.5]])})
    book = openpyxl.load_workbook(path)
    assert book.sheetnames == ["First sheet", "x" * 31]
    cells = [list(row) for row in book.worksheets[0].iter_rows(values_only=True)]
    assert cells[0] == HEADER
    assert cells[1] == ["Ä1 <&>", 0.1 + 0.2, 3]
    assert cells[2] == ["=1+1", None, None] and book.worksheets[0].cell(3, 1).data_type != "f"
    assert cells[3] == [" padded ", -1e-300, True]
    assert cells[4] == [None, 1e300, 2**40]
    assert load_workbook(path).get_sheet_by_name("x" * 31).to_python() == [["a"], [1.5]]


def test_titles_that_collide_and_control_characters(tmp_path):
    path = tmp_path / "t.xlsx"
    write_workbook(path, {"A": (["h\x00"], []), "a": (["h"], [["b\x1fc"]])})
    book = openpyxl.load_workbook(path)
    assert book.sheetnames == ["A", "a 2"] and book.worksheets[1]["A2"].value == "bc"


def test_unwritable_folder_is_one_sentence(tmp_path):
    with pytest.raises(FileError, match="could not be saved"):
        write_workbook(tmp_path / "missing" / "t.xlsx", {"a": (["b"], [])})
