"""Damage done to files on purpose: bytes flipped, cut off, repeated, zeroed, counts set to extremes."""

from __future__ import annotations

import random

EXTREMES = (b"\xff\xff\xff\xff", b"\x00\x00\x00\x00", b"\xff\xff\xff\x7f", b"\x00\x00\x00\x80", b"\x00\x00\x80\x7f",
            b"\xff\xff\xff\xff\xff\xff\xff\xff", b"\x00\x00\x00\x00\x00\x00\xf0\x7f")
TEXTS = (b"nan", b"1e999", b"-", b",,,,", b"\n\n\n", b"9" * 400, b"<!ENTITY a 'b'>", b"##END=", b"\xff\xfe", b"0x10",
         b"\t",
         b"##NPOINTS=99999999999\n", b"E5E5E5", b"1_0", b"\r", b"\x00")


def mutate(content: bytes, seed: int) -> tuple[bytes, str]:
    """A damaged copy and what was done to it; the same seed gives the same damage."""
    rng = random.Random(seed)
    data = bytearray(content)
    kind = rng.choice(("flip", "flip", "cut", "extreme", "extreme", "zero", "repeat", "remove", "text", "head",
                       "random"))
    size = len(data)
    if kind == "flip":
        for _ in range(rng.choice((1, 2, 8, 64))):
            data[rng.randrange(size)] ^= 1 << rng.randrange(8)
    elif kind == "cut":
        del data[rng.randrange(size):]
    elif kind == "extreme":
        for _ in range(rng.choice((1, 1, 3))):
            value = rng.choice(EXTREMES)
            # headers are where counts live
            at = rng.randrange(min(size, rng.choice((64, 600, size))))
            data[at:at + len(value)] = value
    elif kind == "zero":
        at, length = rng.randrange(size), rng.choice((1, 4, 16, 256, 4096))
        data[at:at + length] = bytes(len(data[at:at + length]))
    elif kind == "repeat":
        at, length = rng.randrange(size), rng.choice((1, 4, 100, 5000))
        data[at:at] = data[at:at + length]
    elif kind == "remove":
        at, length = rng.randrange(size), rng.choice((1, 2, 4, 100, 5000))
        del data[at:at + length]
    elif kind == "text":
        at = rng.randrange(size)
        value = rng.choice(TEXTS)
        data[at:at + (len(value) if rng.random() < 0.5 else 0)] = value
    elif kind == "head":
        at = rng.randrange(min(size, 512))
        data[at] = rng.randrange(256)
    else:
        at, length = rng.randrange(size), rng.choice((8, 64, 1024))
        data[at:at + length] = rng.randbytes(length)
    return bytes(data), kind
