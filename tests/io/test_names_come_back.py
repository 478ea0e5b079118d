"""Names of samples, groups, properties and instruments: cleaned once on entry, then every export gives them back."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.core.data.text import printable, printable_names
from spectralign_gui.io.cells import read_cells
from spectralign_gui.io.read import read_datasets
from spectralign_gui.io.readers.text.marks import is_marked_in_csv, marked, unmarked
from spectralign_gui.io.table import write_table
from spectralign_gui.io.workbook import write_workbook
from spectralign_gui.io.writers import formats, write

ODD = (
    '"><svg onload=alert(1)>', "=1+1", "+1", "-x", "@SUM(A1)", "'=x", "'x", "''=y", "a\nb", "\u202eabc", "a  b",
    " lead", "trail ", "#1", "# comment", "1", "1.5", "1,5", "NaN", "true", "2020-01-01", "a;b", "a,b", "a\tb", '"q"',
    '""', "\\", "%s", "日本", "é", "𝄞", "x" * 300, "sample", "group", "\u200f", "\ufeffbom", "null", "-", "–", "=",
    'a"b"c', "&amp;", "<b>", "1e5", "inf", "$$ x", "##END=", "?", "1100", "key: value", "\x00", "\x85x", "\u2028y",
    "\udcfc", "\ufffe", "'", "|", "sep=;", "-5", "00012", "1_000", "// x", "! x", "'NaN", "'-5", '"\\u0024$', "'''#",)
WRITTEN = tuple(w.suffixes[0] for w in formats().values())
texts = st.one_of(st.sampled_from(ODD), st.text(st.characters(), min_size=1, max_size=12),
                  st.text("'=+-@#%\"$;,\t 1a.<", min_size=1, max_size=6))


def data(names: list[str], groups: list[str] | None, prop: str, instrument: str = "lab") -> SpectralDataset:
    n, p = len(names), 12
    rng = np.random.default_rng(3)
    return SpectralDataset(instrument, rng.random((n, p)), Axis(np.linspace(1100, 1210, p), "nm"), tuple(names),
                           "absorbance", groups=None if groups is None else tuple(groups),
                           targets=Targets((f"P {prop}",), rng.random((n, 1)), ("",)))


@pytest.mark.parametrize("ending", WRITTEN)
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(names=list(ODD), groups=list(ODD), prop="x")
@example(names=['"><svg onload=alert(1)>'], groups=["=1"], prop="x")
@given(names=st.lists(texts, min_size=1, max_size=5), groups=st.lists(texts, min_size=5, max_size=5), prop=texts)
def test_every_format_gives_all_names_back(tmp_path, ending, names, groups, prop):
    groups = (groups * len(names))[:len(names)]
    original = data(names, groups, prop)
    if not all(original.sample_names) or not all(original.groups or ()):
        return  # a spectrum without a name is called after its file
    path = tmp_path / f"t{ending}"
    write(original, path, overwrite=True)
    (again,) = read_datasets(path)
    assert again.sample_names == original.sample_names and again.groups == original.groups
    assert again.targets is not None and original.targets is not None and again.targets.names == original.targets.names
    assert np.array_equal(again.spectra, original.spectra) and np.array_equal(again.targets.values,
                                                                              original.targets.values)


@given(texts)
def test_a_mark_is_taken_away_exactly(text):
    for formulas in (True, False):
        assert unmarked(marked(text, formulas)) == text
    assert not marked(text).startswith(("=", "+", "-", "@"))


@pytest.mark.parametrize("text", ["S1", "1.5", "'79 vintage", "o'clock", "(a)", "日本", "A-1", "12-05", "'quoted'"])
def test_ordinary_names_are_written_and_read_as_they_are(text):
    assert marked(text) == text == unmarked(text)


@given(texts)
def test_clean_text_is_printable_once_and_for_all(text):
    clean = printable(text)
    assert printable(clean) == clean and clean == clean.strip()
    clean.encode("utf-8")
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]", clean)
    assert printable_names([text, "a", text]) == (clean, "a", clean)


@pytest.mark.parametrize(("raw", "clean"), [("m\udcfchle", "mühle"), ("a\udc93b", "a“b"), ("\udc81", "\ufffd"),
                                            ("a\nb\tc", "a b c"), ("\ud800x", "\ufffdx"), ("\x00", "\ufffd"),
                                            (" a  b ", "a  b"), ("\ufdd0", "\ufffd"), ("\u00a0a", "a")])
def test_what_becomes_of_what(raw, clean):
    assert printable(raw) == clean


def test_a_data_set_holds_clean_texts_whatever_it_is_given():
    made = data(list(ODD), list(ODD), "a\nb", "m\udcfc\n")
    assert made.name == "mü" and made.targets.names == ("P a b",)
    for text in (*made.sample_names, *made.groups):
        assert printable(text) == text


@pytest.mark.parametrize("instrument", ODD)
@pytest.mark.parametrize("ending", [e for e in WRITTEN if e not in (".csv", ".jdx")])
def test_no_name_of_an_instrument_hinders_writing(tmp_path, ending, instrument):
    first, second = data(["a", "b"], None, "x", instrument), data(["c", "d"], None, "x", f"{instrument}2")
    write([first, second], tmp_path / f"t{ending}")
    assert [d.sample_names for d in read_datasets(tmp_path / f"t{ending}")] == [("a", "b"), ("c", "d")]


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
def test_small_tables_give_their_texts_back(tmp_path, ending):
    path, names = tmp_path / f"t{ending}", [printable(o) for o in ODD if printable(o)]
    rows = [[name, 1.25, "x"] for name in names]
    if ending == ".csv":
        write_table(path, ["sample", "value", "=other"], rows)
        with open(path, encoding="utf-8", newline="") as file:
            assert not any(c.startswith(("=", "@")) for row in csv.reader(file) for c in row)
    else:
        write_workbook(path, {"one": (["sample", "value", "=other"], rows)})
    table = read_cells(path)
    assert [row[0] for row in table.rows[1:]] == names and table.rows[0][2] == "=other"


def test_is_marked_where_a_spreadsheet_would_calculate(tmp_path: Path):
    write(data(["=cmd|' /C calc'!A0", "S2"], None, "x"), tmp_path / "t.csv")
    assert "\n'=cmd|" in (tmp_path / "t.csv").read_text(encoding="utf-8")
    assert is_marked_in_csv("=cmd") and not is_marked_in_csv("S2")
