"""Tables of a report fit a page, whatever their number of columns; nothing of them is lost."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from spectralign_gui.io.report import Figure, ReportOptions, Table, render_report
from spectralign_gui.io.report_layout import LONG, PAGE, PAGE_PIXELS, blocks, picture_rows, with_notes
from spectralign_gui.io.samples import load_sample_session
from spectralign_gui.session.run import execute

CELLS = st.text(st.characters(codec="ascii", categories=("L", "N", "P")), min_size=1, max_size=18)


@given(st.integers(1, 40), st.integers(1, 5), st.data())
@settings(max_examples=60, deadline=None)
def test_every_cell_is_in_one_block_beside_the_name_of_its_row(columns, rows, data):
    header = [f"h{c}" for c in range(columns)]
    table = [[data.draw(CELLS) for _ in header] for _ in range(rows)]
    found = blocks(header, table)
    assert [h for b in found for h in b.header[1:]] == header[1:]
    for k, row in enumerate(table):
        assert all(b.rows[k][0] == row[0] and b.header[0] == header[0] for b in found)
        assert [c for b in found for c in b.rows[k][1:]] == row[1:]
    for b in found:
        width = sum(max(len(h), *(len(r[c]) for r in b.rows)) for c, h in enumerate(b.header))
        assert width <= PAGE or len(b.header) <= 2


def test_a_table_that_fits_stays_whole():
    assert len(blocks(["Sample", "Moisture"], [["S1", "10.2"]])) == 1
    assert blocks(["Sample", "Moisture"], [["S1", "10.2"]])[0].numeric == (False, True)
    assert blocks(["Sample"], [])[0].header == ("Sample",)


def test_empty_columns_take_no_room():
    assert blocks(["Sample", "Flags", "Value"], [["S1", "", "3"]])[0].header == ("Sample", "Value")


def test_sentences_become_notes_said_once():
    sentence = "x " * LONG
    rows, notes = with_notes([["a", sentence, "1"], ["b", sentence, "2"], ["c", "short", sentence + "y"]])
    assert notes == [sentence, sentence + "y"]
    assert rows == [["a", "note 1", "1"], ["b", "note 1", "2"], ["c", "short", "note 2"]]
    assert with_notes([[sentence, "1"]]) == ([[sentence, "1"]], []), "what names a row stays"


def test_pictures_stand_side_by_side_as_far_as_the_page_is_wide():
    pictures = [Figure(str(k), width=w) for k, w in enumerate((640, 315, 315, 480, 315, 0))]
    assert [[p.caption for p in row] for row in picture_rows(pictures)] == [["0"], ["1", "2"], ["3"], ["4"], ["5"]]
    assert all(sum(p.width or PAGE_PIXELS for p in row) <= PAGE_PIXELS for row in picture_rows(pictures))


def test_a_wide_table_is_split_in_the_report():
    state = load_sample_session("sines")
    header = ["Sample", *(f"Property {k}" for k in range(30))]
    html = render_report(execute(state), ReportOptions(tables=[Table("Wide", header, [[f"S{k}", *range(30)]
                                                                                      for k in range(3)])]))
    part = html[html.index("<h2>Wide</h2>"):html.index("<h2>Software</h2>")]
    assert part.count("<table") > 1 and part.count(">S1<") == part.count("<table")
    assert len(re.findall(r">Property \d+<", part)) == 30
