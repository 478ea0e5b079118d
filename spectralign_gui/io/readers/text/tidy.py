"""What spreadsheets and programs put around cells of a text table: taken away before anything is read."""

from __future__ import annotations

import re

_AS_FORMULA = re.compile(rb'(?<![^,;\t|\n])="([^"\n]*)"')
_PLAIN = re.compile(rb"[^\s,;|]*\Z")
_ONE_CELL = re.compile(rb'"((?:[^"\n]|"")*)"[ \t]*\Z')
_OPENED = re.compile(rb'(?:\A|[,;\t|])\s*"[^"]*\Z')
_SEPARATORS = re.compile(rb"[,;\t|]")
_PERCENT = re.compile(rb'(?<=[\d.])(?: |\xc2\xa0|\xe2\x80\xaf)?%(?="?[ \t]*(?:[,;\t|\n]|\Z))')
TITLE_LINES, LONGEST_TITLE, LEAST_LINES, CELLS = 60, 12, 3, 2


class Tidy:
    """Chunks of whole lines, one after the other; the number of lines stays.

    - ``="001"`` (what keeps a spreadsheet from changing it) becomes ``001``, ``1.2*^-5`` (Mathematica) ``1.2e-5``;
    - where every whole line is one quoted cell, the quotation marks go;
    - where most lines have a percent sign behind two numbers or more, these signs go;
    - line ends within quoted titles become blanks.

    Examples
    --------
    >>> Tidy()(b'"Wavelength\\n(nm)",s1\\n400,0.1\\n')
    b'\\n"Wavelength (nm)",s1\\n400,0.1\\n'
    >>> Tidy()(b'name,400\\n="001",1.5*^-3\\n')
    b'name,400\\n001,1.5e-3\\n'
    """

    def __init__(self) -> None:
        self._first, self._unquote, self._percent = True, False, False

    def __call__(self, chunk: bytes) -> bytes:
        if b"^" in chunk and b"*^" in chunk:  # a single byte is found much faster than two
            chunk = chunk.replace(b"*^", b"e")
        if self._first:
            self._percent = b"%" in chunk and in_percent(chunk)
        if self._percent:
            chunk = b"\n".join([_PERCENT.sub(b"", line) if _signed(line) else line for line in chunk.split(b"\n")])
        if b'"' not in chunk:
            self._first = False
            return chunk
        if b'="' in chunk:
            chunk = _AS_FORMULA.sub(lambda m: m[1] if _PLAIN.match(m[1]) else b'"' + m[1] + b'"', chunk)
        if self._first:
            self._first = False
            self._unquote = _whole_lines_quoted(chunk)
            if not self._unquote:
                chunk = _joined_titles(chunk)
        if self._unquote:
            chunk = b"\n".join([m[1].replace(b'""', b'"') if (m := _ONE_CELL.match(line)) else line
                                for line in chunk.split(b"\n")])
        return chunk


def _signed(line: bytes) -> bool:
    """Whether most cells of a line have a percent sign: a line of titles has few."""
    count = len(_PERCENT.findall(line))
    return count >= CELLS and 2 * count > len(_SEPARATORS.findall(line))


def in_percent(chunk: bytes) -> bool:
    """Whether most of the first lines of a table (UTF-8) have percent signs behind most of their numbers."""
    lines = [line for line in chunk.split(b"\n", TITLE_LINES)[:TITLE_LINES] if line.strip()]
    return len(lines) > LEAST_LINES and 2 * sum(map(_signed, lines)) > len(lines)


def _whole_lines_quoted(chunk: bytes) -> bool:
    """Whether every line is a single quoted cell that holds a line of a table."""
    lines = [line for line in chunk.split(b"\n", TITLE_LINES)[:TITLE_LINES] if line.strip()]
    found = [m for line in lines if (m := _ONE_CELL.match(line))]
    return len(lines) >= LEAST_LINES and len(found) == len(lines) and all(_SEPARATORS.search(m[1]) for m in found)


def _joined_titles(chunk: bytes) -> bytes:
    """The chunk with the line ends within quotation marks of its first lines as blanks, and empty lines before."""
    lines = chunk.split(b"\n")
    at = 0
    while at < min(TITLE_LINES, len(lines)):
        if lines[at].count(b'"') % 2 and _OPENED.search(lines[at]):
            last = _closed_at(lines, at)
            if last:
                joined = b" ".join(line.strip() for line in lines[at:last + 1])
                lines[at:last + 1] = [*[b""] * (last - at), joined]
                at = last
        at += 1
    return b"\n".join(lines)


def _closed_at(lines: list[bytes], at: int) -> int:
    """The line in which a quoted cell that begins in line `at` ends and none begins; 0 if there is none soon."""
    marks = 0
    for k in range(at, min(at + 40 * LONGEST_TITLE, len(lines))):
        marks += lines[k].count(b'"')
        if k > at and marks % 2 == 0 and lines[k].count(b'"'):
            return k
        if k - at > LONGEST_TITLE and not any(b'"' in line for line in lines[k - LONGEST_TITLE:k + 1]):
            return 0
    return 0
