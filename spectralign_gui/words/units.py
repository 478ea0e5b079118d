"""The unit of an axis in words: a fact holds its code ("raman-shift"), a sentence never does.

A unit is said by its name ("Raman shift (cm⁻¹)"), behind a position ("1003 cm⁻¹", "12 (channel)"), or behind a distance
("0.2 cm⁻¹", "2 channels"), and as the title of an axis.
"""

from __future__ import annotations

from .language import Language, language
from .templates import template_of

NAMES = {"nm": "unit.nm", "um": "unit.um", "cm-1": "unit.wavenumber", "raman-shift": "unit.raman_shift",
         "eV": "unit.ev", "channel": "unit.channel", "unknown": "unit.unknown"}
BEHIND = {**NAMES, "raman-shift": "unit.wavenumber"}
POSITIONS = {**BEHIND, "channel": "unit.channel_position"}
DISTANCES = {**BEHIND, "channel": "unit.channels"}
TITLES = {"nm": "unit.title_nm", "um": "unit.title_um", "cm-1": "unit.title_wavenumber",
          "raman-shift": "unit.title_raman_shift", "eV": "unit.title_ev", "channel": "unit.title_channel",
          "unknown": "unit.title_unknown"}


def _in_words(codes: dict[str, str], unit: str, into: Language | None) -> str:
    code = codes.get(unit)
    return (into or language()).translations.pgettext(code, template_of(code)) if code else unit


def named(unit: str, into: Language | None = None) -> str:
    """The unit by its name, "unknown unit" for an unknown one; a unit that is none of the program's as it is.

    Parameters
    ----------
    unit : str
        One of `core.data.UNITS`.
    into : Language, optional
        Default the one the window shows.
    """
    return _in_words(NAMES, unit, into)


def at(unit: str, into: Language | None = None) -> str:
    """The unit as it stands behind a position; "" for an unknown one."""
    return "" if unit == "unknown" else _in_words(POSITIONS, unit, into)


def over(unit: str, into: Language | None = None) -> str:
    """The unit as it stands behind a distance; "" for an unknown one."""
    return "" if unit == "unknown" else _in_words(DISTANCES, unit, into)


def title(unit: str, into: Language | None = None) -> str:
    """The title of an axis in this unit, such as "Wavelength (nm)"."""
    return _in_words(TITLES, unit, into)
