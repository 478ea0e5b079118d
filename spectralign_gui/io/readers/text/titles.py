"""What the titles of a table's columns are: numbers of channels, names of samples, or names of properties."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

_NUMBER = re.compile(r"[\s\"']*[+-]?[\d.,]+(?:[eE][+-]?\d+)?[\s\"']*\Z")
_CHANNEL = re.compile(r"(x|w|wl|wn|wv|v|var|nm|ch|b|band|spc|r|abs)[\s_.]?[\d.,]+\s*\Z", re.I)
_PROPERTY = re.compile(
    r"moist|protein|\boil\b|starch|\bfat\b|water|brix|acid|\bash\b|fib(er|re)|sugar|lactose|\bph\b|\bph[ _(]|viscos|"
    r"dens|"
    r"clay|sand|silt|carbon|nitrogen|phosph|potass|calcium|\bsoc\b|\btoc\b|\bcec|organic|\bdm\b|dry matter|\bom\b|"
    r"conc|content|yield|hue|alcohol|glucose|fructose|sucrose|casein|ph?enol|vitamin|chlorophyll|age\b|weight|mass|"
    r"hardness|temperature|conductiv|\bec\b|feuchte|eiwei|rohprotein|humedad|prote[ií]na|grasa|cendre|humidit|"
    r"[\[(]\s*(%|wt\.?\s*%|g/\w+|mg/\w+|ppm|ppb|mmol\w*|mol\w*|w/w)|_(ppm|pct|percent)\b|\bppm\b|%", re.I)
_ELEMENTS = "H|He|Li|Be|B|C|N|O|F|Na|Mg|Al|Si|P|S|Cl|K|Ca|Ti|V|Cr|Mn|Fe|Co|Ni|Cu|Zn|As|Sr|Zr|Mo|Cd|Sn|Ba|Pb|U"
_FORMULA = re.compile(rf"(?:(?:{_ELEMENTS})\d*){{1,6}}T?(?:[_ .-]?(?:total|tot|org|[nN]))?\Z")
_FATTY = re.compile(r"C\d{1,2}[:.]\d(?:\s*n-?\d)?\w*\Z")
_ISOTOPE = re.compile(r"(d|δ)?\d{1,3}[A-Z][a-z]?\Z|(H|C|N|O|S|P|K|Cs|Ra|Th|U|Pb|Be|Sr|I|Am|Co)-?[1-9]\d{1,2}\Z|OD\d{3}")
_COUNTED = re.compile(r"(?P<stem>\D*?)[\s_.\-#]*0*(?P<number>\d+)(?P<tail>[a-z]?)\Z", re.I)


_ROWS = re.compile(r"#|no\.?|nr\.?|scans?\b|cycles?\b|time\b|min(utes?)?\b|(hours?|days?|weeks?|months?|years?)\b|"
                   r"t\s*[\[(/]\s*(s|ms|min|h|d)\b|temp(erature)?\b|depth\b|rep(licate)?s?\b|"
                   r"t\s*[\[(/]\s*(°|k\b|c\b)", re.I)


_DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}([ T]\d{1,2}:\d{2}.*)?\Z|\d{1,2}:\d{2}(:\d{2})?\Z")


def is_date(text: str) -> bool:
    """Whether a text is a date, or a time of the day."""
    return _DATE.match(text.strip()) is not None


def is_day(title: str) -> bool:
    """Whether a title is a date, perhaps without its year."""
    return is_date(title) or re.fullmatch(r"\d{1,2}/\d{1,2}", title.strip()) is not None


def says_rows(title: str) -> bool:
    """Whether a title says that its column numbers the rows or gives the time, temperature or depth of each."""
    return bool(_ROWS.match(title.strip().replace("_", " ")) or re.search(r"\btime\b", title, re.I))


_PEAKS = tuple(re.compile(p, re.I) for p in (
    r"\bpeak|position|cent(er|re)|\bx0\b|maximum", r"fwhm|hwhm|half ?width|halbwertsbreite|\bwidth", r"\barea|height|"
    r"amplitude|fläche|höhe"))


def peaks(titles: Sequence[str]) -> bool:
    """Whether titles are those of a list of peaks: position, width and height or area.

    Examples
    --------
    >>> peaks(["Peak", "Position (cm-1)", "Height", "FWHM"]), peaks(["Wavelength", "FWHM", "s1"])
    (True, False)
    """
    return all(any(p.search(t) for t in titles) for p in _PEAKS)


def is_word(title: str) -> bool:
    """Whether a title is a word, not a number and not the number of a channel (X1100)."""
    return bool(title.strip()) and not _NUMBER.match(title) and not _CHANNEL.match(title) and any(
        c.isalpha() for c in title)


def is_property(title: str) -> bool:
    """Whether a title names a property of samples: protein, SiO2, C18:1, pH, "(g/kg)"."""
    text = title.strip()
    if len(text) < 2:
        return False
    return bool(_PROPERTY.search(text.replace("_", " ")) or _FATTY.match(text) or _ISOTOPE.match(text)
                or (_FORMULA.match(text) and not re.fullmatch(r"[A-Z]\d+", text)))


def properties_named(titles: Sequence[str]) -> float:
    """Share of the titles that name properties, less the 0.2 that happen to."""
    return max(0.0, sum(map(is_property, titles)) / max(len(titles), 1) - 0.2)


def one_count(names: Sequence[str]) -> bool:
    """Whether names are one word with a number each: S08 … S40 are samples, though S34 is an isotope and S8 a molecule.

    Examples
    --------
    >>> one_count(["S32", "S33", "S34", "S35", "S36"]), one_count(["Fe2O3", "SiO2", "S34", "K2O", "MgO"])
    (True, False)
    """
    found = [m for n in names if (m := _COUNTED.match(n.strip()))]
    stems = Counter(m["stem"].casefold() for m in found)
    return len(found) >= 5 and max(stems.values()) >= 0.8 * len(names)


def samples_counted(titles: Sequence[str]) -> bool:
    """Whether the titles count samples: s1, s2, s3, or A-001, B-002."""
    found = [m for t in titles if t and not is_property(t) and (m := _COUNTED.match(t.strip()))]
    given = sum(bool(t) for t in titles)
    if len(found) < 2 or len(found) < 0.6 * given:
        return False
    stems = Counter(m["stem"].casefold().strip(" _.-#") for m in found)
    different = len({m["number"] for m in found})
    return len(stems) <= max(4, 0.2 * len(found)) and different >= 0.6 * len(found)
