"""Unit and quantity of a text table: what the file states beats every guess, and a guess says that it is one."""

from __future__ import annotations

import re

import numpy as np

from ....core.data import QUANTITIES, UNITS
from ....core.notes import Note
from .._units import axis_unit_of, foreign_unit, plain, quantity_of, unit_from_numbers, unit_of
from ..contract import Guess
from .labels import Stretch
from .options import TextOptions

_WAVELENGTH = re.compile(r"wavel|\bwave\b|lambda|λ|\bwl\b|\bwvl\b|wellenl|longueur|longitud|lunghezza|波长", re.I)
_AXIS_KEY = re.compile(r"wave|\bx[-_ ]?(axis|units?|data|label)|xdatakind|abscissa|shift|wellen|spectral[ _]axis|"
                       r"axis|horizontal|spectro\b", re.I)
_SETTING = re.compile(r"laser|excit|grating|start|end|center|centre|range|width|filter|step|interval|resol|pol\.|accur|"
                      r"calib|correct", re.I)
_VALUE_KEY = re.compile(r"y[-_ ]?(axis|units?|data|label)|quantity|data\s*type|\b\w*mod(e|us|o)\b|ordinate|measurement|"
                        r"messart|messgr[oö]|datentyp|y-achse|测量模式|"
                        r"\bintensit(y|ies)\s*[(\[]", re.I)
_OTHER_COLUMN = re.compile(r"[#\s\"]*Y[2-9]", re.I)
_OCEAN = re.compile(r"spectrasuite|oceanview|ocean\s?optics|ocean insight|ooibase|avasoft|avantes", re.I)
_OWN = re.compile(r"[#\s]*(axis unit|quantity)\s*[:\t]\s*([\w-]+)(\s*\(guessed\))?\s*\Z")
_LABSPEC_TYPE = re.compile(r"[#\s]*AxisType\[(\d)\]\s*=\s*(\w+)", re.I)
_LABSPEC_UNIT = re.compile(r"[#\s]*AxisUnit\[(\d)\]\s*=\s*(.+?)\s*\Z", re.I)
_UNIT_LINE = re.compile(r"[#\s]*[\[(]?\s*(nm|nanomet(er|re)s?|[uµμ]m|microns?|cm\s*\^?-1|cm⁻¹|1/cm|raman shift.*|ev)"
                        r"\s*[\])]?[\s,;]*\Z", re.I)
_QUANTITY_LINE = re.compile(r"[#\s]*(%\s*[TR]|A|[a-zé]+( [a-z]+)?)\s*([\[(].{1,20}[\])])?[\s,;]*\Z", re.I)
_MARK = re.compile(r"(%\s*[TRA]|[TRA]\s*%|%?\s*[a-zé]+)\s*([\[(].{1,20}[\])])?\Z", re.I)
_ENTRY = re.compile(r"\s*[#%/!;\[\"]*\s*([^:=\t;,]{1,60}?)\s*(?:[:=\t;]|,(?=\S))\s*(.*)")


def own_entry(header: str, name: str) -> tuple[str, bool] | None:
    """What a table written by this program says about itself ("# axis unit: nm"), and whether it was a guess."""
    for line in header.splitlines():
        found = _OWN.match(line)
        if found and found[1] == name:
            return found[2], bool(found[3])
    return None


def guess_unit(axis: np.ndarray | None, title: str, label_unit: str | None, header: str, laser: float | None,
               options: TextOptions, unit_row: str = "") -> Guess:
    """Unit of the axis: from its title, a row of units, the header lines, or (guessed) the numbers."""
    if options.unit:
        return Guess(options.unit, 1.0, Note("guess.set_by_you", "info"))
    if axis is None:
        return Guess("channel", 1.0, Note("guess.no_axis", "info"))
    if (own := own_entry(header, "axis unit")) is not None and own[0] in UNITS:
        return Guess(own[0], 0.5 if own[1] else 1.0, Note("guess.file_says_unit", "info", unit=own[0]), not own[1])
    if label_unit == "unknown":
        return Guess(label_unit, 0.9, Note("guess.titles_name_foreign_unit", "info"))
    if label_unit:
        return Guess(label_unit, 0.95, Note("guess.titles_name_unit", "info"))
    if unit_row and (found := axis_unit_of(unit_row)) is not None:
        return Guess(found, 0.95, Note("guess.line_above_says", "info", line=unit_row))
    foreign = foreign_unit(title)
    if foreign:
        return Guess("unknown", 0.9, Note("guess.title_of_foreign_unit", "info", title=title, unit=foreign))
    titled = unit_of(title)
    if titled is not None and titled != "channel":
        return Guess(titled, 0.95, Note("guess.title_names_it", "info", title=title))
    if (said := _unit_in_header(header, laser)) is not None:
        return said
    if titled == "channel":
        return Guess("channel", 0.9, Note("guess.title_names_it", "info", title=title))
    if re.fullmatch(r"wave", title.strip(" #"), re.IGNORECASE) and axis.size > 1 and axis[0] > axis[-1]:
        return Guess("raman-shift", 0.5, Note("guess.wave_of_wire", "info"),
                     False)
    if _WAVELENGTH.search(title) and axis.size:
        return wavelength_unit(axis, Note("guess.title_says_wavelength", "info", title=title))
    if _OCEAN.search(header):
        return Guess("nm", 0.8, Note("guess.program_writes_nm", "info"))
    raman = laser is not None or "raman" in plain(header).casefold()
    return unit_from_numbers(axis, raman)


def of_mid_infrared(stretch: Stretch) -> Guess | None:
    """Wavenumbers, where titles such as "mir.600" say mid infrared and the numbers can be these."""
    low, high = float(stretch.values.min()), float(stretch.values.max())
    if not re.search(r"(?<![a-z])m-?ir(?![a-z])", stretch.prefix, re.I) or not 100 <= low < high <= 8000:
        return None
    return Guess("cm-1", 0.7, Note("guess.title_names_it", "info", title=stretch.prefix), False)


def wavelength_unit(axis: np.ndarray, why: Note) -> Guess:
    """Unit of an axis that is labelled of wavelengths: nm and µm cannot be taken for each other, but for ångström."""
    low, high = float(np.nanmin(axis)), float(np.nanmax(axis))
    if low > 100 and high <= 3500:
        return Guess("nm", 0.8, Note("guess.and_those_of", "info", why=why, unit="nm"))
    if low >= 0.1 and high <= 50:
        return Guess("um", 0.8, Note("guess.and_those_of", "info", why=why, unit="um"))
    if low > 100:
        return Guess("nm", 0.5, Note("guess.or_angstrom", "info", why=why), False)
    return Guess("unknown", 0.0, Note("guess.but_which_unit", "info", why=why))


def _unit_in_header(header: str, laser: float | None) -> Guess | None:
    """What a line of the header states about the axis."""
    lines = header.splitlines()
    types = {m[1]: m[2].casefold() for line in lines if (m := _LABSPEC_TYPE.match(line))}
    for line in lines:
        if (m := _LABSPEC_UNIT.match(line)) and types.get(m[1], "").startswith("spect"):
            unit = axis_unit_of(m[2])
            if unit is not None:
                return Guess("raman-shift" if unit == "cm-1" and "nm" not in m[2] else unit, 0.95,
                             Note("guess.header_says", "info", line=line.strip(' #')))
    for line in lines:
        if _UNIT_LINE.match(line) and (found := unit_of(line)) is not None:
            return Guess("raman-shift" if laser and found == "cm-1" else found, 0.8,
                         Note("guess.header_says", "info", line=line.strip(' #')))
    for line in lines:
        entry = _ENTRY.match(line)
        key, value = (entry[1], entry[2]) if entry else ("", line)
        if _SETTING.search(key) or (_SETTING.search(line) and not entry) or _LABSPEC_UNIT.match(line):
            continue
        if entry and not _AXIS_KEY.search(key):
            continue  # "Raman. Pol.= No" speaks of no axis
        if not entry and not _AXIS_KEY.search(line) and not re.search(r"cm\S{0,2}1|1/cm", plain(line)):
            continue
        found = unit_of(value) or unit_of(key)
        if found is not None and found != "channel":
            return Guess("raman-shift" if laser and found == "cm-1" else found, 0.7,
                         Note("guess.header_says", "info", line=line.strip()[:60]))
    return None


def guess_quantity(title: str, header: str, options: TextOptions) -> Guess:
    """Quantity of the spectra: from the title of their column or the header lines."""
    if options.quantity:
        return Guess(options.quantity, 1.0, Note("guess.set_by_you", "info"))
    if (own := own_entry(header, "quantity")) is not None and own[0] in QUANTITIES:
        return Guess(own[0], 1.0, Note("guess.file_says_quantity", "info", quantity=own[0]))
    if (found := quantity_of(title)) is not None:
        return Guess(found, 0.9, Note("guess.title_names_it", "info", title=title))
    lines = [line for line in header.splitlines() if not _OTHER_COLUMN.match(line)]
    types = {m[1]: m[2].casefold() for line in lines if (m := _LABSPEC_TYPE.match(line))}
    for line in lines:
        said = ""
        if (m := _LABSPEC_UNIT.match(line)) and types.get(m[1], "").startswith("intens"):
            said = m[2]
        elif _VALUE_KEY.search(line) or (m := _QUANTITY_LINE.match(line)):
            said = line
        if said and (found := quantity_of(said)) is not None:
            return Guess(found, 0.6, Note("guess.header_says", "info", line=line.strip()[:60]))
    for line in lines:  # "Data: %R", or a line of units under the names: "nm;%T;%T;%T"
        said_of_all = {cell.strip(" #\"'") for cell in re.split(r"[:=\t;,]", line)[1:]} - {""}
        if len(said_of_all) == 1 and _MARK.match(said := said_of_all.pop()) and (found := quantity_of(said)):
            return Guess(found, 0.6, Note("guess.header_says", "info", line=line.strip()[:60]))
    return Guess("unknown", 0.0, Note("guess.quantity_not_said", "info"))
