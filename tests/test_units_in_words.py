"""A sentence says the unit of an axis in words, never by its code, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter

import pytest

from spectralign_gui.core.data import UNITS
from spectralign_gui.words import units
from spectralign_gui.words.language import of
from spectralign_gui.words.render import render
from spectralign_gui.words.templates import every_template

SPECS = ("axis_unit", "axis_units", "at_axis", "over_axis")
OF_VALUES = {"life.other_unit", "life.other_properties", "predictions.below_zero_of", "updates.better",
             "updates.open", "updates.worse"}
"""Units of a property."""
TYPED = {"axis.unknown_unit", "units.unknown", "read.option_unit"}
"""Say which codes may be typed."""
FOREIGN = {"guess.title_of_foreign_unit", "spc.axis_of_another_unit", "read.unknown_unit_or_quantity"}
"""Units that are none of the program's."""
CODE = re.compile(r"raman-shift|cm-1|(in|\d) channel\b(?! number)|(in|\d) unknown\b(?! unit)")


def fields(template: str) -> Iterator[tuple[str, str]]:
    for _, name, spec, _ in Formatter().parse(template):
        if name:
            yield name, spec or ""


class Any_(dict):  # type: ignore[type-arg]
    """Facts of every kind: what the unit is not, is a number or a text that each field takes."""

    def __init__(self, template: str, unit: str) -> None:
        super().__init__()
        for name, spec in fields(template):
            how = spec.partition(" ")[0]
            if how in SPECS:
                self[name] = [unit, unit] if how == "axis_units" else unit
            elif how in ("some", "commas", "commas_or_none", "ors", "semicolons", "semicolons_after", "start_commas"):
                self[name] = ["A"]
            elif "|" in spec or how == "count" or (spec and spec[-1] in "gfed"):
                self[name] = 3
            elif how in ("percent", "figures"):
                self[name] = 0.5
            else:
                self[name] = self.get(name, "A")
        for inner in re.findall(r"\{(\w+)\}", " ".join(spec for _, spec in fields(template))):
            self[inner] = 2


def about_axes() -> list[str]:
    return [c for c, t in every_template().items() if any(s.partition(" ")[0] in SPECS for _, s in fields(t))]


def test_every_unit_of_a_template_is_one_of_an_axis_or_named_here():
    plain = {code for code, t in every_template().items() for name, spec in fields(t)
             if re.search(r"^(units?|unit\w*|other_unit)$", name) and spec.partition(" ")[0] not in SPECS}
    allowed = OF_VALUES | TYPED | FOREIGN
    assert sorted(plain - allowed) == []


@pytest.mark.parametrize("code", ["en", "de", "zh"])
def test_no_sentence_shows_a_code(code: str):
    into = of(code)
    said = [(c, u, render(c, Any_(every_template()[c], u), into)) for c in about_axes() for u in UNITS]
    assert len(said) > 200
    wrong = [s for s in said if CODE.search(s[2]) or (s[1] == "um" and "µm" not in s[2])]
    assert not wrong, "\n".join(map(str, wrong))
    shown = [(u, way(u, into)) for way in (units.named, units.at, units.over, units.title) for u in UNITS]
    assert not [s for s in shown if CODE.search(s[1]) or s[1] == s[0] not in ("nm", "eV")]
