"""The structure of a MATLAB level 5 file, looked through before it is parsed.

scipy's parser is compiled code that trusts the sizes in the file: a damaged one ends the whole program. After
MathWorks' "MAT-File Format", version 5.
"""

from __future__ import annotations

import math
import mmap
import struct
import zlib
from pathlib import Path

from ...core.errors import FileError

MATRIX, COMPRESSED = 14, 15
CELL, STRUCT, OBJECT, CHAR, SPARSE, FUNCTION, OPAQUE = 1, 2, 3, 4, 5, 16, 17
SIZES = {1: 1, 2: 1, 3: 2, 4: 2, 5: 4, 6: 4, 7: 4, 9: 8, 12: 8, 13: 8, 16: 1, 17: 2, 18: 4}
MAX_UNPACKED, MAX_DEPTH, MAX_ELEMENTS = 2_000_000_000, 32, 5_000_000


def check_level_5(path: Path) -> None:
    """Walk through all elements.

    Raises
    ------
    FileError
        An element that does not lie within the one around it, or whose size does not fit its dimensions.
    """
    if path.stat().st_size < 136:
        raise FileError("mat5_check.header_cut_off")
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        order = {b"IM": "<", b"MI": ">"}.get(content[126:128])
        if order is None:
            raise FileError("mat5_check.no_byte_order")
        check = _Check(order)
        at = 128
        while at + 8 <= len(content):
            kind, size = struct.unpack_from(f"{order}II", content, at)
            if at + 8 + size > len(content):
                raise FileError("mat5_check.variable_cut_off")
            if kind == COMPRESSED:
                body = check.unpacked(content[at + 8:at + 8 + size])
                inner, length = struct.unpack_from(f"{order}II", body) if len(body) >= 8 else (0, 0)
                if inner != MATRIX or length > len(body) - 8:
                    check.fail()
                check.matrix(body, 8, 8 + length, 0)
            elif kind == MATRIX:
                check.matrix(content[at + 8:at + 8 + size], 0, size, 0)
            else:
                check.fail()
            at += 8 + size  # variables are not padded, compressed or not


class _Check:
    def __init__(self, order: str) -> None:
        self._order = order
        self._unpacked = self._elements = 0

    def fail(self) -> None:
        raise FileError("mat5_check.variable_size_differs")

    def unpacked(self, packed: bytes) -> bytes:
        """A compressed variable, bounded."""
        body = zlib.decompressobj().decompress(packed, MAX_UNPACKED - self._unpacked + 1)
        self._unpacked += len(body)
        if self._unpacked > MAX_UNPACKED:
            raise FileError("mat5_check.unpacks_to_too_much", most=MAX_UNPACKED / 1000000000.0)
        return body

    def element(self, body: bytes, at: int, stop: int) -> tuple[int, int, int, int]:
        """Type, size, start of the data and start of the next element."""
        self._elements += 1
        if at + 8 > stop or self._elements > MAX_ELEMENTS:
            self.fail()
        first, size = struct.unpack_from(f"{self._order}II", body, at)
        if first >> 16:  # small: size and type share four bytes
            kind, size, start, after = first & 0xFFFF, first >> 16, at + 4, at + 8
            if size > 4:
                self.fail()
        else:
            kind, start = first, at + 8
            after = start + size if kind == MATRIX else start + -(-size // 8) * 8
        if start + size > stop:
            self.fail()
        return kind, size, start, min(after, stop)

    def matrix(self, body: bytes, at: int, stop: int, depth: int) -> None:
        """An array and what is in it."""
        if at == stop:
            return  # an empty cell
        kind, size, start, at = self.element(body, at, stop)
        if kind != 6 or size != 8:
            self.fail()
        word = struct.unpack_from(f"{self._order}I", body, start)[0]
        what, is_complex = word & 0xFF, bool(word & 0x800)
        if what == OPAQUE:
            return
        if depth > MAX_DEPTH or not 1 <= what <= FUNCTION:
            self.fail()
        kind, size, start, at = self.element(body, at, stop)
        if kind != 5 or size % 4 or not 8 <= size <= 128:
            self.fail()
        shape = struct.unpack_from(f"{self._order}{size // 4}i", body, start)
        count = math.prod(shape)
        if min(shape) < 0 or count > MAX_UNPACKED:
            self.fail()
        kind, size, start, at = self.element(body, at, stop)  # the name
        if kind not in (1, 2, 16):
            self.fail()
        if at == stop and not count:
            return  # nothing in it, and not even an element that says so
        if what in (CELL, STRUCT, OBJECT):
            self._parts(body, at, stop, depth, what, count)
        elif what == FUNCTION:
            self.element(body, at, stop)
        elif what == SPARSE:
            for _ in range(4 if is_complex else 3):
                kind, size, start, at = self.element(body, at, stop)
                if kind not in SIZES or size % SIZES[kind]:
                    self.fail()
        else:
            for _ in range(2 if is_complex else 1):
                kind, size, start, at = self.element(body, at, stop)
                # characters in UTF-8 may take several bytes each
                fits = size == count * SIZES.get(kind, 0) or (what == CHAR and kind in (1, 2, 16, 17, 18))
                if kind not in SIZES or not fits:
                    self.fail()

    def _parts(self, body: bytes, at: int, stop: int, depth: int, what: int, count: int) -> None:
        if what == OBJECT:
            kind, size, start, at = self.element(body, at, stop)  # the name of its class
            if kind not in (1, 2, 16):
                self.fail()
        if what != CELL:
            kind, size, start, at = self.element(body, at, stop)
            if kind != 5 or size != 4:
                self.fail()
            length = struct.unpack_from(f"{self._order}i", body, start)[0]
            kind, size, start, at = self.element(body, at, stop)
            if kind not in (1, 2, 16) or (size and (length <= 0 or size % length)):
                self.fail()
            count *= size // length if size else 0
        for _ in range(count):
            kind, size, start, at = self.element(body, at, stop)
            if kind != MATRIX:
                self.fail()
            self.matrix(body, start, start + size, depth + 1)
