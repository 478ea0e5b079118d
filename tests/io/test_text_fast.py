"""The fast way through large text gives what the careful way gives, cell by cell; or leaves it to it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from spectralign_gui.core.errors import FileError
from spectralign_gui.io.readers.text import decoder
from spectralign_gui.io.readers.text.body import BodyReader
from spectralign_gui.io.readers.text.dialect import Dialect
from spectralign_gui.io.readers.text.layout import Layout
from spectralign_gui.io.readers.text.numbers import fast_numbers

DIALECTS = [Dialect(s, d, t) for s in ",;\t |" for d in ".," for t in ("", ".", ",", "'")
            if s != d and t not in (s, d)]
CELLS = st.one_of(
    st.sampled_from(["1", "2.5", "-3", "1e5", "1.2.3", "1,234", "1.234", "1.234,5", "",
                     "NA", "nan", "<0.5", "[2]", "{3}",
                     "[4", "5]", "null", "true", '"6"', "+7", ".5", "8.", "007", "1e400", "1_0", "0x1",
                     "-8888888888888888888", "-8.888888888888889e18", "123456789012345678901234567890", "a",
                     " 9 ", "1 000", "1'000", "\ufeff1"]),
    st.floats(allow_nan=False, allow_infinity=False).map(repr), st.text("0123456789.,eE+-[]{}\"; \t|", max_size=6))


def outcome(layout, dialect, columns, texts, chunks, fast):
    reader = BodyReader(layout, dialect, columns, texts)
    reader._fast = reader._fast and fast
    try:
        body = reader.feed(iter(chunks))
    except FileError as error:
        return "refused", str(error)
    return "read", body.numbers.tobytes(), body.numbers.shape, body.texts, body.warnings, body.censored, body.trailing


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(DIALECTS), st.integers(2, 4), st.integers(0, 2),
       st.lists(st.lists(CELLS, max_size=5), min_size=1, max_size=8), st.booleans(), st.booleans())
@example(Dialect(" ", ".", ""), 3, 0, [["1,2", "3"]], False, False)
@example(Dialect(";", ",", "."), 2, 0, [["1.234", "5"], ["1.234", "6"]], False, False)
@example(Dialect(",", ".", ""), 3, 0, [["1", "[2", "3]"]], False, False)
@example(Dialect(",", ".", ""), 3, 0, [["1", "2"], ["3", "4", "5", "6"]], False, False)
def test_fast_and_careful_agree(dialect, width, lead, table, trailing, columns):
    lead = min(lead, width - 1)
    lines = [dialect.separator.join(cells) + (dialect.separator if trailing else "") for cells in table]
    chunk = "\n".join(lines).encode() + b"\n"
    layout = Layout("columns" if columns else "rows", None, 0, width, [""] * width)
    wanted = list(range(lead, width))
    texts = [0] if lead else []
    fast, careful = (outcome(layout, dialect, wanted, texts, [chunk], way) for way in (True, False))
    assert fast == careful


def test_one_odd_cell_costs_only_its_neighbourhood(monkeypatch):
    slow = []
    original = BodyReader._slowly
    monkeypatch.setattr(BodyReader, "_slowly", lambda self, lines: (slow.append(len(lines)), original(self, lines)))
    values = np.random.default_rng(0).random((20000, 10)).round(6)
    rows = [",".join(map(repr, row)) for row in values.tolist()]
    rows[7000] = rows[7000].replace(repr(float(values[7000, 3])), "NA")
    layout = Layout("columns", None, 0, 10, [""] * 10)
    body = BodyReader(layout, Dialect(",", ".", ""), list(range(10)), []).feed(iter(["\n".join(rows).encode()]))
    values[7000, 3] = np.nan
    np.testing.assert_array_equal(body.numbers, values)
    assert body.numbers.T.flags.c_contiguous  # spectra in columns need no further copy
    assert 0 < sum(slow) < 2000


@pytest.mark.parametrize("text", [b"[1,2.5,-3e-7,0.1,123456789]", b"[1,null]", b"[1,true]", b'["1"]', b"[1", b"[01]",
                                  b"[1.]", b"[1e999]", b"[99999999999999999999999]", b"[]", b"", b"[\xff]"])
def test_both_decoders_give_the_same(text):
    mine, other = decoder.decode_numbers(text), decoder.decode_by_list(text)
    if mine is None or other is None:
        # one may leave to the careful way what the other can read, but neither reads anything else
        assert mine is other or text == b"[99999999999999999999999]" or text == b"[1e999]"
    else:
        np.testing.assert_array_equal(mine, other)


def test_without_simdjson(monkeypatch):
    monkeypatch.setattr(decoder, "Parser", None)
    assert fast_numbers(b"1;2,5\n3;4\n", ";", ",", 2).tolist() == [[1, 2.5], [3, 4]]
