"""R's serialisation (XDR) for tests, after the chapter in "R Internals"; the reader is not used."""

from __future__ import annotations

import struct

import numpy as np

NIL = struct.pack(">i", 254)


class Symbols:
    """Symbols are written once and referred to from then on."""

    def __init__(self):
        self.known = []

    def symbol(self, name):
        if name in self.known:
            return struct.pack(">i", ((self.known.index(name) + 1) << 8) | 255)
        self.known.append(name)
        return struct.pack(">i", 1) + chars(name)


def chars(text):
    if text is None:
        return struct.pack(">ii", 9, -1)
    raw = text.encode()
    return struct.pack(">ii", 9 | 8 << 12, len(raw)) + raw


def pairs(symbols, **entries):
    out = b""
    for name, value in entries.items():
        out += struct.pack(">i", 2 | 0x400) + symbols.symbol(name.replace("__", ".")) + item(symbols, value)
    return out + NIL


def item(symbols, value, **attributes):
    """An array (numbers), a list of str (texts), a list (list), or bytes (as they are)."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, tuple):
        value, attributes = value
    flags = (0x200 if attributes else 0) | (0x100 if "class" in attributes else 0)
    if isinstance(value, np.ndarray) and value.ndim == 2:
        attributes = {"dim": np.array(value.shape, "i4"), **attributes}
        value, flags = value.ravel(order="F"), flags | 0x200
    if isinstance(value, np.ndarray):
        kind = {"i": 13, "f": 14, "b": 10}[value.dtype.kind]
        out = struct.pack(">ii", kind | flags, len(value)) + value.astype(">f8" if kind == 14 else ">i4").tobytes()
    elif value and all(isinstance(v, str) or v is None for v in value):
        out = struct.pack(">ii", 16 | flags, len(value)) + b"".join(map(chars, value))
    else:
        out = struct.pack(">ii", 19 | flags, len(value)) + b"".join(item(symbols, v) for v in value)
    return out + (pairs(symbols, **attributes) if attributes else b"")


def frame(columns, rows=None, kinds=("data.frame",)):
    names = rows if rows is not None else np.array([-2**31, -len(next(iter(columns.values())))], "i4")
    return list(columns.values()), {"names": list(columns), "class": list(kinds), "row__names": names}


def head(version=3):
    native = struct.pack(">i", 5) + b"UTF-8" if version == 3 else b""
    return b"X\n" + struct.pack(">iii", version, 0x040300, 0x020300 if version == 2 else 0x030500) + native


def rds(value, version=3):
    return head(version) + item(Symbols(), value)


def rda(version=3, **objects):
    symbols = Symbols()
    return f"RDX{version}\n".encode() + head(version) + pairs(symbols, **objects)


def factor(values, levels):
    return np.array([levels.index(v) + 1 for v in values], "i4"), {"levels": list(levels), "class": ["factor"]}
