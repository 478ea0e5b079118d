"""What several lines of a comparison warn of is said once, with the lines; nothing is lost."""

from __future__ import annotations

import re

import numpy as np
import pytest

from spectralign_gui.core.notes import Note
from spectralign_gui.core.validation.fit_warnings import fit_warnings
from tests.ui.test_judgement import KEYS, comparison


@pytest.mark.parametrize("seed", range(30))
def test_each_thing_once_with_all_its_lines(seed):
    rng = np.random.default_rng(seed)
    result = comparison(seed)
    by_chance, told, broken = set(), set(), {k for (k, _, _), c in result.cells.items() if "error" in c}
    for (key, count, n), cell in result.cells.items():
        if "error" in cell:
            continue
        said = []
        if rng.random() < 0.7:  # its figure is another in every split
            said.append(Note("pairs.by_chance", standards=count, share=round(0.05 + 0.01 * n, 2)))
            by_chance.add(key)
        if rng.random() < 0.5:
            said.append(Note("intervals.no_values"))
            told.add((key, count))
        cell["warnings"] = tuple(said)
    found = [str(n) for n in fit_warnings(result)]
    assert len(set(found)) == len(found)
    chance = [t for t in found if "no better than by chance" in t]
    assert len(chance) == bool(by_chance)
    names = "|".join(sorted(KEYS, key=len, reverse=True))
    lines = re.findall(rf"\b(?:{names})\b", chance[0].split(";")[0]) if chance else []
    assert set(lines) == by_chance or len(by_chance) == 1
    others = [t for t in found if "no better than by chance" not in t and "cannot be fitted" not in t]
    assert len(others) == len({count for _, count in told})
    for key, count in told:
        assert any(key in re.split(", |: ", t) and f"{count} standards" in t for t in others)
    assert all(any(f"{key} cannot be fitted" in t for t in found) for key in broken)
