"""Slips that no layout tells are heard by the numbers alone, and what only looks like one is not."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from benchmarks.table_slips import SLIPS
from benchmarks.table_sound import SOUND
from spectralign_gui.core.errors import SpectrAlignError
from spectralign_gui.core.notes import code_of
from spectralign_gui.io.blocks.checks import RunningChecks
from spectralign_gui.io.consistent import inconsistent
from spectralign_gui.io.intake.entries import is_serious, read_entry
from spectralign_gui.io.intake.preview import make_preview
from spectralign_gui.io.read import read_file
from spectralign_gui.io.readers import Block, ReadResult

SEEDS = 6
SEEN = {"setting_among_spectra": 5, "cell_lost_before_values": 5, "weights_among_spectra": 5, "order_turned": 5,
        "statistics_of_groups": 3}
"""Of `SEEDS`; all of the other kinds. A highest value that is one sample's all along cannot be told from a copy."""


def case_of(kind, seed):
    return kind(np.random.default_rng([seed, *kind.__name__.encode()]))


def heard(case, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(case.text)
    try:
        warnings = read_file(path).warnings
    except SpectrAlignError:
        return ["refused"]
    return [str(code_of(w)) for w in warnings if is_serious(w) and code_of(w) != "read.guessed_unit"]


@pytest.mark.parametrize("kind", SLIPS, ids=lambda k: k.__name__)
def test_slips_are_told_or_refused(tmp_path, kind):
    """72 tables of 12 kinds; before there were guards for them, 482 of 720 such had no word."""
    told = [bool(heard(case_of(kind, 500 + seed), tmp_path)) for seed in range(SEEDS)]
    assert sum(told) >= SEEN.get(kind.__name__, SEEDS)


@pytest.mark.parametrize("kind", SOUND, ids=lambda k: k.__name__)
def test_what_is_right_is_told_nothing(tmp_path, kind):
    """80 tables of 20 kinds: blanks, darks, filters, differences, designs."""
    found = Counter(c for seed in range(4) for c in heard(case_of(kind, 700 + seed), tmp_path))
    assert not [c for c in found if c.startswith(("consistent.", "text.", "refused"))]


def spectra(n, p=60, seed=0):
    rng = np.random.default_rng(seed)
    t = np.linspace(0, 1, p)
    parts = np.array([np.exp(-((t - c) / 0.2) ** 2) for c in (0.2, 0.5, 0.8)])
    return np.round(0.3 + rng.uniform(0.2, 0.6, (n, 3)) @ parts + rng.normal(0, 5e-4, (n, p)), 5)


@pytest.mark.parametrize("lost", [1, 2, 3])
@pytest.mark.parametrize("place", [3, 30, 55])
def test_the_row_that_lost_cells_is_named(place, lost):
    Y = spectra(8)
    Y[5] = np.concatenate([np.delete(Y[5], slice(place, place + lost)), np.full(lost, np.nan)])
    [note] = inconsistent(ReadResult((Block(Y, 1000.0 + np.arange(60)),)))
    assert note.code == "consistent.moved_cells" and list(note.facts["rows"]) == [6]
    assert "row 6" in str(note)


@pytest.mark.parametrize("rows", [0, 1])
def test_a_short_first_line_is_no_line_of_titles(tmp_path, rows):
    """Its numbers were taken for the axis."""
    Y = np.cumsum(spectra(6), axis=1)
    lines = [",".join(["Sample", *(f"{v:g}" for v in 1000.0 + np.arange(60))])]
    lines += [",".join([f"s{k}", *(f"{v:.5f}" for v in y[:59 if k == rows else 60])]) for k, y in enumerate(Y)]
    path = tmp_path / "a.csv"
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(SpectrAlignError, match=f"line {rows + 2}"):
        read_file(path)


def test_large_tables_are_looked_at_in_pieces():
    """The last of 30,000 spectra has the other sign; 4.5 million values."""
    Y = spectra(30_000, 150)
    Y[-1] *= -1
    [note] = inconsistent(ReadResult((Block(Y, 1000.0 + np.arange(150)),)))
    assert note.code == "consistent.other_sign" and list(note.facts["names"]) == ["no. 30000"]


def test_blocks_of_a_file_are_looked_at_and_remembered():
    checks = RunningChecks(1000.0 + np.arange(60))
    Y = spectra(40)
    checks.compare(Y, (), 0)
    Y[7] *= -1
    checks.compare(Y, (), 40)
    other = RunningChecks(1000.0 + np.arange(60))
    other.go_on(checks.state())
    for each in (checks, other):
        [note] = each.notes()
        assert note.code == "consistent.other_sign" and list(note.facts["names"]) == ["no. 48"]


def test_the_preview_says_what_the_import_says(tmp_path):
    Y = spectra(6)
    Y[2] *= -1
    path = tmp_path / "a.csv"
    path.write_text("".join(",".join(r) + "\n" for r in [["Sample", *map(str, 1000 + np.arange(60))], *(
        [f"s{k}", *map(str, y)] for k, y in enumerate(Y.tolist()))]))
    [said] = [d for d in read_entry(path).doubts if "sign" in d]
    assert make_preview(str(path), {}).warnings[0] == said


@pytest.mark.parametrize("seed", range(6))
def test_a_first_spectrum_taken_for_the_axis_is_told(tmp_path, seed):
    """Rows without titles; a first spectrum with a long slope reads as titles in order."""
    path = tmp_path / "a.csv"
    rows = [",".join([f"s{k}", *map(str, y)]) for k, y in enumerate(spectra(6, 40, seed).tolist())]
    path.write_text("\n".join(rows) + "\n")
    result = read_file(path)
    found = {w.code for w in result.warnings}
    assert result.blocks[0].axis is None or "consistent.axis_like_spectra" in found
