"""Ed25519 signatures: who has the key can sign, and everybody can check with what is public.

Source: Josefsson & Liusvaara (2017), RFC 8032, 5.1; addition of points after Hisil, Wong, Carter & Dawson (2008), 3.1.
Plain integers: the time of a signature depends on the key, which matters to nobody who cannot measure it on this
computer.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, P - 2, P) % P
_ROOT = pow(2, (P - 1) // 4, P)
Point = tuple[int, int, int, int]
"""x·z, y·z, z and x·y·z."""
_ZERO: Point = (0, 1, 1, 0)


def _sum(a: Point, b: Point) -> Point:
    e = (a[1] - a[0]) * (b[1] - b[0]) % P
    f = (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * _D % P, 2 * a[2] * b[2] % P
    x, t, z, y = f - e, h - g, h + g, f + e
    return x * t % P, z * y % P, t * z % P, x * y % P


def _times(n: int, a: Point) -> Point:
    found = _ZERO
    while n:
        if n & 1:
            found = _sum(found, a)
        a, n = _sum(a, a), n >> 1
    return found


def _same(a: Point, b: Point) -> bool:
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


def _packed(a: Point) -> bytes:
    inverse = pow(a[2], P - 2, P)
    x, y = a[0] * inverse % P, a[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _unpacked(data: bytes) -> Point | None:
    number = int.from_bytes(data, "little")
    y, sign = number & (1 << 255) - 1, number >> 255
    if len(data) != 32 or y >= P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * _ROOT % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


_FOUND = _unpacked((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
assert _FOUND is not None
BASE: Point = _FOUND


def _expanded(seed: bytes) -> tuple[int, bytes]:
    digest = hashlib.sha512(seed).digest()
    number = int.from_bytes(digest[:32], "little")
    return number & (1 << 254) - 8 | 1 << 254, digest[32:]


def _number(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % ORDER


def public_key(seed: bytes) -> bytes:
    """What is public of a secret of 32 bytes.

    Examples
    --------
    >>> public_key(bytes(32)).hex()[:16]
    '3b6a27bcceb6a42d'
    """
    return _packed(_times(_expanded(seed)[0], BASE))


def sign(seed: bytes, message: bytes) -> bytes:
    """The signature (64 bytes) of a message by a secret of 32 bytes."""
    number, prefix = _expanded(seed)
    public = _packed(_times(number, BASE))
    once = _number(prefix, message)
    point = _packed(_times(once, BASE))
    return point + ((once + _number(point, public, message) * number) % ORDER).to_bytes(32, "little")


@lru_cache(maxsize=4096)
def is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature is that of the message by the owner of a public key."""
    key, point = _unpacked(public), _unpacked(signature[:32])
    number = int.from_bytes(signature[32:], "little")
    if key is None or point is None or len(signature) != 64 or number >= ORDER:
        return False
    return _same(_times(number, BASE), _sum(point, _times(_number(signature[:32], public, message), key)))
