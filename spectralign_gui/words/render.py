"""From a template and facts to a sentence.

A template is the English sentence with fields in braces, ``{name}`` or ``{name:how}``:

==========================  ==========================================================================
``{x}``                     a text or whole number as it is, a list as "a, b and c", a note as its sentence
``{x:.3g}``                 a number so formatted, with the user's decimal sign
``{x:figures}``             a number with the figures the user wants
``{x:percent}``             a share of one as "45 %"
``{n:count standard}``      "1 standard", "5 standards": nouns are in ``english/nouns.py``
``{n:is|are}``              one of the plural forms of the language; for True or False the first or second
``{x:some 5}``              the first 5 of a list and "3 more"; ``{x:commas}`` without "and"
``{x:commas 10}``           the first 10 of a list and "…"
``{x:start}``               at the start of a sentence: a note that stands for a name gets a capital
``{x:start_commas}``        a list with commas at the start of a sentence
``{x:commas_or_none}``      a list with commas, "none" where it is empty; ``{x:ors}`` "a, b or c"
``{x:semicolons}``          a list with semicolons
``{x:semicolons_after}``    every one of a list with a semicolon before it
``{x:unended}``             a sentence without its full stop
``{x:within}``              the same inside another sentence: in English it begins small
``{x:in_brackets}``         a text in brackets with a blank before it; nothing where it is empty
``{x:after}``               a unit after its number, with a blank; nothing where it is empty
``{x:axis_unit}``           the unit of an axis by its name; ``{x:axis_units}`` a list of them
``{x:at_axis}``             the unit of an axis after a position, with a blank; ``{x:over_axis}`` after a distance
``{x:sentences}``           several notes one after the other
==========================  ==========================================================================

A fact may be a note itself (a reason, the name of a set that has none).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any

from . import units
from .english.nouns import NOUNS
from .language import ENGLISH, PLAIN, Language, language
from .templates import known, template_of


def say(said: object, into: Language | None = None) -> str:
    """The sentence of a note, or of the note an error carries, for the user; a text that is no note as it is.

    Parameters
    ----------
    said : Note, str or BaseException
    into : Language, optional
        Default the one of now.
    """
    note: Any = said  # notes are made in the layer above
    if isinstance(said, BaseException) and said.args:
        note = said.args[0]
    code = str(getattr(note, "code", ""))
    return render(code, note.facts, into or language()) if code and known(code) else str(said)


def english(code: str, facts: Mapping[str, Any]) -> str:
    """The English sentence of a code and its facts, with a decimal point."""
    return render(code, facts, PLAIN)


def tr(text: str) -> str:
    """A text of the window in the language of now; `tools/languages.py` finds the calls."""
    return language().translations.gettext(text) if text else text


def shown(text: str) -> str:
    """A number written with a point, with the user's decimal sign."""
    return language().numbers.shown(text)


def render(code: str, facts: Mapping[str, Any], into: Language) -> str:
    """The sentence of a code in a language; in English where it has no translation."""
    template = template_of(code)
    return _Fields(into).vformat(into.translations.pgettext(code, template), (), facts)


LISTS = ("some", "commas", "commas_or_none", "ors", "semicolons", "sentences")

UNITS = ("axis_unit", "axis_units", "at_axis", "over_axis")


class _Fields(Formatter):
    """Formats the fields of a template in one language."""

    def __init__(self, into: Language) -> None:
        self.into = into

    def format_field(self, value: Any, format_spec: str) -> str:
        how, _, rest = format_spec.partition(" ")
        if "|" in format_spec:
            return self._choice(value, format_spec.split("|"))
        if how == "count":
            return self._count(int(value), rest)
        if how in LISTS:
            return self._listed([self._text(v) for v in value], how, int(rest or 0))
        if how == "semicolons_after":
            return "".join(f"{self._joint('list.semicolon')}{self._text(v)}" for v in value)
        if how == "start_commas":
            return self._listed([self._start(value[0]), *map(self._text, value[1:])], "commas", 0)
        if how == "start":
            return self._start(value)
        if how == "unended":
            return self._text(value).rstrip(".。")
        if how == "within":
            text = self._text(value).rstrip(".。")
            return text[:1].lower() + text[1:] if self.into.code == ENGLISH else text
        if how == "in_brackets":
            return f" ({self._text(value)})" if value else ""
        if how == "after":
            text = self._text(value)
            return f" {text}" if text else ""
        if how in UNITS:
            return self._unit(value, how)
        if how == "percent":
            return f"{100 * value:.0f} %" if math.isfinite(value) else "–"
        if how == "figures":
            return self.into.numbers.shown(f"{value:.{self.into.numbers.figures}g}")
        if format_spec:
            text = format(value, format_spec)
            return text if isinstance(value, str) else self.into.numbers.shown(text)
        return self._text(value)

    def _unit(self, value: Any, how: str) -> str:
        if how == "axis_units":
            return self._listed([units.named(v, self.into) for v in value], "commas", 0)
        if how == "axis_unit":
            return units.named(value, self.into)
        text = (units.at if how == "at_axis" else units.over)(value, self.into)
        return f" {text}" if text else ""

    def _start(self, value: Any) -> str:
        text = self._text(value)
        return text[:1].upper() + text[1:] if getattr(value, "code", "") else text

    def _text(self, value: Any) -> str:
        if isinstance(value, str):
            return say(value, self.into)
        if isinstance(value, Sequence):
            return self._listed([self._text(v) for v in value], "and", 0)
        if isinstance(value, float):
            return self.into.numbers.shown(str(value))
        return str(value)

    def _choice(self, value: Any, forms: list[str]) -> str:
        if isinstance(value, bool):
            return forms[not value]
        return forms[min(self.into.plural(abs(int(value))), len(forms) - 1)]

    def _count(self, number: int, noun: str) -> str:
        many = NOUNS[noun]
        return f"{number} {self.into.translations.ngettext(noun, many, number)}"

    def _joint(self, code: str, **facts: Any) -> str:
        return render(code, facts, self.into)

    def _listed(self, parts: list[str], how: str, most: int) -> str:
        join = self._joint
        if how == "sentences":
            return join("list.space").join(p for p in parts if p)
        if how == "semicolons":
            return join("list.semicolon").join(parts)
        comma = join("list.comma")
        if how in ("and", "ors"):
            last = "list.and" if how == "and" else "list.or"
            return join(last, first=comma.join(parts[:-1]), last=parts[-1]) if len(parts) > 1 else "".join(parts)
        if how == "commas_or_none" and not parts:
            return join("list.none")
        kept, more = (parts[:most], len(parts) - most) if most and len(parts) > most else (parts, 0)
        text = comma.join(kept)
        if not more:
            return text
        return join("list.more", first=text, more=more) if how == "some" else join("list.ellipsis", first=text)
