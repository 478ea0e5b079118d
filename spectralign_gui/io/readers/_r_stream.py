"""R's serialisation (.rds, .rda) as plain values: nothing in it is ever run, and what is no data becomes `Unread`.

After "R Internals", chapter "Serialization formats": items begin with a word that holds their kind and flags.
"""

from __future__ import annotations

import bz2
import lzma
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...core.errors import FileError

MOST_UNPACKED, MOST_ITEMS, DEEPEST = 1_500_000_000, 5_000_000, 200
NIL, REFERENCE = 254, 255
_NOTHING = (241, 242, 250, 251, 252, 253)
"""Environments of R itself, and what stands for nothing."""
_PAIRS = (2, 3, 5, 6, 17, 239, 240)
"""Lists of pairs, functions, promises, calls, dots; lists and calls with attributes."""
_VECTORS = {9: "u1", 10: "i4", 13: "i4", 14: "f8", 15: "c16", 24: "u1"}
MISSING = -2**31
_MARKS = (b"RDX2\n", b"RDX3\n", b"RDA2\n", b"RDA3\n", b"RDB2\n", b"RDB3\n", b"A\n2\n", b"A\n3\n")


@dataclass(eq=False)
class Vector:
    """Numbers, texts or a list, with attributes.

    Parameters
    ----------
    values : array, list of str or None, or list of values
    attributes : mapping
    kind : int
        R's number of it: 10 logical, 13 integer, 14 real, 16 texts, 19 list.
    """

    values: Any
    attributes: Mapping[str, Any] = field(default_factory=dict)
    kind: int = 14

    def texts(self, name: str) -> list[str]:
        """An attribute that is a vector of texts; empty if it is none."""
        found = self.attributes.get(name)
        return [t or "" for t in found.values] if isinstance(found, Vector) and found.kind == 16 else []


@dataclass(frozen=True)
class Unread:
    """What is no data: a function, an environment, an object (then with the class it is of)."""

    of: str = ""


def unpacked(content: bytes, most: int = MOST_UNPACKED) -> bytes:
    """The content without gzip, bzip2 or xz around it, at most so many bytes of it."""
    if content.startswith(b"\x1f\x8b"):
        return zlib.decompressobj(31).decompress(content, most)
    if content.startswith(b"BZh"):
        return bz2.BZ2Decompressor().decompress(content, most)
    if content.startswith(b"\xfd7zXZ"):
        return lzma.LZMADecompressor(memlimit=400_000_000).decompress(content, most)
    return content[:most]


def is_r(content: bytes) -> bool:
    """Whether unpacked content begins as R data does."""
    version = content[2:6] in (b"\0\0\0\2", b"\0\0\0\3", b"\2\0\0\0", b"\3\0\0\0")
    return content.startswith(_MARKS) or (version and content[:2] in (b"X\n", b"B\n"))


class Stream:
    """Items of one file, one after the other.

    Parameters
    ----------
    content : bytes
        Unpacked.
    """

    def __init__(self, content: bytes) -> None:
        self._content, self._at = content, 0
        self._references: list[Any] = []
        self._items = 0
        if content.startswith(b"RD"):
            self._at = 5
        form = content[self._at:self._at + 2]
        if form == b"A\n":
            raise FileError("r.saved_as_text")
        if form not in (b"X\n", b"B\n"):
            raise FileError("r.cut_off")
        self._order = ">" if form == b"X\n" else "<"
        self._at += 2
        version = self._int()
        if version not in (2, 3):
            raise FileError("r.unknown_version", version=version)
        self._at += 8
        if version == 3:
            self._take(self._int())

    def _take(self, size: int) -> bytes:
        if size < 0 or self._at + size > len(self._content):
            raise FileError("r.cut_off")
        self._at += size
        return self._content[self._at - size:self._at]

    def _int(self) -> int:
        return int(struct.unpack(f"{self._order}i", self._take(4))[0])

    def _length(self) -> int:
        length = self._int()
        return length if length >= -1 else -1

    def item(self, depth: int = 0) -> Any:
        """The next item: `Vector`, str (a symbol), dict (a list of pairs), `Unread` or None."""
        return self._item(self._int(), depth)

    def _item(self, flags: int, depth: int) -> Any:
        self._items += 1
        if depth > DEEPEST or self._items > MOST_ITEMS:
            raise FileError("r.nested_too_deeply")
        kind = flags & 0xFF
        if kind in (NIL, 0):
            return None
        if kind == REFERENCE:
            index = (flags >> 8) or self._int()
            if not 0 < index <= len(self._references):
                raise FileError("r.damaged")
            return self._references[index - 1]
        if kind in _NOTHING:
            return Unread()
        if kind == 1:
            name = self.item(depth + 1)
            self._references.append(name)
            return name
        if kind in _PAIRS:
            return self._pairs(flags, kind, depth)
        if kind in (4, 22, 23, 247, 248, 249):
            return self._with_reference(flags, kind, depth)
        if kind == 9:
            length = self._length()
            return None if length < 0 else self._text(self._take(length), flags)
        if kind == 238:
            return self._alternative(depth)
        return self._vector(flags, kind, depth)

    def _text(self, raw: bytes, flags: int) -> str:
        if (flags >> 12) & 4:
            return raw.decode("latin-1")
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            return raw.decode("cp1252", "replace")

    def _vector(self, flags: int, kind: int, depth: int) -> Any:
        if kind == 25:
            return self._object(self._attributes(flags, depth))
        if kind in (7, 8):
            self._take(self._int())
            return Unread()
        if kind not in _VECTORS and kind not in (16, 19, 20):
            raise FileError("r.holds_program")
        length = self._length()
        if length < 0:
            raise FileError("r.long_vector")
        if kind in _VECTORS:
            size = np.dtype(_VECTORS[kind]).itemsize
            values: Any = np.frombuffer(self._take(length * size), np.dtype(self._order + _VECTORS[kind]))
            if kind in (10, 13):
                values = np.where(values == MISSING, np.nan, values.astype(np.float64))
        else:
            if 4 * length > len(self._content) - self._at:
                raise FileError("r.cut_off")
            values = [self.item(depth + 1) for _ in range(length)]
        return Vector(values, self._attributes(flags, depth), kind)

    def _attributes(self, flags: int, depth: int) -> dict[str, Any]:
        found = self.item(depth + 1) if flags & 0x200 else None
        return found if isinstance(found, dict) else {}

    def _pairs(self, flags: int, kind: int, depth: int) -> Any:
        """A chain of (tag, value), as a dict; calls and functions are passed over."""
        found: dict[str, Any] = {}
        while True:
            if kind == 239 or kind == 240 or flags & 0x200:
                self.item(depth + 1)
            tag = self.item(depth + 1) if flags & 0x400 else None
            value = self.item(depth + 1)
            found[tag if isinstance(tag, str) else f"#{len(found)}"] = value
            if kind not in (2, 239):  # a call or a function: its rest is passed over
                self.item(depth + 1)
                return Unread()
            self._items += 1
            flags = self._int()
            kind = flags & 0xFF
            if kind in (NIL, 0):
                return found
            if kind not in _PAIRS:  # a pair whose second half is no further pair
                found["#rest"] = self._item(flags, depth + 1)
                return found
            if self._items > MOST_ITEMS:
                raise FileError("r.nested_too_deeply")

    def _with_reference(self, flags: int, kind: int, depth: int) -> Unread:
        """Environments, pointers and packages: known by a number from here on."""
        made = Unread()
        self._references.append(made)
        if kind == 4:
            self._int()
            for _ in range(4):
                self.item(depth + 1)
        elif kind == 22:
            self.item(depth + 1)
            self.item(depth + 1)
            self._attributes(flags, depth)
        elif kind == 23:
            self._attributes(flags, depth)
        else:
            self._int()
            for _ in range(self._int()):
                self.item(depth + 1)
        return made

    def _alternative(self, depth: int) -> Any:
        """What R keeps in another form: runs of whole numbers, numbers still to be written as texts, wrappers."""
        info, state, attributes = (self.item(depth + 1) for _ in range(3))
        name = next(iter(info.values()), "") if isinstance(info, dict) else ""
        attributes = attributes if isinstance(attributes, dict) else {}
        if name in ("compact_intseq", "compact_realseq") and isinstance(state, Vector) and len(state.values) == 3:
            count, first, step = (float(v) for v in state.values)
            if not 0 <= count <= 1e9:
                raise FileError("r.damaged")
            return Vector(first + step * np.arange(int(count)), attributes, 13 if "int" in name else 14)
        inner = next(iter(state.values()), None) if isinstance(state, dict) else (
            state.values[0] if isinstance(state, Vector) and state.kind == 19 and state.values else None)
        if isinstance(inner, Vector) and name.startswith("wrap_"):
            return Vector(inner.values, attributes or inner.attributes, inner.kind)
        if isinstance(inner, Vector) and name == "deferred_string":
            texts = [None if v != v else f"{v:.15g}" for v in np.asarray(inner.values, float).tolist()]
            return Vector(texts, attributes, 16)
        raise FileError("r.compressed_vector", name=name)

    def _object(self, attributes: Mapping[str, Any]) -> Unread:
        found = attributes.get("class")
        named = [t for t in found.values if t] if isinstance(found, Vector) and found.kind == 16 else []
        return Unread(named[0] if named else "S4")
