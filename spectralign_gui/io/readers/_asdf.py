"""The number forms of JCAMP-DX data: AFFN, PAC, SQZ, DIF, DUP.

After R. S. McDonald and P. A. Wilks, "JCAMP-DX: A Standard Form for Exchange of Infrared Spectra in Computer Readable
Form", Appl. Spectrosc. 42 (1988) 151–162, section on ASDF.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_SQUEEZED = {c: (k, 1) for k, c in enumerate("@ABCDEFGHI")} | {c: (k + 1, -1) for k, c in enumerate("abcdefghi")}
_DIFFERENCE = {c: (k, 1) for k, c in enumerate("%JKLMNOPQR")} | {c: (k + 1, -1) for k, c in enumerate("jklmnopqr")}
_REPEAT = {c: k + 1 for k, c in enumerate("STUVWXYZs")}
_TOKEN = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]\d{1,3})?)|([@%A-Za-z])(\d*\.?\d*)|(\?)|([\s,;]+)")
_PLAIN = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3}(?!\d))?|\?")
_PACKED = re.compile(r"[@%A-DF-Za-df-s]")
MAX_VALUES = 20_000_000


@dataclass
class Decoded:
    """Ordinates, the x of each line with the number of its first ordinate, lines whose Y-check failed."""

    values: list[float] = field(default_factory=list)
    line_x: list[tuple[int, float]] = field(default_factory=list)
    failed_checks: list[int] = field(default_factory=list)


def is_packed(lines: list[str]) -> bool:
    """Whether any letter other than an exponent's E occurs: then every E is the squeezed digit 5.

    Also where an E belongs to no number, or its line would hold an x but no ordinate if it were an exponent.
    """
    if any(_PACKED.search(line) for line in lines):
        return True
    with_e = [line for line in lines if "E" in line or "e" in line]
    return any(re.search("[eE]", _PLAIN.sub("", line)) or len(_PLAIN.findall(line)) < 2 for line in with_e)


def decode_lines(lines: list[str]) -> Decoded:
    """Decode lines of the form X++(Y..Y).

    Raises
    ------
    ValueError
        A character that belongs to no form.
    """
    out = Decoded()
    if not is_packed(lines):
        for line in lines:
            numbers = [float("nan") if t == "?" else float(t) for t in _PLAIN.findall(line)]
            if numbers:
                out.line_x.append((len(out.values), numbers[0]))
                out.values += numbers[1:]
                _bounded(out)
        return out
    was_difference = False
    for number, line in enumerate(lines, start=1):
        was_difference = _decode_packed(line, number, out, was_difference)
        _bounded(out)
    return out


def _bounded(out: Decoded) -> None:
    if len(out.values) > MAX_VALUES:
        raise ValueError(f"more than {MAX_VALUES} values")


def _decode_packed(line: str, number: int, out: Decoded, check_first: bool) -> bool:
    """One line in a packed form; returns whether it ended in differences (the next line then begins with a check)."""
    at, have_x, kind, last_difference = 0, False, "", 0.0
    first = True
    text = line.strip()
    while at < len(text):
        found = _TOKEN.match(text, at)
        if not found:
            raise ValueError(f"the character {text[at]!r} in data line {number} belongs to no number form")
        at = found.end()
        plain, letter, digits, unknown, _ = found.groups()
        if plain is None and letter is None and unknown is None:
            continue
        if not have_x:
            if plain is not None:
                x = float(plain)
            elif letter in _SQUEEZED:
                digit, sign = _SQUEEZED[letter]
                x = sign * float(f"{digit}{digits}")
            else:
                raise ValueError(f"data line {number} does not begin with an x value")
            out.line_x.append((len(out.values), x))
            have_x = True
            continue
        if letter in _REPEAT:
            count = int(f"{_REPEAT[letter]}{digits}")
            if count > MAX_VALUES or not out.values:
                raise ValueError(f"a repeat of {count} in data line {number}")
            for _ in range(count - 1):
                out.values.append(out.values[-1] + (last_difference if kind == "difference" else 0.0))
            continue
        if letter in _DIFFERENCE:
            digit, sign = _DIFFERENCE[letter]
            last_difference = sign * float(f"{digit}{digits}")
            if not out.values:
                raise ValueError(f"a difference without a value before it in data line {number}")
            out.values.append(out.values[-1] + last_difference)
            kind, first = "difference", False
            continue
        if unknown is not None:
            value = float("nan")
        elif plain is not None:
            value = float(plain)
        elif letter in _SQUEEZED:
            digit, sign = _SQUEEZED[letter]
            value = sign * float(f"{digit}{digits}")
        else:
            raise ValueError(f"the letter {letter!r} in data line {number} belongs to no number form")
        if first and check_first and out.values:
            # the first ordinate repeats the last of the line before; it is a check, not a point
            if not abs(value - out.values[-1]) <= 0.01 + 1e-9 * abs(value):
                out.failed_checks.append(number)
            out.line_x[-1] = (len(out.values) - 1, out.line_x[-1][1])
            out.values[-1] = value
        else:
            out.values.append(value)
        kind, first = "value", False
    return kind == "difference"


def decode_pairs(lines: list[str], decimal_comma: bool) -> list[float]:
    """Numbers of the form XY..XY, alternately x and y.

    Raises
    ------
    ValueError
    """
    values: list[float] = []
    for line in lines:
        if decimal_comma:
            line = re.sub(r",(?=\s)|,\Z|;", " ", line).replace(",", ".")
        values += [float("nan") if t == "?" else float(t) for t in _PLAIN.findall(line)]
        if len(values) > 2 * MAX_VALUES:
            raise ValueError(f"more than {MAX_VALUES} points")
    return values
