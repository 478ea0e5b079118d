"""A table of reference values is read in one way: nothing is lost without a word, in the window and without it."""

from __future__ import annotations

import pytest

from spectralign_gui.core.errors import FileError
from spectralign_gui.io.intake.entries import read_entry
from spectralign_gui.io.intake.values import noted, read_values


def rows(n: int, wrong: dict[int, str] | None = None) -> str:
    wrong = wrong or {}
    return "Sample,Oil,Water\n" + "".join(f"s{k},{wrong.get(k, 3 + 0.1 * k)},{9 - 0.01 * k}\n" for k in range(1, n + 1))


@pytest.mark.parametrize("where", [[60], [3, 7, 15], [90]])
def test_a_word_among_numbers_is_named_and_takes_no_rows_away(tmp_path, where):
    path = tmp_path / "values.csv"
    path.write_text(rows(90, dict.fromkeys(where, "broken vial")))
    with pytest.raises(FileError, match=rf"row {where[0] + 1}, Oil: 'broken vial'"):
        read_values(path)


def test_what_is_missing_or_censored_stays_a_row(tmp_path):
    path = tmp_path / "values.csv"
    path.write_text(rows(20, {4: "NA", 5: "<0.5", 6: ""}))
    (table,) = read_values(path)
    assert len(table.targets) == 20 and table.targets.names == ("Oil", "Water")
    assert table.targets.censored.sum() == 1


def test_what_the_reader_says_comes_along(tmp_path):
    path = tmp_path / "values.csv"
    path.write_text(rows(30))
    entry = read_entry(path)
    assert entry.kind == "values"
    result = entry.result.with_(warnings=("Row 3 was left out.",))
    assert all("Row 3 was left out." in t.notes for t in noted(result))


def test_no_table_at_all(tmp_path):
    path = tmp_path / "values.csv"
    path.write_text("nothing\n")
    with pytest.raises(FileError):
        read_values(path)
