"""When to stop, and the order of the marked standards."""

from __future__ import annotations

from spectralign_gui.core.data import expand_pairs
from spectralign_gui.io.measuring_list import measuring_page
from spectralign_gui.session.run import prepare
from spectralign_gui.session.standards.benefit import standards_in_order, when_to_stop
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.state import SessionState
from tests.ui.helpers import make_dataset


def row(standards, mean, std=0.05, n=10):
    return {"standards": standards, "hit": {"mean": mean, "std": std, "values": [mean] * n}}


def test_when_to_stop():
    flat = when_to_stop([row(2, 0.3), row(5, 0.8), row(10, 0.81), row(20, 0.8)])
    assert "about 5 standards" in flat and "stop" in flat
    low = when_to_stop([row(2, 0.2), row(5, 0.27), row(10, 0.25), row(20, 0.27)])
    assert "only about 27 %" in low and "can stop" not in low
    assert "a few more" in when_to_stop([row(2, 0.3), row(5, 0.5), row(10, 0.8), row(20, 0.8)])
    rising = when_to_stop([row(2, 0.3), row(5, 0.5), row(10, 0.7)])
    assert "4.0 points" in rising and "raise it further" in rising
    assert when_to_stop([row(2, 0.3), row(5, 0.5)]) == ""
    assert when_to_stop([]) == "" and when_to_stop([{"standards": 2, "hit": None}] * 4) == ""


def test_every_standard_has_one_place_in_the_order():
    a, b = make_dataset("m5", seed=1), make_dataset("mp5", p=50, seed=2)
    state = SessionState((a, b), match_by_name((a, b)).standards[:9])
    prepared = prepare(state)
    pairs = expand_pairs(state.standards, state.instruments)
    for strategy in ("tau", "kennard-stone", "random"):
        assert sorted(standards_in_order(prepared, pairs, strategy)) == list(range(9))


def test_the_page_to_print_has_empty_cells_and_no_markup_of_names():
    page = measuring_page("List <1>", ["rank", "lab", "field"], [[1, "a<b>&", ""]], "Note")
    assert "a&lt;b&gt;&amp;" in page and "List &lt;1&gt;" in page and "<td>&nbsp;</td>" in page
