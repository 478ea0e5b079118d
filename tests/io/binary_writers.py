"""Writers of vendor formats for tests, from the format descriptions; no reader is used."""

from __future__ import annotations

import struct

import numpy as np


def spc(spectra: np.ndarray, axis: np.ndarray, *, order: str = "<", exponent: int | None = None, short: bool = False,
        own_axes: list[np.ndarray] | None = None, even: bool = True, x_type: int = 1, y_type: int = 2) -> bytes:
    """New-format Galactic SPC; `exponent` None writes floats, else scaled integers."""
    count, points = (len(own_axes), 0) if own_axes else spectra.shape
    flags = (0x01 if short else 0) | (0x04 if count > 1 else 0)
    flags |= 0xC0 if own_axes else 0 if even else 0x80
    head = bytearray(512)
    head[0], head[1] = flags, 0x4B if order == "<" else 0x4C
    struct.pack_into("b", head, 3, -128 if exponent is None else exponent)
    struct.pack_into(f"{order}iddi", head, 4, points, axis[0], axis[-1], count)
    head[28], head[29] = x_type, y_type
    out = bytes(head)
    if not own_axes and not even:
        out += axis.astype(f"{order}f4").tobytes()
    rows = spectra if own_axes is None else [spectra[k][:len(a)] for k, a in enumerate(own_axes)]
    for k, row in enumerate(rows):
        sub = bytearray(32)
        struct.pack_into("b", sub, 1, 0 if exponent is None else exponent)
        struct.pack_into(f"{order}f", sub, 4, float(k))
        if own_axes:
            struct.pack_into(f"{order}i", sub, 16, len(row))
        out += bytes(sub)
        if own_axes:
            out += own_axes[k].astype(f"{order}f4").tobytes()
        if exponent is None:
            out += np.asarray(row).astype(f"{order}f4").tobytes()
        elif short:
            out += np.round(row / 2.0 ** (exponent - 16)).astype(f"{order}i2").tobytes()
        else:
            out += np.round(row / 2.0 ** (exponent - 32)).astype(f"{order}i4").tobytes()
    return out


def avasoft7(values: np.ndarray, coefficients: list[float], first: int) -> bytes:
    """AvaSoft 7, version 70; `values` is (n,) scope or (n, 3) scope, reference, dark."""
    serial = [float(ord(c)) for c in "1130587U1"]
    head = [70.0, *serial, *([0.0] * 64), *coefficients, float(first), float(first + len(values) - 1), 0.0, 0.0,
            *([0.0] * 17)]
    return np.array([*head, *values.ravel(), 10.0, 1.0, 0.0], dtype="<f4").tobytes()


def avasoft8(axis: np.ndarray, records: list[tuple[int, np.ndarray, np.ndarray, np.ndarray]]) -> bytes:
    """AvaSoft 8: per record its mode, scope, dark, reference."""
    out = b"AVS82" + bytes([len(records)])
    for number, (mode, scope, dark, reference) in enumerate(records):
        body = bytes([number, mode, 16, 0]) + b"1904090M1\0" + b"spectrometer".ljust(64, b"\0") + b"\0"
        body += struct.pack("<HHfII", 10, 10 + len(axis) - 1, 5.0, 0, 3) + bytes(41 - 16)
        body += bytes(8 + 20 + 40) + b"leaf".ljust(130, b"\0")
        body += b"".join(np.asarray(v, "<f4").tobytes() for v in (axis, scope, dark, reference)) + bytes(10)
        out += struct.pack("<I", len(body) + 4) + body
    return out


def winspec(frames: np.ndarray, coefficients: list[float], kind: int = 3) -> bytes:
    """WinSpec 2.x SPE of (frames, rows, width) values."""
    types = {0: "<f4", 1: "<i4", 2: "<i2", 3: "<u2"}
    head = bytearray(4100)
    struct.pack_into("<H", head, 42, frames.shape[2])
    struct.pack_into("<H", head, 656, frames.shape[1])
    struct.pack_into("<h", head, 108, kind)
    struct.pack_into("<i", head, 1446, frames.shape[0])
    struct.pack_into("<f", head, 1992, 2.5)
    head[2996:3000] = b"\x67\x45\x23\x01"
    head[3098], head[3100], head[3101] = 1, 3, len(coefficients) - 1
    struct.pack_into(f"<{len(coefficients)}d", head, 3263, *coefficients)
    return bytes(head) + frames.astype(types[kind]).tobytes()


def xls(cells: list[list[str | float]]) -> bytes:
    """A workbook of Excel 97 (BIFF8 in an OLE container) with one sheet."""
    def record(kind: int, body: bytes) -> bytes:
        return struct.pack("<HH", kind, len(body)) + body

    bof = struct.pack("<HHHHII", 0x0600, 0x0005, 0, 1997, 0, 6)
    sheet = record(0x0809, struct.pack("<HHHHII", 0x0600, 0x0010, 0, 1997, 0, 6))
    sheet += record(0x0200, struct.pack("<IIHHH", 0, len(cells), 0, len(cells[0]), 0))
    for r, row in enumerate(cells):
        for c, cell in enumerate(row):
            if isinstance(cell, str):
                text = cell.encode("latin-1")
                sheet += record(0x0204, struct.pack("<HHHHB", r, c, 0, len(text), 0) + text)
            else:
                sheet += record(0x0203, struct.pack("<HHHd", r, c, 0, cell))
    sheet += record(0x000A, b"")
    name = b"data"
    bound_size = 4 + 8 + len(name)
    start = 4 + len(bof) + 4 + 4 + 2 + bound_size + 4
    book = record(0x0809, bof) + record(0x0042, struct.pack("<H", 1200))
    book += record(0x0085, struct.pack("<IBBBB", start, 0, 0, len(name), 0) + name) + record(0x000A, b"")
    stream = book
    # the sheet's place is written once the globals' length is known
    stream = stream.replace(struct.pack("<IBBBB", start, 0, 0, len(name), 0),
                            struct.pack("<IBBBB", len(book), 0, 0, len(name), 0)) + sheet
    return ole(stream)


def ole(stream: bytes) -> bytes:
    """An OLE container with the stream "Workbook"."""
    stream = stream.ljust(max(4096, -(-len(stream) // 512) * 512), b"\0")
    sectors = len(stream) // 512
    free, end, fat_mark = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
    fat_sectors = -(-(sectors + 2) // 127)
    fat = [fat_mark] * fat_sectors + [end] + [fat_sectors + 2 + k for k in range(sectors - 1)] + [end]
    fat += [free] * (fat_sectors * 128 - len(fat))
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    head += struct.pack("<IIIIIIIII", 0, fat_sectors, fat_sectors, 0, 4096, end, 0, end, 0)
    head += struct.pack("<109I", *[*range(fat_sectors), *([free] * (109 - fat_sectors))])

    def entry(name: str, kind: int, child: int, first: int, size: int) -> bytes:
        raw = name.encode("utf-16-le") + b"\0\0"
        return raw.ljust(64, b"\0") + struct.pack("<HBBIII", len(raw), kind, 1, free, free, child) + bytes(
            36) + struct.pack("<IQ", first, size)

    folder = entry("Root Entry", 5, 1, end, 0) + entry("Workbook", 2, free, fat_sectors + 1, len(stream))
    return head + struct.pack(f"<{len(fat)}I", *fat) + folder.ljust(512, b"\0") + stream


def difdup(values: list[int], start: int = 0, per_line: int = 12) -> list[str]:
    """Integers in the DIF and DUP forms of JCAMP-DX, with the check value that begins each further line."""
    plus, minus = "@ABCDEFGHI", "abcdefghi"
    d_plus, d_minus, repeat = "%JKLMNOPQR", "jklmnopqr", "STUVWXYZs"

    def coded(value: int, positive: str, negative: str) -> str:
        digits = str(abs(value))
        return (positive[int(digits[0])] if value >= 0 else negative[int(digits[0]) - 1]) + digits[1:]

    lines, at = [], 0
    while at < len(values):
        last = at == 0
        begin = at if last else at - 1
        text = f"{start + begin}" + coded(values[begin], plus, minus)
        at = max(at, begin + 1)
        differences = []
        while at < len(values) and len(differences) < per_line:
            differences.append(values[at] - values[at - 1])
            at += 1
        k = 0
        while k < len(differences):
            run = 1
            while k + run < len(differences) and differences[k + run] == differences[k]:
                run += 1
            text += coded(differences[k], d_plus, d_minus)
            if run > 1:
                digits = str(run)
                text += repeat[int(digits[0]) - 1] + digits[1:]
            k += run
        lines.append(text)
    return lines
