"""Units and quantities in the words instruments and people use, mapped to the program's own."""

from __future__ import annotations

import re

import numpy as np

from ...core.data.columns import PERSON_WORDS as PERSON_WORDS
from ...core.notes import Note
from .contract import Guess

_SUPERSCRIPTS = str.maketrans({"⁻": "-", "¹": "1", "−": "-", "–": "-", "^": None, "µ": "u", "μ": "u", "{": None,
                               "}": None, "\ufffd": "?"})
_UNIT_WORDS: tuple[tuple[str, str], ...] = (
    (r"raman|拉曼|rel\.?\s*(1\s*/\s*cm|cm)|shift|\brcm", "raman-shift"),
    (r"cm\s*-\s*1|1\s*/\s*cm|wave\s*n(um|o)|wellenzahl|"
     r"nombre d.onde|n[uú]mero de onda|kayser|\bcm1\b|wavenum|波数", "cm-1"),
    (r"\bnm\b|nanomet|纳米|_nm\b|\[nm|\(nm", "nm"),
    (r"\bum\b|micromet|microns?\b|_um\b", "um"),
    (r"\bev\b|electron\s*volt|photon energy", "eV"),
    (r"pixel|channel|\bindex\b", "channel"),
)
AXIS_WORDS = re.compile(
    r"wave|wellen|lambda|λ|\bwl\b|\bwvl\b|\bwn\b|\bnm\b|cm\s*-?\s*1|1/cm|raman|shift|longueur|longitud|lunghezza|波长|波数|拉曼|"
    r"onde|onda|\bx\b|^x$|x[-_ ]?(axis|data|unit)|\baxis\b|freq|energy|\bev\b|pixel|channel|micron|\bum\b|"
    r"2\s*-?\s*(theta|θ)|number of wave|\A\s*w\s*\Z", re.I)
LAB_ERROR = re.compile(r"SEL|lab(oratory)?[ _-]?error|standard error of (the )?laboratory", re.IGNORECASE)
"""Names of a row with the laboratory's own error per property."""
UNIT_ROW = ("", "unit", "units", "einheit", "einheiten", "unité", "unidad")
"""Names of a row with the unit of each property."""
UNIT_IN_TITLE = re.compile(r"[\[(]([^\])]{1,12})[\])]\s*\Z")
NAME_WORDS = re.compile(
    r"sample|name|\bid\b|_id\b|^id|probe|muestra|[ée]chantillon|campione|amostra|\bcode\b|label|样品|样本|\bnr\b|\bno\.?\b|"
    r"spectrum\s*(id|name|no)|^spectr(um|a)$|specimen|\btarget\b|file|unnamed|row", re.I)
_QUANTITY_WORDS: tuple[tuple[str, str], ...] = (
    (r"absorb|assorban|extin|log\s*\(?\s*1\s*/\s*r|\bau\b|\babs\b|\(ab\)", "absorbance"),
    (r"tran?s+mi|%\s*t\b|%tr\b|^t\s*%", "transmittance"),
    (r"irradian", "irradiance"), (r"radian|\brad\.", "radiance"),
    (r"r[eé]fle[ctx]|riflett|%\s*r\b|^r\s*%|remission", "reflectance"),
    (r"raman\s*intens", "raman-intensity"),
    (r"count|\bcts\b|\bcnt\b|raw\s*data|dark subtracted|scope|\bdn\b", "counts"),
    (r"intens|signal|\ba\.?u\b|arb", "intensity"),
)


_SYMBOLS = {"A": "absorbance", "T": "transmittance", "R": "reflectance"}
"""Signs of quantities; a small letter is rather the name of a sample."""


def plain(text: str) -> str:
    """Text with superscripts and micro signs made plain."""
    return text.translate(_SUPERSCRIPTS)


def unit_of(text: str) -> str | None:
    """Axis unit that a label or unit text names, or None."""
    folded = plain(text).casefold()
    for pattern, unit in _UNIT_WORDS:
        if re.search(pattern, folded):
            return unit
    return None


_FOREIGN_WORDS: tuple[tuple[str, str], ...] = (
    (r"å|angstr[oö]m|[\[(]\s*a\s*[\])]|\A\s*aa?\s*\Z", "ångström"), (r"\b[tgmk]?hz\b|hertz", "hertz"),
    (r"\b[kmM]ev\b", "keV or meV"), (r"\bpm\b|picomet", "pm"), (r"\bmm\b|millimet", "mm"),
    (r"\bum\s*-\s*1\b|\b1\s*/\s*um\b", "µm⁻¹"), (r"\bm\s*-\s*1\b|\b1\s*/\s*m\b", "m⁻¹"),
    (r"[\[(]\s*m\s*[\])]|/\s*m\Z|\A\s*m(et(er|re)s?)?\s*\Z", "m"), (r"\bm\s*/\s*z\b", "m/z"),
    (r"\bppm\b|chemical shift", "ppm"), (r"\b1\s*/\s*å|å\s*-1", "Å⁻¹"),
    (r"\((g|mt|gauss)\)|magnetic field", "a magnetic field"),
    (r"\bpotential\b|(?<!electron)(?<!electron )\bvolt(age)?s?\b|[\[(]\s*m?v\s*[\])]", "a voltage"),
    (r"2\s*-?\s*(theta|θ)|°|\bdeg(rees?)?\b", "degrees"), (r"\btemperature\b|kelvin|celsius", "a temperature"),
    (r"\btime\b|\bseconds?\b|\bminutes?\b|[\[(/]\s*(s|ms|min|sec)\s*[\])]?\Z|\A\s*(s|ms|min|sec)\s*\Z", "a time"),
)


def foreign_unit(text: str) -> str | None:
    """What an axis title or unit text names that the program has no unit for ("ångström", "a time"), or None."""
    folded = plain(text).replace("Å", "å").casefold()
    if re.search(r"\bnm\b|\bcm\s*-\s*1|\b1\s*/\s*cm\b", folded):
        return None
    return next((name for pattern, name in _FOREIGN_WORDS if re.search(pattern, folded)), None)


def axis_unit_of(text: str) -> str | None:
    """Unit that the title or unit text of an axis names; "unknown" for one the program does not have."""
    return "unknown" if foreign_unit(text) else unit_of(text)


def quantity_of(text: str) -> str | None:
    """Quantity that a label names, or None."""
    if (symbol := _SYMBOLS.get(text.strip())) is not None:
        return symbol
    folded = plain(text).casefold()
    for pattern, quantity in _QUANTITY_WORDS:
        if re.search(pattern, folded):
            return quantity
    return None


def laser_of(text: str) -> float | None:
    """Laser line (nm) named in header text such as "Laser=532nm_Edge"."""
    found = re.search(r"(?:laser|excitation)[^\n]{0,40}?(?<![\d.])(\d{3,4}(?:[.,]\d+)?)", text, re.IGNORECASE)
    if not found:
        return None
    value = float(found.group(1).replace(",", "."))
    return value if 200 <= value <= 1600 else None


def unit_from_numbers(axis: np.ndarray, raman: bool = False) -> Guess:
    """Unit guessed from the numbers alone (`Guess.stated` is False); "unknown" where two readings are possible.

    That an axis falls, or goes beyond 3000, proves nothing: ultraviolet instruments write falling nanometres, and field
    and solar data run to 4000 nm.
    """
    axis = np.asarray(axis, float)
    axis = axis[np.isfinite(axis)]
    if len(axis) < 3:
        return Guess("unknown", 0.0, Note("guess.too_few_channels", "info"), False)
    low, high = float(axis.min()), float(axis.max())
    falls = bool(axis[0] > axis[-1])
    steps = np.abs(np.diff(axis))
    step = float(np.median(steps))
    even = bool(np.abs(steps - step).max() < 1e-3 * max(step, 1e-9) + 2e-3)
    if raman and low > -1500 and high < 6000:
        return Guess("raman-shift", 0.7, Note("guess.laser_and_range", "info"), False)
    if np.array_equal(axis, np.arange(len(axis)) + axis[0]) and axis[0] in (0, 1):
        return Guess("channel", 0.5, Note("guess.only_counts", "info"), False)
    if _fourier(step, even) and high > 300:
        return Guess("cm-1", 0.7, Note("guess.step_of_fourier", "info", step=step),
                     False)
    # a grating spreads wavelengths evenly; in cm-1 its steps shrink with the shift (and no wavelength is below 150 nm)
    shrinking = not even and np.corrcoef(np.arange(len(steps)), (-1 if falls else 1) * steps)[0, 1] < -0.9
    much = shrinking and np.median(steps[-9:]) < 0.75 * np.median(steps[:9]) if not falls else (
        shrinking and np.median(steps[:9]) < 0.75 * np.median(steps[-9:]))
    if shrinking and low > -3000 and 300 < high < 8000 and (low < 150 or (much and low < 1000 and high > 1000)):
        return Guess("raman-shift", 0.5, Note("guess.steps_shrink", "info"),
                     False)
    if low > 150 and falls and high > 3000 and (low < 1000 or high > 4500) and high <= 15_000:
        return Guess("cm-1", 0.5, Note("guess.falls_over_infrared", "info"), False)
    if low >= 3000 and 6000 < high <= 15_000:
        return Guess("cm-1", 0.4, Note("guess.range_of_near_infrared", "info"), False)
    if (0.15 <= low < 0.6 or high > 7) and low >= 0.15 and high <= 30 and len(axis) > 20 and step < 0.2:
        return Guess("um", 0.4, Note("guess.range_in", "info", unit="um"), False)
    if low >= 180 and high <= 2600:
        round_steps = even and abs(step * 4 - round(step * 4)) < 1e-6
        if not falls and round_steps and step <= 12 and high - low < 2500:
            return Guess("nm", 0.6 if low >= 300 else 0.5, Note("guess.range_and_step", "info"),
                         False)
        if not falls and low < 1000 and step < 8:
            return Guess("nm", 0.4, Note("guess.range_in", "info", unit="nm"), False)
    return Guess("unknown", 0.0, Note("guess.fits_several", "info"), False)


def _fourier(step: float, even: bool) -> bool:
    """Whether a step is that of Fourier instruments, which sample at the laser's zero crossings: 15798 cm-1 / 2^k."""
    if not even or not 1e-3 < step < 1e3:
        return False
    power = 2.0 ** round(np.log2(15798.0 / step))
    return abs(15798.0 / step / power - 1) < 0.004
